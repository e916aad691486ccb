import pytest
import redis
from nextround.broker.redis.embedded import EmbeddedBroker

from tests.shell.table import Table


@pytest.fixture(scope="session")
def broker(server_binary, tmp_path_factory):
    """A running broker for the tests of one process."""
    with EmbeddedBroker(tmp_path_factory.mktemp("valkey"), binary=server_binary) as running:
        yield running


@pytest.fixture(scope="session")
def client(broker):
    """A client of that broker."""
    with redis.Redis.from_url(broker.url) as client:
        yield client


@pytest.fixture
def table(client):
    """That broker, emptied, with a consumer group."""
    return Table(client)
