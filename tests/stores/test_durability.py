"""What was acknowledged is there: many processes, some of them killed, on one store."""

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from lockstitch.app.care import doctor
from lockstitch.app.world import World
from lockstitch.domain.ids import EpisodeId
from tests.builders import KEY, a_caller, a_project, a_store, found, said
from tests.fakes.processes import Worker

PROCESSES = 8
COMMITS = 500
KILLED_AT = (140, 260)
"""After how many acknowledged commits the first processes are killed."""
TURNS = 1_000
ROUNDS = 4


@dataclass
class Heard:
    """What one process acknowledged."""

    rows: list[tuple[str, int, str]] = field(default_factory=list[tuple[str, int, str]])
    whole: bool = False


def _listen(worker: Worker, killed_at: int | None) -> Heard:
    heard = Heard()
    for line in worker.lines():
        said = json.loads(line)
        if said is None:
            heard.whole = True
            break
        heard.rows.append((said[0], said[1], said[2]))
        if len(heard.rows) == killed_at:
            worker.kill()
    return heard


@pytest.mark.slow
@pytest.mark.anyio
async def test_every_acknowledged_commit_survives_eight_writers_of_whom_two_are_killed(
    data_dir: Path, tmp_path: Path
) -> None:
    killed_at: Sequence[int | None] = (*KILLED_AT, *[None] * (PROCESSES - len(KILLED_AT)))
    with ExitStack() as stack:
        workers = [stack.enter_context(worker) for worker in [Worker() for _ in killed_at]]
        _open_all(workers, data_dir)
        for number, worker in enumerate(workers):
            worker.tell("commit_many", count=COMMITS, name=f"p{number}")
        listeners = stack.enter_context(ThreadPoolExecutor(PROCESSES))
        heard = list(listeners.map(_listen, workers, killed_at))
        survivors = workers[len(KILLED_AT) :]
        errors = [worker.end() for worker in survivors]
    assert errors == [""] * len(survivors)
    assert [one.whole for one in heard] == [at is None for at in killed_at]
    with a_store(data_dir) as world:
        await _check(world, tmp_path, [row for one in heard for row in one.rows])


async def _check(world: World, tmp_path: Path, rows: Sequence[tuple[str, int, str]]) -> None:
    assert (await doctor(world)).sound
    caller = a_caller(await a_project(world, tmp_path / "work"))
    stored = await world.episodes.after(caller.project, position=0, limit=PROCESSES * COMMITS + 1)
    there = {str(episode.id): (episode.seq, episode.content) for episode in stored}
    assert {item: (seq, content) for item, seq, content in rows}.items() <= there.items()
    # A killed process may have written one that it could not tell of any more.
    assert len(there) - len(rows) in range(len(KILLED_AT) + 1)
    assert [episode.seq for episode in stored] == list(range(1, len(stored) + 1))
    last = await world.episodes.get([EpisodeId(rows[-1][0])])
    assert last[0].id in {passage.id for passage in await found(world, caller, rows[-1][2], k=100)}


@pytest.mark.anyio
async def test_after_a_process_was_killed_the_next_one_goes_on_at_once(data_dir: Path) -> None:
    with Worker() as worker:
        _open_all([worker], data_dir)
        worker.tell("commit_many", count=COMMITS, name="killed")
        heard = _listen(worker, killed_at=20)
    assert len(heard.rows) >= 20
    with a_store(data_dir) as world:
        caller = a_caller(await a_project(world, data_dir.parent / "work"))
        async with asyncio.timeout(10):
            assert (await said(world, caller, "said at once")).seq > 20
        assert (await found(world, caller, "at once"))[0].text == "said at once"
        assert (await doctor(world)).sound


@pytest.mark.slow
def test_what_one_process_committed_another_recalls_at_once_every_time(
    tmp_path: Path,
) -> None:
    misses = 0
    with Worker() as writer, Worker() as reader:
        _open_all([writer, reader], tmp_path / "data")
        for number in range(TURNS):
            content = f"the marker of this turn is mark{number}x"
            writer.ask("commit", content=content)
            misses += content not in cast("list[str]", reader.ask("recall", query=f"mark{number}x"))
        assert (writer.end(), reader.end()) == ("", "")
    assert misses == 0


@pytest.mark.slow
@pytest.mark.parametrize("key", [None, KEY], ids=["plain", "enciphered"])
def test_eight_processes_that_find_no_store_make_one(tmp_path: Path, key: str | None) -> None:
    with ExitStack() as stack:
        workers = [stack.enter_context(worker) for worker in [Worker() for _ in range(PROCESSES)]]
        for round_ in range(ROUNDS):
            _open_all(workers, tmp_path / f"round{round_}" / "data", key=key)
            for number, worker in enumerate(workers):
                worker.tell("commit", content=f"number{number}")
            assert len({str(worker.answer()) for worker in workers}) == PROCESSES
            wanted = [f"number{number}" for number in range(PROCESSES)]
            for worker in workers:
                worker.tell("recall", query=" ".join(wanted))
            for worker in workers:
                assert sorted(cast("list[str]", worker.answer())) == wanted
                assert worker.ask("close") == "closed"
        assert [worker.end() for worker in workers] == [""] * PROCESSES


def _open_all(workers: Sequence[Worker], data_dir: Path, *, key: str | None = None) -> None:
    data_dir.parent.mkdir(parents=True, exist_ok=True)
    for number, worker in enumerate(workers):
        worker.open(data_dir, session=f"s{number}", key=key)
    assert [worker.answer() for worker in workers] == ["open"] * len(workers)
