"""Which atlas entries no longer say what their sources say."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from lockstitch.app.arguments import checked_name
from lockstitch.app.atlas import EXCERPT_CHARS_MAX, stale_among
from lockstitch.app.identify import named_project
from lockstitch.app.world import World
from lockstitch.domain.atlas import AtlasEntry, SourceKind, Staleness, StaleReason
from lockstitch.domain.ids import AtlasId, ProjectId
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Caller

LIMIT_DEFAULT: Final = 50
LIMIT_MAX: Final = 500
LOOKED_AT_MAX: Final = 50_000
"""So many entries are looked at; of a project with more, the answer says that it is about these."""
BATCH: Final = 200
_OVERHEAD_CHARS: Final = 250
"""What an entry of the answer needs beside its texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StaleEntry:
    """An entry that is stale: by which of its sources, what that said, and what it says now."""

    atlas_id: AtlasId
    anchor_type: SourceKind
    anchor_id: str
    reason: StaleReason
    was: str
    now: str | None
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StalenessReport:
    """All counts are of the whole project, whatever `limit` is. `limit` is the one that was used."""

    project_id: ProjectId
    total: int
    stale: int
    stale_rate: float
    deleted_anchors: int
    limit: int
    entries: tuple[StaleEntry, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many entries were looked at, and how many of them are stale. `whole` is all there are."""

    looked_at: int
    stale: int
    whole: bool


async def staleness(
    world: World, caller: Caller, *, limit: int = LIMIT_DEFAULT, project_id: str | None = None
) -> StalenessReport:
    """Return how much of a project's atlas is stale, and the first *limit* entries that are.

    Raises:
        NotFoundError: no project has that id or name.
    """
    asked_for = checked_name(project_id, name="project_id")
    project = (await named_project(world, asked_for or caller.project)).id
    limit = max(1, min(limit, LIMIT_MAX))
    looked_at = stale = deleted = 0
    shown: list[StaleEntry] = []
    room = LIMITS.answer_chars
    async for entry, why in _looked_at(world, project, most=LOOKED_AT_MAX):
        looked_at += 1
        if why is None:
            continue
        stale += 1
        deleted += why.reason is StaleReason.DELETED
        one = _shown(entry, why)
        room -= len(one.content) + len(one.was) + len(one.now or "") + _OVERHEAD_CHARS
        if len(shown) < limit and room >= 0:
            shown.append(one)
    total = max(looked_at, await world.atlas.count(project))
    return StalenessReport(
        project_id=project,
        total=total,
        stale=stale,
        stale_rate=round(stale / looked_at, 4) if looked_at else 0.0,
        deleted_anchors=deleted,
        limit=limit,
        entries=tuple(shown),
        notes=_notes(total=total, looked_at=looked_at, unseen=min(stale, limit) - len(shown)),
    )


async def tally(world: World, project: ProjectId, *, most: int) -> Tally:
    """Return how many of the first *most* entries of a project are stale."""
    looked_at = stale = 0
    async for _, why in _looked_at(world, project, most=most):
        looked_at += 1
        stale += why is not None
    return Tally(
        looked_at=looked_at,
        stale=stale,
        whole=looked_at < most or await world.atlas.count(project) <= looked_at,
    )


async def _looked_at(
    world: World, project: ProjectId, *, most: int
) -> AsyncIterator[tuple[AtlasEntry, Staleness | None]]:
    """Yield the first *most* entries, oldest first, each with why it is stale."""
    row = 0
    while most > 0:
        entries = await world.atlas.after(project, row=row, limit=min(BATCH, most))
        if not entries:
            return
        stale = await stale_among(world, entries)
        for entry in entries:
            yield entry, stale.get(entry.id)
        row = entries[-1].row
        most -= len(entries)


def _shown(entry: AtlasEntry, why: Staleness) -> StaleEntry:
    return StaleEntry(
        atlas_id=entry.id,
        anchor_type=why.source.kind,
        anchor_id=why.source.id,
        reason=why.reason,
        was=why.source.was,
        now=None if why.now is None else why.now[:EXCERPT_CHARS_MAX],
        content=entry.content,
    )


def _notes(*, total: int, looked_at: int, unseen: int) -> tuple[str, ...]:
    notes: list[str] = []
    if looked_at < total:
        notes.append(f"the oldest {looked_at} of {total} entries were looked at")
    if unseen > 0:
        notes.append(
            f"{unseen} more of those asked for did not fit into {LIMITS.answer_chars} characters"
        )
    return tuple(notes)
