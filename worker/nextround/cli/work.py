"""`nextround worker`: the worker itself, as it is deployed."""

import os
import sys

from nextround.cli.environment import read_settings
from nextround.operations import shared_files

# Our workers have nothing to tell each other.
CELERY = (
    *("-m", "celery", "--quiet", "--app", "nextround.app", "worker"),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
)


def work() -> None:
    """Take in events, pair rounds and publish answers, until SIGTERM.

    SIGTERM lets the rounds at work finish. The process becomes a Celery worker: signals reach it directly.
    """
    read_settings()
    shared_files.prepare()
    os.execv(sys.executable, [sys.executable, *CELERY])  # noqa: S606 - our own program
