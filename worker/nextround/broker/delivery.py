"""A delivery: an event as it is handed to a process."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Delivery:
    """An event with what the broker knows of it; delivered again, it is another delivery of the same `id`.

    `id` is that of the entry in the stream on Redis, and on RabbitMQ what the worker calls the message. `body` is what
    the platform sent, None where the entry has no such field. `number` counts the deliveries of the event from 1.
    `arrived` is when the broker took it, in seconds since 1970, by the broker's clock, and no later than it was read.
    """

    id: str
    body: bytes | None
    signature: bytes | None
    number: int
    arrived: float
