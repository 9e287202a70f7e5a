"""Fold a sub-task away, close it by its result, read its steps again."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from lockstitch.app.arguments import checked_name, session_of
from lockstitch.app.identify import named_project
from lockstitch.app.indexing import follow
from lockstitch.app.masks import masked
from lockstitch.app.world import World
from lockstitch.domain.episode import Episode, EpisodeDraft, Redaction, Role
from lockstitch.domain.errors import NotFoundError
from lockstitch.domain.fold import Fold, FoldState
from lockstitch.domain.ids import EPISODE, FOLD, EpisodeId, FoldId
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Caller, SessionSource
from lockstitch.domain.text import check_not_blank, check_text, sha256_of

_STEP_CHARS: Final = 160
"""What a step needs in an answer beside its content."""
NO_CHECKPOINT = "no inference server is attached, so there is no checkpoint to go back to"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """An open fold. `checkpoint` is None with its reason in `cache_note`."""

    fold_id: FoldId
    parent_fold_id: FoldId | None
    checkpoint: str | None
    token_position: int
    tokens_at_open: int
    cache_note: str
    session_id: str
    session_source: SessionSource
    redactions: tuple[Redaction, ...]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """A closed fold: what left the window, and what stands in its place."""

    fold_id: FoldId
    tokens_reclaimed: int
    episodes_folded: int
    summary_episode_id: EpisodeId
    rollback_performed: bool
    rollback_detail: str
    trace_retrievable: bool
    redactions: tuple[Redaction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedEpisode:
    """A step of a fold, word for word. `content_offset` is not 0 where a page begins inside it."""

    episode_id: EpisodeId
    seq: int
    role: Role
    tool_name: str | None
    token_count: int
    content: str
    content_offset: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldTrace:
    """A fold, and a page of its steps. `next_offset` is None on the last page."""

    fold_id: FoldId
    parent_fold_id: FoldId | None
    description: str
    goal: str
    status: FoldState
    result_summary: str | None
    summary_episode_id: EpisodeId | None
    tokens_at_open: int
    tokens_reclaimed: int | None
    episode_count: int
    created_at: datetime
    closed_at: datetime | None
    offset: int
    next_offset: int | None
    episodes: tuple[FoldedEpisode, ...] = field(default=())


async def fold(
    world: World, caller: Caller, *, description: str, goal: str, slot_id: str | None = None
) -> Opened:
    """Open a fold; what the session commits from now on goes into it.

    Raises:
        InvalidArgumentError: the description or the goal is blank.
        ConflictError: folds are nested too deep already.
    """
    session_id, source = session_of(caller)
    about, hidden = masked(
        world, check_not_blank(description, name="description", chars_max=LIMITS.summary_chars)
    )
    aim, hidden_too = masked(
        world, check_not_blank(goal, name="goal", chars_max=LIMITS.summary_chars)
    )
    opened = await world.folds.open(
        Fold(
            id=FoldId(world.ids.new(FOLD)),
            project=caller.project,
            session_id=session_id,
            slot_id=checked_name(slot_id, name="slot_id") or "0",
            parent=None,
            description=about,
            goal=aim,
            state=FoldState.OPEN,
            tokens_at_open=0,
            opened_at=world.clock.now(),
        ),
        depth_max=LIMITS.fold_depth,
        # Whoever shares a token shares no task: neither waits for the other to close its fold.
        nests=source.known,
    )
    note = "close it with memory.unfold and this fold_id"
    if not source.known:
        note = "this session is shared by a token: pass fold_id with every commit; " + note
    return Opened(
        fold_id=opened.id,
        parent_fold_id=opened.parent,
        checkpoint=None,
        token_position=opened.tokens_at_open,
        tokens_at_open=opened.tokens_at_open,
        cache_note=NO_CHECKPOINT,
        session_id=session_id,
        session_source=source,
        redactions=hidden + hidden_too,
        note=note,
    )


async def unfold(world: World, caller: Caller, *, fold_id: str, result_summary: str) -> Closed:
    """Close a fold: its steps leave the window and the summary stands in their place.

    Raises:
        NotFoundError: no fold of the project has this id.
        ConflictError: it is not open, or another is open inside it.
    """
    text, redactions = masked(
        world,
        check_not_blank(result_summary, name="result_summary", chars_max=LIMITS.summary_chars),
    )
    summary = EpisodeDraft(
        id=EpisodeId(world.ids.new(EPISODE)),
        project=caller.project,
        session_id="",  # the fold's own, which the store knows
        role=Role.INTERNAL,
        content=text,
        content_sha256=sha256_of(text),
        token_count=world.tokens.count(text),
        token_counter=world.tokens.name,
        created_at=world.clock.now(),
        tool_name=None,
    )
    wanted = FoldId(check_text(fold_id, name="fold_id"))
    closing = await world.folds.close(wanted, summary=summary, now=world.clock.now())
    await follow(world, closing.fold.project)
    return Closed(
        fold_id=closing.fold.id,
        tokens_reclaimed=closing.fold.tokens_reclaimed or 0,
        episodes_folded=closing.fold.episodes_folded or 0,
        summary_episode_id=closing.summary.id,
        rollback_performed=False,
        rollback_detail=NO_CHECKPOINT,
        trace_retrievable=True,
        redactions=redactions,
    )


async def abandon(world: World, fold_id: str) -> Fold:
    """Give a fold up, for a person: its steps stay in the window.

    Raises:
        NotFoundError: no fold has this id.
        ConflictError: it is not open, or another is open inside it.
    """
    wanted = FoldId(check_text(fold_id, name="fold_id"))
    return await world.folds.abandon(wanted, now=world.clock.now())


async def recall_fold(world: World, caller: Caller, *, fold_id: str, offset: int = 0) -> FoldTrace:
    """Return a fold's steps word for word, in order, from *offset* characters on.

    Raises:
        NotFoundError: no fold of the project has this id.
    """
    found = await world.folds.get(FoldId(check_text(fold_id, name="fold_id")))
    project = await named_project(world, caller.project)
    if found is None or found[0].project != project.id:
        raise NotFoundError(
            f"no fold of this project has the id {fold_id}", hint="see open_folds in sakur4.status"
        )
    of_fold, inside = found
    total = sum(len(episode.content) for episode in inside)
    offset = max(0, min(offset, total))
    around = len(of_fold.description) + len(of_fold.goal) + len(of_fold.result_summary or "")
    steps = _page(inside, offset, room=LIMITS.answer_chars - around)
    upto = offset + sum(len(step.content) for step in steps)
    return FoldTrace(
        fold_id=of_fold.id,
        parent_fold_id=of_fold.parent,
        description=of_fold.description,
        goal=of_fold.goal,
        status=of_fold.state,
        result_summary=of_fold.result_summary,
        summary_episode_id=of_fold.summary_episode,
        tokens_at_open=of_fold.tokens_at_open,
        tokens_reclaimed=of_fold.tokens_reclaimed,
        episode_count=len(inside),
        created_at=of_fold.opened_at,
        closed_at=of_fold.closed_at,
        offset=offset,
        next_offset=upto if upto < total else None,
        episodes=tuple(steps),
    )


def _page(inside: Sequence[Episode], offset: int, *, room: int) -> list[FoldedEpisode]:
    """Return the steps from *offset* characters on, as many as have *room* in one answer.

    An empty step stands on the page of what is before it.
    """
    steps: list[FoldedEpisode] = []
    passed = 0
    for episode in inside:
        start = max(0, offset - passed)
        passed += len(episode.content)
        if offset and passed <= offset:
            continue
        if episode.content and room <= 0:
            break
        content = episode.content[start : start + room]
        room -= len(content) + len(episode.tool_name or "") + _STEP_CHARS
        steps.append(
            FoldedEpisode(
                episode_id=episode.id,
                seq=episode.seq,
                role=episode.role,
                tool_name=episode.tool_name,
                token_count=episode.token_count,
                content=content,
                content_offset=start,
            )
        )
    return steps
