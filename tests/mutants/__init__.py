"""A mutation run of the Dutch engine: small changes of its code, each of which some test must notice."""
