"""The dead letters on Redis or Valkey, for operators: looked at, sent again, or dropped."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from redis import Redis

from nextround.broker.redis import keys, scripts
from nextround.broker.redis.entry_time import moment

PAGE = 100
LAST_ID = b"18446744073709551615-18446744073709551615"
"""The last id that an entry of a stream can have."""


@dataclass(frozen=True, slots=True)
class Letter:
    """An event that could not be answered, as it was kept.

    `first` is when the event came, `last` when it was given up; `fields` are those of its entry, byte for byte.
    `size`, in bytes, and `sha256` are those of its body, which is not kept whole where it is long and nobody could
    believe it: such a letter cannot be sent again.
    """

    id: str
    reason: str
    detail: str
    entry: str
    deliveries: int
    first: datetime
    last: datetime
    fields: dict[str, bytes]
    size: int | None
    sha256: str

    @property
    def body(self) -> bytes | None:
        """What the platform sent; None where the entry had no such field."""
        return self.fields.get(keys.BODY)


class DeadLetters:
    """The stream of dead letters. Letters are moved and dropped one by one, each in one step on the server."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._replay = client.register_script(scripts.REPLAY)

    def all(self, reason: str | None = None, since: str = "-") -> Iterator[Letter]:
        """Yield the letters, the oldest first; only those of one reason, or from one place on, if that is given."""
        while page := cast(
            "list[tuple[bytes, dict[bytes, bytes]]]", self._client.xrange(keys.DEAD, min=since, count=PAGE)
        ):
            for place, fields in page:
                letter = _letter(place, fields)
                if reason is None or letter.reason == reason:
                    yield letter
            if len(page) < PAGE or page[-1][0] == LAST_ID:
                return  # the server refuses a range that begins after the last possible id
            since = f"({page[-1][0].decode()}"

    def find(self, identifier: str) -> Letter | None:
        """Return a letter; None where there is none of that id.

        Raises `redis.ResponseError` where the id is none of a stream's entry.
        """
        found = cast("list[tuple[bytes, dict[bytes, bytes]]]", self._client.xrange(keys.DEAD, identifier, identifier))
        return _letter(*found[0]) if found else None

    def replay(self, identifier: str) -> str | None:
        """Append the event again as it came, signature and all, and drop the letter, both or neither.

        Returns the id of the new entry; None where there is no such letter (any more), or not the whole event.
        """
        entry = self._replay(keys=[keys.DEAD, keys.IN], args=[identifier])
        return cast("bytes", entry).decode() if entry else None

    def drop(self, identifier: str) -> bool:
        """Delete a letter; False where there is no such letter."""
        return bool(self._client.xdel(keys.DEAD, identifier))


def _letter(place: bytes, fields: dict[bytes, bytes]) -> Letter:
    return Letter(
        id=place.decode(),
        reason=_text(fields, b"reason"),
        detail=_text(fields, b"detail"),
        entry=_text(fields, b"entry"),
        deliveries=int(fields.get(b"deliveries", b"0")),
        first=_moment(fields, b"first"),
        last=_moment(fields, b"last"),
        fields={
            name.removeprefix(b"in.").decode(errors="replace"): value
            for name, value in fields.items()
            if name.startswith(b"in.")
        },
        size=int(fields[b"bytes"]) if b"bytes" in fields else None,
        sha256=_text(fields, b"sha256"),
    )


def _text(fields: dict[bytes, bytes], name: bytes) -> str:
    return fields.get(name, b"").decode(errors="replace")


def _moment(fields: dict[bytes, bytes], name: bytes) -> datetime:
    return moment(int(fields.get(name, b"0")))
