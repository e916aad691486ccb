"""One table of what in a tournament can contradict something else: what is refused, what is warned of, and why.

Refused is what can't be meant: to answer it would be to guess. Warned of is what happened over the board, against the
rules or not: it can't be undone, and play must go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple


class Contradiction(NamedTuple):
    """A row: the code, what it is, what is done about it and why, and the article if a rule text is concerned.

    ``door`` says where it can occur: in an event of players, in a report, or in both.
    """

    code: str
    what: str
    verdict: Literal["refused", "warned"]
    why: str
    door: Literal["event", "report", "both"] = "both"
    article: str = ""


_GUESS = "which of the two is meant is not known"
_WENT_ON = "it happened over the board, and play must go on"

TABLE: tuple[Contradiction, ...] = (
    Contradiction("duplicate-id", "a player twice in the list, or in one forbidden group", "refused", _GUESS),
    Contradiction("duplicate-tpn", "a pairing number twice", "refused", _GUESS, article="C.04.2 (2026) 2.2"),
    Contradiction("unknown-id", "somebody who is not in the list", "refused", "who is meant is not known"),
    Contradiction("second-record", "two games or byes of a player in one round", "refused", _GUESS, "event"),
    Contradiction("not-recorded", "a player of whom a round says nothing", "refused", "it may be lost", "event"),
    Contradiction("duplicate-round", "a round recorded twice", "refused", _GUESS, "event"),
    Contradiction("missing-round", "a round before the one to pair without a record", "refused", "it may be lost"),
    Contradiction(
        "missing-result", "a game without its result", "refused", "it may come still", article="C.04.2 (2026) 3.1"
    ),
    Contradiction(
        "round-out-of-range", "a round after the last, or a last one before the first", "refused",
        "the round or the number of rounds is wrong", article="C.04.1 (2026) 1",
    ),
    Contradiction("wrong-points", "points that are not the sum of the rounds", "refused", "one of them is wrong"),
    Contradiction("not-reciprocal", "two lines of one game that differ", "refused", _GUESS, "report"),
    Contradiction(
        "plays-after-withdrawal",
        "a game, or a bye with points, of one who is withdrawn, in a recorded round or in the one to pair", "refused",
        "the withdrawn are not paired and score nothing", "event", "C.04.2 (2026) 3.2",
    ),
    Contradiction(
        "not-entered-after-playing", "`not-entered` after a game or a bye with points", "refused",
        "who has taken part has entered; who stays away is `absent`", "event",
    ),
    Contradiction(
        "second-pab", "two pairing-allocated byes in the round to pair", "refused",
        "nothing has happened yet, and there is one at most", article="C.04.1 (2026) 3",
    ),
    Contradiction(
        "recorded-pabs", "several pairing-allocated byes in a recorded round", "warned", _WENT_ON,
        article="C.04.1 (2026) 3",
    ),
    Contradiction(
        "recorded-rematch", "a second meeting in the recorded rounds", "warned", _WENT_ON, article="C.04.1 (2026) 2"
    ),
    Contradiction(
        "recorded-second-bye", "a pairing-allocated bye, in a recorded round, of one who was barred from it", "warned",
        _WENT_ON, article="C.04.1 (2026) 4",
    ),
    Contradiction(
        "second-bye", "the bye of the round to pair, given by hand to one who is barred from it", "warned",
        "a bye given beforehand is the arbiter's decision", article="C.04.1 (2026) 4",
    ),
    Contradiction(
        "fixed-pair", "a pair made by hand of two who have met, may not meet, or are away", "refused",
        "nothing has happened yet, and the basic rules stand above the arbiter", article="C.04.1 (2026) 2",
    ),
    Contradiction(
        "round-without-games", "a round before a played one in which nobody played", "warned",
        "it was held, if only with byes", "report",
    ),
    Contradiction("blank-rounds", "a line that ends rounds before the others", "warned", "read as absent", "report"),
)  # fmt: skip

BY_CODE: Mapping[str, Contradiction] = {row.code: row for row in TABLE}


def as_markdown() -> str:
    """Write the table as the documentation has it."""
    where = {"event": "events", "report": "reports", "both": "both"}
    rows = (
        f"| `{row.code}` | {row.what} | {row.verdict} | {row.why} | {where[row.door]} | {row.article} |\n"
        for row in TABLE
    )
    return "| code | what | verdict | why | where | article |\n|---|---|---|---|---|---|\n" + "".join(rows)
