"""What Double-Swiss and Swiss Team have word for word in common (C.04.5 and C.04.6, articles 3.3 to 3.6).

Nobody floats down and no colour makes a pairing illegal. The top scoregroup takes as many *upfloaters* as it needs from
below, and is paired with them; then the same for those who are left.
"""
