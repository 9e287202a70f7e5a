"""The SQL of this store, read once from the `.sql` files beside it."""

import re
from functools import cache
from pathlib import Path

_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)


@cache
def named(file: str = "queries.sql") -> dict[str, str]:
    """Return the queries of *file* by their names."""
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    parts = _NAME.split(text)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def query(name: str) -> str:
    """Return the query that queries.sql gives this name."""
    return named()[name]


@cache
def script(file: str) -> str:
    """Return a whole file of SQL."""
    return Path(__file__).with_name(file).read_text(encoding="utf-8")
