"""Pin a rule as a person."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.app.pin import Pinned
    from lockstitch.cli.invocation import Desk, Invocation


@click.command(
    epilog="""\b
Examples:
  lockstitch pin "Never push to main" --kind safety_constraint
  lockstitch pin "Answer in British English" --everywhere
""",
)
@click.argument("text")
@click.option(
    "--kind",
    type=click.Choice(["safety_constraint", "user_correction", "task_contract"]),
    default="task_contract",
    show_default=True,
    help="What kind of rule it is.",
)
@click.option("--session-only", metavar="NAME", help="It holds in this session alone.")
@click.option("--everywhere", is_flag=True, help="It holds in every project.")
@click.pass_obj
def command(
    invocation: "Invocation", *, text: str, kind: str, session_only: str | None, everywhere: bool
) -> None:
    """Pin a rule that must never be lost.

    It holds in the project, unless an option says otherwise.
    """
    from lockstitch.app.pin import pin

    async def work(desk: "Desk") -> "Pinned":
        return await pin(
            desk.world,
            await desk.caller(session_only),
            text,
            kind=kind,
            session_id=session_only,
            everywhere=everywhere,
            pinned_by="person",
        )

    pinned = invocation.run(work)
    invocation.tell(pinned, text_of(pinned))


def text_of(pinned: "Pinned") -> str:
    """Return the rule as it stands, for a person."""
    where = f"session {pinned.session_id}" if pinned.session_id else str(pinned.scope)
    lines = [f"pinned {pinned.anchor_id} ({pinned.kind}, {where})", pinned.note]
    if pinned.redactions:
        kinds = ", ".join(dict.fromkeys(redaction.kind for redaction in pinned.redactions))
        lines.append(f"masked: {kinds}")
    lines.append(f"take it back: lockstitch unpin {pinned.anchor_id}")
    return "\n".join(lines)
