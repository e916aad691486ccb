"""Nothing that comes with an event or a report is obeyed by a terminal."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nextround.cli.tables import Screen
from nextround.cli.terminal import say
from nextround.printable import printable
from rich.table import Table

HOSTILE = "a\x1b[2Jb\x9b31mc\x07d\u202ee\u2066f\x7fg\rh\ud800i\U000e0041j"


def is_harmless(text: str) -> bool:
    return all(character.isprintable() or character in "\n\t" for character in text)


@given(st.text(st.characters(exclude_categories=[])))
def test_what_is_written_is_harmless_and_ordinary_text_stays(text: str) -> None:
    written = printable(text)
    assert is_harmless(written)
    assert (written == text) == is_harmless(text)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_json_keeps_its_meaning(text: str) -> None:
    assert json.loads(printable(json.dumps({text: [text]}, ensure_ascii=False))) == {text: [text]}


def test_a_command_says_it_harmlessly(capsys: pytest.CaptureFixture[str]) -> None:
    say(HOSTILE)
    say(HOSTILE, err=True)
    captured = capsys.readouterr()
    assert is_harmless(captured.out)
    assert is_harmless(captured.err)
    assert captured.out.startswith("a\\u001b[2Jb\\u009b31m")


@pytest.mark.parametrize("is_terminal", [False, True])
def test_a_table_shows_it_harmlessly_and_keeps_its_own_style(is_terminal: bool) -> None:
    table = Table("one", "two")
    table.add_row(HOSTILE.replace("[", ""), "x")
    output = io.StringIO()
    Screen(file=output, force_terminal=is_terminal, color_system="standard" if is_terminal else None, width=200).print(
        table, style="red"
    )
    shown = output.getvalue()
    assert "\\u001b2J" in shown
    assert "\x9b" not in shown
    assert "\u202e" not in shown
    assert ("\x1b[31m" in shown) == is_terminal


def test_commands_have_no_other_way_to_the_terminal() -> None:
    from pathlib import Path

    import nextround.cli

    for file in Path(nextround.cli.__file__).parent.glob("*.py"):
        if file.name != "terminal.py":
            source = file.read_text()
            assert "typer.echo" not in source, file
            assert "rich.console import Console\n" not in source or file.name == "demo.py", file
