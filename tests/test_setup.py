import subprocess
import sys
import zipfile
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


def test_the_wheel_holds_every_file_of_the_packages(tmp_path: Path):
    """Also the scripts of the broker, the templates of the pages and the JSON Schemas, which no import would miss."""
    root = Path(__file__).parents[1]
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(build, cwd=root, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    [wheel] = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    ours = {
        path.relative_to(source).as_posix()
        for source, package in ((root / "worker", "nextround"), (root / "schemas", "nextround_schemas"))
        for path in (source / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert ours - held == set()
    assert {Path(name).suffix for name in ours} >= {".py", ".lua", ".html", ".css", ".json"}
