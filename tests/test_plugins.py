"""Plugins from outside: the worked example, and the one that the document of the systems goes through, both run."""

import json
import re
import shutil
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from tests.formats.texts import player, trf
from tests.plugins import KEIZER, install, nextround, run, tried
from tests.readme import SYSTEMS


def event(system: str, **options: object) -> dict[str, Any]:
    """Five at the club: Ann won against Bob, Cid against Dot, and Eve had the bye."""
    return {
        "specversion": "1.0",
        "id": "club/2",
        "source": "/club",
        "type": "io.nextround.round.finished.v1",
        "data": {
            "tournament": {"id": "club", "number_of_rounds": 20, "initial_colour": "white"},
            "pairing": {"system": system, "options": options},
            "round": 2,
            "revision": 1,
            "players": [{"id": name, "tpn": tpn} for tpn, name in enumerate(("ann", "bob", "cid", "dot", "eve"), 1)],
            "rounds": [
                {
                    "round": 1,
                    "games": [
                        {"white": "ann", "black": "bob", "result": "1-0"},
                        {"white": "cid", "black": "dot", "result": "1-0"},
                    ],
                    "byes": [{"player": "eve", "kind": "pab"}],
                }
            ],
        },
    }


def boards(data: dict[str, Any]) -> tuple[list[str], str | None]:
    pairs = [f"{board['white']['id']}-{board['black']['id']}" for board in data["boards"]]
    return pairs, data["pab"] and data["pab"]["player"]["id"]


@pytest.fixture(scope="module")
def keizer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    package = tmp_path_factory.mktemp("keizer")
    shutil.copytree(KEIZER, package / "source", ignore=shutil.ignore_patterns("__pycache__"))
    return install(package / "source", package / "installed")


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plugin that the document of the systems goes through, as it stands there."""
    package = tmp_path_factory.mktemp("ladder")
    source = package / "source"
    source.mkdir()
    files = re.findall(r"<!-- plugin: (\S+) -->\n```\w+\n(.*?)```", SYSTEMS.read_text(), re.DOTALL)
    assert [name for name, _ in files] == ["pyproject.toml", "our_ladder.py"]
    for name, text in files:
        (source / name).write_text(text)
    return install(source, package / "installed")


@pytest.mark.parametrize(("plugin", "origin"), [("keizer", "nextround-keizer 1.0.0"), ("ladder", "our-ladder 1.0.0")])
def test_the_list_of_systems_says_where_a_plugin_comes_from(plugin: str, origin: str, request: pytest.FixtureRequest):
    installed = request.getfixturevalue(plugin)
    listed = json.loads(nextround(installed, "systems", "--json"))["systems"]
    assert {entry["name"]: entry["origin"] for entry in listed if entry["origin"] != "built in"} == {plugin: origin}
    assert origin.split()[0] in nextround(installed, "systems")


def test_an_event_is_answered_by_the_worked_plugin(keizer: Path):
    # Values 7 6 5 4 3: ann 7 + 6, bob 6, cid 5 + 4, dot 4, eve 3 + 2: ann cid bob eve dot, and by those values again
    # ann 7 + 5, cid 6 + 3, bob 5, eve 4 + 2 4/6, dot 3: ann cid eve bob dot, which stays (bob 4, eve 5 + 3 2/6).
    said = json.loads(
        nextround(keizer, "pair", "-", "--format", "json", stdin=json.dumps(event("keizer", gap=1, absence=0)))
    )
    assert boards(said) == (["ann-cid", "bob-eve"], "dot")
    assert said["trace"][0]["players"] == [1, 3, 5, 2, 4]
    assert said["system"] == "keizer"
    assert said["engine"] == f"nextround {version('nextround')} with nextround-keizer 1.0.0"


def test_players_meet_again_in_a_report_that_the_worked_plugin_pairs(keizer: Path, tmp_path: Path):
    report = tmp_path / "club.trf"
    report.write_text(trf(player(1, "2 w 1", "2 b =", points="1.5"), player(2, "1 b 0", "1 w =", points="0.5")))
    printed = nextround(keizer, "pair", report, "--system", "keizer", "--format", "javafo")
    assert printed.splitlines() == ["1", "1 2"]  # White for 1, who had Black in their latest game
    checked = nextround(keizer, "check", report, "--system", "keizer")
    assert "1 files, 2 rounds: 0 differ" in checked


def test_a_season_of_the_worked_plugin_is_generated_and_checked(keizer: Path, tmp_path: Path):
    report = tmp_path / "season.trf"
    report.write_text(nextround(keizer, "generate", "--system", "keizer", "--players", 5, "--rounds", 20))
    assert "1 files, 20 rounds: 0 differ" in nextround(keizer, "check", report, "--system", "keizer")


def test_the_plugin_of_the_readme_pairs_and_keeps_the_contract(ladder: Path):
    said = json.loads(nextround(ladder, "pair", "-", "--format", "json", stdin=json.dumps(event("ladder"))))
    # Ann, Cid and Eve have a point: neighbours are Ann and Cid, who both had White, and Eve and Bob, who had Black.
    assert boards(said) == (["cid-ann", "bob-eve"], "dot")
    contract = run(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/systems/test_contract.py", "-k", "ladder",
        PYTHONPATH=str(ladder),
    )  # fmt: skip
    assert int(re.search(r"(\d+) passed", contract)[1]) >= 10  # type: ignore[index]


def test_a_plugin_needs_one_door(ladder: Path):
    for source in (KEIZER / "nextround_keizer.py", ladder / "our_ladder.py"):
        imported = re.findall(r"^\s*(?:from|import) (nextround[\w.]*)", source.read_text(), re.MULTILINE)
        assert imported == ["nextround.plugin"]


#: A system that refuses whatever it is asked: nothing else in the contract forbids that.
REFUSING = """
from nextround.plugin import Entry, NoLegalPairing, Problem, RoundPairing


