"""The directory in which the processes of one worker keep their counts; imports nothing that counts."""

import fcntl
import os
import shutil
import sys
import tempfile
from pathlib import Path

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""What prometheus_client reads, once, when it is first imported."""
ROOM = 1 << 16
"""Bytes of a file of counts, at least: four times what ours hold."""
_PREFIX = "nextround-metrics-"
_LOCK = "lock"


def prepare() -> Path | None:
    """Name an empty directory of this process's own in the environment; return it, or None where there can be none.

    It is the one that the operator named, emptied of the counts of the process before, or else one below the directory
    for temporary files; those that killed workers left there are removed. To be called before prometheus_client is
    imported, and kept by `exec`. A worker without such a directory pairs all the same, and says so here.
    """
    named = os.environ.get(VARIABLE)
    try:
        if named:
            directory = Path(named)
            directory.mkdir(parents=True, exist_ok=True)
            for file in directory.glob("*.db"):
                file.unlink()
        else:
            _remove_what_the_dead_left()
            directory = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
            _lock(directory)
        make_room(directory / "probe")
        (directory / "probe").unlink()
    except OSError as error:
        os.environ.pop(VARIABLE, None)
        where = f"the directory {named}, which {VARIABLE} names," if named else "the directory for temporary files"
        sys.stderr.write(  # before there is a log
            f"nextround: {where} can't be used: {error.strerror or error}. The worker pairs without counting; accepted "
            f"is a directory that can be written, named by {VARIABLE}\n"
        )
        return None
    os.environ[VARIABLE] = str(directory)
    return directory


def make_room(file: Path) -> None:
    """Make a file of zeros that takes its room at once; raise OSError where there is none.

    A disk that is found full when a mapped file is written kills the process.
    """
    try:
        with file.open("ab") as made:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(made.fileno(), 0, ROOM)
    except OSError:
        file.unlink(missing_ok=True)  # an empty one can't be read
        raise


def remove() -> None:
    """Remove this process's directory, if it is one that `prepare` made."""
    directory = Path(os.environ.get(VARIABLE, ""))
    if directory.name.startswith(f"{_PREFIX}{os.getpid()}-"):
        shutil.rmtree(directory, ignore_errors=True)


def _lock(directory: Path) -> None:
    # Held by this process, through `exec`, and by its children. A process id would say nothing to a process in a
    # container of its own that shares the directory for temporary files.
    lock = os.open(directory / "new", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    os.set_inheritable(lock, True)
    (directory / "new").rename(directory / _LOCK)


def _remove_what_the_dead_left() -> None:
    for directory in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        try:
            if directory.is_symlink() or directory.stat().st_uid != os.getuid():
                continue
            with (directory / _LOCK).open("rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(directory, ignore_errors=True)
        except OSError:  # it is held, or not ready, or gone
            continue
