"""What the command line says and exits with when a command does not end well. One form for all."""

import contextlib
import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TextIO

import click

from lockstitch.domain.errors import LockstitchError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from lockstitch.cli.invocation import Invocation

ANSWER_IS_NO: Final = 1
"""The command did what it was asked, and what it found is not as it should be."""
BUG: Final = 70
INTERRUPTED: Final = 130
CLOSED_PIPE: Final = 141
COMMANDS_OF_TOOLS: Final = {
    "memory.recall_fold": "lockstitch show FOLD_ID --steps",
    "memory.recall": "lockstitch recall",
    "memory.unfold": "lockstitch unfold",
    "sakur4.status": "lockstitch status",
    "pass session_id, any name of your own": "give --session NAME",
}
"""What a hint names for an agent, and what a person has in its place; the longer names first."""


class ReaderGoneError(Exception):
    """Whoever read our output has closed it."""


@contextlib.contextmanager
def reader_may_go() -> "Generator[None]":
    """Take the closed pipe out of click's hands, which would exit with the code of an error."""
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGoneError from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What is said on standard error, and the exit code."""

    slug: str
    message: str
    hint: str
    exit_code: int

    def lines(self) -> str:
        """Return it for a person."""
        hint = f"\nhint: {self.hint}" if self.hint else ""
        return f"error[{self.slug}]: {self.message}{hint}"


def exit_code_of(run: "Callable[[], object]", invocation: "Invocation") -> int:
    """Return the exit code of *run*, after saying what went wrong."""
    try:
        _speak_utf8()
        try:
            code = run()
        finally:
            _flush()
        return code if isinstance(code, int) else 0
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except (BrokenPipeError, ReaderGoneError):
        _let_go_of_stdout()
        return CLOSED_PIPE
    except OSError as error:
        code = _told(error, invocation)
        _let_go_of_stdout()  # which may be what takes nothing, and would be tried again at the end
        return code
    except Exception as error:  # noqa: BLE001 - the last resort: a bug is one line, with its own code
        return _told(error, invocation)


def failure_of(error: Exception) -> Failure:
    """Return what to say about *error*."""
    if isinstance(error, click.ClickException):
        return _of_click(error)
    if isinstance(error, LockstitchError):
        return Failure(
            slug=error.slug,
            message=_one_line(error.message),
            hint=_for_a_person(error.hint),
            exit_code=error.exit_code,
        )
    if isinstance(error, OSError):
        return Failure(
            slug=LockstitchError.slug,
            message=_one_line(str(error)),
            hint="look at the file, the disk and the permissions that it names",
            exit_code=LockstitchError.exit_code,
        )
    return Failure(
        slug="bug",
        message=_one_line(f"{type(error).__name__}: {error}"),
        hint="it is ours to mend; `lockstitch --log debug ...` shows where it happened",
        exit_code=BUG,
    )


def _of_click(error: click.ClickException) -> Failure:
    path = "lockstitch"
    if isinstance(error, click.UsageError) and error.ctx is not None:
        path = error.ctx.command_path
    message = _one_line(error.format_message()).rstrip(".")
    return Failure(
        slug=UsageError.slug,
        message=message[:1].lower() + message[1:],
        hint=f"see {path} --help",
        exit_code=UsageError.exit_code,
    )


def _told(error: Exception, invocation: "Invocation") -> int:
    failure = failure_of(error)
    if failure.slug == "bug" and _is_debugging(invocation):
        import traceback

        click.echo("".join(traceback.format_exception(error)), err=True, nl=False)
    if invocation.as_json:
        click.echo(_in_json(failure), err=True)
    else:
        click.echo(failure.lines(), err=True)
    return failure.exit_code


def _in_json(failure: Failure) -> str:
    import json

    said = {"slug": failure.slug, "message": failure.message, "hint": failure.hint}
    return json.dumps({"error": said}, ensure_ascii=False)


def _is_debugging(invocation: "Invocation") -> bool:
    with contextlib.suppress(LockstitchError, OSError):
        return invocation.settings().log == "debug"
    return invocation.get("log") == "debug"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _for_a_person(hint: str) -> str:
    for tool, command in COMMANDS_OF_TOOLS.items():
        hint = hint.replace(tool, command)
    return _one_line(hint)


def _speak_utf8() -> None:
    """Let both streams speak UTF-8, whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType] - where it is a file


def _flush() -> None:
    stdout: TextIO | None = sys.stdout  # None where a program starts us without one
    if stdout is not None:
        stdout.flush()


def _let_go_of_stdout() -> None:
    """Send what is still buffered nowhere, so that nothing is said about it at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
