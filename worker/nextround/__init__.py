"""NextRound: a pure core that pairs a round, and a thin Celery shell around it."""
