"""Which project a directory belongs to."""

from lockstitch.app.world import World
from lockstitch.domain.errors import NotFoundError
from lockstitch.domain.ids import PROJECT, ProjectId
from lockstitch.domain.project import Project


async def identify(world: World, directory: str) -> Project:
    """Return the project of *directory*, made when it was never seen.

    What was seen before is recognised by its place alone; git is asked only the first time, when
    the place changed, or while a repository has no root commit yet.
    """
    located = world.workspace.located(directory)
    now = world.clock.now()
    recognised = await world.projects.recognise(located, now=now)
    if recognised is not None and recognised.complete:
        return recognised.project
    examined = await world.workspace.examined(located)
    new_id = ProjectId(world.ids.new(PROJECT))
    return await world.projects.resolve(examined, new_id=new_id, now=now)


async def named_project(world: World, name: str) -> Project:
    """Return the project with this id or name."""
    project = await world.projects.get(name)
    if project is None:
        raise NotFoundError(
            f"no project has the id or name {name!r}", hint="list them: lockstitch projects"
        )
    return project
