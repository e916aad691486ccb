import json

import pytest
from nextround.broker.append import append
from nextround.broker.redis import keys


@pytest.mark.parametrize("form", [dict, json.dumps, lambda event: json.dumps(event).encode()])
def test_an_event_is_appended_as_its_json(table, form):
    event = {"id": "é", "data": {"round": 1}}
    entry = append(form(event), table.client)
    [(place, fields)] = table.client.xrange(keys.IN)
    assert place.decode() == entry
    assert {name: json.loads(value) for name, value in fields.items()} == {b"ce": event}
