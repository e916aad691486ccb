"""`nextround standings`."""

import json

import pytest

from tests.cli.running import run
from tests.formats.texts import player, trf

REPORT = trf(
    player(1, "2 w 1", "3 b =", points="1.5"),
    player(2, "1 b 0", "4 w 1", points="1.0"),
    player(3, "4 b =", "1 w =", points="1.0"),
    player(4, "3 w =", "2 b 0", points="0.5"),
    head=("012 Club", "042 2026/05/01", "XXR 2"),
)


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "club.trf"
    path.write_text(REPORT)
    return path


def test_the_json_has_exact_values_and_shared_places(report):
    done = run("standings", report, "--tie-breaks", "DE,BH,AOB", "--format", "json")
    said = json.loads(done.stdout)
    assert (said["edition"], said["after"], said["provisional"]) == ("c07-2026", 2, False)
    assert [(line["place"], line["tied"], line["tpn"], line["points"]) for line in said["standings"]] == [
        (1, False, 1, "1.5"),
        (2, True, 2, "1"),
        (2, True, 3, "1"),
        (4, False, 4, "0.5"),
    ]
    values = {line["tpn"]: {v["code"]: v["value"] for v in line["tie_breaks"]} for line in said["standings"]}
    # 1 met 2 (1) and 3 (1); 2 met 1 (1½) and 4 (½); 2 and 3, who did not meet, are tied on points alone.
    assert (values[1]["BH"], values[2]["BH"], values[3]["BH"], values[4]["BH"]) == ("2", "2", "2", "2")
    assert (values[1]["DE"], values[2]["DE"], values[3]["DE"]) == (None, "1", "1")


def test_after_a_round_that_is_not_the_last_the_values_are_provisional(report):
    said = json.loads(run("standings", report, "--tie-breaks", "BH", "--after", "1", "--format", "json").stdout)
    assert (said["after"], said["provisional"]) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--tie-breaks", "BH/X"), 2, '"X" is no modifier of BH'),
        (("--tie-breaks", "BUCH"), 2, 'unknown tie-break "BUCH"'),
        (("--tie-breaks", "BH", "--round-robin"), 2, "BH is not for a round robin"),
        (("--edition", "c07-1999"), 2, "known: c07-2024, c07-2026"),
        (("--after", "3"), 3, "round 3 was not held; accepted: 0 to 2"),
    ],
)
def test_what_does_not_fit_is_named(report, arguments, status, words):
    done = run("standings", report, *arguments)
    assert (done.exit_code, words in done.stderr) == (status, True), done.stderr
