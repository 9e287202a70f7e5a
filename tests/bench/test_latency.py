"""The bench of latency times what it says."""

import asyncio
from argparse import Namespace
from pathlib import Path

import pytest

from bench.in_process import ask, code, export, fill, first, take
from bench.stopwatch import Stopwatch, percentile
from bench.told import shipped_world
from lockstitch.app.identify import identify


def given_for(folder: Path, **changes: object) -> Namespace:
    values = {"folder": folder, "project": folder / "project", "size": 3, "encoder": "off"}
    return Namespace(**(values | changes))


def test_random_vectors_cover_every_passage(tmp_path: Path) -> None:
    given = given_for(tmp_path)

    async def covered() -> tuple[int, int]:
        await fill(given)
        await code(given)
        world = shipped_world(tmp_path)
        try:
            project = (await identify(world, str(given.project))).id
            found = await world.vectors.coverage(project, world.embedders.encoders[0].id)
            return found.embedded, found.total
        finally:
            world.close()

    assert asyncio.run(covered()) == (3, 3)


def test_each_part_says_what_it_timed(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    given = given_for(old)

    async def done() -> list[object]:
        rows = await fill(given)
        rows += await ask(given)
        await export(given_for(old, file=tmp_path / "e.jsonl"))
        rows += await take(given_for(new, file=tmp_path / "e.jsonl"))
        rows += await first(given_for(new, project=old / "project"))
        return [row["what"] for row in rows]

    assert asyncio.run(done()) == [
        "in process, 3: filling, a turn",
        "in process, 3, encoder off: open and first recall",
        "in process, 3, encoder off: recall",
        "in process, 3, encoder off: commit, durable",
        "in process, 3, encoder off: peak memory",
        "import of 3",
        "import of 3: peak memory",
        "after an import of 3, a fresh process: open and first recall",
        "after an import of 3, a fresh process: recall",
        "after an import of 3, a fresh process: peak memory",
    ]


@pytest.mark.parametrize(
    ("values", "median", "late"),
    [
        pytest.param([5.0], 5.0, 5.0, id="one"),
        pytest.param([float(n) for n in range(1, 101)], 50.5, 96.0, id="a-hundred"),
    ],
)
def test_percentiles_are_of_the_ordered_values(
    values: list[float], median: float, late: float
) -> None:
    assert percentile(values[::-1], 50) == median
    assert percentile(values[::-1], 95) == late


def test_a_stopwatch_counts_its_calls() -> None:
    watch = Stopwatch()
    for _ in range(3):
        with watch:
            pass
    assert watch.row("x")["n"] == 3
