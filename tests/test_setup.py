import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest


def test_the_distribution_is_installed_under_its_name():
    assert version("nextround")


@pytest.mark.parametrize("folder", ["worker", "schemas"])
def test_the_source_roots_are_no_packages_of_a_platform(folder: str, tmp_path: Path):
    """Outside the repository: a platform may have a package of that name, and imports ours beside it."""
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "__init__.py").write_text("")
    program = f"import {folder}, nextround, nextround_schemas; print({folder}.__file__)"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=200)
    assert (done.returncode, done.stdout.strip()) == (0, str(tmp_path / folder / "__init__.py")), done.stderr
    (tmp_path / folder / "__init__.py").unlink()
    (tmp_path / folder).rmdir()
    alone = subprocess.run([sys.executable, "-c", f"import {folder}"], cwd=tmp_path, capture_output=True, timeout=200)
    assert alone.returncode != 0
