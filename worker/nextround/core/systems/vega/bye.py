"""B1: who has the bye."""

from collections.abc import Iterator

from nextround.core.pairing import RoundToPair
from nextround.core.pairing.byes import Bar, first_eligible, had
from nextround.core.pairing.legality import can_be_left_out
from nextround.core.pairing.scoregroups import scoregroups
from nextround.core.pairing.trace import ByeStep, PassedOver
from nextround.core.systems.vega.contenders import Contender, ContenderField, dominating
from nextround.core.tournament import Kind, PairingNumber, format_points

#: Vega 2.2 [TEXT]: a point without playing bars, and nothing else does.
BARS = (
    Bar("Vega 2.2", "already had the pairing-allocated bye", had(Kind.PAB)),
    Bar("Vega 2.2", "won by forfeit", had(Kind.FORFEIT_WIN)),
    Bar("Vega 2.2", "had a full-point bye", had(Kind.FULL_POINT_BYE)),
)
#: V-2: by the letter a half-point bye doesn't count against anybody. In the program [PROG], as an option, it makes a
#: second class, which comes only where nobody of the first leaves a complete pairing.
_BARS_AT_FIRST = (*BARS, Bar("Vega 2.2", "had a half-point bye", had(Kind.HALF_POINT_BYE)))


def bye(
    question: RoundToPair, field: ContenderField, *, half_points_last: bool, alphabet_in_first_round: bool
) -> ByeStep | None:
    """Choose the first in order who is eligible and without whom the rest can be paired; None where nobody is.

    The second condition is V-19 [ASSUMPTION]: the text leaves what has no continuation to the arbiter.

    V-1: in the first round it is the last number [PROG]. There are no scores, Buchholz or colours yet, by which section
    4 goes; the lot, which section 5 has drawn for that round, decides and not a name. The option takes the one thing
    of section 4 that is left, the alphabet.
    """
    first_round = question.round_number == 1 and not alphabet_in_first_round
    order = sorted(field.contenders, key=lambda c: -c.tpn) if first_round else list(_upwards(field))
    spared = can_be_left_out(field.rows)
    passed: dict[PairingNumber, PassedOver] = {}
    for bars in (_BARS_AT_FIRST, BARS) if half_points_last else (BARS,):
        place, more = first_eligible(question.competitors, [c.place for c in order], spared, bars, question.points)
        passed |= {player.player: player for player in more}
        if place is not None:
            chosen = field.contenders[place]
            reason = _reason(chosen, first_round=first_round)
            others = tuple(other for other in passed.values() if other.player != chosen.tpn)
            return ByeStep("Vega 5" if first_round else "Vega 4", reason, chosen.tpn, passed_over=others)
    return None


def _upwards(field: ContenderField) -> Iterator[Contender]:
    """Vega 4 [TEXT]: the lowest scoregroup first, in it the smallest Buchholz, then the dominating colour (V-10).

    Then alphabetically, V-4 [ASSUMPTION]: the first name.
    """
    everybody = (1 << len(field.contenders)) - 1
    for places in reversed(list(scoregroups(field.contenders, everybody))):
        group = field.at(places)
        colour = dominating(group)
        yield from sorted(group, key=lambda c: (c.buchholz, colour is not None and c.due is not colour, c.alpha))


def _reason(contender: Contender, *, first_round: bool) -> str:
    if first_round:
        return f"{contender.tpn} is the last number who leaves a complete pairing"
    return (
        f"{contender.tpn} is first in the order lowest score ({format_points(contender.score)}), smallest Buchholz "
        f"({format_points(contender.buchholz)}), dominating colour, alphabet, among those who may have the bye and "
        f"leave a complete pairing"
    )
