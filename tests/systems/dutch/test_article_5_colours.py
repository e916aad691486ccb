"""C.04.3 article 5 (2017: E): who has White. Two players are there; nothing but their past decides."""

import pytest
from nextround.core.tournament import Colour, InvalidTournament

from tests.builders import question
from tests.systems.dutch.editions import EDITIONS, answer
from tests.systems.dutch.positions import only

editions = pytest.mark.parametrize("edition", EDITIONS)


def colours(edition: str, *rounds: str, of: int = 12) -> str:
    """Pair 1 and 2 after these rounds, in which they met others."""
    return answer(only((1, 2), 12, *rounds, of=of), edition)


@editions
@pytest.mark.article("C.04.3 (2017) E.1", "C.04.3 (2026) 5.2.1", "C.04.3 (2026) 1.7.4", "C.04.3 (2017) A.6")
def test_both_preferences_are_granted(edition: str):
    assert colours(edition, "1-3 ½, 4-2 ½") == "2-1"
    assert colours(edition, "3-1 ½, 2-4 ½") == "1-2"
    assert colours(edition, "1-3 ½, 2 half") == "2-1"  # 2 has none
    assert colours(edition, "1 half, 2-3 ½") == "1-2"  # 1 has none


@editions
@pytest.mark.article("C.04.3 (2017) E.2", "C.04.3 (2026) 5.2.2", "C.04.3 (2026) 1.7.2", "C.04.3 (2026) 1.7.3")
def test_the_stronger_preference_is_granted(edition: str):
    # 1: mild Black after BW; 2: strong Black after WBW, or absolute after WW; then 1 strong and 2 absolute.
    assert colours(edition, "1 half, 2-3 ½", "4-1 ½, 5-2 ½", "1-6 ½, 2-7 ½") == "1-2"
    assert colours(edition, "3-1 ½, 2-4 ½", "1-5 ½, 2-6 ½") == "1-2"
    assert colours(edition, "1-3 ½, 2 half", "4-1 ½, 2-5 ½", "1-6 ½, 2-7 ½") == "1-2"
    # And the other way round, against the order of 5.2.4 with Black instead of White.
    assert colours(edition, "1 half, 3-2 ½", "1-4 ½, 2-5 ½", "6-1 ½, 7-2 ½") == "2-1"


@editions
@pytest.mark.article("C.04.3 (2017) E.2", "C.04.3 (2026) 5.2.2")
def test_of_two_absolute_preferences_the_wider_difference_is_granted(edition: str):
    """Topscorers in the last round: 1 had BWW and a half-point bye, 2 had WWBW, so that his difference is 2."""
    rounds = ("3-1 0-1, 2-4 1-0", "1-5 1-0, 2-6 1-0", "1-7 1-0, 8-2 0-1", "1 half, 2-9 0-1")
    assert colours(edition, *rounds, of=5) == "1-2"


@editions
@pytest.mark.article("C.04.3 (2017) E.3", "C.04.3 (2026) 5.2.3")
def test_the_latest_round_with_different_colours_is_turned_round(edition: str):
    # 1: WBBW, 2: BWBW. Both prefer Black mildly; in the third game from the end 1 had Black and 2 White.
    assert colours(edition, "1-3 ½, 4-2 ½", "5-1 ½, 2-6 ½", "7-1 ½, 8-2 ½", "1-9 ½, 2-10 ½") == "1-2"
    assert colours(edition, "3-1 ½, 2-4 ½", "1-5 ½, 6-2 ½", "7-1 ½, 8-2 ½", "1-9 ½, 2-10 ½") == "2-1"


@editions
@pytest.mark.article("C.04.3 (2017) E.3", "C.04.3 (2026) 5.2.3", "C.04.2 (2026) 3.4")
def test_games_are_compared_from_the_end_and_not_round_by_round(edition: str):
    """1: WB-BW, 2: -BWBW. Squeezed, the third game from the end differs; round by round none does."""
    rounds = ("1-3 ½, 2 half", "4-1 ½, 5-2 ½", "1 half, 2-6 ½", "7-1 ½, 8-2 ½", "1-9 ½, 2-10 ½")
    assert colours(edition, *rounds) == "1-2"


@editions
@pytest.mark.article("C.04.3 (2017) E.4", "C.04.3 (2026) 5.2.4")
def test_the_preference_of_the_higher_ranked_is_granted(edition: str):
    assert colours(edition, "1-3 ½, 2-4 ½") == "2-1"
    assert colours(edition, "1-3 0-1, 2-4 1-0") == "1-2"  # 2 has more points
    assert colours(edition, "3-1 ½, 4-2 ½") == "1-2"


@editions
@pytest.mark.article("C.04.3 (2017) E.5", "C.04.3 (2026) 5.2.5")
def test_without_preferences_an_odd_number_has_the_initial_colour(edition: str):
    assert answer(question(6, of=3), edition) == "1-4 5-2 3-6"
    assert answer(question(6, of=3, initial_colour=Colour.BLACK), edition) == "4-1 2-5 6-3"


@editions
@pytest.mark.article("C.04.3 (2017) E.5", "C.04.3 (2026) 5.2.5")
def test_numbers_count_among_those_who_are_there_or_ever_took_part(edition: str):
    assert answer(only((2, 3), 3, of=3), edition) == "2-3"  # 1 never came: 2 is the first
    assert answer(only((2, 3), 3, "1 pab, 2 half, 3 half", of=3), edition) == "3-2"  # 1 had the bye: 2 is the second
    asked = question(4, "1-2 +-, 3 late, 4 late", unavailable={1: "absent", 2: "absent"}, of=3)
    assert answer(asked, edition) == "3-4"  # a forfeit is a pairing: 3 is the third


@pytest.mark.parametrize(
    ("edition", "article"), [("dutch-2017", "C.04.3 (2017) E.5"), ("dutch-2026", "C.04.3 (2026) 5.2.5")]
)
@pytest.mark.article("C.04.3 (2017) E.5", "C.04.3 (2026) 5.2.5")
def test_without_an_initial_colour_the_article_of_the_edition_is_named(edition: str, article: str):
    with pytest.raises(InvalidTournament) as refused:
        EDITIONS[edition].pair(question(4, of=3, initial_colour=None))
    assert [problem.article for problem in refused.value.problems] == [article]
