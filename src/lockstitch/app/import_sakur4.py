"""Import a Sakur4 store: turns word for word, folds and rules. Nothing is written to that store."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path, PurePath
from typing import Final

from lockstitch.app.masks import masked
from lockstitch.app.transfer import index_anew
from lockstitch.app.world import World
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.export import checked_row
from lockstitch.domain.ids import PROJECT, ProjectId, derived_id
from lockstitch.domain.project import Evidence, Project
from lockstitch.domain.store import ImportReport
from lockstitch.intake.foreign import ORIGIN, ForeignRows, Home, us
from lockstitch.intake.survey import NOBODYS, Survey, check_name, projects_of, survey
from lockstitch.ports.importers import (
    ForeignContents,
    ForeignEpisode,
    ForeignProject,
    ForeignStore,
    Unreadable,
)
from lockstitch.ports.stores import Row

SCHEMA_KNOWN: Final = 4
_TOLD_EVERY: Final = 100


async def import_sakur4(
    world: World, path: Path, *, dry_run: bool, told: Callable[[int, int], None]
) -> ImportReport:
    """Take the store at *path* in, all or nothing; in a dry run nothing, with the same report.

    A second import adds what is new there. *told* hears how many episodes are read, and of how
    many, in another thread.

    Raises:
        NotFoundError: there is no such file.
        InvalidArgumentError: it is no Sakur4 store, or it is enciphered.
        ConflictError: something is here with another content under the same id, or the store was
            written to meanwhile.
    """
    with world.sakur4().open(path) as store:
        contents = await asyncio.to_thread(store.contents)
        found = await asyncio.to_thread(lambda: survey(contents, store.episodes()))
        homes = await _homes(world, contents, found)
        coming = ForeignRows(
            contents, found, homes=homes, masked=_masking(world), tokens=world.tokens
        )
        episodes = _counted(store, total=found.total, told=told)
        loaded = await world.transfer.load(coming.rows(episodes), dry_run=dry_run)
    if not dry_run:
        await index_anew(world, loaded)
    notes = list(coming.notes)
    if contents.version > SCHEMA_KNOWN:
        notes.append(
            f"the store has schema {contents.version}, and {SCHEMA_KNOWN} is known: what is new in"
            " it was not read"
        )
    report = loaded.report
    return replace(
        report,
        refused=(*coming.refused, *report.refused),
        notes=(*notes, *report.notes),
    )


def _masking(world: World) -> Callable[[str], tuple[str, int]]:
    def stored(text: str) -> tuple[str, int]:
        result, redactions = masked(world, text)
        return result, len(redactions)

    return stored


def _counted(
    store: ForeignStore, *, total: int, told: Callable[[int, int], None]
) -> Iterator[ForeignEpisode | Unreadable]:
    for number, episode in enumerate(store.episodes(), start=1):
        yield episode
        if number % _TOLD_EVERY == 0 or number == total:
            told(number, total)


async def _homes(world: World, contents: ForeignContents, found: Survey) -> dict[str, Home]:
    """Return where each project of the store goes; what has none, to that of the store's folder."""
    projects = {project.id: project for project in contents.projects}
    # Of what the same store gives every time, so that a second import meets the first one's.
    mark = found.oldest or next((item.id for item in (*contents.folds, *contents.anchors)), "")
    homes: dict[str, Home] = {}
    for key in projects_of(contents, found):
        if key == NOBODYS:
            project = ForeignProject(id=NOBODYS, root=contents.folder, name="")
        else:
            project = projects.get(key) or ForeignProject(id=key, root="", name="")
        homes[key] = await _home(world, project, mark=mark)
    return homes


async def _home(world: World, project: ForeignProject, *, mark: str) -> Home:
    name = _storable(project.name) or _storable(PurePath(project.root).name) or project.id
    directory = project.root if PurePath(project.root).is_absolute() else ""
    if not _storable(directory):
        made = ProjectId(derived_id(PROJECT, ORIGIN, mark, "id", project.id))
        return Home(project=made, name=name, rows=(_project_row(world, made, name=name),))
    now = world.clock.now()
    evidence, is_there = _evidence(world, directory)
    recognised = await world.projects.recognise(evidence, now=now)
    if recognised is not None:
        known = recognised.project
        return Home(project=known.id, name=known.name, working_directory=directory)
    if is_there:
        evidence = await world.workspace.examined(evidence)
        name = PurePath(evidence.directory).name or name
    known = _matching(await world.projects.all(), evidence)
    if known is not None:
        rows = _evidence_rows(known.id, evidence, now=now)
        return Home(project=known.id, name=known.name, rows=rows, working_directory=directory)
    made = ProjectId(derived_id(PROJECT, ORIGIN, mark, "directory", evidence.directory))
    row = _project_row(world, made, name=name, remote=evidence.remote)
    rows = (row, *_evidence_rows(made, evidence, now=now))
    return Home(project=made, name=name, rows=rows, working_directory=directory)


def _evidence(world: World, directory: str) -> tuple[Evidence, bool]:
    """Return what *directory* shows, and whether it is there: the store may come from elsewhere."""
    try:
        return world.workspace.located(directory), True
    except InvalidArgumentError:
        return Evidence(directory=directory), False


def _matching(projects: Sequence[Project], evidence: Evidence) -> Project | None:
    """Return the project that *evidence* proves to be one with: by its place, or root and remote."""
    roots = set(evidence.root_commits)
    for project in projects:
        known = set(project.root_commits)
        if evidence.directory in project.directories and (not known or not roots or known & roots):
            return project
    for project in projects:
        if roots & set(project.root_commits) and evidence.remote == project.remote is not None:
            return project
    return None


def _project_row(world: World, project: ProjectId, *, name: str, remote: str | None = None) -> Row:
    row: Row = {
        "kind": "project",
        "project_id": project,
        "name": name,
        "created_at": us(world.clock.now()),
        "remote": remote,
        "merged_into": None,
        "next_seq": 1,
    }
    return checked_row(row)


def _evidence_rows(project: ProjectId, evidence: Evidence, *, now: datetime) -> tuple[Row, ...]:
    place: Row = {
        "kind": "place",
        "directory": evidence.directory,
        "project_id": project,
        "common_dir": evidence.common_dir,
        "inode": evidence.common_dir_inode,
        "examined_at": us(now),
    }
    roots: list[Row] = [
        {"kind": "root", "commit_hash": commit, "project_id": project}
        for commit in evidence.root_commits
    ]
    return tuple(checked_row(row) for row in (place, *roots))


def _storable(text: str) -> str:
    """Return *text* where it is a name that may be stored, else nothing."""
    try:
        return check_name(text, name="name")
    except InvalidArgumentError:
        return ""
