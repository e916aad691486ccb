"""What lies in deploy/ fits the code: every setting, metric, path and time that it names is there."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from nextround.settings import Settings

from tests.readme import DOCUMENTS, OPERATION

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
TEXTS = [
    path
    for path in [*DEPLOY.rglob("*"), *DOCUMENTS]
    if path.is_file() and path.suffix in (".md", ".yaml", ".yml", ".json", ".service", ".sh", ".mjs", "")
    and "secrets" not in path.parts and "node_modules" not in path.parts and path.name != ".env"
]  # fmt: skip
DEFAULTS = Settings.model_fields
GRACE = DEFAULTS["time_limit"].default + 30 + 30
"""A round's time limit, the half minute that Celery may stall when it stops, and half a minute to spare."""


def tool(name):
    return pytest.mark.skipif(shutil.which(name) is None, reason=f"there is no {name} on this machine")


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **more)


def documents(path):
    return [document for document in yaml.safe_load_all(path.read_text()) if document]


def manifests():
    found = [
        document for path in (DEPLOY / "kubernetes").glob("*.yaml") for document in documents(path)
        if document["kind"] != "Kustomization"
    ]  # fmt: skip
    return {document["kind"]: document for document in found}


def compose():
    [whole] = documents(DEPLOY / "compose.yaml")
    return whole["services"]


def test_every_setting_that_is_named_exists():
    known = {f"NEXTROUND_{name.upper()}" for name in DEFAULTS}
    named = {(path.name, name) for path in TEXTS for name in re.findall(r"NEXTROUND_[A-Z_]*[A-Z]", path.read_text())}
    assert [(path, name) for path, name in sorted(named) if name not in known] == []


def test_every_setting_is_documented():
    text = OPERATION.read_text()
    assert [name for name in DEFAULTS if f"`NEXTROUND_{name.upper()}`" not in text] == []


@pytest.fixture
def metrics(broker, table, monkeypatch):
    """The names of all series that a worker shows."""
    from nextround.broker.http_endpoints import HttpEndpoints
    from nextround.broker.redis.connection import connect
    from nextround.broker.redis.observer import RedisObserver
    from nextround.operations import metrics as counted
    from nextround.operations import shared_files

    monkeypatch.delenv(shared_files.VARIABLE, raising=False)
    counted.taken_up(0.0, 1)
    counted.settled("round.finished.v1", "paired", "dutch-2026", 0.1)
    counted.buried("internal")
    table.client.xgroup_create("{nextround}:out", "platform", mkstream=True)
    table.client.config_set("maxmemory", "1gb")
    settings = Settings(broker_url=broker.url)
    observer = RedisObserver(connect(settings, "tests", 1), settings)
    text = HttpEndpoints(settings, observer).respond("/metrics", "").body.decode()
    table.client.config_set("maxmemory", "0")
    return {re.split(r"[{ ]", line)[0] for line in text.splitlines() if not line.startswith("#")}


def expressions():
    rules = documents(DEPLOY / "prometheus" / "rules.yml")[0]["groups"][0]["rules"]
    panels = json.loads((DEPLOY / "grafana" / "nextround.json").read_text())["panels"]
    return [rule["expr"] for rule in rules] + [target["expr"] for panel in panels for target in panel["targets"]]


def test_every_metric_in_a_rule_a_panel_or_the_run_book_is_one_that_a_worker_shows(metrics):
    texts = [*expressions(), (DEPLOY / "RUNBOOK.md").read_text()]
    named = {name for text in texts for name in re.findall(r"\bnextround_[a-z_]+", text)}
    families = {re.sub(r"_(bucket|sum|count)$", "", name) for name in metrics}
    assert named - metrics - families == set()


def test_every_metric_has_its_panel(metrics):
    shown = " ".join(expressions())
    bare = {re.sub(r"_(bucket|sum|count|created)$", "", name) for name in metrics}
    assert [name for name in sorted(bare) if name not in shown] == []


def test_every_alert_has_its_page_in_the_run_book():
    rules = documents(DEPLOY / "prometheus" / "rules.yml")[0]["groups"][0]["rules"]
    headings = re.findall(r"^### (\w+)$", (DEPLOY / "RUNBOOK.md").read_text(), re.MULTILINE)
    assert headings == [rule["alert"] for rule in rules]
    assert [rule["annotations"]["runbook"] for rule in rules] == [
        f"deploy/RUNBOOK.md#{name.lower()}" for name in headings
    ]


