import pytest
from hypothesis import settings
from nextround.broker.redis.embedded import NoServer, find_server

# A deadline would make a test assert a time.
settings.register_profile("nextround", deadline=None)
settings.load_profile("nextround")


@pytest.fixture(scope="session")
def server_binary():
    """The server that the tests run; tests that need it are skipped by name where there is none."""
    try:
        return find_server()
    except NoServer as error:
        pytest.skip(str(error))
