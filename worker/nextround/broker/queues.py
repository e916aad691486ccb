"""The names of the Celery tasks, and of lists for them."""

PAIR = "nextround.pair"
"""The task that answers one delivery. It travels on no list.

Its only argument is the handle by which `Ledger.take_up` finds the delivery: the id of the event's entry on Redis, and
the delivery itself as JSON on RabbitMQ.
"""
UNUSED = "nextround.unused"
"""Celery wants a default queue. Nobody reads or writes this one."""

ROUND_FINISHED = "nextround.round_finished"
"""The task that a Python platform may call with an event, where the operator has switched that on."""
EVENTS = "nextround.events"
"""Carries `ROUND_FINISHED`."""