def test_every_alert_is_tested_as_it_fires_and_as_it_does_not():
    rules = documents(DEPLOY / "prometheus" / "rules.yml")[0]["groups"][0]["rules"]
    cases = documents(DEPLOY / "prometheus" / "rules_test.yml")[0]["tests"]
    seen = {(one["alertname"], bool(one["exp_alerts"])) for case in cases for one in case["alert_rule_test"]}
    assert seen == {(rule["alert"], fires) for rule in rules for fires in (True, False)}


@tool("promtool")
def test_the_rules_do_what_their_tests_say():
    where = DEPLOY / "prometheus"
    for arguments in (("check", "config", "prometheus.yml"), ("test", "rules", "rules_test.yml")):
        done = run("promtool", *arguments, cwd=where)
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_panel_of_the_dashboard_has_its_place_and_asks_the_chosen_prometheus():
    board = json.loads((DEPLOY / "grafana" / "nextround.json").read_text())
    assert board["templating"]["list"][0]["name"] == "datasource"
    ids = [panel["id"] for panel in board["panels"]]
    assert len(ids) == len(set(ids))
    for panel in board["panels"]:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        assert panel["title"]
        assert {target["datasource"]["uid"] for target in panel["targets"]} == {"${datasource}"}


def test_the_image_runs_as_nobody_in_two_stages_and_as_process_one():
    lines = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
    last = lines[[number for number, line in enumerate(lines) if line.startswith("FROM ")][-1] :]
    assert sum(line.startswith("FROM ") for line in lines) == 2
    [user] = [line.split()[1] for line in last if line.startswith("USER ")]
    assert all(int(part) > 0 for part in user.split(":"))
    for line in lines:
        if line.startswith(("RUN ", "CMD ", "ENTRYPOINT ", "HEALTHCHECK ")):
            # The exec form is JSON.
            assert isinstance(json.loads(line[line.index("[") :]), list)
    assert any(line.startswith("HEALTHCHECK ") and "/healthz" in line for line in last)
    assert 'ENTRYPOINT ["nextround"]' in last


def test_the_image_installs_the_versions_that_are_tested():
    def pinned(path):
        return dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", path.read_text(), re.MULTILINE))

    tested, installed = pinned(ROOT / "requirements.lock"), pinned(DEPLOY / "requirements.lock")
    assert installed.items() <= tested.items()
    assert "celery" in installed
    assert "pytest" not in installed


def test_compose_gives_workers_little_and_time_enough():
    for name, service in compose().items():
        assert service["image"] == "nextround" or re.search(r":v?\d", service["image"]), name
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", []))
        if name.startswith("worker"):
            assert service["read_only"]
            assert service["cap_drop"] == ["ALL"]
            assert "no-new-privileges:true" in service["security_opt"]
            assert int(service["stop_grace_period"].removesuffix("s")) >= GRACE
            assert service["environment"]["NEXTROUND_TIME_LIMIT"] == str(DEFAULTS["time_limit"].default)
    profiles = {profile for service in compose().values() for profile in service.get("profiles", [])}
    assert profiles == {"rabbitmq", "prometheus", "grafana"}


def test_the_broker_of_compose_keeps_what_it_was_given_and_evicts_nothing():
    conf = dict(
        line.split(maxsplit=1) for line in (DEPLOY / "valkey" / "valkey.conf").read_text().splitlines()
        if line and not line.startswith("#")
    )  # fmt: skip
    assert (conf["appendonly"], conf["maxmemory-policy"]) == ("yes", "noeviction")
    assert conf["aclfile"] == "/run/secrets/users.acl"


def test_compose_fits_its_schema():
    pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed; .ci/run installs it")
    done = run(
        sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml"
    )
    assert done.returncode == 0, done.stdout


@tool("kubectl")
def test_the_manifests_fit_together_and_their_schemas():
    done = run("kubectl", "kustomize", DEPLOY / "kubernetes")
    assert done.returncode == 0, done.stderr
    validate = pytest.importorskip(
        "kubernetes_validate", reason="kubernetes-validate is not installed; .ci/run installs it"
    )
    for document in yaml.safe_load_all(done.stdout):
        if "keda" not in document["apiVersion"]:
            validate.validate(document, "1.34", strict=True)


