"""C.04.3 articles 2.2 to 2.4 read literally: each criterion counts its failures, and fewer (or less) is better.

A list of scores or differences is sorted from the highest and compared as the text says: by the first that differs.
"""

from collections.abc import Callable, Iterator

from nextround.core.tournament import PairingNumber, Points

from tests.systems.literal.dutch_bracket import Bracket, Candidate

Failure = Callable[[Bracket, Candidate], object]
Criteria = tuple[tuple[str, Failure], ...]

ONE_POINT = 10


def downfloaters(_: Bracket, candidate: Candidate) -> int:
    """C6 (C.5): as many pairs, so as few downfloaters, as possible."""
    return len(candidate.downfloaters)


def scores_of_downfloaters(bracket: Bracket, candidate: Candidate) -> list[Points]:
    """C7 (2026)."""
    return _highest_first(bracket.the_round.score[tpn] for tpn in candidate.downfloaters)


def pairing_score_differences(bracket: Bracket, candidate: Candidate) -> list[Points]:
    """C.6 (2017): the PSD; who floats down meets an artificial score one point below the bracket's lowest."""
    score = bracket.the_round.score
    in_pairs = [abs(score[one] - score[other]) for one, other in candidate.pairs]
    artificial = bracket.lowest_score - ONE_POINT
    return _highest_first([*in_pairs, *(score[tpn] - artificial for tpn in candidate.downfloaters)])


def following_bracket_2026(bracket: Bracket, candidate: Candidate) -> object:
    """C8: the best C6 and C7 that the following bracket can reach, obeying C1 to C5."""
    if not bracket.following:
        return ()
    return bracket.look_ahead(candidate.downfloaters, lambda next_: _best_of(next_, scores_of_downfloaters))


def following_bracket_2017(bracket: Bracket, candidate: Candidate) -> object:
    """C.7: the best C.5 and C.6 that the following bracket can reach; if it is the last it must end the round."""
    if not bracket.following:
        return ()
    return bracket.look_ahead(candidate.downfloaters, lambda next_: _best_of(next_, pairing_score_differences))


def _best_of(following: Bracket, scores: Callable[[Bracket, Candidate], list[Points]]) -> object:
    reached = (
        (0, downfloaters(following, candidate), scores(following, candidate))
        for candidate in following.pairings()
        if following.allows(candidate)
    )
    return min(reached, default=(1, 0, []))


def unplayed_games_of_the_pab(bracket: Bracket, candidate: Candidate) -> int:
    """C9 (2026): only where exactly one player floats down and nobody lower has the score of the bye."""
    the_round = bracket.the_round
    if the_round.pab_score is None or len(candidate.downfloaters) != 1:
        return 0
    if the_round.pab_score < bracket.lowest_score:
        return 0
    return the_round.unplayed_games(candidate.downfloaters[0])


# Colours. A colour is that which 5.2 will give.


def topscorers_beyond_two(bracket: Bracket, candidate: Candidate) -> int:
    """C10 (C.8): topscorers or their opponents with a colour difference beyond 2."""
    return sum(
        abs(bracket.the_round.colour_difference(tpn) + (1 if colour == "W" else -1)) > 2
        for tpn, colour in _at_the_boards_of_topscorers(bracket, candidate)
    )


def topscorers_three_in_a_row(bracket: Bracket, candidate: Candidate) -> int:
    """C11 (C.9): topscorers or their opponents with one colour three times in a row."""
    return sum(
        bracket.the_round.colour_history[tpn][-2:] == 2 * colour
        for tpn, colour in _at_the_boards_of_topscorers(bracket, candidate)
    )


def preferences_denied(bracket: Bracket, candidate: Candidate) -> int:
    """C12 (C.10)."""
    return sum(bracket.the_round.preference(tpn)[0] not in ("", colour) for tpn, colour in _colours(bracket, candidate))


def strong_preferences_denied(bracket: Bracket, candidate: Candidate) -> int:
    """C13 (C.11): an absolute preference is not counted again."""
    count = 0
    for tpn, colour in _colours(bracket, candidate):
        wanted, strength = bracket.the_round.preference(tpn)
        count += strength == 2 and wanted != colour
    return count


# Floats. In 2017 whoever meets a lower (higher) score floats down (up); in 2026 the residents and MDPs are named.


def downfloat_again(rounds_ago: int) -> Failure:
    """C.12 and C.14 (2017)."""

    def failure(bracket: Bracket, candidate: Candidate) -> int:
        down = [*candidate.downfloaters, *(higher for higher, _ in _unequal(bracket, candidate))]
        return sum(bracket.the_round.float(tpn, rounds_ago) == "down" for tpn in down)

    return failure


def upfloat_again(rounds_ago: int) -> Failure:
    """C.13 and C.15 (2017)."""

    def failure(bracket: Bracket, candidate: Candidate) -> int:
        return sum(bracket.the_round.float(lower, rounds_ago) == "up" for _, lower in _unequal(bracket, candidate))

    return failure


def differences_of_downfloat_again(rounds_ago: int) -> Failure:
    """C.16 and C.18 (2017); who floats down from the bracket meets the artificial score of the PSD."""

    def failure(bracket: Bracket, candidate: Candidate) -> list[Points]:
        the_round, score = bracket.the_round, bracket.the_round.score
        artificial = bracket.lowest_score - ONE_POINT
        down = [(tpn, score[tpn] - artificial) for tpn in candidate.downfloaters]
        down += [(higher, score[higher] - score[lower]) for higher, lower in _unequal(bracket, candidate)]
        return _highest_first(difference for tpn, difference in down if the_round.float(tpn, rounds_ago) == "down")

    return failure


