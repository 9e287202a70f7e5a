"""Derived files that do not count any more: what is taken over from them, and when they go.

A vector costs more to make than all else in a derived file, and holds as long as its passage's text
does, whatever project and generation it was made in. So a stray stays until each file that might
take vectors from it was made.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from typing import Final, Protocol, cast

import apsw

from lockstitch.domain.ids import ProjectId
from lockstitch.stores.sqlite.database import (
    READ_ONLY,
    Cells,
    Connection,
    connect,
    whole,
)
from lockstitch.stores.sqlite.queries import named, query

COMPANIONS: Final = ("", "-wal", "-shm", "-journal")
"""What lies beside a file, and the file itself."""
_BATCH: Final = 2_000

Passage = tuple[int, int]
"""Kind and number."""


class _Streaming(Protocol):
    def execute(self, statements: str, /) -> Iterator[Cells]: ...


def name_of(project: object, generation: object) -> str:
    """Return the name of a project's derived file."""
    return f"{project}.g{generation}.db"


def counting_files(connection: Connection) -> set[str]:
    """Return the names of the files that count by the canonical *connection*, made or not."""
    return {name_of(*row) for row in connection.rows(query("generations"))}


def unmade(connection: Connection, folder: Path) -> list[ProjectId]:
    """Return the projects that hold something and have no derived file yet."""
    rows = connection.rows(query("generations_with_content"))
    return [ProjectId(str(row[0])) for row in rows if not (folder / name_of(*row)).exists()]


def discard_strays(connection: Connection, folder: Path, *, key: str | None) -> None:
    """Remove from *folder* every file but those that count, and those that vectors are still in.

    That is what other generations left, and projects that were merged or are not there.
    """
    strays = _strays(connection, folder)
    waiting = unmade(connection, folder) if strays else []
    for path in strays:
        if not waiting or not _is_wanted(path, connection, waiting, key=key):
            remove(path)


def discard_all_strays(connection: Connection, folder: Path) -> None:
    """Remove from *folder* every file but those that count, whatever they hold."""
    for path in _strays(connection, folder):
        remove(path)


def remove(path: Path) -> None:
    """Remove a derived file with what lies beside it."""
    for companion in COMPANIONS:
        # Some systems keep a file while another process reads it: whoever discards next removes it.
        with suppress(PermissionError):
            path.with_name(path.name + companion).unlink(missing_ok=True)


def take_over(connection: Connection, project: ProjectId, folder: Path, *, key: str | None) -> None:
    """Copy what strays in *folder* hold of the vectors of *project* into its new file.

    In the transaction that is open. A passage must be there, with the text that it had, and so must
    the turns whose words its vector took in. A stray that cannot be read is passed over.
    """
    own = f"{project}."
    strays = sorted(
        _strays(connection, folder), key=lambda path: (not path.name.startswith(own), path.name)
    )
    taker = _Taker(connection, project)
    for path in strays:
        taker.take(_batches(path, "vectors_of_stray", key=key))


class _Taker:
    """Takes vectors over into the file of *project*."""

    def __init__(self, connection: Connection, project: ProjectId) -> None:
        self._connection = connection
        self._project = project
        self._sql = named("derived_queries.sql")
        self._numbers: dict[str, int] = {}
        self._taken: set[tuple[int, Passage]] = set()

    def take(self, batches: Iterable[Sequence[Cells]]) -> None:
        """Take what holds of a file, but passages that a file of before had."""
        new: set[tuple[int, Passage]] = set()
        for batch in batches:
            new |= self._take(batch)
        self._taken |= new

    def _take(self, batch: Sequence[Cells]) -> set[tuple[int, Passage]]:
        contexts = {str(row[5]): positions_in(str(row[5])) for row in batch}
        hashes = hashes_of(
            self._connection,
            self._project,
            {(whole(row[1]), whole(row[2])) for row in batch}.union(*contexts.values()),
        )
        new: set[tuple[int, Passage]] = set()
        kept: list[Cells] = []
        for embedder, kind, number, window, digest, context, data in batch:
            passage = whole(kind), whole(number)
            if hashes.get(passage) != digest or not contexts[str(context)] <= hashes.keys():
                continue
            of = self._number(str(embedder))
            if (of, passage) not in self._taken:
                new.add((of, passage))
                kept.append((of, kind, number, window, digest, context, data))
        self._connection.run_many(self._sql["take_vector"], kept)
        return new

    def _number(self, embedder: str) -> int:
        if embedder not in self._numbers:
            self._numbers[embedder] = self._connection.number(
                self._sql["add_embedder"], {"embedder": embedder}
            )
        return self._numbers[embedder]


def positions_in(context: str) -> set[Passage]:
    """Return the episodes that a vector took in besides its own."""
    return {(0, whole(position)) for position in cast("list[object]", json.loads(context))}


def hashes_of(
    connection: Connection, project: ProjectId, passages: Collection[Passage]
) -> dict[Passage, str]:
    """Return the SHA-256 of the text of those of *passages* that *project* holds now."""
    binds = {
        "project": project,
        "positions": _numbers(passages, kind=0),
        "rows": _numbers(passages, kind=1),
    }
    rows = connection.rows(named("derived_queries.sql")["hashes"], binds)
    return {(whole(kind), whole(number)): str(digest) for kind, number, digest in rows}


def _strays(connection: Connection, folder: Path) -> list[Path]:
    # The folder first, so that a project made meanwhile is not missed.
    names = {f"{path.name.partition('.db')[0]}.db" for path in folder.glob("*.db*")}
    return [folder / name for name in sorted(names - counting_files(connection))]


def _is_wanted(
    path: Path, connection: Connection, waiting: Sequence[ProjectId], *, key: str | None
) -> bool:
    """Whether a stray holds vectors of a project whose file was not made yet."""
    for batch in _batches(path, "passages_of_stray", key=key):
        passages = [(whole(row[0]), whole(row[1])) for row in batch]
        binds = {
            "positions": _numbers(passages, kind=0),
            "rows": _numbers(passages, kind=1),
            "projects": json.dumps(waiting),
        }
        if connection.value(query("any_of_projects"), binds):
            return True
    return False


def _batches(path: Path, name: str, *, key: str | None) -> Iterator[list[Cells]]:
    """Yield what a query gives of a stray, as far as it can be read."""
    with (
        suppress(apsw.Error, OSError),
        closing(connect(path, key=key, mode=READ_ONLY)) as connection,
    ):
        driver = cast("_Streaming", connection.raw)
        rows = iter(driver.execute(named("derived_queries.sql")[name]))
        while batch := list(islice(rows, _BATCH)):
            yield batch


def _numbers(passages: Collection[Passage], *, kind: int) -> str:
    return json.dumps(sorted(number for of, number in passages if of == kind))
