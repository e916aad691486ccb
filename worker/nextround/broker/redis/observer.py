"""What operators ask of the broker: never a write, and never a wait for long."""

import json
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Self, cast

from redis import Redis, RedisError

from nextround.broker.redis import keys, scripts
from nextround.broker.redis.connection import facts
from nextround.broker.redis.dead_letters import DeadLetters, Letter
from nextround.broker.redis.entry_time import arrival, milliseconds, moment
from nextround.operations.examination import examine, memory
from nextround.operations.fingerprint import differing
from nextround.operations.overview import Bytes, Flow, LetterSeen, Overview, Readers, RoundSeen, WorkerSeen
from nextround.settings import Settings

Fields = dict[bytes, bytes]
ROUNDS = 10
LETTERS = 10
COUNTED = 1000
"""Of so many newest dead letters the reasons are counted."""


class RedisObserver:
    """Looks at the streams through `client`; all but `answers` raises `redis.RedisError` where the broker is silent."""

    def __init__(self, client: Redis, settings: Settings) -> None:
        self._client = client
        self._settings = settings
        self._flow = client.register_script(scripts.FLOW)
        self._letters = client.register_script(scripts.LETTERS)

    @property
    def streams(self) -> Self:
        """Itself."""
        return self

    def answers(self) -> bool:
        """Tell whether the broker answers."""
        try:
            return bool(self._client.ping())
        except RedisError:
            return False

    def flow(self) -> Flow:
        """Count what lies on the broker."""
        now, oldest, length, groups, answers, dead, readers, sizes = cast(
            "list[Any]", self._flow(keys=[keys.IN, keys.OUT, keys.DEAD])
        )
        ours = [group for group in map(_named, groups) if group["name"].decode() == self._settings.group]
        pending = ours[0]["pending"] if ours else 0
        told = facts(self._client)
        used, limit = memory(told)
        return Flow(
            # Whatever is answered leaves the stream: what is not pending was never read.
            waiting=length - pending,
            pending=pending,
            oldest_seconds=now / 1000 - arrival(oldest, now) if oldest else None,
            answers=answers,
            dead_letters=dead,
            bytes=Bytes(*sizes),
            readers=tuple(self._readers(group) for group in map(_named, readers)),
            memory=used / limit if limit else None,
            findings=examine(told),
            differing=self.differing(),
        )

    def _readers(self, group: dict[str, Any]) -> Readers:
        days = group["idle"] / 86_400_000
        is_behind = bool(group["lag"] is None or group["lag"] or group["pending"])
        return Readers(
            group["name"].decode(errors="replace"),
            group["lag"],
            group["pending"],
            days,
            is_behind and days > self._settings.answers_days,
        )

    def differing(self) -> tuple[str, ...]:
        """Name the settings in which the workers of the group that are alive differ."""
        return differing(sign.get("fingerprint", {}) for _, sign in self._signs(self._consumers()))

    def overview(self) -> Overview:
        """Look at everything."""
        flow = self.flow()
        consumers = self._consumers()
        letters = [_letter(found) for found in cast("list[Any]", self._letters(keys=[keys.DEAD], args=[COUNTED]))]
        return Overview(
            broker=self._settings.broker_address,
            time=datetime.now(UTC).isoformat(timespec="seconds"),
            flow=flow,
            at_work=consumers.pop(keys.AT_WORK, 0),
            workers=tuple(self._workers(consumers)),
            reasons=dict(Counter(letter.reason for letter in letters).most_common()),
            counted=len(letters),
            letters=tuple(letters[:LETTERS]),
            rounds=tuple(self._newest_rounds()),
            repaired=self._repaired(),
        )

    def answer(self, place: str) -> tuple[RoundSeen, dict[str, Any]] | None:
        """Return the answer at a place of the stream, at a glance and whole."""
        found = cast("list[tuple[bytes, Fields]]", self._client.xrange(keys.OUT, place, place))
        return (_round(*found[0]), _event(found[0][1])) if found else None

    def letter(self, place: str) -> Letter | None:
        """Return the dead letter at a place of its stream, whole."""
        return DeadLetters(self._client).find(place)

    def _newest_rounds(self) -> Iterable[RoundSeen]:
        for place, fields in cast("list[tuple[bytes, Fields]]", self._client.xrevrange(keys.OUT, count=ROUNDS)):
            # What somebody else has put there must not hide the rest.
            with suppress(KeyError, TypeError, ValueError):
                yield _round(place, fields)

    def _repaired(self) -> str | None:
        note = cast("bytes | None", self._client.get(keys.REPAIRED))
        if note is None:
            return None
        when, _, stream = note.decode().partition(" ")
        return f"{stream} at {moment(int(when)).isoformat(timespec='seconds')}"

    def _consumers(self) -> dict[str, int]:
        if not self._client.exists(keys.IN):
            return {}
        groups = self._client.xinfo_groups(keys.IN)
        if self._settings.group.encode() not in [group["name"] for group in groups]:
            return {}
        found = self._client.xinfo_consumers(keys.IN, self._settings.group)
        return {consumer["name"].decode(): consumer["pending"] for consumer in found}

    def _workers(self, consumers: dict[str, int]) -> Iterable[WorkerSeen]:
        for name, sign in self._signs(consumers):
            yield WorkerSeen(
                name, sign["version"], sign["children"], consumers[name], sign["since"], sign.get("paused")
            )

    def _signs(self, consumers: Iterable[str]) -> Iterable[tuple[str, dict[str, Any]]]:
        """What each worker tells of itself that has shown that it lives."""
        names = sorted(consumers)
        with self._client.pipeline(transaction=False) as together:
            for name in names:
                together.get(keys.worker(name))
            shown = together.execute()
        return [(name, json.loads(sign)) for name, sign in zip(names, shown, strict=True) if sign is not None]


def _named(flat: list[Any]) -> dict[str, Any]:
    return {key.decode(): value for key, value in zip(flat[::2], flat[1::2], strict=True)}


def _moment(place: bytes) -> str:
    return moment(milliseconds(place)).isoformat(timespec="seconds")


def _event(fields: Fields) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(fields[keys.BODY.encode()]))


def _round(place: bytes, fields: Fields) -> RoundSeen:
    event = _event(fields)
    data = event["data"]
    is_paired = "boards" in data
    seconds = fields.get(keys.SECONDS.encode())
    return RoundSeen(
        place=place.decode(),
        time=_moment(place),
        tournament=event.get("subject"),
        round=data["round"],
        revision=data["revision"],
        outcome="paired" if is_paired else data["code"],
        system="-".join(filter(None, (data["system"], data["edition"]))) if is_paired else None,
        players=2 * len(data["boards"]) + bool(data["pab"]) + len(data["not_paired"]) if is_paired else None,
        seconds=float(seconds) if seconds else None,
    )


def _letter(found: list[Any]) -> LetterSeen:
    place, size, flat = found
    fields = {key: value.decode(errors="replace") for key, value in _named(flat).items()}
    return LetterSeen(
        place=place.decode(),
        time=_moment(place),
        reason=fields.get("reason", "unknown"),
        detail=fields.get("detail", ""),
        entry=fields.get("entry", ""),
        deliveries=int(fields.get("deliveries", 0)),
        bytes=size,
    )
