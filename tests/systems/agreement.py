"""How an answer is held against a literal reading of the same text."""

from nextround.core.pairing import PairingSystem, RoundPairing, RoundToPair, check
from nextround.core.tournament import NoLegalPairing

from tests.builders import boards

#: What a literal reading gives: the games as (White, Black), and the bye; None where no pairing exists.
Answer = tuple[list[tuple[int, int]], int | None]


def assert_agrees(asked: RoundToPair, system: PairingSystem, read: Answer | None, where: object = "") -> None:
    """Compare the games and the bye, or that there is no pairing."""
    try:
        answer = check(asked, system.pair(asked))
    except NoLegalPairing:
        assert read is None, where
    else:
        assert read is not None, where
        assert ({(pair.white, pair.black) for pair in answer.pairs}, answer.pab) == (set(read[0]), read[1]), where


def assert_decided(asked: RoundToPair, system: PairingSystem, read: Answer | None, wanted: str, why: str) -> None:
    """Compare the answer, as `boards` writes it, with the one that the rules want, and with the literal reading's."""
    assert boards(system.pair(asked)) == wanted, why
    assert_agrees(asked, system, read, why)


def outcome(asked: RoundToPair, system: PairingSystem) -> RoundPairing | None:
    """Give the answer without its trace; None where there is no pairing."""
    try:
        answer = system.pair(asked)
    except NoLegalPairing:
        return None
    return RoundPairing(answer.pairs, answer.pab, ())
