"""Projects by their evidence, and moves between them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import PurePath
from typing import Final

from typing_extensions import override

from lockstitch.domain.errors import ConflictError, NotFoundError
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.project import Evidence, Project
from lockstitch.ports.stores import ProjectEditor, ProjectStore, Recognised
from lockstitch.stores.sqlite.database import Connection, Database, from_us, to_us, whole
from lockstitch.stores.sqlite.queries import query

LOOK_AGAIN: Final = timedelta(minutes=10)
"""How long a repository without a known root commit is left before its history is asked for again."""


def place_of(evidence: Evidence) -> str:
    """Return the one text that names the place of *evidence*."""
    if evidence.common_dir is None:
        return f"dir:{evidence.directory}"
    return f"git:{evidence.common_dir}"


class SqliteProjects(ProjectStore):
    """Projects in the canonical file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def recognise(self, located: Evidence, *, now: datetime) -> Recognised | None:
        return await self._database.read(
            lambda connection: _recognise(connection, located, now=now)
        )

    @override
    async def resolve(self, examined: Evidence, *, new_id: ProjectId, now: datetime) -> Project:
        def work(connection: Connection) -> Project:
            project = _match(connection, examined)
            if project is None:
                project = new_id
                _add(connection, project, examined, now=now)
            _note(connection, project, examined, now=now)
            return load(connection, project)

        return await self._database.write(work)

    @override
    async def get(self, name: str) -> Project | None:
        def work(connection: Connection) -> Project | None:
            if connection.row(query("project"), {"project": name}):
                return load(connection, project_now(connection, ProjectId(name)))
            named = connection.rows(query("projects_named"), {"name": name})
            if len(named) > 1:
                ids = ", ".join(str(row[0]) for row in named)
                raise ConflictError(
                    f"{len(named)} projects are named {name}: {ids}", hint="give the id"
                )
            return load(connection, ProjectId(str(named[0][0]))) if named else None

        return await self._database.read(work)

    @override
    async def all(self) -> Sequence[Project]:
        def work(connection: Connection) -> Sequence[Project]:
            rows = connection.rows(query("projects"))
            return [load(connection, ProjectId(str(row[0]))) for row in rows]

        return await self._database.read(work)


