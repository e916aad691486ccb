"""Points as exact integers, and what each kind of round is worth."""

import re
from dataclasses import dataclass

#: Tenths of a point, the resolution of a tournament report: a draw is 5.
Points = int

_POINTS = re.compile(r"(-?)(\d+)(?:\.(\d))?")


def format_points(points: Points) -> str:
    """Write tenths as a report does: ``15`` is ``1.5``."""
    sign = "-" if points < 0 else ""
    whole, tenths = divmod(abs(points), 10)
    return f"{sign}{whole}.{tenths}"


def parse_points(text: str) -> Points:
    """Read ``1.5``, ``2`` or ``-0.5`` as tenths; raise ValueError for anything else."""
    found = _POINTS.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is no number of points with at most one decimal")
    sign, whole, tenths = found.groups()
    points = 10 * int(whole) + int(tenths or 0)
    return -points if sign else points


@dataclass(frozen=True, slots=True)
class PointSystem:
    """What each way to end a round is worth, in tenths.

    C.04.1 (2026) 3: the pairing-allocated bye is worth a win unless the event's rules say otherwise,
    and the same for everybody.
    """

    win: Points = 10
    draw: Points = 5
    loss: Points = 0
    forfeit_win: Points = 10
    forfeit_loss: Points = 0
    pab: Points = 10
    full_point_bye: Points = 10
    half_point_bye: Points = 5
    zero_point_bye: Points = 0

    @classmethod
    def of(cls, win: Points, draw: Points, loss: Points = 0, *, pab: Points | None = None) -> "PointSystem":
        """Build the system in which every unplayed round is worth what its name says.

        A forfeit win and the full-point bye are worth a win, the half-point bye a draw, the forfeit loss a
        loss, the zero-point bye nothing, and the pairing-allocated bye a win unless ``pab`` is given.
        """
        return cls(
            win=win,
            draw=draw,
            loss=loss,
            forfeit_win=win,
            forfeit_loss=loss,
            pab=win if pab is None else pab,
            full_point_bye=win,
            half_point_bye=draw,
        )


@dataclass(frozen=True, slots=True)
class MatchScore:
    """What a match of several games brought one side, in tenths.

    ``primary`` is the score that decides: match points or game points, as the event has it. ``secondary`` is the
    other one, 0 where the event doesn't use it.
    """

    primary: Points
    secondary: Points = 0
