"""Installs a plugin as an operator does, but into a directory of its own and without any network."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
KEIZER = ROOT / "deploy" / "examples" / "keizer"
_PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps")


def install(package: Path, target: Path) -> Path:
    """Build a package with what the environment has, and install it for processes whose PYTHONPATH names the target."""
    run(*_PIP, "--no-build-isolation", "--target", str(target), str(package))
    return target


def nextround(plugins: Path, *arguments: object, stdin: str = "") -> str:
    """Run a command in a process that has the plugins; return what it prints."""
    return run("-m", "nextround", *map(str, arguments), stdin=stdin, PYTHONPATH=str(plugins))


def tried(plugins: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that has the plugins, however it ends."""
    return _process("-m", "nextround", *map(str, arguments), stdin="", PYTHONPATH=str(plugins))


def run(*arguments: str, stdin: str = "", **environment: str) -> str:
    done = _process(*arguments, stdin=stdin, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _process(*arguments: str, stdin: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | environment,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=280,
    )
