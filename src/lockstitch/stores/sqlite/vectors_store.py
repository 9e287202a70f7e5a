"""The vectors of passages, in the project's derived file."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from typing_extensions import override

from lockstitch.domain.ids import ProjectId
from lockstitch.domain.passage import Coverage, Embedded, PassageKind, PassageRef
from lockstitch.ports.stores import Progress, VectorStore
from lockstitch.stores.sqlite.database import Connection, immediate, whole
from lockstitch.stores.sqlite.derived import DerivedFiles
from lockstitch.stores.sqlite.queries import named
from lockstitch.stores.sqlite.searching import coverage_of
from lockstitch.stores.sqlite.strays import Passage, hashes_of
from lockstitch.stores.sqlite.vectors import ENTRY, EPISODE

_KINDS: Final = {PassageKind.EPISODE: EPISODE, PassageKind.ENTRY: ENTRY}
_NAMES: Final = {number: kind for kind, number in _KINDS.items()}


class SqliteVectors(VectorStore):
    """Vectors in derived files. A passage gets its vectors once: its text never changes."""

    def __init__(self, derived: DerivedFiles) -> None:
        self._derived = derived

    @override
    async def coverage(self, project: ProjectId, embedder: str) -> Coverage:
        return await self._derived.run(
            project, lambda connection, _: coverage_of(connection, project, embedder)
        )

    @override
    async def embedders(self, project: ProjectId) -> Sequence[str]:
        return await self._derived.run(
            project,
            lambda connection, _: [
                str(row[0]) for row in connection.rows(_sql("embedders_with_vectors"))
            ],
        )

    @override
    async def pending(
        self, project: ProjectId, embedder: str, *, limit: int
    ) -> Sequence[PassageRef]:
        def work(connection: Connection, _: Progress) -> Sequence[PassageRef]:
            number = connection.value(_sql("embedder"), {"embedder": embedder})
            if number is None:
                with immediate(connection):
                    number = _number(connection, project, embedder)
            binds = {"number": number, "limit": limit}
            return [
                PassageRef(kind=_NAMES[whole(kind)], number=whole(of))
                for kind, of in connection.rows(_sql("pending"), binds)
            ]

        return await self._derived.run(project, work)

    @override
    async def put(self, project: ProjectId, embedder: str, passages: Sequence[Embedded]) -> int:
        def work(connection: Connection, _: Progress) -> int:
            with immediate(connection):
                number = _number(connection, project, embedder)
                wanted = [one for one in passages if one.ref.kind in _KINDS and one.vectors]
                refs = {(_KINDS[one.ref.kind], one.ref.number) for one in wanted}
                refs |= {(EPISODE, position) for one in wanted for position in one.context}
                hashes = hashes_of(connection, project, refs)
                return sum(_keep(connection, number, one) for one in wanted if _holds(one, hashes))

        return await self._derived.run(project, work)

    @override
    async def keep_only(self, project: ProjectId, embedders: Sequence[str]) -> int:
        def work(connection: Connection, _: Progress) -> int:
            dropped = 0
            with immediate(connection):
                for number, name in connection.rows(_sql("embedders")):
                    if name not in embedders:
                        dropped += _drop(connection, whole(number))
            return dropped

        return await self._derived.run(project, work)


def _holds(passage: Embedded, hashes: Mapping[Passage, str]) -> bool:
    """Whether the passage, and the turns whose words its vectors took in, are there."""
    own = hashes.get((_KINDS[passage.ref.kind], passage.ref.number))
    return own == passage.hash and all((EPISODE, at) in hashes for at in passage.context)


def _number(connection: Connection, project: ProjectId, embedder: str) -> int:
    """Return the number of *embedder*, for which all that is indexed waits when it is new."""
    number = connection.value(_sql("embedder"), {"embedder": embedder})
    if number is None:
        number = connection.number(_sql("add_embedder"), {"embedder": embedder})
        connection.run(_sql("lack_all"), {"number": number, "project": project})
    return whole(number)


def _keep(connection: Connection, embedder: int, passage: Embedded) -> bool:
    of = {
        "number": embedder,
        "kind": _KINDS[passage.ref.kind],
        "of": passage.ref.number,
        "hash": passage.hash,
        "context": json.dumps(passage.context),
    }
    if connection.row(_sql("has_vectors"), of) is not None:
        return False
    connection.run_many(
        _sql("add_vector"),
        [of | {"window": window, "data": data} for window, data in enumerate(passage.vectors)],
    )
    connection.run(_sql("drop_lacking"), of)
    return True


def _drop(connection: Connection, embedder: int) -> int:
    binds = {"number": embedder}
    connection.run(_sql("drop_vectors"), binds)
    dropped = connection.changes
    connection.run(_sql("drop_all_lacking"), binds)
    connection.run(_sql("drop_embedder"), binds)
    return dropped


def _sql(name: str) -> str:
    return named("derived_queries.sql")[name]
