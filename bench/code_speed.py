"""What an index costs, each part in a process of its own, beside a bare parse of the same files.

python -m bench.code_speed PART --root ROOT --folder FOLDER     # what `bench.code speed` runs
"""

import argparse
import asyncio
import json
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.code_edits import Edit, hub_edit, leaf_edit
from bench.code_floors import bare_parse
from bench.code_index import Indexed, indexed
from bench.code_tables import Section
from bench.code_timing import Spent, timed
from bench.stopwatch import Row, Stopwatch, peak_row
from bench.told import shipped_world
from lockstitch.app.code_index import Current, up_to_date
from lockstitch.app.identify import identify

LOOKS: Final = 20
PHASES: Final = ("look", "read", "parse", "resolve", "write")


def speed_section(root: Path, *, rounds: int, edits: int) -> Section:
    """Return the figures of *root*. Its edits are made in a copy."""
    cold: list[Row] = []
    bare: list[Row] = []
    with TemporaryDirectory() as made:
        folder = Path(made)
        for number in range(rounds):  # in turn, so that a busy machine is busy for both
            store = folder / f"store{number}"
            store.mkdir()
            cold += alone("cold", root=root, folder=store)
            bare += alone("bare", root=root, folder=store)
        again = alone("again", root=root, folder=folder / "store0")
        copy, store = folder / "copy" / root.name, folder / "edits"
        store.mkdir()
        shutil.copytree(root, copy, symlinks=True)
        edited = alone("edits", root=copy, folder=store, edits=edits)
    return Section(
        title=f"speed: {root.name}; the median of {rounds} rounds",
        rows=[*cold_rows(cold, bare), *again, *edited],
        notes=[
            "CPU s are of the whole process while it does the work, wall times of a machine as it was."
        ],
    )


def alone(part: str, *, root: Path, folder: Path, edits: int = 0) -> list[Row]:
    """Return the rows of a part that a process of its own does."""
    command = [sys.executable, "-m", "bench.code_speed", part]
    command += [f"--root={root}", f"--folder={folder}", f"--edits={edits}"]
    return json.loads(subprocess.check_output(command, text=True))


def cold_rows(cold: Sequence[Row], bare: Sequence[Row]) -> list[Row]:
    """Return what rounds of indexing and of bare parsing come to."""
    counts = {name: cold[0][name] for name in ("files", "lines", "symbols", "edges")}
    middle = {
        name: _middle(cold, name)
        for name in cold[0]
        if name.endswith(" s") or name in {"peak MB", "MB before"}
    }
    parse = _middle(bare, "cpu s")
    ratios = [
        float(one["cpu s"]) / float(other["cpu s"]) for one, other in zip(cold, bare, strict=True)
    ]
    stored, source = float(cold[0]["store bytes"]), float(cold[0]["source bytes"])
    return [
        {"what": "first index", **counts, **middle},
        {"what": "bare parse of the same files", "cpu s": parse, "wall s": _middle(bare, "wall s")},
        {
            "what": "first index / bare parse, CPU",
            "ratio": round(statistics.median(ratios), 2),
            "least": round(min(ratios), 2),
            "most": round(max(ratios), 2),
            "n": len(ratios),
        },
        {
            "what": "store against source",
            "store MB": round(stored / 1e6, 2),
            "source MB": round(source / 1e6, 2),
            "ratio": round(stored / source, 2) if source else 0.0,
        },
    ]


def _middle(rows: Sequence[Row], name: str) -> float:
    return round(statistics.median(float(row[name]) for row in rows), 3)


# What a part does.


