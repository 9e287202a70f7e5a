"""What is said about a store as a whole: its health, its counts, what a purge did."""

from dataclasses import dataclass
from datetime import datetime

from lockstitch.domain.ids import ProjectId


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many of each there are, in one project or, where project is None, in the store."""

    project: ProjectId | None
    episodes: int
    anchors: int
    sessions: int
    facts: int | None
    """None where nobody could count them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a check looked at. `problem` is empty when it holds."""

    check: str
    detail: str
    problem: str = ""
    mend: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A copy of the canonical file that we made, and know of so that a purge reaches it."""

    path: str
    created_at: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RestorePlan:
    """What a restore would bring, and what is in the store now and not in the backup."""

    path: str
    episodes: int
    episodes_lost: int
    anchors_lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PurgeTarget:
    """What a purge erases: the rows, and the text whose bytes must be gone."""

    kind: str
    id: str
    project: ProjectId | None
    texts: tuple[str, ...]
    keyed_hash: str
    """What stays of it: an HMAC under the store's own key."""
    about: str
    """One line for a person, without the text itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PurgeProof:
    """Where the erased bytes were looked for after a purge, and where they still are."""

    files_searched: tuple[str, ...]
    bytes_searched: int
    samples: int
    """How many pieces of the erased text were looked for."""
    found_in: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What an import did, or in a dry run would do, by kind of row."""

    added: dict[str, int]
    present: dict[str, int]
    refused: tuple[str, ...]
    notes: tuple[str, ...] = ()
