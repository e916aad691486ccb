"""RabbitMQ: the ledger, the intake, and what is declared there."""
