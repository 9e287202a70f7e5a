"""The code index of each project, in a file of its own that can be thrown away at any time.

It stands apart from the other derived files, so that a long run of the indexer keeps nobody from
searching. What it holds can be read again from the sources, so that a file that is damaged, or was
made by another release, is removed and made anew, empty.
"""

import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import apsw
from typing_extensions import override

from lockstitch.domain.code import CodeState
from lockstitch.domain.errors import StoreDamagedError
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.source import FileRecord
from lockstitch.ports.code import CodeStore, IndexUpdate, StoredFile
from lockstitch.stores.sqlite.code_packing import (
    FORMAT,
    state_of,
    stored_file,
    unpack_record,
)
from lockstitch.stores.sqlite.code_writing import sql, take
from lockstitch.stores.sqlite.database import (
    Connection,
    Database,
    connect,
    immediate,
    log_ahead,
    make_private,
    private_folder,
    translated,
    whole,
)
from lockstitch.stores.sqlite.queries import script
from lockstitch.stores.sqlite.strays import remove
from lockstitch.stores.sqlite.workers import Here, Threads, Workers

T = TypeVar("T")

_WORKERS: Final = 4
_KEPT_OPEN: Final = 16
_TRIES: Final = 10
_LOG_BYTES_KEPT: Final = 4_000_000
_SPOILT: Final = (apsw.CorruptError, apsw.NotADBError, apsw.IOError, apsw.SQLError)
"""Damage, another key, missing pages or missing tables: not worth a closer look."""

Identity = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Opened:
    """A connection, and which file on the disk it holds: another may stand at the path by now."""

    connection: Connection
    identity: Identity | None


class CodeFiles:
    """A folder of code indexes, shared by threads and processes."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._folder = folder
        self._key = database.key
        self._free: dict[ProjectId, list[_Opened]] = {}
        self._lock = threading.Lock()
        self._workers: Workers = (
            Threads(_WORKERS, name="lockstitch-code") if database.threads else Here()
        )

    def close(self) -> None:
        """Let what runs finish, then close every connection."""
        self._workers.close()
        with self._lock:
            free = [opened for each in self._free.values() for opened in each]
            self._free.clear()
        _close(free)

    async def run(self, project: ProjectId, work: Callable[[Connection], T]) -> T:
        """Return what *work* gives of a connection to the project's file.

        Raises:
            StoreDamagedError: the file was damaged where it was read; an empty one takes its place.
        """

        def run() -> T:
            with self.using(project) as connection:
                return work(connection)

        return await self._workers.run(run)

    async def is_made(self, project: ProjectId) -> bool:
        """Return whether the project has a file, whatever is in it."""
        return await self._workers.run(self._path(project).is_file)

    async def throw_away(self, project: ProjectId) -> None:
        """Remove the project's file: what was in it is on no page of any file of ours any more."""

        def work() -> None:
            self._drop_free(project)
            remove(self._path(project))

        await self._workers.run(work)

    @contextmanager
    def using(self, project: ProjectId) -> Generator[Connection]:
        """Lend a connection to the project's file. Blocking: for a thread that may wait."""
        path = self._path(project)
        with translated(path):
            opened = self._lend(project, path)
            try:
                yield opened.connection
            except _SPOILT as error:
                _throw_away(opened, path)
                raise _damaged(project, error) from error
            except BaseException:
                opened.connection.close()
                raise
            self._give_back(project, opened)

    def _path(self, project: ProjectId) -> Path:
        return self._folder / f"{project}.db"

    def _lend(self, project: ProjectId, path: Path) -> _Opened:
        spoilt: Exception | None = None
        for _ in range(_TRIES):
            opened: _Opened | None = None
            try:
                opened = self._take(project, path)
                if opened.connection.value(sql("format")) == FORMAT:
                    return opened
            except _SPOILT as error:
                spoilt = error
            except apsw.ReadOnlyError as error:
                if not _was_removed(error):
                    raise
                spoilt = error
                continue
            self._drop_free(project)
            _throw_away(opened, path)
        raise _damaged(project, spoilt) from spoilt

    def _take(self, project: ProjectId, path: Path) -> _Opened:
        """Return a free connection to the file that stands at *path*, or a new one."""
        there = _identity(path)
        while True:
            with self._lock:
                free = self._free.get(project)
                opened = free.pop() if free else None
            if opened is None:
                return _open(path, key=self._key)
            if opened.identity == there:
                return opened
            opened.connection.close()  # its file was removed, and perhaps made anew

    def _give_back(self, project: ProjectId, opened: _Opened) -> None:
        closing: list[_Opened] = []
        with self._lock:
            free = self._free.pop(project, [])
            free.append(opened)
            self._free[project] = free  # the last in order is the latest used
            while len(self._free) > _KEPT_OPEN:
                closing += self._free.pop(next(iter(self._free)))
        _close(closing)

    def _drop_free(self, project: ProjectId) -> None:
        with self._lock:
            closing = self._free.pop(project, [])
        _close(closing)