def test_a_pod_has_least_rights_probes_and_time_enough():
    pod = manifests()["Deployment"]["spec"]["template"]["spec"]
    [container] = pod["containers"]
    assert pod["terminationGracePeriodSeconds"] >= GRACE
    assert pod["securityContext"]["runAsNonRoot"]
    assert not pod["automountServiceAccountToken"]
    assert container["securityContext"]["readOnlyRootFilesystem"]
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    paths = {name: container[name]["httpGet"]["path"] for name in ("livenessProbe", "readinessProbe", "startupProbe")}
    # Nothing that asks the broker may start a pod anew.
    assert paths == {"livenessProbe": "/healthz", "readinessProbe": "/readyz", "startupProbe": "/healthz"}
    assert container["ports"][0]["containerPort"] == DEFAULTS["http_port"].default
    assert all("value" not in variable for variable in container["env"])


def test_the_scaler_looks_at_the_stream_of_the_ledger():
    from nextround.broker.redis import keys

    scaled = manifests()["ScaledObject"]["spec"]
    assert scaled["scaleTargetRef"]["name"] == manifests()["Deployment"]["metadata"]["name"]
    assert {trigger["metadata"]["stream"] for trigger in scaled["triggers"]} == {keys.IN}
    assert {trigger["metadata"]["consumerGroup"] for trigger in scaled["triggers"]} == {DEFAULTS["group"].default}
    assert scaled["cooldownPeriod"] > DEFAULTS["time_limit"].default
    assert scaled["minReplicaCount"] > manifests()["PodDisruptionBudget"]["spec"]["minAvailable"]


def test_nothing_in_deploy_holds_a_secret():
    for document in manifests().values():
        assert document["kind"] != "Secret"
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert {"deploy/secrets/", "deploy/.env"} <= set(ignored)


def test_the_script_for_secrets_makes_an_acl_that_a_server_starts_with(server_binary, tmp_path):
    import redis
    from nextround.broker.redis.embedded import EmbeddedBroker

    shutil.copytree(DEPLOY / "acl", tmp_path / "acl")
    shutil.copy(DEPLOY / "secrets.sh", tmp_path)
    first = run("sh", "secrets.sh", cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    password = (tmp_path / "secrets" / "WORKER").read_text()
    assert len(password) == 48
    assert (tmp_path / ".env").read_text() == f"WORKER_PASSWORD={password}\n"
    assert oct((tmp_path / "secrets").stat().st_mode)[-3:] == "700"
    assert run("sh", "secrets.sh", cwd=tmp_path).returncode == 0
    assert (tmp_path / "secrets" / "WORKER").read_text() == password
    options = {"aclfile": str(tmp_path / "secrets" / "users.acl")}
    broker = EmbeddedBroker(tmp_path / "data", server_binary, options=options)
    broker._user = f"worker:{password}@"
    with broker, redis.Redis.from_url(broker.url.replace("redis://", f"redis://worker:{password}@")) as client:
        assert client.ping()


UNIT = DEPLOY / "systemd" / "nextround.service"


def test_the_unit_gives_time_enough_and_stops_the_main_process_alone():
    unit = dict(line.split("=", 1) for line in UNIT.read_text().splitlines() if "=" in line and line[0] != "#")
    assert int(unit["TimeoutStopSec"]) >= GRACE
    assert (unit["KillMode"], unit["KillSignal"], unit["Restart"]) == ("mixed", "SIGTERM", "always")
    assert unit["ExecStart"].endswith("/nextround worker")


@tool("systemd-analyze")
def test_systemd_understands_the_unit_and_finds_it_guarded(tmp_path):
    # The program is not installed where the unit expects it.
    here = UNIT.read_text().replace("/opt/nextround/bin/nextround", sys.executable)
    (tmp_path / UNIT.name).write_text(here)
    done = run("systemd-analyze", "verify", tmp_path / UNIT.name)
    assert (done.returncode, done.stderr) == (0, "")
    done = run("systemd-analyze", "security", "--offline=true", "--threshold=20", tmp_path / UNIT.name)
    assert done.returncode == 0, done.stdout[-300:]


def test_every_file_that_the_run_book_names_is_there():
    text = DEPLOY / "RUNBOOK.md"
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text.read_text()):
        assert (text.parent / link).exists(), link


def test_every_command_that_the_run_book_names_exists():
    book = (DEPLOY / "RUNBOOK.md").read_text()
    named = set(re.findall(r"(?:^|`)nextround ((?:dead |ledger )?[a-z]+)", book, re.MULTILINE))
    environment = {"PATH": os.environ["PATH"]}
    assert named
    for command in sorted(named):
        done = run(sys.executable, "-m", "nextround", *command.split(), "--help", cwd=ROOT, env=environment)
        assert done.returncode == 0, command
