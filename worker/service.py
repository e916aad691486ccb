"""An event in, an answer out; pure."""
