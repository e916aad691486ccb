"""What the workers of one group must have in common, as a fingerprint that gives no value away."""

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from importlib.metadata import version

from pydantic import SecretStr

from nextround.registry import registry
from nextround.settings import Settings

MAY_DIFFER = frozenset(
    {
        # the road to the broker, which each machine may know by another name
        "broker_url", "socket_timeout", "broker_ca", "broker_certificate", "broker_key",
        "sentinel_master", "sentinel_password",
        # the size of the machine, and how often a worker shows itself
        "concurrency", "waiting", "heartbeat",
        # what else it offers, and where it is looked at
        "celery_intake", "http_port", "http_host", "log_level", "log_format", "embedded_server", "embedded_dir",
    }
)  # fmt: skip
"""The settings that say nothing of what an event is answered with, or when it is given up. All others must agree."""

COMPARED = ("version", "plugins", *(name for name in Settings.model_fields if name not in MAY_DIFFER))

Fingerprint = Mapping[str, str]
"""A few letters for each of what is compared; the same wherever the values are the same."""


def fingerprint(settings: Settings) -> Fingerprint:
    """Take the fingerprint of a worker with these settings."""
    plugins = sorted({entry.plugin for entry in registry(experimental=True).systems.values()} - {""})
    told = {"version": _mark("version", version("nextround")), "plugins": _mark("plugins", repr(plugins))}
    for name in COMPARED[len(told) :]:
        value = getattr(settings, name)
        if name == "signing_keys":  # in whatever order they are given
            value = SecretStr(",".join(f"{key}:{secret.hex()}" for key, secret in sorted(settings.keys.items())))
        told[name] = _secret_mark(name, value) if isinstance(value, SecretStr) else _mark(name, repr(value))
    return told


def differing(fingerprints: Iterable[Fingerprint]) -> tuple[str, ...]:
    """Name what is not the same in all; what only some of them tell of differs by `version` already."""
    seen: dict[str, set[str]] = {}
    for one in fingerprints:
        for name, mark in one.items():
            seen.setdefault(name, set()).add(mark)
    return tuple(sorted(name for name, marks in seen.items() if len(marks) > 1))


def _mark(name: str, value: str) -> str:
    return hashlib.sha256(f"{name}={value}".encode()).hexdigest()[:12]


def _secret_mark(name: str, value: SecretStr) -> str:
    # Keyed with the secret itself: it can be compared by those who have it, and tells nothing to others.
    return hmac.digest(value.get_secret_value().encode(), f"nextround {name}".encode(), "sha256").hex()[:12]
