"""The tie-breaks by ratings (article 10), with the tables of B.02 that they refer to.

All work on the games over the board alone. Unrated opponents have no rating here: the list drops these tie-breaks, or
the event has given them one.
"""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction

#: B.02 8.1.2: the largest difference for each expected score from 50 hundredths on; beyond the last it is 100.
_LARGEST = (
    *(
        3,
        10,
        17,
        25,
        32,
        39,
        46,
        53,
        61,
        68,
        76,
        83,
        91,
        98,
        106,
        113,
        121,
        129,
        137,
        145,
        153,
        162,
        170,
        179,
        188,
        197,
    ),
    *(
        206,
        215,
        225,
        235,
        245,
        256,
        267,
        278,
        290,
        302,
        315,
        328,
        344,
        357,
        374,
        391,
        411,
        432,
        456,
        484,
        517,
        559,
        619,
    ),
    735,
)

#: B.02 8.1.1: the difference for each score from 50 hundredths on.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193),
    *(
        202,
        211,
        220,
        230,
        240,
        251,
        262,
        273,
        284,
        296,
        309,
        322,
        336,
        351,
        366,
        383,
        401,
        422,
        444,
        470,
        501,
        538,
        589,
    ),
    *(677, 800),
)

#: The largest difference for which the expected score is below 100 hundredths, and one more (10.3).
_SURE = _LARGEST[-1] + 1


def expected(difference: int) -> int:
    """Give the expected score against an opponent who is rated so much lower, in hundredths; no limit of 400."""
    hundredths = 50 + bisect_left(_LARGEST, abs(difference))
    return hundredths if difference >= 0 else 100 - hundredths


def half_up(value: Fraction) -> int:
    """Round to the next whole number, halves up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def average(ratings: Sequence[int]) -> int | None:
    """Average ratings, halves up; None for none (10.1)."""
    return half_up(Fraction(sum(ratings), len(ratings))) if ratings else None


def performance(ratings: Sequence[int], halves: int) -> int | None:
    """Give the performance rating (10.2) against these opponents with so many half points; None for none.

    Reading (T-12): the score is rounded to hundredths, halves up, and the average is the rounded one.
    """
    mean = average(ratings)
    if mean is None:
        return None
    hundredths = half_up(Fraction(100 * halves, 2 * len(ratings)))
    if hundredths >= 50:
        return mean + _DIFFERENCES[hundredths - 50]
    return mean - _DIFFERENCES[50 - hundredths]


def perfect_performance(ratings: Sequence[int], halves: int) -> int | None:
    """Give the least rating whose expected score is no less than the real one (10.3); None without opponents."""
    if not ratings:
        return None
    if halves == 0:
        return min(ratings) - 800
    low, high = min(ratings) - _SURE, max(ratings) + _SURE
    wanted = 50 * halves
    while low < high:
        middle = (low + high) // 2
        if sum(expected(middle - rating) for rating in ratings) >= wanted:
            high = middle
        else:
            low = middle + 1
    return low
