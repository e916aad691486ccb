"""The golden tournaments as values: questions, and the answers that a named program gave."""

import json
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from nextround.core.formats import Report, read_trf
from nextround.core.pairing import RoundToPair, round_to_pair
from nextround.core.tournament import Colour, Kind

HERE = Path(__file__).parent
ARCHIVES = ("dutch2017", "dutch2026", "large")
_EDITIONS = {"Dutch 2017": "dutch-2017", "Dutch 2026": "dutch-2026"}
_AWAY = {"H": Kind.HALF_POINT_BYE, "F": Kind.FULL_POINT_BYE, "Z": Kind.ZERO_POINT_BYE, "U": Kind.PAB}

#: Boards without their order, White first, and who has the bye.
Boards = tuple[frozenset[tuple[int, int]], int | None]


@dataclass(frozen=True)
class Reference:
    """A tournament whose rounds were paired by a program; ``system`` is the name of the edition that it follows."""

    archive: str
    file: str
    facts: Mapping[str, Any]

    @property
    def system(self) -> str:
        return next(name for rules, name in _EDITIONS.items() if self.facts["rules"].startswith(rules))

    @property
    def report(self) -> Report:
        return read_trf(_texts(self.archive)[self.file])

    def questions(self) -> Iterator[tuple[int, RoundToPair, Boards]]:
        """Yield every round that the program paired: its number, the question, and the answer.

        The answer is the program's, but where `mistakes.json` says by which article it is wrong.
        """
        report = self.report
        for number in self.facts.get("bbp_rounds", range(1, self.facts["rounds"] + 1)):
            answer = by_the_rules(self.archive, self.file, number, boards_of(report, number))
            yield number, round_to_pair(report.tournament(number)), answer

    def unanswerable(self) -> RoundToPair | None:
        """Give the round for which the program found no legal pairing."""
        number = self.facts.get("no_pairing_round")
        if number is None:
            return None
        away = {int(tpn): _AWAY[letter] for tpn, letter in self.facts["absent_then"].items()}
        return round_to_pair(replace(self.report.tournament(number), unavailable=away))


def references(archive: str) -> list[Reference]:
    """List an archive's tournaments in the order of its manifest."""
    manifest = json.loads(_texts(archive)["MANIFEST.json"])
    return [Reference(archive, facts["file"], facts) for facts in manifest["tournaments"]]


def by_the_rules(archive: str, file: str, number: int, answer: Boards) -> Boards:
    """Put right the answer of a program that is known to be wrong, and by which article."""
    for mistake in json.loads((HERE / "mistakes.json").read_text("utf-8")):
        if (mistake["archive"], mistake["file"], mistake["round"]) == (archive, file, number):
            wrong, right = (
                {(int(white), int(black)) for white, _, black in (pair.partition("-") for pair in mistake[boards])}
                for boards in ("instead_of", "boards")
            )
            pairs, pab = answer
            assert wrong <= pairs
            return pairs - wrong | right, pab
    return answer


def boards_of(report: Report, number: int) -> Boards:
    """Read what a report has for a round as an answer."""
    pairs = set()
    pab = None
    for entry in report.entries:
        cell = entry.cell(number)
        if cell is not None and cell.opponent is not None and cell.colour is Colour.WHITE:
            pairs.add((entry.tpn, cell.opponent))
        if cell is not None and cell.code == "U":
            pab = entry.tpn
    return frozenset(pairs), pab


def expected(folder: str) -> Mapping[str, Mapping[str, Any]]:
    """Give the table of a folder of single positions: file -> what is expected of it and why."""
    table: Mapping[str, Mapping[str, Any]] = json.loads((HERE / folder / "expected.json").read_text("utf-8"))
    return table


def position(name: str) -> Report:
    """Read a single file, as ``editions/d1_….trf``."""
    return read_trf((HERE / name).read_bytes())


@cache
def _texts(archive: str) -> Mapping[str, bytes]:
    texts = {}
    with tarfile.open(HERE / f"{archive}.tar.xz") as tar:
        for member in tar:
            file = tar.extractfile(member)
            if file is not None:
                texts[Path(member.name).name] = file.read()
    return texts
