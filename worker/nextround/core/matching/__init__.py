"""Graphs on integer bitsets; knows no chess."""

from nextround.core.matching.bipartite import first_perfect_matching
from nextround.core.matching.cardinality import SINGLE, Matching, bits, lowest_bit, mask_of, maximum_matching
from nextround.core.matching.weighted import WeightedMatching, maximum_weight_perfect_matching
from nextround.core.matching.witness import Spared, Witness, spared

__all__ = [
    "SINGLE",
    "Matching",
    "Spared",
    "WeightedMatching",
    "Witness",
    "bits",
    "first_perfect_matching",
    "lowest_bit",
    "mask_of",
    "maximum_matching",
    "maximum_weight_perfect_matching",
    "spared",
]
