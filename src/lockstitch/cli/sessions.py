"""List the sessions of a project."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lockstitch.cli.invocation import Desk, Invocation
    from lockstitch.domain.project import Session


@click.command(
    epilog="""\b
Examples:
  lockstitch sessions
  lockstitch sessions --project lockstitch --limit 5
""",
)
@click.option("--project", metavar="PROJECT", help="Id, name or folder of another project.")
@click.option("--limit", type=int, default=20, show_default=True, help="How many at most.")
@click.pass_obj
def command(invocation: "Invocation", *, project: str | None, limit: int) -> None:
    """List the sessions of a project.

    The one that was heard of last comes first.
    """
    from lockstitch.app.projects import sessions_of

    async def work(desk: "Desk") -> "Sequence[Session]":
        of = await desk.project(project)
        return await sessions_of(desk.world, of.id, limit=limit)

    sessions = invocation.run(work)
    invocation.tell({"sessions": sessions}, text_of(sessions))


def text_of(sessions: "Sequence[Session]") -> str:
    """Return the sessions in columns."""
    from lockstitch.cli.text import columns, local

    if not sessions:
        return "no session has said anything here yet"
    rows = [
        (
            session.session_id,
            str(session.episode_count),
            local(session.last_seen_at),
            session.client or "-",
            session.working_directory or "-",
        )
        for session in sessions
    ]
    return columns(rows, headings=("SESSION", "TURNS", "LAST SEEN", "CLIENT", "FOLDER"))
