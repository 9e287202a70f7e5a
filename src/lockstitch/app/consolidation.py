"""One pass of consolidation over a project: renew what is stale, take in, archive, embed.

Every step is bounded, and each item is safe by itself: a pass that ends anywhere has lost nothing,
and the next one goes on from what is there.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from lockstitch.app.atlas import (
    entry_from,
    entry_of_facts,
    last_correction,
    stale_among,
    standing_facts,
)
from lockstitch.app.embedding import embed_pending
from lockstitch.app.indexing import follow
from lockstitch.app.world import World
from lockstitch.domain.atlas import AtlasEntry, SourceKind, Staleness, StaleReason
from lockstitch.domain.episode import Episode, Role
from lockstitch.domain.errors import StoreError
from lockstitch.domain.ids import EpisodeId, FactId, ProjectId
from lockstitch.ports.stores import Aged

logger = logging.getLogger(__name__)

LEASE: Final = "dream"
LEASE_SECONDS: Final = 120
_PROLONG_SECONDS: Final = 30
"""How old a lease may be before it is prolonged: well before another process may take it."""
REGENERATED_MAX: Final = 64
PROMOTED_MAX: Final = 200
PROMOTABLE_MAX: Final = 1_000
"""So many turns are looked at for that: some give no entry that is shorter than they are."""
ARCHIVED_MAX: Final = 1_000
_ENTRIES: Final = 50
_EPISODES: Final = 20
_TAKEN_IN: Final = frozenset({Role.USER, Role.ASSISTANT, Role.TOOL})

SOMEBODY_WROTE: Final = "somebody has written meanwhile"
TIME_IS_OVER: Final = "its time is over"
OTHER_BEGAN: Final = "another process has begun to dream"
MayRun = Callable[[], Awaitable[str | None]]
"""Says why a pass may not run now: an inference server that generates. None: it may."""
Told = Callable[[str], None]
"""Hears a line about what goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dream:
    """What a pass did. `skipped_reason` is None when it ran; `notes` say what is left over."""

    project_id: ProjectId
    ran: bool
    skipped_reason: str | None
    promoted: int = 0
    regenerated: int = 0
    reembedded: int = 0
    archived: int = 0
    elapsed_ms: int = 0
    unfinished: bool = False
    """Whether another pass would find something to do already."""
    ended_early: str | None = None
    """Why it did not come to its end."""
    notes: tuple[str, ...] = ()


def cold_before(world: World) -> datetime:
    """Return the moment before which episodes leave the window."""
    return world.clock.now() - timedelta(days=world.dream.archive_days)


def is_lost(stale: Staleness) -> bool:
    """Whether nothing is there that an entry could be made of again."""
    if stale.reason is StaleReason.CORRECTED:
        return stale.now is None
    return stale.reason is StaleReason.DELETED and stale.source.kind is SourceKind.EPISODE


def lost_note(count: int) -> str:
    """Return what is said of entries that nothing is left to make again from."""
    entries, their = ("entry stays", "it") if count == 1 else ("entries stay", "they")
    return f"{count} {entries} stale: what {their} came from is gone"


class Watch:
    """Says, between two items, whether a pass may go on: it holds the lease, and nobody needs us."""

    def __init__(self, world: World, *, force: bool, seconds: float, may_run: MayRun) -> None:
        self._world = world
        self._force = force
        self._may_run = may_run
        self._holder = world.ids.new("dreamer_")
        self._until = world.clock.now() + timedelta(seconds=seconds)
        self._leased_at = world.clock.now()
        self._last_write: datetime | None = None
        self.stopped: str | None = None
        """Why the pass ends early."""

    async def begin(self) -> None:
        """Note who wrote last."""
        self._last_write = await self._world.leases.last_write()

    async def go_on(self) -> bool:
        """Return whether another item may be begun."""
        if self.stopped is None:
            self.stopped = await self._reason()
        return self.stopped is None

    async def _reason(self) -> str | None:
        now = self._world.clock.now()
        if now >= self._until:
            return TIME_IS_OVER
        if not self._force and await self._world.leases.last_write() != self._last_write:
            return SOMEBODY_WROTE
        old = now - self._leased_at >= timedelta(seconds=_PROLONG_SECONDS)
        if old and not await self.take_lease():
            return OTHER_BEGAN
        return await self._may_run()

    async def take_lease(self) -> bool:
        """Take the lease, or prolong it."""
        now = self._world.clock.now()
        until = now + timedelta(seconds=LEASE_SECONDS)
        self._leased_at = now
        return await self._world.leases.take(LEASE, holder=self._holder, now=now, until=until)

    async def give_back(self) -> None:
        """Let the next one begin; should that fail, the lease ends by itself."""
        try:
            await self._world.leases.give_back(LEASE, holder=self._holder)
        except StoreError:
            logger.exception("dream.lease-kept")

    def seconds_left(self) -> float:
        """Return how long the pass may still take."""
        return max(0.0, (self._until - self._world.clock.now()).total_seconds())


