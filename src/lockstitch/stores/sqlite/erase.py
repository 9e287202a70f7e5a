"""Erase rows for good, and search the bytes of every file for what might be left of them."""

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import apsw
from typing_extensions import override

from lockstitch.domain.errors import StoreBusyError
from lockstitch.domain.store import PurgeProof, PurgeTarget
from lockstitch.ports.stores import Eraser
from lockstitch.stores.sqlite.database import Connection, Database, connect, to_us, whole
from lockstitch.stores.sqlite.queries import query

PIECE_BYTES: Final = 24
"""Length of the pieces that are searched for: a long text does not lie in a file in one run."""
PIECES_MAX: Final = 256
_BLOCK: Final = 1 << 20
_CHECKPOINTS_MAX: Final = 200


class SqliteEraser(Eraser):
    """Erases from the canonical file and from our backups."""

    def __init__(self, database: Database, *, derived: Path) -> None:
        self._database = database
        self._derived = derived

    @override
    async def erase(self, targets: Sequence[PurgeTarget], *, now: datetime) -> Sequence[str]:
        await self._database.write(lambda connection: _erase(connection, targets, now=now))
        await self._database.alone(_empty_log)
        rows = await self._database.read(lambda connection: connection.rows(query("backups")))
        unreachable: list[str] = []
        for path, *_rest in rows:
            reached = await asyncio.to_thread(self._erase_in_backup, Path(str(path)), targets, now)
            if not reached:
                unreachable.append(str(path))
        return unreachable

    @override
    async def holders(self, text: str, *, besides: Sequence[str]) -> Sequence[str]:
        def work(connection: Connection) -> Sequence[str]:
            rows = connection.rows(query("holders"), {"text": text})
            return [str(row[0]) for row in rows if row[0] not in besides]

        return await self._database.read(work) if text.strip() else []

    @override
    async def prove(self, texts: Sequence[str]) -> PurgeProof:
        await self._database.alone(_empty_log)
        pieces = await self._database.read(lambda connection: _pieces(connection, texts))
        files = [
            self._database.path,
            *self._database.path.parent.glob(f"{self._database.path.name}-*"),
        ]
        files += sorted(self._derived.glob("*.db*"))
        rows = await self._database.read(lambda connection: connection.rows(query("backups")))
        files += [path for row in rows if (path := Path(str(row[0]))).is_file()]
        return await asyncio.to_thread(self._search, files, pieces)

    def _erase_in_backup(self, path: Path, targets: Sequence[PurgeTarget], now: datetime) -> bool:
        if not path.is_file():
            return False
        try:
            with contextlib.closing(connect(path, key=self._database.key)) as connection:
                connection.run("BEGIN IMMEDIATE")
                _erase(connection, targets, now=now)
                connection.run("COMMIT")
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
        """Return a file's bytes, as they lie there; of an enciphered file, those of its pages."""
        if self._database.key is not None and path.suffix == ".db":
            with contextlib.closing(
                connect(path, key=self._database.key, read_only=True)
            ) as opened:
                return [opened.raw.serialize("main")]
        return _blocks(path)


def _erase(connection: Connection, targets: Sequence[PurgeTarget], *, now: datetime) -> None:
    for target in targets:
        item = {"item": target.id}
        there = connection.row(query(f"{target.kind}_is_there"), item)
        if there is None:
            continue
        connection.run(
            query("add_permit"),
            item
            | {
                "kind": target.kind,
                "project": target.project,
                "keyed_hash": target.keyed_hash,
                "now": to_us(now),
            },
        )
        connection.run(query("forget_edges"), item)
        connection.run(query("scrub_fold_result"), item)
        connection.run(query(f"purge_{target.kind}"), item)
        if target.project is not None:
            connection.run(query("newest_position"), {"project": target.project})


def _empty_log(connection: Connection) -> None:
    """Write the log back into the file and cut it to nothing; others may hold it a moment longer."""
    for _ in range(_CHECKPOINTS_MAX):
        busy, *_counts = connection.row("PRAGMA wal_checkpoint(TRUNCATE)") or (1,)
        if not whole(busy):
            return
    raise StoreBusyError(
        "another process reads the store, so that its log cannot be emptied yet",
        hint="the rows are erased; run the same command again to prove it",
    )


def _pieces(connection: Connection, texts: Sequence[str]) -> list[bytes]:
    """Return pieces of *texts* that nothing else in the store holds."""
    pieces: list[bytes] = []
    for text in texts:
        length = max(PIECE_BYTES, len(text) // (PIECES_MAX // max(1, len(texts)) or 1))
        for start in range(0, max(1, len(text) - PIECE_BYTES + 1), length):
            piece = text[start : start + PIECE_BYTES]
            held = connection.row(query("holders"), {"text": piece}) if piece.strip() else (1,)
            if held is None:
                pieces.append(piece.encode())
    return pieces


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
