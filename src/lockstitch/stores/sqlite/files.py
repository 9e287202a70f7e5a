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
from urllib.parse import quote

from lockstitch.domain.errors import (
    NotFoundError,
    StoreBusyError,
    StoreDamagedError,
    StoreKeyError,
)
from lockstitch.domain.ids import ProjectId
from lockstitch.ports.stores import Progress
from lockstitch.stores.sqlite.database import (
    Connection,
    Database,
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
_TRIES: Final = 20
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

        Raises:
            StoreDamagedError: the file was damaged, and is removed: it is empty with the next use.
        """
        try:
            with translated(self.path / f"{project}.db"):
                file, opened, progress = self._lend(project)
                try:
                    yield opened.connection, progress
                finally:
                    self._give_back(file, opened)
        except (StoreDamagedError, StoreKeyError) as error:
            self._remove(project)
            raise StoreDamagedError(
                f"the derived file of project {project} is damaged: {error.message}",
                hint="it is made again with the next call; if this comes back: lockstitch doctor",
            ) from error

    def discard_strays(self) -> None:
        """Remove what does not count any more: see the function of this name."""
        with self._canonical() as connection:
            discard_strays(connection, self.path)

    def _lend(self, project: ProjectId) -> tuple[_File, _Opened, Progress]:
        for _ in range(_TRIES):
            file, opened = self._take(project)
            row = None
            try:
                row = opened.connection.row(
                    named("derived_queries.sql")["state"], {"project": project}
                )
            finally:
                if row is None:
                    opened.connection.close()
            if row is None:
                raise _no_project(project)
            generation, written, indexed, form = row
            if generation == file.generation and form == FORMAT:
                progress = Progress(
                    indexed=whole(indexed), written=whole(written), generation=file.generation
                )
                return file, opened, progress
            opened.connection.close()
            if generation == file.generation:
                self._remove(project)
            else:
                self._enter(project, whole(generation))
        raise StoreBusyError(
            f"the derived file of project {project} is replaced again and again",
            hint="look for a process that rebuilds it, or runs another version",
        )

    def _take(self, project: ProjectId) -> tuple[_File, _Opened]:
        """Return a free connection to the file that stands at the path, or a new one."""
        with self._lock:
            file = self._files.pop(project, None)
            if file is not None:
                self._files[project] = file  # the last in order is the latest used
        if file is None:
            file = self._enter(project, self._generation(project))
        there = _identity(file.path)
        while True:
            with self._lock:
                opened = file.free.pop() if file.free else None
            if opened is None:
                return file, self._open(file)
            if opened.identity == there:
                return file, opened
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

    def _remove(self, project: ProjectId) -> None:
        """Remove the file that counts: it is made anew by whoever needs it next."""
        with self._lock:
            file = self._files.pop(project, None)
        if file is not None:
            _close_free(file)
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
            connection.pragma("synchronous", 0)  # derived: a crash costs a rebuild at most
            log_ahead(connection)
            made = _create(connection)
            address = f"file:{quote(str(self._database.path))}?mode=ro"
            key = "" if self._database.key is None else f"raw:{self._database.key}"
            connection.run("ATTACH ? AS store KEY ?", (address, key))
            if made:  # whatever it replaces
                self.discard_strays()
        except BaseException:
            connection.close()
            raise
        return _Opened(connection=connection, identity=identity)


def discard_strays(connection: Connection, folder: Path) -> None:
    """Remove from *folder* every file but those that count by the canonical *connection*.

    That is what other generations left, and projects that were merged or are not there.
    """
    paths = list(folder.glob("*.db*"))  # first, so that a project made meanwhile is not missed
    counting = connection.rows(query("generations"))
    keep = {f"{project}.g{generation}.db" for project, generation in counting}
    for path in paths:
        if f"{path.name.partition('.db')[0]}.db" not in keep:
            _unlink(path)


def _create(connection: Connection) -> bool:
    """Make the tables; return whether they were missing."""
    there = "SELECT 1 FROM sqlite_schema WHERE name = 'progress'"
    if connection.row(there):
        return False
    with immediate(connection):
        if connection.row(there):
            return False
        connection.run(script("derived.sql"))
        connection.run("INSERT INTO progress (one, indexed, documents, format) VALUES (1, 0, 0, ?)", (FORMAT,))
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
