"""Erase rows for good, and search the bytes of every file for what might be left of them."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

import apsw
from typing_extensions import override

from lockstitch.domain.store import PurgeProof, PurgeTarget
from lockstitch.ports.stores import Eraser
from lockstitch.stores.sqlite.database import (
    READ_ONLY,
    WRITE,
    Cell,
    Connection,
    Database,
    connect,
    immediate,
    impatient,
    to_us,
    whole,
)
from lockstitch.stores.sqlite.files import DerivedFolder
from lockstitch.stores.sqlite.queries import query
from lockstitch.stores.sqlite.workers import beside

Permit = Mapping[str, Cell]
"""What is to be erased, and what its tombstone will say: the values of `add_permit`."""

PIECE_CHARS: Final = 24
"""Length of the pieces that are searched for: a long text does not lie in a file in one run."""
PIECES_MAX: Final = 256
CHARS_MIN: Final = 4
"""A shorter text stands in any file by chance, and is not searched for."""
_BLOCK: Final = 1 << 20
_READERS_WAITED_FOR_MS: Final = 3_000
_KINDS: Final = ("episode", "anchor", "atlas")


class SqliteEraser(Eraser):
    """Erases from the canonical file, from the derived ones and from our backups."""

    def __init__(self, database: Database, *, derived: Path) -> None:
        self._database = database
        self._derived = derived

    @override
    async def erase(self, targets: Sequence[PurgeTarget], *, now: datetime) -> Sequence[str]:
        permits = [_permit(target, now) for target in targets]
        # Backups first: a purge that was interrupted still finds its rows when it is asked again.
        reached = await self._erase_in_backups(permits, besides={})
        await self._database.write(lambda connection: _erase(connection, permits))
        reached |= await self._erase_in_backups(permits, besides=reached)  # made meanwhile
        await self._database.alone(_empty_log)
        await beside(self._make_derived_anew)
        return [path for path, erased in reached.items() if not erased]

    @override
    async def holders(self, text: str, *, besides: Sequence[str]) -> Sequence[str]:
        def work(connection: Connection) -> Sequence[str]:
            rows = connection.rows(query("holders"), {"text": text})
            ids = [str(row[0]) for row in rows]
            return [item for item in ids if not _goes_with(connection, item, besides)]

        return await self._database.read(work) if text.strip() else []

    @override
    async def prove(self, texts: Sequence[str]) -> PurgeProof:
        emptied = await self._database.alone(_empty_log)
        pieces = await self._database.read(lambda connection: _pieces(connection, texts))
        files = [path for path in sorted(self._database.path.parent.rglob("*")) if path.is_file()]
        files += [path for path in await self._backups() if path.is_file()]
        proof = await beside(lambda: self._search(files, pieces))
        if emptied or self._database.key is None:
            return proof
        # Another process reads the store, and what is enciphered in its log cannot be searched.
        log = f"{self._database.path}-wal"
        return replace(proof, found_in=tuple(dict.fromkeys((*proof.found_in, log))))

    def _make_derived_anew(self) -> None:
        folder = DerivedFolder(self._database, self._derived)
        try:
            folder.make_all()
        finally:
            folder.close()

    async def _backups(self) -> list[Path]:
        rows = await self._database.read(lambda connection: connection.rows(query("backups")))
        return [Path(str(row[0])) for row in rows]

    async def _erase_in_backups(
        self, permits: Sequence[Permit], *, besides: Mapping[str, bool]
    ) -> dict[str, bool]:
        """Return whether each backup was reached, but those in *besides*."""
        reached: dict[str, bool] = {}
        for path in await self._backups():
            if str(path) not in besides:
                reached[str(path)] = await beside(partial(self._erase_in, path, permits))
        return reached

    def _erase_in(self, backup: Path, permits: Sequence[Permit]) -> bool:
        try:
            with closing(connect(backup, key=self._database.key, mode=WRITE)) as connection:
                with immediate(connection):
                    _erase(connection, permits)
                connection.run("VACUUM")
        except apsw.Error:
            return False
        return True

    def _search(self, files: Sequence[Path], pieces: Sequence[bytes]) -> PurgeProof:
        searched: list[str] = []
        found: list[str] = []
        size = 0
        for path in dict.fromkeys(files):
            if not path.is_file():
                continue
            searched.append(str(path))
            seen, length = _holds(self._bytes_of(path), pieces)
            size += length
            if seen:
                found.append(str(path))
        return PurgeProof(
            files_searched=tuple(searched),
            bytes_searched=size,
            samples=len(pieces),
            found_in=tuple(found),
        )

    def _bytes_of(self, path: Path) -> Iterable[bytes]:
        """Return a file's bytes as they lie there; of an enciphered store, those of its pages."""
        if self._database.key is not None and path.suffix == ".db":
            with (
                suppress(apsw.Error),  # not enciphered, or no store
                closing(connect(path, key=self._database.key, mode=READ_ONLY)) as opened,
            ):
                return [opened.raw.serialize("main")]
        return _blocks(path)


