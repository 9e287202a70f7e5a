"""Ask git: run it with a bound on time and output, and leave nothing of it behind."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from lockstitch.workspace.remotes import normalised_remote

ROOT_COMMITS_MAX: Final = 32
_OUTPUT_BYTES_MAX: Final = 1_000_000
_REAPING_S: Final = 1.0

A = TypeVar("A")
B = TypeVar("B")


class Git:
    """Git as a program. What it does not answer within *time_limit_s* is no answer."""

    def __init__(self, *, environment: Mapping[str, str], time_limit_s: float) -> None:
        self._environment = environment
        self._time_limit_s = time_limit_s

    async def together(
        self, one: Coroutine[object, object, A], other: Coroutine[object, object, B]
    ) -> tuple[A, B]:
        """Return what two questions give, asked side by side."""
        # A group and not `gather`: when the caller gives up, both are seen to their end.
        async with asyncio.TaskGroup() as asked:
            first, second = asked.create_task(one), asked.create_task(other)
        return first.result(), second.result()

    async def root_commits(self, common_dir: Path) -> tuple[str, ...]:
        """Return the first commits of the history, sorted; none for a shallow clone."""
        if (common_dir / "shallow").exists():
            return ()  # The boundary of a shallow clone only looks like a root.
        # `--all` takes in the HEAD of every worktree. A stash would add a root that comes and goes.
        output = await self.output(
            common_dir, "rev-list", "--max-parents=0", "--exclude=refs/stash", "--all"
        )
        return tuple(sorted(output.split())[:ROOT_COMMITS_MAX])

    async def remote(self, common_dir: Path) -> str | None:
        """Return the normalised address of `origin`, or of the first remote by name."""
        output = await self.output(
            common_dir,
            *("config", "--local", "--no-includes", "-z", "--get-regexp", r"^remote\..+\.url$"),
        )
        urls: dict[str, str] = {}
        for entry in output.split("\0"):
            key, _, url = entry.partition("\n")
            if url:
                urls.setdefault(key.removeprefix("remote.").removesuffix(".url"), url)
        if not urls:
            return None
        url = urls.get("origin") or urls[min(urls)]
        # Against the main checkout, and not a worktree's, so that all worktrees say the same.
        base = common_dir.parent if common_dir.name == ".git" else common_dir
        return normalised_remote(url, base)

    async def output(self, common_dir: Path, *command: str) -> str:
        """Return what git answers; nothing when it is missing, fails, or says or takes too much."""
        try:
            process = await asyncio.create_subprocess_exec(
                *("git", "--no-pager", "-c", "core.fsmonitor=false"),
                # Both named: git then follows no path of the config, and asks not whose it is.
                *(f"--git-dir={common_dir}", f"--work-tree={common_dir}"),
                *command,
                stdin=DEVNULL,
                stdout=PIPE,
                stderr=DEVNULL,
                cwd=common_dir.anchor,  # Not the project's: PATH may hold a dot.
                env=self._environment,
                start_new_session=True,
            )
        except OSError:  # There is no git, or it cannot be started: a project goes without.
            return ""
        try:
            async with asyncio.timeout(self._time_limit_s):
                return await _answer(process)
        except TimeoutError:
            return ""


async def _answer(process: Process) -> str:
    """Return all that *process* says, or nothing if it fails; leave none of it behind."""
    stdout = process.stdout
    assert stdout is not None, "a pipe was asked for"
    output = b""
    try:
        await stdout.readexactly(_OUTPUT_BYTES_MAX + 1)
    except asyncio.IncompleteReadError as ended:
        output = ended.partial if await process.wait() == 0 else b""
    finally:
        if process.returncode is None or not stdout.at_eof():
            await _end(process)
    return os.fsdecode(output)


async def _end(process: Process) -> None:
    """Kill *process* with all that it started, and take its last words, so that nothing stays."""
    with suppress(ProcessLookupError, PermissionError):  # It ended by itself just now.
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    # Bounded: a process that hangs in the kernel cannot be waited for.
    with suppress(TimeoutError):
        async with asyncio.timeout(_REAPING_S):
            await process.communicate()
