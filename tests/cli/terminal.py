"""A person at a terminal: runs commands in this process, over a store and a home of their own."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast

from click.testing import CliRunner

from lockstitch.cli.root import root

_NOT_OURS = ("LOCKSTITCH_", "CLAUDE", "GEMINI", "COLUMNS", "GIT_")
_ID = re.compile(r"\b(proj|ep|anc|fold|fact)_[0-9a-f]{32}\b")
_TIME = re.compile(r"\b20\d\d-\d\d-\d\d \d\d:\d\d\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def answer(self) -> dict[str, object]:
        """The one JSON object on standard output."""
        return cast("dict[str, object]", json.loads(self.out))

    @property
    def error(self) -> dict[str, str]:
        """The error on standard error, where JSON was asked for."""
        return cast("dict[str, dict[str, str]]", json.loads(self.err))["error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """Where commands run: *home* holds the store in `data`, the work in `work`."""

    home: Path
    variables: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def data(self) -> Path:
        """The folder of the store."""
        return self.home / "data"

    @property
    def environment(self) -> dict[str, str | None]:
        """All that is set, and None for what is not."""
        cleared: dict[str, str | None] = {
            name: None for name in os.environ if name.startswith(_NOT_OURS)
        }
        own = {
            "HOME": str(self.home),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "LOCKSTITCH_DATA_DIR": str(self.data),
        }
        return cleared | own | dict(self.variables)

    def run(self, *words: str | Path, piped: str | bytes | None = None) -> Ended:
        """Run a command; `piped` is its standard input."""
        ended = CliRunner().invoke(
            root, [str(word) for word in words], input=piped, env=self.environment
        )
        assert isinstance(ended.exception, SystemExit | None), ended.exc_info
        return Ended(code=ended.exit_code, out=ended.stdout, err=ended.stderr)

    def ask(self, *words: str | Path, piped: str | bytes | None = None) -> dict[str, object]:
        """Return the JSON answer of a command that goes well."""
        ended = self.run(*words, "--json", piped=piped)
        assert (ended.code, ended.err) == (0, ""), ended
        return ended.answer

    def items(self, key: str, *words: str | Path) -> list[dict[str, object]]:
        """Return the list that stands under *key* in the JSON answer."""
        return cast("list[dict[str, object]]", self.ask(*words)[key])

    def process(
        self,
        *words: str | Path,
        piped: bytes = b"",
        program: tuple[str, ...] = ("-m", "lockstitch"),
        keyboard: IO[bytes] | None = None,
    ) -> "subprocess.CompletedProcess[bytes]":
        """Run a command in a process of its own, at a keyboard or with something piped in."""
        return subprocess.run(
            [sys.executable, *program, *map(str, words)],
            capture_output=True,
            env=self.whole_environment,
            check=False,
            stdin=keyboard,
            input=piped if keyboard is None else None,
        )

    @property
    def whole_environment(self) -> dict[str, str]:
        """The environment of a process of its own."""
        source = str(Path(__file__).parents[2] / "src")
        merged = {**os.environ, **self.environment, "PYTHONPATH": source}
        return {name: value for name, value in merged.items() if value is not None}


def tidy(text: str, *, folder: Path | None = None) -> str:
    """Return *text* with ids numbered in the order of their first mention, and without times."""
    seen: dict[str, str] = {}
    kinds: dict[str, int] = {}

    def named(match: "re.Match[str]") -> str:
        if match[0] not in seen:
            kinds[match[1]] = kinds.get(match[1], 0) + 1
            seen[match[0]] = f"{match[1]}_{kinds[match[1]]}"
        return seen[match[0]]

    if folder is not None:
        text = text.replace(str(folder), "~")
    return _TIME.sub("TIME", _ID.sub(named, text))
