"""Who may meet whom, as rows of bits over a list of players: bit j of row i says that i and j may be paired."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from nextround.core.matching import Matching, bits, mask_of, maximum_matching
from nextround.core.pairing.colours import Strength, may_take
from nextround.core.pairing.prohibitions import forbidden_rows
from nextround.core.pairing.round_to_pair import Competitor, RoundToPair
from nextround.core.pairing.trace import PassedOver
from nextround.core.tournament import Colour, NoLegalPairing, PairingNumber, Problem


def _opponents(player: Competitor) -> Iterable[PairingNumber]:
    return player.history.opponents


def may_meet(
    question: RoundToPair,
    players: Sequence[Competitor],
    met: Callable[[Competitor], Iterable[PairingNumber]] = _opponents,
) -> list[int]:
    """Leave out those who have met (C.04.1 (2026) 2; forfeits are no meetings) and the event's forbidden pairs.

    The players of a pair that the arbiter fixed may meet each other alone. ``met`` names those whom a player may not
    meet again, for rules by which that is not everybody he has met.
    """
    place = {player.tpn: 1 << i for i, player in enumerate(players)}
    everyone = (1 << len(players)) - 1
    forbidden = forbidden_rows(question.forbidden, place)
    rows = []
    for player in players:
        excluded = place[player.tpn] | forbidden.get(player.tpn, 0)
        for tpn in met(player):
            excluded |= place.get(tpn, 0)
        rows.append(everyone & ~excluded)
    return _with_fixed(question, place, rows) if question.fixed else rows


def _with_fixed(question: RoundToPair, place: Mapping[PairingNumber, int], rows: Sequence[int]) -> list[int]:
    partner = {tpn: other for pair in question.fixed for tpn, other in (pair, pair[::-1])}
    taken = mask_of(place[tpn].bit_length() - 1 for tpn in partner if tpn in place)
    return [
        place.get(partner[tpn], 0) if tpn in partner else row & ~taken for tpn, row in zip(place, rows, strict=True)
    ]


def within_colour_limits(players: Sequence[Competitor]) -> list[int]:
    """Leave those for whom some orientation keeps the limits of C.04.1 (2026) 6 and 7 on both sides."""
    white = mask_of(i for i, player in enumerate(players) if may_take(player.colours, Colour.WHITE))
    black = mask_of(i for i, player in enumerate(players) if may_take(player.colours, Colour.BLACK))
    return [(black if white >> i & 1 else 0) | (white if black >> i & 1 else 0) for i in range(len(players))]


def passed_as_illegal(player: Competitor, other: PairingNumber) -> PassedOver:
    """Say why a player does not meet somebody whom `legal` keeps from him."""
    met = other in player.history.opponents
    return PassedOver(other, "they have met" if met else "the colour limits or the event's rules forbid it")


def different_absolute_preferences(players: Sequence[Competitor]) -> list[int]:
    """Leave those who don't both have an absolute preference for one colour (C.04.3 (2026) 2.1.3, no topscorers)."""
    due = dict.fromkeys(Colour, 0)
    for i, player in enumerate(players):
        if player.preference.strength is Strength.ABSOLUTE and player.preference.colour is not None:
            due[player.preference.colour] |= 1 << i
    everyone = (1 << len(players)) - 1
    white, black = due[Colour.WHITE], due[Colour.BLACK]
    return [
        everyone & ~(white if white >> i & 1 else 0) & ~(black if black >> i & 1 else 0) for i in range(len(players))
    ]


def compatible(question: RoundToPair, players: Sequence[Competitor]) -> list[int]:
    """Leave those who may meet and don't both have an absolute preference for one colour."""
    met, colours = may_meet(question, players), different_absolute_preferences(players)
    return [a & b for a, b in zip(met, colours, strict=True)]


def complete_pairing(rows: Sequence[int], text: str) -> Matching:
    """Find any complete pairing of compatible players; raise NoLegalPairing by the completion article of a text."""
    matching = maximum_matching(rows)
    if matching.free:
        raise NoLegalPairing(
            Problem(
                "no-legal-pairing",
                "no complete pairing exists without a second meeting or two equal absolute colour preferences",
                article=f"{text} 2.2.1",
            )
        )
    return matching


def legal(question: RoundToPair, players: Sequence[Competitor], *, limits: bool) -> list[int]:
    """Leave those who may meet and, if the ``limits`` hold, for whom some orientation keeps them."""
    rows = may_meet(question, players)
    return [a & b for a, b in zip(rows, within_colour_limits(players), strict=True)] if limits else rows


def can_be_left_out(rows: Sequence[int]) -> int:
    """Find, as bits, those without whom all the others can be paired."""
    matching = maximum_matching(rows)
    return matching.missable() if matching.free.bit_count() == 1 else 0


def no_complete_pairing(question: RoundToPair, article: str, bye_article: str = "") -> Problem:
    """Say why even without colour limits no complete pairing exists.

    ``bye_article`` is cited instead of ``article`` where only nobody may have the bye, if the text has one for that.
    """
    rows = may_meet(question, question.competitors)
    if question.is_odd and (spared := can_be_left_out(rows)):
        message = f"only {_named(question, spared)} can be left without an opponent, and none of them may have the bye"
        article = bye_article or article
    else:
        left = _named(question, maximum_matching(rows).free)
        message = f"no complete pairing without a second meeting exists: at best {left} stay without an opponent"
    return Problem("no-legal-pairing", message, article=article)


def _named(question: RoundToPair, places: int) -> str:
    return ", ".join(question.competitors[place].player.label for place in bits(places))
