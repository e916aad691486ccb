"""``make mutants``: run a sample of the mutants of the Dutch engine, and list those that no test notices.

Survivors that README.md explains are only counted; any other makes the status 1.
"""

import argparse
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import hypothesis  # noqa: F401 - what the children would each import
import nextround.broker.redis.embedded  # noqa: F401
import pytest

from tests.mutants.mutations import Mutant, mutants
from tests.mutants.plugin import OneMutant, Sample

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "worker" / "nextround" / "core" / "systems" / "dutch"
PACKAGE = "nextround.core.systems.dutch"
EXPLAINED = Path(__file__).with_name("README.md")
#: The quickest first: a run ends with the first test that fails.
TESTS = (
    "test_article_1_definitions.py",
    "test_article_2_absolute.py",
    "test_article_2_4_quality.py",
    "test_article_3_4_order.py",
    "test_article_5_colours.py",
    "test_article_c_quality.py",
    "test_trace.py",
    "test_judging.py",
    "../../explain/test_explain.py",
    "test_dutch_reference.py",
    "test_agrees_in_larger_fields.py",
    "test_agrees_with_literal.py",
    "test_operations.py",
    "test_editions_are_values.py",
)
#: Of the slow tests, which repeat one thing over many seeds or tournaments, every so many-th is run first; the others
#: are run on what survives that.
FIRST = Sample({"test_pairs_every_round_as": 25, "test_agrees_": 4, "test_no_answer_needs": 4, "test_every_order": 4})
REST = replace(FIRST, rest=True)
#: Processor time that a mutant may take for either part: the code as it is takes less than half of it.
SECONDS = 300


@dataclass(frozen=True)
class Drawn:
    """A mutant of the sample: its module, its place in the order of that module's mutants, and what it is."""

    module: str
    number: int
    mutant: Mutant


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=1000, help="how many mutants are drawn")
    parser.add_argument("--minutes", type=float, default=50, help="after so many none is begun")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="only mutants of modules and functions with this in their names")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    waiting = [(drawn, FIRST) for drawn in _drawn(options.only, options.number, options.seed)]
    running: dict[int, tuple[Drawn, Sample]] = {}
    endings: dict[Drawn, str] = {}
    while running or (waiting and time.monotonic() < end):
        while waiting and len(running) < options.jobs and time.monotonic() < end:
            drawn, sample = waiting.pop()
            running[_begun(drawn, sample)] = drawn, sample
        pid, status, _ = os.wait3(0)
        drawn, sample = running.pop(pid)
        if status == 0 and not sample.rest:
            waiting.append((drawn, REST))
            continue
        endings[drawn] = "survived" if status == 0 else "out of time" if os.WIFSIGNALED(status) else "killed"
        print(f"{endings[drawn]:12} {_line(drawn.mutant)}", flush=True)
    return _report(endings)


def _drawn(only: str, number: int, seed: int) -> list[Drawn]:
    known = [
        Drawn(file.stem, place, replace(mutant, tree=None))
        for file in sorted(ENGINE.glob("*.py"))
        for place, mutant in enumerate(mutants(file.stem, file.read_text()))
        if only in mutant.place
    ]
    return Random(seed).sample(known, min(number, len(known)))


def _begun(drawn: Drawn, sample: Sample) -> int:
    """Start the tests on a mutant, in a child that has all imports but the engine; give its process id."""
    sys.stdout.flush()
    if pid := os.fork():
        return pid
    code = 1
    try:
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        command = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--override-ini=addopts=--strict-markers"]
        command += [str(ROOT / "tests" / "systems" / "dutch" / test) for test in TESTS]
        code = pytest.main(command, plugins=[OneMutant((f"{PACKAGE}.{drawn.module}", drawn.number), sample, SECONDS)])
    finally:
        os._exit(code)


def _line(mutant: Mutant) -> str:
    return f"{mutant.place}:{mutant.line}: `{mutant.before}` → `{mutant.after}`"


def _explained() -> set[tuple[str, str, str]]:
    return set(re.findall(r"^- `(.+?)`: `(.+?)` → `(.+?)`\.", EXPLAINED.read_text(), re.MULTILINE))


def _report(endings: Mapping[Drawn, str]) -> int:
    explained = _explained()
    survivors = [drawn.mutant for drawn, ending in endings.items() if ending == "survived"]
    new = [mutant for mutant in survivors if mutant.key not in explained]
    print(dict(Counter(endings.values())), f"{len(survivors) - len(new)} survivors explained")
    for mutant in new:
        print(f"new          {_line(mutant)}")
    return bool(new)


if __name__ == "__main__":
    sys.exit(main())
