"""Work on a large text beside the event loop, so that other calls go on meanwhile."""

from collections.abc import Callable
from typing import Final, TypeVar

from lockstitch.app.world import World

T = TypeVar("T")

ASIDE_CHARS: Final = 50_000
"""From this size on a thread is worth its hand-over."""


async def aside(world: World, chars: int, work: Callable[[], T]) -> T:
    """Return what *work*, on a text of so many characters, gives."""
    return await world.aside(work) if chars >= ASIDE_CHARS else work()
