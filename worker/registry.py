"""The pairing systems by name."""
