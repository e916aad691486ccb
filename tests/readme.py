"""The tables and samples of the documents, made from the code. ``python -m tests.readme`` writes them in."""

import json
import re
from dataclasses import fields
from pathlib import Path

from nextround.registry import Entry, registry
from nextround.service import answer
from nextround.settings import Settings

from tests.cli.running import GOLDEN, run

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
CONTRACT = ROOT / "schemas" / "README.md"
OPERATION = ROOT / "deploy" / "README.md"
SYSTEMS = ROOT / "worker" / "nextround" / "core" / "systems" / "README.md"
DUTCH = SYSTEMS.parent / "dutch" / "README.md"
MUTANTS = ROOT / "tests" / "mutants" / "README.md"
DOCUMENTS = (
    README,
    CONTRACT,
    OPERATION,
    SYSTEMS,
    DUTCH,
    MUTANTS,
    ROOT / "worker" / "README.md",
    ROOT / "docs" / "arbiters.md",
)


def systems() -> str:
    known = registry()
    rows = [_row("system", entry) for entry in known.systems.values() if entry.origin == "built in"]
    rows += [_row("acceleration", entry) for entry in known.accelerations.values()]
    head = "| name | | text | applies from | status | options | compared with |\n|---|---|---|---|---|---|---|\n"
    return head + "\n".join(rows)


def _row(what: str, entry: Entry) -> str:
    options = ", ".join(f"`{option.name}`" for option in fields(entry.options)) or "–"
    since = entry.since or "–"
    cells = (f"`{entry.name}`", f"{what}: {entry.title}", entry.article, since, entry.status, options, entry.compared)
    return f"| {' | '.join(map(str, cells))} |"


def settings() -> str:
    rows = []
    for name, info in Settings.model_fields.items():
        default = info.default.get_secret_value() if hasattr(info.default, "get_secret_value") else info.default
        shown = f"`{default}`" if default is not None else "–"
        rows.append(f"| `NEXTROUND_{name.upper()}` | {shown} | {info.description} |")
    return "| variable | default | |\n|---|---|---|\n" + "\n".join(rows)


def sample(text: str) -> str:
    """The answer to the event that the README shows, shortened where it says so."""
    event = re.search(r"```json\n(.*?)```", text, re.DOTALL).group(1)
    reply = json.loads(answer(event.encode(), systems=registry()).event)
    data = reply["data"]
    shown = {key: reply[key] for key in ("id", "type", "subject", "causationid")} | {"data": data}
    trace = [json.dumps(step, ensure_ascii=False) for step in data.pop("trace")]
    lines = json.dumps(shown, ensure_ascii=False, indent=2).splitlines()
    compact = re.sub(r"\{\s+(\"[^{}]*?)\s+\}", lambda m: "{" + re.sub(r"\s+", " ", m.group(1)) + "}", "\n".join(lines))
    compact = re.sub(
        r"\{\s+(\"board\".*?\})\s+\}", lambda m: "{" + re.sub(r"\s+", " ", m.group(1)) + "}", compact, flags=re.S
    )
    steps = ",\n".join(f"      {step}" for step in trace)
    return "```json\n" + compact.removesuffix("\n  }\n}") + ',\n    "trace": [\n' + steps + "\n    ]\n  }\n}\n```"


def shown(*arguments: str, of: str = "", upto: str = "") -> str:
    """A command and what it prints, from the line that begins with ``of`` up to the next that begins with ``upto``."""
    told = run(*(GOLDEN / word if word.endswith(".trf") else word for word in arguments))
    lines = told.stdout.replace(f"{GOLDEN}/", "").replace("explanations/", "").rstrip("\n").splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith(of))
    end = next((index for index, line in enumerate(lines) if upto and index > start and line.startswith(upto)), None)
    command = " ".join(word.removeprefix("explanations/") for word in arguments)
    return "\n".join(("```", f"$ nextround {command}", *(["…"] if start else []), *lines[start:end], "```")).replace(
        "\n\n```", "\n```"
    )


def shows() -> dict[str, str]:
    explain = ("explain", "worked_example.trf", "--system", "dutch-2026", "--round", "5")
    check = ("check", "explanations/paired_by_hand.trf", "--system", "dutch-2026")
    return {
        "explain": shown(*explain, of="Bracket 1.5", upto="Bracket 1.0"),
        "pair": shown(*explain, "--pair", "1", "2"),
        "check": shown(*check) + "\n\n" + shown(*check, "--comments"),
        "generate": shown("generate", "--system", "dutch-2026", "--players", "5", "--rounds", "3", "--seed", "7"),
        "javafo": shown("javafo", "--system", "dutch-2026", "cases/39_late_entry_round2.trf", "-p"),
    }


def made() -> dict[str, str]:
    """Every block that is made from the code, by the name between whose marks it stands."""
    return {"systems": systems(), "settings": settings(), "answer": sample(README.read_text())} | shows()


def filled(text: str, blocks: dict[str, str]) -> str:
    for name, content in blocks.items():
        text = re.sub(
            rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", lambda m, c=content: m[1] + c + "\n" + m[2], text, flags=re.S
        )
    return text


if __name__ == "__main__":
    blocks = made()
    for document in DOCUMENTS:
        document.write_text(filled(document.read_text(), blocks))
