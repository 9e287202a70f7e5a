"""Surfaces for programs: each parses, calls one use case, and renders."""
