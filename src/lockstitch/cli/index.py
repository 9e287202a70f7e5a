"""Bring the code index up to date, and say what it describes."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.app.code_index import Current
    from lockstitch.cli.invocation import Desk, Invocation


@click.command(
    epilog="""\b
Examples:
  lockstitch index
  lockstitch index --rebuild
  lockstitch --project ~/work/loom index --json
""",
)
@click.option("--rebuild", is_flag=True, help="Read every file again, whatever is known of it.")
@click.pass_obj
def command(invocation: "Invocation", *, rebuild: bool) -> None:
    """Bring the code index of this checkout up to date.

    Every question about code does this by itself. Here it is done ahead, and says which files are
    left out and why. Nothing is written into the checkout.
    """
    from lockstitch.app.code_index import root_of, up_to_date
    from lockstitch.app.code_text import index_text
    from lockstitch.cli.reading import Reading

    async def work(desk: "Desk") -> "Current":
        caller = await desk.caller()
        root = await root_of(desk.world, caller)
        if rebuild:
            await desk.world.code.store.reset(caller.project)
        return await up_to_date(desk.world, caller.project, root, progress=Reading(invocation))

    current = invocation.run_long(work)
    invocation.tell(current, index_text(current))
