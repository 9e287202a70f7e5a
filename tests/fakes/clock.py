"""A clock that stands still until it is told to go on."""

from datetime import UTC, datetime, timedelta
from typing import Final

from typing_extensions import override

from lockstitch.ports.world import Clock

NOON: Final = datetime(2026, 8, 1, 12, 0, tzinfo=UTC)


class StoppedClock(Clock):
    """Tells the same time until it is advanced."""

    def __init__(self, at: datetime = NOON) -> None:
        self._at = at

    @override
    def now(self) -> datetime:
        return self._at

    def advance(self, seconds: float) -> None:
        """Go on, or with a negative number back, as a machine's clock is set back."""
        self._at += timedelta(seconds=seconds)
