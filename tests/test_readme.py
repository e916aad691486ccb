from tests.readme import README, filled


def test_the_readme_shows_the_systems_settings_and_answers_that_there_are():
    text = README.read_text()
    assert filled(text) == text, "run: python -m tests.readme"
