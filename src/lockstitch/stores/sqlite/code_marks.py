"""Marks on callers, in the canonical file: what changed under them cannot be read from the sources."""

from collections.abc import Sequence

from typing_extensions import override

from lockstitch.domain.ids import ProjectId
from lockstitch.ports.code import Mark, MarkStore
from lockstitch.stores.sqlite.code_writing import sql
from lockstitch.stores.sqlite.database import Connection, Database, from_us, to_us, whole
from lockstitch.stores.sqlite.projects import project_now


class SqliteMarks(MarkStore):
    """Marks of projects that are there; those of a project that was merged are those of the other."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def marks(self, project: ProjectId) -> Sequence[Mark]:
        def work(connection: Connection) -> Sequence[Mark]:
            rows = connection.rows(sql("marks"), {"project": project_now(connection, project)})
            return [
                Mark(
                    caller=str(caller),
                    target=str(target),
                    file=str(file),
                    file_hash=str(file_hash),
                    marked_at=from_us(whole(marked_at)),
                )
                for caller, target, file, file_hash, marked_at in rows
            ]

        return await self._database.read(work)

    @override
    async def change(
        self, project: ProjectId, *, added: Sequence[Mark], removed: Sequence[tuple[str, str]]
    ) -> None:
        def work(connection: Connection) -> None:
            now = project_now(connection, project)
            gone = [(now, caller, target) for caller, target in removed]
            new = [
                (now, one.caller, one.target, one.file, one.file_hash, to_us(one.marked_at))
                for one in added
            ]
            connection.run_many(sql("drop_mark"), gone)
            connection.run_many(sql("put_mark"), new)

        if added or removed:
            await self._database.write(work)
