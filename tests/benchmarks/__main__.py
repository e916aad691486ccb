"""``make bench``: how long things take, as tables. A module of this package gives its own by a function ``tables``."""

from rich.console import Console

from tests.benchmarks import dutch, systems, throughput

MODULES = (dutch, systems, throughput)


def main() -> None:
    """Print every table as soon as it is ready."""
    console = Console()
    for module in MODULES:
        for table in module.tables():
            console.print(table)


if __name__ == "__main__":
    main()
