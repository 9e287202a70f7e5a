"""Counts and lists of what is there."""

from collections.abc import Sequence
from typing import Final

from typing_extensions import override

from lockstitch.domain.ids import ProjectId, SessionKey
from lockstitch.domain.project import Session
from lockstitch.domain.store import Counts
from lockstitch.ports.stores import Catalogue
from lockstitch.stores.sqlite.database import Connection, Database, from_us, whole
from lockstitch.stores.sqlite.derived import DerivedFiles
from lockstitch.stores.sqlite.queries import query

FILES_COUNTED_MAX: Final = 256
"""Beyond this many projects the facts of the whole store are not counted, and the count is None."""


class SqliteCatalogue(Catalogue):
    """Counts from the canonical file, and of facts from the derived ones."""

    def __init__(self, database: Database, derived: DerivedFiles) -> None:
        self._database = database
        self._derived = derived

    @override
    async def counts(self, project: ProjectId | None) -> Counts:
        def work(connection: Connection) -> tuple[list[int], list[ProjectId]]:
            name = "counts_of_store" if project is None else "counts_of_project"
            binds = {} if project is None else {"project": project}
            row = connection.row(query(name), binds) or (0, 0, 0)
            written = connection.rows(query("projects_with_episodes"))
            return [whole(cell) for cell in row], [ProjectId(str(r[0])) for r in written]

        (episodes, anchors, sessions), projects = await self._database.read(work)
        counted = projects if project is None else [project]
        facts = await self._derived.workers.run(lambda: self._facts(counted))
        return Counts(
            project=project, episodes=episodes, anchors=anchors, sessions=sessions, facts=facts
        )

    @override
    async def sessions(self, project: ProjectId, *, limit: int) -> Sequence[Session]:
        binds = {"project": project, "limit": limit}
        return await self._database.read(
            lambda connection: [
                Session(
                    key=SessionKey(str(row[0])),
                    project=ProjectId(str(row[1])),
                    session_id=str(row[2]),
                    client=None if row[3] is None else str(row[3]),
                    working_directory=None if row[4] is None else str(row[4]),
                    created_at=from_us(whole(row[5])),
                    last_seen_at=from_us(whole(row[6])),
                    episode_count=whole(row[7]),
                )
                for row in connection.rows(query("sessions"), binds)
            ]
        )

    @override
    async def project_of(self, item: str) -> ProjectId | None:
        def work(connection: Connection) -> ProjectId | None:
            row = connection.row(query("project_of_item"), {"item": item})
            return None if row is None or row[0] is None else ProjectId(str(row[0]))

        return await self._database.read(work)

    def _facts(self, projects: Sequence[ProjectId]) -> int | None:
        if len(projects) > FILES_COUNTED_MAX:
            return None
        total = 0
        for project in projects:
            count = self._derived.fact_count(project)
            if count is None:
                return None
            total += count
        return total
