"""An atlas entry: an interpretation, with what it came from and that source's hash at the time."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from lockstitch.domain.ids import AtlasId, ProjectId


class SourceKind(StrEnum):
    """What an entry was derived from."""

    EPISODE = "episodic_stream"
    FACT = "symbolic_fact"


class StaleReason(StrEnum):
    """Why an entry is not to be believed any more."""

    CHANGED = "changed"
    """Its fact has another value now."""
    DELETED = "deleted"
    """Its fact, or its episode, is gone."""
    CORRECTED = "corrected"
    """A later episode corrects its episode."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasSource:
    """What an entry was derived from. `hash` is the SHA-256 of the source's text at that time.

    `was` is an excerpt of that text, so that a person sees what has changed.
    """

    kind: SourceKind
    id: str
    hash: str
    was: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasEntry:
    """An entry. Its first source is the episode that it was made from."""

    id: AtlasId
    project: ProjectId
    session_id: str
    content: str
    token_count: int
    sources: tuple[AtlasSource, ...]
    made_by: str
    """Which extractor, with its version."""
    created_at: datetime
    regenerated_at: datetime | None = None
    row: int = 0
    """Its number in the store; a regenerated entry gets a new one. Never shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Staleness:
    """Why an entry is stale: the first of its sources that does not say any more what it said."""

    source: AtlasSource
    reason: StaleReason
    now: str | None
    """What it says now; None when it is gone."""
