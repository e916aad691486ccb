"""Wire and domain: the only module that knows both vocabularies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.metadata import version

from nextround_schemas import RoundFinished, RoundPaired
from nextround_schemas import fragments as wire

from nextround.core.formats import Report, read_trf
from nextround.core.pairing import RoundPairing, RoundToPair
from nextround.core.tournament import (
    Colour,
    ForbiddenPairs,
    InvalidTournament,
    Kind,
    PairingNumber,
    Player,
    PointSystem,
    Problem,
    Record,
    Tournament,
    histories,
)
from nextround.translate.matches import TeamMatches, TwoGames, counting
from nextround.translate.results import ENDS, point_system, tenths
from nextround.translate.trace import wire_step

ENGINE = f"nextround {version('nextround')}"
"""The program and its version, as every answer carries it."""

_BYES: dict[wire.ByeKind, Kind] = {
    "pab": Kind.PAB,
    "full-point": Kind.FULL_POINT_BYE,
    "half-point": Kind.HALF_POINT_BYE,
    "zero-point": Kind.ZERO_POINT_BYE,
    "absent": Kind.ABSENT,
    "not-entered": Kind.NOT_ENTERED,
}
_REASONS: dict[Kind, wire.Reason] = {
    Kind.FULL_POINT_BYE: "full-point",
    Kind.HALF_POINT_BYE: "half-point",
    Kind.ZERO_POINT_BYE: "zero-point",
    Kind.ABSENT: "absent",
    Kind.NOT_ENTERED: "not-entered",
}


def engine(plugin: str = "") -> str:
    """Name the program that pairs and its version, with those of the plugin whose system it is."""
    return f"{ENGINE} with {plugin}" if plugin else ENGINE


@dataclass(frozen=True, slots=True)
class Applied:
    """The rules that made a pairing, by name; ``edition`` is None where a system has one text.

    ``engine`` is the program that applied them: ours, and a plugin's name and version where it is the plugin's system.
    """

    system: str
    edition: str | None
    acceleration: str | None
    engine: str = ENGINE


def tournament(event: RoundFinished) -> tuple[Tournament, tuple[Problem, ...]]:
    """Take the facts from an event, and what its report has to be looked at for.

    Raises InvalidTournament where the report can't be read, or contradicts what stands beside it.
    """
    if event.trf is not None:
        facts, notes = _reported(event.tournament, read_trf(event.trf), event.round)
    else:
        facts, notes = _recorded(event), ()
        if event.tournament.matches:
            _compare_points(event, facts)
    return replace(facts, fixed_pairs=_fixed_pairs(event, facts)), notes


def _recorded(event: RoundFinished) -> Tournament:
    settings = event.tournament
    tpns = {player.id: player.tpn for player in event.players}
    game = point_system(settings.points) if settings.points else PointSystem()
    matches = counting(settings.matches, game) if settings.matches else None
    return Tournament(
        number_of_rounds=settings.number_of_rounds or 0,
        round_number=event.round,
        players=tuple(sorted(map(_player, event.players), key=lambda player: player.tpn)),
        records=_records(event, tpns, matches),
        unavailable={tpns[bye.player]: _BYES[bye.kind] for bye in event.byes},
        initial_colour=_colour(settings.initial_colour),
        points=matches.points if matches else game,
        forbidden_pairs=tuple(
            ForbiddenPairs(tuple(tpns[player] for player in pairs.players), pairs.first_round, pairs.last_round)
            for pairs in settings.forbidden_pairs
        ),
        virtual_points={tpns[given.player]: tuple(map(tenths, given.points)) for given in event.virtual_points},
        id=settings.id,
        name=settings.name or "",
        first_round_date=settings.first_round_date,
        matches=settings.matches.kind if settings.matches else None,
    )


def round_paired(
    question: RoundToPair,
    answer: RoundPairing,
    *,
    tournament: str,
    revision: int,
    applied: Applied,
    digest: str,
    warnings: Iterable[wire.Warning],
) -> RoundPaired:
    """Put a pairing into the platform's words."""

    def ref(tpn: PairingNumber) -> wire.PlayerRef:
        return wire.PlayerRef(id=question.everyone[tpn].player.id, tpn=tpn)

    given = [tpn for tpn, kind in question.unavailable.items() if kind is Kind.PAB]
    pab = answer.pab if answer.pab is not None else next(iter(given), None)
    return RoundPaired(
        tournament=tournament,
        round=question.round_number,
        revision=revision,
        system=applied.system,
        edition=applied.edition,
        acceleration=applied.acceleration,
        engine=applied.engine,
        digest=digest,
        boards=[
            wire.Board(board=number, white=ref(pair.white), black=ref(pair.black))
            for number, pair in enumerate(answer.pairs, start=1)
        ],
        pab=None if pab is None else wire.PairingAllocatedBye(player=ref(pab), points=question.points.pab / 10),
        not_paired=[
            *(
                wire.NotPaired(
                    player=ref(tpn), reason=_reason(question.everyone[tpn].player, kind, question.round_number)
                )
                for tpn, kind in sorted(question.unavailable.items())
                if kind is not Kind.PAB
            ),
            *(
                wire.NotPaired(player=ref(tpn), reason="rest" if kind is Kind.ZERO_POINT_BYE else "opponent-absent")
                for tpn, kind in sorted((answer.unopposed or {}).items())
            ),
        ],
        trace=[wire_step(step) for step in answer.trace],
        warnings=list(warnings),
    )


