"""Fold a sub-task away; as a person, look into a fold or give one up."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.app.fold import Opened
    from lockstitch.cli.invocation import Desk, Invocation
    from lockstitch.domain.fold import Fold


@click.command(
    epilog="""\b
Examples:
  lockstitch fold "Find the leak" --goal "Name the line that leaks"
  lockstitch fold --show fold_0198c0de...
  lockstitch fold --abandon fold_0198c0de...
""",
)
@click.argument("description", required=False)
@click.option("--goal", metavar="TEXT", help="What the sub-task is to find or do.")
@click.option("--session", metavar="NAME", help="The conversation it belongs to.")
@click.option("--slot", metavar="ID", help="The sequence of an inference server.")
@click.option("--show", "shown", metavar="FOLD_ID", help="Print the steps of a fold instead.")
@click.option("--offset", type=int, default=0, help="With --show: begin at this character.")
@click.option("--abandon", "abandoned", metavar="FOLD_ID", help="Give a fold up instead.")
@click.pass_obj
def command(
    invocation: "Invocation",
    *,
    description: str | None,
    goal: str | None,
    session: str | None,
    slot: str | None,
    shown: str | None,
    offset: int,
    abandoned: str | None,
) -> None:
    """Begin a sub-task whose steps will leave the window.

    What the session commits from now on goes into it, until `lockstitch unfold`.
    """
    from lockstitch.cli.steps import show_steps

    asked = [name for name in (description, shown, abandoned) if name is not None]
    if len(asked) != 1:
        raise click.UsageError("give one of DESCRIPTION with --goal, --show, and --abandon")
    if shown is not None:
        show_steps(invocation, shown, offset=offset)
    elif abandoned is not None:
        _give_up(invocation, abandoned)
    elif description is None or goal is None:
        raise click.UsageError("a fold needs its --goal")
    else:
        _open(invocation, description, goal=goal, session=session, slot=slot)


def _open(
    invocation: "Invocation", description: str, *, goal: str, session: str | None, slot: str | None
) -> None:
    from lockstitch.app.fold import fold

    async def work(desk: "Desk") -> "Opened":
        caller = await desk.caller(session)
        return await fold(desk.world, caller, description=description, goal=goal, slot_id=slot)

    opened = invocation.run(work)
    invocation.tell(opened, text_of(opened))


def text_of(opened: "Opened") -> str:
    """Return what was opened, for a person."""
    inside = f" inside {opened.parent_fold_id}" if opened.parent_fold_id else ""
    lines = [
        f"folding into {opened.fold_id}{inside}",
        f"session {opened.session_id} ({opened.session_source})",
        f'close it: lockstitch unfold {opened.fold_id} "what came out of it"',
    ]
    return "\n".join(lines)


def _give_up(invocation: "Invocation", fold_id: str) -> None:
    from lockstitch.app.fold import abandon

    async def work(desk: "Desk") -> "Fold":
        return await abandon(desk.world, fold_id)

    given_up = invocation.run(work)
    text = f"gave {given_up.id} up; its steps stay in the window\n"
    text += f"read them: lockstitch show {given_up.id} --steps"
    invocation.tell(given_up, text)
