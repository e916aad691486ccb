import pytest
from nextround.cli.environment import read_settings
from nextround.settings import Settings
from pydantic import ValidationError
from typer.testing import CliRunner


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch):
    import os

    for name in os.environ:
        if name.startswith("NEXTROUND_"):
            monkeypatch.delenv(name)


def test_the_environment_becomes_frozen_settings(monkeypatch):
    monkeypatch.setenv("NEXTROUND_BROKER_URL", "redis://broker:6380/2")
    monkeypatch.setenv("NEXTROUND_MAX_DELIVERIES", "3")
    settings = Settings()
    assert (settings.broker_address, settings.max_deliveries) == ("redis://broker:6380/2", 3)
    with pytest.raises(ValidationError):
        settings.group = "another"


def test_every_setting_is_described():
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


def test_a_broker_is_named_only_by_the_operator(monkeypatch):
    assert not Settings().broker_is_named
    monkeypatch.setenv("NEXTROUND_BROKER_URL", "redis://broker")
    assert Settings().broker_is_named


def test_the_broker_password_is_never_shown(monkeypatch):
    monkeypatch.setenv("NEXTROUND_BROKER_URL", "rediss://worker:hunter2@broker:6379/0")
    settings = Settings()
    assert "hunter2" not in f"{settings!r} {settings} {settings.broker_address}"
    assert settings.broker_address == "rediss://broker:6379/0"


def test_an_error_does_not_repeat_the_broker_password(monkeypatch, capsys):
    monkeypatch.setenv("NEXTROUND_BROKER_URL", "kafka://worker:hunter2@broker:6379/0")
    with pytest.raises(ValidationError) as refused:
        Settings()
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("redis+cluster://a:7000", "Redis Cluster is not supported"),
        ("rediss+cluster://a:7000", "Redis Cluster is not supported"),
        ("sqs://a", 'broker "sqs://" is not supported; accepted: redis://, rediss://'),
        ("broker.example:6379", "is not supported"),
        ("redis:///0", "names no host"),
        ("sentinel://a:1;sentinel://", "names no host"),
        ("redis://a;redis://b", "several addresses are those of sentinels"),
        ("sentinel://a;redis://b", "several addresses are those of sentinels"),
    ],
)
def test_a_broker_that_cannot_work_is_refused_with_the_reason(monkeypatch, url, reason):
    monkeypatch.setenv("NEXTROUND_BROKER_URL", url)
    with pytest.raises(ValidationError, match=reason.replace("+", r"\+")):
        Settings()


def test_user_password_and_database_of_the_broker_behind_the_sentinels_are_read_from_any_address(monkeypatch):
    monkeypatch.setenv("NEXTROUND_BROKER_URL", "sentinel://u:hunter%402@a;sentinel://b:7/3")
    settings = Settings()
    assert settings.sentinels == [("a", 26379), ("b", 7)]
    assert settings.broker_login == {"username": "u", "password": "hunter@2", "db": 3}
    assert settings.celery_url.get_secret_value() == ("sentinel://u:hunter%402@a:26379/3;sentinel://u:hunter%402@b:7/3")
    assert settings.broker_address == "sentinel://a;sentinel://b:7/3"
    assert "hunter" not in f"{settings!r}"


def test_takeover_times_that_would_rob_the_living_are_refused(monkeypatch):
    monkeypatch.setenv("NEXTROUND_HEARTBEAT", "10")
    with pytest.raises(ValidationError, match="at least twice the heartbeat"):
        Settings()


def test_the_command_line_names_every_variable_that_does_not_fit(monkeypatch):
    import typer

    app = typer.Typer()
    app.command()(lambda: read_settings() and None)
    monkeypatch.setenv("NEXTROUND_BROKER_URL", "redis+cluster://a:7000")
    monkeypatch.setenv("NEXTROUND_MAX_DELIVERIES", "none")
    result = CliRunner().invoke(app)
    assert result.exit_code == 2
    assert "NEXTROUND_BROKER_URL: Redis Cluster" in result.stderr
    assert "NEXTROUND_MAX_DELIVERIES: " in result.stderr