class SqliteCode(CodeStore):
    """Writes code indexes. A file that is found to be damaged is an index that was never made."""

    def __init__(self, files: CodeFiles) -> None:
        self._files = files

    @override
    async def state(self, project: ProjectId) -> tuple[CodeState, str, int] | None:
        def work(connection: Connection) -> tuple[CodeState, str, int] | None:
            state, parser, revision = connection.row(sql("state")) or (None, "", 0)
            if state is None:
                return None
            return state_of(str(state)), str(parser), whole(revision)

        # Who only looks makes no file.
        return await self._run(project, work) if await self._files.is_made(project) else None

    @override
    async def files(self, project: ProjectId) -> Mapping[str, StoredFile]:
        def work(connection: Connection) -> Mapping[str, StoredFile]:
            return {str(row[0]): stored_file(row) for row in connection.rows(sql("files"))}

        return await self._run(project, work)

    @override
    def load(self, project: ProjectId, path: str) -> FileRecord:
        with self._files.using(project) as connection:
            row = connection.row(sql("record"), {"path": path})
            if row is None:
                raise KeyError(path)
            return unpack_record(row[0])

    @override
    async def update(self, project: ProjectId, update: IndexUpdate, *, since: int) -> bool:
        def work(connection: Connection) -> bool:
            with immediate(connection):
                return take(connection, update, since=since)

        return await self._run(project, work)

    @override
    async def reset(self, project: ProjectId) -> None:
        await self._files.throw_away(project)

    async def _run(self, project: ProjectId, work: Callable[[Connection], T]) -> T:
        try:
            return await self._files.run(project, work)
        except StoreDamagedError:
            return await self._files.run(project, work)


def _open(path: Path, *, key: str | None) -> _Opened:
    private_folder(path.parent)
    make_private(path)
    identity = _identity(path)
    connection = connect(path, key=key)
    try:
        connection.pragma("synchronous", 0)  # what a power cut takes is read from the sources again
        connection.pragma("journal_size_limit", _LOG_BYTES_KEPT)
        log_ahead(connection)
        if connection.row(sql("is_made")) is None:
            with immediate(connection):
                if connection.row(sql("is_made")) is None:
                    _make(connection)
    except BaseException:
        connection.close()
        raise
    return _Opened(connection=connection, identity=identity)


def _make(connection: Connection) -> None:
    connection.run(script("code.sql"))
    connection.run(sql("start"), {"format": FORMAT})


def _throw_away(opened: _Opened | None, path: Path) -> None:
    """Remove the file at *path*, unless it is another one than *opened* by now."""
    if opened is not None:
        opened.connection.close()
    if opened is None or opened.identity == _identity(path):
        remove(path)


def _identity(path: Path) -> Identity | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def _was_removed(error: apsw.Error) -> bool:
    """Whether another process removed the file while we were opening it."""
    code: object = getattr(error, "extendedresult", 0)  # the driver's stubs do not know it
    return code == apsw.SQLITE_READONLY_DBMOVED


def _damaged(project: ProjectId, error: Exception | None) -> StoreDamagedError:
    reason = "it is replaced again and again" if error is None else str(error)
    return StoreDamagedError(
        f"the code index of project {project} cannot be read: {reason}",
        hint="it is made again with the next call; if this comes back: lockstitch doctor",
    )


def _close(opened: Sequence[_Opened]) -> None:
    for one in opened:
        one.connection.close()
