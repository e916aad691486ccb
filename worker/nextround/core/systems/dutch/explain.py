"""What an arbiter is told: the field, the brackets and the criteria they reach, the bye, who couldn't be placed."""

from collections.abc import Iterator, Mapping, Sequence

from nextround.core.matching import Matching, bits, mask_of, maximum_matching
from nextround.core.pairing.criteria import nothing
from nextround.core.pairing.trace import Detail, Step
from nextround.core.systems.dutch.bracket import Bracket
from nextround.core.systems.dutch.edition import Edition
from nextround.core.systems.dutch.field import Field
from nextround.core.systems.dutch.rounds import Stage
from nextround.core.tournament import NoLegalPairing, PairingNumber, Problem, format_points

Vector = dict[str, int | tuple[str, ...]]


def vector(field: Field, edition: Edition, bracket: Bracket, pairs: Sequence[tuple[int, int]]) -> Vector:
    """List the failures of a candidate by criterion, in order, zeros left out; the following bracket is not looked at.

    ``pairs`` are vertices, the higher ranked first.
    """
    seated = {v for pair in pairs for v in pair}
    left = [field.traits[v] for v in (*bracket.mdps, *bracket.residents) if v not in seated]
    players = [(field.traits[a], field.traits[b]) for a, b in pairs]
    # Nothing fails in a pair of equal scores and different colours.
    doubtful = [(a, b) for a, b in players if a.score != b.score or a.colour is b.colour]
    if not (left or doubtful):
        return {}
    reached: Vector = {}
    for criterion in edition.criteria:
        asked = (left and criterion.floater is not nothing) or (doubtful and criterion.pair is not nothing)
        if criterion.ahead or not asked:
            continue
        failures = criterion.reached(bracket.setting, doubtful, left)
        if isinstance(failures, int):
            if failures:
                reached[criterion.name] = failures
        elif any(failures):
            reached[criterion.name] = tuple(format_points(entry) for entry in failures if entry)
    return reached


def written(reached: Mapping[str, int | tuple[str, ...]]) -> str:
    """Write a vector as an arbiter reads it: ``C6=1 C7=2.5 C12=2``."""
    return " ".join(
        f"{name}={failures if isinstance(failures, int) else '+'.join(failures)}" for name, failures in reached.items()
    )


def field_step(field: Field, edition: Edition) -> Step:
    """Tell who is paired, in which order and by which text."""
    numbers = tuple(field.numbers)
    topscorers = _numbers(field, bits(field.classes.topscorers))
    among = f"; topscorers are {', '.join(map(str, topscorers))}" if topscorers else ""
    return Step(
        edition.articles.field,
        "field",
        numbers,
        f"{len(numbers)} players in {len(field.groups)} scoregroups, by {edition.text}{among}",
        {
            "edition": edition.name,
            "scoregroups": len(field.groups),
            **({"topscorers": topscorers} if topscorers else {}),
        },
    )


def bracket_steps(field: Field, edition: Edition, stages: Sequence[Stage]) -> Iterator[Step]:
    """Tell of each bracket who was in it, who floats, what it reaches and what made the choice; then of its pairs."""
    for stage in stages:
        yield _bracket_step(field, edition, stage)
        mdps = set(stage.bracket.mdps)
        for higher, lower in stage.paired.pairs:
            first, second = field.numbers[higher], field.numbers[lower]
            who = (
                f"{first}, moved down, meets {second}, the first resident"
                if higher in mdps
                else (f"{first} of S1 meets {second}, the first of S2")
            )
            reason = f"{who} who leaves the others the best pairing"
            yield Step(edition.articles.bracket, "pair", (first, second), reason)


