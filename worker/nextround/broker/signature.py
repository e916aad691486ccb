"""Who sent an event: HMAC-SHA256 over the exact bytes of its body, written `KEYID:HEX`."""

import hmac
from collections.abc import Mapping

from nextround_schemas.standards import moment


def sign(body: bytes, identifier: str, key: bytes) -> str:
    """Write the signature of a body with the key of that id."""
    return f"{identifier}:{hmac.digest(key, body, 'sha256').hex()}"


def fault(body: bytes, signature: bytes | None, keys: Mapping[str, bytes], *, required: bool) -> str | None:
    """Say what is wrong with a signature; None where the event may be believed.

    With keys, a signature that is there must be right, and `required` says whether one must be there. Without keys,
    none is looked at.
    """
    if signature is None:
        return "there is no signature, and one is required" if required else None
    if not keys:
        return None
    identifier = signature.partition(b":")[0].decode(errors="replace")
    if identifier not in keys:
        return "the signature names a key that is not known; expected: KEYID:HEX"
    # The one place where bytes from outside are compared with a secret: never with ==.
    if not hmac.compare_digest(signature.lower(), sign(body, identifier, keys[identifier]).lower().encode()):
        return f"the signature with the key {identifier!r} does not fit the body"
    return None


def outside(window: float, time: str | None, arrived: float) -> str | None:
    """Say by how much the time that a signed event names is too far from when it came; None where it is not.

    `window` is in seconds. Measured at the arrival, by the broker's clock: an event may wait for its worker.
    """
    if time is None:
        return "a signed event must name its time"
    named = moment(time)
    if named is None:
        return "the event's time is no timestamp by RFC 3339"
    skew = named.timestamp() - arrived
    return (
        None
        if abs(skew) <= window
        else f"the event's time is {skew:+.0f} seconds from its arrival; accepted: {window:g}"
    )
