"""Edit scripts over real repositories: an index that is brought along, beside one that is made from nothing.

`python -m tests.app.code_scripts 1000` runs as many scripts, from the seed that follows, and says what
differed.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import time_ns
from typing import Final

from lockstitch.app.code_index import up_to_date
from lockstitch.app.world import World
from lockstitch.domain.code import Symbol
from lockstitch.domain.ids import ProjectId
from lockstitch.parsing.languages import GRAMMARS
from lockstitch.ports.code import StoredFile
from tests.app.code_edits import EDITS, sources_in
from tests.app.code_trees import Texts, a_repository
from tests.builders import a_project, a_store

LANGUAGES: Final = sorted({one.language for one in GRAMMARS})
ROUNDS: Final = 4
EDITS_OF_A_ROUND: Final = 3
_DAY_NS: Final = 86_400_000_000_000
_SECOND_NS: Final = 1_000_000_000
_PERSON: Final = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A. Weaver",
    "GIT_AUTHOR_EMAIL": "weaver@example.org",
    "GIT_COMMITTER_NAME": "A. Weaver",
    "GIT_COMMITTER_EMAIL": "weaver@example.org",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """All that an index holds, but for what tells one index from another."""

    symbols: frozenset[Symbol]
    edges: frozenset[tuple[str, str, str, str, int]]
    """Source, target, via, sureness, line."""
    unbound: frozenset[tuple[str, str, int, str]]
    files: frozenset[str]
    state: tuple[object, ...]

    def differences(self, other: "Shown") -> list[str]:
        """Return what *other* has not, and what it has more; nothing where both are one."""
        found: list[str] = []
        for name in ("symbols", "edges", "unbound", "files"):
            mine, its = getattr(self, name), getattr(other, name)
            found += [f"{name}: too much: {one}"[:400] for one in sorted(mine - its, key=str)]
            found += [f"{name}: missing: {one}"[:400] for one in sorted(its - mine, key=str)]
        if self.state != other.state:
            found.append(f"state: {self.state} is not {other.state}")
        return found


async def shown_of(world: World, project: ProjectId, words: list[str]) -> Shown:
    """Return what the index of a project holds; unbound uses are looked up by *words*."""
    queries = world.code.queries
    rows = await queries.graph(project)
    stored = await world.code.store.state(project)
    assert stored is not None
    state = stored[0]
    _, unbound = await queries.unbound(project, words, limit=1_000_000)
    files = (await world.code.store.files(project)).values()
    return Shown(
        symbols=frozenset(await queries.symbols(project, rows.names)),
        edges=frozenset(
            (rows.names[source], rows.names[target], via, sureness, line)
            for source, target, via, sureness, line in rows.edges
        ),
        unbound=frozenset((one.source, one.name, one.line, one.reason) for one in unbound),
        files=frozenset(_plain(one) for one in files),
        state=(
            *(state.root, state.commit, state.dirty, state.digest, state.files),
            *(state.left_out, state.damaged, state.languages),
        ),
    )


def _plain(file: StoredFile) -> str:
    """Return a file of an index with its sets in order."""
    leans = sorted((name, sorted(upon)) for name, upon in file.leans.items())
    sorted_out = (sorted(file.mentions), sorted(file.interface.items()), leans)
    return f"{file.path} {file.prefix} {file.hash} {file.size} {file.modified_ns} {sorted_out}"


class Checkout:
    """A folder in which somebody works. The times of files are days ago, and no two edits' the same."""

    def __init__(self, root: Path, texts: Texts, *, git: bool) -> None:
        self.root = root
        self.texts: Texts = {}
        self._born_ns = time_ns() - _DAY_NS
        self._tick_ns = self._born_ns - 10 * _DAY_NS
        self.has_git = git
        root.mkdir(parents=True)
        self.write(texts)
        if git:
            self.git("init", "-q", "-b", "main")
            self.commit()

    def write(self, texts: Texts) -> None:
        """Let the files be these."""
        for path in self.texts.keys() - texts.keys():
            (self.root / path).unlink()
        for path, text in texts.items():
            if self.texts.get(path) != text:
                (self.root / path).parent.mkdir(parents=True, exist_ok=True)
                (self.root / path).write_text(text, encoding="utf-8")
        self.texts = dict(texts)
        self._date_back()

    def git(self, *command: str) -> None:
        """Run git, and take over what it did to the files."""
        subprocess.run(
            ["git", "-c", "core.hooksPath=/dev/null", *command],
            cwd=self.root,
            env={"PATH": os.environ["PATH"], **_PERSON},
            check=True,
            capture_output=True,
        )
        self._date_back()
        self.texts = {
            path.relative_to(self.root).as_posix(): path.read_text(encoding="utf-8")
            for path in self.root.rglob("*")
            if path.is_file() and ".git" not in path.relative_to(self.root).parts
        }

    def commit(self) -> None:
        """Commit everything."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "so far")

    def _date_back(self) -> None:
        self._tick_ns += _SECOND_NS
        for path in (self.root, *self.root.rglob("*")):
            if ".git" not in path.parts and path.stat().st_mtime_ns > self._born_ns:
                os.utime(path, ns=(self._tick_ns, self._tick_ns))


def edit(rng: Random, checkout: Checkout) -> str:
    """Change something, and say what."""
    if checkout.has_git and rng.random() < 0.25:
        return _use_git(rng, checkout)
    texts = dict(checkout.texts)
    change = rng.choice(EDITS)
    if sources_in(texts):
        change(rng, texts)
    checkout.write(texts)
    return change.__name__


def _use_git(rng: Random, checkout: Checkout) -> str:
    what = rng.choice(("commit", "branch", "back", "undo", "undo"))
    if what == "undo":
        checkout.git("checkout", "-q", "-f", "--", ".")
    elif what == "commit":
        checkout.commit()
    elif what == "branch":
        checkout.commit()
        checkout.git("checkout", "-q", "-f", "-B", "other")
    else:
        checkout.commit()
        checkout.git("checkout", "-q", "-f", "main")
    return f"git {what}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a script came out."""

    seed: int
    language: str
    edits: tuple[str, ...]
    compared: int
    differences: tuple[str, ...]
    """After the edits so far; the script ends with the first."""


