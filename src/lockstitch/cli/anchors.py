"""List the rules that stand, as a person sees them: those of every session too."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lockstitch.cli.invocation import Desk, Invocation
    from lockstitch.domain.anchor import Anchor


@click.command(
    epilog="""\b
Examples:
  lockstitch anchors
  lockstitch anchors --session review-42
""",
)
@click.option("--session", metavar="NAME", help="Only what holds in this session.")
@click.pass_obj
def command(invocation: "Invocation", *, session: str | None) -> None:
    """List the pinned rules.

    Those of the project, of its sessions, and those that hold everywhere.
    """
    from lockstitch.app.pin import standing_anchors

    async def work(desk: "Desk") -> "Sequence[Anchor]":
        caller = await desk.caller(session)
        if session is None:
            return await desk.world.anchors.standing(caller.project)
        return await standing_anchors(desk.world, caller, session_id=session)

    standing = invocation.run(work)
    invocation.tell({"anchors": standing}, text_of(standing))


def text_of(standing: "Sequence[Anchor]") -> str:
    """Return the rules in columns, and what they cost together."""
    from lockstitch.cli.text import columns, counted, local, one_line

    if not standing:
        return 'no rule is pinned here; pin one: lockstitch pin "..."'
    rows = [
        (
            anchor.id,
            anchor.kind.value,
            f"session {anchor.session_id}" if anchor.session_id else anchor.scope.value,
            local(anchor.created_at),
            one_line(anchor.content),
        )
        for anchor in standing
    ]
    cost = sum(anchor.token_count for anchor in standing)
    table = columns(rows, headings=("ID", "KIND", "HOLDS IN", "PINNED", "RULE"))
    total = f"{counted(len(rows), 'rule')}, {counted(cost, 'token')} of every prompt"
    return f"{table}\n{total}; take one back: lockstitch unpin ID"
