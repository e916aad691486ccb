"""The commands of `nextround`: one module for each, listed here."""

import typer

from nextround.cli import (
    check,
    compare,
    contract_test,
    dead,
    demo,
    explain,
    generate,
    javafo,
    ledger,
    pair,
    schema,
    send,
    standings,
    status,
    systems,
    up,
    version,
    work,
)

app = typer.Typer(
    name="nextround",
    help="The pairing of the next round, the moment a round finishes.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("demo")(demo.demo)
app.command("up")(up.up)
app.command("worker")(work.work)
app.command("status")(status.status)
app.command("send")(send.send)
app.command("pair")(pair.pair)
app.command("check")(check.check)
app.command("compare")(compare.compare)
app.command("explain")(explain.explain)
app.command("generate")(generate.generate)
app.command("javafo", context_settings={"ignore_unknown_options": True, "allow_extra_args": True})(javafo.javafo)
app.command("systems")(systems.systems)
app.command("standings")(standings.print_standings)
app.command("contract-test")(contract_test.contract_test)
app.command("schema")(schema.schema)
app.add_typer(dead.app)
app.add_typer(ledger.app)
app.command("version")(version.version)
