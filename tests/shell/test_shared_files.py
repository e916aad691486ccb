import fcntl
import os
import subprocess
import sys
import tempfile

import pytest
from nextround.operations import shared_files


@pytest.fixture(autouse=True)
def _temporary(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv(shared_files.VARIABLE, "to be put back")
    monkeypatch.delenv(shared_files.VARIABLE)


def test_a_worker_gets_a_directory_of_its_own_and_removes_it_again(tmp_path):
    directory = shared_files.prepare()
    assert os.environ[shared_files.VARIABLE] == str(directory)
    assert directory.parent == tmp_path
    shared_files.remove()
    assert not directory.exists()


def test_what_killed_workers_left_is_removed_and_what_the_living_hold_stays(tmp_path):
    # Whatever their process ids: another container that shares the directory has ids of its own.
    left, used, starting = (tmp_path / f"nextround-metrics-{name}-x" for name in (1, 2, 3))
    other = tmp_path / "nextround-metrics-of-somebody"
    for directory in (left, used, starting, other):
        directory.mkdir()
    (left / "lock").touch()
    with (used / "lock").open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        shared_files.prepare()
    assert not left.exists()
    assert used.exists()
    assert starting.exists()
    assert other.exists()


def test_a_directory_is_held_by_whatever_the_process_becomes(tmp_path):
    directory = shared_files.prepare()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, close_fds=False) as child:
        with (directory / "lock").open("rb") as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        child.communicate(b"\n")


@pytest.mark.parametrize("named", [None, "file/metrics"])
def test_an_unusable_directory_is_said_plainly_and_the_worker_goes_on(tmp_path, monkeypatch, capsys, named):
    (tmp_path / "file").touch()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    if named:
        monkeypatch.setenv(shared_files.VARIABLE, str(tmp_path / named))
    assert shared_files.prepare() is None
    assert shared_files.VARIABLE not in os.environ
    said = capsys.readouterr().err
    assert "can't be used: Not a directory" in said
    assert said.count("\n") == 1


COUNTING = """
import os, shutil, sys
from pathlib import Path
from nextround.operations import shared_files
directory = shared_files.prepare()
from nextround.operations import metrics
def told():
    return [line for line in metrics.exposition("")[0].decode().splitlines() if line.startswith("nextround_buried")]
metrics.buried("a")
before, kept = told(), metrics.are_kept()
if sys.argv[1] == "removed":
    shutil.rmtree(directory)
elif sys.argv[1] == "a file":
    shutil.rmtree(directory)
    directory.touch()
else:
    shutil.rmtree(directory)
    def full(*_): raise OSError(28, "No space left on device")
    really, os.posix_fallocate = os.posix_fallocate, full
for _ in range(3):
    metrics.buried("a")
during = metrics.are_kept()
if sys.argv[1] == "a file":
    directory.unlink()
elif sys.argv[1] == "full":
    os.posix_fallocate = really
metrics.buried("a")
print(before[-1], kept, during, told()[-1], metrics.are_kept(), sep="|")
"""


@pytest.mark.parametrize(
    ("accident", "after", "during"), [("removed", 4.0, True), ("a file", 1.0, False), ("full", 1.0, True)]
)
def test_counting_never_fails_and_goes_on_where_it_can(tmp_path, accident, after, during):
    done = subprocess.run(
        [sys.executable, "-c", COUNTING, accident],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    sample = 'nextround_buried_total{reason="a"}'
    assert done.stdout.splitlines()[-1] == f"{sample} 1.0|True|{during}|{sample} {after}|True"
    assert done.stdout.count("counts_lost") + done.stderr.count("counts_lost") == (accident != "removed")


def test_a_directory_that_the_operator_named_is_emptied_of_counts_alone_and_kept(tmp_path, monkeypatch):
    named = tmp_path / "run" / "nextround"
    named.mkdir(parents=True)
    (named / "counter_1.db").touch()
    (named / "something").touch()
    monkeypatch.setenv(shared_files.VARIABLE, str(named))
    assert shared_files.prepare() == named
    assert [path.name for path in named.iterdir()] == ["something"]
    shared_files.remove()
    assert named.exists()
