"""The example in another language does what the README says of it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from nextround_schemas.generate import TARGET

EXAMPLE = Path(__file__).parents[2] / "deploy" / "examples" / "node" / "pair.mjs"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node on this machine")


def run(url: str, sample: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(NODE), EXAMPLE, TARGET / "examples" / sample],
        env={"PATH": os.environ["PATH"], "NEXTROUND_BROKER_URL": url},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_platform_in_node_sends_an_event_and_reads_the_pairing(stage):
    stage.worker()
    done = run(stage.broker.url, "round.finished.json")
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "tallinn-open-2026, round 3: amalfi",
        "1. p7 - p3",
        "2. p1 - p2",
        "3. p4 - p8",
        "not paired: p5 (half-point)",
        "not paired: p6 (withdrawn)",
    ]
    assert stage.client.xpending("{nextround}:out", "platform")["pending"] == 0


def test_the_example_in_node_reads_again_what_it_had_not_acknowledged(stage):
    stage.worker()
    run(stage.broker.url, "round.finished.json")
    out = "{nextround}:out"
    stage.client.xgroup_setid(out, "platform", "0")
    stage.client.xreadgroup("platform", "node-example", {out: ">"})
    assert "bye: 25" in run(stage.broker.url, "round.finished.every-record.json").stdout
    assert stage.client.xpending(out, "platform")["pending"] == 0


def test_the_example_in_node_says_so_where_there_is_no_broker():
    done = run("redis://127.0.0.1:1/0", "round.finished.json")
    assert done.returncode == 1
    assert "ECONNREFUSED" in done.stderr
