"""When the memory consolidates itself while nobody uses it, and what it takes in."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamSettings:
    """What a pass of consolidation goes by; `enabled` is whether a server runs them by itself."""

    enabled: bool = True
    quiet_seconds: int = 90
    """A pass begins when nobody has written for so long."""
    tokens_min: int = 96
    """Smaller turns are not worth an entry."""
    archive_days: int = 14
    """Older episodes leave the window."""


DREAM_DEFAULT: Final = DreamSettings()
