"""The names of everything that NextRound keeps on Redis. The braces keep them in one slot, as the scripts need."""

IN = "{nextround}:in"
"""Stream: events from platforms, each a field `ce`, and a field `sig` where they are signed."""
OUT = "{nextround}:out"
"""Stream: answers for platforms, each one field `ce`."""
DEAD = "{nextround}:dead"
"""Stream: events that could not be answered, with the reason; the fields they came with as `in.<field>`."""

REPAIRED = "{nextround}:repaired"
"""A note of the stream that was made anew last, and when, for a day."""

BODY = "ce"
"""The field of a stream entry that holds the event as CloudEvents JSON."""

SIGNATURE = "sig"
"""The field of a stream entry that may hold the body's signature."""

SECONDS = "seconds"
"""The field beside it, in answers: how long the work took."""

AT_WORK = "at-work"
"""The consumer that owns the events on which a task works; those that wait belong to the consumer of a worker."""

ARRIVED = "arrived"
"""The consumer that owns the events which no worker has taken in: just read, or given back by one that stopped."""


def tournament(identifier: str) -> str:
    """Return the name of the hash that remembers a tournament's answers."""
    return f"{{nextround}}:t:{identifier}"


def order(tournament: str) -> str:
    """Return the name of the list of a tournament's events that are taken in and not answered, as they came."""
    return f"{{nextround}}:o:{tournament}"


def worker(name: str) -> str:
    """Return the name of the key by which the worker of that consumer name shows, for some seconds, that it lives."""
    return f"{{nextround}}:w:{name}"
