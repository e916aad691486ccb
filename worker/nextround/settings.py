"""The environment becomes frozen settings."""

from pathlib import Path
from typing import Any, Literal
from urllib.parse import SplitResult, unquote, urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from nextround.service import MAX_PLAYERS

LEAST_KEY = 16
SUPPORTED_SCHEMES = ("redis", "rediss", "sentinel", "amqp", "amqps")
SENTINEL_PORT = 26_379


class Settings(BaseSettings):
    """What an operator may choose, each from the environment variable `NEXTROUND_` plus the field's name.

    Frozen, and safe to print: a secret shows as stars, and an error never repeats the value it refuses.
    """

    model_config = SettingsConfigDict(
        env_prefix="NEXTROUND_", frozen=True, extra="ignore", hide_input_in_errors=True, env_ignore_empty=True
    )

    broker_url: SecretStr = Field(
        default=SecretStr("redis://127.0.0.1:6379/0"),
        description="The broker: Redis or Valkey from 7.2 on, `redis://` or `rediss://` (TLS), or the sentinels "
        "that know the primary, `sentinel://HOST:PORT/DB;sentinel://HOST:PORT`; or RabbitMQ, `amqp://` or `amqps://`, "
        "which promises less. Where it is not set, `demo` and `up` start a broker of their own.",
    )
    socket_timeout: float = Field(
        default=5.0, ge=1, description="Seconds without an answer after which a broker connection is given up."
    )
    broker_ca: Path | None = Field(
        default=None,
        description="PEM file of the authority that signed the broker's certificate; the system's where not set.",
    )
    broker_certificate: Path | None = Field(
        default=None, description="PEM file of our own certificate, where the broker asks for one."
    )
    broker_key: Path | None = Field(default=None, description="PEM file of the key to that certificate.")

    sentinel_master: str = Field(
        default="mymaster",
        min_length=1,
        description="The name by which the sentinels of `sentinel://` know the primary.",
    )
    sentinel_password: SecretStr | None = Field(
        default=None,
        description="The password of the sentinels themselves; user and password in the URL are those of the broker.",
    )

    event_prefix: str = Field(
        default="io.nextround",
        pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)*$",
        description="Reverse-DNS prefix of the event types, as in `io.nextround.round.finished.v1`.",
    )
    event_source: str = Field(
        default="/nextround", min_length=1, description="The `source` of the events that this service publishes."
    )
    max_event_bytes: int = Field(
        default=8_000_000, ge=1_000, description="Largest event that is read; a larger one goes to the dead letters."
    )
    max_players: int = Field(
        default=MAX_PLAYERS,
        ge=2,
        description="Most players or teams of an event, in its list or its report; one with more is refused.",
    )
    signing_keys: SecretStr = Field(
        default=SecretStr(""),
        description="Keys of the platforms' signatures (HMAC-SHA256), as `ID:HEX` with commas between; at least 16 "
        "bytes each. Several, so that they can be changed one after the other.",
    )
    signature_required: bool = Field(
        default=False, description="Take no event without a signature; else only one that is there must be right."
    )
    signature_window: float | None = Field(
        default=None,
        gt=0,
        description="Seconds that a signed event's `time` may be from its arrival at the broker, either way.",
    )
    celery_intake: bool = Field(
        default=False,
        description="Also offer the Celery task `nextround.round_finished` on the queue `nextround.events`.",
    )

    experimental: bool = Field(
        default=False,
        description="Also pair by systems that are marked experimental, whose answer is not certain to be the rules'.",
    )

    group: str = Field(
        default="nextround", min_length=1, description="Consumer group of the workers on the stream `{nextround}:in`."
    )
    concurrency: int | None = Field(
        default=None, ge=1, description="Child processes of a worker; as many as it has processors where not set."
    )
    waiting: int = Field(
        default=4, ge=1, description="Rounds that a worker takes in per child process beyond those it works on."
    )
    time_limit: int = Field(
        default=60, ge=1, description="Seconds after which the child process that works on one round is replaced."
    )
    heartbeat: float = Field(
        default=5.0, gt=0, description="Seconds between two signs of life for a round that waits or is worked on."
    )
    takeover: float = Field(
        default=15.0,
        gt=0,
        description="Seconds without a sign of life after which another worker takes a round over, doubled at each "
        "further delivery; at least twice the heartbeat.",
    )
    takeover_cap: float = Field(
        default=60.0, gt=0, description="Upper limit of that doubling, in seconds; at least `takeover`."
    )
    child_memory: int = Field(
        default=1_073_741_824,
        ge=200_000_000,
        description="Bytes of memory that a child process may take, on Linux. One that needs more ends, and its event "
        "is delivered again.",
    )
    max_deliveries: int = Field(
        default=5, ge=1, description="Deliveries of one event after which it goes to the dead letters."
    )

    ledger_days: int = Field(
        default=400, ge=1, description="Days the ledger remembers a tournament after its last answer."
    )
    answers_days: float = Field(
        default=30,
        gt=0,
        description="Days an answer stays in the stream `{nextround}:out`, longer where a group has not read it yet.",
    )
    answers_limit: int = Field(
        default=100_000,
        ge=1,
        description="Answers in `{nextround}:out` that somebody has yet to read above which intake pauses; those that "
        "every group has read and acknowledged make room before.",
    )
    answers_bytes: int = Field(default=256_000_000, ge=1, description="The same in bytes of the broker's memory.")
    dead_limit: int = Field(default=10_000, ge=1, description="Dead letters that are kept, about; the oldest go.")
    dead_bytes: int = Field(default=64_000_000, ge=1, description="The same in bytes of the broker's memory.")

    http_port: int = Field(
        default=8320,
        ge=0,
        le=65_535,
        description="Port of a worker's page `/`, `/healthz`, `/readyz` and `/metrics`; 0 for none. "
        "Two workers on one machine need two.",
    )
    http_host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="Address to listen on. There is no login: beyond loopback, only behind a proxy or in a network of "
        "your own.",
    )

    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least level of the log lines that are written."
    )
    log_format: Literal["auto", "json", "console"] = Field(
        default="auto", description="`auto` writes for people on a terminal and JSON elsewhere."
    )

    embedded_server: Path | None = Field(
        default=None,
        description="A `valkey-server` or `redis-server` that `demo` and `up` run instead of the bundled one.",
    )
    embedded_dir: Path = Field(
        default=Path("var/valkey"), description="Where the embedded broker of `up` keeps its append-only file."
    )

    @field_validator("broker_url")
    @classmethod
    def _broker_is_supported(cls, url: SecretStr) -> SecretStr:
        addresses = url.get_secret_value().split(";")
        for address in addresses:
            cls._address_is_supported(address)
        if len(addresses) > 1 and any(not address.startswith("sentinel:") for address in addresses):
            raise ValueError("several addresses are those of sentinels: sentinel://HOST:PORT/DB;sentinel://HOST:PORT")
        return url

    @classmethod
    def _address_is_supported(cls, url: str) -> None:
        parts = urlsplit(url)
        if "cluster" in parts.scheme:
            raise ValueError(
                "Redis Cluster is not supported, because Celery's queues cannot live on one: "
                "name a single server or the primary of a replicated pair, as redis://HOST:PORT/DB"
            )
        if parts.scheme not in SUPPORTED_SCHEMES:
            raise ValueError(
                f'broker "{parts.scheme}://" is not supported; accepted: '
                + ", ".join(f"{scheme}://" for scheme in SUPPORTED_SCHEMES)
            )
        if not parts.hostname:
            raise ValueError("the broker URL names no host; accepted: redis://HOST:PORT/DB or amqp://HOST:PORT/VHOST")

    @field_validator("signing_keys")
    @classmethod
    def _keys_are_keys(cls, given: SecretStr) -> SecretStr:
        found = _keys(given)
        if len(found) != len(_parts(given)) or any(len(key) < LEAST_KEY for key in found.values()):
            raise ValueError(f"accepted: ID:HEX,ID:HEX with different ids, and at least {LEAST_KEY} bytes in each key")
        return given

    @model_validator(mode="after")
    def _a_required_signature_can_be_checked(self) -> "Settings":
        if self.signature_required and not self.keys:
            raise ValueError("a signature is required, but NEXTROUND_SIGNING_KEYS names no key")
        return self

    @model_validator(mode="after")
    def _there_is_a_stream_for_the_celery_intake(self) -> "Settings":
        if self.celery_intake and self.is_amqp:
            raise ValueError("NEXTROUND_CELERY_INTAKE exists on Redis and Valkey only")
        return self

    @model_validator(mode="after")
    def _times_fit(self) -> "Settings":
        if self.takeover < 2 * self.heartbeat:
            raise ValueError("takeover must be at least twice the heartbeat, or a living worker's round is taken over")
        if self.takeover_cap < self.takeover:
            raise ValueError("takeover_cap must be at least takeover")
        return self

    @property
    def keys(self) -> dict[str, bytes]:
        """The keys of signatures, by id."""
        return _keys(self.signing_keys)

    @property
    def tls(self) -> dict[str, str]:
        """The files for a TLS connection, by redis-py's names; empty where the broker is spoken to in the clear."""
        if not self.broker_url.get_secret_value().startswith("rediss:"):
            return {}
        files = {
            "ssl_ca_certs": self.broker_ca,
            "ssl_certfile": self.broker_certificate,
            "ssl_keyfile": self.broker_key,
        }
        return {"ssl_cert_reqs": "required"} | {name: str(path) for name, path in files.items() if path}

    @property
    def is_amqp(self) -> bool:
        """Tell whether the broker is RabbitMQ."""
        return self.broker_url.get_secret_value().startswith("amqp")

    @property
    def broker_is_named(self) -> bool:
        """Tell whether the operator named a broker, so that none of our own is started."""
        return "broker_url" in self.model_fields_set

    @property
    def broker_address(self) -> str:
        """The broker's URL without user and password, for logs and messages."""
        return ";".join(
            parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl() for parts in self._addresses
        )

    @property
    def sentinels(self) -> list[tuple[str, int]]:
        """Host and port of each sentinel; empty where the URL names the broker itself."""
        return [
            (parts.hostname or "", parts.port or SENTINEL_PORT)
            for parts in self._addresses
            if parts.scheme == "sentinel"
        ]

    @property
    def sentinel_options(self) -> dict[str, Any]:
        """What a connection to a sentinel is made with, by redis-py's names."""
        password = self.sentinel_password
        return {
            "socket_timeout": self.socket_timeout,
            "socket_connect_timeout": self.socket_timeout,
            "password": password.get_secret_value() if password else None,
        }

    @property
    def broker_login(self) -> dict[str, Any]:
        """User, password and database of the broker behind the sentinels: what any of the addresses tells of them."""
        told: dict[str, Any] = {"username": None, "password": None, "db": 0}
        for parts in self._addresses:
            user, password, database = parts.username, parts.password, parts.path.strip("/")
            told |= {"username": unquote(user)} if user else {}
            told |= {"password": unquote(password)} if password else {}
            told |= {"db": int(database)} if database else {}
        return told

    @property
    def celery_url(self) -> SecretStr:
        """The broker's URL as Celery reads it: each address of a sentinel with user, password and database."""
        if not self.sentinels:
            return self.broker_url
        login = next((parts.netloc.rpartition("@")[0] for parts in self._addresses if "@" in parts.netloc), "")
        addresses = (f"{host}:{port}/{self.broker_login['db']}" for host, port in self.sentinels)
        return SecretStr(";".join(f"sentinel://{login + '@' if login else ''}{address}" for address in addresses))

    @property
    def _addresses(self) -> list[SplitResult]:
        return [urlsplit(part) for part in self.broker_url.get_secret_value().split(";")]


def _parts(given: SecretStr) -> list[str]:
    return [part for part in (part.strip() for part in given.get_secret_value().split(",")) if part]


def _keys(given: SecretStr) -> dict[str, bytes]:
    found = {}
    for part in _parts(given):
        identifier, _, secret = part.partition(":")
        try:
            found[identifier] = bytes.fromhex(secret)
        except ValueError:  # told by the validator, without the secret
            found[identifier] = b""
    return found


def what_is_wrong(error: ValidationError) -> str:
    """Say on one line each which variables do not fit and why; never with their values."""

    def line(place: tuple[int | str, ...], message: str) -> str:
        variable = "_".join(["NEXTROUND", *(str(part).upper() for part in place)]) if place else "NEXTROUND_*"
        return f"{variable}: {message.removeprefix('Value error, ')}"

    return "\n".join(line(fault["loc"], fault["msg"]) for fault in error.errors(include_input=False))
