"""What a pairing system may see: the field of the coming round, in order, with everybody's past."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from nextround.core.pairing.colours import ColourPreference, colour_preference
from nextround.core.pairing.prohibitions import Prohibitions
from nextround.core.tournament import (
    Colour,
    History,
    InvalidTournament,
    Kind,
    PairingNumber,
    Player,
    Points,
    PointSystem,
    Problem,
    Tournament,
    histories,
)

VirtualPoints = Mapping[PairingNumber, tuple[Points, ...]]


@dataclass(frozen=True, slots=True)
class Competitor:
    """A player as a system sees him.

    ``score`` is the pairing score of the round to be paired: points and virtual points, in tenths.
    ``pairing_scores[r]`` is the one with which round ``r + 1`` was paired; the last is ``score``. Floats of past
    rounds are judged on these.
    """

    player: Player
    history: History
    pairing_scores: tuple[Points, ...]

    @property
    def tpn(self) -> PairingNumber:
        """The pairing number."""
        return self.player.tpn

    @property
    def points(self) -> Points:
        """The points of the standings, in tenths; what makes a topscorer."""
        return self.history.scores[-1]

    @property
    def score(self) -> Points:
        """The pairing score of the round to be paired, in tenths."""
        return self.pairing_scores[-1]

    @property
    def colours(self) -> str:
        """The squeezed colour history, oldest first."""
        return self.history.colours

    @property
    def preference(self) -> ColourPreference:
        """The colour preference (C.04.3 (2026) 1.7)."""
        return colour_preference(self.history.colours)


@dataclass(frozen=True, slots=True)
class RoundToPair:
    """The question put to a pairing system.

    ``competitors`` are those to be paired, pairing score descending, then pairing number ascending (C.04.3 (2026)
    1.2); may be empty. ``everyone`` holds all players of the tournament by pairing number, the absent too, for
    what depends on past opponents. ``forbidden[tpn]`` are those whom the event's rules keep from meeting him in this
    round; symmetric; who is missing has none. ``fixed`` are the pairs that the arbiter made, White first: those players
    are competitors like all others, and `may_meet` lets them meet nobody but each other. ``repeats``: the rules of the
    event let two players meet again and a player have the pairing-allocated bye again, so that C.04.1 (2026) 2 and 4
    don't hold.
    """

    round_number: int
    number_of_rounds: int
    initial_colour: Colour | None
    points: PointSystem
    competitors: tuple[Competitor, ...]
    everyone: Mapping[PairingNumber, Competitor]
    unavailable: Mapping[PairingNumber, Kind]
    forbidden: Mapping[PairingNumber, frozenset[PairingNumber]] = field(default_factory=dict)
    fixed: tuple[tuple[PairingNumber, PairingNumber], ...] = ()
    repeats: bool = False

    @property
    def is_last(self) -> bool:
        """Whether the round to be paired is the last."""
        return self.round_number == self.number_of_rounds

    def numbers(self) -> Mapping[PairingNumber, int]:
        """Number from 1 the players who are present or ever took part, in the order of their pairing numbers.

        The numbers that colours go by before somebody has played (C.04.3 (2026) 5.2.5; C.04.5 (2026) 4.3.1). FD-1:
        the number of who has not come yet is provisional (C.04.2 (2026) 2.4, 2.5). Who is in a fixed pair, or has the
        pairing-allocated bye from the arbiter's hand, is present.
        """
        counted = sorted(
            tpn
            for tpn, competitor in self.everyone.items()
            if self.unavailable.get(tpn, Kind.PAB) is Kind.PAB or competitor.history.took_part
        )
        return {tpn: number for number, tpn in enumerate(counted, start=1)}

    def without_fixed(self) -> "RoundToPair":
        """Ask for the pairing of those whom the arbiter has not paired, as if the others were absent."""
        seated = {tpn for pair in self.fixed for tpn in pair}
        return replace(self, competitors=tuple(c for c in self.competitors if c.tpn not in seated), fixed=())

    @property
    def is_odd(self) -> bool:
        """Whether somebody must have the pairing-allocated bye."""
        return len(self.competitors) % 2 == 1


def round_to_pair(
    tournament: Tournament, virtual_points: VirtualPoints | None = None, *, repeats: bool = False
) -> RoundToPair:
    """Prepare the facts for a system.

    ``virtual_points`` are those of an acceleration; by default the ones that the tournament itself carries.
    ``repeats`` as in `RoundToPair`. Raises InvalidTournament for a round beyond the last or before the first, and for
    fixed pairs that can't be.
    """
    if not 1 <= tournament.round_number <= tournament.number_of_rounds:
        raise InvalidTournament(
            Problem(
                code="round-out-of-range",
                message=(
                    f"round {tournament.round_number} can't be paired: the tournament has rounds 1 to "
                    f"{tournament.number_of_rounds}"
                ),
                pointer="/round",
                article="C.04.1 (2026) 1",
            )
        )
    virtual = tournament.virtual_points if virtual_points is None else virtual_points
    past = histories(tournament)
    everyone = {
        player.tpn: Competitor(
            player, past[player.tpn], _pairing_scores(past[player.tpn].scores, virtual.get(player.tpn))
        )
        for player in tournament.players
    }
    if problems := tuple(_problems(tournament, everyone, repeats=repeats)):
        raise InvalidTournament(problems)
    unavailable = _unavailable(tournament)
    present = (competitor for tpn, competitor in everyone.items() if tpn not in unavailable)
    return RoundToPair(
        round_number=tournament.round_number,
        number_of_rounds=tournament.number_of_rounds,
        initial_colour=tournament.initial_colour,
        points=tournament.points,
        competitors=tuple(sorted(present, key=lambda c: (-c.pairing_scores[-1], c.player.tpn))),
        everyone=everyone,
        unavailable=unavailable,
        forbidden=_forbidden(tournament),
        fixed=tournament.fixed_pairs,
        repeats=repeats,
    )


def _pairing_scores(scores: tuple[Points, ...], virtual: tuple[Points, ...] | None) -> tuple[Points, ...]:
    if not virtual:
        return scores
    missing = (0,) * (len(scores) - len(virtual))
    return tuple(real + given for real, given in zip(scores, virtual + missing, strict=False))


def _unavailable(tournament: Tournament) -> dict[PairingNumber, Kind]:
    withdrawn = {
        player.tpn: Kind.ABSENT
        for player in tournament.players
        if player.withdrawn_after is not None and player.withdrawn_after < tournament.round_number
    }
    return withdrawn | dict(tournament.unavailable)


def _forbidden(tournament: Tournament) -> Prohibitions:
    return Prohibitions(
        prohibition.players
        for prohibition in tournament.forbidden_pairs
        if prohibition.applies(tournament.round_number)
    )


def _problems(
    tournament: Tournament, everyone: Mapping[PairingNumber, Competitor], *, repeats: bool
) -> Iterator[Problem]:
    """Find what keeps a pair from being fixed: an arbiter's word is above the system, not above C.04.1."""
    away = _unavailable(tournament)
    forbidden = _forbidden(tournament)
    times = Counter(tpn for pair in tournament.fixed_pairs for tpn in pair)
    for index, (white, black) in enumerate(tournament.fixed_pairs):
        place = f"/fixed_pairs/{index}"
        unknown = [tpn for tpn in (white, black) if tpn not in everyone]
        label = {tpn: everyone[tpn].player.label if tpn in everyone else str(tpn) for tpn in (white, black)}
        pair = f"the fixed pair {label[white]} - {label[black]}"
        if unknown or white == black:
            message = f"player {unknown[0]} is not in the list" if unknown else f"player {label[white]} meets himself"
            yield Problem("fixed-pair", f"{pair}: {message}", place)
            continue
        for tpn in (white, black):
            if times[tpn] > 1:
                yield Problem(
                    "fixed-pair", f"player {label[tpn]} is in {times[tpn]} fixed pairs; one is accepted", place
                )
            if tpn in away:
                message = f"player {label[tpn]} is in a fixed pair and has no opponent in the round: {away[tpn].value}"
                yield Problem("fixed-pair", message, place)
        if not repeats and black in everyone[white].history.opponents:
            message = f"{pair}: they have met"
            yield Problem("fixed-pair", message, place, "C.04.1 (2026) 2")
        if forbidden.holds(white, black):
            message = f"{pair}: the event's rules forbid it"
            yield Problem("fixed-pair", message, place)
