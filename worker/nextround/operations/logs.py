"""One form for every log line, ours and the libraries', on stderr."""

import logging
import sys

import billiard.util
import structlog
from celery.worker.consumer import consumer
from structlog.contextvars import merge_contextvars
from structlog.typing import EventDict, Processor

from nextround.printable import printable
from nextround.settings import Settings

# Celery tells of each task that it came and that it went; our own line about the round says both, and more.
QUIET = ("celery.worker.strategy", "celery.app.trace", "amqp", "kombu.pidbox", "multiprocessing")
# Of a lost child process it tells with a long traceback of its own; `child_lost` says it with the event.
SILENT = ("celery.worker.request",)


def configure(settings: Settings) -> None:
    """Write all log lines as the settings say: JSON, or for people on a terminal.

    Nothing that comes with an event is ever logged but its ids, its size and its digest.
    """
    shared: list[Processor] = [
        merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    for_people = settings.log_format == "console" or (settings.log_format == "auto" and sys.stderr.isatty())
    last: list[Processor] = (
        [_printable, structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
        if for_people
        # Tracebacks as text: as dictionaries they would hold the local variables, and with them the players' names.
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_without_body)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last]
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in SILENT:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    logging.captureWarnings(True)
    billiard.util.get_logger().propagate = True


def _printable(logger: object, method: str, event: EventDict) -> EventDict:
    """Make the texts of a line fit for a terminal; JSON escapes them of itself."""
    return {name: printable(value) if isinstance(value, str) else value for name, value in event.items()}


def _without_body(record: logging.LogRecord) -> bool:
    """Cut from Celery's lines about foreign messages what the message said: players' names, it may be."""
    if record.msg in _QUOTING:
        record.msg, record.args = str(record.msg).partition("\n")[0].partition(":")[0], ()
        record.exc_info = record.exc_text = None
    return True


_QUOTING = (
    consumer.UNKNOWN_FORMAT,
    consumer.UNKNOWN_TASK_ERROR,
    consumer.INVALID_TASK_ERROR,
    consumer.MESSAGE_DECODE_ERROR,
)
