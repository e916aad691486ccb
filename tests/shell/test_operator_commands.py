"""`nextround dead` and `nextround ledger`, on the real server."""

import json

import pytest
from nextround.broker.ledger import CommitVerdict
from nextround.broker.redis import keys
from nextround.registry import registry
from nextround.service import answer

from tests.cli.running import run
from tests.schemas.events import event

BODY = json.dumps(event(), indent=1).encode()
GARBAGE = b"\xff\x00 no event"


@pytest.fixture(autouse=True)
def _named_broker(broker, monkeypatch):
    monkeypatch.setenv("NEXTROUND_BROKER_URL", broker.url)


def listed(*arguments):
    result = run("dead", "list", "--json", *arguments)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def bury(table, body=BODY, reason="internal", **fields):
    table.client.xadd(keys.IN, {keys.BODY: body} | fields)
    [[_, [[entry, _]]]] = table.client.xreadgroup("nextround", "w1", {keys.IN: ">"}, count=1)
    table.ledger.bury_entry(entry.decode(), reason, "what happened")
    return listed()[-1]["id"]


def test_letters_are_listed_with_what_happened_and_without_their_bodies(table):
    assert listed() == []
    bury(table)
    bury(table, GARBAGE, "not-json")
    first, second = listed()
    assert {name: first[name] for name in ("reason", "detail", "event", "deliveries", "bytes")} == {
        "reason": "internal", "detail": "what happened", "event": event()["id"], "deliveries": 1, "bytes": len(BODY),
    }  # fmt: skip
    assert (second["reason"], second["event"], second["bytes"]) == ("not-json", None, len(GARBAGE))
    assert listed("--reason", "not-json") == [second]
    shown = run("dead", "list").stdout
    told = (first["id"], "internal", f"tournament {event()['data']['tournament']['id']}, round 3", first["event"])
    for text in (*told, "what happened", second["id"], "not-json"):
        assert text in shown
    assert (first["tournament"], first["round"]) == (event()["data"]["tournament"]["id"], 3)
    assert (second["tournament"], second["round"]) == (None, None)
    assert "Player 1" not in shown


def test_more_letters_than_a_page_are_all_listed(table):
    for _ in range(101):
        table.ledger.bury_entry(table.deliver(), "internal")
    assert len({letter["id"] for letter in listed()}) == 101


def test_a_letter_is_shown_with_every_field_as_it_came(table):
    letter = bury(table, sig="k:00")
    shown = json.loads(run("dead", "show", letter, "--json").stdout)
    assert shown["fields"] == {"ce": BODY.decode(), "sig": "k:00"}
    assert BODY.decode() in run("dead", "show", letter).stdout
    letter = bury(table, GARBAGE)
    assert json.loads(run("dead", "show", letter, "--json").stdout)["fields"]["ce"] == {"base64": "/wAgbm8gZXZlbnQ="}
    # Where people read it, bytes that are no text or that a terminal would obey are written out.
    assert run("dead", "show", letter).stdout.endswith("ce:\n\\xff\\u0000 no event\n")


def test_a_full_page_that_ends_in_the_last_possible_id_is_listed(table):
    for _ in range(99):
        table.ledger.bury_entry(table.deliver(), "internal")
    table.client.xadd(keys.DEAD, {"reason": "internal"}, id="18446744073709551615-18446744073709551615")
    assert len(listed()) == 100


def test_replay_appends_the_same_bytes_once(table):
    letter = bury(table, GARBAGE, sig="k:00")
    [done] = json.loads(run("dead", "replay", letter, "--json").stdout)
    assert table.client.xrange(keys.IN) == [(done["entry"].encode(), {b"ce": GARBAGE, b"sig": b"k:00"})]
    again = run("dead", "replay", letter)
    assert (again.exit_code, table.client.xlen(keys.IN), listed()) == (1, 1, [])
    assert letter in again.stderr


def test_all_letters_of_a_reason_are_sent_again_and_the_others_stay(table):
    chosen = [bury(table), bury(table, b"{}", "other"), bury(table)]
    done = run("dead", "replay", "--all", "--reason", "internal")
    assert done.exit_code == 0
    assert [letter["id"] for letter in listed()] == [chosen[1]]
    assert table.client.xlen(keys.IN) == 2


def test_letters_are_dropped_for_good(table):
    letter, other = bury(table), bury(table)
    assert run("dead", "drop", letter).exit_code == 0
    assert run("dead", "drop", letter).exit_code == 1
    assert [letter["id"] for letter in listed()] == [other]
    assert run("dead", "drop", "--all", "--reason", "internal").exit_code == 0
    assert (listed(), table.client.xlen(keys.IN)) == ([], 0)


@pytest.mark.parametrize(
    "arguments", [(), ("--all",), ("--reason", "internal"), ("1-1", "--all", "--reason", "internal")]
)
@pytest.mark.parametrize("command", ["replay", "drop"])
def test_everything_at_once_takes_a_reason_and_nothing_is_chosen_by_omission(table, command, arguments):
    bury(table)
    assert run("dead", command, *arguments).exit_code == 2
    assert len(listed()) == 1


def test_a_letter_that_is_not_there_is_a_negative_answer(table):
    assert run("dead", "show", "1-1").exit_code == 1


def test_the_ledger_shows_the_latest_answer_of_each_round(table):
    first = answer(BODY, systems=registry())
    assert table.commit(table.deliver(), first) == CommitVerdict.COMMITTED
    shown = json.loads(run("ledger", "show", first.tournament, "--json").stdout)
    assert (shown["latest_round"], shown["days_left"]) == (3, 400.0)
    [row] = shown["rounds"]
    assert (row["round"], row["revision"], row["outcome"], row["boards"]) == (3, 1, "paired", 2)
    assert row["event"] == json.loads(first.event)["id"]
    assert row["answer"] == table.client.xrange(keys.OUT)[0][0].decode()
    assert "latest round 3" in run("ledger", "show", first.tournament).stdout


def test_a_tournament_that_is_reset_is_answered_anew(table):
    first = answer(BODY, systems=registry())
    table.commit(table.deliver(), first)
    assert table.commit(table.deliver(), first) == CommitVerdict.DUPLICATE
    assert run("ledger", "reset", first.tournament, stdin=b"n\n").exit_code == 1
    assert table.commit(table.deliver(), first) == CommitVerdict.DUPLICATE
    assert run("ledger", "reset", first.tournament, "--yes").exit_code == 0
    assert table.commit(table.deliver(), first) == CommitVerdict.COMMITTED


@pytest.mark.parametrize("command", [("show",), ("reset", "--yes")])
def test_a_tournament_that_nobody_knows_is_a_negative_answer(table, command):
    assert run("ledger", command[0], "nobody", *command[1:]).exit_code == 1


def test_a_broker_that_does_not_answer_is_our_own_fault(monkeypatch):
    monkeypatch.setenv("NEXTROUND_BROKER_URL", "redis://127.0.0.1:1/0")
    monkeypatch.setenv("NEXTROUND_SOCKET_TIMEOUT", "1")
    for command in (("dead", "list"), ("ledger", "show", "open")):
        assert run(*command).exit_code == 4