class Pass:
    """One pass: what it has done so far."""

    def __init__(
        self,
        world: World,
        project: ProjectId,
        *,
        watch: Watch,
        told: Told,
        passed_over: set[EpisodeId],
    ) -> None:
        self._world = world
        self._project = project
        self._watch = watch
        self._told = told
        self._passed_over = passed_over
        """What was found to give no entry, by this pass and those before it."""
        self._began = world.clock.now()
        self._promoted = 0
        self._regenerated = 0
        self._archived = 0
        self._more = False
        self._full = False
        """Whether as many turns got an entry as may in one pass, and another one waits."""
        self._notes: list[str] = []

    async def run(self) -> Dream:
        """Do all there is to do, as long as it may."""
        await follow(self._world, self._project)
        await self._regenerate()
        await self._promote()
        await self._archive()
        reembedded = 0
        if await self._watch.go_on():
            await follow(self._world, self._project)
            reembedded = await embed_pending(
                self._world,
                self._project,
                seconds=self._watch.seconds_left(),
                alive=self._watch.go_on,
            )
            await self._watch.go_on()
            self._told(f"embedded {reembedded}")
        if self._watch.stopped is not None:
            self._notes.append("the next pass goes on where this one ended")
        elapsed = (self._world.clock.now() - self._began).total_seconds()
        return Dream(
            project_id=self._project,
            ran=True,
            skipped_reason=None,
            promoted=self._promoted,
            regenerated=self._regenerated,
            reembedded=reembedded,
            archived=self._archived,
            elapsed_ms=max(0, round(elapsed * 1_000)),
            unfinished=self._more or self._watch.stopped is not None,
            ended_early=self._watch.stopped,
            notes=tuple(self._notes),
        )

    async def _regenerate(self) -> None:
        """Make stale entries again, from what corrects or replaces what they came from."""
        lost = 0
        async for entry, stale in self._stale_entries():
            if is_lost(stale):
                lost += 1
                continue
            if self._regenerated >= REGENERATED_MAX:
                self._more = True
                self._notes.append("more entries are stale than one pass makes again")
                break
            if not await self._watch.go_on():
                break
            self._regenerated += await self._renew(entry, stale)
        if lost:
            self._notes.append(lost_note(lost))
        self._told(f"regenerated {self._regenerated}")

    async def _stale_entries(self) -> AsyncIterator[tuple[AtlasEntry, Staleness]]:
        row = 0
        while await self._watch.go_on():
            entries = await self._world.atlas.after(self._project, row=row, limit=_ENTRIES)
            if not entries:
                return
            row = entries[-1].row
            why = await stale_among(self._world, entries)
            for entry in entries:
                if entry.id in why:
                    yield entry, why[entry.id]

    async def _renew(self, entry: AtlasEntry, stale: Staleness) -> bool:
        episode = await self._renewed_from(entry, stale)
        if episode is None:
            return False
        renewed = await entry_from(self._world, episode, now_of=entry)
        if await self._world.atlas.regenerate(renewed, of_row=entry.row):
            return True
        # That episode has an entry already: what is left to say here is what has changed.
        restated = await entry_of_facts(self._world, entry)
        return restated is not None and await self._world.atlas.regenerate(
            restated, of_row=entry.row
        )

    async def _renewed_from(self, entry: AtlasEntry, stale: Staleness) -> Episode | None:
        """Return the episode that says now what the entry was about."""
        wanted = EpisodeId(entry.sources[0].id)
        if stale.source.kind is SourceKind.FACT and stale.reason is StaleReason.CHANGED:
            seen_in = await self._world.ledger.sources(self._project, FactId(stale.source.id))
            wanted = seen_in[-1] if seen_in else wanted
        episode = next(iter(await self._world.episodes.get([wanted])), None)
        return None if episode is None else await last_correction(self._world, episode)

    async def _promote(self) -> None:
        """Take turns of substance into the atlas, the newest first."""
        if not await self._watch.go_on():
            return
        found = await self._world.atlas.unpromoted(
            self._project,
            tokens_min=self._world.dream.tokens_min,
            limit=PROMOTABLE_MAX + len(self._passed_over),
        )
        due = [one for one in found if one.id not in self._passed_over]
        for some in _parts(due, _EPISODES):
            episodes = await self._world.episodes.at([one.position for one in some])
            room = PROMOTED_MAX - self._promoted
            self._promoted += await self._take_in(episodes, most=room)
            if self._full or self._watch.stopped is not None:
                break
        if self._full or len(due) >= PROMOTABLE_MAX:
            self._more = True
            self._notes.append("there are more turns without an entry than one pass looks at")
        self._told(f"promoted {self._promoted}")

    async def _take_in(self, episodes: Sequence[Episode], *, most: int) -> int:
        """Write entries, unless they would say nothing that is short and still so; return how many."""
        facts = await standing_facts(self._world, self._project, episodes)
        taken = 0
        for episode in episodes:
            if taken >= most:
                self._full = True
                break
            if not await self._watch.go_on():
                break
            entry = None
            if episode.id in facts:
                entry = await entry_from(self._world, episode, facts=facts[episode.id])
            if entry is None or not 0 < entry.token_count < episode.token_count:
                self._passed_over.add(episode.id)
            else:
                taken += await self._world.atlas.add(entry)
        return taken

    async def _archive(self) -> None:
        """Let what is cold leave the window, after what is worth it was taken in."""
        if not await self._watch.go_on():
            return
        found = await self._world.atlas.archivable(
            self._project, before=cold_before(self._world), limit=ARCHIVED_MAX
        )
        for some in _parts(found, _EPISODES):
            episodes = await self._world.episodes.at([one.position for one in some])
            worth = [episode for episode in episodes if self._is_substantial(episode)]
            self._promoted += await self._take_in(worth, most=len(worth))
            if not await self._watch.go_on():
                return
            self._archived += await self._world.atlas.archive([one.position for one in some])
        if len(found) == ARCHIVED_MAX:
            self._more = True
            self._notes.append("more episodes are cold than one pass archives")
        self._told(f"archived {self._archived}")

    def _is_substantial(self, episode: Episode) -> bool:
        return (
            episode.role in _TAKEN_IN
            and episode.superseded_by is None
            and episode.token_count >= self._world.dream.tokens_min
            and episode.id not in self._passed_over
        )


def _parts(found: Sequence[Aged], size: int) -> list[Sequence[Aged]]:
    return [found[start : start + size] for start in range(0, len(found), size)]
