"""Measure recall through `app.recall` with the shipped defaults, beside its arms and plain FTS5.

    python -m bench.retrieval --locomo PATH/locomo_dev.json
    python -m bench.retrieval --sets tune --remem PATH/golden.json --coverage 0,100 --ablation

Every data set is committed once, one project a corpus, with one pass of dreaming. Then the encoder's
coverage is brought up step by step, and all is asked at each step; arms alone, and with --ablation
each part left out, at the last one.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.datasets.beam import read_beam
from bench.datasets.devmembench import read_devmembench
from bench.datasets.locomo import read_locomo
from bench.datasets.longmemeval import read_longmemeval
from bench.datasets.own import HALVES, read_own
from bench.datasets.remem import read_remem
from bench.datasets.shape import Dataset, DatasetError
from bench.systems import rankings_of
from bench.tables import tables_of

READERS = {
    "locomo": (read_locomo, "FILE", "LoCoMo: locomo10.json, or a part of it"),
    "remem": (read_remem, "FILE", "remem: golden.json"),
    "longmemeval": (read_longmemeval, "FILE", "LongMemEval: longmemeval_s.json or another"),
    "beam": (read_beam, "FOLDER", "BEAM: a size, such as chats/100K"),
    "devmembench": (read_devmembench, "FOLDER", "DevMemBench: with sessions.json, questions.json"),
    "sets": (read_own, "HALF", "our own paraphrases and silence: tune or report"),
}
"""By option: who reads it, what it takes, what it is."""


def coverages_of(text: str) -> list[int]:
    """Return the steps of coverage in *text*, such as 0,50,100."""
    try:
        found = [int(step) for step in text.split(",")]
    except ValueError:
        found = []
    if not found or found != sorted(set(found)) or found[0] < 0 or found[-1] > 100:
        raise argparse.ArgumentTypeError(f"{text!r} is no rising list of per cents, as 0,50,100 is")
    return found


def part_of(text: str) -> tuple[int, int]:
    """Return the first and the last project in *text*, such as 1-6."""
    first, _, last = text.partition("-")
    if not (first.isdecimal() and last.isdecimal() and 0 < int(first) <= int(last)):
        raise argparse.ArgumentTypeError(f"{text!r} is no range of projects, as 1-6 is")
    return int(first), int(last)


def parser() -> argparse.ArgumentParser:
    """Return what the command line may say."""
    made = argparse.ArgumentParser(
        prog="bench.retrieval",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    for name, (_, takes, about) in READERS.items():
        if takes == "HALF":
            made.add_argument(f"--{name}", choices=HALVES, help=about)
        else:
            made.add_argument(f"--{name}", type=Path, metavar=takes, help=about)
    made.add_argument(
        "--coverage",
        type=coverages_of,
        default=[0, 50, 100],
        help="how much the encoder covers, in %%, rising (default: 0,50,100)",
    )
    made.add_argument(
        "--projects", type=part_of, metavar="FIRST-LAST", help="a part of each data set, from 1"
    )
    made.add_argument("--ablation", action="store_true", help="also leave each part out")
    made.add_argument("--json", action="store_true", help="print JSON, one object a table")
    return made


def run(arguments: Sequence[str]) -> None:
    """Print the tables of each data set.

    Raises:
        DatasetError: a data set cannot be read, or holds what no store holds.
    """
    options = parser()
    given = options.parse_args(arguments)
    values = vars(given)
    sets = [_read(name, values[name]) for name in READERS if values[name] is not None]
    if not sets:
        options.error("name a data set: --" + ", --".join(READERS))
    for whole in sets:
        dataset = whole.part(*given.projects) if given.projects else whole
        if not any(corpus.questions for corpus in dataset.projects):
            raise DatasetError(f"{dataset.name} asks nothing")
        found = asyncio.run(rankings_of(dataset, coverages=given.coverage, ablation=given.ablation))
        for level, rankings in found.items():
            tables = tables_of(dataset, level, rankings)
            print(json.dumps(tables.as_json()) if given.json else tables.as_text() + "\n")


def _read(name: str, value: object) -> Dataset:
    reader = READERS[name][0]
    return reader(value)  # pyright: ignore[reportArgumentType] - the parser made what it takes


def main() -> None:
    """Run, and say what is wrong with a data set in one sentence."""
    try:
        run(sys.argv[1:])
    except DatasetError as error:
        print(f"bench.retrieval: {error}", file=sys.stderr)
        raise SystemExit(2) from error


if __name__ == "__main__":
    main()
