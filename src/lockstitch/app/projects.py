"""Projects and sessions as a person lists and moves them."""

from collections.abc import Sequence

from lockstitch.app.identify import named_project
from lockstitch.app.indexing import catch_up
from lockstitch.app.world import World
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.ids import PROJECT, ProjectId
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Project, Session
from lockstitch.domain.text import check_not_blank


async def sessions_of(world: World, project: ProjectId, *, limit: int) -> Sequence[Session]:
    """Return the sessions of a project, the latest first."""
    return await world.catalogue.sessions(project, limit=max(1, min(limit, LIMITS.sessions_listed)))


async def rename(world: World, project: str, *, name: str) -> Project:
    """Give a project another name."""
    found = await named_project(world, project)
    wanted = check_not_blank(name, name="name", chars_max=LIMITS.name_chars)
    return await world.editor.rename(found.id, name=wanted)


async def link(world: World, project: str, *, directory: str) -> Project:
    """Make *directory* belong to a project from now on; what is recorded stays where it is."""
    found = await named_project(world, project)
    evidence = await world.workspace.examined(world.workspace.located(directory))
    return await world.editor.link(found.id, evidence=evidence, now=world.clock.now())


async def merge(world: World, source: str, *, into: str) -> Project:
    """Move everything of one project into another, and index it there."""
    gone = await named_project(world, source)
    target = await named_project(world, into)
    merged = await world.editor.merge(gone.id, into=target.id, now=world.clock.now())
    await catch_up(world, merged.id)
    await world.code.store.reset(gone.id)
    return merged


async def split(
    world: World, project: str, *, name: str, sessions: Sequence[str], directory: str | None
) -> Project:
    """Move sessions, or all that worked below *directory*, into a new project."""
    if not sessions and directory is None:
        raise InvalidArgumentError(
            "nothing to split off was named", hint="give --session NAME or --directory FOLDER"
        )
    found = await named_project(world, project)
    wanted = check_not_blank(name, name="name", chars_max=LIMITS.name_chars)
    made = await world.editor.split(
        found.id,
        sessions=sessions,
        directory=directory,
        new_id=ProjectId(world.ids.new(PROJECT)),
        name=wanted,
        now=world.clock.now(),
    )
    for changed in (found.id, made.id):
        await catch_up(world, changed)
    return made
