"""Take in an export, or a Sakur4 store; without --yes, say what that would add."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lockstitch.cli.invocation import Desk, Invocation
    from lockstitch.domain.store import ImportReport

SQLITE_MAGIC: Final = b"SQLite format 3\0"
_TOLD_EVERY: Final = 1_000


@click.command(
    epilog="""\b
Examples:
  lockstitch import store.jsonl
  lockstitch import ~/.sakur4/sakur4.db --yes
""",
)
@click.argument("path")
@click.option("--yes", is_flag=True, help="Do it; without this it is only planned.")
@click.pass_context
def command(ctx: click.Context, *, path: str, yes: bool) -> None:
    """Take in an export, or a Sakur4 store.

    PATH is a file; or -, for lines that are piped in. What is there already is left as it is.
    """
    invocation: Invocation = ctx.obj
    if path != "-" and _is_database(Path(path)):
        report = invocation.run_long(lambda desk: _of_sakur4(desk, Path(path), yes=yes))
    else:
        report = invocation.run_long(lambda desk: _of_lines(desk, path, yes=yes))
    invocation.tell(report, text_of(report, path=path, done=yes))
    if report.refused:
        ctx.exit(1)


async def _of_lines(desk: "Desk", path: str, *, yes: bool) -> "ImportReport":
    from lockstitch.app.transfer import import_lines

    return await import_lines(desk.world, _lines(path), dry_run=not yes)


async def _of_sakur4(desk: "Desk", path: Path, *, yes: bool) -> "ImportReport":
    from lockstitch.app.import_sakur4 import import_sakur4

    def told(done: int, total: int) -> None:
        if done % _TOLD_EVERY == 0 or done == total:
            click.echo(f"read {done} of {total}", err=True)

    return await import_sakur4(desk.world, path, dry_run=not yes, told=told)


def text_of(report: "ImportReport", *, path: str, done: bool) -> str:
    """Return what was added, or would be, by kind."""
    from lockstitch.cli.text import columns, quoted

    kinds = sorted(report.added.keys() | report.present.keys())
    rows = [(k, str(report.added.get(k, 0)), str(report.present.get(k, 0))) for k in kinds]
    added = "ADDED" if done else "WOULD BE ADDED"
    lines = [columns(rows, headings=("KIND", added, "THERE ALREADY"))] if rows else []
    lines += [f"note: {note}" for note in report.notes]
    lines += [f"REFUSED {one}" for one in report.refused]
    if not done:
        lines.append(f"nothing was changed; do it: lockstitch import {quoted(path)} --yes")
    elif not rows:
        lines.append("there was nothing to take in")
    return "\n".join(lines)


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
    except OSError as error:
        raise _unreadable(path, error) from error


def _lines(path: str) -> "Iterator[str]":
    from lockstitch.app.transfer import lines_of

    if path == "-":
        yield from lines_of(sys.stdin.buffer)
        return
    with Path(path).open("rb") as file:
        yield from lines_of(file)


def _unreadable(path: Path, error: OSError) -> Exception:
    from lockstitch.domain.errors import InvalidArgumentError

    return InvalidArgumentError(f"{path} cannot be read: {error.strerror or error}")
