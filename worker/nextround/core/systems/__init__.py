"""The pairing systems. They never import each other."""
