"""Export everything as lines of JSON, and import them again: whole, or not at all.

An export stands by itself: a header says what it is, a footer how many rows of each kind it has
and the SHA-256 of all lines before, so that a file that was cut or altered is noticed. What was
masked when it was written is masked in the export; an import masks nothing, as the bytes must come
back as they were.
"""

import hashlib
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import BinaryIO, Final

from lockstitch.app.identify import named_project
from lockstitch.app.indexing import rebuild
from lockstitch.app.world import World
from lockstitch.domain.errors import InvalidArgumentError, StoreError, UsageError
from lockstitch.domain.export import (
    FORMAT,
    LINE_BYTES_MAX,
    ROWS,
    VERSION,
    as_object,
    checked_row,
)
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.store import ImportReport
from lockstitch.ports.stores import Loaded, Row

logger = logging.getLogger(__name__)

_CUT: Final = "the file was cut or altered: export again"


async def export_lines(world: World, project: ProjectId | None) -> AsyncIterator[str]:
    """Yield the lines of an export, each with its line feed: of *project*, or of the whole store.

    To be written as UTF-8, with line feeds left as they are. Two exports of one state are equal to
    the byte, and so is the export of a store into which one was imported.

    Raises:
        NotFoundError: no project has that id.
    """
    if project is not None:
        project = (await named_project(world, project)).id
    digest = hashlib.sha256()
    counts: Counter[str] = Counter()
    header: Row = {"kind": "header", "format": FORMAT, "version": VERSION, "project": project}
    line = _line(header)
    digest.update(line.encode())
    yield line
    async for row in world.transfer.rows(project):
        counts[str(row["kind"])] += 1
        line = _line(row)
        digest.update(line.encode())
        yield line
    yield _line(_footer(counts, digest.hexdigest()))


async def import_lines(world: World, lines: Iterable[str], *, dry_run: bool) -> ImportReport:
    """Take the lines of an export in, all or none; in a dry run none, with the same report.

    *lines* is read as it is worked off, in another thread, see `lines_of`.

    Raises:
        InvalidArgumentError: a line is not of its form, or the file is not whole; says which line.
        ConflictError: something is here with another content under the same id.
    """
    reading = _Reading(lines)
    try:
        loaded = await world.transfer.load(reading.rows(), dry_run=dry_run)
    except UsageError as error:
        raise type(error)(f"line {reading.line}: {error.message}", hint=error.hint) from error
    finally:
        reading.over = True
    if not dry_run:
        await index_anew(world, loaded)
    return loaded.report


async def index_anew(world: World, loaded: Loaded) -> None:
    """Make the derived files of the projects anew that a load brought episodes to."""
    for project in loaded.touched:
        try:
            await rebuild(world, project)
        except StoreError:
            # What came is safe; the next call that needs the index brings it up again.
            logger.exception("index.behind")


def lines_of(file: BinaryIO) -> Iterator[str]:
    """Yield the lines of *file*, none of them held longer than a line may be."""
    while line := file.readline(LINE_BYTES_MAX + 2):
        # What is no UTF-8 is refused where the number of its line is known.
        yield line.decode(errors="surrogateescape")


def _line(value: Row) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _footer(counts: Counter[str], digest: str) -> Row:
    rows = {kind: counts[kind] for kind in ROWS if counts[kind]}
    return {"kind": "footer", "rows": rows, "sha256": digest}


class _Reading:
    """Lines as rows, read one by one. `line` is the one that was read last, from 1."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.line = 0
        self.over = False
        """Set by whoever waits for the rows and gives up."""
        self._lines = iter(lines)
        self._digest = hashlib.sha256()

    def rows(self) -> Iterator[Row]:
        """Yield the rows between header and footer, each checked, and at last check the footer."""
        _check_header(self._next())
        counts: Counter[str] = Counter()
        while True:
            before = self._digest.hexdigest()
            value = self._next()
            if value.get("kind") == "footer":
                break
            row = checked_row(value)
            counts[str(row["kind"])] += 1
            yield row
        expected = _footer(counts, before)
        if value.get("rows") != expected["rows"]:
            raise InvalidArgumentError("the footer counts other rows than there are", hint=_CUT)
        if value.get("sha256") != before:
            raise InvalidArgumentError("the footer has the SHA-256 of other lines", hint=_CUT)
        if self._read() is not None:
            self.line += 1
            raise InvalidArgumentError("there is more behind the footer", hint=_CUT)

    def _next(self) -> Row:
        """Return the next line's object."""
        if self.over:
            raise InvalidArgumentError("the import was given up")
        line = self._read()
        if line is None:
            raise InvalidArgumentError("the file ends without a footer", hint=_CUT)
        self.line += 1
        data = _bytes_of(line)
        self._digest.update(data)
        try:
            value: object = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InvalidArgumentError(
                "this is no JSON", hint="give a file that lockstitch export has written, whole"
            ) from error
        return as_object(value)

    def _read(self) -> str | None:
        try:
            return next(self._lines, None)
        except OSError as error:
            raise InvalidArgumentError(f"the file cannot be read on: {error}") from error


def _bytes_of(line: str) -> bytes:
    """Return the bytes of *line* as they were written: with one line feed, whatever ended it."""
    text = line.removesuffix("\n").removesuffix("\r")
    size = len(text)
    try:
        data = text.encode() if size <= LINE_BYTES_MAX else b""
    except UnicodeEncodeError as error:
        raise InvalidArgumentError(f"this is no UTF-8, at character {error.start}") from error
    size = max(size, len(data))
    if size > LINE_BYTES_MAX:
        raise InvalidArgumentError(f"this has more than {LINE_BYTES_MAX} bytes")
    return data + b"\n"


def _check_header(header: Row) -> None:
    if header.get("kind") != "header" or header.get("format") != FORMAT:
        raise InvalidArgumentError(
            "this is no header of an export", hint="give a file that lockstitch export has written"
        )
    version = header.get("version")
    if type(version) is not int or version < 1:
        raise InvalidArgumentError("the header names no version")
    if version > VERSION:
        raise InvalidArgumentError(
            f"the export is of version {version}, this Lockstitch reads up to {VERSION}",
            hint="upgrade Lockstitch: pip install --upgrade lockstitch",
        )
