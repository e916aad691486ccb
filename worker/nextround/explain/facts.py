"""What an explanation holds, before it is written as a text or a page."""

from collections.abc import Mapping
from dataclasses import dataclass

from nextround.core.pairing.judging import Verdict
from nextround.core.tournament import PairingNumber
from nextround.explain.why import NotMet

#: A sentence and its article, which may be empty.
Said = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Person:
    """A player before the round. Points and score are written out; ``cells`` are the past rounds of a crosstable.

    ``floats`` tells of the two latest rounds, the last one first. ``float_now`` is down, up or empty.
    """

    tpn: PairingNumber
    name: str
    rating: int
    points: str
    score: str
    colours: str
    difference: int
    preference: str
    floats: tuple[str, ...]
    float_now: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A board: who has White and who Black, why they meet, and why these colours."""

    board: int
    white: PairingNumber
    black: PairingNumber
    pairing: tuple[Said, ...]
    colours: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Reached:
    """One number of a vector, with what it means."""

    name: str
    sentence: str
    article: str
    value: str


@dataclass(frozen=True, slots=True)
class Tried:
    """The candidate that comes first in the order of the rules, and what is wrong with it."""

    pairs: tuple[tuple[PairingNumber, PairingNumber], ...]
    illegal: tuple[tuple[PairingNumber, PairingNumber], ...]
    reached: tuple[Reached, ...]


@dataclass(frozen=True, slots=True)
class ExplainedBracket:
    """A bracket or scoregroup: who was in it, who came, who went, what its pairing reaches.

    Who leaves it is a downfloater or an upfloater. ``barred`` are its pairs that a rule forbids, with the rule;
    ``possible`` those that it allows and that are not made, where so few are made that an arbiter would ask. ``more``
    are the facts that only its own system has.
    """

    said: Said
    score: str
    residents: tuple[PairingNumber, ...]
    moved_down: tuple[PairingNumber, ...]
    moved_up: tuple[PairingNumber, ...]
    downfloaters: tuple[PairingNumber, ...]
    upfloaters: tuple[PairingNumber, ...]
    pairs: tuple[tuple[PairingNumber, PairingNumber], ...]
    reached: tuple[Reached, ...] = ()
    measured: bool = False
    tried: Tried | None = None
    barred: tuple[NotMet, ...] = ()
    possible: tuple[NotMet, ...] = ()
    more: tuple[str, ...] = ()

    @property
    def came(self) -> tuple[PairingNumber, ...]:
        """All who came into it."""
        return (*self.moved_down, *self.moved_up)

    @property
    def went(self) -> tuple[PairingNumber, ...]:
        """All who leave it."""
        return (*self.downfloaters, *self.upfloaters)


@dataclass(frozen=True, slots=True)
class Bye:
    """Who has the pairing-allocated bye, who else might, and who was barred and why."""

    player: PairingNumber
    said: Said
    eligible: tuple[PairingNumber, ...] = ()
    barred: tuple[tuple[PairingNumber, Said], ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that is told about a round.

    ``in_the_file`` says how the file's own pairing of the round is worse, where it has another one. ``player`` and
    ``others`` answer a question about one player, ``pair`` one about two.
    """

    tournament: str
    round: int
    number_of_rounds: int
    system: str
    text: str
    people: Mapping[PairingNumber, Person]
    seats: tuple[Seat, ...]
    bye: Bye | None
    absent: tuple[tuple[PairingNumber, str], ...]
    remarks: tuple[Said, ...]
    brackets: tuple[ExplainedBracket, ...]
    in_the_file: Verdict | None = None
    player: PairingNumber | None = None
    others: tuple[NotMet, ...] = ()
    pair: NotMet | None = None
