"""`python -m tests.chaos [SERIES…]`: the long form; ends with `lost 0, doubled 0`, or fails.

It fails too where an event waited longer than the settings promise.

On Redis and Valkey any second final answer is a double; on RabbitMQ one with another id.
"""

import sys
import tempfile
from pathlib import Path

from tests.chaos import series as all_series
from tests.chaos import table
from tests.chaos.amqp_arena import AmqpArena
from tests.chaos.arena import Arena
from tests.chaos.sentinel_arena import SentinelArena
from tests.e2e.rabbit import find_server
from tests.e2e.stage import SHORT_TIMES

EVENTS = 400
ACCIDENTS = 8


def main(names):
    brokers = {
        "Redis or Valkey": (Arena, all_series.REDIS),
        "Redis or Valkey with sentinels": (SentinelArena, all_series.SENTINEL),
        "RabbitMQ": (AmqpArena, all_series.RABBITMQ),
    }
    if find_server() is None:
        print("rabbitmq-server is not installed: its series are left out")
        del brokers["RabbitMQ"]
    print(f"{EVENTS} events a series, of which every tenth is sent twice; workers with {SHORT_TIMES}")
    tallies = []
    with tempfile.TemporaryDirectory(prefix="nextround-chaos-") as directory:
        for broker, (arena, all_of_them) in brokers.items():
            print(f"\n{broker}\n{table.head()}")
            for series in all_of_them:
                if not names or series.__name__ in names:
                    place = Path(directory) / broker / series.__name__
                    tallies.append(table.run(series, EVENTS, ACCIDENTS, place, arena))
                    print(table.row(tallies[-1]), flush=True)
    longest = max((tally.waited for tally in tallies), default=0.0)
    lost, doubled = (sum(getattr(tally, name) for tally in tallies) for name in ("lost", "doubled"))
    print(f"lost {lost}, doubled {doubled}, longest wait {longest:.2f} s")
    if late := [tally.series for tally in tallies if not tally.is_in_time]:
        print(f"later than promised: {', '.join(late)}")
    if dull := [tally.series for tally in tallies if not tally.faults]:
        print(f"nothing happened in: {', '.join(dull)}")
    return 0 if tallies and all(tally.is_good and tally.is_in_time for tally in tallies) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