class Refusing:
    def __init__(self, options):
        pass

    def pair(self, question):
        if not question.competitors:
            return RoundPairing(())
        raise NoLegalPairing(Problem("no-legal-pairing", "no", article="Refusing 1"))


ENTRY = Entry("refusing", "Refusing", "Refusing (2026)", Refusing, repeats=True)
"""


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    package = tmp_path_factory.mktemp("refusing")
    source = package / "source"
    source.mkdir()
    described = re.search(r"<!-- plugin: pyproject.toml -->\n```toml\n(.*?)```", SYSTEMS.read_text(), re.DOTALL)
    assert described
    text = described.group(1).replace("our-ladder", "refusing").replace("our_ladder", "refusing")
    (source / "pyproject.toml").write_text(text.replace("ladder =", "refusing ="))
    (source / "refusing.py").write_text(REFUSING)
    return install(source, package / "installed")


def test_the_contract_holds_for_the_ladder_and_says_how_much_it_answered(ladder: Path, tmp_path: Path):
    report = tmp_path / "club.trf"
    report.write_text(trf(player(1), player(2), player(3)))
    told = nextround(ladder, "contract-test", "ladder", "--tournaments", report)
    assert re.search(r"ladder: \d+ of 201 questions answered, \d+ refused", told)


def test_a_system_that_refuses_everything_breaks_the_contract(refusing: Path):
    done = tried(refusing, "contract-test", "refusing")
    assert done.returncode == 1
    assert "refusing: 0 of 200 questions answered, 200 refused (no-legal-pairing 200)" in done.stdout


def test_what_the_contract_needs_is_named_where_it_is_missing(ladder: Path, tmp_path: Path):
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'hypothesis' else find(name, *more)\n"
    )
    done = tried(tmp_path, "contract-test", "amalfi")
    assert done.returncode == 2
    assert "hypothesis must be installed for this: pip install 'nextround[contract]'" in done.stderr


def test_an_unknown_system_and_a_missing_file_are_named(ladder: Path):
    unknown = tried(ladder, "contract-test", "nobody")
    assert (unknown.returncode, "nobody" in unknown.stderr, "ladder" in unknown.stderr) == (2, True, True)
    gone = tried(ladder, "contract-test", "ladder", "--tournaments", "gone.trf")
    assert (gone.returncode, "gone.trf" in gone.stderr) == (3, True)
