"""What can be seen of RabbitMQ from here: whether it answers. The rest is on its own management page."""

from nextround.broker.rabbitmq import topology
from nextround.settings import Settings


class RabbitMQObserver:
    """Tells whether the broker answers."""

    streams = None

    def __init__(self, settings: Settings) -> None:
        self._settings = settings.model_copy(update={"socket_timeout": 1.0})

    def answers(self) -> bool:
        """Tell whether the broker answers."""
        try:
            with topology.connection(self._settings) as connection:
                connection.connect()
        except Exception:  # refused, silent, or not ours
            return False
        return True
