"""The glossary: what it names exists, and the types keep to its words."""

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = [*(ROOT / "worker" / "nextround").rglob("*.py")]
GLOSSARY = (ROOT / "worker" / "GLOSSARY.md").read_text()
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in GLOSSARY.splitlines()
    if line.startswith("| ") and not line.startswith("| term")
]

#: Each pairing system has options of its own, under the name that plugins use too.
OF_EACH_SYSTEM = {"Options"}


def public_types() -> list[tuple[str, Path]]:
    """Name the public classes that the modules of the package define."""
    return [
        (node.name, path)
        for path in SOURCES
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]


def words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z][a-z0-9]*|[A-Z]+(?![a-z])", name)}


def test_every_name_of_the_glossary_stands_in_the_code():
    code = "\n".join(path.read_text() for path in SOURCES)
    code += "\n".join(path.read_text() for path in (ROOT / "schemas" / "nextround_schemas").glob("*.py"))
    named = {name for row in ROWS for name in re.findall(r"`([\w.]+)`", row[1])}
    assert [name for name in sorted(named) if not re.search(rf"\b{re.escape(name)}\b", code)] == []


def test_no_type_has_a_word_that_the_glossary_avoids():
    avoided = {word.strip() for row in ROWS for word in row[2].split(",") if word.strip()}
    assert [(name, path.name) for name, path in public_types() if words(name) & avoided] == []


def test_no_type_is_defined_twice():
    times = Counter(name for name, _ in public_types())
    assert sorted(name for name, count in times.items() if count > 1 and name not in OF_EACH_SYSTEM) == []
