"""Run a pass of consolidation, or say what it would do."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.app.consolidation import Dream
    from lockstitch.app.dream import DreamPlan
    from lockstitch.cli.invocation import Desk, Invocation


@click.command(
    epilog="""\b
Examples:
  lockstitch dream
  lockstitch dream --dry-run
  lockstitch dream --force --json
""",
)
@click.option("--force", is_flag=True, help="Do not wait until nobody has written for a while.")
@click.option("--dry-run", is_flag=True, help="Only say what it would do.")
@click.pass_obj
def command(invocation: "Invocation", *, force: bool, dry_run: bool) -> None:
    """Consolidate what a project remembers, now.

    Stale entries of the atlas are made again, long turns get an entry, old ones leave the window,
    and what has no vector gets one. Nothing is lost when it is interrupted.
    """
    from lockstitch.app.dream import dream, plan_dream

    def told(line: str) -> None:
        if not invocation.as_json:
            click.echo(f"{line} ...", err=True)

    async def plan(desk: "Desk") -> "DreamPlan":
        return await plan_dream(desk.world, (await desk.project()).id, force=force)

    async def work(desk: "Desk") -> "Dream":
        project = await desk.project()
        return await dream(desk.world, project.id, force=force, told=told)

    if dry_run:
        planned = invocation.run_long(plan)
        invocation.tell(planned, plan_of(planned))
        return
    dreamt = invocation.run_long(work)
    invocation.tell(dreamt, text_of(dreamt))


def plan_of(plan: "DreamPlan") -> str:
    """Return what a pass would do."""
    lines = [
        f"would make {plan.regenerate} stale entries again,",
        f"look at {plan.promote} turns for a new entry, archive {plan.archive} episodes",
        *plan.notes,
    ]
    if plan.skipped_reason is not None:
        lines.append(f"but not now: {plan.skipped_reason}")
    return "\n".join([*lines, "nothing was changed"])


def text_of(dreamt: "Dream") -> str:
    """Return what a pass did, and what it left over."""
    if not dreamt.ran:
        return f"did not run: {dreamt.skipped_reason}"
    lines = [
        f"made {dreamt.regenerated} entries again, {dreamt.promoted} new",
        f"archived {dreamt.archived} episodes, gave vectors to {dreamt.reembedded} passages",
    ]
    if dreamt.ended_early is not None:
        lines.append(f"ended early: {dreamt.ended_early}")
    lines += dreamt.notes
    if dreamt.unfinished:
        lines.append("go on: lockstitch dream --force")
    return "\n".join(lines)