class SqliteProjectEditor(ProjectEditor):
    """Moves between projects, each in one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def rename(self, project: ProjectId, *, name: str) -> Project:
        def work(connection: Connection) -> Project:
            connection.run(query("rename_project"), {"project": project, "name": name})
            return load(connection, project)

        return await self._database.write(work)

    @override
    async def link(self, project: ProjectId, *, evidence: Evidence, now: datetime) -> Project:
        def work(connection: Connection) -> Project:
            _note(connection, project, evidence, now=now)
            return load(connection, project)

        return await self._database.write(work)

    @override
    async def merge(self, source: ProjectId, *, into: ProjectId, now: datetime) -> Project:
        def work(connection: Connection) -> Project:
            target = project_now(connection, into)
            if source == target:
                raise ConflictError(f"{source} cannot be merged into itself")
            for key, session_id, _ in _sessions(connection, source):
                _move_session(connection, key, session_id, source=source, into=target)
            binds = {"project": source, "into_project": target}
            connection.run(query("move_anchors"), binds)
            connection.run(query("withdraw_twins"), binds | {"now": to_us(now)})
            for name in ("move_places", "move_roots"):
                connection.run(query(name), binds)
            connection.run(query("drop_roots"), {"project": source})
            connection.run(query("merge_project"), binds)
            connection.run(query("refresh_project"), {"project": target})
            return load(connection, target)

        return await self._database.write(work)

    @override
    async def split(
        self,
        project: ProjectId,
        *,
        sessions: Sequence[str],
        directory: str | None,
        new_id: ProjectId,
        name: str,
        now: datetime,
    ) -> Project:
        def work(connection: Connection) -> Project:
            there = _sessions(connection, project)
            missing = set(sessions) - {session_id for _, session_id, _ in there}
            if missing:
                raise NotFoundError(
                    f"the project has no session {', '.join(sorted(missing))}",
                    hint="list them: lockstitch sessions",
                )
            evidence = Evidence(directory=name)
            _add(connection, new_id, evidence, now=now, name=name)
            moved = 0
            for key, session_id, where in there:
                if session_id in sessions or _below(where, directory):
                    _move_session(connection, key, session_id, source=project, into=new_id)
                    moved += 1
            if directory is not None:
                moved += _move_places_below(connection, project, directory, into=new_id)
            if not moved:
                raise NotFoundError(
                    f"nothing of the project is below {directory}",
                    hint="see where its sessions worked: lockstitch sessions",
                )
            for changed in (project, new_id):
                connection.run(query("refresh_project"), {"project": changed})
            return load(connection, new_id)

        return await self._database.write(work)


def load(connection: Connection, project: ProjectId) -> Project:
    """Return a project that exists."""
    row = connection.row(query("project"), {"project": project})
    if row is None:
        raise _no_project(project)
    directories = connection.rows(query("directories"), {"project": project})
    roots = tuple(_roots(connection, project))
    remote = None if row[3] is None else str(row[3])
    return Project(
        id=project,
        name=str(row[1]),
        created_at=from_us(whole(row[2])),
        directories=tuple(str(cell[0]) for cell in directories),
        remote=remote,
        root_commits=roots,
        merged_into=None if row[4] is None else ProjectId(str(row[4])),
        suggested_links=tuple(_sharing(connection, roots, besides=project)),
    )


def project_now(connection: Connection, project: ProjectId) -> ProjectId:
    """Return *project*, or the one it was merged into: a running server knows it by its old id."""
    found = connection.value(query("project_now"), {"project": project})
    if found is None:
        raise _no_project(project)
    return ProjectId(str(found))


def _no_project(project: ProjectId) -> NotFoundError:
    return NotFoundError(f"no project has the id {project}", hint="list them: lockstitch projects")


def _recognise(connection: Connection, located: Evidence, *, now: datetime) -> Recognised | None:
    row = connection.row(query("place_of"), {"place": place_of(located)})
    if row is None:
        return None
    if located.common_dir is not None and row[1] != located.common_dir_inode:
        return None  # another repository may stand where that one stood: look closer
    project = load(connection, ProjectId(str(row[0])))
    settled = located.common_dir is None or bool(project.root_commits)
    complete = settled or now - from_us(whole(row[2])) < LOOK_AGAIN
    return Recognised(project=project, complete=complete)


def _match(connection: Connection, examined: Evidence) -> ProjectId | None:
    """Return the project that *examined* proves to be one with, the surest evidence first."""
    row = connection.row(query("place_of"), {"place": place_of(examined)})
    if row is not None and _may_be(connection, ProjectId(str(row[0])), examined):
        return ProjectId(str(row[0]))
    if examined.common_dir_inode is not None and examined.root_commits:
        binds = {"inode": examined.common_dir_inode}
        for (found,) in connection.rows(query("projects_of_inode"), binds):
            if set(_roots(connection, ProjectId(str(found)))) & set(examined.root_commits):
                return ProjectId(str(found))
    for candidate in _sharing(connection, examined.root_commits):
        if examined.remote and load(connection, candidate).remote == examined.remote:
            return candidate
    return None


def _may_be(connection: Connection, project: ProjectId, examined: Evidence) -> bool:
    """Whether nothing speaks against *examined* being *project*, which was seen at this place."""
    known = set(_roots(connection, project))
    return not known or not examined.root_commits or bool(known & set(examined.root_commits))


def _add(
    connection: Connection,
    project: ProjectId,
    evidence: Evidence,
    *,
    now: datetime,
    name: str | None = None,
) -> None:
    connection.run(
        query("add_project"),
        {
            "project": project,
            "name": name or PurePath(evidence.directory).name or evidence.directory,
            "now": to_us(now),
            "remote": evidence.remote,
        },
    )


def _note(connection: Connection, project: ProjectId, evidence: Evidence, *, now: datetime) -> None:
    connection.run(
        query("put_place"),
        {
            "place": place_of(evidence),
            "project": project,
            "directory": evidence.directory,
            "inode": evidence.common_dir_inode,
            "now": to_us(now),
        },
    )
    for commit in evidence.root_commits:
        connection.run(query("add_root"), {"project": project, "commit_hash": commit})
    if evidence.remote is not None:
        connection.run(query("set_remote"), {"project": project, "remote": evidence.remote})


def _roots(connection: Connection, project: ProjectId) -> list[str]:
    rows = connection.rows(query("roots"), {"project": project})
    return [str(row[0]) for row in rows]


def _sharing(
    connection: Connection, roots: Sequence[str], *, besides: ProjectId | None = None
) -> list[ProjectId]:
    found: dict[ProjectId, None] = {}
    for commit in roots:
        for (project,) in connection.rows(query("projects_of_root"), {"commit_hash": commit}):
            if project != besides:
                found[ProjectId(str(project))] = None
    return list(found)


def _sessions(connection: Connection, project: ProjectId) -> list[tuple[str, str, str | None]]:
    rows = connection.rows(query("sessions_to_move"), {"project": project})
    return [(str(row[0]), str(row[1]), None if row[2] is None else str(row[2])) for row in rows]


def _move_session(
    connection: Connection, key: str, session_id: str, *, source: ProjectId, into: ProjectId
) -> None:
    name, number = session_id, 1
    while connection.row(query("session"), {"project": into, "session_id": name}):
        number += 1
        name = f"{session_id}~{number}"
    binds = {"into_project": into, "session_id": name, "session_key": key}
    connection.run(query("move_session"), binds)
    connection.run(
        query("move_session_anchors"),
        {
            "project": source,
            "into_project": into,
            "session_id": session_id,
            "new_session_id": name,
        },
    )


def _below(where: str | None, directory: str | None) -> bool:
    return where is not None and directory is not None and PurePath(where).is_relative_to(directory)


def _move_places_below(
    connection: Connection, project: ProjectId, directory: str, *, into: ProjectId
) -> int:
    rows = connection.rows(query("places_of"), {"project": project})
    moving = [str(place) for place, where in rows if _below(str(where), directory)]
    for place in moving:
        connection.run(query("move_place"), {"place": place, "into_project": into})
    return len(moving)
