"""Put a backup in the place of the store; without --yes, say what that would bring and lose."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.cli.invocation import Desk, Invocation
    from lockstitch.domain.store import Backup, RestorePlan


@click.command(
    epilog="""\b
Examples:
  lockstitch restore /mnt/safe/lockstitch.db
  lockstitch restore /mnt/safe/lockstitch.db --yes
""",
)
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Do it; without this it is only planned.")
@click.pass_obj
def command(invocation: "Invocation", *, path: Path, yes: bool) -> None:
    """Put a backup in the place of the store.

    What is there now is backed up first.
    """
    from lockstitch.app.care import plan_restore, restore
    from lockstitch.cli.text import quoted

    async def planned(desk: "Desk") -> "RestorePlan":
        return await plan_restore(desk.world, path)

    async def done(desk: "Desk") -> "Backup":
        return await restore(desk.world, path)

    if not yes:
        plan = invocation.run_long(planned)
        invocation.tell(plan, text_of_plan(plan))
        return
    kept = invocation.run_long(done)
    text = f"restored {path}\nwhat was there before is kept: lockstitch restore {quoted(kept.path)}"
    invocation.tell({"restored": str(path), "kept": kept}, text)


def text_of_plan(plan: "RestorePlan") -> str:
    """Return what a restore would bring, and what would be lost by it."""
    from lockstitch.cli.text import counted, quoted

    lost = f"{counted(plan.episodes_lost, 'episode')} and {counted(plan.anchors_lost, 'rule')}"
    return "\n".join(
        [
            f"{plan.path} holds {counted(plan.episodes, 'episode')}",
            f"it lacks {lost} of what is in the store now",
            f"nothing was changed; do it: lockstitch restore {quoted(plan.path)} --yes",
        ]
    )
