"""Connections: one writer thread and a few readers a process, each with the settings that we rely on."""

import contextlib
import os
import threading
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Protocol, TypeVar, cast

import apsw

from lockstitch.domain.errors import (
    StoreBusyError,
    StoreDamagedError,
    StoreError,
    StoreKeyError,
)
from lockstitch.stores.sqlite.workers import Here, Threads, Workers

T = TypeVar("T")
Cell = int | float | str | bytes | None
Cells = tuple[Cell, ...]
Binds = Sequence[Cell] | Mapping[str, Cell]

READ_ONLY: Final = apsw.SQLITE_OPEN_READONLY
WRITE: Final = apsw.SQLITE_OPEN_READWRITE
MAKE: Final = WRITE | apsw.SQLITE_OPEN_CREATE
"""Ways to open a file: to look at it, to write one that is there, to make it where it is not."""

BUSY_SECONDS_MAX: Final = 60.0
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_READERS: Final = 4
_PAUSE_MAX: Final = 0.02


def to_us(moment: datetime) -> int:
    """Return *moment* as microseconds since 1970."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def from_us(value: int) -> datetime:
    """Return the moment *value* microseconds after 1970."""
    return _EPOCH + timedelta(microseconds=value)


@contextlib.contextmanager
def translated(path: Path) -> Generator[None]:
    """Turn the driver's errors into ours, with the cause kept."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreBusyError(
            f"the store {path} stayed busy for {BUSY_SECONDS_MAX:.0f} seconds",
            hint="look for a process that holds it: lockstitch doctor",
        ) from error
    except apsw.NotADBError as error:
        raise StoreKeyError(
            f"{path} cannot be read: it has another key, or it is no Lockstitch store",
            hint="give the key with --key-file or LOCKSTITCH_KEY_FILE, or restore a backup",
        ) from error
    except apsw.CorruptError as error:
        raise StoreDamagedError(
            f"{path} is damaged: {error}",
            hint="see lockstitch doctor, then lockstitch restore BACKUP",
        ) from error
    except apsw.FullError as error:
        raise StoreError(
            f"no room to write {path}", hint="free some disk, then try again; nothing was changed"
        ) from error
    except (
        apsw.CantOpenError,
        apsw.ReadOnlyError,
        apsw.PermissionsError,
        apsw.IOError,
        OSError,
    ) as error:
        raise StoreError(
            f"{path} cannot be opened or written: {error}",
            hint="check the folder's owner and permissions, or name another with --data-dir",
        ) from error


@contextlib.contextmanager
def impatient(connection: "Connection", *, milliseconds: int) -> Generator[None]:
    """Wait no longer than this for other processes, within the block."""
    connection.raw.set_busy_timeout(milliseconds)
    try:
        yield
    finally:
        connection.raw.set_busy_handler(_wait)


def _wait(attempts: int) -> bool:
    """Sleep a little, longer as *attempts* add up, differently in each process; False to give up."""
    if attempts > BUSY_SECONDS_MAX / _PAUSE_MAX:
        return False
    pause = min(0.0005 * 2 ** min(attempts, 6), _PAUSE_MAX)
    threading.Event().wait(pause * (0.5 + os.urandom(1)[0] / 256))
    return True


class _Cursor(Protocol):
    def fetchall(self) -> list[Cells]: ...
    def fetchone(self) -> Cells | None: ...


class _Driver(Protocol):
    """What we use of the driver's connection, whose own stubs are partly unknown to checkers."""

    def execute(self, statements: str, bindings: Binds = ..., /) -> _Cursor: ...
    def executemany(self, statements: str, bindings: Iterable[Binds], /) -> _Cursor: ...
    def pragma(self, name: str, value: str | int, /) -> Cell: ...


class Connection:
    """A connection of the driver, with typed rows. Used by one thread at a time."""

    def __init__(self, raw: apsw.Connection) -> None:
        self.raw = raw
        self._driver = cast("_Driver", raw)

    def rows(self, sql: str, binds: Binds = ()) -> list[Cells]:
        """Return every row that *sql* gives."""
        return self._driver.execute(sql, binds).fetchall()

    def row(self, sql: str, binds: Binds = ()) -> Cells | None:
        """Return the first row, if there is one."""
        return self._driver.execute(sql, binds).fetchone()

    def value(self, sql: str, binds: Binds = ()) -> Cell:
        """Return the first cell of the first row; None when there is no row."""
        row = self.row(sql, binds)
        return None if row is None else row[0]

    def number(self, sql: str, binds: Binds = ()) -> int:
        """Return the first cell of the first row, which is a whole number."""
        return whole(self.value(sql, binds))

    def run(self, sql: str, binds: Binds = ()) -> None:
        """Do what *sql* says, one statement or several."""
        self._driver.execute(sql, binds)

    def run_many(self, sql: str, binds: Iterable[Binds]) -> None:
        """Do what *sql* says once for each of *binds*."""
        self._driver.executemany(sql, binds)

    def pragma(self, name: str, value: str | int | None = None) -> Cell:
        """Return a pragma's first cell, after setting it when a value is given."""
        if value is None:
            return self.value(f"PRAGMA {name}")
        return self._driver.pragma(name, value)

    @property
    def changes(self) -> int:
        """How many rows the last statement changed."""
        return self.raw.changes()

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self.raw.in_transaction

    def close(self) -> None:
        """Give the file back."""
        self.raw.close()


