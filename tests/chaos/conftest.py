import pytest


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/chaos/" in item.path.as_posix():
            item.add_marker(pytest.mark.e2e)
            item.add_marker(pytest.mark.xdist_group("e2e"))
