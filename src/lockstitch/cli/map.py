"""Print the map of the code."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.app.code_answers import MapAnswer
    from lockstitch.cli.invocation import Desk, Invocation


@click.command(
    epilog="""\b
Examples:
  lockstitch map
  lockstitch map src/net --tokens 1000
  lockstitch map --names-only
""",
)
@click.argument("paths", nargs=-1)
@click.option("--tokens", type=int, default=2_000, show_default=True, help="How long it may be.")
@click.option("--names-only", is_flag=True, help="Names as `symbol` takes them, no signatures.")
@click.pass_obj
def command(
    invocation: "Invocation", *, paths: tuple[str, ...], tokens: int, names_only: bool
) -> None:
    """Outline the code, the most load-bearing symbols first.

    PATHS are files and folders, as seen from the root of the checkout, that the map looks from.
    """
    from lockstitch.app.code_answers import repo_map
    from lockstitch.app.code_text import map_text
    from lockstitch.cli.reading import Reading

    async def work(desk: "Desk") -> "MapAnswer":
        return await repo_map(
            desk.world,
            await desk.caller(),
            token_budget=tokens,
            focus_paths=paths,
            names_only=names_only,
            progress=Reading(invocation),
        )

    answer = invocation.run_long(work)
    invocation.tell(answer, map_text(answer))
