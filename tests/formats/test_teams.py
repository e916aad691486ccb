"""Competitions of teams in TRF26: games of players become matches of teams.

The events are the worked ones of Swiss Team, written board by board; gacrux 1.11.65 pairs each of their rounds alike.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nextround.core.formats import read_trf, write_trf
from nextround.core.pairing import round_to_pair
from nextround.core.systems.swiss_team import Options, SwissTeam
from nextround.core.tournament import Colour, ForbiddenPairs, InvalidTournament, Kind, MatchScore, Tournament

from tests.cli.running import run
from tests.formats.texts import player, problems, trf

EXAMPLES = json.loads((Path(__file__).parents[1] / "systems" / "swiss_team" / "examples.json").read_text())
CODES = {"A": "FIDE_TEAM", "B": "FIDE_TEAM_TYPEB_MP_GP", "none": "FIDE_TEAM_MP_GP"}


def roster(team: int, *members: int) -> str:
    numbers = " ".join(f"{member:>4}" for member in members)
    return f"310 {team:>3} {f'Team {team}':<32}{'':>33}{numbers}"


def line_up(number: int, team: int, opponent: int, *members: int) -> str:
    return f"300 {number:>3} {team:>3} {opponent:>3} " + " ".join(f"{member:>4}" for member in members)


def test_the_columns_of_the_helpers_are_those_of_the_format():
    assert roster(7, 13, 14)[4:7] == "  7"
    assert roster(7, 13, 14)[73:82] == "  13   14"
    assert line_up(3, 7, 8, 14)[16:20] == "  14"


class Written:
    """A worked event as a file, up to some round."""

    def __init__(self, example: dict[str, Any], number: int) -> None:
        self.boards = example["options"]["boards"]
        self.cells: dict[int, list[str]] = {
            member: [""] * (number - 1) for member in range(1, example["players"] * self.boards + 1)
        }
        self.records: list[str] = []
        byes = {}
        for played in example["rounds"][: number - 1]:
            for game in played["games"]:
                self.match(played["round"] - 1, game)
            if played["bye"]:
                byes[played["round"]] = played["bye"]
                for member in self.members(played["bye"]):
                    self.cells[member][played["round"] - 1] = "- U"
        for played in example["rounds"][:number]:
            for tpn, kind in played["absent"].items():
                self.records.append(f"240 {kind} {played['round']:>3} {int(tpn):>4}")
        teams = "".join(f" {byes.get(n, 0):>03}" for n in range(1, number))
        self.records.append(f"320  1.0 {self.boards / 2:>4}{teams}")
        lines = [player(member, *cells) for member, cells in self.cells.items()]
        rosters = [roster(team, *self.members(team)) for team in range(1, example["players"] + 1)]
        head = (
            f"142 {example['total_rounds']}",
            f"152 {example['initial_colour'][0].upper()}",
            f"192 {CODES[example['options']['kind']]}",
            f"352 {'WB' * (self.boards // 2)}",
        )
        self.text = trf(*lines, *rosters, *self.records, head=head)

    def members(self, team: int) -> list[int]:
        return [(team - 1) * self.boards + board for board in range(1, self.boards + 1)]

    def match(self, number: int, game: list[Any]) -> None:
        white, black = game[:2]
        forfeit = game[-1] == "forfeit"
        if forfeit:
            ends = {(2, 0): "+-", (0, 2): "-+", (0, 0): "--"}[game[2], game[3]]
            self.records.append(f"330 {ends} {number + 1:>3} {white:>3} {black:>3}")
        left = game[4]
        for board, (mine, theirs) in enumerate(zip(self.members(white), self.members(black), strict=True)):
            if forfeit:
                codes = ends
            else:
                points = min(1.0, left)
                left -= points
                codes = {1.0: "10", 0.5: "==", 0.0: "01"}[points]
            colour = "wb"[board % 2]
            other = "bw"[board % 2]
            self.cells[mine][number] = f"{theirs} {colour} {codes[0]}"
            self.cells[theirs][number] = f"{mine} {other} {codes[1]}"


@pytest.mark.article("C.04.6 (2026) 1.2", "C.04.6 (2026) 1.4", "C.04.6 (2026) 1.6.1")
@pytest.mark.parametrize(
    ("example", "number"),
    [
        pytest.param(example, played["round"], id=f"{example['id']} round {played['round']}")
        for example in EXAMPLES
        for played in example["rounds"]
    ],
)
def test_the_worked_events_are_paired_from_their_files(example: dict[str, Any], number: int):
    report = read_trf(Written(example, number).text)
    asked = round_to_pair(report.tournament(number))
    expected = example["rounds"][number - 1]
    assert {str(c.tpn): c.score / 10 for c in asked.competitors} == expected["scores_before"]
    answer = SwissTeam(Options(example["options"]["kind"])).pair(asked)
    assert answer.pab == expected["bye"]
    assert [[pair.white, pair.black] for pair in answer.pairs] == [game[:2] for game in expected["games"]]


FOUR = [roster(1, 1, 2), roster(2, 3, 4), roster(3, 5, 6), roster(4, 7, 8)]


def file(*lines: str, code: str = "FIDE_TEAM", head: tuple[str, ...] = ()) -> str:
    return trf(*lines, head=("142 5", "152 W", f"192 {code}", *head))


def read(*lines: str, code: str = "FIDE_TEAM", head: tuple[str, ...] = ()) -> Tournament:
    return read_trf(file(*lines, *FOUR, code=code, head=head)).tournament(2)


GAMES = ("3 w 1", "4 b =", "1 b 0", "2 w =", "7 b +", "8 w +", "5 w -", "6 b -")
PLAYERS = [player(tpn, cell) for tpn, cell in enumerate(GAMES, start=1)]


def test_a_match_without_a_move_is_no_meeting_and_board_one_gives_the_colour():
    records = read(*PLAYERS).records
    assert [records[team][0].kind for team in (1, 2, 3, 4)] == [
        *(Kind.PLAYED, Kind.PLAYED),
        *(Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS),
    ]
    assert [records[team][0].colour for team in (1, 2)] == [Colour.WHITE, Colour.BLACK]
    assert [records[team][0].match for team in (1, 2, 3, 4)] == [
        *(MatchScore(20, 15), MatchScore(0, 5)),
        *(MatchScore(20, 20), MatchScore(0, 0)),
    ]


@pytest.mark.parametrize(
    ("code", "score"),
    [
        ("FIDE_TEAM_TYPEA_MP_GP", MatchScore(20, 15)),
        ("FIDE_TEAM_TYPEB_GP_MP", MatchScore(15, 20)),
        ("FIDE_TEAM_GP", MatchScore(15, 0)),
        ("FIDE_TEAM_TYPEA_MP_BAKU", MatchScore(20, 0)),
    ],
)
def test_the_code_says_which_score_counts(code: str, score: MatchScore):
    assert read(*PLAYERS, code=code).records[1][0].match == score


def test_match_points_are_those_of_record_362():
    records = read(*PLAYERS, head=("362 TW 3.0    TD 1.0    TL 0.0",)).records
    assert [records[team][0].match.primary for team in (1, 2)] == [30, 0]


def test_a_line_up_names_the_boards_in_their_order():
    # the second player of team 1 sits at board 1, and has Black there
    records = read(*PLAYERS, line_up(1, 1, 2, 2, 1)).records
    assert [records[team][0].colour for team in (1, 2)] == [Colour.BLACK, Colour.WHITE]


def test_numbers_of_240_250_and_260_are_teams():
    facts = read(
        *PLAYERS, "240 H   2    4", "250  2.0        1   2    1    2", "260   1   3    1    4", head=("352 WB",)
    )
    assert facts.unavailable == {4: Kind.HALF_POINT_BYE}
    assert facts.virtual_points == {1: (20, 20), 2: (20, 20)}
    assert facts.forbidden_pairs == (ForbiddenPairs((1, 4), 1, 3),)


def faults(*lines: str) -> list[tuple[str, str]]:
    with pytest.raises(InvalidTournament) as caught:
        read(*lines)
    return problems(caught.value)


def test_what_contradicts_itself_is_refused_with_its_place():
    assert faults(*PLAYERS, "330 +=   1   1   2", "330 +-   1   1   9") == [("12:5", "record"), ("13:16", "record")]
    assert faults(*PLAYERS, "240 H   2    9", "300   1   7   1    1") == [("12:11", "unknown-id"), ("13:9", "record")]
    assert faults(*PLAYERS, roster(9, 1), "320  x.0  1.0 001") == [("13:5", "record"), ("14:74", "record")]


def test_a_team_whose_players_met_two_teams_is_refused():
    cells = ("3 w 1", "5 b 1", "1 b 0", "- Z", "2 w 0", "- Z", "- Z", "- Z")
    assert ("", "team-opponents") in faults(*(player(tpn, cell) for tpn, cell in enumerate(cells, start=1)))


def test_a_team_event_is_checked_round_by_round(tmp_path: Path):
    path = tmp_path / "event.trf"
    path.write_text(Written(EXAMPLES[1], 5).text)
    result = run("check", str(path))
    assert result.exit_code == 0, result.stdout + result.stderr
    path.write_text(path.read_text().replace("152 B", "152 W"))
    assert run("check", str(path)).exit_code == 1


def test_a_team_in_two_matches_of_a_round_is_refused():
    assert faults(*PLAYERS, "330 +-   1   1   1") == [("12:16", "record")]
    assert ("", "team-opponents") in faults(*PLAYERS, "330 +-   1   1   3", "330 +-   1   1   4")
    assert ("", "team-opponents") in faults(*PLAYERS, "330 +-   1   2   3")


def test_a_system_of_matches_refuses_a_report_of_players(tmp_path: Path):
    path = tmp_path / "event.trf"
    path.write_text(trf(player(1), player(2)))
    for system in ("swiss-team-2026", "double-swiss-2026"):
        refused = run("pair", str(path), "--system", system)
        assert (refused.exit_code, "pairs matches" in refused.stderr) == (3, True)


def test_matches_are_not_written_as_games():
    with pytest.raises(InvalidTournament, match="matches of several games"):
        write_trf(read(*PLAYERS))


def test_a_double_swiss_is_not_read_from_a_report():
    report = read_trf(trf(player(1), player(2), head=("142 5", "192 FIDE_DOUBLESWISS")))
    with pytest.raises(InvalidTournament, match="no code for a match of two games"):
        report.tournament()


def test_teams_are_written_as_they_were_read():
    report = read_trf(file(*PLAYERS, *FOUR, line_up(1, 1, 2, 2, 1), "330 +-   1   3   4", "240 H   2    4"))
    again = read_trf(write_trf(report))
    assert again == report
    assert again.teams == report.teams


def mutated(rng: Random, text: str) -> str:
    lines = text.split("\n")
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        line = lines[at]
        place = rng.randrange(len(line) + 1)
        lines[at] = rng.choice(
            (
                line[:place] + rng.choice(" 0123456789.-+wbUZH=x") + line[place + 1 :],
                line[:place],
                line[:place] + rng.choice(" 19") + line[place:],
            )
        )
        if rng.random() < 0.2:
            lines.insert(rng.randrange(len(lines)), line)
    return "\n".join(lines)


def test_no_change_of_a_team_report_ends_in_anything_but_a_tournament_or_a_refusal():
    rng = Random(5)
    more = [line_up(1, 1, 2, 1, 2), "250  2.0        1   2    1    2", "260   1   3    1    4"]
    texts = ["\n".join((Written(example, number).text, *more)) for example in EXAMPLES for number in (2, 5)]
    read_well = 0
    for _ in range(800):
        try:
            read_trf(mutated(rng, rng.choice(texts))).tournament()
        except InvalidTournament:
            continue
        read_well += 1
    assert 0 < read_well < 800


@pytest.mark.article("C.04.6 (2026) 1.6.1")
def test_a_match_whose_boards_were_forfeited_crosswise_was_not_played():
    """Each team has a board by forfeit, and no game was played: 1 and 4 have not met, and neither had a colour.

    gacrux 1.11.65 takes a match in which both teams have points for played (``games2matches``), and so pairs 5-1 2-6
    4-3; by the article a match is played if a game of it is. Its answer is ours where the boards of 1 and 4 are drawn.
    """

    def second(*boards: str) -> str:
        cells = {}
        for white, black, results in ((1, 4, boards), (5, 2, ("==", "==")), (3, 6, ("==", "=="))):
            for board, (mine, theirs) in enumerate(results):
                one, other = 2 * white - 1 + board, 2 * black - 1 + board
                cells[one], cells[other] = f"{other} {'wb'[board]} {mine}", f"{one} {'bw'[board]} {theirs}"
        players = [player(tpn, cell) for tpn, cell in sorted(cells.items())]
        rosters = [roster(team, 2 * team - 1, 2 * team) for team in range(1, 7)]
        answer = SwissTeam().pair(round_to_pair(read_trf(file(*players, *rosters, head=("352 WB",))).tournament(2)))
        return " ".join(f"{pair.white}-{pair.black}" for pair in answer.pairs)

    assert second("+-", "-+") == "1-4 2-6 5-3"
    assert second("==", "==") == "5-1 2-6 4-3"
