import os
import subprocess
import sys
import tempfile

import pytest
from nextround.operations import shared_files


@pytest.fixture(autouse=True)
def _temporary(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.delenv(shared_files.VARIABLE, raising=False)


def gone():
    """The id of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    return process.pid


def test_a_worker_gets_a_directory_of_its_own_and_removes_it_again(tmp_path):
    directory = shared_files.prepare()
    assert os.environ[shared_files.VARIABLE] == str(directory)
    assert directory.parent == tmp_path
    shared_files.remove()
    assert not directory.exists()


def test_what_killed_workers_left_is_removed_and_what_the_living_use_stays(tmp_path):
    left = tmp_path / f"nextround-metrics-{gone()}-x"
    used = tmp_path / f"nextround-metrics-{os.getppid()}-x"
    other = tmp_path / "nextround-metrics-of-somebody"
    for directory in (left, used, other):
        directory.mkdir()
    shared_files.prepare()
    assert not left.exists()
    assert used.exists()
    assert other.exists()


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
