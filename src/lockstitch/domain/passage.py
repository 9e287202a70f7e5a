"""A passage: anything recall can return. And what a search for passages is asked and gives."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from lockstitch.domain.fact import Fact, FactDraft
from lockstitch.domain.ids import EpisodeId, FoldId, ProjectId


class PassageKind(StrEnum):
    """What a passage is."""

    EPISODE = "episode"
    FACT = "symbolic_fact"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedFact:
    """A fact, with its name and value as searchable text."""

    fact: FactDraft
    name_words: str
    value_words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """An episode as it goes into the lexical index.

    `body` and `context` are searchable text: words, with identifiers split; `context` is that of
    the turns before. `paths` are the files that the episode names.
    """

    position: int
    episode: EpisodeId
    session_id: str
    tool_name: str
    seq: int
    body: str
    context: str
    paths: tuple[str, ...]
    facts: tuple[IndexedFact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What to look for, and where. Every field but `phrases` and `limit` narrows."""

    phrases: tuple[tuple[str, ...], ...]
    """Alternatives; each is a run of words that stand side by side."""
    limit: int
    common_share: float = 1.0
    """Phrases that a larger share of the episodes holds are left out, as long as one remains."""
    session_id: str | None = None
    file_path: str | None = None
    include_folded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeHit:
    """An episode that holds a phrase. `score` grows with how well it matches; it has no unit."""

    position: int
    score: float
    superseded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FactHit:
    """A fact that holds a phrase."""

    fact: Fact
    position: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHits:
    """What a search found, best first."""

    episodes: tuple[EpisodeHit, ...] = ()
    facts: tuple[FactHit, ...] = ()
    complete: bool = True
    """Whether the index held all that was written when it was searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One result of recall."""

    kind: PassageKind
    id: str
    score: float
    retrievers: tuple[str, ...]
    stale: bool
    current_value: str | None
    text: str
    token_cost: int
    reasons: tuple[str, ...]
    created_at: datetime
    session_id: str
    role: str | None = None
    tool_name: str | None = None
    fold_id: FoldId | None = None
    disputed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Recollection:
    """The answer of recall: passages, best first, and what there is to say about them."""

    query: str
    k: int
    project: ProjectId
    results: tuple[Passage, ...] = ()
    stale_flags: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())
