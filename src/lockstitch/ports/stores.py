"""The stores: what is canonical (never rebuilt) and what is derived (can be thrown away).

Each method is one transaction: it happens whole or not at all, and what it returns is durable.
"""

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from lockstitch.domain.anchor import Anchor
from lockstitch.domain.atlas import AtlasEntry
from lockstitch.domain.episode import Episode, EpisodeDraft
from lockstitch.domain.fact import Fact
from lockstitch.domain.fold import Fold
from lockstitch.domain.ids import AnchorId, AtlasId, EpisodeId, FactId, FoldId, ProjectId
from lockstitch.domain.passage import (
    Candidate,
    Coverage,
    Document,
    Embedded,
    EntryDocument,
    Link,
    PassageRef,
    Search,
    SearchHits,
)
from lockstitch.domain.project import Evidence, Project, Session
from lockstitch.domain.store import (
    Backup,
    Counts,
    Finding,
    ImportReport,
    PurgeProof,
    PurgeTarget,
    RestorePlan,
)

Row = dict[str, object]
"""A row for export and import: plain JSON values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    """A project found by a directory. `complete` is False when its roots are worth another look."""

    project: Project
    complete: bool


class ProjectStore(Protocol):
    """Knows projects by their evidence."""

    async def recognise(self, located: Evidence, *, now: datetime) -> Recognised | None:
        """Return the project of a directory that was seen before."""
        ...

    async def resolve(self, examined: Evidence, *, new_id: ProjectId, now: datetime) -> Project:
        """Return the project that *examined* belongs to, made under *new_id* when there is none."""
        ...

    async def get(self, name: str) -> Project | None:
        """Return the project with this id, or with this name when only one has it."""
        ...

    async def all(self) -> Sequence[Project]:
        """Return every project that is not merged into another, oldest first."""
        ...


class ProjectEditor(Protocol):
    """Changes which project things belong to. Nothing recorded is lost by any of these."""

    async def rename(self, project: ProjectId, *, name: str) -> Project:
        """Give a project another name."""
        ...

    async def link(self, project: ProjectId, *, evidence: Evidence, now: datetime) -> Project:
        """Make a directory belong to *project* from now on; what is recorded stays where it is."""
        ...

    async def merge(self, source: ProjectId, *, into: ProjectId, now: datetime) -> Project:
        """Move sessions, rules and directories of *source* into another project.

        A rule that the other project has already is withdrawn: one of the two stands.
        """
        ...

    async def split(
        self,
        project: ProjectId,
        *,
        sessions: Sequence[str],
        directory: str | None,
        new_id: ProjectId,
        name: str,
        now: datetime,
    ) -> Project:
        """Move sessions, and those that worked in *directory*, into a new project.

        Raises:
            NotFoundError: a session is not there, or nothing is below *directory*.
        """
        ...


class EpisodeStore(Protocol):
    """Keeps episodes, in the order of their writing."""

    async def append(self, draft: EpisodeDraft) -> tuple[Episode, bool]:
        """Write an episode with all that follows from it; True when its key had written it before.

        Raises:
            NotFoundError: `corrects` or `fold_id` names nothing in the project.
            ConflictError: the idempotency key was used for another content, or the fold is closed.
        """
        ...

    async def get(self, ids: Sequence[EpisodeId]) -> Sequence[Episode]:
        """Return those that exist, in the order asked for."""
        ...

    async def at(self, positions: Sequence[int]) -> Sequence[Episode]:
        """Return those that exist, in the order asked for."""
        ...

    async def after(self, project: ProjectId, *, position: int, limit: int) -> Sequence[Episode]:
        """Return the next episodes of a project, oldest first."""
        ...

    async def before(
        self, episodes: Sequence[Episode], *, limit: int
    ) -> Sequence[Sequence[Episode]]:
        """Return, for each, the turns before it in its session and fold, newest first.

        Tool results are none of them.
        """
        ...


class AnchorStore(Protocol):
    """Keeps pinned rules."""

    async def pin(self, anchor: Anchor) -> tuple[Anchor, bool]:
        """Write a rule, or return the one that says the same in that scope, and True."""
        ...

    async def withdraw(self, anchor: AnchorId, *, now: datetime) -> Anchor:
        """Take a rule back. It stays readable by its id."""
        ...

    async def get(self, anchor: AnchorId) -> Anchor | None:
        """Return a rule, withdrawn or not."""
        ...

    async def standing(self, project: ProjectId) -> Sequence[Anchor]:
        """Return the rules of the project, of its sessions, and those that hold everywhere."""
        ...

    async def revision(self) -> int:
        """Return a number that grows whenever a rule is pinned or withdrawn, by any process."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldClosing:
    """What a fold's closing did."""

    fold: Fold
    summary: Episode


