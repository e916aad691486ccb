"""`nextround pair`: one round of a file, on the spot."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from schemas import DEFAULT_PREFIX, ROUND_FINISHED, RoundFinished
from schemas.fragments import TournamentSettings, Warning
from worker import service, translate
from worker.cli import boards
from worker.cli.arguments import (
    AccelerationName,
    Edition,
    InitialColour,
    NumberOfRounds,
    Options,
    System,
    read_asked,
    read_colour,
)
from worker.cli.choice import Asked, Misused, choose
from worker.cli.exits import Exit, fail
from worker.cli.inputs import of_report, read_bytes, refuse, warn
from worker.formats import Report, read_trf
from worker.registry import registry
from worker.tournament import (
    Colour,
    InvalidTournament,
    InvariantViolation,
    Kind,
    NoLegalPairing,
    PairingError,
    Problem,
    histories,
)

Json = dict[str, Any]


class Format(StrEnum):
    """How a pairing is printed."""

    TABLE = "table"
    JSON = "json"
    JAVAFO = "javafo"


@dataclass(frozen=True, slots=True)
class Paired:
    """The data of a `round.paired`, and what a reader wants to see with it; points in tenths.

    ``given_bye``: the pairing-allocated bye was given before the round was paired.
    """

    data: Json
    names: Mapping[int, str]
    points: Mapping[int, int]
    given_bye: bool


def pair(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A TRF16 or TRF26, or an event as JSON; - reads stdin.")],
    system: System = None,
    edition: Edition = None,
    acceleration: AccelerationName = None,
    option: Options = None,
    round_number: Annotated[
        int | None, typer.Option("--round", min=1, help="Pair this round from the state before it. Default: the next.")
    ] = None,
    rounds: NumberOfRounds = None,
    initial_colour: InitialColour = None,
    adjourned_as_draws: Annotated[
        bool, typer.Option("--adjourned-as-draws", help="Games without a result are adjourned: draws for the pairing.")
    ] = False,
    output: Annotated[Format, typer.Option("--format", help="javafo: the pairs as other engines print them.")] = (
        Format.TABLE
    ),
) -> None:
    """Pair the next round of a file, or any round that it holds.

    Status 1: the rules leave no pairing. The digest in the JSON of a report is the sha256 of its bytes.
    """
    asked = read_asked(system, edition, acceleration, option)
    try:
        data = read_bytes(file)
    except OSError as error:
        fail(Exit.INPUT, f"{file}: {error.strerror or error}")
    if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{":
        if round_number or rounds or initial_colour or adjourned_as_draws:
            fail(
                Exit.USAGE,
                "--round, --rounds, --initial-colour and --adjourned-as-draws are for reports; an event says it all",
            )
        paired = _of_event(file, data, asked)
    else:
        paired = _of_report(
            file, data, asked, round_number, rounds, read_colour(initial_colour), adjourned_as_draws=adjourned_as_draws
        )
    _PRINTERS[output](paired)


def _of_report(
    file: Path,
    data: bytes,
    asked: Asked,
    round_number: int | None,
    rounds: int | None,
    initial_colour: Colour | None,
    *,
    adjourned_as_draws: bool,
) -> Paired:
    try:
        report = read_trf(data)
        choice = choose(asked, report, registry())
        tournament = report.tournament(
            round_number,
            number_of_rounds=rounds,
            initial_colour=initial_colour,
            adjourned_as_draws=adjourned_as_draws,
        )
        question, answer = service.pair(tournament, choice.system, choice.made_acceleration())
    except Misused as error:
        refuse(Exit.USAGE, file, error.problems)
    except PairingError as error:
        refuse(status_of(error), file, of_report(error.problems) + _hints(error))
    notes = (*report.notes, *choice.warnings)
    if not question.competitors:
        notes += (Problem("nobody-to-pair", f"nobody is left to pair in round {question.round_number}"),)
    warn(file, notes)
    settings = TournamentSettings.model_construct(id=report.name or file.stem)
    paired = translate.round_paired(
        RoundFinished.model_construct(tournament=settings, round=question.round_number, revision=1),
        question,
        answer,
        applied=translate.Applied(
            choice.entry.family or choice.entry.name,
            choice.entry.edition,
            choice.acceleration.name if choice.acceleration else None,
        ),
        digest=hashlib.sha256(data).hexdigest(),
        warnings=[Warning(code=note.code, message=note.message, pointer=note.pointer or None) for note in notes],
    )
    return Paired(
        data=paired.model_dump(mode="json"),
        names=_names(report),
        points={tpn: competitor.points for tpn, competitor in question.everyone.items()},
        given_bye=Kind.PAB in question.unavailable.values(),
    )


def _hints(error: PairingError) -> tuple[Problem, ...]:
    found = {problem.code for problem in error.problems}
    return tuple(Problem("hint", hint) for code, hint in _HINTS.items() if code in found)


_HINTS = {
    "missing-result": "with --adjourned-as-draws games without a result count as draws",
    "number-of-rounds-missing": "or say it with --rounds",
}


def _names(report: Report) -> dict[int, str]:
    return {entry.tpn: entry.player.name for entry in report.entries}


def _of_event(file: Path, data: bytes, asked: Asked) -> Paired:
    try:
        document: Any = json.loads(data)
    except ValueError as error:
        fail(Exit.INPUT, f"{file}: no JSON: {error}")
    body, prefix = _as_asked(file, document, asked)
    try:
        answer = service.answer(body, systems=registry(), prefix=prefix)
    except service.Unaddressable as error:
        fail(Exit.INPUT, f"{file}: {error}")
    said = json.loads(answer.event)["data"]
    notes = [_problem(warning) for warning in said["warnings"]]
    if answer.outcome != "paired":
        warn(file, notes)
        asked_wrongly = asked != Asked() and answer.outcome in ("unknown-system", "invalid-options")
        status = Exit.USAGE if asked_wrongly else _REFUSALS.get(answer.outcome, Exit.INPUT)
        refuse(status, file, map(_problem, said["problems"]))
    warn(file, notes)
    tournament, _ = translate.tournament(RoundFinished.model_validate(json.loads(body)["data"]))
    return Paired(
        data=said,
        names={player.tpn: player.name or player.id for player in tournament.players},
        points={tpn: history.points for tpn, history in histories(tournament).items()},
        given_bye=Kind.PAB in tournament.unavailable.values(),
    )


def _as_asked(file: Path, event: Any, asked: Asked) -> tuple[bytes, str]:
    """Write the event with the system that the arguments ask for, and give the prefix of its type."""
    pairing = event.get("data", {}).get("pairing") if isinstance(event.get("data"), dict) else None
    if isinstance(pairing, dict):
        if asked.system is not None and asked.system != pairing.get("system"):
            warn(
                file,
                [Problem("overruled", f"the event says {pairing.get('system')}; paired with {asked.system}, as asked")],
            )
            pairing |= {"system": asked.system, "edition": asked.edition, "options": {}}
        if asked.edition is not None:
            pairing["edition"] = asked.edition
        if asked.acceleration is not None:
            pairing["acceleration"] = None if asked.acceleration == "none" else asked.acceleration
        if asked.options:
            pairing["options"] = {**(pairing.get("options") or {}), **asked.options}
    kind = str(event.get("type", ""))
    suffix = "." + ROUND_FINISHED.name
    prefix = kind.removesuffix(suffix) if kind.endswith(suffix) else DEFAULT_PREFIX
    return json.dumps(event, ensure_ascii=False).encode(errors="surrogatepass"), prefix


def _problem(said: Json) -> Problem:
    return Problem(said["code"], said["message"], said["pointer"] or "", said.get("article") or "")


def status_of(error: PairingError) -> Exit:
    """Give the exit status of an error."""
    return next(status for kind, status in _STATUSES if isinstance(error, kind))


_STATUSES: tuple[tuple[type[PairingError], Exit], ...] = (
    (NoLegalPairing, Exit.NEGATIVE),
    (InvariantViolation, Exit.FAULT),
    (InvalidTournament, Exit.INPUT),
    (PairingError, Exit.INPUT),
)
_REFUSALS = {"no-legal-pairing": Exit.NEGATIVE, "internal": Exit.FAULT}


def _print_table(paired: Paired) -> None:
    console = Console()
    console.print(boards.boards(paired.data, paired.names, paired.points, wide=False))
    for left_out in paired.data["not_paired"]:
        tpn = left_out["player"]["tpn"]
        console.print(f"{paired.names[tpn]} ({tpn}): {left_out['reason']}", markup=False, highlight=False)


def _print_json(paired: Paired) -> None:
    typer.echo(json.dumps(paired.data, ensure_ascii=False, indent=2))


def _print_javafo(paired: Paired) -> None:
    lines = [f"{board['white']['tpn']} {board['black']['tpn']}" for board in paired.data["boards"]]
    if paired.data["pab"] and not paired.given_bye:
        lines.append(f"{paired.data['pab']['player']['tpn']} 0")
    typer.echo("\n".join([str(len(lines)), *lines]))


_PRINTERS = {Format.TABLE: _print_table, Format.JSON: _print_json, Format.JAVAFO: _print_javafo}
