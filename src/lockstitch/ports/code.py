"""What the code engine asks of the world: a parser, a folder of sources, and a place for what was found.

All of it is derived but the marks. The index of a project describes one root, the one that was asked for last.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple, Protocol

from lockstitch.domain.code import CodeState, Symbol, Tier, Tree
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.source import FileRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A language that the parser knows. `reason` says why it cannot be read here; empty where it can."""

    language: str
    tier: Tier
    reason: str


class SourceParser(Protocol):
    """Reads source text."""

    @property
    def version(self) -> str:
        """What makes the records: a record of another version is made again."""
        ...

    def languages(self) -> Sequence[Spoken]:
        """Return every language, sorted; loads each grammar to see that it is there."""
        ...

    def language_of(self, path: str) -> str | None:
        """Return the language of a file by its name; None where it is none of ours."""
        ...

    def parse(self, path: str, content: bytes) -> FileRecord:
        """Return what is in a file. Never fails: what did not parse is missing, and `damaged` set."""
        ...


class Refused(NamedTuple):
    """A file that was not read. Its `reason` is one that a `LeftOut` may have."""

    reason: str


class SourceTree(Protocol):
    """Looks at a repository. Writes nothing there, and follows no link out of it. Blocking."""

    def look(self, root: str) -> Tree:
        """Return what there is to read.

        Raises:
            InvalidArgumentError: the root is a home directory, a file system's root, or no directory.
        """
        ...

    def read(self, root: str, path: str) -> bytes | Refused:
        """Return a file's bytes; why not where it is gone, unreadable, too large or no text."""
        ...

    def changed_since(self, root: str, revision: str) -> Mapping[str, Sequence[tuple[int, int]]]:
        """Return the lines, first and last, that differ from a revision, by path; removed files too.

        Raises:
            InvalidArgumentError: there is no such revision, or no git.
        """
        ...


class StoredFile(NamedTuple):
    """What the index knows of a file without its record."""

    path: str
    hash: str
    """SHA-256 of its bytes, in hex."""
    size: int
    modified_ns: int
    inode: int
    prefix: str
    """What its symbols' canonical names begin with."""
    mentions: frozenset[str]
    """Every identifier in it."""
    interface: Mapping[str, str]
    """What others may see of it: a name, and a digest of all that is defined under it."""
    leans: Mapping[str, frozenset[str]]
    """For a name of the interface, the identifiers that what it is depends on."""


class NewSymbol(NamedTuple):
    """A symbol of a file that is written."""

    symbol: Symbol
    tokens: str
    """The words that it is found by: the parts of its name."""


class NewEdge(NamedTuple):
    """An edge that a file owns: its source is in the file."""

    source: str
    target: str
    via: str
    sureness: str
    line: int


DYNAMIC: Final = "dynamic"
"""The reason of a use by a computed name: its own name is the text that computes it."""


class NewUnbound(NamedTuple):
    """A use in a file that could not be bound."""

    source: str
    name: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedFile:
    """A file as it is written to the index. `symbols` and `record` are None where only edges changed."""

    file: StoredFile
    record: FileRecord | None
    symbols: tuple[NewSymbol, ...] | None
    edges: tuple[NewEdge, ...]
    unbound: tuple[NewUnbound, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A caller whose target's interface changed after the caller was last edited. Canonical."""

    caller: str
    target: str
    file: str
    """Of the caller."""
    file_hash: str
    """Of the caller's file when the mark was made: another one takes the mark away."""
    marked_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexUpdate:
    """One step of the index, taken whole or not at all. Files that are not named stay as they are."""

    removed: tuple[str, ...]
    written: tuple[IndexedFile, ...]
    touched: tuple[StoredFile, ...]
    """Files whose content is the same: only size, time and inode are new."""
    state: CodeState
    parser: str
    """The parser's version."""


class GraphRows(NamedTuple):
    """The whole graph, in numbers. Symbols are numbered from 0 in the order of file path and place."""

    names: list[str]
    files: list[str]
    """Of each symbol."""
    kinds: list[str]
    tests: list[bool]
    edges: list[tuple[int, int, str, str, int]]
    """Source, target, via, sureness, line; sorted."""


class CodeStore(Protocol):
    """Keeps the code index of each project, in a file of its own that can be thrown away."""

    async def state(self, project: ProjectId) -> tuple[CodeState, str, int] | None:
        """Return what the index describes, the parser's version, and its revision; None before the first.

        The revision grows with every update, of any process.
        """
        ...

    async def files(self, project: ProjectId) -> Mapping[str, StoredFile]:
        """Return every file of the index, by path."""
        ...

    def load(self, project: ProjectId, path: str) -> FileRecord:
        """Return the record of a file of the index. Blocking: for a thread that may wait.

        Raises:
            KeyError: it is not there, or the index was thrown away meanwhile.
        """
        ...

    async def update(self, project: ProjectId, update: IndexUpdate, *, since: int) -> bool:
        """Take a step; False, and nothing changed, when the revision is not *since* any more."""
        ...

    async def reset(self, project: ProjectId) -> None:
        """Throw the index away."""
        ...


class CodeQueries(Protocol):
    """Reads the code index."""

    async def symbols(self, project: ProjectId, names: Sequence[str]) -> Sequence[Symbol]:
        """Return those with these canonical names, in the order asked for."""
        ...

    async def ending(self, project: ProjectId, last: str, *, limit: int) -> Sequence[Symbol]:
        """Return the symbols whose own name, number left away, is *last*, sorted by name."""
        ...

    async def matching(self, project: ProjectId, words: str, *, limit: int) -> Sequence[Symbol]:
        """Return symbols by parts of their names, the best first."""
        ...

    async def own_names(self, project: ProjectId, *, shortest: int, longest: int) -> Sequence[str]:
        """Return the own names of all symbols, numbers left away, of so many letters; sorted."""
        ...

    async def in_file(self, project: ProjectId, path: str) -> Sequence[Symbol]:
        """Return the symbols of a file, or of all files below a folder, in the order of the text."""
        ...

    async def users(
        self, project: ProjectId, targets: Sequence[str]
    ) -> Sequence[tuple[str, str, str]]:
        """Return who uses these symbols from another one: user, target, and the user's file; sorted.

        Imports and candidates are none of them.
        """
        ...

    async def counts(self, project: ProjectId) -> tuple[int, int]:
        """Return how many symbols and edges the index holds."""
        ...

    async def unbound(
        self, project: ProjectId, names: Sequence[str], *, limit: int
    ) -> tuple[int, Sequence[NewUnbound]]:
        """Return how many uses of these names could not be bound, and the first of them by place."""
        ...

    async def dynamic(self, project: ProjectId, *, limit: int) -> Sequence[NewUnbound]:
        """Return uses by a computed name, the first of them by place."""
        ...

    async def graph(self, project: ProjectId) -> GraphRows:
        """Return the whole graph."""
        ...


class MarkStore(Protocol):
    """Keeps which callers have not been edited since their target changed. Canonical."""

    async def marks(self, project: ProjectId) -> Sequence[Mark]:
        """Return every mark, sorted by caller and target."""
        ...

    async def change(
        self, project: ProjectId, *, added: Sequence[Mark], removed: Sequence[tuple[str, str]]
    ) -> None:
        """Add marks, and take away those of these pairs of caller and target."""
        ...
