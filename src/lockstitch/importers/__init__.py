"""Adapters that read other tools' stores."""
