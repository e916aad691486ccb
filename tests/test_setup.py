from importlib.metadata import version


def test_the_distribution_is_installed_under_its_name():
    assert version("nextround")