def problem(found: Problem) -> wire.Problem:
    """Put a problem of the domain into the platform's words.

    Pointers of the domain start at `data`; a place in a report is `line:column`, and goes into the message.
    """
    in_report = found.pointer != "" and not found.pointer.startswith("/")
    return wire.Problem(
        code=found.code,
        message=f"{found.pointer}: {found.message}" if in_report else found.message,
        pointer="/data/trf" if in_report else f"/data{found.pointer}" if found.pointer else None,
        article=found.article or None,
    )


def _reported(
    settings: wire.TournamentSettings, report: Report, round_number: int
) -> tuple[Tournament, tuple[Problem, ...]]:
    """Take the facts from a report; what the event says of the tournament fills the report's gaps."""
    colour = _colour(settings.initial_colour)
    both = (
        ("number_of_rounds", settings.number_of_rounds, report.number_of_rounds),
        ("initial_colour", colour, report.initial_colour),
        ("first_round_date", settings.first_round_date, report.first_round_date),
    )
    problems = [
        Problem(
            "contradiction", f"`{key}` is not what the report says; leave it out there or here", f"/tournament/{key}"
        )
        for key, said, reported in both
        if said is not None and reported is not None and said != reported
    ]
    if problems:
        raise InvalidTournament(problems)
    try:
        facts = report.tournament(round_number, number_of_rounds=settings.number_of_rounds, initial_colour=colour)
    except InvalidTournament as error:
        raise InvalidTournament(replace(found, pointer=found.pointer or "/trf") for found in error.problems) from None
    return (
        replace(
            facts,
            id=settings.id,
            name=settings.name or facts.name,
            first_round_date=settings.first_round_date or facts.first_round_date,
        ),
        report.notes,
    )


def _fixed_pairs(event: RoundFinished, facts: Tournament) -> tuple[tuple[PairingNumber, PairingNumber], ...]:
    tpns = {player.id: player.tpn for player in facts.players}
    problems = [
        Problem("unknown-id", f'"{player}" is not in the list of players', f"/fixed_pairs/{index}/{colour}")
        for index, pair in enumerate(event.fixed_pairs)
        for colour, player in (("white", pair.white), ("black", pair.black))
        if player not in tpns
    ]
    if problems:
        raise InvalidTournament(problems)
    return tuple((tpns[pair.white], tpns[pair.black]) for pair in event.fixed_pairs)


def _compare_points(event: RoundFinished, facts: Tournament) -> None:
    """Compare the points that participants of matches carry with what their matches add up to."""
    past = histories(facts)
    problems = [
        Problem(
            "wrong-points",
            f'"{player.id}" has {player.points:g} points, but the recorded rounds add up to '
            f"{past[player.tpn].points / 10:g}",
            f"/players/{index}/points",
        )
        for index, player in enumerate(event.players)
        if player.points is not None and tenths(player.points) != past[player.tpn].points
    ]
    if problems:
        raise InvalidTournament(problems)


def _player(player: wire.Player) -> Player:
    return Player(
        tpn=player.tpn,
        id=player.id,
        name=player.name or "",
        rating=player.rating or 0,
        title=player.title or "",
        federation=player.federation or "",
        club=player.club or "",
        withdrawn_after=player.withdrawn_after,
    )


def _records(
    event: RoundFinished, tpns: dict[str, PairingNumber], matches: TwoGames | TeamMatches | None
) -> dict[PairingNumber, tuple[Record, ...]]:
    """Collect each player's records in the order of the rounds; of whom a round says nothing had withdrawn."""
    without = matches.bye if matches else Record
    gone = without(Kind.ABSENT)
    records = {tpn: [gone] * (event.round - 1) for tpn in tpns.values()}
    for recorded in event.rounds:
        index = recorded.round - 1
        for game in recorded.games:
            white, black = tpns[game.white], tpns[game.black]
            records[white][index], records[black][index] = _game(game, white, black)
        for match in recorded.matches:
            white, black = tpns[match.white], tpns[match.black]
            if matches:
                records[white][index], records[black][index] = matches.match(match, white, black)
        for bye in recorded.byes:
            records[tpns[bye.player]][index] = without(_BYES[bye.kind])
    return {tpn: tuple(history) for tpn, history in records.items()}


def _game(game: wire.Game, white: PairingNumber, black: PairingNumber) -> tuple[Record, Record]:
    mine, theirs = ENDS[game.result or ""]
    if isinstance(mine, Kind) or isinstance(theirs, Kind):
        return Record(Kind(mine), black, Colour.WHITE), Record(Kind(theirs), white, Colour.BLACK)
    adjourned, rated = game.result == "adjourned", not game.unrated
    return (
        Record(Kind.PLAYED, black, Colour.WHITE, mine, adjourned, rated),
        Record(Kind.PLAYED, white, Colour.BLACK, theirs, adjourned, rated),
    )


def _colour(colour: wire.Colour | None) -> Colour | None:
    return None if colour is None else Colour.WHITE if colour == "white" else Colour.BLACK


def _reason(player: Player, kind: Kind, round_number: int) -> wire.Reason:
    gone = player.withdrawn_after is not None and player.withdrawn_after < round_number
    return "withdrawn" if gone else _REASONS[kind]
