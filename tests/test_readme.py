from typing import get_args

from nextround_schemas.fragments import ByeKind, Result

from tests.readme import README, filled


def test_the_readme_shows_the_systems_settings_and_answers_that_there_are():
    text = README.read_text()
    assert filled(text) == text, "run: python -m tests.readme"


def test_the_readme_names_every_result_and_every_kind_of_bye():
    text = README.read_text()
    assert [word for word in (*get_args(Result), *get_args(ByeKind)) if f"`{word}`" not in text] == []
