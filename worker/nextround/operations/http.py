"""A small HTTP server in a thread: GET and HEAD, nothing that changes anything."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

import structlog

log = structlog.get_logger(__name__)

HEADERS = {
    "Cache-Control": "no-store",
    # No script at all, and nothing from elsewhere.
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@dataclass(frozen=True, slots=True)
class Reply:
    """What a request is answered with."""

    body: bytes
    kind: str = "text/plain; charset=utf-8"
    status: HTTPStatus = HTTPStatus.OK


def serve(host: str, port: int, respond: Callable[[str, str], Reply]) -> ThreadingHTTPServer:
    """Answer requests in threads of this process until it ends; raises `OSError` where the address is taken.

    `respond` gets the decoded path and the Accept header. What it raises becomes a 500, and a line in the log.
    """

    class Handler(BaseHTTPRequestHandler):
        server_version = "nextround"
        sys_version = ""
        timeout = 10.0

        def do_GET(self) -> None:
            path = unquote(urlsplit(self.path).path)
            try:
                reply = respond(path, self.headers.get("Accept", ""))
            except Exception as error:
                log.exception("http_failed", path=path[:100])
                reply = Reply(f"{type(error).__name__}\n".encode(), status=HTTPStatus.INTERNAL_SERVER_ERROR)
            self.send_response(reply.status)
            for name, value in HEADERS.items():
                self.send_header(name, value)
            self.send_header("Content-Type", reply.kind)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(reply.body)

        do_HEAD = do_GET  # noqa: N815 - as the base class has it

        def log_message(self, format: str, *arguments: object) -> None:
            log.debug("http", request=format % arguments)

    server = _Server((host, port), Handler)
    threading.Thread(target=server.serve_forever, name="http", daemon=True).start()
    return server


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        # Whoever asked has gone away.
        log.debug("http_broken_off", exc_info=True)
