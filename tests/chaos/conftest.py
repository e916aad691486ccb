import pytest


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.name == "test_chaos.py":
            item.add_marker(pytest.mark.e2e)
            item.add_marker(pytest.mark.xdist_group("e2e"))