@contextlib.contextmanager
def immediate(connection: Connection) -> Generator[None]:
    """Write in one transaction: all of it, or nothing when an error passes."""
    with _transaction(connection, "BEGIN IMMEDIATE"):
        yield


@contextlib.contextmanager
def consistent(connection: Connection) -> Generator[None]:
    """Read one state of every file that is attached."""
    with _transaction(connection, "BEGIN"):
        yield


@contextlib.contextmanager
def _transaction(connection: Connection, begin: str) -> Generator[None]:
    connection.run(begin)
    try:
        yield
        connection.run("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.run("ROLLBACK")
        raise


def whole(value: object) -> int:
    """Return *value*, which the schema says is a whole number."""
    assert isinstance(value, int), value
    return value


def text_or_none(value: object) -> str | None:
    """Return *value* as text, or None for NULL."""
    return None if value is None else str(value)


def address_of(path: Path, *, mode: str) -> str:
    """Return *path* as SQLite takes it with a mode: only these three would mean something else."""
    plain = str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{plain}?mode={mode}"


def connect(path: Path, *, key: str | None, mode: int = MAKE) -> Connection:
    """Open *path* with our settings. The journal mode and the schema are the caller's."""
    raw = apsw.Connection(str(path), flags=mode | apsw.SQLITE_OPEN_URI)
    raw.set_busy_handler(_wait)
    connection = Connection(raw)
    if key is not None:
        connection.pragma("cipher", "chacha20")
        connection.pragma("key", f"raw:{key}")
    connection.pragma("foreign_keys", 1)
    connection.pragma("recursive_triggers", 1)  # so that REPLACE is a deletion to them as well
    connection.pragma("temp_store", 2)  # memory: no text of ours in temporary files
    connection.pragma("trusted_schema", 0)
    connection.pragma("secure_delete", 1)  # a purge is to leave no bytes behind
    connection.pragma("cache_size", -16_000)
    return connection


def log_ahead(connection: Connection) -> None:
    """Let the file have a write-ahead log, in which readers and a writer do not wait for each other.

    While another process does the same, the driver gives up without waiting: so we wait.
    """
    attempts = 0
    while True:
        try:
            connection.pragma("journal_mode", "wal")
        except apsw.BusyError:
            attempts += 1
            if not _wait(attempts):
                raise
        else:
            return


class Database:
    """The canonical file, shared by the threads of this process and by other processes.

    Writes run one at a time, in the order they were asked for, each in its own transaction.
    Without *threads* all of it runs in the thread that asks, and needs no event loop.
    """

    def __init__(self, path: Path, *, key: str | None, threads: bool = True) -> None:
        self.path = path
        self.key = key
        self.threads = threads
        self._writer: Workers = Threads(1, name="lockstitch-write") if threads else Here()
        self._readers: Workers = Threads(_READERS, name="lockstitch-read") if threads else Here()
        self._local = threading.local()
        self._opened: list[Connection] = []
        self._lock = threading.Lock()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run *work* in one immediate transaction; durable when it returns."""
        return await self._writer.run(lambda: self._in_transaction(work, "BEGIN IMMEDIATE"))

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run *work* on one consistent view of the store."""
        return await self._readers.run(lambda: self._in_transaction(work, "BEGIN"))

    async def alone(self, work: Callable[[Connection], T]) -> T:
        """Run *work* on the writing connection, outside a transaction."""
        return await self._writer.run(lambda: self._plain(work))

    def write_now(self, work: Callable[[Connection], T]) -> T:
        """Run *work* as `write` does, for a caller that has no event loop."""
        return self._writer.run_now(lambda: self._in_transaction(work, "BEGIN IMMEDIATE"))

    def close(self) -> None:
        """Let what runs finish, then close every connection."""
        self._writer.close()
        self._readers.close()
        for connection in self._opened:
            connection.close()
        self._opened.clear()

    def _plain(self, work: Callable[[Connection], T]) -> T:
        with translated(self.path):
            return work(self._connection())

    def _in_transaction(self, work: Callable[[Connection], T], begin: str) -> T:
        with translated(self.path):
            connection = self._connection()
            with _transaction(connection, begin):
                return work(connection)

    def _connection(self) -> Connection:
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self.path, key=self.key)
            connection.pragma("synchronous", 2)  # FULL: acknowledged is durable
            self._local.connection = connection
            with self._lock:
                self._opened.append(connection)
        return connection


def private_folder(path: Path) -> Path:
    """Return *path*, made when it is not there, for its owner alone."""
    with translated(path):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def make_private(path: Path) -> None:
    """Create *path* when it is not there, readable by its owner alone."""
    with translated(path), contextlib.suppress(FileExistsError):
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
