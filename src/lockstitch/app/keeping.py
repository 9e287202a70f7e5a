"""Embed while serving: in bursts, when nobody writes, in one process at a time."""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Final

from lockstitch.app.embedding import embed_pending
from lockstitch.app.world import World
from lockstitch.domain.errors import LockstitchError

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 2
"""How often a server looks for passages without vectors, and how long nobody must have written."""
BURST_SECONDS: Final = 2.0
"""How long it embeds at a time, project by project."""
IDLE_SECONDS: Final = 600
"""After so long without a question or a text the encoder's memory is given back."""
LEASE: Final = "embedding"
LEASE_SECONDS: Final = 60


async def keep_embedded(world: World) -> None:
    """Give passages their vectors while serving, whenever nobody writes, until it is cancelled.

    A look at an unchanged store is one query. One process at a time does it, by a lease.
    """
    holder = world.ids.new("embedding_")
    done_until: datetime | None = None
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            newest = await world.leases.last_write()
            if newest is not None and newest != done_until:
                now = world.clock.now()
                if now - newest >= timedelta(seconds=LOOK_SECONDS) and await world.leases.take(
                    LEASE, holder=holder, now=now, until=now + timedelta(seconds=LEASE_SECONDS)
                ):
                    done_until = newest if await _embed_all(world) else None
            else:
                world.embedders.release_idle(seconds=IDLE_SECONDS)
        except LockstitchError:
            logger.exception("embedding.behind")
            await asyncio.sleep(LEASE_SECONDS)


async def _embed_all(world: World) -> bool:
    """Embed for a moment; return whether nothing is left to do."""
    done = 0
    for project in await world.projects.all():
        done += await embed_pending(world, project.id, seconds=BURST_SECONDS)
    return not done
