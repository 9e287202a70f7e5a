"""Code as it is asked about: symbols, who uses them, and how sure that is."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Via(StrEnum):
    """How one symbol reaches another."""

    CALL = "call"
    INSTANTIATE = "instantiate"
    OVERRIDE = "override"
    IMPORT = "import"
    REFERENCE = "reference"
    PROPERTY = "property"
    FIXTURE = "fixture"


class Sureness(StrEnum):
    """How sure an edge is."""

    EXACT = "exact"
    """Every name on the way to it is bound."""
    INFERRED = "inferred"
    """Something on the way is what the code lets one conclude, such as a type that nobody declared."""
    CANDIDATE = "candidate"
    """The receiver is unknown, and few have a member of that name. Listed apart, and never ranked."""


class Tier(StrEnum):
    """How much of a language is understood."""

    FULL = "full"
    PARTIAL = "partial"
    NAMES = "names only"


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    """A definition in code."""

    name: str
    """Canonical: the path without extension, its scopes and its own name, joined by `::`."""
    kind: str
    signature: str
    file: str
    line: int
    first: int
    last: int
    start: int
    stop: int
    ast_hash: str
    interface_hash: str
    """Of what others see of it: a change of its body alone leaves it."""
    language: str
    test: bool
    """It stands among tests, examples or docs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """One symbol uses another. Both ends are canonical names."""

    source: str
    target: str
    via: Via
    sureness: Sureness
    line: int
    """Of the use, in the file of the source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unbound:
    """A use that could not be bound: the name that was called, and where."""

    source: str
    name: str
    file: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file of a repository as the disk shows it. `path` is relative, with `/`."""

    path: str
    size: int
    modified_ns: int
    inode: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Files that were not read, and why."""

    reason: str
    """A limit, `ignored`, `unreadable`, `binary`, ..."""
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """What there is to read below a root, at one moment."""

    root: str
    files: tuple[SourceFile, ...]
    """Sorted by path."""
    left_out: tuple[LeftOut, ...]
    commit: str | None
    """The commit that is checked out; None outside of git, or before the first."""
    dirty: bool | None
    """Something differs from that commit; None where nobody can say."""
    config: tuple[SourceFile, ...]
    """Files that say how modules are found (`tsconfig.json`, `go.mod`, `package.json`), sorted by path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeState:
    """What a code answer is about."""

    root: str
    commit: str | None
    dirty: bool | None
    digest: str
    """Of all paths and contents that were read."""
    indexed_at: datetime
    files: int
    left_out: tuple[LeftOut, ...]
    damaged: tuple[str, ...]
    """Files with syntax errors: what parsed of them is there. Sorted."""
    languages: dict[str, int]
    """Files by language."""
