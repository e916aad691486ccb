"""The ledger: which event is answered, and the promise that each gets one final answer."""

from enum import StrEnum
from typing import Literal, Protocol

from nextround.broker.delivery import Delivery
from nextround.service import Answer

Refusal = Literal["conflict", "stale", "superseded"]


class CommitVerdict(StrEnum):
    """What became of an answer that was brought to the ledger."""

    COMMITTED = "committed"
    """Published, and its event acknowledged."""
    DUPLICATE = "duplicate"
    """Published before; its event is acknowledged and nothing is published again."""
    CONFLICT = "conflict"
    """This revision of the round was answered for another input. The event stays open until that is answered."""
    STALE = "stale"
    """A higher revision of the round was answered. The event stays open until that is answered."""
    SUPERSEDED = "superseded"
    """A later round was answered, and the event does not reopen this one. It stays open until that is answered."""

    @property
    def refusal(self) -> Refusal | None:
        """The code that the platform must still hear; None where there is nothing left to say."""
        return _REFUSALS.get(self)


_REFUSALS: dict[CommitVerdict, Refusal] = {
    CommitVerdict.CONFLICT: "conflict",
    CommitVerdict.STALE: "stale",
    CommitVerdict.SUPERSEDED: "superseded",
}


class Ledger(Protocol):
    """Where events lie until they are answered.

    Every method may be repeated after a lost reply without doing its work twice, and raises the broker's own errors
    where it is out of reach: the event then stays pending, and is delivered again.
    """

    def take_up(self, handle: str) -> Delivery | None:
        """Take a delivery up for work, by the argument of its task; None where it is no longer pending."""

    def touch(self, delivery: Delivery) -> None:
        """Show that a delivery is still worked on, so that nobody takes it over."""

    def commit(self, delivery: Delivery, answer: Answer, seconds: float = 0.0) -> CommitVerdict:
        """Publish the answer and acknowledge its event, both or neither; `seconds` of work are noted with it.

        A final answer must pass: one per (tournament, round, revision), no lower revision, no older round unless it
        reopens. An answer that is not final passes always and leaves the ledger as it is.
        """

    def bury(self, delivery: Delivery, reason: str, detail: str = "", answer: Answer | None = None) -> bool:
        """Move an event to the dead letters, and publish the answer if there is one.

        False where it was no longer pending, so that nothing was done.
        """
