"""The vocabulary that all pairing systems share.

| word | meaning |
|---|---|
| pairing number, `tpn` | place in the starting list: 1 is the strongest |
| score | here always the *pairing score*: points and virtual points, in tenths |
| higher ranked | more score, then the smaller pairing number |
| scoregroup | all players to be paired with one score |
| bracket | what is paired at once: residents and the players moved down to them |
| resident | a player in the bracket of his own score |
| downfloater; upfloater | the person who leaves his scoregroup downward; upward |
| downfloat; upfloat | the event in his history |
| mdp | moved-down player: a downfloater once he sits in the next bracket |
| limbo | mdps who can't be paired in the bracket and must float again |
| remainder | residents who are not the opponents of mdps |
| S1, S2 | the halves of what is paired: S1 has the higher ranked |
| bsn | sequence number inside the bracket, from 1 |
| pab | pairing-allocated bye; a *requested* bye is another thing and always named in full |
| colour difference | played games with White less those with Black |
| colour preference | absolute, strong, mild or none |
| topscorer | in the last round only: more than half of what could be scored so far |
| edition | a dated text of a system; it composes, it is never an `if` |
"""

from nextround.core.pairing.check import check
from nextround.core.pairing.round_to_pair import Competitor, RoundToPair, VirtualPoints, round_to_pair
from nextround.core.pairing.system import Pair, PairingSystem, RoundPairing, pair_round, published
from nextround.core.pairing.trace import Step, Trace

__all__ = [
    "Competitor",
    "Pair",
    "PairingSystem",
    "RoundPairing",
    "RoundToPair",
    "Step",
    "Trace",
    "VirtualPoints",
    "check",
    "pair_round",
    "published",
    "round_to_pair",
]
