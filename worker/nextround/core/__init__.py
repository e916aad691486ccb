"""The pure core: facts in, a pairing out; no framework, no clock, no random number."""
