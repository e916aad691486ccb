"""The ledger on Redis or Valkey: the pending list of a stream, a hash per tournament, and two scripts."""

import hashlib
from dataclasses import dataclass
from typing import cast

from redis import Redis

from nextround.broker.delivery import Delivery
from nextround.broker.ledger import CommitVerdict
from nextround.broker.redis import keys, scripts
from nextround.broker.redis.entry_time import arrival
from nextround.service import Answer
from nextround.settings import Settings

WORTH_KEEPING = ("internal", "deliveries")
"""The reasons for which an event is kept whole: those that are our fault, or that its sender need not know of."""
WHOLE = 100_000
"""Bytes up to which any other is kept whole; of a longer one the first thousand, with its size and SHA-256."""


@dataclass(frozen=True, slots=True)
class RoundRemembered:
    """The latest answer to a round: its place in the stream of answers, and what is kept of it for comparison."""

    round: int
    revision: int
    digest: str
    place: str
    kept: bytes


@dataclass(frozen=True, slots=True)
class TournamentRemembered:
    """What the ledger remembers of a tournament, for so many seconds more."""

    tournament: str
    latest: int
    seconds: int
    rounds: tuple[RoundRemembered, ...]


class RedisLedger:
    """The `Ledger` on Redis or Valkey.

    A tournament's hash holds `round`, the round that was answered last, and for each round `r:<round>` =
    `revision:digest:place of the answer in the stream` and `a:<round>`, what a later revision is compared with.
    """

    def __init__(self, client: Redis, settings: Settings) -> None:
        self._client = client
        self._settings = settings
        self._commit = client.register_script(scripts.COMMIT)
        self._bury = client.register_script(scripts.BURY)

    def take_up(self, handle: str) -> Delivery | None:
        """Take the event of an entry up for work; None where it is no longer pending."""
        with self._client.pipeline(transaction=True) as together:
            together.xclaim(keys.IN, self._settings.group, keys.AT_WORK, 0, [handle], justid=True)
            together.xpending_range(keys.IN, self._settings.group, handle, handle, 1)
            together.xrange(keys.IN, handle, handle)
            together.time()
            _, pending, found, (seconds, microseconds) = together.execute()
        if not pending or not found:
            return None
        fields = found[0][1]
        return Delivery(
            id=handle,
            body=fields.get(keys.BODY.encode()),
            signature=fields.get(keys.SIGNATURE.encode()),
            number=pending[0]["times_delivered"],
            arrived=arrival(handle, seconds * 1000 + microseconds / 1000),
        )

    def touch(self, delivery: Delivery) -> None:
        """Show that a delivery is still worked on."""
        self._client.xclaim(keys.IN, self._settings.group, keys.AT_WORK, 0, [delivery.id], justid=True)

    def commit(self, delivery: Delivery, answer: Answer, seconds: float = 0.0) -> CommitVerdict:
        """Publish the answer and acknowledge its event, both or neither."""
        # Most rounds are answered once, so the first try takes it that there is no earlier answer. Where there is one,
        # or where another one came in between, the script says so, and the answer is written anew.
        event, mark = answer.event, ""
        kept = answer.kept if answer.final else b""
        while True:
            verdict = self._try(delivery.id, answer, event, mark, kept, seconds)
            if verdict != scripts.COMPARE:
                return CommitVerdict(verdict)
            found = self._client.hmget(keys.tournament(answer.tournament), f"r:{answer.round}", f"a:{answer.round}")
            before, earlier = cast("list[bytes | None]", found)
            event, mark = answer.after(earlier or b""), (before or b"").decode()

    def _try(self, entry: str, answer: Answer, event: bytes, mark: str, kept: bytes, seconds: float) -> str:
        verdict = self._commit(
            keys=[keys.tournament(answer.tournament), keys.IN, keys.OUT, keys.order(answer.tournament)],
            args=[
                self._settings.group,
                entry,
                event,
                int(answer.final),
                answer.round,
                answer.revision,
                answer.digest,
                int(answer.reopen),
                self._settings.ledger_days * 86_400,
                mark,
                kept,
                f"{seconds:.3f}",
            ],
        )
        return cast("bytes", verdict).decode()

    def bury(self, delivery: Delivery, reason: str, detail: str = "", answer: Answer | None = None) -> bool:
        """Move an event to the dead letters, and publish the answer if there is one."""
        sha256 = hashlib.sha256(delivery.body or b"").hexdigest()
        return self.bury_entry(delivery.id, reason, detail, answer, sha256)

    def bury_entry(
        self, entry: str, reason: str, detail: str = "", answer: Answer | None = None, sha256: str = ""
    ) -> bool:
        """Move an entry to the dead letters that nobody took up; `sha256` is that of its body, where it is known."""
        limit = self._settings.max_event_bytes
        moved = self._bury(
            keys=[keys.IN, keys.DEAD, keys.OUT],
            args=[
                self._settings.group,
                entry,
                reason,
                detail,
                self._settings.dead_limit,
                answer.event if answer else b"",
                limit if reason in WORTH_KEEPING else min(WHOLE, limit),
                self._settings.dead_bytes,
                sha256,
                *WORTH_KEEPING,
            ],
        )
        return bool(moved)

    def remembered(self, tournament: str) -> TournamentRemembered | None:
        """Return what is known of a tournament's answers; None where nothing is."""
        with self._client.pipeline(transaction=True) as together:
            together.hgetall(keys.tournament(tournament))
            together.ttl(keys.tournament(tournament))
            fields, seconds = cast("tuple[dict[bytes, bytes], int]", together.execute())
        if not fields:
            return None
        answered = []
        for name, value in fields.items():
            if name.startswith(b"r:"):
                revision, digest, place = value.decode().split(":")
                number = name[2:]
                answered.append(
                    RoundRemembered(int(number), int(revision), digest, place, fields.get(b"a:" + number, b""))
                )
        answered.sort(key=lambda answer: answer.round)
        return TournamentRemembered(tournament, int(fields.get(b"round", b"0")), seconds, tuple(answered))

    def forget(self, tournament: str) -> bool:
        """Forget a tournament's answers, so that any round and revision is answered anew; False where none is known."""
        return bool(self._client.delete(keys.tournament(tournament)))
