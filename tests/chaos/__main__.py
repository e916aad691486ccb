"""`python -m tests.chaos [SERIES…]`: the long form; ends with `lost 0, doubled 0`, or fails."""

import sys
import tempfile
from pathlib import Path

from tests.chaos import series as all_series
from tests.chaos import table
from tests.e2e.stage import SHORT_TIMES

EVENTS = 400
ACCIDENTS = 8


def main(names):
    chosen = [series for series in all_series.REDIS if not names or series.__name__ in names]
    print(f"{EVENTS} events a series; workers with {SHORT_TIMES}")
    print(table.head())
    tallies = []
    with tempfile.TemporaryDirectory(prefix="nextround-chaos-") as directory:
        for series in chosen:
            tally = table.run(series, EVENTS, ACCIDENTS, Path(directory) / series.__name__)
            tallies.append(tally)
            print(table.row(tally), flush=True)
    print(f"lost {sum(tally.lost for tally in tallies)}, doubled {sum(tally.doubled for tally in tallies)}")
    if dull := [tally.series for tally in tallies if not tally.faults]:
        print(f"nothing happened in: {', '.join(dull)}")
    return 0 if tallies and all(tally.is_good for tally in tallies) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
