"""The vocabulary that all pairing systems share."""
