"""A fold: a sub-task whose steps leave the window and stay readable."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from lockstitch.domain.ids import EpisodeId, FoldId, ProjectId


class FoldState(StrEnum):
    """open → closed by a result, or → abandoned by a person."""

    OPEN = "open"
    CLOSED = "closed"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """A fold as it is stored. Token counts are those of the episodes in it."""

    id: FoldId
    project: ProjectId
    session_id: str
    slot_id: str
    parent: FoldId | None
    description: str
    goal: str
    state: FoldState
    tokens_at_open: int
    opened_at: datetime
    closed_at: datetime | None = None
    result_summary: str | None = None
    summary_episode: EpisodeId | None = None
    tokens_reclaimed: int | None = None
    episodes_folded: int | None = None
