"""One step of a code index, on its way into the file: within the transaction that is open."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from lockstitch.ports.code import IndexedFile, IndexUpdate, NewEdge, NewSymbol, NewUnbound
from lockstitch.stores.sqlite.code_packing import (
    SURENESSES,
    VIAS,
    pack_record,
    pack_seen,
    state_json,
)
from lockstitch.stores.sqlite.database import Cell, Connection, whole
from lockstitch.stores.sqlite.queries import named

_NUMBER: Final = re.compile(r"#[0-9]+\Z")
_VIA: Final = {name: number for number, name in enumerate(VIAS)}
_SURENESS: Final = {name: number for number, name in enumerate(SURENESSES)}


def take(connection: Connection, update: IndexUpdate, *, since: int) -> bool:
    """Take a step; False, and nothing done, when another one came before."""
    binds = {
        "since": since,
        "parser": update.parser,
        "state": state_json(update.state),
    }
    connection.run(sql("advance"), binds)
    if not connection.changes:
        return False
    _Step(connection).take(update)
    return True


def own_name(name: str) -> str:
    """Return the last part of a canonical name, without the number that tells it from its like."""
    return _NUMBER.sub("", name.rpartition("::")[2])


def sql(name: str) -> str:
    """Return the query that code_queries.sql gives this name."""
    return named("code_queries.sql")[name]


class _Step:
    """Every symbol is written before the first edge, so that the order of files does not matter."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._ids: dict[str, int | None] = {}
        self._terms: dict[str, int] = {}

    def take(self, update: IndexUpdate) -> None:
        written = {one.file.path: one for one in update.written}
        for file in update.touched:
            self._connection.run(
                sql("touch_file"),
                {
                    "path": file.path,
                    "size": file.size,
                    "modified_ns": file.modified_ns,
                    "inode": str(file.inode),
                },
            )
        gone = [self._id_of(path) for path in update.removed if path not in written]
        files = [(self._put_file(one), one) for one in written.values()]
        for file in (*gone, *(file for file, _ in files)):
            self._connection.run(sql("drop_edges_of_file"), {"file": file})
            self._connection.run(sql("drop_unbound_of_file"), {"file": file})
        # A symbol that moves from one file to another takes its number along.
        for file, one in files:
            if one.symbols is not None:
                self._put_symbols(file, one.symbols)
        for file, one in files:
            self._settle_symbols(file, one.symbols)
        for file in gone:
            self._connection.run(sql("drop_file"), {"id": file})
        for file, one in files:
            self._add_edges(one.edges)
            self._add_unbound(file, one.unbound)

    def _id_of(self, path: str) -> int | None:
        row = self._connection.row(sql("file_id"), {"path": path})
        return None if row is None else whole(row[0])

    def _put_file(self, one: IndexedFile) -> int:
        """Return the number of a file, written without its symbols."""
        file = self._id_of(one.file.path)
        if file is not None and one.record is None and one.symbols is None:
            return file  # only its edges changed
        binds: dict[str, Cell] = {
            "path": one.file.path,
            "hash": one.file.hash,
            "size": one.file.size,
            "modified_ns": one.file.modified_ns,
            "inode": str(one.file.inode),
            "prefix": one.file.prefix,
            "seen": pack_seen(one.file),
            "record": None if one.record is None else pack_record(one.record),
        }
        if file is None:
            return self._connection.number(sql("add_file"), binds)
        self._connection.run(sql("change_file"), binds | {"id": file})
        return file

    def _put_symbols(self, file: int, symbols: Iterable[NewSymbol]) -> None:
        ordered = sorted((one.symbol for one in symbols), key=lambda one: one.start)
        self._connection.run_many(
            sql("put_symbol"),
            [
                (
                    file,
                    ordinal,
                    one.test,
                    one.kind,
                    one.name,
                    own_name(one.name),
                    one.line,
                    one.first,
                    one.last,
                    one.start,
                    one.stop,
                    one.language,
                    one.ast_hash,
                    one.interface_hash,
                    one.signature,
                )
                for ordinal, one in enumerate(ordered)
            ],
        )

    def _settle_symbols(self, file: int, symbols: Sequence[NewSymbol] | None) -> None:
        """Learn the numbers of a file's symbols; drop those that it has no more."""
        there = {
            str(name): whole(number)
            for name, number in self._connection.rows(sql("symbol_ids_of_file"), {"file": file})
        }
        if symbols is not None:
            tokens = {one.symbol.name: one.tokens for one in symbols}
            gone = [(number,) for name, number in there.items() if name not in tokens]
            words = [(there[name], text) for name, text in tokens.items() if name in there]
            self._connection.run_many(sql("drop_symbol"), gone)
            self._connection.run_many(sql("put_words"), words)
            there = {name: number for name, number in there.items() if name in tokens}
        self._ids |= there

    def _symbol(self, name: str) -> int | None:
        """Return the number of a symbol; None where there is none of this name."""
        if name not in self._ids:
            row = self._connection.row(sql("symbol_id"), {"name": name})
            self._ids[name] = None if row is None else whole(row[0])
        return self._ids[name]

    def _add_edges(self, edges: Iterable[NewEdge]) -> None:
        rows: list[tuple[int, int, int, int, int]] = []
        for source_name, target_name, via, sureness, line in edges:
            source, target = self._symbol(source_name), self._symbol(target_name)
            if source is not None and target is not None:
                rows.append((source, target, _VIA[via], _SURENESS[sureness], line))
        self._connection.run_many(sql("add_edge"), sorted(rows))

    def _add_unbound(self, file: int, unbound: Iterable[NewUnbound]) -> None:
        rows = [
            (file, ordinal, self._symbol(source), line, self._term(name), self._term(reason))
            for ordinal, (source, name, line, reason) in enumerate(unbound)
        ]
        self._connection.run_many(sql("add_unbound"), rows)

    def _term(self, text: str) -> int:
        """Return the number of a name or reason, which is made when it is not there."""
        if text not in self._terms:
            binds = {"text": text}
            found = self._connection.row(sql("term_id"), binds)
            row = found or self._connection.row(sql("add_term"), binds) or (0,)
            self._terms[text] = whole(row[0])
        return self._terms[text]
