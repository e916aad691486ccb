"""The observer: what operators ask of a broker."""

from typing import Protocol

from nextround.broker.redis.observer import RedisObserver


class Observer(Protocol):
    """Looks at a broker and writes nothing."""

    @property
    def streams(self) -> RedisObserver | None:
        """What tells what lies on the broker; None on RabbitMQ, where its own management page does."""

    def answers(self) -> bool:
        """Tell whether the broker answers."""
