import re
from typing import get_args

import pytest
from nextround_schemas.fragments import ByeKind, Result

from tests.readme import CONTRACT, DOCUMENTS, README, filled, made


def test_the_documents_show_the_systems_settings_and_answers_that_there_are():
    blocks = made()
    for document in DOCUMENTS:
        text = document.read_text()
        assert filled(text, blocks) == text, f"{document.name}: run: python -m tests.readme"
    whole = "".join(document.read_text() for document in DOCUMENTS)
    assert [name for name in blocks if whole.count(f"<!-- {name} -->") != 1] == []


def test_the_contract_names_every_result_and_every_kind_of_bye():
    text = CONTRACT.read_text()
    assert [word for word in (*get_args(Result), *get_args(ByeKind)) if f"`{word}`" not in text] == []


def test_the_readme_is_for_ten_minutes():
    assert len(README.read_text().splitlines()) <= 150


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(README.parent)))
def test_every_link_leads_to_a_file(document):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []
