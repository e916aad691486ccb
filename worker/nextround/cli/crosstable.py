"""The worked example of the Dutch system's teachers: twelve players, nine rounds, as its crosstable has it."""

#: Result, colour and opponent of each player, round by round.
_CROSSTABLE = """
Alice    2600 +W7  +B9  =W4  +B5  =W12 =W2  -B3  +B10 +W6
Bob      2550 =B8  -W12 +W11 +B6  +W4  =B1  =B5  +W9  =B3
Charline 2500 -W9  -B11 +W10 -B12 +W6  +B8  +W1  =B4  =W2
David    2450 +B10 =W5  =B1  +W8  -B2  +W9  +B12 =W3  =B7
Eleanor  2400 +W11 =B4  +W12 -W1  -B9  =B7  =W2  =B8  =W10
Frank    2350 =B12 =W8  =B9  -W2  -B3  +B10 =W7  +W11 -B1
Gale     2300 -B1  +W10 =B8  =W9  -B11 =W5  =B6  =W12 =W4
Hans     2250 =W2  =B6  =W7  -B4  -W10 -W3  +B11 =W5  +B12
Isabelle 2200 +B3  -W1  =W6  =B7  +W5  -B4  =W10 -B2  =B11
Jack     2150 -W4  -B7  -B3  +W11 +B8  -W6  =B9  -W1  =B5
Karima   2100 -B5  +W3  -B2  -B10 +W7  =B12 -W8  -B6  =W9
Leonard  2050 =W6  +B2  -B5  +W3  =B1  =W11 -W4  =B7  -W8
"""
_RESULTS = {"+": "1-0", "=": "1/2-1/2", "-": "0-1"}

_LINES = [line.split() for line in _CROSSTABLE.split("\n") if line]

NAMES = {tpn: line[0] for tpn, line in enumerate(_LINES, start=1)}
NUMBER_OF_ROUNDS = len(_LINES[0]) - 2

#: White's and Black's pairing number, and how their game ended. A pair that never met is missing.
RESULTS = {
    (white, int(cell[2:])): _RESULTS[cell[0]]
    for white, line in enumerate(_LINES, start=1)
    for cell in line[2:]
    if cell[1] == "W"
}
