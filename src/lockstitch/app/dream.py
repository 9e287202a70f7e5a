"""Dream: consolidate what a project remembers while nobody uses it.

A pass waits for quiet, holds a lease so that one process at a time dreams, and ends when somebody
writes. The loop that runs in a server costs one query a look while nothing has changed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from lockstitch.app.atlas import stale_among
from lockstitch.app.consolidation import (
    ARCHIVED_MAX,
    PROMOTABLE_MAX,
    PROMOTED_MAX,
    REGENERATED_MAX,
    TIME_IS_OVER,
    Dream,
    MayRun,
    Pass,
    Told,
    Watch,
    cold_before,
    is_lost,
    lost_note,
)
from lockstitch.app.identify import named_project
from lockstitch.app.world import World
from lockstitch.domain.ids import EpisodeId, ProjectId

logger = logging.getLogger(__name__)

SECONDS_MAX: Final = 60
"""How long a pass may take, unless its caller says otherwise; the next one goes on."""
LOOK_SECONDS: Final = 15
"""How often a server looks whether the store is quiet."""
OTHERS_SECONDS: Final = 600
"""How long a server leaves it to another process that dreams."""
BACK_OFF_SECONDS_MAX: Final = 3_600
PASSED_OVER_MAX: Final = 20_000
"""How many turns of a project are remembered as giving no entry; then they are looked at again."""
OTHER_DREAMS: Final = "another process is dreaming"
_ENTRIES: Final = 50


async def may_always() -> str | None:
    """Return that a pass may run: where no inference server is attached, none is busy."""
    return None


def tell_nobody(_: object) -> None:
    """Let what goes on pass unheard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamPlan:
    """What a pass would do at most; nothing was changed."""

    project_id: ProjectId
    skipped_reason: str | None
    regenerate: int
    promote: int
    archive: int
    notes: tuple[str, ...]


async def plan_dream(
    world: World, project: str, *, force: bool = False, may_run: MayRun = may_always
) -> DreamPlan:
    """Return what `dream` would do now.

    Raises:
        NotFoundError: no project has that id or name.
    """
    found = (await named_project(world, project)).id
    reason = await _not_now(world, force=force, may_run=may_run)
    renewable = lost = row = 0
    while entries := await world.atlas.after(found, row=row, limit=_ENTRIES):
        for stale in (await stale_among(world, entries)).values():
            lost += is_lost(stale)
            renewable += not is_lost(stale)
        row = entries[-1].row
    promotable = await world.atlas.unpromoted(
        found, tokens_min=world.dream.tokens_min, limit=PROMOTABLE_MAX
    )
    archivable = await world.atlas.archivable(found, before=cold_before(world), limit=ARCHIVED_MAX)
    return DreamPlan(
        project_id=found,
        skipped_reason=reason,
        regenerate=min(renewable, REGENERATED_MAX),
        promote=min(len(promotable), PROMOTED_MAX),
        archive=len(archivable),
        notes=(lost_note(lost),) if lost else (),
    )


async def dream(
    world: World,
    project: str,
    *,
    force: bool = False,
    seconds: float = SECONDS_MAX,
    may_run: MayRun = may_always,
    told: Told = tell_nobody,
    passed_over: set[EpisodeId] | None = None,
) -> Dream:
    """Run one pass over *project*, for about *seconds*; *force* lifts the wait for quiet alone.

    *passed_over* grows by the turns that were found to give no entry: they are not read again.

    Raises:
        NotFoundError: no project has that id or name.
    """
    found = (await named_project(world, project)).id
    reason = await _not_now(world, force=force, may_run=may_run)
    if reason is not None:
        return Dream(project_id=found, ran=False, skipped_reason=reason)
    watch = Watch(world, force=force, seconds=seconds, may_run=may_run)
    if not await watch.take_lease():
        return Dream(project_id=found, ran=False, skipped_reason=OTHER_DREAMS)
    try:
        await watch.begin()
        over = set[EpisodeId]() if passed_over is None else passed_over
        return await Pass(world, found, watch=watch, told=told, passed_over=over).run()
    finally:
        await watch.give_back()


