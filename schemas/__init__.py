"""The wire contract: what platforms send and receive. A platform may import it as it stands."""
