"""Exports in the hand: taken from a store, changed a little, and sealed again."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import cast

from lockstitch.app.transfer import export_lines, import_lines
from lockstitch.app.world import World
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.store import ImportReport
from tests.builders import a_world
from tests.fakes.ids import CountedIds

Values = dict[str, object]


async def exported(world: World, project: ProjectId | None = None) -> list[str]:
    """Return the lines of an export."""
    return [line async for line in export_lines(world, project)]


async def imported(world: World, lines: Iterable[str], *, dry_run: bool = False) -> ImportReport:
    """Import *lines* for good."""
    return await import_lines(world, lines, dry_run=dry_run)


def another_world(folder: Path, *, series: int = 7) -> World:
    """Return a store whose ids meet those of no other."""
    return a_world(folder, ids=CountedIds(series))


def values_of(lines: Iterable[str], kind: str | None = None) -> list[Values]:
    """Return the rows of an export, of one kind or of all, without header and footer."""
    values = [cast("Values", json.loads(line)) for line in lines]
    wanted = [value for value in values if value["kind"] not in {"header", "footer"}]
    return [value for value in wanted if kind in {None, value["kind"]}]


def line_of(value: Values) -> str:
    """Return *value* as a line of an export."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def sealed(header: str, values: Iterable[Values]) -> list[str]:
    """Return an export of *values*, with a footer that fits them."""
    lines = [header, *(line_of(value) for value in values)]
    counts = Counter(str(value["kind"]) for value in values_of(lines))
    digest = hashlib.sha256("".join(lines).encode()).hexdigest()
    return [*lines, line_of({"kind": "footer", "rows": dict(counts), "sha256": digest})]


def changed(lines: list[str], kind: str, change: Callable[[Values], Values]) -> list[str]:
    """Return an export with *change* made to its first row of *kind*, sealed again."""
    values = values_of(lines)
    place = next(at for at, value in enumerate(values) if value["kind"] == kind)
    values[place] = change(values[place])
    return sealed(lines[0], values)


def with_content(value: Values, content: str) -> Values:
    """Return an episode's row with another content, whose hash fits it."""
    digest = hashlib.sha256(content.encode()).hexdigest()
    return value | {"content": content, "content_sha256": digest}
