"""Every article of the rule texts is pinned by a test that names it in its marker."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from nextround.core.pairing import PairingSystem
from nextround.registry import SYSTEMS, Entry

from tests.articles import ARTICLES

TESTS = Path(__file__).parent


@cache
def pinned() -> frozenset[str]:
    """Collect what stands in `article` markers, from the source, so that a part of the tests is enough to run."""
    return frozenset(
        article for file in TESTS.rglob("test_*.py") for article in _markers(ast.parse(file.read_text("utf-8")))
    )


def _markers(tree: ast.Module) -> Iterator[str]:
    names = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "article":
                yield from (_text(arg, names) for arg in node.args)


def _text(node: ast.expr, names: Mapping[str, ast.expr]) -> str:
    """Read a string that is a constant, a module's constant, or both joined; what isn't known is left out."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.BinOp):
        return _text(node.left, names) + _text(node.right, names)
    return _text(names[node.id], names) if isinstance(node, ast.Name) and node.id in names else ""


def is_pinned(article: str) -> bool:
    return any(f"{marker}.".startswith(f"{article}.") for marker in pinned())


@pytest.mark.parametrize("text", ARTICLES)
def test_every_article_has_a_test(text: str):
    assert [article for article in ARTICLES[text] if not is_pinned(article)] == []


@pytest.mark.parametrize("entry", SYSTEMS, ids=lambda entry: entry.name)
def test_the_text_of_every_system_is_cited_by_a_test(entry: Entry[PairingSystem]):
    assert any(marker.startswith(entry.article.split(" (")[0]) for marker in pinned()), entry.article


def test_markers_name_articles_that_exist():
    """A marker may be finer than the list, as 4.4 is for a list with 4, or name all of a chapter or a text."""
    known = [f"{article}." for text in ARTICLES.values() for article in text]
    listed = tuple({f"{article.split()[0]} " for article in known})
    unknown = [
        marker
        for marker in pinned()
        if f"{marker} ".startswith(listed)
        and not any(
            f"{marker}.".startswith(article) or article.startswith((f"{marker}.", f"{marker} ")) for article in known
        )
    ]
    assert unknown == []
