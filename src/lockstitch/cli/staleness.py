"""List what was concluded from what has changed since."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lockstitch.app.staleness import StaleEntry, StalenessReport
    from lockstitch.cli.invocation import Desk, Invocation


@click.command(
    epilog="""\b
Examples:
  lockstitch staleness
  lockstitch staleness --limit 10 --project-id lockstitch
""",
)
@click.option("--limit", type=int, default=50, help="So many entries at most, 1 to 500.")
@click.option("--project-id", metavar="PROJECT", help="Of this one, by id, name or folder.")
@click.pass_obj
def command(invocation: "Invocation", *, limit: int, project_id: str | None) -> None:
    """List what was concluded from what has changed since.

    The counts are of the whole project, whatever the limit is.
    """
    from lockstitch.app.staleness import staleness

    async def work(desk: "Desk") -> "StalenessReport":
        project = await desk.project(project_id)
        caller = await desk.caller(project=project.id)
        return await staleness(desk.world, caller, limit=limit)

    report = invocation.run(work)
    invocation.tell(report, text_of(report))


def text_of(report: "StalenessReport") -> str:
    """Return the entries that are stale, each with what it stands on, and the sums."""
    lines = [line for entry in report.entries for line in _lines(entry)]
    entries = "1 entry" if report.total == 1 else f"{report.total} entries"
    lines.append(f"{report.stale} of {entries} stale ({report.stale_rate:.0%})")
    if report.deleted_anchors:
        lines[-1] += f", {report.deleted_anchors} of what is gone"
    if report.stale > len(report.entries):
        lines.append(f"shown are {len(report.entries)}; more: lockstitch staleness --limit N")
    lines += report.notes
    if report.stale > report.deleted_anchors:
        lines.append("make them again: lockstitch dream")
    return "\n".join(lines)


def _lines(entry: "StaleEntry") -> list[str]:
    from lockstitch.cli.text import one_line

    lines = [
        f"{entry.atlas_id}  {entry.reason.value}: {entry.anchor_id}",
        f"   says  {one_line(entry.content)}",
        f"   was   {one_line(entry.was)}",
    ]
    if entry.now is not None:
        lines.append(f"   now   {one_line(entry.now)}")
    return lines
