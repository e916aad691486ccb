"""`nextround ledger`: what was answered for a tournament, and how to forget it."""

from typing import Annotated, Any

import typer

from nextround import service
from nextround.broker.redis.ledger import RedisLedger, RoundRemembered
from nextround.cli.exits import Exit, fail
from nextround.cli.operator import AsJson, at_the_broker, shown
from nextround.cli.tables import add_row, show_table, table
from nextround.cli.terminal import say

app = typer.Typer(name="ledger", help="The ledger: what was answered for a tournament.", no_args_is_help=True)

Tournament = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="The platform's id, `data.tournament.id`.")]


@app.command()
def show(tournament: Tournament, as_json: AsJson = False) -> None:
    """Show the latest answer to each round. Status 1 where nothing is remembered."""
    with at_the_broker("the ledger") as (client, settings):
        found = RedisLedger(client, settings).remembered(tournament)
    if found is None:
        fail(Exit.NEGATIVE, f"nothing is remembered of {tournament!r}")
    rounds = [_facts(answered) for answered in found.rounds]
    days = round(found.seconds / 86_400, 1)
    if as_json:
        say(shown({"tournament": tournament, "latest_round": found.latest, "days_left": days, "rounds": rounds}))
        return
    made = table("round", "revision", "outcome", "boards", "answer", "digest")
    for facts in rounds:
        shortened = {"digest": facts["digest"][:12]}
        add_row(made, *((facts | shortened)[str(column.header)] for column in made.columns))
    show_table(made)
    say(f"latest round {found.latest}; remembered for {days} days more")


@app.command()
def reset(
    tournament: Tournament,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: AsJson = False,
) -> None:
    """Forget a tournament's answers: any round and revision is answered anew then, also one that was published.

    Answers that were published stay published. Status 1 where nothing is remembered.
    """
    if not yes and not typer.confirm(f"Forget what was answered for {tournament!r}?"):
        fail(Exit.NEGATIVE, "nothing was done")
    with at_the_broker("the ledger") as (client, settings):
        forgotten = RedisLedger(client, settings).forget(tournament)
    if as_json:
        say(shown({"tournament": tournament, "forgotten": forgotten}))
    if not forgotten:
        fail(Exit.NEGATIVE, f"nothing is remembered of {tournament!r}")


def _facts(answered: RoundRemembered) -> dict[str, Any]:
    kept = service.remembered(answered.kept) if answered.kept else {}
    return {
        "round": answered.round,
        "revision": answered.revision,
        "outcome": kept.get("outcome"),
        "boards": len(kept.get("boards", ())),
        "event": kept.get("id"),
        "answer": answered.place,
        "digest": answered.digest,
    }
