"""Every article that must have a test, system by system.

The numbers of C.04.3 (2026) article 3 follow those of 2017's B, which it restates. Left out are articles without a rule
of their own, and what a text says is not implemented.
"""

from collections.abc import Mapping

_DUTCH_2017 = (
    *(f"A.{n}" for n in (1, 2, 3, 4, 5, 6, 7, 9)),
    *(f"B.{n}" for n in range(1, 9)),
    *(f"C.{n}" for n in range(1, 20)),
    *(f"D.{n}" for n in range(1, 4)),
    *(f"E.{n}" for n in range(1, 6)),
)

_DUTCH_2026 = (
    "0",
    "1.1",
    "1.2",
    *(f"1.3.{n}" for n in range(1, 5)),
    *(f"1.4.{n}" for n in range(1, 5)),
    "1.5",
    "1.6",
    *(f"1.7.{n}" for n in range(1, 5)),
    "1.8",
    "1.9",
    "1.9.3",
    *(f"2.1.{n}" for n in range(1, 4)),  # C1 to C3
    "2.2",  # C4
    "2.3",  # C5
    *(f"2.4.{n}" for n in range(1, 17)),  # C6 to C21
    *(f"3.{n}" for n in range(1, 9)),
    *(f"4.{n}" for n in range(2, 6)),
    "5.1",
    *(f"5.2.{n}" for n in range(1, 6)),
)

ARTICLES: Mapping[str, tuple[str, ...]] = {
    "C.04.3 (2017)": tuple(f"C.04.3 (2017) {article}" for article in _DUTCH_2017),
    "C.04.3 (2026)": tuple(f"C.04.3 (2026) {article}" for article in _DUTCH_2026),
    "Amalfi": (*(f"Amalfi step {n}" for n in range(1, 7)), *(f"Amalfi A{n}" for n in range(1, 11))),
    "C.04.5.1 (2016)": tuple(f"C.04.5.1 (2016) {n}" for n in range(1, 6)),
    "C.04.7 (2026)": tuple(f"C.04.7 (2026) 1.{n}" for n in range(1, 6)),
    "C.04.4.1 (2026)": tuple(
        f"C.04.4.1 (2026) {article}"
        for article in (
            *("1.1", "1.3.2", *(f"1.6.{n}" for n in range(1, 5)), "1.7.1", "1.7.3", "1.8.1", "1.8.2", "1.9"),
            *(f"2.1.{n}" for n in range(1, 4)),  # C1 to C3
            "2.2.1",  # C4
            *(f"2.3.{n}" for n in range(1, 7)),  # C5 to C10
            *(f"3.1.{n}" for n in range(1, 6)),
            *("3.2.1", "3.2.2", "3.2.3", "3.2.4.1", "3.2.4.2", "3.2.5", "3.2.6"),
            *("4.1", "4.2.1", "4.2.2", "4.2.3", "4.3.1", "4.3.2", "4.3.3", "4.4.1", "4.4.2"),
            *(f"5.2.{n}" for n in range(1, 6)),
        )
    ),
    "C.04.4.2 (2026)": tuple(
        f"C.04.4.2 (2026) {article}"
        for article in (
            *("1.2.2", *(f"1.5.{n}" for n in range(1, 5)), "1.6.1", "1.6.2"),
            *("1.7.1.1", "1.7.1.2", "1.7.2", "1.7.2.3", "1.8.1", "1.8.2", "1.9"),
            *(f"2.1.{n}" for n in range(1, 4)),  # C1 to C3
            "2.2.1",  # C4
            *(f"2.3.{n}" for n in range(1, 5)),  # C5 to C8
            *(f"3.1.{n}" for n in range(1, 6)),
            *("3.2.1", "3.2.2", "4.1", "4.2", "4.3"),
            *(f"5.2.{n}" for n in range(1, 6)),
        )
    ),
    "C.04.4.3 (2026)": tuple(
        f"C.04.4.3 (2026) {article}"
        for article in (
            *(f"2.{n}" for n in range(1, 7)),
            *("3.2.2", "3.2.3", "3.3", "3.8", "3.9", "3.10", "4.2", "4.3", "4.4.1", "4.4.2"),
            *("5.1", "5.3", "5.4", "5.5", "5.6", "6", "7.2"),
        )
    ),
    "C.04.5 (2026)": tuple(
        f"C.04.5 (2026) {article}"
        for article in (
            *("0", "1.3.2", "2.1.1", "2.1.2", "2.2.1"),
            *(f"2.3.{n}" for n in range(1, 6)),  # C4 to C8
            *("3.3", "3.4", "3.5", "3.6"),
            *(f"4.3.{n}" for n in range(1, 6)),
        )
    ),
    "C.04.6 (2026)": tuple(
        f"C.04.6 (2026) {article}"
        for article in (
            *("1.2", "1.4", "1.6.1", "1.7.1", "1.7.2", "2.1.1", "2.1.2", "2.2.1"),
            *(f"2.3.{n}" for n in range(1, 8)),  # C4 to C10
            *("3.3", "3.4", "3.5", "3.6", "4.2"),
            *(f"4.3.{n}" for n in range(1, 10)),
        )
    ),
    "Round robins": ("C.05 annex 1", "C.06 V.4"),
    "Vega": (
        *(f"Vega preface {n}" for n in (1, 2)),
        *(f"Vega {article}" for article in ("1", "2.1", "2.2", "2.3", "2.4", "2.5", "3", "4", "5", "6.1", "6.2")),
        *(f"Vega B{n}" for n in range(11)),
        *(f"Vega V-{n}" for n in range(1, 21)),
    ),
}
