"""Amalfi as the text has it: the search with its breaks, step by step. Exponential: for small fields only."""

from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.tournament import Colour, Kind


def pair(
    question: RoundToPair,
    *,
    cap_half: bool = False,
    limits_in_last_round: bool = False,
    half_points_last: bool = True,
) -> tuple[list[tuple[int, int]], int | None] | None:
    """The pairs (White, Black) in the order they are made and the bye, or None where no pairing exists."""
    last = question.round_number == question.number_of_rounds
    for waived in (True,) if last and not limits_in_last_round else (False, True):
        for bye in byes(question, half_points_last) if len(question.competitors) % 2 else (None,):
            field = [c for c in question.competitors if c.tpn != bye]
            found = search(question, field, cap_half=cap_half, waived=waived)
            if found is not None:
                seated = [
                    seat(question, field, a, b, number, waived=waived) for number, (a, b) in enumerate(found, start=1)
                ]
                return seated, bye
    return None


def byes(question: RoundToPair, half_points_last: bool) -> list[int]:
    """Step 2: from the bottom; by default first those without a half-point bye, then those with one (A6)."""

    def kinds(c: Competitor) -> set[Kind]:
        return {record.kind for record in c.history.records}

    upwards = list(reversed(question.competitors))
    open_to = [c for c in upwards if not kinds(c) & {Kind.PAB, Kind.FORFEIT_WIN, Kind.FULL_POINT_BYE}]
    if not half_points_last:
        return [c.tpn for c in open_to]
    first = [c for c in open_to if Kind.HALF_POINT_BYE not in kinds(c)]
    return [c.tpn for c in first] + [c.tpn for c in open_to if c not in first]


def search(
    question: RoundToPair, field: list[Competitor], *, cap_half: bool, waived: bool
) -> list[tuple[int, int]] | None:
    """Step 4 with its breaks: pairs as places from 1, in the order they are made."""
    n = len(field)
    k = question.number_of_rounds - question.round_number + 1
    if cap_half:
        k = min(k, n // 2)
    made: list[tuple[int, int]] = []
    tried: list[int] = []  # by depth: how many candidates of the player at that depth were used up
    depth_start = 0
    while True:
        paired = {place for couple in made for place in couple}
        unpaired = [place for place in range(1, n + 1) if place not in paired]
        if not unpaired:
            return made
        i = unpaired[0]
        t = min(i + k, n)
        candidates = [*range(t, i, -1), *range(t + 1, n + 1)]
        position = depth_start
        while position < len(candidates):
            j = candidates[position]
            if j in unpaired and legal(question, field[i - 1], field[j - 1], waived):
                break
            position += 1
        if position < len(candidates):
            made.append((i, candidates[position]))
            tried.append(position + 1)
            depth_start = 0
        elif made:
            made.pop()  # break the last pair and go on after its second player
            depth_start = tried.pop()
        else:
            return None


def legal(question: RoundToPair, p: Competitor, q: Competitor, waived: bool) -> bool:
    if q.tpn in p.history.opponents or q.tpn in question.forbidden.get(p.tpn, ()):
        return False
    w, b = "W", "B"
    return waived or (can(p, w) and can(q, b)) or (can(p, b) and can(q, w))


def can(p: Competitor, colour: str) -> bool:
    after = p.colours + colour
    return not after.endswith(3 * colour) and abs(after.count("W") - after.count("B")) <= 2


def seat(
    question: RoundToPair, field: list[Competitor], i: int, j: int, number: int, *, waived: bool
) -> tuple[int, int]:
    """Step 5: (White, Black) as pairing numbers."""
    a, b = field[i - 1], field[j - 1]
    white = preferred_white(question, a, b, number)
    black = b if white is a else a
    if not waived and not (can(white, "W") and can(black, "B")):
        white, black = black, white
    return white.tpn, black.tpn


def preferred_white(question: RoundToPair, a: Competitor, b: Competitor, number: int) -> Competitor:
    low, high = (a, b) if a.tpn < b.tpn else (b, a)
    if not a.colours and not b.colours:
        initial_is_white = question.initial_colour is not Colour.BLACK
        return low if initial_is_white == (number % 2 == 1) else high
    difference = {c.tpn: c.colours.count("W") - c.colours.count("B") for c in (a, b)}
    if difference[a.tpn] != difference[b.tpn]:
        return min((a, b), key=lambda c: difference[c.tpn])
    back = 1
    while back <= len(a.colours) and back <= len(b.colours):
        if a.colours[-back] != b.colours[-back]:
            return a if a.colours[-back] == "B" else b
        back += 1
    who = low if low.colours else high
    if not low.colours or not high.colours:
        return who if who.colours[-1] == "B" else (high if who is low else low)
    return low if low.colours[-1] == "B" else high