def differences_of_upfloat_again(rounds_ago: int) -> Failure:
    """C.17 and C.19 (2017)."""

    def failure(bracket: Bracket, candidate: Candidate) -> list[Points]:
        score = bracket.the_round.score
        return _highest_first(
            score[higher] - score[lower]
            for higher, lower in _unequal(bracket, candidate)
            if bracket.the_round.float(lower, rounds_ago) == "up"
        )

    return failure


def residents_downfloat_again(rounds_ago: int) -> Failure:
    """C14 and C16 (2026)."""

    def failure(bracket: Bracket, candidate: Candidate) -> int:
        down = [tpn for tpn in candidate.downfloaters if tpn in bracket.residents]
        return sum(bracket.the_round.float(tpn, rounds_ago) == "down" for tpn in down)

    return failure


def opponents_of_mdps_upfloat_again(rounds_ago: int) -> Failure:
    """C15 and C17 (2026)."""

    def failure(bracket: Bracket, candidate: Candidate) -> int:
        return sum(
            bracket.the_round.float(opponent, rounds_ago) == "up" for _, opponent in _of_mdps(bracket, candidate)
        )

    return failure


def differences_of_mdps_downfloat_again(rounds_ago: int) -> Failure:
    """C18 and C20 (2026); in limbo a moved-down player differs by more than from any resident."""

    def failure(bracket: Bracket, candidate: Candidate) -> list[Points]:
        score = bracket.the_round.score
        differences = {mdp: score[mdp] - score[opponent] for mdp, opponent in _of_mdps(bracket, candidate)}
        beyond = bracket.lowest_score - ONE_POINT
        return _highest_first(
            differences.get(mdp, score[mdp] - beyond)
            for mdp in bracket.mdps
            if bracket.the_round.float(mdp, rounds_ago) == "down"
        )

    return failure


def differences_of_opponents_upfloat_again(rounds_ago: int) -> Failure:
    """C19 and C21 (2026)."""

    def failure(bracket: Bracket, candidate: Candidate) -> list[Points]:
        score = bracket.the_round.score
        return _highest_first(
            score[mdp] - score[opponent]
            for mdp, opponent in _of_mdps(bracket, candidate)
            if bracket.the_round.float(opponent, rounds_ago) == "up"
        )

    return failure


def _highest_first(values: object) -> list[Points]:
    return sorted(values, reverse=True)  # type: ignore[call-overload,no-any-return]


def _colours(bracket: Bracket, candidate: Candidate) -> Iterator[tuple[PairingNumber, str]]:
    for pair in candidate.pairs:
        white, black = bracket.the_round.colours(*pair)
        yield white, "W"
        yield black, "B"


def _at_the_boards_of_topscorers(bracket: Bracket, candidate: Candidate) -> Iterator[tuple[PairingNumber, str]]:
    the_round = bracket.the_round
    boards = tuple(pair for pair in candidate.pairs if any(the_round.is_topscorer(tpn) for tpn in pair))
    return _colours(bracket, Candidate(boards, ()))


def _unequal(bracket: Bracket, candidate: Candidate) -> Iterator[tuple[PairingNumber, PairingNumber]]:
    score = bracket.the_round.score
    for pair in candidate.pairs:
        higher, lower = bracket.the_round.higher_ranked(*pair)
        if score[higher] > score[lower]:
            yield higher, lower


def _of_mdps(bracket: Bracket, candidate: Candidate) -> Iterator[tuple[PairingNumber, PairingNumber]]:
    return ((mdp, opponent) for mdp, opponent in candidate.pairs if mdp in bracket.mdps)


CRITERIA_2026: Criteria = (
    ("C6", downfloaters),
    ("C7", scores_of_downfloaters),
    ("C8", following_bracket_2026),
    ("C9", unplayed_games_of_the_pab),
    ("C10", topscorers_beyond_two),
    ("C11", topscorers_three_in_a_row),
    ("C12", preferences_denied),
    ("C13", strong_preferences_denied),
    ("C14", residents_downfloat_again(1)),
    ("C15", opponents_of_mdps_upfloat_again(1)),
    ("C16", residents_downfloat_again(2)),
    ("C17", opponents_of_mdps_upfloat_again(2)),
    ("C18", differences_of_mdps_downfloat_again(1)),
    ("C19", differences_of_opponents_upfloat_again(1)),
    ("C20", differences_of_mdps_downfloat_again(2)),
    ("C21", differences_of_opponents_upfloat_again(2)),
)

PPB_AND_CLB_2017: Criteria = (
    ("C.5", downfloaters),
    ("C.6", pairing_score_differences),
    ("C.8", topscorers_beyond_two),
    ("C.9", topscorers_three_in_a_row),
    ("C.10", preferences_denied),
    ("C.11", strong_preferences_denied),
    ("C.12", downfloat_again(1)),
    ("C.13", upfloat_again(1)),
    ("C.14", downfloat_again(2)),
    ("C.15", upfloat_again(2)),
    ("C.16", differences_of_downfloat_again(1)),
    ("C.17", differences_of_upfloat_again(1)),
    ("C.18", differences_of_downfloat_again(2)),
    ("C.19", differences_of_upfloat_again(2)),
)

#: C.7 is for brackets before the penultimate one.
CRITERIA_2017: Criteria = (*PPB_AND_CLB_2017[:2], ("C.7", following_bracket_2017), *PPB_AND_CLB_2017[2:])
