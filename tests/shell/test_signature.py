import pytest
from nextround.broker.append import append
from nextround.broker.signature import fault, outside, sign
from nextround.settings import Settings
from pydantic import ValidationError

KEYS = {"old": b"0" * 16, "new": b"1" * 16}
HEX = {name: key.hex() for name, key in KEYS.items()}


def test_a_signature_is_hmac_sha256_over_the_bytes():
    # RFC 4231, test cases 1 and 2.
    assert sign(b"Hi There", "k", b"\x0b" * 20) == (
        "k:b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    )
    assert sign(b"what do ya want for nothing?", "k", b"Jefe") == (
        "k:5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )


@pytest.mark.parametrize("identifier", KEYS)
def test_any_of_the_keys_is_good_and_hexadecimal_has_no_case(identifier):
    written = sign(b"{}", identifier, KEYS[identifier])
    assert fault(b"{}", written.encode(), KEYS, required=True) is None
    head, _, digest = written.partition(":")
    assert fault(b"{}", f"{head}:{digest.upper()}".encode(), KEYS, required=True) is None


@pytest.mark.parametrize(
    ("signature", "says"),
    [
        (None, "one is required"),
        (b"", "not known"),
        (b"\xff\xfe", "not known"),
        (b"other:00", "not known"),
        (b"new", "does not fit"),
        (b"new:\xc3\xa9", "does not fit"),
        (sign(b"{} ", "new", KEYS["new"]).encode(), "does not fit"),
        (sign(b"{}", "new", KEYS["old"]).encode(), "does not fit"),
        (sign(b"{}", "new", KEYS["new"]).encode()[:-2], "does not fit"),
    ],
)
def test_a_signature_that_is_missing_or_wrong_is_reported_with_the_reason(signature, says):
    assert says in fault(b"{}", signature, KEYS, required=True)


def test_where_none_is_required_only_one_that_is_there_must_be_right():
    assert fault(b"{}", None, KEYS, required=False) is None
    assert fault(b"{}", b"new:00", KEYS, required=False)
    assert fault(b"{}", b"new:00", {}, required=False) is None


def test_the_time_of_a_signed_event_must_be_near_its_arrival():
    arrived = 1_772_389_800.0  # 2026-03-01T18:30:00Z
    assert outside(60, "2026-03-01T18:30:59Z", arrived) is None
    assert outside(60, "2026-03-01T19:29:01+01:00", arrived) is None
    assert "+61 seconds" in outside(60, "2026-03-01T18:31:01Z", arrived)
    assert "-3600 seconds" in outside(60, "2026-03-01T17:30:00Z", arrived)
    assert "must name its time" in outside(60, None, arrived)


def test_the_settings_take_keys_by_id_and_never_show_them():
    settings = Settings(signing_keys=f"old:{HEX['old']}, new:{HEX['new']}", signature_required=True)
    assert settings.keys == KEYS
    assert HEX["old"] not in repr(settings)


@pytest.mark.parametrize("keys", ["new", "new:xyz", "new:" + 15 * "00", f"a:{HEX['old']},a:{HEX['new']}"])
def test_keys_that_are_none_are_refused_and_not_repeated(keys):
    with pytest.raises(ValidationError, match="ID:HEX") as caught:
        Settings(signing_keys=keys)
    assert HEX["old"] not in str(caught.value)


def test_a_signature_cannot_be_required_without_keys():
    with pytest.raises(ValidationError, match="names no key"):
        Settings(signature_required=True)


def test_append_signs_the_bytes_that_it_sends(table):
    append({"id": "é"}, table.client, key=("new", KEYS["new"]))
    [(_, fields)] = table.client.xrange("{nextround}:in")
    assert fault(fields[b"ce"], fields[b"sig"], KEYS, required=True) is None
