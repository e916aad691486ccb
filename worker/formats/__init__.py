"""TRF16 and TRF26, in and out: text and domain."""
