"""Graphs on integer bitsets; knows no chess."""
