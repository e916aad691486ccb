"""What a worker shows over HTTP: whether it is well, what it counted, and what lies on the broker."""

import os
import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import structlog
from celery import bootsteps
from redis import RedisError

from nextround.broker.gauges import Now
from nextround.broker.observer import Observer
from nextround.broker.redis.dead_letters import Letter
from nextround.broker.redis.observer import RedisObserver
from nextround.broker.worker_context import WorkerContext
from nextround.operations import http, metrics, page, shared_files
from nextround.operations.health import PULSE
from nextround.operations.http import Reply
from nextround.service import Unaddressable
from nextround.service.request_context import read
from nextround.settings import Settings

log = structlog.get_logger(__name__)


class HttpBootstep(bootsteps.StartStopStep):  # type: ignore[misc]  # Celery has no types
    """Serves HTTP from a thread of the worker's main process, as long as that lives.

    It starts after the first child processes have been forked, and before the broker is needed.
    """

    requires = ("celery.worker.components:Pool",)

    def start(self, worker: Any) -> None:
        """Listen; a worker whose port is taken pairs all the same."""
        context: WorkerContext = worker.app.worker_context
        settings = context.settings
        if not settings.http_port:
            return
        if not os.environ.get(shared_files.VARIABLE):
            log.warning(
                "metrics_incomplete", reason="child processes count for themselves; start with: nextround worker"
            )
        address = f"http://{settings.http_host}:{settings.http_port}/"
        try:
            http.serve(settings.http_host, settings.http_port, HttpEndpoints(settings, context.observer()).respond)
        except OSError as error:
            log.error("http_not_served", address=address, error=str(error))
        else:
            log.info("http_served", address=address)


class HttpEndpoints:
    """Answers requests."""

    def __init__(self, settings: Settings, observer: Observer) -> None:
        self._address = settings.broker_address
        self._socket_timeout = settings.socket_timeout
        self._observer = observer

    def respond(self, path: str, accept: str) -> Reply:
        """Answer one request."""
        match path:
            case "/healthz":
                return _checks({"event_loop": self._is_alive()})
            case "/readyz":
                return self._readiness()
            case "/metrics":
                body, kind = metrics.exposition(accept, Now(self._observer, is_alive=self._is_alive()))
                return Reply(body, kind)
            case "/style.css":
                return Reply(page.STYLE, "text/css; charset=utf-8")
            case _:
                return self._page(path)

    def _readiness(self) -> Reply:
        if PULSE.takes_in and (pause := PULSE.paused):
            return _checks({"event_loop": self._is_alive(), "intake": False}, f"paused: {pause.reason}\n")
        # The broker is not asked, and perhaps waited for, where it is plain already.
        broker = PULSE.takes_in and self._observer.answers()
        checks = {"event_loop": self._is_alive(), "intake": PULSE.takes_in, "broker": broker}
        found = (*PULSE.unfit, "permission") if PULSE.denied else PULSE.unfit
        return _checks(checks | dict.fromkeys(found, False))

    def _page(self, path: str) -> Reply:
        kind, _, place = path.removeprefix("/").partition("/")
        if kind not in _PAGES or (kind and not _PLACE.fullmatch(place)):
            return _html(page.remark("There is no such page.", "", root="/"), HTTPStatus.NOT_FOUND)
        if (streams := self._observer.streams) is None:
            text = (
                "What lies on the broker is shown by its own management page, and this worker at /readyz and /metrics."
            )
            return _html(page.remark("On RabbitMQ there is no page.", text, root="../" if kind else ""))
        try:
            return _PAGES[kind](streams, place)
        except RedisError as error:
            told = f"{self._address}: {type(error).__name__}. The worker goes on asking; so does this page."
            title = "The broker does not answer."
            return _html(page.remark(title, told, root="../" if kind else ""), HTTPStatus.SERVICE_UNAVAILABLE)

    def _is_alive(self) -> bool:
        # Celery's own connection may be silent for twice the time limit of ours before it is given up.
        return PULSE.is_alive(longest_wait=4 * self._socket_timeout)


def _overview(streams: RedisObserver, _: str) -> Reply:
    return _html(page.overview(streams.overview()))


def _answer(streams: RedisObserver, place: str) -> Reply:
    found = streams.answer(place)
    return _html(page.answer(*found)) if found else _gone("answer")


def _letter(streams: RedisObserver, place: str) -> Reply:
    letter = streams.letter(place)
    if letter is None:
        return _gone("dead letter")
    return _html(page.letter(_facts(letter), f"nextround dead replay {letter.id}"))


_PAGES: dict[str, Callable[[RedisObserver, str], Reply]] = {"": _overview, "answers": _answer, "letters": _letter}
"""The pages by the first part of their path, and what answers for a place in a stream."""

_PLACE = re.compile(r"[0-9]{1,20}-[0-9]{1,20}")


def _html(body: bytes, status: HTTPStatus = HTTPStatus.OK) -> Reply:
    return Reply(body, "text/html; charset=utf-8", status)


def _gone(what: str) -> Reply:
    text = "It was here, perhaps, and is gone by now."
    return _html(page.remark(f"There is no such {what}.", text, root="../"), HTTPStatus.NOT_FOUND)


def _facts(letter: Letter) -> dict[str, object]:
    """Tell of a letter what may be shown: of its event the ids, the size and the digest."""
    body = letter.body
    try:
        cause = read(body or b"")[1]
    except Unaddressable:
        cause = None
    return {
        "letter": letter.id,
        "reason": letter.reason,
        "detail": letter.detail,
        "event": cause.id if cause else None,
        "tournament": cause.tournament if cause else None,
        "round": (cause.round or None) if cause else None,
        "revision": (cause.revision or None) if cause else None,
        "entry": letter.entry,
        "deliveries": letter.deliveries,
        "came": letter.first.isoformat(timespec="seconds"),
        "given up": letter.last.isoformat(timespec="seconds"),
        "bytes": letter.size,
        "sha256": letter.sha256 or None,
        "kept whole": body is not None,
    }


def _checks(checks: Mapping[str, bool], remark: str = "") -> Reply:
    told = "".join(f"{name} {'ok' if is_well else 'failing'}\n" for name, is_well in checks.items()) + remark
    return Reply(told.encode(), status=HTTPStatus.OK if all(checks.values()) else HTTPStatus.SERVICE_UNAVAILABLE)
