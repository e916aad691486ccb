"""The Celery tasks; each is a sentence."""
