from tests.shell.conftest import broker, client, table

__all__ = ["broker", "client", "table"]
