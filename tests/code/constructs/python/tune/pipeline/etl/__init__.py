"""Extract, transform, load."""
