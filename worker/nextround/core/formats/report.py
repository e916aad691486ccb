"""A tournament report as a value, and the tournament that it tells of."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import islice

from nextround.core.formats.cells import Cell, record_of
from nextround.core.formats.dates import first_date
from nextround.core.formats.problems import place
from nextround.core.formats.teams import MOST_BOARDS, Teams, of_teams, scoring
from nextround.core.tournament import (
    Colour,
    ForbiddenPairs,
    InvalidTournament,
    Kind,
    PairingNumber,
    Player,
    Points,
    PointSystem,
    Problem,
    Record,
    Tournament,
)


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A line of the player section.

    ``rounds`` are the cells from round 1 on, without blank ones at the end; the byes of later rounds are among
    them. ``points`` (tenths) and ``rank`` are as the file has them, None for blanks. ``line`` is where the entry
    stands, 0 for an entry that was not read.
    """

    player: Player
    rounds: tuple[Cell | None, ...] = ()
    points: Points | None = None
    rank: int | None = None
    sex: str = ""
    fide_id: str = ""
    birth_date: str = ""
    line: int = field(default=0, compare=False)

    @property
    def tpn(self) -> PairingNumber:
        """The pairing number."""
        return self.player.tpn

    def cell(self, round_number: int) -> Cell | None:
        """Give what the line says about a round."""
        return self.rounds[round_number - 1] if round_number <= len(self.rounds) else None


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a TRF16 or TRF26 file says.

    What a rule may depend on is typed, whatever record it came from; ``headers`` are the informative records
    as (number, text), in the order of the file; ``others`` are lines kept as they stand: teams, national ratings,
    abnormal points, unknown records; ``comments`` are the lines that begin with ###. ``virtual_points`` are by
    round from 1, in tenths, without zeros at the end. ``notes`` say what somebody should look at; they are no part
    of the report's identity.
    """

    entries: tuple[PlayerLine, ...] = ()
    number_of_rounds: int | None = None
    initial_colour: Colour | None = None
    system_code: str = ""
    points: PointSystem = field(default_factory=PointSystem)
    virtual_points: Mapping[PairingNumber, tuple[Points, ...]] = field(default_factory=dict)
    forbidden_pairs: tuple[ForbiddenPairs, ...] = ()
    teams: Teams = field(default_factory=Teams)
    headers: tuple[tuple[str, str], ...] = ()
    others: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    notes: tuple[Problem, ...] = field(default=(), compare=False)

    @property
    def name(self) -> str:
        """The name of the tournament; empty where there is none."""
        return self.header("012")

    @property
    def first_round_date(self) -> date | None:
        """The day of the start, else of round 1; None where neither can be read."""
        return first_date(self.header("042"), self.header("132"))

    @property
    def is_of_teams(self) -> bool:
        """Whether teams are paired, not players."""
        return is_of_teams(self.system_code)

    @property
    def coming_round(self) -> int:
        """The round after the last in which some line holds a game; byes that stand there belong to it.

        A round of byes only before a played one is a round that was held.
        """
        return max(self.rounds_with_games(), default=0) + 1

    def rounds_with_games(self) -> frozenset[int]:
        """Give the rounds in which some line holds a game or a forfeit, with or without its result."""
        return frozenset(
            number
            for entry in self.entries
            for number, cell in enumerate(entry.rounds, start=1)
            if cell is not None and cell.opponent is not None
        )

    def place_of(self, round_number: int, tpn: PairingNumber) -> str:
        """Tell where the record of a player in a round stands, as ``line:column``; empty for teams."""
        lines = (entry.line for entry in self.entries if entry.tpn == tpn and not self.is_of_teams)
        return place(next(lines, 0), 82 + 10 * round_number)

    def lot(self) -> Colour | None:
        """Give the initial colour: as recorded, else as the first round with colours shows it, else None.

        Numbers count among those who were paired or had the pairing-allocated bye up to that round; the first of
        them who met a lower-ranked player shows the lot (C.04.3 (2026) 5.2.5).
        """
        if self.initial_colour is not None:
            return self.initial_colour
        entries = sorted(self.entries, key=lambda entry: entry.tpn)
        for number in sorted(self.rounds_with_games()):
            paired = (entry for entry in entries if any(map(_was_paired, islice(entry.rounds, number))))
            for index, entry in enumerate(paired):
                cell = entry.cell(number)
                if cell and cell.colour and cell.opponent is not None and cell.opponent > entry.tpn:
                    return cell.colour.opposite if index % 2 else cell.colour
        return None

    def tournament(
        self,
        round_number: int | None = None,
        *,
        number_of_rounds: int | None = None,
        initial_colour: Colour | None = None,
        adjourned_as_draws: bool = False,
    ) -> Tournament:
        """Give the state after round N − 1, with the byes and absences that the file has for round N.

        Without ``round_number`` N is the coming round. In a round that was paired, whoever has neither a game nor
        the pairing-allocated bye was not there; in the coming round, who has no entry is. Before a player's
        first entry blanks mean not yet entered, later ones absent. ``number_of_rounds`` and ``initial_colour``
        stand in for what the file lacks. Games without a result count as draws only if ``adjourned_as_draws``
        says that they are adjourned (C.04.2 (2026) 3.1).

        Raises InvalidTournament, with everything that stands in the way: the number of rounds is missing, the
        round is beyond the last or follows one that was not played, results are missing, teams are missing or
        contradict themselves, points are assigned by record 299. In a competition of teams the players of the
        answer are the teams, and its records their matches.
        """
        held = self.rounds_with_games()
        number = self.coming_round if round_number is None else round_number
        total = self.number_of_rounds if number_of_rounds is None else number_of_rounds
        problems = [*self._obstacles(), *self._out_of_range(number, total, asked=round_number is not None)]
        if not adjourned_as_draws:
            problems += self._open_boards(number)
        if problems or total is None:
            raise InvalidTournament(problems)
        return self._facts(number, total, initial_colour, paired=number in held)

    def held(self, after: int | None = None) -> Tournament:
        """Give the facts after so many rounds, to be ranked and not paired; after all that hold a game by default.

        Raises InvalidTournament where fewer were held, a result is missing, or the teams contradict themselves.
        """
        held = max(self.rounds_with_games(), default=0)
        count = held if after is None else after
        problems = [*self._obstacles(), *self._open_boards(count + 1)]
        if not 0 <= count <= held:
            problems.append(Problem("round", f"round {count} was not held; accepted: 0 to {held}"))
        if problems:
            raise InvalidTournament(problems)
        return self._facts(count + 1, max(self.number_of_rounds or 0, held), None, paired=False)

    def column(self, round_number: int) -> Mapping[PairingNumber, Record]:
        """Give what every participant did in a round, by pairing number: the players, or the teams."""
        facts = self._facts(round_number + 1, round_number + 1, None, paired=False)
        return {tpn: history[-1] for tpn, history in facts.records.items()}

    def _facts(self, number: int, total: int, initial_colour: Colour | None, *, paired: bool) -> Tournament:
        entries = sorted(self.entries, key=lambda entry: entry.tpn)
        facts = Tournament(
            number_of_rounds=total,
            round_number=number,
            players=tuple(entry.player for entry in entries),
            records={entry.tpn: _records(entry, number - 1) for entry in entries},
            unavailable={entry.tpn: kind for entry in entries if (kind := _unavailable(entry, number, paired=paired))},
            initial_colour=initial_colour or self.lot(),
            points=self.points,
            forbidden_pairs=self.forbidden_pairs,
            virtual_points=self.virtual_points,
            name=self.name,
            first_round_date=self.first_round_date,
        )
        if not self.is_of_teams:
            return facts
        counting = scoring(self.teams, self.system_code, self.header("352").strip(), self.header("362"), self.points)
        return of_teams(facts, self.teams, counting, initial_colour or self.initial_colour, paired=paired)

    def header(self, number: str) -> str:
        """Give the text of an informative record; empty where there is none."""
        return next((text for tag, text in self.headers if tag == number), "")

    def _obstacles(self) -> Iterator[Problem]:
        if self.is_of_teams and not self.teams.teams:
            yield Problem("teams", f"record 192 says {self.system_code}, but no record 310 names a team")
        if len(self.header("352").strip()) > MOST_BOARDS:
            yield Problem("teams", f"record 352 gives the colours of more than {MOST_BOARDS} boards")
        if "DOUBLESWISS" in self.system_code:
            yield Problem(
                "double-swiss", "the format has no code for a match of two games; accepted is an event with `matches`"
            )
        if any(line.startswith("299") for line in self.others):
            yield Problem(
                "abnormal-points",
                "record 299 assigns points out of the order, which no pairing here can take into account; accepted is "
                "a report whose points follow from its results",
            )

    def _out_of_range(self, number: int, total: int | None, *, asked: bool) -> Iterator[Problem]:
        if total is None:
            yield Problem(
                "number-of-rounds-missing",
                "the number of rounds is missing; accepted is a line XXR n or 142 n",
                article="C.04.1 (2026) 1",
            )
        elif number > total and not asked:
            yield Problem(
                "round-out-of-range",
                f"{total} rounds of {total} are played; there is no round {number} to pair",
                article="C.04.1 (2026) 1",
            )
        elif not 1 <= number <= total:
            yield Problem(
                "round-out-of-range",
                f"round {number} can't be paired: the tournament has the rounds 1 to {total}",
                article="C.04.1 (2026) 1",
            )
        for earlier in range(self.coming_round, min(number, self.coming_round + 1)):
            if any(entry.cell(earlier) is None for entry in self.entries):
                yield Problem(
                    "missing-round",
                    f"round {number} can't be paired: no game of round {earlier} is recorded; the coming round is "
                    f"{earlier}",
                )

    def _open_boards(self, number: int) -> Iterator[Problem]:
        for earlier in sorted(held for held in self.rounds_with_games() if held < number):
            for entry in self.entries:
                cell = entry.cell(earlier)
                if cell and cell.opponent and cell.is_open and cell.opponent > entry.tpn:
                    white, black = (
                        (cell.opponent, entry.tpn) if cell.colour is Colour.BLACK else (entry.tpn, cell.opponent)
                    )
                    yield Problem(
                        "missing-result",
                        f"round {earlier}: the result of {white} – {black} is missing; accepted is the file with the "
                        "result, or the word that open games are adjourned and count as draws",
                        place(entry.line, 89 + 10 * earlier),
                        "C.04.2 (2026) 3.1",
                    )


def is_of_teams(system_code: str) -> bool:
    """Whether a 192 code names a competition of teams."""
    return system_code.startswith(("FIDE_TEAM", "CUSTOM_TEAM", "BERGER_TEAM"))


def _was_paired(cell: Cell | None) -> bool:
    return cell is not None and (cell.opponent is not None or record_of(cell).kind is Kind.PAB)


def _records(entry: PlayerLine, rounds: int) -> tuple[Record, ...]:
    cells = entry.rounds[:rounds]
    if None not in cells and len(cells) == rounds:
        return tuple(map(record_of, cells))
    records: list[Record] = []
    blank = Kind.NOT_ENTERED
    for cell in cells + (None,) * (rounds - len(cells)):
        if cell is not None:
            blank = Kind.ABSENT
        records.append(Record(blank) if cell is None else record_of(cell))
    return tuple(records)


def _unavailable(entry: PlayerLine, number: int, *, paired: bool) -> Kind | None:
    cell = entry.cell(number)
    if cell is None:
        return Kind.ABSENT if paired else None
    if cell.opponent is not None:
        return None
    kind = record_of(cell).kind
    return None if paired and kind is Kind.PAB else kind
