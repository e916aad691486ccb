"""What is written is read again as it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nextround.core.formats import read_trf, report_of, write_trf
from nextround.core.tournament import (
    Colour,
    ForbiddenPairs,
    InvalidTournament,
    Kind,
    Outcome,
    Player,
    PointSystem,
    Record,
    Tournament,
    points_of,
)

from tests.builders import tournament
from tests.formats.texts import CASES, GOLDEN, player, trf

UNREADABLE = ("12_", "14_", "28_", "45_", "46_", "51_", "52_")
FILES = [path for path in sorted(CASES.glob("*.trf")) if not path.name.startswith(UNREADABLE)]
FILES.append(GOLDEN / "worked_example.trf")


@pytest.mark.parametrize("line_end", ["\r", "\n", "\r\n"])
@pytest.mark.parametrize("edition", ["16", "26"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_report_is_the_same_after_writing_and_reading(path, edition, line_end) -> None:  # type: ignore[no-untyped-def]
    report = read_trf(path.read_bytes())
    assert read_trf(write_trf(report, edition, line_end).encode()) == report


@pytest.mark.parametrize("edition", ["16", "26"])
def test_everything_that_a_file_may_hold_comes_back(edition) -> None:  # type: ignore[no-untyped-def]
    text = trf(
        "### a comment",
        "022 Town\twith a tab",
        "132 " + " " * 87 + "26/02/01  26/02/02",
        "202 BH,SB",
        "013 Club A                             1    2",
        "FRA    1 m  A Someone                           2011 BRE",
        "XYZ nobody knows this",
        "162  W 3.0    D 1.0    A 0.5    P 1.0",
        "240 H   4    2    3",
        "240 Z   2    3",
        "250       1.0   1   1    1    2",
        "250       0.5   2   2    1    2",
        "260   1   3    1    2",
        "260   2   5    1    3",
        player(1, "2 w +", points="3.0"),
        player(2, "1 b -", points="0.5"),
        player(3, "- U", points="1.0", name="Þórr Ægir"),
        head=("XXR 5", "XXC black1", "192 FIDE_DUTCH_2026", "012 All of it"),
    )
    report = read_trf(text)
    again = read_trf(write_trf(report, edition))
    assert again == report
    assert [line[:3] for line in again.others] == ["013", "FRA", "XYZ"]
    assert again.entries[1].rounds[3] == (None, None, "H")
    assert again.forbidden_pairs[1].last_round is None


def test_columns_are_those_of_the_format() -> None:
    report = read_trf(trf(player(7, "12 b =", "", "- H", points="0.5"), player(12, "7 w =", points="0.5")))
    line = write_trf(report, line_end="\n").splitlines()[3]
    assert line[4:8] == "   7"
    assert line[9] == "m"
    assert line[14:22] == "Player 7"
    assert line[48:52] == "2000"
    assert line[53:56] == "FID"
    assert line[80:84] == " 0.5"
    assert line[85:89] == "   7"
    assert line[91:99] == "  12 b ="


def test_byes_of_later_rounds_are_written_as_240_and_not_as_blanks_before_a_cell() -> None:
    report = read_trf(trf(player(1, "2 w 1"), player(2, "1 b 0", "", "- H")))
    written = write_trf(report, line_end="\n").splitlines()
    assert "240 H   3    2" in written
    assert all(len(line) <= 99 for line in written if line.startswith("001"))


@pytest.mark.parametrize(
    ("edition", "lines"),
    [
        ("16", {"XXR 5", "XXC white1", "XXA    1  1.0  0.5", "XXP 1 2"}),
        ("26", {"142 5", "152 W", "260   1   5    1    2"}),
    ],
)
def test_each_edition_has_its_own_records(edition, lines) -> None:  # type: ignore[no-untyped-def]
    text = trf("XXA    1  1.0  0.5", "XXP 1 2", player(1), player(2))
    assert lines <= set(write_trf(read_trf(text), edition, "\n").splitlines())


def test_accelerated_neighbours_share_a_range_of_250() -> None:
    lines = [f"XXA {tpn:>4}  1.0  1.0  0.5" for tpn in (1, 2, 4)]
    text = trf(*lines, *(player(tpn) for tpn in (1, 2, 4, 5)))
    written = write_trf(read_trf(text), "26", "\n").splitlines()
    assert [line for line in written if line.startswith("250")] == [
        "250       1.0   1   2    1    4",
        "250       0.5   3   3    1    4",
    ]


@pytest.mark.parametrize(
    ("points", "dialects"),
    [
        (PointSystem(), {"16": set(), "26": set()}),
        (PointSystem(pab=5), {"16": {"XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"}, "26": {"162"}}),
        (PointSystem(win=30, draw=10, forfeit_win=20), {"16": {"XXS"}, "26": {"XXS"}}),
        (PointSystem(forfeit_loss=5), {"16": {"XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"}, "26": {"XXS"}}),
    ],
)
@pytest.mark.parametrize("edition", ["16", "26"])
def test_points_are_written_in_every_dialect_that_can_say_them(points, dialects, edition) -> None:  # type: ignore[no-untyped-def]
    written = write_trf(tournament(4, points=points), edition, "\n")
    assert read_trf(written).points == points
    records = {line[:3] for line in written.splitlines()}
    assert records & {"XXS", "162", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"} == dialects[edition]


def test_a_tournament_becomes_a_report_with_points_and_ranks() -> None:
    report = report_of(tournament(4, "1-3 ½, 2-4 0-1", of=5, unavailable={2: "half"}))
    assert [(entry.points, entry.rank) for entry in report.entries] == [(5, 2), (0, 4), (5, 3), (10, 1)]
    assert report.entries[1].rounds[1] == (None, None, "H")
    assert report.coming_round == 2


def test_what_does_not_fit_its_columns_is_refused_altogether() -> None:
    players = (Player(10000, "a"), Player(2, "b", rating=12000))
    with pytest.raises(InvalidTournament) as caught:
        write_trf(tournament(players))
    assert [problem.message for problem in caught.value.problems] == [
        "player 10000: pairing number 10000 does not fit; at most 9999 is accepted",
        "player 2: rating 12000 does not fit; at most 9999 is accepted",
    ]


def test_a_name_with_a_line_end_stays_in_its_line() -> None:
    written = write_trf(tournament((Player(1, "a", "A\r\nB\tC"),)))
    assert read_trf(written).entries[0].player.name == "A  B C"


#: What comes back as something else: a report says Z for all of these.
_AS_ZERO = {Kind.ABSENT: Record(Kind.ZERO_POINT_BYE)}
_GAMES = [
    (Record(Kind.PLAYED, outcome=mine), Record(Kind.PLAYED, outcome=theirs))
    for mine, theirs in [
        (Outcome.WIN, Outcome.LOSS),
        (Outcome.LOSS, Outcome.WIN),
        (Outcome.DRAW, Outcome.DRAW),
        (Outcome.LOSS, Outcome.LOSS),
        (Outcome.DRAW, Outcome.LOSS),
    ]
] + [
    (Record(Kind.PLAYED, outcome=Outcome.WIN, rated=False), Record(Kind.PLAYED, outcome=Outcome.LOSS, rated=False)),
    (Record(Kind.FORFEIT_WIN), Record(Kind.FORFEIT_LOSS)),
    (Record(Kind.FORFEIT_LOSS), Record(Kind.FORFEIT_LOSS)),
]
_BYES = [Kind.PAB, Kind.FULL_POINT_BYE, Kind.HALF_POINT_BYE, Kind.ZERO_POINT_BYE]
_NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=33).map(str.strip)


def _at(record: Record, opponent: int, colour: Colour) -> Record:
    return Record(record.kind, opponent, colour, record.outcome, rated=record.rated)


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    numbers = sorted(draw(st.sets(st.integers(1, 9999), min_size=2, max_size=9)))
    rounds = draw(st.integers(0, 5))
    records: dict[int, list[Record]] = {tpn: [] for tpn in numbers}
    for _ in range(rounds):
        order = draw(st.permutations(numbers))
        seated = draw(st.integers(1, len(order) // 2))
        for white, black in zip(order[:seated], order[seated : 2 * seated], strict=True):
            mine, theirs = draw(st.sampled_from(_GAMES))
            records[white].append(_at(mine, black, Colour.WHITE))
            records[black].append(_at(theirs, white, Colour.BLACK))
        for tpn in order[2 * seated :]:
            late = all(record.kind is Kind.NOT_ENTERED for record in records[tpn])
            kinds = [*_BYES, Kind.NOT_ENTERED] if late else _BYES
            records[tpn].append(Record(draw(st.sampled_from(kinds))))
    return Tournament(
        number_of_rounds=rounds + draw(st.integers(1, 3)),
        round_number=rounds + 1,
        players=tuple(
            Player(tpn, str(tpn), draw(_NAMES), draw(st.integers(0, 9999)), draw(st.sampled_from(["", "GM", "WCM"])))
            for tpn in numbers
        ),
        records={tpn: tuple(of_player) for tpn, of_player in records.items()},
        unavailable=draw(st.dictionaries(st.sampled_from(numbers), st.sampled_from(_BYES))),
        initial_colour=draw(st.sampled_from(Colour)),
        points=draw(st.sampled_from([PointSystem(), PointSystem.of(30, 10, pab=10), PointSystem(forfeit_loss=5)])),
        forbidden_pairs=draw(st.sampled_from([(), (ForbiddenPairs((numbers[0], numbers[-1])),)])),
        virtual_points=draw(st.dictionaries(st.sampled_from(numbers), st.sampled_from([(10,), (10, 10, 5), (0, 5)]))),
    )


@given(tournaments(), st.sampled_from(["16", "26"]), st.sampled_from(["\r", "\n", "\r\n"]))
def test_any_tournament_survives_the_way_out_and_back(facts, edition, line_end) -> None:  # type: ignore[no-untyped-def]
    report = read_trf(write_trf(facts, edition, line_end).encode())
    again = report.tournament()
    assert again == facts
    assert all(
        entry.points == sum(points_of(record, facts.points) for record in facts.records[entry.tpn])
        for entry in report.entries
    )
