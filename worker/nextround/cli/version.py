"""`nextround version`."""

from importlib.metadata import version as installed

import typer


def version() -> None:
    """Print the version."""
    typer.echo(installed("nextround"))
