"""List projects, and move what belongs to them. Merge and split only plan, until --yes."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lockstitch.cli.invocation import Desk, Invocation
    from lockstitch.cli.moves import Move
    from lockstitch.domain.project import Project


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  lockstitch projects
  lockstitch projects show lockstitch
""",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List projects, and move what belongs to them.

    Without a command it lists them.
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_)


@command.command(
    "list",
    epilog="""\b
Example:
  lockstitch projects list
""",
)
@click.pass_obj
def list_(invocation: "Invocation") -> None:
    """List the projects of the store, the oldest first."""

    async def work(desk: "Desk") -> "Sequence[Project]":
        return await desk.world.projects.all()

    projects = invocation.run(work)
    invocation.tell({"projects": projects}, text_of(projects))


@command.command(
    epilog="""\b
Examples:
  lockstitch projects show
  lockstitch projects show lockstitch
""",
)
@click.argument("project", required=False)
@click.pass_obj
def show(invocation: "Invocation", *, project: str | None) -> None:
    """Show a project, and what it may be one with.

    PROJECT is an id, a name or a folder; else the one you are in.
    """

    async def work(desk: "Desk") -> "tuple[Project, Sequence[Project]]":
        found = await desk.project(project)
        alike = [await desk.world.projects.get(other) for other in found.suggested_links]
        return found, [other for other in alike if other is not None]

    found, alike = invocation.run(work)
    invocation.tell(found, text_of_one(found, alike))


@command.command(
    epilog="""\b
Example:
  lockstitch projects rename main lockstitch
""",
)
@click.argument("project")
@click.argument("name")
@click.pass_obj
def rename(invocation: "Invocation", *, project: str, name: str) -> None:
    """Give a project another name."""
    from lockstitch.app.projects import rename as give_name

    async def work(desk: "Desk") -> "Project":
        return await give_name(desk.world, project, name=name)

    renamed = invocation.run(work)
    invocation.tell(renamed, f"{renamed.id} is named {renamed.name} now")


@command.command(
    epilog="""\b
Example:
  lockstitch projects link lockstitch ~/src/lockstitch-copy
""",
)
@click.argument("project")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.pass_obj
def link(invocation: "Invocation", *, project: str, folder: Path) -> None:
    """Make a folder belong to a project from now on.

    What is recorded stays where it is.
    """
    from lockstitch.app.projects import link as make_belong

    async def work(desk: "Desk") -> "Project":
        return await make_belong(desk.world, project, directory=str(folder))

    linked = invocation.run(work)
    text = f"{folder} belongs to {linked.name} ({linked.id}) from now on"
    invocation.tell(linked, text)


@command.command(
    epilog="""\b
Examples:
  lockstitch projects merge lockstitch-copy lockstitch
  lockstitch projects merge lockstitch-copy lockstitch --yes
""",
)
@click.argument("source")
@click.argument("into")
@click.option("--yes", is_flag=True, help="Do it; without this it is only planned.")
@click.pass_obj
def merge(invocation: "Invocation", *, source: str, into: str, yes: bool) -> None:
    """Move everything of one project into another.

    The id of SOURCE leads to INTO from then on.
    """
    from lockstitch.app.projects import merge as take_in
    from lockstitch.cli.moves import plan_merge, text_of_move

    async def planned(desk: "Desk") -> "Move":
        return await plan_merge(desk.world, source, into=into)

    async def done(desk: "Desk") -> "tuple[Move, Project]":
        return await planned(desk), await take_in(desk.world, source, into=into)

    if not yes:
        move = invocation.run(planned)
        text = text_of_move(move, again=["merge", source, into])
        invocation.tell(move, text)
        return
    move, project = invocation.run(done)
    invocation.tell(project, text_of_move(move))


@command.command(
    epilog="""\b
Examples:
  lockstitch projects split lockstitch website --directory ~/src/website
  lockstitch projects split lockstitch website --session s7 --yes
""",
)
@click.argument("project")
@click.argument("new_name")
@click.option("--session", "sessions", multiple=True, metavar="NAME", help="Move it; repeat it.")
@click.option(
    "--directory",
    type=click.Path(path_type=Path, resolve_path=True),
    metavar="FOLDER",
    help="Move every session that worked in or below it.",
)
@click.option("--yes", is_flag=True, help="Do it; without this it is only planned.")
@click.pass_obj
def split(
    invocation: "Invocation",
    *,
    project: str,
    new_name: str,
    sessions: tuple[str, ...],
    directory: Path | None,
    yes: bool,
) -> None:
    """Move sessions of a project into a new one."""
    from lockstitch.app.projects import split as move_out
    from lockstitch.cli.moves import plan_split, text_of_move

    folder = None if directory is None else str(directory)

    async def planned(desk: "Desk") -> "Move":
        return await plan_split(
            desk.world, project, name=new_name, sessions=sessions, directory=folder
        )

    async def done(desk: "Desk") -> "tuple[Move, Project]":
        move = await planned(desk)
        made = await move_out(
            desk.world, project, name=new_name, sessions=sessions, directory=folder
        )
        return move, made

    if not yes:
        move = invocation.run(planned)
        again = ["split", project, new_name]
        again += [word for session in sessions for word in ("--session", session)]
        again += [] if folder is None else ["--directory", folder]
        invocation.tell(move, text_of_move(move, again=again))
        return
    move, made = invocation.run(done)
    invocation.tell(made, f"{text_of_move(move)}\nthe new project is {made.name} ({made.id})")


def text_of(projects: "Sequence[Project]") -> str:
    """Return the projects in columns."""
    from lockstitch.cli.text import columns, local

    if not projects:
        return "there is no project yet: the first thing committed in a folder makes one"
    rows = [
        (one.id, one.name, local(one.created_at), one.directories[0] if one.directories else "-")
        for one in projects
    ]
    return columns(rows, headings=("ID", "NAME", "SINCE", "FOLDER"))


def text_of_one(project: "Project", alike: "Sequence[Project]") -> str:
    """Return a project, and the commands that would make it one with those that are like it."""
    from lockstitch.cli.text import local, quoted

    lines = [f"{project.name} ({project.id})", f"since    {local(project.created_at)}"]
    lines += [f"folder   {directory}" for directory in project.directories]
    if project.remote:
        lines.append(f"remote   {project.remote}")
    lines += [f"root     {commit}" for commit in project.root_commits]
    for other in alike:
        lines.append(f"shares its first commit with {other.name} ({other.id}); if they are one:")
        lines.append(f"  lockstitch projects merge {project.id} {other.id}")
        if project.directories:
            lines.append(
                f"  lockstitch projects link {other.id} {quoted(project.directories[0])}"
                "  (from now on only)"
            )
    return "\n".join(lines)
