"""Questions to the code index of a project."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final, cast

from typing_extensions import override

from lockstitch.domain.code import Sureness, Symbol, Via
from lockstitch.domain.ids import ProjectId
from lockstitch.ports.code import DYNAMIC, CodeQueries, GraphRows, NewUnbound
from lockstitch.stores.sqlite.code_files import CodeFiles
from lockstitch.stores.sqlite.code_packing import SURENESSES, VIAS
from lockstitch.stores.sqlite.code_writing import sql
from lockstitch.stores.sqlite.database import Binds, Cells, Connection, consistent, whole

_Edge = tuple[int, int, int, int, int]

_WORD: Final = re.compile(r"[^\W_]+")


class SqliteCodeQueries(CodeQueries):
    """Reads the files that `SqliteCode` writes."""

    def __init__(self, files: CodeFiles) -> None:
        self._files = files

    @override
    async def symbols(self, project: ProjectId, names: Sequence[str]) -> Sequence[Symbol]:
        found = await self._symbols(project, "symbols", {"names": json.dumps(list(names))})
        by_name = {symbol.name: symbol for symbol in found}
        return [by_name[name] for name in names if name in by_name]

    @override
    async def ending(self, project: ProjectId, last: str, *, limit: int) -> Sequence[Symbol]:
        return await self._symbols(project, "ending", {"last": last, "limit": limit})

    @override
    async def matching(self, project: ProjectId, words: str, *, limit: int) -> Sequence[Symbol]:
        parts = _WORD.findall(words)
        found: dict[str, Symbol] = {}
        for ending in ("", "*"):  # whole words first, then the beginnings of some
            phrase = " OR ".join(f'"{part}"{ending}' for part in parts)
            if phrase and len(found) < limit:
                binds = {"words": phrase, "limit": limit}
                for symbol in await self._symbols(project, "matching", binds):
                    found.setdefault(symbol.name, symbol)
        return list(found.values())[:limit]

    @override
    async def own_names(self, project: ProjectId, *, shortest: int, longest: int) -> Sequence[str]:
        binds: Binds = {"shortest": shortest, "longest": longest}

        def work(connection: Connection) -> Sequence[str]:
            return [str(name) for (name,) in connection.rows(sql("own_names"), binds)]

        return await self._files.run(project, work)

    @override
    async def in_file(self, project: ProjectId, path: str) -> Sequence[Symbol]:
        folder = path.rstrip("/")
        if folder in {"", "."}:
            return await self._symbols(project, "everywhere", {})
        return await self._symbols(project, "in_file", {"path": folder})

    @override
    async def users(
        self, project: ProjectId, targets: Sequence[str]
    ) -> Sequence[tuple[str, str, str]]:
        binds = {
            "targets": json.dumps(list(targets)),
            "import": VIAS.index(Via.IMPORT),
            "candidate": SURENESSES.index(Sureness.CANDIDATE),
        }

        def work(connection: Connection) -> Sequence[tuple[str, str, str]]:
            rows = connection.rows(sql("users"), binds)
            return [(str(user), str(target), str(path)) for user, target, path in rows]

        return await self._files.run(project, work)

    @override
    async def counts(self, project: ProjectId) -> tuple[int, int]:
        def work(connection: Connection) -> tuple[int, int]:
            symbols, edges = connection.row(sql("counts")) or (0, 0)
            return whole(symbols), whole(edges)

        return await self._files.run(project, work)

    @override
    async def unbound(
        self, project: ProjectId, names: Sequence[str], *, limit: int
    ) -> tuple[int, Sequence[NewUnbound]]:
        binds = {"names": json.dumps(list(names)), "limit": limit}

        def work(connection: Connection) -> tuple[int, Sequence[NewUnbound]]:
            with consistent(connection):
                count = connection.number(sql("count_unbound"), {"names": binds["names"]})
                rows = connection.rows(sql("unbound"), binds)
            return count, [_unbound(row) for row in rows]

        return await self._files.run(project, work)

    @override
    async def dynamic(self, project: ProjectId, *, limit: int) -> Sequence[NewUnbound]:
        binds = {"reason": DYNAMIC, "limit": limit}

        def work(connection: Connection) -> Sequence[NewUnbound]:
            return [_unbound(row) for row in connection.rows(sql("dynamic"), binds)]

        return await self._files.run(project, work)

    @override
    async def graph(self, project: ProjectId) -> GraphRows:
        def work(connection: Connection) -> GraphRows:
            with consistent(connection):
                paths = connection.rows(sql("paths"))
                places = connection.rows(sql("places"))
                edges = connection.rows(sql("edges"))
            return _graph(paths, places, edges)

        return await self._files.run(project, work)

    async def _symbols(self, project: ProjectId, name: str, binds: Binds) -> Sequence[Symbol]:
        def work(connection: Connection) -> Sequence[Symbol]:
            return [_symbol(row) for row in connection.rows(sql(name), binds)]

        return await self._files.run(project, work)


def _unbound(row: Cells) -> NewUnbound:
    source, name, line, reason = row
    return NewUnbound(source=str(source), name=str(name), line=whole(line), reason=str(reason))


def _symbol(row: Cells) -> Symbol:
    return Symbol(
        name=str(row[0]),
        kind=str(row[1]),
        signature=str(row[2]),
        file=str(row[3]),
        line=whole(row[4]),
        first=whole(row[5]),
        last=whole(row[6]),
        start=whole(row[7]),
        stop=whole(row[8]),
        ast_hash=str(row[9]),
        interface_hash=str(row[10]),
        language=str(row[11]),
        test=bool(row[12]),
    )


def _graph(paths: Sequence[Cells], places: Sequence[Cells], edges: Sequence[Cells]) -> GraphRows:
    """Return the graph with its symbols renumbered, and one text for each path and kind."""
    files = {file: (rank, str(path)) for rank, (file, path) in enumerate(paths)}
    ordered = sorted((files[row[0]], *row[1:]) for row in places)  # no two have the same id
    numbers: dict[object, int] = {row[2]: number for number, row in enumerate(ordered)}
    kinds: dict[object, str] = {}
    return GraphRows(
        names=[str(row[3]) for row in ordered],
        files=[row[0][1] for row in ordered],
        kinds=[kinds.setdefault(row[4], str(row[4])) for row in ordered],
        tests=[bool(row[5]) for row in ordered],
        edges=_renumbered(cast("Sequence[_Edge]", edges), numbers),
    )


def _renumbered(
    edges: Sequence[_Edge], numbers: Mapping[object, int]
) -> list[tuple[int, int, str, str, int]]:
    found = [
        (numbers[source], numbers[target], VIAS[via], SURENESSES[sureness], line)
        for source, target, via, sureness, line in edges
    ]
    found.sort()
    return found
