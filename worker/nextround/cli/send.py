"""`nextround send`: one event to the broker, and its answer back."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from redis import RedisError

from nextround.broker.connection import connect
from nextround.cli.environment import read_settings
from nextround.cli.exits import Exit, fail
from nextround.cli.platform import Platform
from nextround.cli.processes import check_broker


def send(
    event: Annotated[Path, typer.Argument(metavar="EVENT.json", help="A round.finished.v1 event; - reads stdin.")],
    wait: Annotated[bool, typer.Option("--wait", help="Wait for the answer and print it.")] = False,
    timeout: Annotated[float, typer.Option(min=0, help="Seconds to wait at most.")] = 60.0,
) -> None:
    """Append an event to the broker that NEXTROUND_BROKER_URL names.

    With --wait: status 0 for a pairing, 1 for a refusal.
    """
    settings = read_settings()
    body, identifier = _read(event)
    check_broker(settings)
    with connect(settings, "nextround-cli") as client:
        try:
            platform = Platform(client)
            entry = platform.send(body)
            if not wait:
                typer.echo(entry)
                return
            answer = platform.answer(identifier, entry, timeout)
        except RedisError as error:
            fail(Exit.FAULT, f"the broker at {settings.broker_address} failed: {error}")
    if answer is None:
        fail(Exit.FAULT, f"no answer in {timeout:g} seconds; the event stays with the broker as entry {entry}")
    typer.echo(json.dumps(answer, ensure_ascii=False, indent=2))
    if ".round.refused." in answer["type"]:
        fail(Exit.NEGATIVE, answer["data"]["title"])


def _read(path: Path) -> tuple[bytes, str]:
    try:
        body = typer.get_binary_stream("stdin").read() if path == Path("-") else path.read_bytes()
        event: Any = json.loads(body)
    except OSError as error:
        fail(Exit.INPUT, f"{path} cannot be read: {error.strerror}")
    except ValueError as error:
        fail(Exit.INPUT, f"{path} is not JSON: {error}")
    identifier = event.get("id") if isinstance(event, dict) else None
    if not isinstance(identifier, str):
        fail(Exit.INPUT, f'{path} is not an event: it has no "id"')
    return body, identifier
