"""Copy the store, whole and consistent."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lockstitch.cli.invocation import Desk, Invocation
    from lockstitch.domain.store import Backup


@click.command(
    epilog="""\b
Examples:
  lockstitch backup
  lockstitch backup /mnt/safe/lockstitch.db
  lockstitch backup --list
""",
)
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option("--list", "is_list", is_flag=True, help="List the backups that we know of instead.")
@click.pass_obj
def command(invocation: "Invocation", *, path: Path | None, is_list: bool) -> None:
    """Copy the store while others work on it.

    To PATH, a file that is not there yet; else to the store's own folder.
    """
    from lockstitch.app.care import back_up, backups
    from lockstitch.cli.text import quoted

    if is_list and path is not None:
        raise click.UsageError("give a PATH or --list, not both")
    if is_list:

        async def listed(desk: "Desk") -> "Sequence[Backup]":
            return await backups(desk.world)

        known = invocation.run_long(listed)
        invocation.tell({"backups": known}, text_of(known))
        return

    async def made(desk: "Desk") -> "Backup":
        return await back_up(desk.world, path)

    backup = invocation.run_long(made)
    text = f"backed up to {backup.path}\nbring it back: lockstitch restore {quoted(backup.path)}"
    invocation.tell(backup, text)


def text_of(known: "Sequence[Backup]") -> str:
    """Return the backups in columns."""
    from lockstitch.cli.text import columns, local

    if not known:
        return "there is no backup yet; make one: lockstitch backup"
    rows = [(local(one.created_at), one.reason, one.path) for one in known]
    table = columns(rows, headings=("MADE", "WHY", "FILE"))
    return f"{table}\nbring one back: lockstitch restore FILE"
