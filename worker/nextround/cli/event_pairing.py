"""`nextround pair` with an event: the answer that a worker would give."""

import json
from pathlib import Path
from typing import Any

from nextround_schemas import DEFAULT_PREFIX, ROUND_FINISHED
from nextround_schemas.fragments import Problem as Told

from nextround import document, service
from nextround.cli.choice import NONE
from nextround.cli.exits import Exit, fail, status_of
from nextround.cli.inputs import refuse, warn
from nextround.cli.paired import Json, PairedRound, paired_round
from nextround.core.tournament import Problem
from nextround.pairing_request import SystemAsked
from nextround.registry import registry
from nextround.service import PairedRequest


def pair_event(file: Path, body: bytes, asked: SystemAsked) -> PairedRound:
    """Answer an event; leave with its status where the answer is a refusal."""
    paired, said = _answered(file, body, asked)
    return paired_round(said, paired.question)


def ask_event(file: Path, body: bytes, asked: SystemAsked) -> PairedRequest:
    """Answer an event like `pair_event`; return what was asked, and the answer in the core's words."""
    return _answered(file, body, asked)[0]


def _answered(file: Path, body: bytes, asked: SystemAsked) -> tuple[PairedRequest, Json]:
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
    if answer.paired is None:
        asked_wrongly = asked != SystemAsked() and answer.outcome in ("unknown-system", "invalid-options")
        status = Exit.USAGE if asked_wrongly else status_of(answer.outcome)
        refuse(status, file, map(_problem, said["problems"]))
    return answer.paired, said


def _as_asked(file: Path, body: bytes, event: Any, asked: SystemAsked) -> bytes:
    """Write the event with the system that the arguments ask for; the body itself where they ask for none."""
    data = event.get("data") if isinstance(event, dict) else None
    pairing = data.get("pairing") if isinstance(data, dict) else None
    if asked == SystemAsked() or not isinstance(pairing, dict):
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
