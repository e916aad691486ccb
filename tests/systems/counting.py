"""Searches for augmenting paths, counted: the measure of what a pairing costs that no machine can change."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from nextround.core.matching import Matching
from nextround.core.matching.narrowing import NarrowedMatching
from nextround.core.matching.weighted import WeightedMatching


@contextmanager
def counted_searches() -> Iterator[Counter[str]]:
    """Count the searches without and with weights while the block runs."""
    counted: Counter[str] = Counter()
    with pytest.MonkeyPatch.context() as patch:
        for kind, owner, method in (
            ("plain", Matching, "outer"),
            ("weighted", WeightedMatching, "_search"),
            ("weighted", NarrowedMatching, "_search_within"),
        ):
            patch.setattr(owner, method, _counting(counted, kind, getattr(owner, method)))
        yield counted


def _counting(counted: Counter[str], kind: str, method):
    def wrapper(*arguments):
        counted[kind] += 1
        return method(*arguments)

    return wrapper
