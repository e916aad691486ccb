"""The ledger and its implementations, the intake, and the embedded server."""
