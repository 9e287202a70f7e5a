"""Close a fold with its result."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.app.fold import Closed
    from lockstitch.cli.invocation import Desk, Invocation


@click.command(
    epilog="""\b
Example:
  lockstitch unfold fold_0198c0de... "The cache in net.py never shrinks"
""",
)
@click.argument("fold_id", metavar="FOLD_ID")
@click.argument("summary", required=False)
@click.pass_obj
def command(invocation: "Invocation", *, fold_id: str, summary: str | None) -> None:
    """Close a fold with its result.

    SUMMARY stands in the place of the steps; without it, or as -, it is what is piped in.
    """
    from lockstitch.app.fold import unfold
    from lockstitch.cli.text import text_or_piped

    result = text_or_piped(summary, name="SUMMARY")

    async def work(desk: "Desk") -> "Closed":
        caller = await desk.caller()
        return await unfold(desk.world, caller, fold_id=fold_id, result_summary=result)

    closed = invocation.run(work)
    invocation.tell(closed, text_of(closed))


def text_of(closed: "Closed") -> str:
    """Return what left the window, for a person."""
    from lockstitch.cli.text import counted

    steps = counted(closed.episodes_folded, "step")
    tokens = counted(closed.tokens_reclaimed, "token")
    lines = [
        f"closed {closed.fold_id}: {steps} left the window, {tokens} fewer",
        f"its result is {closed.summary_episode_id}",
        f"read the steps: lockstitch show {closed.fold_id} --steps",
    ]
    return "\n".join(lines)
