"""Whatever comes in: a status of the table, and its reason; never an exception."""

import json

from hypothesis import example, given
from hypothesis import strategies as st
from nextround.cli.playing import Playing

from tests.cli.running import CASES, run

EVENT = json.dumps(
    Playing(id="club", names={1: "Ann", 2: "Bob", 3: "Cid"}, number_of_rounds=3, pairing={"system": "amalfi"}).event()
).encode()
SEED = [EVENT, *(path.read_bytes() for path in sorted(CASES.glob("*.trf")) if path.stat().st_size < 1200)]
SYSTEMS = [[], ["--system", "amalfi"], ["--system", "dutch-2026"]]


PAIR = [["pair", "-", "--format", output] for output in ("table", "json", "javafo")]
OTHERS = [
    ["explain", "-"],
    ["explain", "-", "--format", "html", "--player", "1"],
    ["explain", "-", "--format", "json", "--pair", "1", "2"],
    ["javafo", "-", "-p"],
]


def ends_well(data: bytes, arguments: list[str], command: list[str]) -> None:
    result = run(*command, *arguments, stdin=data)
    assert result.exit_code in (0, 1, 2, 3), result.stderr
    assert (result.exit_code == 0) == bool(result.stdout)
    assert result.exit_code == 0 or result.stderr


@given(st.binary(), st.sampled_from(SYSTEMS))
@example(b'{"a":' * 100_000, SYSTEMS[1])
@example(b"{" + b"[" * 100_000, SYSTEMS[0])
@example(b'{"a": 1e999, "b": NaN}', SYSTEMS[2])
def test_arbitrary_bytes_are_paired_or_refused(data: bytes, arguments: list[str]) -> None:
    for command in (PAIR[0], OTHERS[0]):
        ends_well(data, arguments, command)


@given(st.sampled_from(SEED), st.data(), st.sampled_from(SYSTEMS), st.sampled_from([*PAIR, *OTHERS]))
def test_damaged_files_are_paired_explained_or_refused(
    file: bytes, data: st.DataObject, arguments: list[str], command: list[str]
) -> None:
    start = data.draw(st.integers(0, len(file)))
    end = data.draw(st.integers(start, min(start + 8, len(file))))
    ends_well(file[:start] + data.draw(st.binary(max_size=8)) + file[end:], arguments, command)


@given(st.sampled_from(SEED[1:]), st.data(), st.sampled_from(SYSTEMS))
def test_damaged_files_are_checked_or_refused(file: bytes, data: st.DataObject, arguments: list[str]) -> None:
    start = data.draw(st.integers(0, len(file)))
    end = data.draw(st.integers(start, min(start + 8, len(file))))
    damaged = file[:start] + data.draw(st.binary(max_size=8)) + file[end:]
    result = run("check", "-", *arguments, stdin=damaged)
    assert result.exit_code in (0, 1, 2, 3), result.stderr
