"""What the trace tells of a scoregroup and its pairs."""

from collections.abc import Iterator, Sequence

from nextround.core.pairing import Detail, Step
from nextround.core.systems.vega.columns import Columns, Row
from nextround.core.systems.vega.contenders import Contender
from nextround.core.systems.vega.floaters import FloaterChoice, Floating
from nextround.core.tournament import PairingNumber, format_points


def waiver() -> Step:
    """Tell of B10."""
    reason = "the colour limits (Vega 2.3, 2.4) leave no complete pairing: waived for this round"
    return Step("Vega B10", "waiver", (), reason)


def scoregroup(
    residents: Sequence[Contender], found: Floating, made: Columns, inside: int, *, first_round: bool
) -> Iterator[Step]:
    """Tell who comes up into a scoregroup, and its columns in the order of their rows."""
    for choice in found.upfloaters:
        yield Step("Vega preface 2", "bracket", (choice.upfloater.tpn,), _coming(choice), _passed(choice))
    facts = [f"{format_points(residents[0].score)} points, players: {len(residents)}"]
    for who, what in (
        ([resident for resident, _ in found.islands], "can be paired with nobody of their score"),
        ([choice.upfloater for choice in found.upfloaters], "from below"),
        (made.moved, "moved to the other column"),
    ):
        if who:
            facts.append(f"{what}: {', '.join(map(str, _numbers(who)))}")
    if inside:
        facts.append(f"pairs inside a column: {inside}")
    details: dict[str, Detail] = {
        "white": _numbers(made.white),
        "black": _numbers(made.black),
        "buchholz": {str(c.tpn): format_points(c.buchholz) for c in (*made.white, *made.black)},
    }
    for name, players in (("moved", made.moved), ("islands", [resident for resident, _ in found.islands])):
        if players:
            details[name] = _numbers(players)
    if inside:
        details["pairs inside a column"] = inside
    article = "Vega 5" if first_round else "Vega 6.1"
    yield Step(article, "bracket", tuple(_numbers(residents)), "; ".join(facts), details)


def island(resident: Contender, choice: FloaterChoice) -> Step:
    """Tell of a resident without a possible opponent in his scoregroup."""
    reason = f"{resident.tpn} can be paired with nobody of his score: {_coming(choice)}"
    return Step("Vega B4", "pair", (resident.tpn, choice.upfloater.tpn), reason, _passed(choice))


def row(made: Row, *, first_round: bool) -> Step:
    """Tell of a pair of the columns."""
    first, second = made.first.tpn, made.second.tpn
    reason = f"{second} is the first whom {first} may meet"
    if made.refused:
        reason += " and who leaves the others a pairing as good"
    met = [c.tpn for c in made.illegal if c.tpn in made.first.competitor.history.opponents]
    others = [c.tpn for c in made.illegal if c.tpn not in met]
    passed = {"met": met, "not allowed": others, "worse for the others": _numbers(made.refused)}
    details: dict[str, Detail] = {name: players for name, players in passed.items() if players}
    return Step("Vega 5" if first_round else "Vega 6.2", "pair", (first, second), reason, details)


def _coming(choice: FloaterChoice) -> str:
    upfloater = choice.upfloater
    colour = f"due {choice.wanted.word}, " if choice.wanted else ""
    return (
        f"{upfloater.tpn} (Buchholz {format_points(upfloater.buchholz)}) comes up, the first possible in the order "
        f"nearest score ({format_points(upfloater.score)}), who can be spared, {colour}{choice.key.name}, alphabet"
    )


def _passed(choice: FloaterChoice) -> dict[str, Detail]:
    return {"not possible": _numbers(choice.passed)} if choice.passed else {}


def _numbers(contenders: Sequence[Contender]) -> list[PairingNumber]:
    return [contender.tpn for contender in contenders]
