"""C.04.3 articles 1, 2.1 and 5 read literally: what one edition says about players and pairs."""

from enum import Enum
from functools import cache

from nextround.core.pairing import RoundToPair
from nextround.core.tournament import Colour, Kind, PairingNumber, Points, points_of

W, B = "W", "B"


class Rules(Enum):
    """The two texts."""

    DUTCH_2017 = "C.04.3 (2017)"
    DUTCH_2026 = "C.04.3 (2026)"

    @property
    def article_no_pairing(self) -> str:
        return f"{self.value} {'A.9' if self is Rules.DUTCH_2017 else '1.9.3'}"


class Round:
    """One round to pair under one text. Players are their pairing numbers."""

    def __init__(self, question: RoundToPair, rules: Rules) -> None:
        self.question = question
        self.rules = rules
        self.field = tuple(competitor.tpn for competitor in question.competitors)  # already in the order of 1.2
        self.place = {tpn: place for place, tpn in enumerate(self.field)}
        self.score = {tpn: question.everyone[tpn].score for tpn in self.field}
        self.colour_history = {tpn: question.everyone[tpn].colours for tpn in self.field}
        self.pab_score: Points | None = None
        self.may_meet = cache(self._may_meet)
        self.colours = cache(self._colours)
        self.float = cache(self._float)
        self.may_have_the_pab = cache(self._may_have_the_pab)
        self._complete = cache(self._can_be_completed)

    def scoregroups(self) -> list[tuple[PairingNumber, ...]]:
        """1.3.1 (A.3): from the highest score."""
        scores = sorted(set(self.score.values()), reverse=True)
        return [tuple(tpn for tpn in self.field if self.score[tpn] == score) for score in scores]

    def higher_ranked(self, one: PairingNumber, other: PairingNumber) -> tuple[PairingNumber, PairingNumber]:
        """1.2 (A.2): the higher ranked first."""
        return (one, other) if self.place[one] < self.place[other] else (other, one)

    def is_topscorer(self, tpn: PairingNumber) -> bool:
        """1.8 (A.7): in the last round, more than half of the maximum so far, in points of the standings."""
        best = max(self.question.points.win, self.question.points.draw)
        maximum = best * (self.question.round_number - 1)
        return self.question.is_last and 2 * self.question.everyone[tpn].points > maximum

    # 1.4 (A.4): floats

    def _float(self, tpn: PairingNumber, rounds_ago: int) -> str:
        """Say "down", "up" or "" for the round so long ago: 1 is the last."""
        index = self.question.round_number - 1 - rounds_ago
        if index < 0:
            return ""
        record = self.question.everyone[tpn].history.records[index]
        if record.played and record.opponent is not None:
            mine = self.question.everyone[tpn].pairing_scores[index]
            theirs = self.question.everyone[record.opponent].pairing_scores[index]
            return "down" if mine > theirs else "up" if mine < theirs else ""
        if self.rules is Rules.DUTCH_2017:
            return "down"
        if record.kind is Kind.PAB:  # 1.4.3 names the bye apart from the points
            return "down"
        return "down" if points_of(record, self.question.points) > self.question.points.loss else ""

    # 1.6, 1.7 (A.6): colour preferences

    def colour_difference(self, tpn: PairingNumber) -> int:
        history = self.colour_history[tpn]
        return history.count(W) - history.count(B)

    def preference(self, tpn: PairingNumber) -> tuple[str, int]:
        """Say which colour and how strongly: absolute 3, strong 2, mild 1, none 0."""
        history, difference = self.colour_history[tpn], self.colour_difference(tpn)
        if difference > 1 or (history[-2:] == "WW" and difference >= -1):
            return B, 3
        if difference < -1 or history[-2:] == "BB":
            return W, 3
        if difference:
            return (B if difference > 0 else W), 2
        if history:
            return (B if history[-1] == W else W), 1
        return "", 0

    # 2.1 (C.1 to C.3): the absolute criteria

    def _may_meet(self, one: PairingNumber, other: PairingNumber) -> bool:
        """C1 and C3, and what the event itself forbids."""
        if other in self.question.everyone[one].history.opponents:
            return False
        if other in self.question.forbidden.get(one, ()):
            return False
        (colour, strength), (their_colour, their_strength) = self.preference(one), self.preference(other)
        same_absolute = strength == their_strength == 3 and colour == their_colour
        return not same_absolute or self.is_topscorer(one) or self.is_topscorer(other)

    def _may_have_the_pab(self, tpn: PairingNumber) -> bool:
        """C2."""
        points = self.question.points
        for record in self.question.everyone[tpn].history.records:
            if record.kind is Kind.PAB:
                return False
            if self.rules is Rules.DUTCH_2017:
                if record.kind is Kind.FORFEIT_WIN:
                    return False
            elif not record.played and points_of(record, points) >= points.win:
                return False
        return True

    # C4: completion

    def can_be_completed(self, players: tuple[PairingNumber, ...], pab_score: Points | None = None) -> bool:
        """Whether all these can be paired, one having the bye if they are odd; his score may be prescribed."""
        wanted = self.pab_score if pab_score is None else pab_score
        return self._complete(tuple(sorted(players)), wanted, len(players) % 2 == 1)

    def _can_be_completed(self, players: tuple[PairingNumber, ...], pab_score: Points | None, pab: bool) -> bool:
        if not players:
            return True
        first, rest = players[0], players[1:]
        fits = pab_score is None or self.score[first] == pab_score
        if pab and fits and self.may_have_the_pab(first) and self._complete(rest, pab_score, False):
            return True
        return any(
            self._complete(tuple(p for p in rest if p != other), pab_score, pab)
            for other in rest
            if self.may_meet(first, other)
        )

    def unplayed_games(self, tpn: PairingNumber) -> int:
        """For C9."""
        return sum(not record.played for record in self.question.everyone[tpn].history.records)

    # 5.2 (E): colours

    def _colours(self, one: PairingNumber, other: PairingNumber) -> tuple[PairingNumber, PairingNumber]:
        """Say who has White and who Black."""
        higher, lower = self.higher_ranked(one, other)
        colour = self._colour_of(higher, lower)
        return (higher, lower) if colour == W else (lower, higher)

    def _colour_of(self, higher: PairingNumber, lower: PairingNumber) -> str:
        (mine, my_strength), (theirs, their_strength) = self.preference(higher), self.preference(lower)
        if mine != theirs:  # 5.2.1: grant both, or the only one that there is
            return mine or _opposite(theirs)
        if my_strength != their_strength:  # 5.2.2: grant the stronger
            return mine if my_strength > their_strength else _opposite(theirs)
        if my_strength == 3:  # 5.2.2: both absolute, grant the wider colour difference
            wide, their_wide = abs(self.colour_difference(higher)), abs(self.colour_difference(lower))
            if wide != their_wide:
                return mine if wide > their_wide else _opposite(theirs)
        for had, they_had in zip(
            reversed(self.colour_history[higher]), reversed(self.colour_history[lower]), strict=False
        ):
            if had != they_had:  # 5.2.3: alternate to the most recent time when the colours differed
                return _opposite(had)
        if mine:  # 5.2.4: grant the preference of the higher ranked
            return mine
        initial = (self.question.initial_colour or Colour.WHITE).value  # 5.2.5
        return initial if self._number(higher) % 2 == 1 else _opposite(initial)

    def _number(self, tpn: PairingNumber) -> int:
        everyone = self.question.everyone
        return sum(1 for p in everyone if p <= tpn and (p in self.score or everyone[p].history.took_part))


def _opposite(colour: str) -> str:
    return B if colour == W else W
