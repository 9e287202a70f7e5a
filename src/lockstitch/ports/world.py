"""Clock, ids and token counts: what would make an answer differ from run to run, as arguments."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol, TypeVar

T = TypeVar("T")


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


class Aside(Protocol):
    """Does a piece of work where it does not hold others up."""

    async def __call__(self, work: Callable[[], T], /) -> T:
        """Return what *work* gives."""
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
