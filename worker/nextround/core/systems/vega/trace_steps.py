"""What the trace tells of a scoregroup and its pairs."""

from collections.abc import Iterator, Sequence

from nextround.core.pairing.entrant import higher_first
from nextround.core.pairing.legality import passed_as_illegal
from nextround.core.pairing.trace import (
    BracketStep,
    DivisionStep,
    Fact,
    FloaterStep,
    NumberFact,
    PairStep,
    PassedOver,
    PlayersFact,
    ValuesFact,
    WaiverStep,
)
from nextround.core.systems.vega.columns import Columns, Row
from nextround.core.systems.vega.contenders import Contender
from nextround.core.systems.vega.floaters import FloaterChoice, Floating
from nextround.core.tournament import PairingNumber, format_points

_WORSE, _NOT_POSSIBLE = "would be worse for the others", "leaves no pairing with as few floaters"


def waiver() -> WaiverStep:
    """Tell of B10."""
    reason = "the colour limits (Vega 2.3, 2.4) leave no complete pairing: waived for this round"
    return WaiverStep("Vega B10", reason)


def scoregroup(
    residents: Sequence[Contender],
    found: Floating,
    made: Columns,
    rows: Sequence[Row],
    inside: int,
    *,
    first_round: bool,
) -> Iterator[FloaterStep | BracketStep | DivisionStep]:
    """Tell who comes up into a scoregroup, whom it holds, and its columns in the order of their rows."""
    article = "Vega 5" if first_round else "Vega 6.1"
    came = [choice.upfloater for choice in found.upfloaters]
    islands = [resident for resident, _ in found.islands]
    for choice in found.upfloaters:
        yield FloaterStep("Vega preface 2", _coming(choice), choice.upfloater.tpn, _passed(choice))
    said = [f"{format_points(residents[0].score)} points, players: {len(residents)}"]
    for who, what in (
        (islands, "can be paired with nobody of their score"),
        (came, "from below"),
        (made.moved, "moved to the other column"),
    ):
        if who:
            said.append(f"{what}: {', '.join(map(str, _numbers(who)))}")
    if inside:
        said.append(f"pairs inside a column: {inside}")
    named = (("moved to the other column", made.moved), ("nobody of their score", islands))
    facts: list[Fact] = [PlayersFact(name, _numbers(players)) for name, players in named if players]
    if inside:
        facts.append(NumberFact("pairs inside a column", inside))
    yield BracketStep(
        article=article,
        reason="; ".join(said),
        score=residents[0].score,
        residents=_numbers(residents),
        moved_up=(*_numbers(came), *(choice.upfloater.tpn for _, choice in found.islands)),
        pairs=(
            *(higher_first(row.first, row.second) for row in rows),
            *((resident.tpn, choice.upfloater.tpn) for resident, choice in found.islands),
        ),
        facts=tuple(facts),
    )
    if rows:
        yield DivisionStep(
            article,
            "the halves of the group" if first_round else "the columns, due White and due Black",
            _numbers(made.white),
            _numbers(made.black),
            facts=(ValuesFact("Buchholz", tuple((c.tpn, c.buchholz) for c in (*made.white, *made.black))),),
        )


def island(resident: Contender, choice: FloaterChoice) -> PairStep:
    """Tell of a resident without a possible opponent in his scoregroup."""
    reason = f"{resident.tpn} can be paired with nobody of his score: {_coming(choice)}"
    return PairStep("Vega B4", reason, resident.tpn, choice.upfloater.tpn, passed_over=_passed(choice))


def row(made: Row, *, first_round: bool) -> PairStep:
    """Tell of a pair of the columns."""
    first, second = made.first.tpn, made.second.tpn
    reason = f"{second} is the first whom {first} may meet"
    if made.refused:
        reason += " and who leaves the others a pairing as good"
    passed = [passed_as_illegal(made.first.competitor, contender.tpn) for contender in made.illegal]
    passed += (PassedOver(c.tpn, _WORSE) for c in made.refused)
    return PairStep("Vega 5" if first_round else "Vega 6.2", reason, first, second, passed_over=tuple(passed))


def _coming(choice: FloaterChoice) -> str:
    upfloater = choice.upfloater
    colour = f"due {choice.wanted.word}, " if choice.wanted else ""
    return (
        f"{upfloater.tpn} (Buchholz {format_points(upfloater.buchholz)}) comes up, the first possible in the order "
        f"nearest score ({format_points(upfloater.score)}), who can be spared, {colour}{choice.key.name}, alphabet"
    )


def _passed(choice: FloaterChoice) -> tuple[PassedOver, ...]:
    return tuple(PassedOver(contender.tpn, _NOT_POSSIBLE) for contender in choice.passed)


def _numbers(contenders: Sequence[Contender]) -> tuple[PairingNumber, ...]:
    return tuple(contender.tpn for contender in contenders)