async def run_script(seed: int, folder: Path) -> Outcome:
    """Make a repository, edit it, and compare the index that went along after every few edits."""
    rng = Random(seed)
    language = LANGUAGES[seed % len(LANGUAGES)]
    texts = a_repository(rng, language)
    if rng.random() < 0.2:
        texts = a_repository(rng, rng.choice(LANGUAGES)) | texts
    checkout = Checkout(folder / "work", texts, git=rng.random() < 0.4)
    edits: list[str] = []
    with a_store(folder / "data") as world:
        project = await a_project(world, checkout.root)
        await up_to_date(world, project, str(checkout.root))
        found: list[str] = []
        compared = 0
        while compared < ROUNDS and not found:
            edits += [edit(rng, checkout) for _ in range(EDITS_OF_A_ROUND)]
            await up_to_date(world, project, str(checkout.root))
            fresh = await _made_anew(folder / f"fresh{compared}", checkout)
            found = (await shown_of(world, project, _words(checkout))).differences(fresh)
            compared += 1
    return Outcome(
        seed=seed,
        language=language,
        edits=tuple(edits),
        compared=compared,
        differences=tuple(found),
    )


async def _made_anew(folder: Path, checkout: Checkout) -> Shown:
    with a_store(folder) as world:
        project = await a_project(world, checkout.root)
        await up_to_date(world, project, str(checkout.root))
        return await shown_of(world, project, _words(checkout))


def _words(checkout: Checkout) -> list[str]:
    text = "\n".join(checkout.texts.values())
    return sorted(
        {*text.split(), *"".join(c if c.isalnum() or c in "_$" else " " for c in text).split()}
    )


async def _run_many(count: int, first: int) -> int:
    compared = differing = 0
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as folder:
            outcome = await run_script(seed, Path(folder))
        compared += outcome.compared
        if outcome.differences:
            differing += 1
            _say(f"{outcome.seed} {outcome.language}: {', '.join(outcome.edits)}")
            _say("\n".join(outcome.differences[:8]))
    _say(f"{count} scripts, {compared} comparisons, {differing} scripts with differences")
    return differing


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    sys.exit(bool(asyncio.run(_run_many(*(numbers + [100, 0][len(numbers) :])))))
