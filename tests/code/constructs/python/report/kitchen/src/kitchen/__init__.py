"""Recipes, and the units they are written in."""
