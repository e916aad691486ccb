"""What keeps a worker from its broker for good."""


class UnsupportedServer(Exception):
    """The server answers, but NextRound does not work on it; the message says why and what does."""