def erase_row(connection: Connection, permit: Permit) -> bool:
    """Erase what *permit* names, and leave its tombstone; False when it is not there.

    Atlas entries that name it as a source go with it, in every wording: their text is its own.
    """
    kind, item = str(permit["kind"]), {"item": permit["item"]}
    if kind not in _KINDS or connection.row(query(f"{kind}_is_there"), item) is None:
        return False
    for (entry,) in connection.rows(query("entries_from"), item):
        erase_row(connection, {**permit, "item": entry, "kind": "atlas"})
    project = {"project": connection.value(query("project_of_item"), item)}
    connection.run(query("add_permit"), permit)
    connection.run(query("forget_edges"), item)
    connection.run(query("scrub_fold_result"), item)
    connection.run(query(f"purge_{kind}"), item)
    connection.run(query("newest_of_project"), project)
    connection.row(query("next_generation"), project)  # its derived file holds the words as well
    return True


def _goes_with(connection: Connection, item: str, erased: Sequence[str]) -> bool:
    """Whether *item* is one of *erased*, or an atlas entry that goes with one of them."""
    return item in erased or any(
        connection.row(query("names_source"), {"atlas": item, "item": each}) is not None
        for each in erased
    )


def _erase(connection: Connection, permits: Sequence[Permit]) -> None:
    for permit in permits:
        erase_row(connection, permit)


def _permit(target: PurgeTarget, now: datetime) -> Permit:
    return {
        "item": target.id,
        "kind": target.kind,
        "project": target.project,
        "keyed_hash": target.keyed_hash,
        "now": to_us(now),
    }


def _empty_log(connection: Connection) -> bool:
    """Write the log back into the file and cut it to nothing; False while another process reads."""
    with impatient(connection, milliseconds=_READERS_WAITED_FOR_MS):
        busy, *_counts = connection.row("PRAGMA wal_checkpoint(TRUNCATE)") or (1,)
    return not whole(busy)


def _pieces(connection: Connection, texts: Sequence[str]) -> list[bytes]:
    """Return pieces of *texts* that nothing else in the store holds."""
    each = max(1, PIECES_MAX // max(1, len(texts)))
    pieces: dict[bytes, None] = {}
    for text in texts:
        for piece in _samples(text, each):
            binds = {"text": piece}
            if connection.row(query("holders"), binds) is not None:
                continue
            if not connection.value(query("mentioned"), binds):
                pieces[piece.encode()] = None
    return list(pieces)


def _samples(text: str, count: int) -> list[str]:
    """Return about *count* pieces from all over *text*, the first and the last among them."""
    last = len(text) - PIECE_CHARS
    if last <= 0:
        return [text] if len(text.strip()) >= CHARS_MIN else []
    step = max(PIECE_CHARS, last // count + 1)
    found = [text[start : start + PIECE_CHARS] for start in (*range(0, last, step), last)]
    return [piece for piece in found if len(piece.strip()) >= CHARS_MIN]


def _holds(blocks: Iterable[bytes], pieces: Sequence[bytes]) -> tuple[bool, int]:
    overlap = max((len(piece) for piece in pieces), default=1) - 1
    tail = b""
    size = 0
    found = False
    for block in blocks:
        size += len(block)
        window = tail + block
        found = found or any(piece in window for piece in pieces)
        tail = window[-overlap:] if overlap else b""
    return found, size


def _blocks(path: Path) -> Iterable[bytes]:
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            yield block
