"""List who depends on a symbol, or on what a change touches."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.app.code_answers import ImpactAnswer
    from lockstitch.app.code_diff import DiffAnswer
    from lockstitch.cli.invocation import Desk, Invocation


@click.command(
    epilog="""\b
Examples:
  lockstitch impact Loom.weave
  lockstitch impact Loom.weave --depth 2 --json
  lockstitch impact --diff HEAD
  lockstitch impact --diff main
""",
)
@click.argument("name", required=False)
@click.option("--diff", metavar="REV", help="Instead: all that differs from this git revision.")
@click.option("--depth", type=int, default=4, show_default=True, help="Steps along calls, 1 to 16.")
@click.pass_obj
def command(invocation: "Invocation", *, name: str | None, diff: str | None, depth: int) -> None:
    """List who depends on a symbol, or on what a change touches.

    The answer says whether it is exact or a lower bound, and why: an empty list alone is no
    permission.
    """
    from lockstitch.app.code_answers import impact
    from lockstitch.app.code_diff import impact_of_diff
    from lockstitch.app.code_text import diff_text, impact_text
    from lockstitch.cli.reading import Reading
    from lockstitch.domain.errors import UsageError

    reading = Reading(invocation)

    async def of_symbol(desk: "Desk", name: str) -> "ImpactAnswer":
        caller = await desk.caller()
        return await impact(desk.world, caller, name=name, depth=depth, progress=reading)

    async def of_diff(desk: "Desk", revision: str) -> "DiffAnswer":
        return await impact_of_diff(
            desk.world, await desk.caller(), revision=revision, depth=depth, progress=reading
        )

    if name is not None and diff is None:
        answer = invocation.run_long(lambda desk: of_symbol(desk, name))
        invocation.tell(answer, impact_text(answer))
    elif diff is not None and name is None:
        changed = invocation.run_long(lambda desk: of_diff(desk, diff))
        invocation.tell(changed, diff_text(changed))
    else:
        raise UsageError(
            "name one thing: a symbol, or a revision with --diff",
            hint="lockstitch impact NAME, or lockstitch impact --diff HEAD",
        )
