"""Graphs on integer bitsets; knows no chess."""

from worker.matching.cardinality import SINGLE, Matching, bits, lowest_bit, maximum_matching

__all__ = ["SINGLE", "Matching", "bits", "lowest_bit", "maximum_matching"]
