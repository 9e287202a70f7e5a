"""Read a Sakur4 store: a SQLite file of schema 1 to 4. Nothing is written, there or beside it.

Older schemas lack tables and columns, so every row is read by the names that its table has.
"""

import contextlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol, TypeVar, cast
from urllib.parse import quote

import apsw
from typing_extensions import override

from lockstitch.domain.errors import (
    ConflictError,
    InvalidArgumentError,
    NotFoundError,
    StoreBusyError,
    StoreError,
)
from lockstitch.ports.importers import (
    ForeignAnchor,
    ForeignContents,
    ForeignEpisode,
    ForeignFold,
    ForeignProject,
    ForeignReader,
    ForeignSession,
    ForeignStore,
    Unreadable,
)

T = TypeVar("T")
Cell = int | float | str | bytes | None
Row = Mapping[str, Cell]
_Mark = tuple[int, ...]

_BUSY_MS: Final = 10_000
_TABLES: Final = {
    "meta": "SELECT * FROM meta",
    "project": "SELECT * FROM project ORDER BY project_id",
    "session": "SELECT * FROM session ORDER BY session_id",
    "folds": "SELECT * FROM folds ORDER BY fold_id",
    "anchor_set": "SELECT * FROM anchor_set ORDER BY anchor_id",
}
_COLUMNS: Final = "SELECT name FROM pragma_table_info(?)"
_EPISODE_IDS: Final = "SELECT episode_id FROM episodic_stream ORDER BY seq"
_EPISODE: Final = "SELECT * FROM episodic_stream WHERE episode_id = ?"
_SUPERSEDED: Final = "SELECT superseded_by, episode_id FROM episodic_stream WHERE superseded_by IS NOT NULL ORDER BY seq"
_SUPERSEDES: Final = (
    "SELECT src_id, dst_id FROM dependency_graph_edge WHERE edge_kind = 'supersedes'"
    " AND src_type = 'episode' AND dst_type = 'episode' ORDER BY src_id, dst_id"
)
_LEFT_OUT: Final = {
    "atlas entries": ("semantic_atlas", "SELECT count(*) FROM semantic_atlas"),
    "symbols of code": (
        "symbolic_fact",
        "SELECT count(*) FROM symbolic_fact WHERE source = 'tree_sitter'",
    ),
    "receipts": ("receipt", "SELECT count(*) FROM receipt"),
    "provider usage": ("provider_usage", "SELECT count(*) FROM provider_usage"),
    "vectors": ("vectors", "SELECT count(*) FROM vectors"),
}


class Sakur4Reader(ForeignReader):
    """Opens Sakur4 stores."""

    @override
    def open(self, path: Path) -> AbstractContextManager[ForeignStore]:
        return _opened(path)


@contextlib.contextmanager
def _opened(path: Path) -> Generator[ForeignStore]:
    if not path.is_file():
        raise NotFoundError(f"there is no file {path}", hint="name the store's file: sakur4.db")
    path = path.resolve()
    # To open a cleanly closed store, SQLite would leave a log and an index beside it, unless it is
    # told that nobody writes. Whether that held is looked at again when all is read.
    still = not any(path.with_name(path.name + end).exists() for end in ("-wal", "-journal"))
    mark = _mark(path)
    address = f"file:{quote(str(path))}?mode=ro&immutable={int(still)}"
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    with _translated(path):
        connection = apsw.Connection(address, flags=flags)
    with contextlib.closing(connection):
        connection.set_busy_timeout(_BUSY_MS)
        store = _Sakur4Store(path, connection, mark=mark if still else None)
        store.begin()
        yield store


@contextlib.contextmanager
def _translated(path: Path) -> Generator[None]:
    try:
        yield
    except apsw.NotADBError as error:
        raise InvalidArgumentError(
            f"{path} is no SQLite file, or it is enciphered",
            hint="decipher an enciphered store first, with the tool that wrote it",
        ) from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreBusyError(
            f"{path} is in use: {error}", hint="end what writes to it, then try again"
        ) from error
    except apsw.Error as error:
        raise StoreError(
            f"{path} cannot be read: {error}",
            hint="copy the file, and its -wal if there is one, to a folder of your own",
        ) from error


