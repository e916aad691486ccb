import pytest
import redis

from tests.shell.table import Table
from worker.broker.embedded import EmbeddedBroker, NoServer, find_server


@pytest.fixture(scope="session")
def server_binary():
    """The server that the tests run; tests that need it are skipped by name where there is none."""
    try:
        return find_server()
    except NoServer as error:
        pytest.skip(str(error))


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
