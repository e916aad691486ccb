"""A Celery task that does nothing. The other limit for `throughput`."""

import os

from celery import Celery

app = Celery("idle", broker=os.environ["BROKER"])
app.conf.update(task_ignore_result=True, worker_enable_remote_control=False)


@app.task(name="idle.nothing")
def nothing(text):
    """Do nothing with it."""