class _Driver(Protocol):
    """What we use of the driver's connection, whose own stubs are partly unknown to checkers."""

    def execute(
        self, statements: str, bindings: Sequence[Cell] = ..., /
    ) -> Iterator[tuple[Cell, ...]]: ...


class _Sakur4Store(ForeignStore):
    """An open store."""

    def __init__(self, path: Path, connection: apsw.Connection, *, mark: _Mark | None) -> None:
        self._path = path
        self._driver = cast("_Driver", connection)
        self._mark = mark
        self._columns: dict[str, list[str]] = {}

    def begin(self) -> None:
        """Hold one view of the store, after looking whether it is one."""
        with _translated(self._path):
            for sql in ("PRAGMA trusted_schema = 0", "BEGIN"):
                list(self._driver.execute(sql))
            names = set(self._names("episodic_stream"))
        if not {"episode_id", "seq", "content"} <= names:
            raise InvalidArgumentError(
                f"{self._path} is no Sakur4 store", hint="it has no episodic_stream with episodes"
            )

    @override
    def contents(self) -> ForeignContents:
        with _translated(self._path):
            unreadable: list[Unreadable] = []
            return ForeignContents(
                version=self._version(),
                folder=str(self._path.parent),
                projects=self._all("project", _project, unreadable),
                sessions=self._all("session", _session, unreadable),
                folds=self._all("folds", _fold, unreadable),
                anchors=self._all("anchor_set", _anchor, unreadable),
                corrections=self._corrections(),
                unreadable=tuple(unreadable),
                left_out=self._left_out(),
            )

    @override
    def episodes(self) -> Iterator[ForeignEpisode | Unreadable]:
        with _translated(self._path):
            # By their ids, so that nothing is sorted with its text, and one bad row is one alone.
            for cell in self._cells(_EPISODE_IDS):
                if isinstance(cell, Unreadable):
                    yield cell
                else:
                    yield self._episode(cell)
        self._check_unchanged()

    def _episode(self, item: Cell) -> ForeignEpisode | Unreadable:
        names = self._names("episodic_stream")
        for row in self._rows(_EPISODE, names, (item,)):
            if isinstance(row, Unreadable):
                return Unreadable(item=str(item), reason=row.reason)
            return _read(row, _episode, id_name="episode_id")
        return Unreadable(item=str(item), reason="it is in an index alone")

    def _all(
        self, table: str, of: Callable[[Row], T], unreadable: list[Unreadable]
    ) -> tuple[T, ...]:
        """Return what can be read of a table that may be missing."""
        names = self._names(table)
        if not names:
            return ()
        values: list[T] = []
        for row in self._rows(_TABLES[table], names):
            value = row if isinstance(row, Unreadable) else _read(row, of, id_name=names[0])
            if isinstance(value, Unreadable):
                unreadable.append(value)
            else:
                values.append(value)
        return tuple(values)

    def _corrections(self) -> tuple[tuple[str, str], ...]:
        pairs: dict[tuple[str, str], None] = {}
        queries = [_SUPERSEDED] if "superseded_by" in self._names("episodic_stream") else []
        if "edge_kind" in self._names("dependency_graph_edge"):
            queries.append(_SUPERSEDES)
        for sql in queries:
            for row in self._rows(sql, ["by", "of"]):
                if not isinstance(row, Unreadable):
                    pairs[str(row["by"]), str(row["of"])] = None
        return tuple(pairs)

    def _left_out(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for what, (table, sql) in _LEFT_OUT.items():
            if self._names(table):
                (count,) = next(self._driver.execute(sql))
                counts[what] = count if isinstance(count, int) else 0
        return counts

    def _version(self) -> int:
        names = self._names("meta")
        for row in self._rows(_TABLES["meta"], names) if names else ():
            if not isinstance(row, Unreadable) and row.get("key") == "schema_version":
                said = str(row.get("value"))
                return int(said) if said.isascii() and said.isdigit() else 0
        return 0

    def _names(self, table: str) -> list[str]:
        """Return the columns of a table, or of a view; none when there is no such table."""
        if table not in self._columns:
            found = self._driver.execute(_COLUMNS, (table,))
            self._columns[table] = [str(name) for (name,) in found]
        return self._columns[table]

    def _cells(self, sql: str) -> Iterator[Cell | Unreadable]:
        for row in self._rows(sql, ["cell"]):
            yield row if isinstance(row, Unreadable) else row["cell"]

    def _rows(
        self, sql: str, names: Sequence[str], binds: Sequence[Cell] = ()
    ) -> Iterator[Row | Unreadable]:
        cursor = self._driver.execute(sql, binds)
        while True:
            try:
                row = next(cursor, None)
            except UnicodeDecodeError as error:
                yield Unreadable(item="a row", reason=f"it is no UTF-8: {error.reason}")
                continue
            if row is None:
                return
            yield dict(zip(names, row, strict=False))

    def _check_unchanged(self) -> None:
        if self._mark is not None and _mark(self._path) != self._mark:
            raise ConflictError(
                f"{self._path} was written to while it was read",
                hint="end what writes to it, then try again; nothing was changed",
            )


def _mark(path: Path) -> _Mark:
    """Return what changes with the file; nothing of it where there is none."""
    try:
        status = path.stat()
    except OSError:
        return ()
    return status.st_ino, status.st_size, status.st_mtime_ns


def _read(row: Row, of: Callable[[Row], T], *, id_name: str) -> T | Unreadable:
    try:
        return of(row)
    except ValueError as error:
        return Unreadable(item=str(row.get(id_name)), reason=str(error))


def _project(row: Row) -> ForeignProject:
    return ForeignProject(
        id=_text(row, "project_id"),
        root=_text_or_none(row, "root_path") or "",
        name=_text_or_none(row, "name") or "",
    )


def _session(row: Row) -> ForeignSession:
    return ForeignSession(
        id=_text(row, "session_id"),
        project=_text_or_none(row, "project_id"),
        created_at=_moment(row, "created_at"),
        last_seen_at=_moment(row, "last_seen_at"),
    )


def _episode(row: Row) -> ForeignEpisode:
    return ForeignEpisode(
        id=_text(row, "episode_id"),
        session_id=_text(row, "session_id"),
        project=_text_or_none(row, "project_id"),
        slot_id=_text_or_none(row, "slot_id") or "0",
        role=_text(row, "role"),
        content=_text(row, "content"),
        tool_name=_text_or_none(row, "tool_name"),
        created_at=_moment(row, "created_at"),
        fold_id=_text_or_none(row, "fold_id"),
        tier=_text_or_none(row, "eviction_tier") or "live",
        droppable=bool(row.get("droppable")),
    )


def _fold(row: Row) -> ForeignFold:
    return ForeignFold(
        id=_text(row, "fold_id"),
        session_id=_text(row, "session_id"),
        slot_id=_text_or_none(row, "slot_id") or "0",
        description=_text(row, "description"),
        goal=_text(row, "goal"),
        status=_text(row, "status"),
        result_summary=_text_or_none(row, "result_summary"),
        summary_episode=_text_or_none(row, "closed_checkpoint_id"),
        tokens_at_open=_whole(row, "tokens_at_open") or 0,
        tokens_reclaimed=_whole(row, "tokens_reclaimed"),
        created_at=_moment(row, "created_at"),
        closed_at=_moment(row, "closed_at"),
    )


def _anchor(row: Row) -> ForeignAnchor:
    return ForeignAnchor(
        id=_text(row, "anchor_id"),
        content=_text(row, "content"),
        kind=_text(row, "kind"),
        session_id=_text_or_none(row, "session_id"),
        project=_text_or_none(row, "project_id"),
        pinned_by=_text_or_none(row, "pinned_by") or "agent",
        created_at=_moment(row, "created_at"),
    )


def _text(row: Row, name: str) -> str:
    value = _text_or_none(row, name)
    if value is None:
        raise ValueError(f"it has no {name}")
    return value


def _text_or_none(row: Row, name: str) -> str | None:
    value = row.get(name)
    if isinstance(value, bytes):
        raise ValueError(f"its {name} is bytes, not text")
    return None if value is None else str(value)


def _whole(row: Row, name: str) -> int | None:
    value = row.get(name)
    return value if isinstance(value, int) else None


def _moment(row: Row, name: str) -> datetime | None:
    """Return a time, which is RFC 3339; None when there is none, or it is no time."""
    value = row.get(name)
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