class FoldStore(Protocol):
    """Keeps folds."""

    async def open(self, fold: Fold, *, depth_max: int, nests: bool) -> Fold:
        """Open a fold, inside the session's innermost open one if it *nests*.

        Its parent and its tokens_at_open are filled in.
        """
        ...

    async def close(self, fold: FoldId, *, summary: EpisodeDraft, now: datetime) -> FoldClosing:
        """Close a fold: its steps leave the window, and *summary* stands in their place."""
        ...

    async def abandon(self, fold: FoldId, *, now: datetime) -> Fold:
        """Give a fold up: its steps stay in the window as if it had never been opened."""
        ...

    async def get(self, fold: FoldId) -> tuple[Fold, Sequence[Episode]] | None:
        """Return a fold and all that is in it, inner folds included, in order."""
        ...

    async def open_of(self, project: ProjectId) -> Sequence[Fold]:
        """Return the open folds of a project, outermost first."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a project's derived file has come. Equal numbers: nothing is left to do."""

    indexed: int
    written: int
    """Position of the newest episode."""
    entries_indexed: int
    entries_written: int
    """Row of the newest atlas entry."""
    generation: int
    """Which of the project's derived files it is about: another one starts at nothing."""


class PassageIndex(Protocol):
    """Finds passages. All of it is derived: one file per project, rebuilt by deleting it.

    A damaged file raises `StoreDamagedError` once, and is empty from then on.
    """

    async def progress(self, project: ProjectId) -> Progress:
        """Return how far the index has come, and how far the project has."""
        ...

    async def put(
        self, project: ProjectId, *, since: Progress, upto: int, documents: Sequence[Document]
    ) -> bool:
        """Index *documents*, which follow *since*; False when the file is not as far any more."""
        ...

    async def search(self, project: ProjectId, search: Search) -> SearchHits:
        """Return what matches, within the project's own statistics."""
        ...

    async def candidates(
        self, project: ProjectId, search: Search, *, positions: Sequence[int]
    ) -> Sequence[Candidate]:
        """Return what the search's `near` says of these episodes; without what its filters hide."""
        ...

    async def links(
        self, project: ProjectId, *, positions: Sequence[int], holders_max: int
    ) -> Sequence[Link]:
        """Return who holds the names, files and facts of these episodes, the rarest first.

        What more than *holders_max* episodes hold, or one alone, links nothing.
        """
        ...

    async def put_entries(
        self, project: ProjectId, *, since: Progress, upto: int, entries: Sequence[EntryDocument]
    ) -> bool:
        """Index atlas entries, which follow *since*; False when the file is not as far any more."""
        ...

    async def reset(self, project: ProjectId) -> None:
        """Throw the derived file away, for every process."""
        ...


