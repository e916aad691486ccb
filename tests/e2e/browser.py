"""A real browser without a screen, spoken to over a pipe in its own protocol."""

import base64
import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
)  # fmt: skip

# It reads from descriptor 3 and writes to 4.
START = """
import fcntl, os, sys
read, write = (fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3])
os.dup2(read, 3)
os.dup2(write, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Browser:
    """One page of it."""

    def __init__(self, to, back):
        self._to, self._back = to, back
        self._number = self._loads = 0
        self._session = None
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._ask("Page.enable")

    def _ask(self, method, **params):
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while (heard := self._hear()).get("id") != self._number:
            pass
        assert "error" not in heard, heard
        return heard["result"]

    def _hear(self):
        heard = b""
        while not heard.endswith(b"\0"):
            part = self._back.read(1)
            assert part, "the browser has gone"
            heard += part
        message = json.loads(heard[:-1])
        # It may come before the answer to what caused it.
        self._loads += message.get("method") == "Page.loadEventFired"
        return message

    def _wait_for_load(self, before):
        while self._loads == before:
            self._hear()

    def visit(self, url, width):
        """Open a page in a window of that width and wait until it is there."""
        self._ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=844, deviceScaleFactor=1, mobile=width < 600
        )
        before = self._loads
        self._ask("Page.navigate", url=url)
        self._wait_for_load(before)

    def value(self, expression):
        """Evaluate an expression on the page."""
        return self._ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def click(self, selector):
        """Follow a link as a click does, and wait until the page is there."""
        before = self._loads
        self._ask("Runtime.evaluate", expression=f"document.querySelector({json.dumps(selector)}).click()")
        self._wait_for_load(before)

    def picture(self, path):
        """Write the whole page as a PNG."""
        shot = self._ask("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))


@contextmanager
def browser(directory):
    """Yield a page of a browser that keeps its things in that directory."""
    to_browser, ours = os.pipe()
    theirs, from_browser = os.pipe()
    command = [sys.executable, "-c", START, str(to_browser), str(from_browser), CHROMIUM, *FLAGS]
    process = subprocess.Popen(
        [*command, f"--user-data-dir={directory}"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=[to_browser, from_browser],
        start_new_session=True,
    )
    os.close(to_browser)
    os.close(from_browser)
    try:
        with os.fdopen(theirs, "rb") as back:
            yield Browser(ours, back)
    finally:
        os.close(ours)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)
