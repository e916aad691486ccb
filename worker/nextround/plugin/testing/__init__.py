"""The contract of every pairing system, as a plugin of pytest: ``-p nextround.plugin.testing``.

``nextround contract-test NAME`` runs it for one system. In a test suite of one's own::

    python -m pytest -p nextround.plugin.testing --pyargs nextround.plugin.testing.contract --contract-system NAME

It is never loaded by itself, and needs pytest and hypothesis: the extra ``contract`` of the distribution.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from nextround.core.pairing import PairingSystem
from nextround.core.tournament import PairingError
from nextround.registry import Entry, registry

pytest.register_assert_rewrite("nextround.plugin.testing.contract")

LEAST_ANSWERED = 0.5
"""The share of questions that a system answers at the least, and does not refuse."""


@dataclass(frozen=True)
class Contract:
    """What is held to the contract: a system by its entry, and what its author brings along.

    ``reports`` are TRF reports whose every round is asked. ``least_answered`` is the share of all questions that must
    have an answer; ``asked`` counts the answers and the refusals by their codes.
    """

    entry: Entry[PairingSystem]
    reports: tuple[Path, ...] = ()
    least_answered: float = LEAST_ANSWERED
    asked: Counter[str] = field(default_factory=Counter)

    @property
    def system(self) -> PairingSystem:
        """The system with its default options."""
        return self.entry.make(self.entry.options())


_CONTRACTS: list[Contract] = []


def contracts_of(
    entries: Sequence[Entry[PairingSystem]], reports: Sequence[Path] = (), least_answered: float = LEAST_ANSWERED
) -> list[Contract]:
    """Make the contracts of some entries; what they count is printed at the end of the run."""
    made = [Contract(entry, tuple(reports), least_answered) for entry in entries]
    _CONTRACTS.extend(made)
    return made


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that name the systems and what they are asked."""
    group = parser.getgroup("nextround", "the contract of pairing systems")
    group.addoption("--contract-system", action="append", default=[], metavar="NAME", help="a registered system")
    group.addoption(
        "--contract-tournaments",
        action="append",
        default=[],
        type=Path,
        metavar="PATH",
        help="a TRF report, or a folder of them, whose every round is asked as well",
    )
    group.addoption(
        "--contract-least-answered",
        type=float,
        default=LEAST_ANSWERED,
        metavar="SHARE",
        help=f"the share of questions that must be answered and not refused (default {LEAST_ANSWERED})",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Find the systems and reports that the options name."""
    names = config.getoption("--contract-system", default=[])
    known = registry(experimental=True)
    try:
        entries = [known.system(name) for name in names]
    except PairingError as error:
        raise pytest.UsageError("; ".join(problem.message for problem in error.problems)) from None
    reports: list[Path] = []
    for path in config.getoption("--contract-tournaments", default=[]):
        found = sorted(path.glob("*.trf*")) if path.is_dir() else [path]
        if not found or not all(report.is_file() for report in found):
            raise pytest.UsageError(f"{path}: accepted is a TRF report, or a folder that holds some")
        reports += found
    config.stash[_CHOSEN] = contracts_of(entries, reports, config.getoption("--contract-least-answered"))


_CHOSEN = pytest.StashKey[list[Contract]]()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of the contract once for each system: those of the options, or of the module's `CONTRACTS`."""
    if "contract" not in metafunc.fixturenames:
        return
    contracts = getattr(metafunc.module, "CONTRACTS", None) or metafunc.config.stash.get(_CHOSEN, [])
    applies = getattr(metafunc.function, "applies_to", None)
    chosen = [contract for contract in contracts if applies is None or applies(contract.entry)]
    metafunc.parametrize("contract", chosen, ids=[contract.entry.name for contract in chosen])


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say of each system how many questions it answered, and how many it refused and why."""
    for contract in _CONTRACTS:
        if contract.asked:
            terminalreporter.write_line(summary(contract))


def summary(contract: Contract) -> str:
    """Say in a line how many questions were answered, and how many refused and why."""
    refused = Counter({code: count for code, count in contract.asked.items() if code != "answered"})
    codes = ", ".join(f"{code} {count}" for code, count in refused.most_common())
    return (
        f"{contract.entry.name}: {contract.asked['answered']} of {contract.asked.total()} questions answered, "
        f"{refused.total()} refused" + (f" ({codes})" if codes else "")
    )
