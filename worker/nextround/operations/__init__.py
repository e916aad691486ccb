"""What operators look at: logs, metrics, health."""
