"""The directory in which the processes of one worker keep their counts; imports nothing that counts."""

import os
import shutil
import tempfile
from pathlib import Path

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""What prometheus_client reads, once, when it is first imported."""
_PREFIX = "nextround-metrics-"


def prepare() -> Path:
    """Name an empty directory of this process's own in the environment; return it.

    It is the one that the operator named, emptied of the counts of the process before, or else one below the directory
    for temporary files; those that killed workers left there are removed. To be called before prometheus_client is
    imported, and kept by `exec`.
    """
    named = os.environ.get(VARIABLE)
    if named:
        directory = Path(named)
        directory.mkdir(parents=True, exist_ok=True)
        for file in directory.glob("*.db"):
            file.unlink()
    else:
        _remove_what_the_dead_left()
        directory = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
        os.environ[VARIABLE] = str(directory)
    return directory


def remove() -> None:
    """Remove this process's directory, if it is one that `prepare` made."""
    directory = Path(os.environ.get(VARIABLE, ""))
    if directory.name.startswith(f"{_PREFIX}{os.getpid()}-"):
        shutil.rmtree(directory, ignore_errors=True)


def _remove_what_the_dead_left() -> None:
    for directory in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        pid = directory.name.removeprefix(_PREFIX).partition("-")[0]
        try:
            is_ours = directory.stat().st_uid == os.getuid() and not directory.is_symlink()
        except FileNotFoundError:
            continue
        if is_ours and pid.isdigit() and not Path(f"/proc/{pid}").exists() and Path("/proc/self").exists():
            shutil.rmtree(directory, ignore_errors=True)
