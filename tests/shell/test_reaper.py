"""Orphans of a container are reaped by its process 1, and by nobody else."""

import os
import shutil
import subprocess
import sys

import pytest
from nextround.operations import reaper
from nextround.operations.reaper import Reaper


def ended_child() -> int:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)  # ended, and still there
    return child


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_an_orphan_is_reaped_at_the_second_look():
    orphan = ended_child()
    looking = Reaper(own=list)
    assert (looking.look(), is_there(orphan)) == (0, True)
    assert looking.look() >= 1
    assert not is_there(orphan)


def test_a_child_of_the_pool_is_left_to_the_pool():
    child = ended_child()
    looking = Reaper(own=lambda: [child])
    looking.look()
    looking.look()
    assert os.waitpid(child, 0) == (child, 0)


def test_it_runs_as_process_1_alone(monkeypatch: pytest.MonkeyPatch):
    started = []
    monkeypatch.setattr(reaper.threading, "Thread", lambda **_: started.append(_) or pytest.fail("started"))
    reaper.start(list)
    assert started == []


#: As process 1: a shell that leaves an orphan, which ends a little later; then whether that is still there.
PROGRAM = """
import os, subprocess, time
from nextround.operations import reaper
reaper.EVERY = 0.05
reaper.start(list)
shell = subprocess.run(["sh", "-c", "sleep 0.2 > /dev/null 2>&1 & echo $!"], capture_output=True, text=True)
orphan = shell.stdout.strip()
end = time.monotonic() + 200
while os.path.exists(f"/proc/{orphan}") and time.monotonic() < end:
    time.sleep(0.05)
print(os.getpid(), os.path.exists(f"/proc/{orphan}"))
"""


@pytest.mark.skipif(shutil.which("unshare") is None or os.geteuid() != 0, reason="unshare needs root")
def test_in_a_namespace_of_its_own_nothing_stays():
    inside = ("unshare", "--pid", "--fork", "--mount-proc")
    if subprocess.run([*inside, "true"], capture_output=True).returncode:
        pytest.skip("this machine makes no process namespaces")
    done = subprocess.run([*inside, sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=250)
    assert done.stdout.splitlines()[-1:] == ["1 False"], done.stderr
