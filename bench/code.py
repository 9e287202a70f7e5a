"""Measure the code index through the shipped application: is it right, what does it cost, does it keep its word.

    python -m bench.code edges impact --repo PATH --gold FILE --peers PYTHON
    python -m bench.code speed queries --repo PATH
    python -m bench.code constructs

edges       direct calls against a reference, beside a search by name and other projects
impact      who depends on a symbol, to a depth of 4, against the closure of the reference
speed       a first index beside a bare parse of the same files, a look without a change, edits
queries     what questions cost, how large answers are, what maps and names promise
constructs  small projects in each language, in `tests/code/constructs`

A reference is JSON: `repo`, `commit`, `symbols`, `edges` with their tiers, `overrides`; or `edges` between
places alone. CPU times hold on a busy machine, wall times do not. Nothing is written into a repository.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.call_graph import read_gold
from bench.code_accuracy import drawn, edges_section, impact_section
from bench.code_constructs import constructs_section
from bench.code_index import indexed
from bench.code_queries import queries_section
from bench.code_speed import speed_section
from bench.code_tables import Section
from bench.datasets.shape import DatasetError
from lockstitch.parsing.parser import TreeSitterParser

PARTS = ("edges", "impact", "speed", "queries", "constructs")


def parser() -> argparse.ArgumentParser:
    """Return what the command line may say."""
    made = argparse.ArgumentParser(
        prog="bench.code", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    made.add_argument("parts", nargs="+", choices=PARTS, metavar="PART", help=", ".join(PARTS))
    made.add_argument("--repo", type=Path, help="a checkout")
    made.add_argument("--gold", type=Path, help="the reference of its call graph")
    made.add_argument(
        "--peers",
        type=Path,
        metavar="PYTHON",
        help="an interpreter that has jedi, pyan3, code2flow",
    )
    made.add_argument("--peer-seconds", type=float, default=600, help="how long each may take")
    made.add_argument("--rounds", type=int, default=3, help="first indexes that are timed")
    made.add_argument("--edits", type=int, default=5, help="edits of each kind")
    made.add_argument("--n", type=int, default=200, help="symbols that are asked for")
    made.add_argument("--seed", type=int, default=1, help="of their choice")
    made.add_argument("--json", action="store_true", help="print JSON, one object")
    return made


def sections(arguments: Sequence[str]) -> tuple[list[Section], bool]:
    """Return what is said of each part, and whether it is wanted as JSON.

    Raises:
        DatasetError: the reference cannot be read.
    """
    options = parser()
    given = options.parse_args(arguments)
    parts = [part for part in PARTS if part in given.parts]
    if given.repo is None and parts != ["constructs"]:
        options.error("name a repository: --repo")
    if given.gold is None and {"edges", "impact"} & {*parts}:
        options.error("name the reference: --gold")
    repo: Path = (given.repo or Path()).resolve()
    made: list[Section] = []
    if {"edges", "impact", "queries"} & {*parts}:
        made += asyncio.run(_asked(parts, repo, given))
    if "speed" in parts:
        made.append(speed_section(repo, rounds=given.rounds, edits=given.edits))
    if "constructs" in parts:
        spoken = TreeSitterParser().languages()
        made.append(constructs_section({one.language: one.tier.value for one in spoken}))
    return made, given.json


async def _asked(parts: Sequence[str], repo: Path, given: argparse.Namespace) -> list[Section]:
    """Return what is asked of one index of the repository."""
    made: list[Section] = []
    gold = read_gold(given.gold) if given.gold is not None else None
    with TemporaryDirectory() as folder:
        async with indexed(repo, Path(folder)) as index:
            if gold is not None and {"edges", "impact"} & {*parts}:
                found = await drawn(index, peers=given.peers, seconds=given.peer_seconds)
                if "edges" in parts:
                    made.append(edges_section(found, gold))
                if "impact" in parts:
                    made.append(await impact_section(found, gold, index))
            if "queries" in parts:
                made.append(await queries_section(index, n=given.n, seed=given.seed))
    return made


def main() -> None:
    """Print the sections, or say what is wrong with a reference in one sentence."""
    try:
        made, as_json = sections(sys.argv[1:])
    except DatasetError as error:
        print(f"bench.code: {error}", file=sys.stderr)
        raise SystemExit(2) from error
    load, version = os.getloadavg()[0], sys.version.split()[0]
    if as_json:
        said = {"load": load, "python": version, "sections": [one.as_json() for one in made]}
        print(json.dumps(said))
        return
    print(f"load average {load:.1f}, {os.cpu_count()} cores, Python {version}")
    for one in made:
        print(f"\n{one.as_text()}")


if __name__ == "__main__":
    main()