async def _not_now(world: World, *, force: bool, may_run: MayRun) -> str | None:
    """Return why no pass may begin."""
    if not force:
        last = await world.leases.last_write()
        if last is not None and not _is_quiet(world, last):
            ago = max(0, int((world.clock.now() - last).total_seconds()))
            return (
                f"somebody wrote {ago} s ago: it waits for {world.dream.quiet_seconds} s of quiet,"
                " or for force"
            )
    return await may_run()


def _is_quiet(world: World, last: datetime) -> bool:
    return (world.clock.now() - last).total_seconds() >= world.dream.quiet_seconds


# While serving.


def _is_to_go_on(dreamt: Dream, *, passed_over: int) -> bool:
    """Whether another pass would come further: one that did nothing in all its time would not."""
    did = dreamt.promoted + dreamt.regenerated + dreamt.reembedded + dreamt.archived + passed_over
    held_up = dreamt.ended_early not in (None, TIME_IS_OVER)
    return held_up or (dreamt.unfinished and did > 0)


async def _until_the_next_look() -> None:
    await asyncio.sleep(LOOK_SECONDS)


async def dream_on(
    world: World,
    *,
    told: Callable[[Dream], None] = tell_nobody,
    may_run: MayRun = may_always,
    pause: Callable[[], Awaitable[None]] = _until_the_next_look,
) -> None:
    """Dream whenever the store is quiet and something was written, until it is cancelled.

    *told* hears what each pass did. A pass that fails is logged, and tried again later.
    """
    sleeper = _Sleeper(world, told=told, may_run=may_run)
    while world.dream.enabled:
        await pause()
        await sleeper.look()


class _Sleeper:
    """Knows what was dreamt already, so that a look at an unchanged store is one query."""

    def __init__(self, world: World, *, told: Callable[[Dream], None], may_run: MayRun) -> None:
        self._world = world
        self._told = told
        self._may_run = may_run
        self._done_until: datetime | None = None
        """The newest write when all was done last."""
        self._done: dict[ProjectId, object] = {}
        """What a project's latest session looked like when its last pass ended."""
        self._passed_over: dict[ProjectId, set[EpisodeId]] = {}
        self._not_before: datetime | None = None
        self._failures = 0

    async def look(self) -> None:
        """Dream of every project that was written to, if this is the time for it."""
        now = self._world.clock.now()
        if self._not_before is not None and now < self._not_before:
            return
        try:
            last = await self._world.leases.last_write()
            if last is None or last == self._done_until or not _is_quiet(self._world, last):
                return
            if await self._dream_of_all():
                self._done_until = last
            self._failures = 0
        except Exception:
            logger.exception("dream.failed")
            self._failures += 1
            wait = min(LOOK_SECONDS * 2**self._failures, BACK_OFF_SECONDS_MAX)
            self._not_before = now + timedelta(seconds=wait)

    async def _dream_of_all(self) -> bool:
        """Run a pass over each project; return whether nothing is left to do."""
        finished = True
        for project, mark in await self._changed():
            over = self._passed_over.setdefault(project, set())
            if len(over) > PASSED_OVER_MAX:
                over.clear()
            known = len(over)
            dreamt = await dream(self._world, project, may_run=self._may_run, passed_over=over)
            self._told(dreamt)
            if not dreamt.ran:
                if dreamt.skipped_reason == OTHER_DREAMS:
                    wait = timedelta(seconds=OTHERS_SECONDS)
                    self._not_before = self._world.clock.now() + wait
                return False
            if _is_to_go_on(dreamt, passed_over=len(over) - known):
                finished = False
            else:
                self._done[project] = mark
        return finished

    async def _changed(self) -> list[tuple[ProjectId, object]]:
        """Return the projects that were written to since their last pass, the latest first."""
        found: list[tuple[datetime, ProjectId, object]] = []
        for project in await self._world.projects.all():
            for latest in await self._world.catalogue.sessions(project.id, limit=1):
                mark = (latest.key, latest.last_seen_at, latest.episode_count)
                if self._done.get(project.id) != mark:
                    found.append((latest.last_seen_at, project.id, mark))
        found.sort(key=lambda each: (each[0], each[1]), reverse=True)
        return [(project, mark) for _, project, mark in found]
