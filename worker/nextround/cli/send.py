"""`nextround send`: one event to the broker, and its answer back."""

import json
from pathlib import Path
from typing import Annotated

import typer
from redis import RedisError

from nextround.broker.redis.connection import connect
from nextround.cli.environment import read_settings
from nextround.cli.exits import Exit, fail, status_of
from nextround.cli.inputs import read_bytes
from nextround.cli.platform import Event, Platform
from nextround.cli.processes import check_broker
from nextround.cli.terminal import say
from nextround.service import RequestContext, Unaddressable
from nextround.service.request_context import read


def send(
    event: Annotated[Path, typer.Argument(metavar="EVENT.json", help="A round.finished.v1 event; - reads stdin.")],
    wait: Annotated[bool, typer.Option("--wait", help="Wait for the answer and print it.")] = False,
    timeout: Annotated[float, typer.Option(min=0, help="Seconds to wait at most.")] = 60.0,
) -> None:
    """Append an event to the broker that NEXTROUND_BROKER_URL names.

    With --wait, what became of it, with the status of its kind: 0 for a pairing, 1 where the rules or an earlier answer
    leave none, 3 for an event that cannot be used, 4 where the fault is ours or no answer comes.
    """
    settings = read_settings()
    body, cause = _read(event)
    check_broker(settings)
    with connect(settings, "nextround-cli") as client:
        try:
            platform = Platform(client)
            entry = platform.send(body)
            if not wait:
                say(entry)
                return
            answer = platform.answer(cause.id or "", entry, timeout) or _otherwise(platform, entry, cause, timeout)
        except RedisError as error:
            fail(Exit.FAULT, f"the broker at {settings.broker_address} failed: {error}")
    say(json.dumps(answer, ensure_ascii=False, indent=2))
    if ".round.refused." in answer["type"]:
        fail(status_of(answer["data"]["code"]), answer["data"]["title"])


def _otherwise(platform: Platform, entry: str, cause: RequestContext, timeout: float) -> Event:
    """Find out what became of an event without an answer of its own; return the earlier one, or leave."""
    if letter := platform.letter(entry):
        fail(status_of(letter.reason), f"it became the dead letter {letter.id}: {letter.reason}: {letter.detail}")
    if platform.waits(entry):
        fail(Exit.FAULT, f"no answer in {timeout:g} seconds; the event stays with the broker as entry {entry}")
    earlier = platform.earlier(cause)
    if earlier is None:
        fail(Exit.NEGATIVE, "it was answered before, and that answer is not in the stream any more")
    say("nextround: it was answered before; this is that answer", err=True)
    return earlier


def _read(path: Path) -> tuple[bytes, RequestContext]:
    try:
        body = read_bytes(path)
        _, cause = read(body)
    except OSError as error:
        fail(Exit.INPUT, f"{path} cannot be read: {error.strerror}")
    except Unaddressable as error:
        fail(Exit.INPUT, f"{path} is {'not JSON' if error.reason == 'not-json' else 'not an event'}: {error.detail}")
    if cause.id is None:
        fail(Exit.INPUT, f'{path} is not an event: it has no "id" by which an answer could be known')
    return body, cause
