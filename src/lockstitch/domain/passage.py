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
    ENTRY = "semantic_entry"


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
    the turns before. `paths` are the files that the episode names, `names` what else it names, each
    in one spelling, so that episodes that speak of one thing are linked.
    """

    position: int
    episode: EpisodeId
    session_id: str
    tool_name: str
    seq: int
    body: str
    context: str
    paths: tuple[str, ...]
    names: tuple[str, ...]
    facts: tuple[IndexedFact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDocument:
    """An atlas entry as it goes into the lexical index. `row` is its number in the store."""

    row: int
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A question as a vector of one embedder. `vector` is coded: see `retrieval.coding`."""

    embedder: str
    vector: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What to look for, and where. `phrases` and `near` say what, `limit` how much; the rest narrows."""

    phrases: tuple[tuple[str, ...], ...]
    """Alternatives; each is a run of words that stand side by side."""
    limit: int
    """How many of each arm's best become candidates."""
    near: tuple[Near, ...] = ()
    common_share: float = 1.0
    """Phrases that a larger share of the episodes holds are left out, as long as one remains."""
    session_id: str | None = None
    file_path: str | None = None
    include_folded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An episode that an arm found, with what every arm says of it."""

    position: int
    superseded: bool
    said_at: datetime
    words: float | None = None
    """Grows with how well it matches, and has no unit; None when it is not among the best."""
    near: tuple[float | None, ...] = ()
    """Its cosine for each of the search's `near`; None where it has no vector yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCandidate:
    """An atlas entry that an arm found; `position` is that of the episode it was made from."""

    row: int
    position: int
    words: float | None = None
    near: tuple[float | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FactHit:
    """A fact that holds a phrase."""

    fact: Fact
    position: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How many of a project's passages have a vector of an embedder."""

    embedded: int
    total: int

    @property
    def share(self) -> float:
        """From 0 to 1; of nothing, 1."""
        return self.embedded / self.total if self.total else 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHits:
    """What a search found. Candidates stand in the order of their positions."""

    episodes: tuple[Candidate, ...] = ()
    entries: tuple[EntryCandidate, ...] = ()
    facts: tuple[FactHit, ...] = ()
    coverage: tuple[Coverage, ...] = ()
    """Of each of the search's `near`."""
    common: tuple[tuple[str, ...], ...] = ()
    """Phrases that were left out, because too many episodes hold them."""
    holders: tuple[int, ...] = ()
    """How many episodes hold each of the other phrases, in their order."""
    documents: int = 0
    """How many episodes the index holds."""
    complete: bool = True
    """Whether the index held all that was written when it was searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An episode that holds a name, a file or a fact; `holders` is how many episodes hold it."""

    name: str
    position: int
    holders: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageRef:
    """A passage that can have vectors: an episode by its position, or an entry by its row."""

    kind: PassageKind
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """The vectors of a passage, one a window, coded. `hash` is the SHA-256 of its text.

    `context` are the positions of the turns before it that its vectors took in: when one of them is
    gone, so are they.
    """

    ref: PassageRef
    hash: str
    vectors: tuple[bytes, ...]
    context: tuple[int, ...] = ()


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
