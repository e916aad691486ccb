"""The command line, `nextround`."""


def main() -> None:
    """Run the command line."""
