"""A real broker and real worker processes."""
