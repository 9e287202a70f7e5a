"""The derived files: which one counts, opened, lent to one thread at a time, thrown away.

A file's name holds a generation that stands in the canonical file: raising that throws the old
file away for every process at once, each of which opens the new one with its next call.
"""

import threading
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import apsw

from lockstitch.domain.errors import NotFoundError, StoreDamagedError
from lockstitch.domain.ids import ProjectId
from lockstitch.ports.stores import Progress
from lockstitch.stores.sqlite.database import (
    Cells,
    Connection,
    Database,
    address_of,
    connect,
    log_ahead,
    make_private,
    private_folder,
    translated,
    whole,
)
from lockstitch.stores.sqlite.queries import named, query, script

FORMAT: Final = "1"
"""Form of the derived file; a file of another form is thrown away."""

_KEPT_OPEN: Final = 16
_TRIES: Final = 10
_SPOILT: Final = (apsw.CorruptError, apsw.NotADBError, apsw.IOError, apsw.SQLError)
"""Damage, missing pages or missing tables: what is derived is not worth a closer look."""
_COMPANIONS: Final = ("", "-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Opened:
    """A connection, and which file on the disk it holds: another may stand at the path by now."""

    connection: Connection
    identity: tuple[int, int] | None


@dataclass(slots=True, kw_only=True)
class _File:
    """One derived file, with the connections to it that are free."""

    path: Path
    generation: int
    free: list[_Opened] = field(default_factory=list[_Opened])


class DerivedFolder:
    """A folder of derived files beside the canonical file, shared by threads and processes."""

    def __init__(self, database: Database, path: Path) -> None:
        self.path = path
        self._database = database
        self._files: dict[ProjectId, _File] = {}
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close every connection that is free."""
        with self._lock:
            files = list(self._files.values())
            self._files.clear()
        for file in files:
            _close_free(file)

    @contextmanager
    def using(self, project: ProjectId) -> Generator[tuple[Connection, Progress]]:
        """Lend a connection to the file that counts, with how far it has come.

        A file that cannot be read is removed and made anew, empty. One that turns out to be
        damaged only within the block is removed as well.

        Raises:
            StoreDamagedError: the file was damaged where the block read it.
        """
        with translated(self.path / f"{project}.db"):
            file, opened, progress = self._lend(project)
            try:
                yield opened.connection, progress
            except _SPOILT as error:
                self._throw_away(project, file)
                raise _damaged(project, error) from error
            finally:
                self._give_back(file, opened)

    def discard_strays(self) -> None:
        """Remove what does not count any more: see the function of this name."""
        with self._canonical() as connection:
            discard_strays(connection, self.path)

    def _lend(self, project: ProjectId) -> tuple[_File, _Opened, Progress]:
        spoilt: Exception | None = None
        for _ in range(_TRIES):
            file = self._file(project)
            try:
                opened, row = self._state(project, file)
            except (*_SPOILT, apsw.ReadOnlyError) as error:
                if isinstance(error, apsw.ReadOnlyError) and not _was_removed(error):
                    raise
                spoilt = error
                self._throw_away(project, file)
                continue
            generation, written, indexed, form = row
            if generation == file.generation and form == FORMAT:
                progress = Progress(
                    indexed=whole(indexed), written=whole(written), generation=file.generation
                )
                return file, opened, progress
            opened.connection.close()
            if generation == file.generation:
                self._throw_away(project, file)
            else:
                self._enter(project, whole(generation))
        raise _damaged(project, spoilt) from spoilt

    def _file(self, project: ProjectId) -> _File:
        with self._lock:
            file = self._files.pop(project, None)
            if file is not None:
                self._files[project] = file  # the last in order is the latest used
                return file
        return self._enter(project, self._generation(project))

    def _state(self, project: ProjectId, file: _File) -> tuple[_Opened, Cells]:
        """Return a connection to *file*, and what it says of generation, progress and form."""
        opened = self._take(file)
        row = None
        try:
            row = opened.connection.row(named("derived_queries.sql")["state"], {"project": project})
        finally:
            if row is None:
                opened.connection.close()
        if row is None:
            raise _no_project(project)
        return opened, row

    def _take(self, file: _File) -> _Opened:
        """Return a free connection to the file that stands at the path, or a new one."""
        there = _identity(file.path)
        while True:
            with self._lock:
                opened = file.free.pop() if file.free else None
            if opened is None:
                return self._open(file)
            if opened.identity == there:
                return opened
            opened.connection.close()  # its file was removed, and perhaps made anew

    def _enter(self, project: ProjectId, generation: int) -> _File:
        file = _File(path=self.path / f"{project}.g{generation}.db", generation=generation)
        with self._lock:
            old = self._files.pop(project, None)
            self._files[project] = file
            closing = [old] if old else []
            while len(self._files) > _KEPT_OPEN:
                closing.append(self._files.pop(next(iter(self._files))))
        for gone in closing:
            _close_free(gone)
        return file

    def _give_back(self, file: _File, opened: _Opened) -> None:
        with self._lock:
            if any(known is file for known in self._files.values()):
                file.free.append(opened)
                return
        opened.connection.close()

    def _throw_away(self, project: ProjectId, file: _File) -> None:
        """Forget *file*, and remove it from the disk if it is the one that counts."""
        with self._lock:
            if self._files.get(project) is file:
                del self._files[project]
        _close_free(file)
        if self._generation(project) == file.generation:
            for companion in _COMPANIONS:
                _unlink(file.path.with_name(file.path.name + companion))

    def _generation(self, project: ProjectId) -> int:
        with self._canonical() as connection:
            row = connection.row(query("derived_state"), {"project": project})
        if row is None:
            raise _no_project(project)
        return whole(row[0])

    @contextmanager
    def _canonical(self) -> Generator[Connection]:
        with (
            translated(self._database.path),
            closing(connect(self._database.path, key=self._database.key)) as connection,
        ):
            yield connection

    def _open(self, file: _File) -> _Opened:
        private_folder(self.path)
        make_private(file.path)
        identity = _identity(file.path)
        connection = connect(file.path, key=self._database.key)
        try:
            # A power cut may cost the last rows, which are indexed again, but never leaves a file
            # whose pages do not belong together: nothing would tell that some words are missing.
            connection.pragma("synchronous", 1)
            log_ahead(connection)
            made = _create(connection)
            address = address_of(self._database.path, mode="ro")
            key = "" if self._database.key is None else f"raw:{self._database.key}"
            connection.run("ATTACH ? AS store KEY ?", (address, key))
            if made:  # whatever it replaces
                self.discard_strays()
        except BaseException:
            connection.close()
            raise
        return _Opened(connection=connection, identity=identity)


def counting_files(connection: Connection) -> set[str]:
    """Return the names of the files that count by the canonical *connection*, made or not."""
    counting = connection.rows(query("generations"))
    return {f"{project}.g{generation}.db" for project, generation in counting}


def discard_strays(connection: Connection, folder: Path) -> None:
    """Remove from *folder* every file but those that count.

    That is what other generations left, and projects that were merged or are not there.
    """
    paths = list(folder.glob("*.db*"))  # first, so that a project made meanwhile is not missed
    keep = counting_files(connection)
    for path in paths:
        if f"{path.name.partition('.db')[0]}.db" not in keep:
            _unlink(path)


def has_tables(connection: Connection) -> bool:
    """Whether a derived file was made already, and not only its empty file."""
    return connection.row("SELECT 1 FROM sqlite_schema WHERE name = 'progress'") is not None


def _create(connection: Connection) -> bool:
    """Make the tables; return whether they were missing."""
    if has_tables(connection):
        return False
    with immediate(connection):
        if has_tables(connection):
            return False
        connection.run(script("derived.sql"))
        connection.run(
            "INSERT INTO progress (one, indexed, documents, format) VALUES (1, 0, 0, ?)", (FORMAT,)
        )
    return True


@contextmanager
def immediate(connection: Connection) -> Generator[None]:
    """Write in one transaction: all of it, or nothing when an error passes."""
    connection.run("BEGIN IMMEDIATE")
    try:
        yield
        connection.run("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.run("ROLLBACK")
        raise


def _was_removed(error: apsw.Error) -> bool:
    """Whether another process removed the file while we were opening it."""
    code: object = getattr(error, "extendedresult", 0)  # the driver's stubs do not know it
    return code == apsw.SQLITE_READONLY_DBMOVED


def _damaged(project: ProjectId, error: Exception | None) -> StoreDamagedError:
    reason = "it is replaced again and again" if error is None else str(error)
    return StoreDamagedError(
        f"the derived file of project {project} cannot be read: {reason}",
        hint="it is made again with the next call; if this comes back: lockstitch doctor",
    )


def _close_free(file: _File) -> None:
    while file.free:
        file.free.pop().connection.close()


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def _unlink(path: Path) -> None:
    # Some systems keep a file while another process reads it: whoever discards next removes it.
    with suppress(PermissionError):
        path.unlink(missing_ok=True)


def _no_project(project: ProjectId) -> NotFoundError:
    return NotFoundError(f"no project has the id {project}", hint="list them: lockstitch projects")
