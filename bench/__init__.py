"""Measurements. They print, promise nothing to importers, and take their data as arguments."""
