"""What an arbiter is told: the field, the brackets and the criteria they reach, the bye, who couldn't be placed."""

from collections.abc import Iterable, Iterator, Sequence

from nextround.core.matching import Matching, bits, mask_of, maximum_matching
from nextround.core.pairing.criteria import Reached
from nextround.core.pairing.trace import (
    BracketStep,
    ByeStep,
    Choice,
    CriterionValue,
    Fact,
    FieldStep,
    FirstCandidate,
    Meetings,
    NumberFact,
    PairStep,
    PassedOver,
    Players,
    PlayersFact,
)
from nextround.core.systems.dutch.bracket import Bracket
from nextround.core.systems.dutch.edition import Edition
from nextround.core.systems.dutch.field import Field
from nextround.core.systems.dutch.rounds import Stage
from nextround.core.tournament import NoLegalPairing, PairingNumber, Problem, format_points

_CHOICES: dict[Choice, str] = {
    "completion": "completion: so many must stay unpaired here that all others can be paired",
    "alone": "a player alone floats",
    "perfect": "a perfect candidate",
    "best": "no candidate is perfect: the first of the best",
}


def failures(
    field: Field, edition: Edition, bracket: Bracket, pairs: Sequence[tuple[int, int]]
) -> tuple[CriterionValue, ...]:
    """List the failures of a candidate by criterion, in order, zeros left out; the following bracket is not looked at.

    ``pairs`` are vertices, the higher ranked first.
    """
    seated = {v for pair in pairs for v in pair}
    left = [field.traits[v] for v in (*bracket.mdps, *bracket.residents) if v not in seated]
    players = [(field.traits[a], field.traits[b]) for a, b in pairs]
    # Nothing fails in a pair of equal scores and different colours.
    doubtful = [(a, b) for a, b in players if a.score != b.score or a.colour is b.colour]
    if not (left or doubtful):
        return ()
    reached = ((c, _without_zeros(c.reached(bracket.setting, doubtful, left))) for c in edition.criteria if not c.ahead)
    return tuple(criterion.value(failing) for criterion, failing in reached if failing)


def _without_zeros(reached: Reached) -> Reached:
    return reached if isinstance(reached, int) else tuple(entry for entry in reached if entry)


def written(reached: Iterable[CriterionValue]) -> str:
    """Write failures as an arbiter reads them: ``C6=1 C7=2.5 C12=2``."""
    return " ".join(
        f"{c.name}={c.value if isinstance(c.value, int) else '+'.join(map(format_points, c.value))}" for c in reached
    )


def field_step(field: Field, edition: Edition) -> FieldStep:
    """Tell who is paired, in which order and by which text."""
    topscorers = _numbers(field, bits(field.classes.topscorers))
    among = f"; topscorers are {', '.join(map(str, topscorers))}" if topscorers else ""
    facts: list[Fact] = [NumberFact("scoregroups", len(field.groups))]
    if topscorers:
        facts.append(PlayersFact("topscorers", topscorers))
    return FieldStep(
        edition.articles.field,
        f"{len(field.numbers)} players in {len(field.groups)} scoregroups, by {edition.text}{among}",
        tuple(field.numbers),
        facts=tuple(facts),
    )


def bracket_steps(field: Field, edition: Edition, stages: Sequence[Stage]) -> Iterator[BracketStep | PairStep]:
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
            yield PairStep(edition.articles.bracket, reason, first, second)


def _bracket_step(field: Field, edition: Edition, stage: Stage) -> BracketStep:
    bracket, paired = stage.bracket, stage.paired
    reached = failures(field, edition, bracket, paired.pairs)
    choice = _choice(field, edition, stage, reached)
    failing = f" ({written(reached)})" if reached else ""
    score = bracket.setting.lowest
    return BracketStep(
        article=edition.articles.completion if choice == "completion" else edition.articles.bracket,
        reason=f"{stage.name} of {format_points(score)}: {_CHOICES[choice]}{failing}",
        name=stage.name,
        score=score,
        residents=_numbers(field, bracket.residents),
        moved_down=_numbers(field, bracket.mdps),
        downfloaters=_numbers(field, paired.floaters),
        pairs=_pairs(field, paired.pairs),
        criteria=reached,
        choice=choice,
        first_candidate=_first_candidate(field, edition, stage),
    )


def _choice(field: Field, edition: Edition, stage: Stage, reached: Sequence[CriterionValue]) -> Choice:
    bracket, floaters = stage.bracket, len(stage.paired.floaters)
    least = bracket.size % 2
    many = bracket.complete and floaters > least
    if stage.forced or (many and floaters > _own_deficiency(field, bracket)):
        return "completion"
    if bracket.size == 1:
        return "alone"
    unavoidable = {c.name for c in edition.criteria[:2]}
    return "perfect" if floaters == least and all(c.name in unavoidable for c in reached) else "best"


def _first_candidate(field: Field, edition: Edition, stage: Stage) -> FirstCandidate | None:
    """Measure the candidate that the rules of order put first in a homogeneous bracket, where another was taken."""
    bracket = stage.bracket
    if bracket.mdps:
        return None
    half = len(bracket.residents) // 2
    pairs = list(zip(bracket.residents[:half], bracket.residents[half:], strict=False))
    if pairs == list(stage.paired.pairs):
        return None
    illegal = [(a, b) for a, b in pairs if not field.legal[a] >> b & 1]
    reached = () if illegal else failures(field, edition, bracket, pairs)
    return FirstCandidate(_pairs(field, pairs), _pairs(field, illegal), reached)


def bye_step(field: Field, edition: Edition, taker: PairingNumber) -> ByeStep:
    """Tell who has the bye, who else might, and who may not and why."""
    number = field.numbers
    score = field.traits[number.index(taker)].score
    same = (v for v in bits(field.classes.eligible) if field.traits[v].score == score)
    if edition.bye_score:
        why = f"at {format_points(score)}, the lowest score at which all others can be paired"
    else:
        why = f"left over by the last bracket, with {format_points(score)}"
    return ByeStep(
        edition.articles.bye_taker,
        f"{taker} has the pairing-allocated bye: {why}",
        taker,
        _numbers(field, bits(field.classes.eligible)),
        tuple(PassedOver(number[v], bar.reason, bar.article) for v, bar in field.bars.items()),
        facts=(PlayersFact("eligible at this score", _numbers(field, same)),),
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


def _numbers(field: Field, vertices: Iterable[int]) -> Players:
    numbers = field.numbers
    return tuple([numbers[v] for v in vertices])


def _pairs(field: Field, pairs: Iterable[tuple[int, int]]) -> Meetings:
    numbers = field.numbers
    return tuple([(numbers[a], numbers[b]) for a, b in pairs])
