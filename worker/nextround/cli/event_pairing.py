"""`nextround pair` with an event: the answer that a worker would give."""

import json
from pathlib import Path
from typing import Any

from nextround_schemas import DEFAULT_PREFIX, ROUND_FINISHED, RoundFinished
from nextround_schemas.fragments import Problem as Told

from nextround import document, service, translate
from nextround.cli.choice import NONE, Asked
from nextround.cli.exits import Exit, fail, status_of
from nextround.cli.inputs import refuse, warn
from nextround.cli.paired import Json, Paired
from nextround.core.pairing import PairingSystem, RoundPairing, RoundToPair
from nextround.core.tournament import Kind, Problem, histories
from nextround.registry import Entry, registry


def pair_event(file: Path, body: bytes, asked: Asked) -> Paired:
    """Answer an event; leave with its status where the answer is a refusal."""
    event, said = _answered(file, body, asked)
    tournament, _ = translate.tournament(event)
    return Paired(
        data=said,
        names={player.tpn: player.name or player.id for player in tournament.players},
        points={tpn: history.points for tpn, history in histories(tournament).items()},
        given_bye=Kind.PAB in tournament.unavailable.values(),
    )


def ask_event(
    file: Path, body: bytes, asked: Asked
) -> tuple[str, Entry[PairingSystem], PairingSystem, RoundToPair, RoundPairing]:
    """Answer an event like `pair_event`; return its tournament's name, what paired it, question and answer."""
    event, _ = _answered(file, body, asked)
    return event.tournament.name or event.tournament.id, *service.ask(event, registry(experimental=True))


def _answered(file: Path, body: bytes, asked: Asked) -> tuple[RoundFinished, Json]:
    try:
        event: Any = document.read(body).value
        body = _as_asked(file, body, event, asked)
        answer = service.answer(body, systems=registry(experimental=True), prefix=_prefix(event))
    except document.Unreadable as error:
        what = f"not JSON: {error}" if body.strip() else "empty"
        fail(Exit.INPUT, f"{file}: {what}; accepted: a round.finished event as JSON, or a TRF")
    except service.Unaddressable as error:
        refuse(Exit.INPUT, file, map(_of_event, error.problems) if error.problems else [Problem("", error.detail)])
    said = json.loads(answer.event)["data"]
    warn(file, map(_problem, said["warnings"]))
    if answer.outcome != "paired":
        asked_wrongly = asked != Asked() and answer.outcome in ("unknown-system", "invalid-options")
        status = Exit.USAGE if asked_wrongly else status_of(answer.outcome)
        refuse(status, file, map(_problem, said["problems"]))
    return RoundFinished.model_validate(document.read(body).value["data"]), said


def _as_asked(file: Path, body: bytes, event: Any, asked: Asked) -> bytes:
    """Write the event with the system that the arguments ask for; the body itself where they ask for none."""
    data = event.get("data") if isinstance(event, dict) else None
    pairing = data.get("pairing") if isinstance(data, dict) else None
    if asked == Asked() or not isinstance(pairing, dict):
        return body
    if asked.system not in (None, pairing.get("system")):
        message = f"the event says {pairing.get('system')}; paired with {asked.system}, as asked"
        warn(file, [Problem("overruled", message)])
        pairing |= {"system": asked.system, "edition": None, "options": {}}
    if asked.edition is not None:
        pairing["edition"] = asked.edition
    if asked.acceleration is not None:
        pairing["acceleration"] = None if asked.acceleration == NONE else asked.acceleration
    if asked.options:
        given = pairing.get("options")
        pairing["options"] = (given if isinstance(given, dict) else {}) | dict(asked.options)
    return json.dumps(event).encode()


def _prefix(event: Any) -> str:
    """Take any prefix of the type: whose events these are is no question here."""
    kind, suffix = str(event.get("type")) if isinstance(event, dict) else "", "." + ROUND_FINISHED.name
    return kind.removesuffix(suffix) if kind.endswith(suffix) else DEFAULT_PREFIX


def _of_event(found: Told) -> Problem:
    return Problem(found.code, found.message, found.pointer or "", found.article or "")


def _problem(said: Json) -> Problem:
    return Problem(said["code"], said["message"], said["pointer"] or "", said.get("article") or "")
