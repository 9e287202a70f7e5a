"""Write the store out as lines of JSON, to a file of its own or to standard output."""

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import TextIO

    from lockstitch.cli.invocation import Desk, Invocation
    from lockstitch.domain.ids import ProjectId


@click.command(
    epilog="""\b
Examples:
  lockstitch export store.jsonl
  lockstitch export --project lockstitch | gzip > lockstitch.jsonl.gz
""",
)
@click.argument("path", default="-")
@click.option("--project", metavar="PROJECT", help="Only this one, by id, name or folder.")
@click.pass_obj
def command(invocation: "Invocation", *, path: str, project: str | None) -> None:
    """Write the store out as lines of JSON.

    To PATH, a file that is not there yet; else, or as -, to standard output.
    """
    if path == "-":
        if invocation.as_json:
            raise click.UsageError("--json tells of an export into a file; give its PATH")
        invocation.run_long(lambda desk: _printed(desk, invocation, project))
        return
    from lockstitch.cli.text import counted, quoted

    target = Path(path)
    count = invocation.run_long(lambda desk: _written(desk, invocation, target, project=project))
    answer = {"path": str(target), "lines": count}
    text = f"exported {counted(count, 'line')} to {target}\n"
    text += f"take them in: lockstitch import {quoted(path)}"
    invocation.tell(answer, text)


async def _printed(desk: "Desk", invocation: "Invocation", project: str | None) -> None:
    from lockstitch.app.transfer import export_lines

    async for line in export_lines(desk.world, await _wanted(desk, invocation, project)):
        sys.stdout.write(line)


async def _written(
    desk: "Desk", invocation: "Invocation", target: Path, *, project: str | None
) -> int:
    from lockstitch.app.transfer import export_lines

    wanted = await _wanted(desk, invocation, project)
    count = 0
    with _new_file(target) as file:
        async for line in export_lines(desk.world, wanted):
            file.write(line)
            count += 1
    return count


async def _wanted(
    desk: "Desk", invocation: "Invocation", project: str | None
) -> "ProjectId | None":
    """Return the project that a flag names: what the environment says does not cut an export."""
    named = project or invocation.get("project")
    return None if named is None else (await desk.project(named)).id


@contextlib.contextmanager
def _new_file(target: Path) -> "Generator[TextIO]":
    """Open *target* for its owner alone; it has its own name only when it is whole."""
    from lockstitch.domain.errors import ConflictError

    if target.exists():
        raise ConflictError(f"{target} is there already", hint="name a new file")
    partial = target.with_name(f"{target.name}.partial")
    descriptor = os.open(partial, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            yield file
        partial.rename(target)
    finally:
        partial.unlink(missing_ok=True)
