"""Redis and Valkey: the ledger, the intake, what operators see, and the embedded server."""
