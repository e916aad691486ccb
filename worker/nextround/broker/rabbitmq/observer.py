"""What can be seen of RabbitMQ from here: whether it answers. The rest is on its own management page."""

from typing import Any, NoReturn

from redis import RedisError

from nextround.broker.rabbitmq import topology
from nextround.broker.redis.observer import Observer
from nextround.settings import Settings


class AmqpObserver(Observer):
    """Tells whether the broker answers; raises `redis.RedisError` for what only the streams can tell."""

    counts = False

    def __init__(self, settings: Settings) -> None:
        self._named = settings

    def answers(self) -> bool:
        """Tell whether the broker answers."""
        try:
            with topology.connection(self._named.model_copy(update={"socket_timeout": 1.0})) as connection:
                connection.connect()
        except Exception:  # refused, silent, or not ours
            return False
        return True

    def flow(self) -> NoReturn:
        """Raise: nobody counts here."""
        raise RedisError("on RabbitMQ its own management page tells what lies there")

    def overview(self, *_: Any, **__: Any) -> NoReturn:
        """Raise: as `flow`."""
        self.flow()

    def answer(self, *_: Any) -> NoReturn:
        """Raise: as `flow`."""
        self.flow()

    def letter(self, *_: Any) -> NoReturn:
        """Raise: as `flow`."""
        self.flow()
