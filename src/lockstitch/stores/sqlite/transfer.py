"""Everything canonical as rows, and back. What is done with a row that comes in stands in `loading`."""

import json
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Final, Protocol, cast

from typing_extensions import override

from lockstitch.domain.export import ROWS, Field
from lockstitch.domain.ids import ProjectId
from lockstitch.ports.stores import Loaded, Row, Transfer
from lockstitch.stores.sqlite.database import (
    READ_ONLY,
    Binds,
    Cell,
    Cells,
    Connection,
    Database,
    connect,
    translated,
    whole,
)
from lockstitch.stores.sqlite.loading import load
from lockstitch.stores.sqlite.queries import named
from lockstitch.stores.sqlite.rows import TIERS
from lockstitch.stores.sqlite.workers import beside

BATCH_ROWS_MAX: Final = 500
BATCH_CHARS_MAX: Final = 4_000_000


class SqliteTransfer(Transfer):
    """Rows of the canonical file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def rows(self, project: ProjectId | None) -> AsyncIterator[Row]:
        # A connection of its own, on one view of the store from the first row to the last: an
        # episode never goes out without the session that was made for it a moment ago.
        connection = await beside(self._view)
        try:
            source = _canonical(connection, project)
            while batch := await beside(lambda: self._batch(source)):
                for row in batch:
                    yield row
        finally:
            await beside(connection.close)

    @override
    async def load(self, rows: Iterable[Row], *, dry_run: bool) -> Loaded:
        def work(connection: Connection) -> Loaded:
            connection.run("BEGIN IMMEDIATE")
            try:
                loaded = load(connection, rows)
                connection.run("ROLLBACK" if dry_run else "COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.run("ROLLBACK")
                raise
            return loaded

        return await self._database.alone(work)

    def _view(self) -> Connection:
        with translated(self._database.path):
            connection = connect(self._database.path, key=self._database.key, mode=READ_ONLY)
            connection.run("BEGIN")
            return connection

    def _batch(self, source: Iterator[Row]) -> list[Row]:
        """Return the next rows, as many as may be held at once, one in any case."""
        batch: list[Row] = []
        room = BATCH_CHARS_MAX
        with translated(self._database.path):
            for row in source:
                batch.append(row)
                room -= sum(len(value) for value in row.values() if isinstance(value, str))
                if room <= 0 or len(batch) == BATCH_ROWS_MAX:
                    break
        return batch


class _Streaming(Protocol):
    def execute(self, statements: str, bindings: Binds, /) -> Iterator[Cells]: ...


def _canonical(connection: Connection, project: ProjectId | None) -> Iterator[Row]:
    """Yield every row, each read from the file when it is asked for."""
    driver = cast("_Streaming", connection.raw)
    queries = named("transfer_queries.sql")
    scope = {"project": project}
    for kind in ROWS:
        if kind == "fold":
            for (fold,) in connection.rows(queries["out_fold_ids"], scope):
                yield _row(kind, connection.rows(queries["out_fold"], {"fold": fold})[0])
        else:
            for cells in driver.execute(queries[f"out_{kind}"], scope):
                yield _row(kind, cells)


def _row(kind: str, cells: Cells) -> Row:
    fields = ROWS[kind]
    row: Row = {"kind": kind}
    for (name, field), cell in zip(fields.items(), cells, strict=True):
        row[name] = _value(name, field, cell)
    return row


def _value(name: str, field: Field, cell: Cell) -> object:
    if field.items is not None:
        return json.loads(str(cell))
    if name == "tier":
        return _tier(cell)
    return bool(cell) if field.holds is bool else cell


def _tier(cell: Cell) -> str:
    return TIERS[whole(cell)].value
