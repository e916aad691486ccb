"""Tables of the commands: whatever the width, nothing that identifies is cut."""

import io

import pytest
from nextround.cli import status
from nextround.cli.tables import add_row, show_table, table
from nextround.operations.overview import Bytes, Flow, LetterSeen, Overview, RoundSeen
from rich.console import Console

TOURNAMENT = "a-tournament-whose-id-is-as-long-as-ids-may-be-" + "x" * 53
LETTER = "1764557183000-12"


def printed(shown: object, width: int) -> str:
    console = Console(width=width, file=io.StringIO(), force_terminal=False)
    show_table(shown, console)  # type: ignore[arg-type]
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("width", [20, 80, 200])
def test_only_columns_that_may_be_wrapped_run_over_lines_and_none_is_cut(width: int) -> None:
    made = table("id", "detail", wrapped=("detail",))
    add_row(made, TOURNAMENT, "it [bold]says[/bold] " + "§" * 300)
    text = printed(made, width)
    assert TOURNAMENT in text
    assert "[bold]" in text
    assert text.count("§") == 300
    assert "…" not in text


def test_the_status_names_everything_at_eighty_columns() -> None:
    moment = "2026-03-08T16:40:00+00:00"
    seen = Overview(
        broker="redis://127.0.0.1:6379/0",
        time=moment,
        flow=Flow(0, 0, None, 2, 1, Bytes(0, 0, 0), (), None, (), ()),
        at_work=0,
        workers=(),
        reasons={"outside-window": 1},
        counted=1,
        letters=(LetterSeen(LETTER, moment, "outside-window", "the event's time is far off", LETTER, 1, 9),),
        rounds=(
            RoundSeen(LETTER, moment, "open", 11, 12, "invalid-tournament", None, None, 12.345),
            RoundSeen(LETTER, moment, None, None, None, "no-legal-pairing", "dutch-2026", 300, 0.1),
        ),
    )
    text = printed(status.screen(seen), 80)
    assert max(map(len, text.splitlines())) <= 110
    for told in (
        LETTER,
        "outside-window",
        "invalid-tournament",
        "no-legal-pairing",
        "11 rev. 12",
        "dutch-2026",
        "open",
    ):
        assert told in text
