"""The composition root: settings become a Celery app. The only place that chooses implementations."""