def _bracket_step(field: Field, edition: Edition, stage: Stage) -> Step:
    bracket, paired = stage.bracket, stage.paired
    reached = vector(field, edition, bracket, paired.pairs)
    details: dict[str, Detail] = {
        "bracket": stage.name,
        "score": format_points(bracket.setting.lowest),
        "residents": _numbers(field, bracket.residents),
        "mdps": _numbers(field, bracket.mdps),
        "downfloaters": _numbers(field, paired.floaters),
        "pairs": [_numbers(field, pair) for pair in paired.pairs],
        "criteria": reached,
    }
    least = bracket.size % 2
    many = bracket.complete and len(paired.floaters) > least
    if stage.forced or (many and len(paired.floaters) > _own_deficiency(field, bracket)):
        choice = "completion: so many must stay unpaired here that all others can be paired"
        article = edition.articles.completion
    elif bracket.size == 1:
        choice = "a player alone floats"
        article = edition.articles.bracket
    else:
        perfect = len(paired.floaters) == least and not any(
            name for name in reached if name not in {c.name for c in edition.criteria[:2]}
        )
        choice = "a perfect candidate" if perfect else "no candidate is perfect: the first of the best"
        article = edition.articles.bracket
    details["choice"] = choice.partition(":")[0]
    if (first := _first(bracket)) is not None and first != list(paired.pairs):
        details["first candidate"] = _tried(field, edition, bracket, first)
    numbers = _numbers(field, sorted((*bracket.mdps, *bracket.residents)))
    failing = f" ({written(reached)})" if reached else ""
    return Step(article, "bracket", numbers, f"{stage.name} of {details['score']}: {choice}{failing}", details)


def _first(bracket: Bracket) -> list[tuple[int, int]] | None:
    """Give the candidate that the rules of order put first, in a homogeneous bracket."""
    if bracket.mdps:
        return None
    half = len(bracket.residents) // 2
    return list(zip(bracket.residents[:half], bracket.residents[half:], strict=False))


def _tried(field: Field, edition: Edition, bracket: Bracket, pairs: Sequence[tuple[int, int]]) -> Mapping[str, Detail]:
    illegal = [(a, b) for a, b in pairs if not field.legal[a] >> b & 1]
    told: dict[str, Detail] = {"pairs": [_numbers(field, pair) for pair in pairs]}
    if illegal:
        told["may not meet"] = [_numbers(field, pair) for pair in illegal]
    else:
        told["criteria"] = vector(field, edition, bracket, pairs)
    return told


def bye_step(field: Field, edition: Edition, taker: PairingNumber) -> Step:
    """Tell who has the bye, who else might, and who may not and why."""
    number = field.numbers
    vertex = number.index(taker)
    score = field.traits[vertex].score
    eligible = [number[v] for v in bits(field.classes.eligible)]
    same = [number[v] for v in bits(field.classes.eligible) if field.traits[v].score == score]
    if edition.bye_score:
        why = f"at {format_points(score)}, the lowest score at which all others can be paired"
    else:
        why = f"left over by the last bracket, with {format_points(score)}"
    return Step(
        edition.articles.bye_taker,
        "bye",
        (taker,),
        f"{taker} has the pairing-allocated bye: {why}",
        {
            "eligible": eligible,
            "eligible at this score": same,
            "barred": {str(number[v]): f"{bar.reason} ({bar.article})" for v, bar in field.bars.items()},
        },
    )


def refusal(field: Field, edition: Edition) -> NoLegalPairing:
    """Tell that no complete pairing exists, and of whom always some stay over (Gallai and Edmonds)."""
    matching = maximum_matching(field.legal)
    left = matching.free.bit_count()
    numbers = sorted(_numbers(field, bits(matching.missable())))
    names = ", ".join(field.question.everyone[tpn].player.label for tpn in numbers)
    if field.size % 2 == 0:
        message = f"of the players {names} always {left} stay without an opponent"
    elif left > 1:
        message = f"of the players {names} always {left} stay without an opponent, and only one may have the bye"
    elif len(numbers) == 1:
        message = f"player {names} stays without an opponent and may not have the bye"
    else:
        message = f"always one of the players {names} stays without an opponent, and none of them may have the bye"
    return NoLegalPairing(
        Problem("no-legal-pairing", f"no complete pairing exists: {message}", article=edition.articles.round)
    )


def _own_deficiency(field: Field, bracket: Bracket) -> int:
    """Count who must stay unpaired in a bracket whatever lies below it; mdps don't meet each other."""
    mdps, residents = mask_of(bracket.mdps), mask_of(bracket.residents)
    rows = [row & (residents if mdps >> v & 1 else mdps | residents) for v, row in enumerate(field.legal)]
    return Matching(rows, mdps | residents).maximise()


def _numbers(field: Field, vertices: Iterator[int] | Sequence[int]) -> tuple[PairingNumber, ...]:
    numbers = field.numbers
    return tuple([numbers[v] for v in vertices])
