"""Take a pinned rule back: what only a person may do."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.cli.invocation import Desk, Invocation
    from lockstitch.domain.anchor import Anchor


@click.command(
    epilog="""\b
Example:
  lockstitch unpin anc_0198c0de...
""",
)
@click.argument("anchor_id", metavar="ID")
@click.pass_obj
def command(invocation: "Invocation", *, anchor_id: str) -> None:
    """Take a pinned rule back.

    It stays readable by its id.
    """
    from lockstitch.app.pin import unpin
    from lockstitch.cli.text import one_line

    async def work(desk: "Desk") -> "Anchor":
        return await unpin(desk.world, anchor_id)

    anchor = invocation.run(work)
    text = f"unpinned {anchor.id}: {one_line(anchor.content)}\n"
    text += f"still to be read: lockstitch show {anchor.id}"
    invocation.tell(anchor, text)