async def cold_part(given: argparse.Namespace) -> list[Row]:
    """Index a repository for the first time."""
    before_mb = peak_row("")["MB"]
    spent = Spent()
    world = timed(shipped_world(given.folder), spent)
    project = (await identify(world, str(given.root))).id
    wall, cpu = time.perf_counter(), time.process_time()
    current = await up_to_date(world, project, str(given.root))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    peak_mb = peak_row("")["MB"]
    symbols, edges = await world.code.queries.counts(project)
    files = await world.code.store.files(project)
    contents = [(given.root / path).read_bytes() for path in files]
    world.close()
    known = {name: spent.seconds.get(name, 0.0) for name in PHASES if name != "resolve"}
    known["resolve"] = cpu - sum(known.values())
    return [
        {
            "what": "cold",
            "files": current.state.files,
            "lines": sum(content.count(b"\n") for content in contents),
            "symbols": symbols,
            "edges": edges,
            "cpu s": cpu,
            "wall s": wall,
            **{f"{phase} s": known[phase] for phase in PHASES},
            "peak MB": peak_mb,
            "MB before": before_mb,
            "store bytes": sum(
                path.stat().st_size for path in (given.folder / "data" / "code").iterdir()
            ),
            "source bytes": sum(len(content) for content in contents),
        }
    ]


async def bare_part(given: argparse.Namespace) -> list[Row]:
    """Parse the files of an index, and do nothing with them."""
    async with indexed(given.root, given.folder) as index:
        paths = await index.paths()
    bare_parse(given.root, paths[:1])
    wall, cpu = time.perf_counter(), time.process_time()
    bare_parse(given.root, paths)
    return [
        {
            "what": "bare",
            "cpu s": time.process_time() - cpu,
            "wall s": time.perf_counter() - wall,
        }
    ]


async def again_part(given: argparse.Namespace) -> list[Row]:
    """Look at a repository that did not change, first in a fresh process and then warm."""
    first, warm = Stopwatch(), Stopwatch()
    with first:
        async with indexed(given.root, given.folder) as index:
            pass
    async with indexed(given.root, given.folder) as index:
        for _ in range(LOOKS):
            with warm:
                await index.look()
    return [
        first.row("a look, nothing changed: a fresh process, with the store opened"),
        warm.row("a look, nothing changed: warm"),
    ]


async def edits_part(given: argparse.Namespace) -> list[Row]:
    """Edit a body and a signature, each some times, and bring the index up to date."""
    async with indexed(given.root, given.folder) as index:
        symbols, rows = await index.symbols(), await index.graph()
        leaf = leaf_edit(given.root, symbols, rows)
        hub = hub_edit(given.root, symbols, rows)
        found: list[Row] = []
        for what, edit in (("a leaf's body", leaf), ("a hub's signature", hub)):
            if edit is None:
                found.append({"what": f"edit of {what}: skipped, no function fits"})
            else:
                found.append(await _edited(index, what, edit, times=given.edits))
        found.append(peak_row("edits"))
        return found


async def _edited(index: Indexed, what: str, edit: Edit, *, times: int) -> Row:
    path = index.root / edit.symbol.file
    content = path.read_bytes()
    spent, steps = Stopwatch(), list[Current]()
    for number in range(times):
        path.write_bytes(edit.made(content, number))
        with spent:
            steps.append(await index.look())
    (now,) = await index.world.code.queries.symbols(index.caller.project, [edit.symbol.name])
    same_interface = now.interface_hash == edit.symbol.interface_hash
    if now.ast_hash == edit.symbol.ast_hash or same_interface != (what == "a leaf's body"):
        raise SystemExit(f"the edit of {edit.symbol.name} did not change what it should")
    path.write_bytes(content)
    await index.look()
    row = spent.row(f"edit of {what}, warm")
    row["files read"] = max(step.read for step in steps)
    row["files resolved"] = max(step.resolved for step in steps)
    row["of"] = index.current.state.files
    row["symbol"] = edit.symbol.name
    return row


PARTS: Final[dict[str, Callable[[argparse.Namespace], Awaitable[list[Row]]]]] = {
    "cold": cold_part,
    "bare": bare_part,
    "again": again_part,
    "edits": edits_part,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Do one part and print its rows as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--edits", type=int, default=5)
    given = parser.parse_args(arguments)
    print(json.dumps(asyncio.run(_rows(given))))


async def _rows(given: argparse.Namespace) -> list[Row]:
    return await PARTS[given.part](given)


if __name__ == "__main__":
    main()
