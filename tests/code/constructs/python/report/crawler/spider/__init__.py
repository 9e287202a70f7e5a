"""A small crawler."""
