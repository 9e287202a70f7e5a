"""Clock, ids and token counts: what would make an answer differ from run to run, as arguments."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the time, aware, in UTC."""
        ...


class IdSource(Protocol):
    """Gives ids that sort by the time they were made."""

    def new(self, prefix: str) -> str:
        """Return a new id: *prefix* and 32 hex digits."""
        ...


class TokenCounter(Protocol):
    """Counts tokens."""

    @property
    def name(self) -> str:
        """What counts, and whether it is exact: every count says by what it was made."""
        ...

    def count(self, text: str) -> int:
        """Return how many tokens *text* costs."""
        ...
