"""An episode: one turn or tool result, word for word, never changed after it is written."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from lockstitch.domain.ids import EpisodeId, FoldId, ProjectId


class Role(StrEnum):
    """Who said it."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    INTERNAL = "internal"


class Tier(StrEnum):
    """How much of an episode is in the window; one step at a time, downwards."""

    LIVE = "live"
    MASKED = "masked"
    REFERENCED = "referenced"
    ARCHIVED = "archived"
    DROPPED = "dropped"


SUPERSEDED_NOTE = "superseded by a later episode"
"""The note of a corrected episode wherever eviction explains itself; clients match on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redaction:
    """A credential that was replaced before it was stored.

    `start` and `end` are character offsets of the marker in the stored text.
    """

    kind: str
    length: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeDraft:
    """An episode about to be written: checked, masked and counted."""

    id: EpisodeId
    project: ProjectId
    session_id: str
    role: Role
    content: str
    content_sha256: str
    token_count: int
    token_counter: str
    created_at: datetime
    occurred_at: datetime | None = None
    tool_name: str | None = None
    slot_id: str = "0"
    message_id: str | None = None
    tool_call_id: str | None = None
    corrects: EpisodeId | None = None
    fold_id: FoldId | None = None
    into_open_fold: bool = True
    """Whether it goes into the session's innermost open fold when `fold_id` names none."""
    idempotency_key: str | None = None
    client: str | None = None
    working_directory: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """An episode as it is stored, with the state that lies beside it."""

    id: EpisodeId
    position: int
    """Order in the store; never shown, and never used twice."""
    seq: int
    """Order in the project, from 1."""
    project: ProjectId
    session_id: str
    role: Role
    content: str
    content_sha256: str
    token_count: int
    token_counter: str
    created_at: datetime
    occurred_at: datetime | None
    tool_name: str | None
    slot_id: str
    message_id: str | None
    tool_call_id: str | None
    tier: Tier
    droppable: bool
    fold_id: FoldId | None
    superseded_by: EpisodeId | None
    corrects: EpisodeId | None
