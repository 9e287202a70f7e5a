"""The default store: one canonical SQLite file, and one derived file per project."""
