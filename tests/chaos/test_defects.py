"""The table of known defects names proofs that exist."""

import re
from pathlib import Path

from tests.chaos import series

HERE = Path(__file__).parent
ROWS = [line for line in (HERE / "README.md").read_text().splitlines() if re.match(r"\| (D\d+|redis-py)", line)]


def test_every_known_defect_has_a_row():
    assert [row.split()[1] for row in ROWS] == [*(f"D{number}" for number in range(1, 29)), "redis-py"]


def test_every_proof_exists():
    known = {played.__name__ for played in series.REDIS + series.SENTINEL + series.RABBITMQ}
    for path in HERE.parent.rglob("test_*.py"):
        known |= set(re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE))
    named = {name for row in ROWS for name in re.findall(r"`([a-z_]+)`", row.rpartition(" | ")[2])}
    assert named - known == set()
    assert len(named) > 30
