import pytest
from nextround.broker.redis.embedded import EmbeddedBroker

from tests.e2e.stage import Stage


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/e2e/" in item.path.as_posix():
            item.add_marker(pytest.mark.e2e)
            # One process runs them all: they share a server, and each wants the processors for its workers.
            item.add_marker(pytest.mark.xdist_group("e2e"))


@pytest.fixture(scope="session")
def e2e_broker(server_binary, tmp_path_factory):
    """A running broker for all end-to-end tests."""
    with EmbeddedBroker(tmp_path_factory.mktemp("valkey"), binary=server_binary) as running:
        yield running


@pytest.fixture
def stage(e2e_broker, tmp_path):
    """An empty broker; whatever worker a test starts on it is ended afterwards."""
    stage = Stage(e2e_broker, tmp_path)
    yield stage
    stage.clear()


@pytest.fixture
def own_stage(server_binary, tmp_path):
    """A stage with a broker that the test may kill."""
    with EmbeddedBroker(tmp_path / "valkey", binary=server_binary) as broker:
        stage = Stage(broker, tmp_path)
        yield stage
        stage.clear()


@pytest.fixture(scope="session")
def _served(server_binary, tmp_path_factory):
    directory = tmp_path_factory.mktemp("served")
    with EmbeddedBroker(directory / "valkey", binary=server_binary) as broker:
        stage = Stage(broker, directory)
        stage.worker()
        yield stage
        stage.clear()


@pytest.fixture
def served(_served):
    """An empty broker with a worker that all tests share which do it no harm."""
    _served.client.flushall()
    return _served
