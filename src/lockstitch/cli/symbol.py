"""Look up a symbol of the code."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.app.code_answers import SymbolAnswer
    from lockstitch.cli.invocation import Desk, Invocation


@click.command(
    epilog="""\b
Examples:
  lockstitch symbol Loom.weave
  lockstitch symbol src/loom::Loom::weave --json
""",
)
@click.argument("name")
@click.pass_obj
def command(invocation: "Invocation", *, name: str) -> None:
    """Look up a symbol as it is now.

    NAME is its whole name, or an end of it that no other symbol has. Where there is none, names are
    told that are near, and the exit code is 3.
    """
    from lockstitch.app.code_answers import query_symbol
    from lockstitch.app.code_text import symbol_text
    from lockstitch.cli.reading import Reading
    from lockstitch.domain.errors import NotFoundError

    async def work(desk: "Desk") -> "SymbolAnswer":
        caller = await desk.caller()
        return await query_symbol(desk.world, caller, name=name, progress=Reading(invocation))

    answer = invocation.run_long(work)
    invocation.tell(answer, symbol_text(answer))
    if not answer.found:
        raise SystemExit(NotFoundError.exit_code)
