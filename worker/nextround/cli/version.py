"""`nextround version`."""

from importlib.metadata import version as installed

from nextround.cli.terminal import say


def version() -> None:
    """Print the version."""
    say(installed("nextround"))
