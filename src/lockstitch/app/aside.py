"""Work on a large text beside the event loop, so that other calls go on meanwhile."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

ASIDE_CHARS: Final = 50_000
"""From this size on a thread is worth its hand-over."""


async def aside(chars: int, work: Callable[[], T]) -> T:
    """Return what *work*, on a text of so many characters, gives."""
    return await asyncio.to_thread(work) if chars >= ASIDE_CHARS else work()
