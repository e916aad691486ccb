"""What the broker tells of itself, held against what NextRound needs: one table of findings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from packaging.version import InvalidVersion, Version

LEAST_VERSION = Version("7.2")

ASKED = ("role", "maxmemory_policy", "aof_enabled")
"""What must be told, beside the version, for the broker to be known."""

Facts = Mapping[str, object]
"""What `INFO` tells, by its own names, which are missing where the broker does not let itself be asked; and `denied`,
whether it has refused this worker's user a command since the last whole turn of the intake."""


class Severity(StrEnum):
    """What a finding does."""

    REFUSED = "refused"
    """Nothing works on such a broker: the worker ends, and says why."""
    UNREADY = "unready"
    """Rounds would be answered twice or not at all: the worker takes in no events until it is mended."""
    WARNED = "warned"
    """Work goes on, and somebody should look at it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about the broker: its name in metrics and in `/readyz`, what it does, and what to do about it."""

    name: str
    severity: Severity
    text: str


def _version(facts: Facts) -> Version | None:
    try:
        # Valkey tells here the Redis version that it is compatible with, 7.2.4.
        return Version(str(facts.get("redis_version")))
    except InvalidVersion:
        return None


def _is_old(facts: Facts) -> bool:
    version = _version(facts)
    return version is not None and version < LEAST_VERSION


def _writes_nothing(facts: Facts) -> bool:
    return not facts.get("aof_enabled", 1) or facts.get("aof_last_write_status", "ok") != "ok"


RULES: tuple[tuple[Finding, Callable[[Facts], bool]], ...] = (
    (
        Finding(
            "cluster",
            Severity.REFUSED,
            "The broker is part of a Redis or Valkey Cluster, on which Celery's queues cannot live: name a single "
            "server, or the primary of a replicated pair.",
        ),
        lambda facts: facts.get("redis_mode") == "cluster" or facts.get("cluster_enabled") == 1,
    ),
    (
        Finding(
            "version", Severity.REFUSED, f"The broker is too old: needed is Redis or Valkey {LEAST_VERSION} or newer."
        ),
        _is_old,
    ),
    (
        Finding(
            "replica",
            Severity.UNREADY,
            "The broker is a replica, which takes no writes: name the primary, or the sentinels that know it.",
        ),
        lambda facts: facts.get("role") == "slave",
    ),
    (
        Finding(
            "eviction",
            Severity.UNREADY,
            "The broker evicts what it holds when its memory is full, and rounds would be answered twice: "
            "CONFIG SET maxmemory-policy noeviction, and in its configuration too.",
        ),
        lambda facts: facts.get("maxmemory_policy", "noeviction") != "noeviction",
    ),
    (
        Finding(
            "persistence",
            Severity.WARNED,
            "The broker keeps nothing on disk, or could not write it: what it holds is lost when it ends. "
            "CONFIG SET appendonly yes, and in its configuration too.",
        ),
        _writes_nothing,
    ),
    (
        Finding(
            "unexamined",
            Severity.WARNED,
            "The broker could not be examined: whether it evicts, forgets or is a replica is not known. Let the user "
            "of the workers call INFO.",
        ),
        lambda facts: _version(facts) is None or any(name not in facts for name in ASKED),
    ),
    (
        Finding(
            "permission",
            Severity.WARNED,
            "The broker refuses the user of the workers a command that this version needs: load its ACL file, "
            "deploy/acl/users.acl of the version.",
        ),
        lambda facts: bool(facts.get("denied")),
    ),
)
"""In the order in which they are told."""

NAMES = tuple(finding.name for finding, _ in RULES)


def examine(facts: Facts) -> tuple[Finding, ...]:
    """Return what is found."""
    return tuple(finding for finding, is_so in RULES if is_so(facts))


def memory(facts: Facts) -> tuple[int, int]:
    """Return the bytes of memory that are used and their limit; 0 where there is none, or it is not told."""
    return cast("int", facts.get("used_memory", 0)), cast("int", facts.get("maxmemory", 0))


def server(facts: Facts) -> str:
    """Name the server and its version."""
    if "valkey_version" in facts:
        return f"Valkey {facts['valkey_version']}"
    return f"Redis {facts.get('redis_version', 'of an unknown version')}"
