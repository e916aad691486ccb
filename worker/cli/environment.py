"""The settings as a command wants them: read once, and refused with a list of what is wrong."""

from pydantic import ValidationError

from worker.cli.exits import Exit, fail
from worker.settings import Settings


def read_settings() -> Settings:
    """Read the settings from the environment; leave with status 2 and all faults where they do not fit."""
    try:
        return Settings()
    except ValidationError as error:
        faults = [
            f"{_variable(fault['loc'])}: {fault['msg'].removeprefix('Value error, ')}" for fault in error.errors()
        ]
        fail(Exit.USAGE, "the settings do not fit\n  " + "\n  ".join(faults))


def _variable(location: tuple[int | str, ...]) -> str:
    return "NEXTROUND_" + "_".join(str(part).upper() for part in location) if location else "NEXTROUND_*"
