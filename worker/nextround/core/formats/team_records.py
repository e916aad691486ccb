"""The records of a competition of teams in TRF26: 310, 300, 320, 330, and 240, 250 and 260 with numbers of teams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from nextround.core.formats.cells import BYES
from nextround.core.formats.columns import LAYOUTS
from nextround.core.formats.player_lines import MOST_ROUNDS
from nextround.core.formats.problems import Findings
from nextround.core.formats.teams import MOST_BOARDS, Forfeit, Team, Teams
from nextround.core.formats.text import Line, given_points, whole_number
from nextround.core.tournament import ForbiddenPairs, Kind, PairingNumber, Player, Points


@dataclass(slots=True)
class TeamRecords:
    """Collects what the records of one file say of teams; ``players`` are the numbers of the 001 lines.

    ``may_fill`` counts the rounds of teams that a record fills, and refuses it where they are too many.
    """

    findings: Findings
    players: Collection[PairingNumber]
    may_fill: Callable[[Line, int], bool]
    teams: dict[PairingNumber, Team] = field(default_factory=dict)
    line_ups: dict[tuple[int, PairingNumber], tuple[PairingNumber, ...]] = field(default_factory=dict)
    forfeits: list[Forfeit] = field(default_factory=list)
    byes: dict[tuple[int, PairingNumber], Kind] = field(default_factory=dict)
    pab: tuple[Points, Points] | None = None
    virtual: dict[PairingNumber, dict[int, Points]] = field(default_factory=dict)
    forbidden: list[ForbiddenPairs] = field(default_factory=list)
    _team_of: dict[PairingNumber, PairingNumber] = field(default_factory=dict)

    def read_all(self, lines: Sequence[Line]) -> Teams:
        """Read the rosters, then everything that names teams."""
        in_columns = [line for line in lines if self._in_columns(line)]
        for line in in_columns:
            if line.tag == "310":
                self._310(line)
        for line in in_columns:
            reader = READERS.get(line.tag)
            if reader is not None:
                reader(self, line)
        return Teams(
            teams=tuple(team for _, team in sorted(self.teams.items())),
            line_ups=self.line_ups,
            forfeits=tuple(self.forfeits),
            byes=self.byes,
            pab=self.pab,
            virtual_points={
                team: tuple(by_round.get(number, 0) for number in range(1, max(by_round) + 1))
                for team, by_round in sorted(self.virtual.items())
            },
            forbidden_pairs=tuple(self.forbidden),
        )

    def _310(self, line: Line) -> None:
        tpn = whole_number(line.field(5, 7))
        if not tpn or tpn in self.teams:
            self._refuse(line, 5, f"team {line.field(5, 7)!r}; accepted is a number from 1, once")
            return
        members = self._seated(line, tuple(self._known(line, self.players, "player")))
        if taken := [member for member in members if self._team_of.setdefault(member, tpn) != tpn]:
            self._refuse(line, 74, f"player {taken[0]} is in another team already; accepted is one team a player")
        self._once(line, members, "player")
        name = line.field(9, 40)
        self.teams[tpn] = Team(Player(tpn, str(tpn), name), members)

    def _300(self, line: Line) -> None:
        number, team = self._number(line, 5, 7), self._team(line, 9, 11)
        if line.field(13, 15) not in ("", "000"):
            self._team(line, 13, 15)
        if number and team:
            # 0000 leaves a board empty, and the boards after it keep their places.
            known = {0, *self.teams[team].members}
            members = self._seated(line, tuple(self._known(line, known, f"player of team {team}")))
            self._once(line, [member for member in members if member], "player")
            if (number, team) in self.line_ups:
                self._refuse(line, 5, f"the line-up of team {team} in round {number} is given twice")
            self.line_ups[number, team] = members

    def _320(self, line: Line) -> None:
        if self.pab is not None:
            self._refuse(line, 1, "accepted is one such record")
        points = self._points(line, 5, 8), self._points(line, 10, 13)
        self.pab = points
        for number, (column, word) in enumerate(LAYOUTS["320"].listed(line), start=1):
            if word.strip("0"):
                team = self._team(line, column, column + 2)
                if team:
                    self.byes[number, team] = Kind.PAB

    def _330(self, line: Line) -> None:
        number, white, black = self._number(line, 8, 10), self._team(line, 12, 14), self._team(line, 16, 18)
        ends = line.field(5, 6)
        if ends not in ("+-", "-+", "--"):
            self._refuse(line, 5, f"{ends!r}; accepted is +-, -+ or --")
        elif white and white == black:
            self._refuse(line, 16, f"team {black} can't meet itself; accepted are two teams")
        elif number and white and black:
            self.forfeits.append(Forfeit(number, white, black, ends))

    def _240(self, line: Line) -> None:
        kind, number = line.field(5, 5).upper(), self._number(line, 7, 9)
        if kind not in BYES or kind == "U":
            self._refuse(line, 5, f"type of bye {kind!r}; accepted is F, H or Z")
        elif number:
            teams = tuple(self._known(line, self.teams, "team"))
            self._once(line, teams, "team")
            for team in teams:
                before = self.byes.get((number, team), BYES[kind])
                self.byes[number, team] = BYES[kind]
                if before is Kind.PAB:
                    message = f"record 240: team {team} has the bye of round {number} in record 320 too; read as {kind}"
                    self.findings.note("record", line.number, 5, message)
                elif before is not BYES[kind]:
                    self._refuse(line, 11, f"team {team}, round {number}: two kinds of bye; accepted is one")

    def _250(self, line: Line) -> None:
        first, last = self._number(line, 15, 17), self._number(line, 19, 21)
        low, high = whole_number(line.field(23, 26)), whole_number(line.field(28, 31))
        points, _ = self._points(line, 5, 8), self._points(line, 10, 13)
        if not first or not last or not low or not high or first > last or low > high:
            self._refuse(line, 15, "accepted are the first and last round in columns 15 to 21, teams in 23 to 31")
            return
        if last > MOST_ROUNDS:
            self._refuse(line, 19, f"round {last}; accepted is a round to {MOST_ROUNDS}")
            return
        if low not in self.teams or high not in self.teams:
            column, unknown = (28, high) if low in self.teams else (23, low)
            self.findings.refuse("unknown-id", line.number, column, f"record 250: {unknown} is no team of this file")
            return
        for team in filter(self.teams.__contains__, range(low, high + 1)):
            if not self.may_fill(line, last):
                return
            self.virtual.setdefault(team, {}).update(dict.fromkeys(range(first, last + 1), points))

    def _260(self, line: Line) -> None:
        first, last = self._number(line, 5, 7), self._number(line, 9, 11)
        if first and last:
            teams = tuple(self._known(line, self.teams, "team"))
            self._once(line, teams, "team")
            if first > last:
                self._refuse(line, 9, f"the last round {last} is before the first {first}")
            if len(teams) < 2:
                self._refuse(line, 13, "accepted are two teams or more")
            self.forbidden.append(ForbiddenPairs(teams, first, last))

    def _refuse(self, line: Line, column: int, message: str) -> None:
        self.findings.refuse("record", line.number, column, f"record {line.tag}: {message}")

    def _in_columns(self, line: Line) -> bool:
        column = LAYOUTS[line.tag].stray(line)
        if column is not None:
            message = f"record {line.tag}: column {column} must be blank between the fields"
            self.findings.refuse("columns", line.number, column, message)
        return column is None

    def _once(self, line: Line, numbers: Sequence[PairingNumber], what: str) -> None:
        twice = next((number for number, times in Counter(numbers).items() if times > 1), None)
        if twice is not None:
            message = f"record {line.tag}: {what} {twice} stands in it twice"
            self.findings.refuse("duplicate-id", line.number, LAYOUTS[line.tag].start or 1, message)

    def _seated(self, line: Line, players: tuple[PairingNumber, ...]) -> tuple[PairingNumber, ...]:
        if len(players) > MOST_BOARDS:
            self._refuse(line, LAYOUTS[line.tag].start or 1, f"{len(players)} players; accepted are {MOST_BOARDS}")
        return players[:MOST_BOARDS]

    def _known(self, line: Line, known: Collection[PairingNumber], what: str) -> Iterator[PairingNumber]:
        start = LAYOUTS[line.tag].start or 1
        if not line.text[start - 1 :].strip():
            self._refuse(line, start, f"accepted is a {what} or more")
        for column, word in LAYOUTS[line.tag].listed(line):
            number = whole_number(word)
            if number is None or number not in known:
                message = f"record {line.tag}: {word!r} is no {what} of this file"
                self.findings.refuse("unknown-id", line.number, column, message)
            else:
                yield number

    def _number(self, line: Line, first: int, last: int) -> int | None:
        found = whole_number(line.field(first, last))
        if not found:
            self._refuse(line, first, f"{line.field(first, last)!r}; accepted is a round from 1")
        return found or None

    def _team(self, line: Line, first: int, last: int) -> PairingNumber | None:
        found = whole_number(line.field(first, last))
        if found in self.teams:
            return found
        self._refuse(line, first, f"{line.field(first, last)!r} is no team of this file")
        return None

    def _points(self, line: Line, first: int, last: int) -> Points:
        try:
            return given_points(line.field(first, last) or "0")
        except ValueError:
            self._refuse(line, first, f"{line.field(first, last)!r}; accepted are points in a form as 1.0")
            return 0


READERS: dict[str, Callable[[TeamRecords, Line], None]] = {
    "300": TeamRecords._300,
    "320": TeamRecords._320,
    "330": TeamRecords._330,
    "240": TeamRecords._240,
    "250": TeamRecords._250,
    "260": TeamRecords._260,
}
