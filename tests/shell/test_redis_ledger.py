"""The scripts on the real server."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nextround.broker.ledger import CommitVerdict
from nextround.broker.redis import keys

from tests.shell.table import GROUP, Answer, Table


def test_an_answer_is_published_and_its_event_leaves_the_stream(table):
    assert table.bring(Answer()) == CommitVerdict.COMMITTED
    assert table.published == ["1/1/d1/final"]
    assert (table.pending, table.client.xlen(keys.IN)) == (0, 0)


def test_a_commit_that_the_client_repeats_publishes_once(table):
    entry = table.deliver()
    verdicts = [table.commit(entry, Answer(final=final)) for final in (False, False)]
    assert verdicts == [CommitVerdict.COMMITTED, CommitVerdict.DUPLICATE]
    entry = table.deliver()
    assert [table.commit(entry, Answer()) for _ in range(2)] == [CommitVerdict.COMMITTED, CommitVerdict.DUPLICATE]
    assert table.published == ["1/1/d1/open", "1/1/d1/final"]


def test_the_same_event_again_is_acknowledged_and_not_answered(table):
    assert [table.bring(Answer()) for _ in range(4)] == [CommitVerdict.COMMITTED] + 3 * [CommitVerdict.DUPLICATE]
    assert table.published == ["1/1/d1/final"]
    assert table.pending == 0


@pytest.mark.parametrize(
    ("before", "then", "verdict"),
    [
        ([Answer()], Answer(digest="d2"), CommitVerdict.CONFLICT),
        ([Answer(revision=2)], Answer(), CommitVerdict.STALE),
        ([Answer(), Answer(round=2)], Answer(revision=2), CommitVerdict.SUPERSEDED),
        ([Answer(round=3)], Answer(round=2), CommitVerdict.SUPERSEDED),
        ([Answer(revision=2), Answer(round=2)], Answer(reopen=True), CommitVerdict.STALE),
        ([Answer(), Answer(round=2)], Answer(digest="d2", reopen=True), CommitVerdict.CONFLICT),
    ],
)
def test_an_answer_that_does_not_fit_is_kept_back_and_its_event_stays_open_for_the_refusal(
    table, before, then, verdict
):
    for answer in before:
        assert table.bring(answer) == CommitVerdict.COMMITTED
    published = table.published
    entry = table.deliver()
    assert table.commit(entry, then) == verdict
    assert verdict.refusal == str(verdict)
    assert (table.published, table.pending) == (published, 1)
    refusal = Answer(then.round, then.revision, then.digest, final=False)
    assert table.commit(entry, refusal) == CommitVerdict.COMMITTED
    assert (table.published, table.pending) == ([*published, refusal.event.decode()], 0)


@pytest.mark.parametrize(
    ("before", "then"),
    [
        ([Answer()], Answer(revision=2, digest="d2")),
        ([Answer()], Answer(round=2)),
        ([Answer(), Answer(round=2)], Answer(revision=2, reopen=True)),
        ([Answer(final=False)], Answer(digest="d2")),
        ([Answer(round=2), Answer(final=False)], Answer(round=2, revision=2)),
    ],
)
def test_a_correction_a_next_round_a_reopened_round_and_a_repaired_event_are_answered(table, before, then):
    for answer in before:
        assert table.bring(answer) == CommitVerdict.COMMITTED
    assert table.bring(then) == CommitVerdict.COMMITTED


def test_a_correction_is_compared_with_the_answer_that_was_published_before(table):
    for answer in (Answer(), Answer(revision=2, digest="d2"), Answer(round=2), Answer(revision=7, reopen=True)):
        assert table.bring(answer) == CommitVerdict.COMMITTED
    assert table.published == [
        "1/1/d1/final",
        "1/2/d2/final after 1/d1",
        "2/1/d1/final",
        "1/7/d1/final after 2/d2",
    ]


def test_an_answer_is_compared_anew_where_another_was_published_in_between(table):
    table.bring(Answer())
    entry, other = table.deliver(), table.deliver()

    class Slow(Answer):
        def after(self, earlier):
            if earlier == b"1/d1":
                assert table.commit(other, Answer(revision=2)) == CommitVerdict.COMMITTED
            return super().after(earlier)

    assert table.commit(entry, Slow(revision=3)) == CommitVerdict.COMMITTED
    assert table.published[1:] == ["1/2/d1/final after 1/d1", "1/3/d1/final after 2/d1"]


def test_a_refusal_that_is_not_final_is_compared_with_nothing(table):
    table.bring(Answer())
    table.bring(Answer(revision=2, final=False))
    assert table.published == ["1/1/d1/final", "1/2/d1/open"]


def test_after_a_reopened_round_the_later_ones_follow_again_under_a_higher_revision(table):
    for answer in (Answer(), Answer(round=2), Answer(revision=2, reopen=True)):
        assert table.bring(answer) == CommitVerdict.COMMITTED
    assert table.bring(Answer(round=2)) == CommitVerdict.DUPLICATE
    assert table.bring(Answer(round=2, revision=2)) == CommitVerdict.COMMITTED
    assert table.bring(Answer(revision=2, reopen=True)) == CommitVerdict.DUPLICATE
    assert table.bring(Answer(revision=3)) == CommitVerdict.SUPERSEDED


def test_tournaments_do_not_know_each_other(table):
    assert table.bring(Answer(round=5)) == CommitVerdict.COMMITTED
    assert table.bring(Answer(tournament="ladies")) == CommitVerdict.COMMITTED


def test_a_tournament_is_remembered_for_400_days(table):
    table.bring(Answer())
    assert 399 * 86_400 < table.client.ttl(keys.tournament("open")) <= 400 * 86_400


answers = st.builds(
    Answer,
    round=st.integers(1, 3),
    revision=st.integers(1, 3),
    digest=st.sampled_from(["d1", "d2"]),
    reopen=st.booleans(),
)


@settings(max_examples=150, deadline=None)
@given(sent=st.lists(answers, max_size=12), data=st.data())
def test_in_any_order_no_revision_is_published_twice_and_no_round_goes_back_unless_reopened(client, sent, data):
    table = Table(client)
    sent += data.draw(st.lists(st.sampled_from(sent), max_size=6)) if sent else []
    latest = 0
    published = {}
    latest_kept = {}
    for answer in data.draw(st.permutations(sent)):
        entry = table.deliver()
        for _ in range(data.draw(st.integers(1, 2))):
            if table.commit(entry, answer) == CommitVerdict.COMMITTED:
                key = (answer.round, answer.revision)
                assert key not in published
                assert all(revision < answer.revision for round_, revision in published if round_ == answer.round)
                assert answer.round >= latest or answer.reopen
                kept = latest_kept.get(answer.round)
                published[key] = answer.event.decode() + (f" after {kept}" if kept else "")
                latest_kept[answer.round] = answer.kept.decode()
                latest = answer.round
    assert table.published == list(published.values())


def test_reading_an_entry_takes_it_up_for_work(table):
    entry = table.deliver(b"body")
    read = table.ledger.take_up(entry)
    assert (read.id, read.body, read.number) == (entry, b"body", 1)
    [pending] = table.client.xpending_range(keys.IN, GROUP, "-", "+", 10)
    assert (pending["consumer"], pending["times_delivered"]) == (keys.AT_WORK.encode(), 1)


def test_an_entry_without_a_body_is_read_as_such(table):
    assert table.ledger.take_up(table.deliver(None, other="field")).body is None


def test_an_answered_entry_is_not_read_again(table):
    entry = table.deliver()
    table.commit(entry, Answer())
    assert table.ledger.take_up(entry) is None
    table.touch(entry)
    assert table.pending == 0


def test_a_dead_letter_keeps_the_bytes_and_says_why_how_often_and_since_when(table):
    entry = table.deliver(b"\xff not an event")
    assert table.ledger.bury_entry(entry, "unaddressable", "no ids can be read", sha256="00ff")
    assert not table.ledger.bury_entry(entry, "unaddressable", "no ids can be read")
    [(_, letter)] = table.client.xrange(keys.DEAD)
    assert letter.pop(b"last") >= letter[b"first"][:-3] + b"000"
    assert letter == {
        b"reason": b"unaddressable",
        b"detail": b"no ids can be read",
        b"entry": entry.encode(),
        b"deliveries": b"1",
        b"first": entry.partition("-")[0].encode(),
        b"in.ce": b"\xff not an event",
        b"bytes": b"14",
        b"sha256": b"00ff",
    }
    assert (table.pending, table.client.xlen(keys.IN), table.published) == (0, 0, [])


def test_a_dead_letter_that_can_be_answered_is_answered(table):
    table.ledger.bury_entry(table.deliver(), "deliveries", answer=Answer(final=False))
    assert table.published == ["1/1/d1/open"]


def test_an_entry_of_a_great_many_fields_can_be_buried(table):
    entry = table.deliver(None, **{f"field{i}": "x" for i in range(20_000)})
    assert table.ledger.bury_entry(entry, "unaddressable")
    assert table.pending == 0


def test_a_full_broker_is_emptied_by_answering_and_burying_what_is_on_it(table):
    answered, buried = table.deliver(), table.deliver()
    table.client.config_set("maxmemory", "1")
    try:
        assert table.commit(answered, Answer()) == CommitVerdict.COMMITTED
        assert table.ledger.bury_entry(buried, "deliveries")
    finally:
        table.client.config_set("maxmemory", "0")
    assert (table.published, table.pending, table.client.xlen(keys.IN)) == (["1/1/d1/final"], 0, 0)


def test_dead_letters_are_bounded_by_their_bytes_and_the_newest_stay(client):
    table = Table(client, dead_bytes=500_000)
    for number in range(200):
        table.ledger.bury_entry(table.deliver(b"%d" % number * 4000), "internal")
        assert client.memory_usage(keys.DEAD, samples=0) <= 500_000
    kept = [int(letter[b"in.ce"][:3]) for _, letter in client.xrange(keys.DEAD)]
    assert len(kept) > 30
    assert kept == list(range(200 - len(kept), 200))


@pytest.mark.parametrize("limits", [{"dead_limit": 100}, {"dead_bytes": 20_000}], ids=lambda limits: next(iter(limits)))
@pytest.mark.parametrize("size", [1, 3000])
def test_a_flood_that_nobody_could_believe_pushes_out_no_other_letter(client, limits, size):
    table = Table(client, **limits)
    for number in range(3):
        table.ledger.bury_entry(table.deliver(b"%d" % number), "internal")
    for number in range(400):
        table.ledger.bury_entry(table.deliver(b"x" * size), ("bad-signature", "no-address")[number % 2])
    kept = [letter[b"in.ce"] for _, letter in client.xrange(keys.DEAD)]
    assert kept[:3] == [b"0", b"1", b"2"]
    assert 3 < len(kept) < 403
    assert client.memory_usage(keys.DEAD, samples=0) <= limits.get("dead_bytes", math.inf)


def test_a_letter_that_is_larger_than_all_may_be_stays_alone(client):
    table = Table(client, dead_bytes=1000)
    for body in (b"a", b"b" * 50_000):
        table.ledger.bury_entry(table.deliver(body), "internal")
    assert [letter[b"in.ce"][:1] for _, letter in client.xrange(keys.DEAD)] == [b"b"]


def test_of_a_long_event_that_nobody_could_believe_the_beginning_is_kept_with_size_and_digest(table):
    body = b"x" * 100_001
    for reason in ("bad-signature", "internal"):
        table.ledger.bury_entry(table.deliver(body), reason, sha256="00ff")
    cut, whole = (letter for _, letter in table.client.xrange(keys.DEAD))
    assert (cut[b"cut.ce"], cut[b"bytes"], cut[b"sha256"]) == (body[:1000], b"100001", b"00ff")
    assert b"in.ce" not in cut
    assert whole[b"in.ce"] == body
