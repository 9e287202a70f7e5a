"""What use cases cost in process, each part in a process of its own, so that memory never mixes.

python -m bench.in_process PART --folder FOLDER     # what `bench.latency` runs
"""

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from bench.corpus import questions, turns
from bench.stopwatch import Row, Stopwatch, peak_row
from bench.told import shipped_world
from lockstitch.app.commit import Turn, commit
from lockstitch.app.identify import identify
from lockstitch.app.recall import Question, recall
from lockstitch.app.transfer import export_lines, import_lines, lines_of
from lockstitch.app.world import World
from lockstitch.domain.passage import Embedded
from lockstitch.domain.project import Caller, SessionSource
from lockstitch.retrieval.pieces import pieces_of

if TYPE_CHECKING:
    from lockstitch.ports.embedding import Embedder

ROUNDS: Final = 200
RANDOM_NOTE: Final = (
    "with the encoder on, the passages' vectors are random ones: embedding so many texts takes"
    " hours; questions are embedded for real"
)
_BATCH: Final = 500
_PROJECT: Final = "project"
_EXPORT: Final = "export.jsonl"


def sizes_rows(size: int) -> list[Row]:
    """Return what commit and recall cost in a store of *size* turns, the encoder off and on."""
    with TemporaryDirectory() as folder:
        return [
            *alone("fill", Path(folder), size=size),
            *alone("ask", Path(folder), size=size, encoder="off"),
            *alone("code", Path(folder), size=size),
            *alone("ask", Path(folder), size=size, encoder="on"),
        ]


def import_rows(size: int) -> list[Row]:
    """Return what importing *size* turns costs, and the first recall of a fresh process after it."""
    with TemporaryDirectory() as old, TemporaryDirectory() as new:
        alone("fill", Path(old), size=size)
        alone("export", Path(old), size=size, file=Path(new) / _EXPORT)
        return [
            *alone("import", Path(new), size=size, file=Path(new) / _EXPORT),
            *alone("first", Path(new), size=size, project=Path(old) / _PROJECT),
        ]


def alone(part: str, folder: Path, *, size: int, **options: str | Path) -> list[Row]:
    """Return the rows of a part that a process of its own does."""
    flags = [f"--{name}={value}" for name, value in options.items()]
    command = [sys.executable, "-m", "bench.in_process", part]
    command += [f"--folder={folder}", f"--size={size}", *flags]
    return json.loads(subprocess.check_output(command, text=True))


# What a part does.


async def fill(given: argparse.Namespace) -> list[Row]:
    """Commit turns to a new project."""
    world = shipped_world(given.folder)
    given.project.mkdir()
    caller = await _caller(world, given.project)
    began = time.perf_counter()
    for piece in turns(given.size):
        await commit(world, caller, Turn(role="assistant", content=piece))
    spent = (time.perf_counter() - began) / given.size * 1000
    world.close()
    what = f"in process, {given.size}: filling, a turn"
    return [{"what": what, "mean ms": round(spent, 2), "n": given.size}]


async def code(given: argparse.Namespace) -> list[Row]:
    """Give every passage random vectors of the encoder's length."""
    world = shipped_world(given.folder)
    caller = await _caller(world, given.project)
    for encoder in world.embedders.encoders[:1]:
        while await _code_some(world, caller, encoder):
            pass
    world.close()
    return []


async def _code_some(world: World, caller: Caller, encoder: "Embedder") -> int:
    import numpy as np

    from lockstitch.retrieval.coding import coded

    refs = await world.vectors.pending(caller.project, encoder.id, limit=_BATCH)
    chance = np.random.default_rng(refs[0].number if refs else 0)
    made: list[Embedded] = []
    for ref, episode in zip(
        refs, await world.episodes.at([one.number for one in refs]), strict=True
    ):
        windows = len(pieces_of(episode.content))
        rows = chance.standard_normal((windows, encoder.dimensions)).astype(np.float32)
        made.append(Embedded(ref=ref, hash=episode.content_sha256, vectors=tuple(coded(rows))))
    return await world.vectors.put(caller.project, encoder.id, made)


async def ask(given: argparse.Namespace) -> list[Row]:
    """Recall for the first time, commit, and recall."""
    where = f"in process, {given.size}, encoder {given.encoder}"
    first, reading, writing = Stopwatch(), Stopwatch(), Stopwatch()
    pieces = turns(given.size + ROUNDS)
    asked = questions(pieces, ROUNDS + 1)
    with first:
        world = shipped_world(given.folder, encoder=given.encoder)
        caller = await _caller(world, given.project)
        await recall(world, caller, Question(query=asked[0]))
    for question in asked[1:]:
        with reading:
            await recall(world, caller, Question(query=question))
    for piece in pieces[given.size :]:
        with writing:
            await commit(world, caller, Turn(role="assistant", content=piece))
    world.close()
    return [
        first.row(f"{where}: open and first recall"),
        reading.row(f"{where}: recall"),
        writing.row(f"{where}: commit, durable"),
        peak_row(where),
    ]


async def export(given: argparse.Namespace) -> list[Row]:
    """Write the whole store to a file."""
    world = shipped_world(given.folder)
    lines = [line async for line in export_lines(world, None)]
    given.file.write_text("".join(lines), encoding="utf-8", newline="\n")
    world.close()
    return []


async def take(given: argparse.Namespace) -> list[Row]:
    """Import a file into a new store."""
    world = shipped_world(given.folder)
    spent = Stopwatch()
    with given.file.open("rb") as file, spent:
        await import_lines(world, lines_of(file), dry_run=False)
    world.close()
    what = f"import of {given.size}"
    return [spent.row(what), peak_row(what)]


async def first(given: argparse.Namespace) -> list[Row]:
    """Recall in a store that another process has imported to."""
    opening, again = Stopwatch(), Stopwatch()
    asked = questions(turns(given.size), ROUNDS + 1)
    with opening:
        world = shipped_world(given.folder)
        caller = await _caller(world, given.project)
        await recall(world, caller, Question(query=asked[0]))
    for question in asked[1:]:
        with again:
            await recall(world, caller, Question(query=question))
    world.close()
    where = f"after an import of {given.size}, a fresh process"
    return [
        opening.row(f"{where}: open and first recall"),
        again.row(f"{where}: recall"),
        peak_row(where),
    ]


async def _caller(world: World, project: Path) -> Caller:
    found = (await identify(world, str(project))).id
    return Caller(project=found, session_id="bench", session_source=SessionSource.ARGUMENT)


PARTS: Final[dict[str, Callable[[argparse.Namespace], Awaitable[list[Row]]]]] = {
    "fill": fill,
    "code": code,
    "ask": ask,
    "export": export,
    "import": take,
    "first": first,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Do one part and print its rows as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--encoder", choices=("on", "off"), default="on")
    parser.add_argument("--project", type=Path)
    parser.add_argument("--file", type=Path)
    given = parser.parse_args(arguments)
    given.project = given.project or given.folder / _PROJECT
    print(json.dumps(asyncio.run(_rows(given))))


async def _rows(given: argparse.Namespace) -> list[Row]:
    return await PARTS[given.part](given)


if __name__ == "__main__":
    main()
