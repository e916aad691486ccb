"""What a plugin may import: the one public door for authors of pairing systems.

| | |
|---|---|
| `Entry` | what the entry point of the group `nextround.systems` names: name, title, text, factory, options |
| `RoundToPair`, `Competitor` | the question: who is to be paired, and all that is known of each |
| `RoundPairing`, `Pair`, `published` | the answer; `published` puts the boards in order |
| `Step` | why: one decision, its article, its sentence, and what it is about, by its kind: |
| `FieldStep`, `WaiverStep` | the order and the parameters of the round; a rule that had to be set aside |
| `ByeStep`, `PairStep`, `ColourStep` | the bye, a pair, its colours; `PassedOver` is who came before the chosen one |
| `BracketStep`, `CriterionValue`, `FirstCandidate` | what was paired at once, what it reaches, what came first |
| `FloaterStep`, `DivisionStep` | who comes into the bracket that follows; the halves of the one before |
| `NumberFact`, `PlayersFact`, `ValuesFact` | `facts` of any step, which only your system knows; `Fact` is any |
| `may_meet`, `can_be_left_out` | who may meet whom, and whose absence leaves a complete pairing, as bitsets |
| `first_eligible`, `bars_by_kind` | the pairing-allocated bye: the first who may have it, and the articles that bar |
| `ColourRule`, `seat` | colour rules in their order, and the pair that they make |
| `colour_difference`, `latest_difference`, `white_to_the_less` | what most colour rules compare |
| `Matching`, `bits`, `lowest_bit`, `mask_of` | matchings on bitsets: whether all others can still be paired |
| `Colour`, `Kind`, `Outcome`, `PairingNumber`, `Player`, `Record`, `Tournament` | the facts of a tournament |
| `NoLegalPairing`, `InvalidTournament`, `Problem` | the errors that a system raises, with the article |

`INTERFACE` is the version of this list and of what its names mean. It changes where a plugin would have to change; what
is only added leaves it as it is.
"""

from nextround.core.matching import Matching, bits, lowest_bit, mask_of
from nextround.core.pairing import Competitor, Pair, PairingSystem, RoundPairing, RoundToPair, published
from nextround.core.pairing.byes import bars_by_kind, first_eligible
from nextround.core.pairing.colour_rules import seat
from nextround.core.pairing.colours import ColourRule, colour_difference, latest_difference, white_to_the_less
from nextround.core.pairing.legality import can_be_left_out, may_meet
from nextround.core.pairing.trace import (
    BracketStep,
    ByeStep,
    ColourStep,
    CriterionValue,
    DivisionStep,
    Fact,
    FieldStep,
    FirstCandidate,
    FloaterStep,
    NumberFact,
    PairStep,
    PassedOver,
    PlayersFact,
    Step,
    ValuesFact,
    WaiverStep,
)
from nextround.core.tournament import (
    Colour,
    InvalidTournament,
    Kind,
    NoLegalPairing,
    Outcome,
    PairingNumber,
    Player,
    Problem,
    Record,
    Tournament,
)
from nextround.registry import Entry

INTERFACE = 1

__all__ = [
    "INTERFACE",
    "BracketStep",
    "ByeStep",
    "Colour",
    "ColourRule",
    "ColourStep",
    "Competitor",
    "CriterionValue",
    "DivisionStep",
    "Entry",
    "Fact",
    "FieldStep",
    "FirstCandidate",
    "FloaterStep",
    "InvalidTournament",
    "Kind",
    "Matching",
    "NoLegalPairing",
    "NumberFact",
    "Outcome",
    "Pair",
    "PairStep",
    "PairingNumber",
    "PairingSystem",
    "PassedOver",
    "Player",
    "PlayersFact",
    "Problem",
    "Record",
    "RoundPairing",
    "RoundToPair",
    "Step",
    "Tournament",
    "ValuesFact",
    "WaiverStep",
    "bars_by_kind",
    "bits",
    "can_be_left_out",
    "colour_difference",
    "first_eligible",
    "latest_difference",
    "lowest_bit",
    "mask_of",
    "may_meet",
    "published",
    "seat",
    "white_to_the_less",
]