class VectorStore(Protocol):
    """Keeps the vectors of passages. Derived, in the project's file; a rebuild carries them over."""

    async def embedders(self, project: ProjectId) -> Sequence[str]:
        """Return the ids of the embedders that the project has any vectors of."""
        ...

    async def coverage(self, project: ProjectId, embedder: str) -> Coverage:
        """Return how many passages of the project have vectors of *embedder*."""
        ...

    async def pending(
        self, project: ProjectId, embedder: str, *, limit: int
    ) -> Sequence[PassageRef]:
        """Return passages without vectors of *embedder*, the newest first, entries before episodes."""
        ...

    async def put(self, project: ProjectId, embedder: str, passages: Sequence[Embedded]) -> int:
        """Keep vectors; return of how many passages. What is not there any more is passed over."""
        ...

    async def keep_only(self, project: ProjectId, embedders: Sequence[str]) -> int:
        """Drop the vectors of every other embedder; return how many went."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Aged:
    """An episode that is due for something: its id and where it stands."""

    id: EpisodeId
    position: int


class AtlasStore(Protocol):
    """Keeps atlas entries. They are canonical: what they came from may change, they stay."""

    async def add(self, entry: AtlasEntry) -> bool:
        """Write an entry; False when its episode has one, or is gone: nothing was written."""
        ...

    async def regenerate(self, entry: AtlasEntry, *, of_row: int) -> bool:
        """Put *entry* in the place of the row *of_row*; False when that is not current any more."""
        ...

    async def get(self, ids: Sequence[AtlasId]) -> Sequence[AtlasEntry]:
        """Return those that exist, as they are now, in the order asked for."""
        ...

    async def at(self, rows: Sequence[int]) -> Sequence[AtlasEntry]:
        """Return those that are current, in the order asked for."""
        ...

    async def after(self, project: ProjectId, *, row: int, limit: int) -> Sequence[AtlasEntry]:
        """Return the next current entries of a project, oldest first."""
        ...

    async def count(self, project: ProjectId | None) -> int:
        """Return how many current entries a project, or the store, has."""
        ...

    async def unpromoted(
        self, project: ProjectId, *, tokens_min: int, limit: int
    ) -> Sequence[Aged]:
        """Return live, uncorrected user, assistant and tool turns of that size without an entry.

        The newest first.
        """
        ...

    async def archivable(
        self, project: ProjectId, *, before: datetime, limit: int
    ) -> Sequence[Aged]:
        """Return episodes of before that moment which no tier has put away yet, oldest first."""
        ...

    async def archive(self, positions: Sequence[int]) -> int:
        """Move episodes to the archive, a step at a time; return how many moved."""
        ...


class Leases(Protocol):
    """Lets one process at a time do a thing, and another one when it has died."""

    async def take(self, name: str, *, holder: str, now: datetime, until: datetime) -> bool:
        """Take or prolong a lease; False while another one holds it."""
        ...

    async def give_back(self, name: str, *, holder: str) -> None:
        """End a lease early."""
        ...

    async def last_write(self) -> datetime | None:
        """Return when an episode was last written, by any process; None when there is none."""
        ...


class FactLedger(Protocol):
    """Reads the symbolic ledger, which is derived."""

    async def facts(self, project: ProjectId, ids: Sequence[FactId]) -> Sequence[Fact]:
        """Return those that exist, in the order asked for."""
        ...

    async def of_episode(self, project: ProjectId, episode: EpisodeId) -> Sequence[Fact]:
        """Return the facts seen in an episode, with the values that they had there."""
        ...

    async def sources(self, project: ProjectId, fact: FactId) -> Sequence[EpisodeId]:
        """Return the episodes in which a fact was seen, oldest first."""
        ...


class Catalogue(Protocol):
    """Counts and lists what is there."""

    async def counts(self, project: ProjectId | None) -> Counts:
        """Return counts of a project, or of the store."""
        ...

    async def sessions(self, project: ProjectId, *, limit: int) -> Sequence[Session]:
        """Return the sessions of a project, the latest first."""
        ...

    async def project_of(self, item: str) -> ProjectId | None:
        """Return the project that an episode, anchor or fold belongs to now."""
        ...


class Caretaker(Protocol):
    """Looks after the files."""

    async def check(self) -> Sequence[Finding]:
        """Look at every file; change nothing."""
        ...

    async def back_up(self, path: Path | None, *, reason: str, now: datetime) -> Backup:
        """Copy the canonical file, whole and consistent, while others work on."""
        ...

    async def backups(self) -> Sequence[Backup]:
        """Return the copies that we made, newest first."""
        ...

    async def compare(self, path: Path) -> RestorePlan:
        """Return what a restore of *path* would bring and lose; change nothing.

        Raises:
            StoreDamagedError: the file is no backup, or does not hold together.
        """
        ...

    async def restore(self, path: Path) -> None:
        """Put the content of *path* in the place of the canonical file's, for every process."""
        ...


class Eraser(Protocol):
    """Erases, and shows that it is gone."""

    async def erase(self, targets: Sequence[PurgeTarget], *, now: datetime) -> Sequence[str]:
        """Erase rows from every file of ours; return the backups that are out of reach.

        Derived files are thrown away. Interrupted, it can be asked for again.
        """
        ...

    async def holders(self, text: str, *, besides: Sequence[str]) -> Sequence[str]:
        """Return the ids of other things that hold *text* word for word."""
        ...

    async def prove(self, texts: Sequence[str]) -> PurgeProof:
        """Search every file of ours for the bytes of *texts*."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What a load did, and the projects that have new episodes by it."""

    report: ImportReport
    touched: tuple[ProjectId, ...]


class Transfer(Protocol):
    """Gives and takes everything canonical as rows of `domain.export`."""

    def rows(self, project: ProjectId | None) -> AsyncIterator[Row]:
        """Yield every canonical row, in an order that does not depend on when they were read.

        All are of one moment, whatever is written meanwhile, and few are held at a time.
        """
        ...

    async def load(self, rows: Iterable[Row], *, dry_run: bool) -> Loaded:
        """Add the rows that are not there, all or none; in a dry run none, with the same answer.

        *rows* is read as it is worked off, in another thread; each was checked. An episode whose
        `seq` is None takes the next of its project. Only what was purged here is refused.

        Raises:
            ConflictError: a row is there with other content; nothing was changed.
            InvalidArgumentError: a row refers to what is nowhere, or does not hold together.
        """
        ...
