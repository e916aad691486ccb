"""A mini notation for tournaments, so that a test shows its facts in a line a round.

``tournament(6, "1-4 1-0, 5-2 0-1, 3-6 ½", "…")`` has six players and two recorded rounds; White stands first.
Results: ``1-0 0-1 ½``, unusual ``0-0 ½-0 0-½``, forfeits ``+- -+ --``, adjourned ``adj``. Byes: ``7 pab``,
``7 half``, ``7 full``, ``7 zero``; ``7 late`` has not entered. Who is not named in a round was absent.
"""

from collections.abc import Mapping
from typing import Any

from nextround.core.pairing import Competitor, RoundPairing, RoundToPair, round_to_pair
from nextround.core.pairing.trace import BracketStep, NumberFact, PlayersFact, Step
from nextround.core.tournament import Colour, Kind, Outcome, Player, Record, Tournament

_OUTCOMES = {"1": Outcome.WIN, "½": Outcome.DRAW, "0": Outcome.LOSS}
_FORFEITS = {"+": Kind.FORFEIT_WIN, "-": Kind.FORFEIT_LOSS}
BYES = {
    "pab": Kind.PAB,
    "full": Kind.FULL_POINT_BYE,
    "half": Kind.HALF_POINT_BYE,
    "zero": Kind.ZERO_POINT_BYE,
    "late": Kind.NOT_ENTERED,
    "absent": Kind.ABSENT,
}


def tournament(
    players: int | tuple[Player, ...],
    *rounds: str,
    of: int | None = None,
    unavailable: Mapping[int, str] | None = None,
    initial_colour: Colour | None = Colour.WHITE,
    **facts: object,
) -> Tournament:
    """Build the facts before the round after ``rounds``; ``of`` is the number of rounds (one more by default)."""
    field = (
        tuple(Player(tpn, f"P{tpn:02}", f"P{tpn:02}") for tpn in range(1, players + 1))
        if isinstance(players, int)
        else players
    )
    columns = [_round(text) for text in rounds]
    absent = Record(Kind.ABSENT)
    return Tournament(
        number_of_rounds=len(rounds) + 1 if of is None else of,
        round_number=len(rounds) + 1,
        players=field,
        records={player.tpn: tuple(column.get(player.tpn, absent) for column in columns) for player in field},
        unavailable={tpn: BYES[word] for tpn, word in (unavailable or {}).items()},
        initial_colour=initial_colour,
        **facts,  # type: ignore[arg-type]
    )


def question(*arguments: object, **facts: object) -> RoundToPair:
    """Build what a system sees of `tournament` with the same arguments."""
    return round_to_pair(tournament(*arguments, **facts))  # type: ignore[arg-type]


def boards(answer: RoundPairing) -> str:
    """Write an answer as ``1-4 5-2, 7 bye`` in publishing order, White first."""
    text = " ".join(f"{pair.white}-{pair.black}" for pair in answer.pairs)
    return text if answer.pab is None else f"{text}, {answer.pab} bye".lstrip(", ")


def competitor(question: RoundToPair, tpn: int) -> Competitor:
    """Find one player of a question."""
    return question.everyone[tpn]


def _round(text: str) -> dict[int, Record]:
    column: dict[int, Record] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        who, what = item.split()
        records = _game(who, what) if "-" in who else {int(who): Record(BYES[what])}
        assert not records.keys() & column.keys(), f"{item!r}: somebody has two records in one round"
        column |= records
    return column


def _game(who: str, result: str) -> dict[int, Record]:
    white, black = map(int, who.split("-"))
    if result in ("+-", "-+", "--"):
        return {
            white: Record(_FORFEITS[result[0]], black, Colour.WHITE),
            black: Record(_FORFEITS[result[1]], white, Colour.BLACK),
        }
    adjourned = result == "adj"
    mine, theirs = ("½", "½") if adjourned or result == "½" else result.split("-")
    return {
        white: Record(Kind.PLAYED, black, Colour.WHITE, _OUTCOMES[mine], adjourned),
        black: Record(Kind.PLAYED, white, Colour.BLACK, _OUTCOMES[theirs], adjourned),
    }


def facts_of(step: Step) -> dict[str, Any]:
    """What only its own system tells in a step, by name: a number, a list of players, or values by player."""
    return {
        fact.name: fact.value
        if isinstance(fact, NumberFact)
        else list(fact.players)
        if isinstance(fact, PlayersFact)
        else dict(fact.values)
        for fact in step.facts
    }


def criteria_of(step: BracketStep) -> dict[str, int | tuple[int, ...]]:
    """What a bracket reaches, by the name of the criterion; points in tenths."""
    return {criterion.name: criterion.value for criterion in step.criteria or ()}
