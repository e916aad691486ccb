"""What is given up as it comes in: it takes no child's turn, and so makes room on a broker that is full of such."""

import hashlib

import structlog

from nextround.broker import signature
from nextround.broker.redis import keys
from nextround.broker.redis.ledger import RedisLedger
from nextround.operations import metrics
from nextround.settings import Settings

log = structlog.get_logger(__name__)


class Admission:
    """Buries what is too large, or must be signed and is not."""

    def __init__(self, ledger: RedisLedger, settings: Settings) -> None:
        self._ledger = ledger
        self._settings = settings
        self._keys = settings.keys

    def refuses(self, entry: str, fields: dict[bytes, bytes]) -> bool:
        """Bury an entry that was just read, if it must be; tell whether it was."""
        fault = self._fault(fields)
        if fault is None:
            return False
        reason, detail = fault
        body = fields.get(keys.BODY.encode(), b"")
        self._ledger.bury_entry(entry, reason, detail, sha256=hashlib.sha256(body).hexdigest())
        metrics.buried(reason)
        metrics.settled(metrics.UNREADABLE, metrics.UNANSWERABLE)
        log.error("buried", entry=entry, reason=reason, detail=detail, bytes=len(body), answered=False)
        return True

    def _fault(self, fields: dict[bytes, bytes]) -> tuple[str, str] | None:
        body, limit = fields.get(keys.BODY.encode(), b""), self._settings.max_event_bytes
        if len(body) > limit:
            return "too-large", f"{len(body)} bytes; accepted: {limit}"
        if not self._settings.signature_required:
            return None
        wrong = signature.fault(body, fields.get(keys.SIGNATURE.encode()), self._keys, required=True)
        return ("bad-signature", wrong) if wrong else None
