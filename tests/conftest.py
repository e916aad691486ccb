import pytest

from worker.broker.embedded import NoServer, find_server


@pytest.fixture(scope="session")
def server_binary():
    """The server that the tests run; tests that need it are skipped by name where there is none."""
    try:
        return find_server()
    except NoServer as error:
        pytest.skip(str(error))
