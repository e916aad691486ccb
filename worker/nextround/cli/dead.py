"""`nextround dead`: the events that could not be answered, and what to do with them."""

import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from nextround.broker.redis.dead_letters import DeadLetters, Letter
from nextround.cli.exits import Exit, fail
from nextround.cli.operator import AsJson, at_the_broker, shown
from nextround.cli.terminal import say
from nextround.service import Unaddressable
from nextround.service.request_context import read

app = typer.Typer(
    name="dead", help="Dead letters: list and show them, send them again, or drop them.", no_args_is_help=True
)

Ids = Annotated[list[str] | None, typer.Argument(metavar="ID…", help="As `nextround dead list` shows them.")]
Everything = Annotated[bool, typer.Option("--all", help="All of the reason given with --reason.")]
OfReason = Annotated[str | None, typer.Option("--reason", help="Only letters with this reason.")]


@app.command("list")
def list_(reason: OfReason = None, as_json: AsJson = False) -> None:
    """List the letters, the oldest first; nobody's names, no bodies."""
    with _letters() as letters:
        found = [_facts(letter) for letter in letters.all(reason)]
    if as_json:
        say(shown(found))
        return
    for facts in found:
        # Lines and no table: no terminal is wide enough for an id of the platform's beside a detail.
        say("  ".join(_said(facts, *names) for names in _HEAD))
        say(f"  {_said(facts, 'tournament', 'round', 'event')}")
        say(f"  {facts['detail']}")


@app.command()
def show(identifier: Annotated[str, typer.Argument(metavar="ID")], as_json: AsJson = False) -> None:
    """Show one letter with the event as it came."""
    with _letters() as letters:
        letter = letters.find(identifier)
    if letter is None:
        fail(Exit.NEGATIVE, f"there is no dead letter {identifier}")
    facts = _facts(letter)
    if as_json:
        say(shown(facts | {"fields": {name: _readable(value) for name, value in letter.fields.items()}}))
        return
    for name, value in facts.items():
        say(f"{name + ':':12} {'' if value is None else value}")
    for name, field in letter.fields.items():
        say(f"\n{name}:")
        say(field.decode(errors="backslashreplace"))


@app.command()
def replay(ids: Ids = None, everything: Everything = False, reason: OfReason = None, as_json: AsJson = False) -> None:
    """Append the events again, byte for byte as they came, and drop their letters.

    Status 1 where a letter is gone.
    """
    _each(ids, everything, reason, as_json, "entry", lambda letters, letter: letters.replay(letter))


@app.command()
def drop(ids: Ids = None, everything: Everything = False, reason: OfReason = None, as_json: AsJson = False) -> None:
    """Delete letters for good. Status 1 where a letter is gone."""
    _each(ids, everything, reason, as_json, "dropped", lambda letters, letter: letters.drop(letter) or None)


def _each(
    ids: list[str] | None,
    everything: bool,
    reason: str | None,
    as_json: bool,
    what: str,
    act: Callable[[DeadLetters, str], object],
) -> None:
    if bool(ids) == everything or (reason is not None) != everything:
        fail(Exit.USAGE, "name letters by their ids, or all of one reason: --all --reason REASON")
    with _letters() as letters:
        # Listed first: what is sent again and fails again must not be met twice.
        chosen = [letter.id for letter in letters.all(reason)] if everything else (ids or [])
        done = {letter: act(letters, letter) for letter in chosen}
    if as_json:
        say(shown([{"id": letter, what: result} for letter, result in done.items()]))
    else:
        for letter, result in done.items():
            if result is not None:
                say(f"{letter} -> {result}" if isinstance(result, str) else f"{letter} {what}")
    if gone := [letter for letter, result in done.items() if result is None]:
        fail(Exit.NEGATIVE, f"not there (any more), or not kept whole: {', '.join(gone)}")


@contextmanager
def _letters() -> Iterator[DeadLetters]:
    with at_the_broker("dead letters") as (client, _):
        yield DeadLetters(client)


_HEAD = (("id",), ("reason",), ("last",), ("deliveries", "bytes"))


def _said(facts: dict[str, Any], *names: str) -> str:
    """Write facts on one line, with their names where there are several."""
    known = {name: "–" if facts[name] is None else str(facts[name]) for name in names}
    return ", ".join(f"{name} {value}" if len(names) > 1 else value for name, value in known.items())


def _facts(letter: Letter) -> dict[str, Any]:
    try:
        _, cause = read(letter.body or b"")
    except Unaddressable:
        cause = None
    return {
        "id": letter.id,
        "reason": letter.reason,
        "detail": letter.detail,
        "tournament": cause and cause.tournament,
        "round": (cause and cause.round) or None,
        "event": cause and cause.id,
        "entry": letter.entry,
        "deliveries": letter.deliveries,
        "first": letter.first.isoformat(timespec="seconds"),
        "last": letter.last.isoformat(timespec="seconds"),
        "bytes": letter.size,
        "sha256": letter.sha256,
    }


def _readable(value: bytes) -> str | dict[str, str]:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(value).decode()}
