"""What an import asks of another tool's store: everything in it, as values, with nothing written."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignProject:
    """A project of the other store. `root` is its folder, or empty."""

    id: str
    root: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignSession:
    """A session of the other store. Its project, and its times, may be unknown."""

    id: str
    project: str | None
    created_at: datetime | None
    last_seen_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignEpisode:
    """A turn of the other store, word for word. Older stores know no project of it."""

    id: str
    session_id: str
    project: str | None
    slot_id: str
    role: str
    content: str
    tool_name: str | None
    created_at: datetime | None
    fold_id: str | None
    tier: str
    droppable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignFold:
    """A fold of the other store."""

    id: str
    session_id: str
    slot_id: str
    description: str
    goal: str
    status: str
    result_summary: str | None
    summary_episode: str | None
    tokens_at_open: int
    tokens_reclaimed: int | None
    created_at: datetime | None
    closed_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignAnchor:
    """A pinned rule of the other store; bound to a session, to a project, or to nobody."""

    id: str
    content: str
    kind: str
    session_id: str | None
    project: str | None
    pinned_by: str
    created_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """A row that cannot be read as what it should be."""

    item: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignContents:
    """All of a store but its episodes, which are too many to be held."""

    version: int
    folder: str
    """Where the store lies; absolute."""
    projects: tuple[ForeignProject, ...]
    sessions: tuple[ForeignSession, ...]
    folds: tuple[ForeignFold, ...]
    anchors: tuple[ForeignAnchor, ...]
    corrections: tuple[tuple[str, str], ...]
    """Pairs of ids, in order: the episode that corrects, and the one that is corrected."""
    unreadable: tuple[Unreadable, ...]
    left_out: Mapping[str, int]
    """How many there are of what is not imported."""


class ForeignStore(Protocol):
    """A store of another tool, open for reading, on one view of it."""

    def contents(self) -> ForeignContents:
        """Return all but the episodes."""
        ...

    def episodes(self) -> Iterator[ForeignEpisode | Unreadable]:
        """Yield every episode in the order it was written; may be asked for more than once.

        Raises:
            ConflictError: the store was written to so that what was read does not hold together.
        """
        ...


class ForeignReader(Protocol):
    """Opens stores of another tool."""

    def open(self, path: Path) -> AbstractContextManager[ForeignStore]:
        """Return the store at *path*, to be used by one thread at a time.

        Raises:
            NotFoundError: there is no file.
            InvalidArgumentError: it is no store of that tool, or it is enciphered.
            StoreError: it cannot be read.
        """
        ...
