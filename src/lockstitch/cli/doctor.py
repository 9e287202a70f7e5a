"""Check every file of the store; on demand make again what is derived."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.app.care import Health
    from lockstitch.cli.invocation import Desk, Invocation


@click.command(
    epilog="""\b
Examples:
  lockstitch doctor
  lockstitch doctor --rebuild
""",
)
@click.option("--rebuild", is_flag=True, help="First make all that is derived again.")
@click.pass_context
def command(ctx: click.Context, *, rebuild: bool) -> None:
    """Check every file of the store.

    Nothing is changed; the exit code is 1 when something needs mending.
    """
    from lockstitch.app.care import doctor, rebuild_all
    from lockstitch.cli.text import counted

    invocation: Invocation = ctx.obj

    def told(name: str, count: int) -> None:
        invocation.progress(f"rebuilt {name}: {counted(count, 'episode')}")

    async def work(desk: "Desk") -> "Health":
        if rebuild:
            await rebuild_all(desk.world, told=told)
        return await doctor(desk.world)

    health = invocation.run_long(work)
    invocation.tell({"findings": health.findings, "sound": health.sound}, text_of(health))
    if not health.sound:
        ctx.exit(1)


def text_of(health: "Health") -> str:
    """Return what was looked at, and what to do about what does not hold."""
    from lockstitch.cli.text import counted

    lines: list[str] = []
    for finding in health.findings:
        about = f" {finding.detail}" if finding.detail else ""
        if not finding.problem:
            lines.append(f"ok       {finding.check}{about}")
            continue
        lines.append(f"PROBLEM  {finding.check}{about}: {finding.problem}")
        if finding.mend:
            lines.append(f"         mend it: {finding.mend}")
    problems = sum(1 for finding in health.findings if finding.problem)
    lines.append("all is sound" if health.sound else counted(problems, "problem"))
    return "\n".join(lines)
