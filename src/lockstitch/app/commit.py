"""Commit a turn or a tool result: check, mask, write, and index it before anything else is served."""

from dataclasses import dataclass
from datetime import UTC, datetime

from lockstitch.app.arguments import checked_name, session_of
from lockstitch.app.aside import aside
from lockstitch.app.indexing import facts_of, follow
from lockstitch.app.masks import masked
from lockstitch.app.world import World
from lockstitch.domain.anchor import SuggestedAnchor
from lockstitch.domain.episode import EpisodeDraft, Redaction, Role
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.ids import EPISODE, EpisodeId, FoldId
from lockstitch.domain.project import Caller, SessionSource
from lockstitch.domain.text import check_text, sha256_of
from lockstitch.intake.constraints import suggest


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What a caller commits. `occurred_at` is ISO 8601; without an offset it is UTC."""

    role: str
    content: str
    tool_name: str | None = None
    slot_id: str | None = None
    corrects: str | None = None
    message_id: str | None = None
    tool_call_id: str | None = None
    occurred_at: str | None = None
    fold_id: str | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """What was written."""

    episode_id: EpisodeId
    seq: int
    token_count: int
    token_counter: str
    content_sha256: str
    symbolic_facts: int
    symbolic_summary: str
    suggested_anchor: SuggestedAnchor | None
    supersedes: EpisodeId | None
    fold_id: FoldId | None
    redactions: tuple[Redaction, ...]
    session_id: str
    session_source: SessionSource
    repeated: bool
    """True when the idempotency key had written it before: nothing was written now."""


async def commit(world: World, caller: Caller, turn: Turn) -> Committed:
    """Write *turn*; when this returns it is durable, and the next recall finds it.

    Raises:
        InvalidArgumentError: an argument is not of its form.
        NotFoundError: `corrects` or `fold_id` names nothing in the project.
        ConflictError: the idempotency key was used for another content, or the fold is closed.
    """
    session_id, source = session_of(caller)
    size = len(turn.content)
    draft, redactions = await aside(world, size, lambda: _draft(world, caller, turn))
    episode, repeated = await world.episodes.append(draft)
    extraction = await aside(world, size, lambda: facts_of(episode))
    await follow(world, episode.project, parsed={episode.id: extraction})
    suggested = await aside(world, size, lambda: suggest(episode.content, role=episode.role))
    return Committed(
        episode_id=episode.id,
        seq=episode.seq,
        token_count=episode.token_count,
        token_counter=episode.token_counter,
        content_sha256=episode.content_sha256,
        symbolic_facts=len(extraction.facts),
        symbolic_summary=extraction.summary,
        suggested_anchor=suggested,
        supersedes=episode.corrects,
        fold_id=episode.fold_id,
        redactions=redactions,
        session_id=session_id,
        session_source=source,
        repeated=repeated,
    )


def _draft(world: World, caller: Caller, turn: Turn) -> tuple[EpisodeDraft, tuple[Redaction, ...]]:
    session_id, source = session_of(caller)
    content, redactions = masked(world, check_text(turn.content, name="content"))
    corrects = checked_name(turn.corrects, name="corrects")
    fold = checked_name(turn.fold_id, name="fold_id")
    draft = EpisodeDraft(
        id=EpisodeId(world.ids.new(EPISODE)),
        project=caller.project,
        session_id=session_id,
        role=_role(turn.role),
        content=content,
        content_sha256=sha256_of(content),
        token_count=world.tokens.count(content),
        token_counter=world.tokens.name,
        created_at=world.clock.now(),
        occurred_at=_moment(turn.occurred_at),
        tool_name=checked_name(turn.tool_name, name="tool_name"),
        slot_id=checked_name(turn.slot_id, name="slot_id") or "0",
        message_id=checked_name(turn.message_id, name="message_id"),
        tool_call_id=checked_name(turn.tool_call_id, name="tool_call_id"),
        corrects=None if corrects is None else EpisodeId(corrects),
        fold_id=None if fold is None else FoldId(fold),
        into_open_fold=source.known,
        idempotency_key=checked_name(turn.idempotency_key, name="idempotency_key"),
        client=caller.client,
        working_directory=caller.working_directory,
    )
    return draft, redactions


def _role(value: str) -> Role:
    try:
        return Role(value)
    except ValueError as error:
        roles = ", ".join(Role)
        raise InvalidArgumentError(f"role is {value!r}, not one of {roles}") from error


def _moment(value: str | None) -> datetime | None:
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError as error:
        raise InvalidArgumentError(
            f"occurred_at is no time in ISO 8601: {value!r}", hint="such as 2026-07-28T09:30:00Z"
        ) from error
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
