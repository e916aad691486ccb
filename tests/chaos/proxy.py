"""A TCP proxy before a broker that does what networks do: lose a reply, hold a command, fall silent."""

import socket
import ssl
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field


@dataclass
class Fault:
    """What happens to the next `count` requests that contain `pattern`; `met` counts those that it happened to."""

    pattern: bytes
    count: int
    kind: str
    release: threading.Event = field(default_factory=threading.Event)
    met: int = 0


class Proxy:
    """Listens on a port of its own, with TLS where a certificate (PEM with its key) is given."""

    def __init__(self, port, certificate=None):
        self.target = port
        self._context = None
        if certificate:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(certificate)
        self._faults = []
        self._lock = threading.Lock()
        self._open = threading.Event()
        self._open.set()
        self._closed = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def lose_replies(self, pattern, count=1):
        """Execute the next requests with the pattern, but cut the connection instead of the reply."""
        return self._add(Fault(pattern, count, "lose"))

    def hold(self, pattern, count=1):
        """Deliver the next requests with the pattern only when the fault is released, even if the client has left."""
        return self._add(Fault(pattern, count, "hold"))

    @contextmanager
    def black_hole(self):
        """Carry nothing, refuse nothing and close nothing, for as long as the context lasts."""
        self._open.clear()
        try:
            yield
        finally:
            self._open.set()

    def close(self):
        """End all connections and take no new ones."""
        self._closed = True
        for fault in self._faults:
            fault.release.set()
        self._open.set()
        self._listener.close()

    def _add(self, fault):
        with self._lock:
            self._faults.append(fault)
        return fault

    def _fault(self, request):
        with self._lock:
            for fault in self._faults:
                if fault.met < fault.count and fault.pattern in request:
                    fault.met += 1
                    return fault
        return None

    def _accept(self):
        while not self._closed:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        try:
            if self._context:
                client = self._context.wrap_socket(client, server_side=True)
            server = socket.create_connection(("127.0.0.1", self.target), timeout=5)
            server.settimeout(None)
        except OSError:  # also ssl.SSLError: a client that does not trust us
            client.close()
            return
        lost = threading.Event()
        threading.Thread(target=self._replies, args=(server, client, lost), daemon=True).start()
        self._requests(client, server, lost)

    def _requests(self, client, server, lost):
        with suppress(OSError):
            while request := client.recv(65_536):
                self._open.wait()
                fault = self._fault(request)
                if fault and fault.kind == "hold":
                    fault.release.wait()
                elif fault:
                    lost.set()
                server.sendall(request)
        if not lost.is_set():
            _end(server, client)

    def _replies(self, server, client, lost):
        with suppress(OSError):
            while reply := server.recv(65_536):
                self._open.wait()
                if lost.is_set():
                    break
                client.sendall(reply)
        _end(client, server)


def _end(*sockets):
    for one in sockets:
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()
