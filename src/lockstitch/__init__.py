"""Lockstitch: a local-first memory for coding agents that does not unravel."""

__version__ = "0.1.0"
