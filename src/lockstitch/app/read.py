"""Read one stored thing whole, by its id."""

from dataclasses import dataclass, field
from datetime import datetime

from lockstitch.app.arguments import checked_name
from lockstitch.app.atlas import staleness_of
from lockstitch.app.identify import named_project
from lockstitch.app.indexing import with_index
from lockstitch.app.recall import current_of
from lockstitch.app.world import World
from lockstitch.domain.errors import NotFoundError
from lockstitch.domain.ids import (
    ANCHOR,
    ATLAS,
    EPISODE,
    FACT,
    FOLD,
    AnchorId,
    AtlasId,
    EpisodeId,
    FactId,
    FoldId,
    ProjectId,
)
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Caller
from lockstitch.domain.text import check_text


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageRead:
    """A page of a stored text. `next_offset` is None on the last page; offsets count characters."""

    id: str
    kind: str
    text: str
    offset: int
    next_offset: int | None
    total_chars: int
    about: dict[str, str | int | bool | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    project: ProjectId | None
    kind: str
    text: str
    about: dict[str, str | int | bool | None]


async def read_passage(
    world: World, caller: Caller, item: str, *, offset: int = 0, project_id: str | None = None
) -> PassageRead:
    """Return the text of an episode, fact, rule, fold or atlas entry of the caller's project.

    Raises:
        NotFoundError: nothing there has this id.
    """
    check_text(item, name="id")
    asked_for = checked_name(project_id, name="project_id")
    project = (await named_project(world, asked_for or caller.project)).id
    found = await _find(world, project, item)
    if found is None or found.project not in (None, project):
        raise NotFoundError(
            f"nothing in this project has the id {item!r}",
            hint="take an id from memory.recall or memory.recall_fold",
        )
    offset = max(0, min(offset, len(found.text)))
    upto = min(offset + LIMITS.answer_chars, len(found.text))
    return PassageRead(
        id=item,
        kind=found.kind,
        text=found.text[offset:upto],
        offset=offset,
        next_offset=upto if upto < len(found.text) else None,
        total_chars=len(found.text),
        about=found.about,
    )


async def _find(world: World, project: ProjectId, item: str) -> _Found | None:
    if item.startswith(EPISODE):
        return await _episode(world, EpisodeId(item))
    if item.startswith(FACT):
        return await _fact(world, project, FactId(item))
    if item.startswith(ANCHOR):
        return await _anchor(world, AnchorId(item))
    if item.startswith(FOLD):
        return await _fold(world, FoldId(item))
    if item.startswith(ATLAS):
        return await _entry(world, AtlasId(item))
    return None


async def _episode(world: World, item: EpisodeId) -> _Found | None:
    episode = next(iter(await world.episodes.get([item])), None)
    if episode is None:
        return None
    current = await current_of(world, episode)
    return _Found(
        project=episode.project,
        kind="episode",
        text=episode.content,
        about={
            "role": episode.role.value,
            "tool_name": episode.tool_name,
            "session_id": episode.session_id,
            "seq": episode.seq,
            "created_at": _iso(episode.created_at),
            "occurred_at": None if episode.occurred_at is None else _iso(episode.occurred_at),
            "tier": episode.tier.value,
            "fold_id": episode.fold_id,
            "message_id": episode.message_id,
            "tool_call_id": episode.tool_call_id,
            "corrects": episode.corrects,
            "superseded_by": episode.superseded_by,
            "stale": episode.superseded_by is not None,
            "current_id": None if current is None else current.id,
            "content_sha256": episode.content_sha256,
            "token_count": episode.token_count,
        },
    )


async def _fact(world: World, project: ProjectId, item: FactId) -> _Found | None:
    found = await with_index(world, project, lambda _: world.ledger.facts(project, [item]))
    fact = next(iter(found), None)
    if fact is None:
        return None
    return _Found(
        project=project,
        kind="symbolic_fact",
        text=fact.text,
        about={
            "fact_kind": fact.kind.value,
            "name": fact.name,
            "value": fact.value,
            "file_path": fact.file_path,
            "tool_name": fact.tool_name,
            "session_id": fact.session_id,
            "episode_id": fact.episode,
        },
    )


async def _anchor(world: World, item: AnchorId) -> _Found | None:
    anchor = await world.anchors.get(item)
    if anchor is None:
        return None
    withdrawn = anchor.withdrawn_at
    return _Found(
        project=anchor.project,
        kind="anchor",
        text=anchor.content,
        about={
            "anchor_kind": anchor.kind.value,
            "scope": anchor.scope.value,
            "session_id": anchor.session_id,
            "pinned_by": anchor.pinned_by,
            "created_at": _iso(anchor.created_at),
            "withdrawn_at": None if withdrawn is None else _iso(withdrawn),
        },
    )


async def _fold(world: World, item: FoldId) -> _Found | None:
    found = await world.folds.get(item)
    if found is None:
        return None
    fold, inside = found
    text = f"{fold.description}\n{fold.goal}\n{fold.result_summary or ''}".rstrip()
    return _Found(
        project=fold.project,
        kind="fold",
        text=text,
        about={
            "status": fold.state.value,
            "session_id": fold.session_id,
            "parent_fold_id": fold.parent,
            "episode_count": len(inside),
            "created_at": _iso(fold.opened_at),
        },
    )


async def _entry(world: World, item: AtlasId) -> _Found | None:
    entry = next(iter(await world.atlas.get([item])), None)
    if entry is None:
        return None
    stale = await staleness_of(world, entry)
    again = entry.regenerated_at
    return _Found(
        project=entry.project,
        kind="semantic_entry",
        text=entry.content,
        about={
            "episode_id": entry.sources[0].id,
            "session_id": entry.session_id,
            "sources": len(entry.sources),
            "made_by": entry.made_by,
            "token_count": entry.token_count,
            "created_at": _iso(entry.created_at),
            "regenerated_at": None if again is None else _iso(again),
            "stale": stale is not None,
            "reason": None if stale is None else stale.reason.value,
            "changed_source": None if stale is None else stale.source.id,
            "was": None if stale is None else stale.source.was,
            "now": None if stale is None else stale.now,
        },
    )


def _iso(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
