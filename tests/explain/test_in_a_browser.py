"""The page in a real browser: it opens, nothing is cut off on a phone, the brackets are drawn."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import WORKED_EXAMPLE, run

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on the PATH")

#: Writes what the browser made of the page into its title.
PROBE = """<script>addEventListener("load", () => {
  const svgs = [...document.querySelectorAll("svg")].map(svg => svg.getBoundingClientRect());
  const wide = [...document.querySelectorAll("body *")].filter(
    e => !e.closest(".scroll") && e.getBoundingClientRect().right > innerWidth + 1);
  document.title = [document.documentElement.scrollWidth <= innerWidth, svgs.length,
    svgs.every(box => box.width > 200 && box.height > 20), wide.length].join(" ");
})</script>"""


def test_it_opens_and_fits_a_phone(tmp_path: Path) -> None:
    html = run("explain", WORKED_EXAMPLE, "--round", "5", "--system", "dutch-2026", "--format", "html").stdout
    file = tmp_path / "round5.html"
    file.write_text(html.replace("</body>", PROBE + "</body>"), "utf-8")
    dumped = _browse(tmp_path, "--window-size=500,900", "--dump-dom", file.as_uri())
    title = re.search(r"<title>(.*?)</title>", dumped)
    assert title is not None
    assert title[1] == "true 6 true 0"


def test_it_prints(tmp_path: Path) -> None:
    html = run("explain", WORKED_EXAMPLE, "--round", "9", "--system", "dutch-2026", "--format", "html").stdout
    (tmp_path / "round9.html").write_text(html, "utf-8")
    _browse(tmp_path, f"--print-to-pdf={tmp_path / 'round9.pdf'}", (tmp_path / "round9.html").as_uri())
    assert (tmp_path / "round9.pdf").read_bytes().startswith(b"%PDF")


def _browse(tmp_path: Path, *arguments: str) -> str:
    assert CHROMIUM is not None
    common = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    done = subprocess.run([CHROMIUM, *common, *arguments], capture_output=True, text=True, timeout=120, check=True)
    return done.stdout
