"""A consumer without Celery, ledger or safety: read, answer, append, acknowledge. The limit for `throughput`."""

import sys

import redis
from nextround.broker.redis import keys
from nextround.registry import registry
from nextround.service import answer


def main(url):
    client = redis.Redis.from_url(url)
    systems = registry()
    client.xgroup_create(keys.IN, "nextround", "0", mkstream=True)
    while True:
        found = client.xreadgroup("nextround", "raw", {keys.IN: ">"}, count=1, block=1000)
        for _, entries in found or []:
            for entry, fields in entries:
                client.xadd(keys.OUT, {keys.BODY: answer(fields[keys.BODY.encode()], systems=systems).event})
                client.xack(keys.IN, "nextround", entry)
                client.xdel(keys.IN, entry)


if __name__ == "__main__":
    main(sys.argv[1])
