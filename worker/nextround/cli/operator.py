"""What the commands for operators share: a broker that answers, and facts as JSON."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from redis import Redis, RedisError

from nextround.broker.redis.connection import connect
from nextround.cli.environment import read_settings
from nextround.cli.exits import Exit, fail
from nextround.cli.processes import check_broker
from nextround.settings import Settings

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@contextmanager
def at_the_broker(what: str) -> Iterator[tuple[Redis, Settings]]:
    """Yield a client of the broker that NEXTROUND_BROKER_URL names; leave with status 4 where it fails."""
    settings = read_settings()
    check_broker(settings)
    with connect(settings, "nextround-cli") as client:
        try:
            yield client, settings
        except RedisError as error:
            fail(Exit.FAULT, f"{what}: the broker at {settings.broker_address} failed: {error}")


def shown(facts: object, indent: int | None = 2) -> str:
    """Write facts as JSON; on one line with `indent=None`."""
    return json.dumps(facts, ensure_ascii=False, indent=indent)
