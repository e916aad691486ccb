"""One named completion of the Lim system (C.04.4.3 (2026)): ``lim-2026-c1``.

The text describes how an arbiter pairs by hand, from the top and from the bottom towards the median score, and leaves
much open; no program is approved for it and no two agree. Every place where another reading would pair otherwise says
so: L-1 to L-10. L-1: the *highest numbered* player is number 1, the *lowest numbered* the largest number, as 4.2 and
4.4.1 use the words.
"""

from nextround.core.systems.lim.engine import Lim, Options

__all__ = ["Lim", "Options"]
