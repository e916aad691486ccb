"""The names of the Celery tasks and of the lists that they travel on."""

PAIR = "nextround.pair"
"""The task that answers one event; its only argument is the id of the event's entry."""
INTERNAL = "nextround.internal"
"""Carries `PAIR`, and is written to by nobody but the intake."""

ROUND_FINISHED = "nextround.round_finished"
"""The task that a Python platform may call with an event, where the operator has switched that on."""
EVENTS = "nextround.events"
"""Carries `ROUND_FINISHED`."""
