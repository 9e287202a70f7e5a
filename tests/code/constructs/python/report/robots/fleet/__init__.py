"""Robots and their parts."""
