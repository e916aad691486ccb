"""The names of the Celery tasks, and of lists for them."""

PAIR = "nextround.pair"
"""The task that answers one event; its only argument is the id of the event's entry. It travels on no list."""
UNUSED = "nextround.unused"
"""Celery wants a default queue. Nobody reads or writes this one."""

ROUND_FINISHED = "nextround.round_finished"
"""The task that a Python platform may call with an event, where the operator has switched that on."""
EVENTS = "nextround.events"
"""Carries `ROUND_FINISHED`."""
