"""`nextround up`: a broker and a worker for people who try their own platform."""

from nextround.broker.redis import keys
from nextround.cli.environment import read_settings
from nextround.cli.exits import Exit, fail
from nextround.cli.processes import running_broker, running_worker, stopped_by_signals
from nextround.cli.terminal import say


def up() -> None:
    """Run a worker, and a broker unless NEXTROUND_BROKER_URL names one, until Ctrl-C.

    The broker keeps its data in NEXTROUND_EMBEDDED_DIR, so that the next start goes on where this one stopped.
    """
    settings = read_settings()
    try:
        with stopped_by_signals(), running_broker(settings, settings.embedded_dir) as named:
            say(f"broker   {named.broker_address}")
            say(
                f"events   XADD {keys.IN} * {keys.BODY} '…'   or: NEXTROUND_BROKER_URL={named.broker_address} "
                "nextround send EVENT.json --wait"
            )
            say(f"answers  XREAD BLOCK 0 STREAMS {keys.OUT} $")
            if named.http_port:
                say(f"page     http://{named.http_host}:{named.http_port}/   also /healthz, /readyz, /metrics")
            say("stop     Ctrl-C")
            with running_worker(named, watched=True) as worker:
                status = worker.wait()
    except KeyboardInterrupt:
        return
    fail(Exit.FAULT, f"the worker ended by itself with status {status}")
