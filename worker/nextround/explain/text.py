"""An explanation as lines of text."""

from collections.abc import Iterable, Iterator
from itertools import chain

from nextround.core.tournament import PairingNumber
from nextround.explain.facts import ExplainedBracket, Explanation, Reached, Said
from nextround.explain.why import NotMet, said_of


def text(told: Explanation) -> str:
    """Write an explanation as text, without control characters."""
    if told.pair is not None:
        lines: Iterable[str] = _not_met(told, told.pair)
    elif told.player is not None:
        lines = _player(told, told.player)
    else:
        lines = chain(
            _round(told), _boards(told), _bye(told), chain.from_iterable(_bracket(told, b) for b in told.brackets)
        )
    lines = chain(_head(told), lines)
    return "".join(f"{''.join(c if c.isprintable() else '?' for c in line)}\n" for line in lines)


def _head(told: Explanation) -> Iterator[str]:
    yield f"{told.tournament}: round {told.round} of {told.number_of_rounds}, {told.system}, {told.text}"
    if told.in_the_file is not None:
        yield ""
        yield said_of(told.in_the_file, "The file has another pairing of this round:") + _cited(
            told.in_the_file.article
        )
    yield ""


def _round(told: Explanation) -> Iterator[str]:
    for said in told.remarks:
        yield _sentence(said)
    for tpn, why in told.absent:
        yield f"{named(told, tpn)} has no opponent: {why}"
    yield ""


def _boards(told: Explanation) -> Iterator[str]:
    yield "Boards"
    for seat in told.seats:
        yield f"{seat.board:4}  {_scored(told, seat.white)} - {_scored(told, seat.black)}"
        for said in (*seat.pairing, *seat.colours):
            yield f"        {_sentence(said)}"
    yield ""


def _bye(told: Explanation) -> Iterator[str]:
    bye = told.bye
    if bye is None:
        return
    yield "Bye"
    yield f"      {_scored(told, bye.player)}"
    if bye.said[0]:
        yield f"        {_sentence(bye.said)}"
    if bye.eligible:
        yield f"        who may have it: {_numbers(bye.eligible)}"
    for tpn, why in bye.barred:
        yield f"        {named(told, tpn)} may not: {_sentence(why)}"
    yield ""


def _bracket(told: Explanation, bracket: ExplainedBracket) -> Iterator[str]:
    yield f"Bracket {bracket.score}"
    yield f"      {_sentence(bracket.said)}"
    for where, came in (("down", bracket.moved_down), ("up", bracket.moved_up)):
        if came:
            yield f"      came {where}:  " + "; ".join(full(told, tpn) for tpn in came)
    if bracket.residents:
        yield "      residents:  " + "; ".join(full(told, tpn) for tpn in bracket.residents)
    if bracket.pairs:
        yield f"      pairs:      {_pairs(bracket.pairs)}"
    for where, went in (("down", bracket.downfloaters), ("up", bracket.upfloaters)):
        if went:
            yield f"      went {where}:  {_numbers(went)}"
    yield from _reached(bracket.reached, measured=bracket.measured)
    tried = bracket.tried
    if tried is not None:
        yield f"      the first candidate in order was {_pairs(tried.pairs)}"
        if tried.illegal:
            yield f"        these may not meet: {_pairs(tried.illegal)}"
        else:
            yield from (f"  {line}" for line in _reached(tried.reached, measured=True))
    for pair in (*bracket.barred, *bracket.possible):
        yield f"      not {pair.one}-{pair.other}: {pair.sentence}{_cited(pair.article)}"
    for line in bracket.more:
        yield f"      {line}"
    yield ""


def _reached(reached: Iterable[Reached], *, measured: bool) -> Iterator[str]:
    lines = [f"      {r.name} = {r.value}: {r.sentence}{_cited(r.article)}" for r in reached]
    yield from lines or (["      nothing fails in any criterion of the bracket"] if measured else [])


def _player(told: Explanation, tpn: PairingNumber) -> Iterator[str]:
    person = told.people[tpn]
    yield f"{named(told, tpn)}"
    yield f"  points {person.points}, scoregroup {person.score}"
    yield f"  colours so far {person.colours or 'none'}, difference {person.difference:+}, due {person.preference}"
    for back, what in enumerate(person.floats, 1):
        yield f"  float {'last round' if back == 1 else 'two rounds ago'}: {what}"
    yield ""
    for absent, why in told.absent:
        if absent == tpn:
            yield f"  is not paired: {why}"
    for seat in told.seats:
        if tpn in (seat.white, seat.black):
            colour = "White" if tpn == seat.white else "Black"
            opponent = seat.white + seat.black - tpn
            yield f"  meets {_scored(told, opponent)} at board {seat.board} and has {colour}"
            if person.float_now:
                yield f"  floats {person.float_now} by it"
            for said in (*seat.pairing, *seat.colours):
                yield f"    {_sentence(said)}"
    if told.bye is not None and told.bye.player == tpn:
        yield from (f"  {line}".rstrip() for line in _bye(told))
    for bracket in told.brackets:
        if tpn in (*bracket.residents, *bracket.came):
            yield f"  bracket {bracket.score}: {_sentence(bracket.said)}"
    if told.others:
        yield ""
        yield "  Why not somebody else?"
        for other in told.others:
            yield f"    {named(told, other.other)}: {other.sentence}{_cited(other.article)}"


def _not_met(told: Explanation, pair: NotMet) -> Iterator[str]:
    yield f"Why do {named(told, pair.one)} and {named(told, pair.other)} not meet?"
    for tpn in (pair.one, pair.other):
        yield f"  {full(told, tpn)}, colours {told.people[tpn].colours or 'none'}"
    yield ""
    yield f"  {pair.sentence}{_cited(pair.article)}"
    if pair.instead:
        yield f"  the best pairing in which they meet has instead: {_pairs(pair.instead)}"
    if pair.verdict is not None and pair.verdict.name == "order":
        yield f"  made here: {_pairs(pair.verdict.made)}; instead: {_pairs(pair.verdict.instead)}"


def named(told: Explanation, tpn: PairingNumber) -> str:
    """Write a player's number and name."""
    return f"{tpn} {told.people[tpn].name}".rstrip()


def _scored(told: Explanation, tpn: PairingNumber) -> str:
    return f"{named(told, tpn)} ({told.people[tpn].score})"


def full(told: Explanation, tpn: PairingNumber) -> str:
    """Write a player with all that the criteria ask of him: score, preference, floats."""
    person = told.people[tpn]
    floats = [f"{what} {back}" for back, what in zip(("last round", "two rounds ago"), person.floats, strict=False)]
    past = [what for what in floats if not what.startswith("no float")]
    return ", ".join(
        [_scored(told, tpn), "no preference" if person.preference == "none" else f"prefers {person.preference}", *past]
    )


def _sentence(said: Said) -> str:
    return said[0] + _cited(said[1])


def _cited(article: str) -> str:
    return f" [{article}]" if article else ""


def _numbers(players: Iterable[PairingNumber]) -> str:
    return ", ".join(map(str, players))


def _pairs(pairs: Iterable[tuple[PairingNumber, PairingNumber]]) -> str:
    return " ".join(f"{one}-{other}" for one, other in pairs)
