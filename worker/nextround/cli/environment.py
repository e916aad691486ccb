"""The settings as a command wants them: read once, and refused with a list of what is wrong."""

from pydantic import ValidationError

from nextround.cli.exits import Exit, fail
from nextround.settings import Settings, what_is_wrong


def read_settings() -> Settings:
    """Read the settings from the environment; leave with status 2 and all faults where they do not fit."""
    try:
        return Settings()
    except ValidationError as error:
        fail(Exit.USAGE, f"the settings do not fit\n{what_is_wrong(error)}")
