"""Read one stored thing whole."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.app.read import PassageRead
    from lockstitch.cli.invocation import Desk, Invocation


@click.command(
    epilog="""\b
Examples:
  lockstitch show ep_0198c0de...
  lockstitch show fold_0198c0de... --steps
""",
)
@click.argument("item", metavar="ID")
@click.option("--offset", type=int, default=0, help="Begin at this character.")
@click.option("--steps", is_flag=True, help="Print the steps of a fold, word for word.")
@click.pass_obj
def command(invocation: "Invocation", *, item: str, offset: int, steps: bool) -> None:
    """Print one stored thing whole, by its id.

    An episode, a fact, a rule, a fold or an atlas entry; of any project, but for facts, which are
    looked for in the present one.
    """
    from lockstitch.app.read import read_passage
    from lockstitch.cli.steps import show_steps

    if steps:
        show_steps(invocation, item, offset=offset)
        return

    async def work(desk: "Desk") -> "PassageRead":
        caller = await desk.caller_for(item)
        return await read_passage(desk.world, caller, item, offset=offset)

    read = invocation.run(work)
    invocation.tell(read, text_of(read))


def text_of(read: "PassageRead") -> str:
    """Return what is known about the thing, then its text."""
    from datetime import datetime

    from lockstitch.cli.text import local

    lines = [f"{read.id} ({read.kind}, {read.total_chars} characters)"]
    for name, value in read.about.items():
        if value is None or value is False:
            continue
        shown = local(datetime.fromisoformat(str(value))) if name.endswith("_at") else value
        lines.append(f"{name.replace('_', ' ')}: {shown}")
    lines += ["", read.text]
    if read.next_offset is not None:
        lines.append(f"\nmore: lockstitch show {read.id} --offset {read.next_offset}")
    if read.kind == "fold":
        lines.append(f"\nread the steps: lockstitch show {read.id} --steps")
    return "\n".join(lines)
