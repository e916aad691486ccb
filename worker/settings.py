"""The environment becomes frozen settings."""
