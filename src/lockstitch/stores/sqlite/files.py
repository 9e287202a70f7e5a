"""The derived files: which one counts, opened, lent to one thread at a time, thrown away.

A file's name holds a generation that stands in the canonical file: raising that throws the old
file away for every process at once, each of which opens the new one with its next call. Whoever
makes the new one takes the vectors over that still hold.
"""

import threading
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import apsw

from lockstitch.domain.errors import NotFoundError, StoreDamagedError, StoreError
from lockstitch.domain.ids import ProjectId
from lockstitch.ports.stores import Progress
from lockstitch.stores.sqlite.database import (
    Cells,
    Connection,
    Database,
    address_of,
    connect,
    immediate,
    log_ahead,
    make_private,
    private_folder,
    translated,
    whole,
)
from lockstitch.stores.sqlite.queries import named, query, script
from lockstitch.stores.sqlite.strays import (
    discard_all_strays,
    discard_strays,
    name_of,
    remove,
    take_over,
    unmade,
)

FORMAT: Final = "2"
"""Form of the derived file; one of another form is left for a new one."""

_KEPT_OPEN: Final = 16
_TRIES: Final = 10
_SPOILT: Final = (apsw.CorruptError, apsw.NotADBError, apsw.IOError, apsw.SQLError)
"""Damage, missing pages or missing tables: what is derived is not worth a closer look."""


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

    def make(self, project: ProjectId) -> None:
        """Make the file of *project* that counts, unless it is there; what it replaces goes."""
        with self.using(project):
            pass

    def make_all(self) -> None:
        """Make every file that counts and is missing; then no other file is left.

        For a purge: what is not taken over for an error can be made again, but nothing may stay.
        """
        with self._canonical() as connection:
            for project in unmade(connection, self.path):
                with suppress(StoreError):
                    self.make(project)
            discard_all_strays(connection, self.path)

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
            progress = progress_of(row)
            if progress is not None:
                return file, opened, progress
            opened.connection.close()
            if row[0]:  # it counts, and is of another form
                self._leave(project, file)
            self._enter(project, self._generation(project))
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
        opened = self._take(project, file)
        row = None
        try:
            row = opened.connection.row(named("derived_queries.sql")["state"], {"project": project})
        finally:
            if row is None:
                opened.connection.close()
        if row is None:
            raise _no_project(project)
        return opened, row

    def _take(self, project: ProjectId, file: _File) -> _Opened:
        """Return a free connection to the file that stands at the path, or a new one."""
        there = _identity(file.path)
        while True:
            with self._lock:
                opened = file.free.pop() if file.free else None
            if opened is None:
                return self._open(project, file)
            if opened.identity == there:
                return opened
            opened.connection.close()  # its file was removed, and perhaps made anew

    def _enter(self, project: ProjectId, generation: int) -> _File:
        file = _File(path=self.path / name_of(project, generation), generation=generation)
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

    def _leave(self, project: ProjectId, file: _File) -> None:
        """Let another file take the place of *file*, which stays until that one was made."""
        binds = {"project": project, "generation": file.generation}
        self._database.write_now(lambda canonical: canonical.run(query("leave_generation"), binds))

    def _throw_away(self, project: ProjectId, file: _File) -> None:
        """Forget *file*, and remove it from the disk if it is the one that counts."""
        with self._lock:
            if self._files.get(project) is file:
                del self._files[project]
        _close_free(file)
        if self._generation(project) == file.generation:
            remove(file.path)

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

    def _open(self, project: ProjectId, file: _File) -> _Opened:
        private_folder(self.path)
        make_private(file.path)
        identity = _identity(file.path)
        connection = connect(file.path, key=self._database.key)
        try:
            # A power cut may cost the last rows, which are indexed again, but never leaves a file
            # whose pages do not belong together: nothing would tell that some words are missing.
            connection.pragma("synchronous", 1)
            log_ahead(connection)
            address = address_of(self._database.path, mode="ro")
            key = "" if self._database.key is None else f"raw:{self._database.key}"
            connection.run("ATTACH ? AS store KEY ?", (address, key))
            if self._create(connection, project, file):
                with self._canonical() as canonical:
                    discard_strays(canonical, self.path, key=self._database.key)
        except BaseException:
            connection.close()
            raise
        return _Opened(connection=connection, identity=identity)

    def _create(self, connection: Connection, project: ProjectId, file: _File) -> bool:
        """Make the tables, with the vectors that still hold; return whether they were missing."""
        if has_tables(connection):
            return False
        with immediate(connection):
            if has_tables(connection):
                return False
            connection.run(script("derived.sql"))
            binds = {"format": FORMAT, "generation": file.generation}
            connection.run(named("derived_queries.sql")["start"], binds)
            take_over(connection, project, self.path, key=self._database.key)
        return True


def progress_of(row: Cells) -> Progress | None:
    """Return what the query `state` says; None where the file does not count, or cannot be used."""
    counts, form, mark, indexed, written, entries_indexed, entries_written = row
    if not counts or form != FORMAT:
        return None
    return Progress(
        indexed=whole(indexed),
        written=whole(written),
        entries_indexed=whole(entries_indexed),
        entries_written=whole(entries_written),
        generation=whole(mark),
    )


def has_tables(connection: Connection) -> bool:
    """Whether a derived file was made already, and not only its empty file."""
    return connection.row("SELECT 1 FROM sqlite_schema WHERE name = 'progress'") is not None


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


def _no_project(project: ProjectId) -> NotFoundError:
    return NotFoundError(f"no project has the id {project}", hint="list them: lockstitch projects")
