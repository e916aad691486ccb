"""The pages of the worked example in tests/golden/explanations. ``python -m tests.explain.pages`` writes them again.

Rounds 2, 5 and 9 were checked by hand against the Handbook, 2, 5 and 9 of the edition of 2026 line by line; whoever
writes them again checks what changed.
"""

from tests.cli.running import GOLDEN, WORKED_EXAMPLE, run

_FORMS = {"txt": "text", "html": "html"}

PAGES = tuple(f"dutch-2026-round-{number}.{ending}" for number in (2, 5, 9) for ending in _FORMS)


def written(name: str) -> str:
    """Explain the round whose page has that name."""
    stem, _, ending = name.rpartition(".")
    system, _, number = stem.partition("-round-")
    result = run("explain", WORKED_EXAMPLE, "--round", number, "--system", system, "--format", _FORMS[ending])
    assert result.exit_code == 0, result.stderr
    return result.stdout


if __name__ == "__main__":
    for page in PAGES:
        (GOLDEN / "explanations").mkdir(exist_ok=True)
        (GOLDEN / "explanations" / page).write_text(written(page), "utf-8")
