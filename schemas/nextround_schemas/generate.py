"""JSON Schema and AsyncAPI, made from the models."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from nextround_schemas.catalogue import (
    CATALOGUE,
    CONTENT_TYPE,
    EXCHANGE_IN,
    EXCHANGE_OUT,
    FIELD,
    SIGNATURE,
    STREAM_IN,
    STREAM_OUT,
    EventType,
)

TARGET = Path(__file__).parent / "v1"

Json = dict[str, Any]


def files() -> dict[str, str]:
    """Write every document of the contract, by file name."""
    documents = {_file(kind): json_schema(kind) for kind in CATALOGUE} | {"asyncapi.json": async_api()}
    return {name: json.dumps(document, indent=2, ensure_ascii=False) + "\n" for name, document in documents.items()}


def json_schema(kind: EventType) -> Json:
    """Describe a type of event, envelope and data, as JSON Schema 2020-12."""
    schema = kind.event.model_json_schema(schema_generator=_Schema)
    schema["properties"]["type"] = {"type": "string", "pattern": f"^.+{re.escape('.' + kind.name)}$"}
    head = {"$schema": GenerateJsonSchema.schema_dialect, "$id": kind.schema_id, "title": kind.name}
    return head | {key: value for key, value in schema.items() if key not in head}


def async_api() -> Json:
    """Describe the channels, and who sends what on them, as AsyncAPI 3."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "NextRound",
            "version": "1",
            "description": "A platform says that a round is finished; NextRound answers with the pairing of the next "
            "round, or with the reasons why there is none. Every message is a CloudEvent 1.0 in structured JSON. "
            "Ignore keys that you don't know: version 1 grows by optional keys only.",
        },
        "defaultContentType": CONTENT_TYPE,
        "channels": {
            "redisIn": _stream(STREAM_IN, received=True),
            "redisOut": _stream(STREAM_OUT, received=False),
            "amqpIn": _exchange(EXCHANGE_IN, received=True),
            "amqpOut": _exchange(EXCHANGE_OUT, received=False),
        },
        "operations": {
            name: {
                "action": "receive" if received else "send",
                "channel": {"$ref": f"#/channels/{channel}"},
                "messages": [
                    {"$ref": f"#/channels/{channel}/messages/{kind.name}"}
                    for kind in CATALOGUE
                    if kind.received is received
                ],
            }
            for name, channel, received in (
                ("receiveFromRedis", "redisIn", True),
                ("sendToRedis", "redisOut", False),
                ("receiveFromAmqp", "amqpIn", True),
                ("sendToAmqp", "amqpOut", False),
            )
        },
        "components": {
            "messages": {
                kind.name: {
                    "name": kind.name,
                    "contentType": CONTENT_TYPE,
                    "payload": {"$ref": f"./{_file(kind)}"},
                }
                for kind in CATALOGUE
            }
        },
    }


def _file(kind: EventType) -> str:
    return f"{kind.name.removesuffix('.v1')}.json"


def _messages(received: bool) -> Json:
    return {
        kind.name: {"$ref": f"#/components/messages/{kind.name}"} for kind in CATALOGUE if kind.received is received
    }


def _stream(key: str, *, received: bool) -> Json:
    says = "to which the platform appends" if received else "which the platform reads with a consumer group of its own"
    return {
        "address": None,  # the braces of the key would be taken for a parameter
        "description": f"The Redis or Valkey stream `{key}`, {says}. Each entry has the event as JSON in the field "
        f"`{FIELD}`" + (f", and may have its signature in `{SIGNATURE}`." if received else "."),
        "messages": _messages(received),
        "x-redis-stream": {"key": key, "field": FIELD},
    }


def _exchange(name: str, *, received: bool) -> Json:
    return {
        "address": name,
        "description": f"The AMQP 0-9-1 topic exchange `{name}`; the routing key is the type of the event.",
        "messages": _messages(received),
        "bindings": {
            "amqp": {
                "is": "routingKey",
                "exchange": {"name": name, "type": "topic", "durable": True, "autoDelete": False},
                "bindingVersion": "0.3.0",
            }
        },
    }


class _Schema(GenerateJsonSchema):
    """Without titles that only repeat a key, and open to the keys that are yet to come."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def model_schema(self, schema: Any) -> Json:
        written = super().model_schema(schema)
        written.pop("additionalProperties", None)
        if "description" in written:
            written["description"] = re.sub(r"(?<!\n)\n(?!\n)", " ", written["description"])
        return written
