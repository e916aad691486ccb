"""The page: what operators see at a glance, as HTML without script. Never a name or what a platform sent."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from nextround.operations.overview import Overview, RoundSeen, duration
from nextround.printable import printable

STYLE = files("nextround.operations").joinpath("templates", "style.css").read_bytes()
REFRESH = 10
"""Seconds after which the page asks for itself again."""


def _printable(value: Any) -> Any:
    """Escape what a browser would show in another order or not at all; markup of the templates is left as it is."""
    return printable(value) if type(value) is str else value


_templates = Environment(
    loader=PackageLoader("nextround.operations"),
    autoescape=True,
    finalize=_printable,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters["duration"] = duration


def overview(seen: Overview) -> bytes:
    """Write the first page."""
    return _written("overview.html", seen=seen, root="", refresh=REFRESH)


def answer(seen: RoundSeen, event: Mapping[str, Any]) -> bytes:
    """Write the page of an answer: a pairing with its boards, byes and trace, or a refusal with its reasons."""
    return _written("answer.html", seen=seen, event=event, data=event["data"], root="../", refresh=None)


def letter(facts: Mapping[str, object], command: str) -> bytes:
    """Write the page of a dead letter; `command` sends its event again."""
    return _written("letter.html", facts=facts, command=command, root="../", refresh=None)


def remark(title: str, text: str, *, root: str = "") -> bytes:
    """Write a page that says why there is nothing to see; it asks again by itself."""
    return _written("remark.html", title=title, text=text, root=root, refresh=REFRESH)


def _written(template: str, **context: object) -> bytes:
    return _templates.get_template(template).render(context).encode()
