"""The code engine: resolves uses on records, ranks symbols, and says what a change reaches. Pure."""
