"""Run git and wait for it, bounded in time and output. It reads; it starts nothing and writes nothing."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, NamedTuple

from lockstitch.workspace.limits import SourceLimits

_ENVIRONMENT: Final = {
    "LC_ALL": "C",
    "GIT_ALLOW_PROTOCOL": "none",  # A partial clone would fetch what it lacks, as its config says.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
_OPTIONS: Final = (
    "--no-pager",
    "--no-optional-locks",
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.attributesFile={os.devnull}"),
    *("-c", f"core.excludesFile={os.devnull}"),
    *("-c", "core.quotePath=false"),
    *("-c", "core.bigFileThreshold=1m"),  # What is larger is not read as lines, but as binary.
    *("-c", "diff.renames=false"),
    *("-c", "status.renames=false"),
)


class Answer(NamedTuple):
    """What git said to the end, and its exit code."""

    code: int
    output: bytes


class GitProgram:
    """Git as a program. What it does not answer in the limits is no answer.

    *environment* is where git is found; what begins with GIT_ in it is left out.
    """

    def __init__(self, *, environment: Mapping[str, str], limits: SourceLimits) -> None:
        self._environment = {
            name: value for name, value in environment.items() if not name.startswith("GIT_")
        } | _ENVIRONMENT
        self._limits = limits

    def answer(self, folder: str, *command: str) -> Answer | None:
        """Return what git answers in *folder*; None when it is missing, or says or takes too much."""
        try:
            process = subprocess.Popen(
                ("git", *_OPTIONS, "-C", folder, *command),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=Path(folder).anchor,  # Not the project's: PATH may hold a dot.
                env=self._environment,
                start_new_session=True,
            )
        except OSError:  # There is no git, or it cannot be started: a look goes without.
            return None
        watch = threading.Timer(self._limits.git_time_s, _end, (process,))
        watch.daemon = True
        watch.start()
        try:
            assert process.stdout is not None, "a pipe was asked for"
            with process.stdout as stdout:
                output = _bounded(stdout, self._limits.git_bytes_max)
            code = process.wait() if output is not None else None
        finally:
            watch.cancel()
            if process.returncode is None:
                _end(process)
                process.wait()
        return Answer(code, output) if output is not None and code is not None else None


def _bounded(stdout: IO[bytes], bytes_max: int) -> bytes | None:
    output = stdout.read(bytes_max + 1)
    return output if len(output) <= bytes_max else None


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill *process* with all that it started."""
    if process.poll() is not None:
        return
    with suppress(ProcessLookupError, PermissionError):  # It ended by itself just now.
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
