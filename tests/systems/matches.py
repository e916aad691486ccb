"""What the tests of Double-Swiss and Swiss Team share: worked events as tournaments, and the literal reading."""

from collections.abc import Callable, Sequence

from nextround.core.pairing import PairingSystem, RoundPairing, check, round_to_pair
from nextround.core.pairing.trace import BracketStep, ColourStep
from nextround.core.tournament import (
    Colour,
    Kind,
    MatchScore,
    NoLegalPairing,
    Outcome,
    Player,
    PointSystem,
    Record,
    Tournament,
)

from tests.builders import criteria_of, facts_of
from tests.systems.literal import matches as literal

ABSENCES = {"F": Kind.FULL_POINT_BYE, "H": Kind.HALF_POINT_BYE, "Z": Kind.ZERO_POINT_BYE}


def worked_event(
    example: dict, number: int, points: PointSystem, bye: Callable[[Kind], Record], unavailable: dict
) -> Tournament:
    """The facts before round ``number`` of a worked event."""
    records: dict[int, list[Record]] = {tpn: [] for tpn in range(1, example["players"] + 1)}
    for played in example["rounds"][: number - 1]:
        for game in played["games"]:
            _play(records, game)
        if played["bye"]:
            records[played["bye"]].append(bye(Kind.PAB))
        for tpn, absence in played["absent"].items():
            records[int(tpn)].append(bye(ABSENCES[absence]))
    return Tournament(
        number_of_rounds=example["total_rounds"],
        round_number=number,
        players=tuple(Player(tpn, str(tpn)) for tpn in records),
        records={tpn: tuple(history) for tpn, history in records.items()},
        unavailable={int(tpn): ABSENCES[absence] for tpn, absence in unavailable.items()},
        initial_colour=Colour[example["initial_colour"].upper()],
        points=points,
    )


def _play(records: dict[int, list[Record]], game: list) -> None:
    white, black, *scores = game
    forfeited = scores[-1] == "forfeit"
    primary, secondary = _tenths(scores[:2]), _tenths(scores[2:4]) if len(scores) >= 4 else [0, 0]
    for side, (tpn, opponent, colour) in enumerate(((white, black, Colour.WHITE), (black, white, Colour.BLACK))):
        mine, theirs = primary[side], primary[1 - side]
        score = MatchScore(mine, secondary[side])
        if forfeited:
            kind = Kind.FORFEIT_WIN if mine > theirs else Kind.FORFEIT_LOSS
            records[tpn].append(Record(kind, opponent, colour, match=score))
        else:
            outcome = Outcome.WIN if mine > theirs else Outcome.LOSS if mine < theirs else Outcome.DRAW
            records[tpn].append(Record(Kind.PLAYED, opponent, colour, outcome, match=score))


def _tenths(scores: list[float]) -> list[int]:
    return [round(10 * score) for score in scores]


def told(answer: RoundPairing) -> list[dict]:
    """The brackets of a trace as the worked events have them."""
    return [
        {
            "upfloaters": list(step.moved_up),
            "c6c7": [criteria_of(step).get(name, 0) for name in ("C6", "C7")],
            "identifier": facts_of(step)["identifier"],
        }
        for step in answer.trace
        if isinstance(step, BracketStep)
    ]


def rules(answer: RoundPairing) -> dict[tuple[int, ...], str]:
    """The rule that decided each pair's colours, as ``4.3.1``, by White and Black."""
    return {step.players: step.article.split()[-1] for step in answer.trace if isinstance(step, ColourStep)}


def assert_as_the_literal_reading(
    facts: Tournament, system: PairingSystem, kind: str, *, graded: bool, measures: Sequence[str]
) -> None:
    """Compare everything: pairs, colours and their rules, the bye, each bracket and what it failed in.

    ``measures`` are the names of C8 to C10 in the literal quality. Without upfloaters C6 chooses nothing, and is
    not told.
    """
    asked = round_to_pair(facts)
    expected = literal.pair(asked, kind, graded=graded)
    try:
        answer = check(asked, system.pair(asked))
    except NoLegalPairing:
        assert expected is None
        return
    assert expected is not None
    assert ({(p.white, p.black) for p in answer.pairs}, answer.pab) == (set(expected.games), expected.bye)
    assert rules(answer) == expected.rules
    steps = [step for step in answer.trace if isinstance(step, BracketStep)]
    for step, bracket in zip(steps, expected.brackets, strict=True):
        criteria = criteria_of(step)
        assert (list(step.moved_up), facts_of(step)["identifier"]) == (
            bracket["upfloaters"],
            bracket["identifier"],
        )
        if bracket["upfloaters"]:
            assert criteria.get("C7", 0) == bracket["c6c7"][1]
            assert graded or criteria["C6"] == bracket["c6c7"][0]
        assert [criteria.get(name, 0) for name in measures] == bracket["quality"]
