"""A derived file can be lost, spoilt or replaced at any time: every answer stays the same."""

import shutil
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest

from lockstitch.app.care import doctor, rebuild_all
from lockstitch.app.indexing import catch_up, rebuild
from lockstitch.app.read import read_passage
from lockstitch.app.recall import Question, recall
from lockstitch.app.status import status
from lockstitch.app.world import World
from lockstitch.domain.errors import NotFoundError
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.passage import Document, Passage
from lockstitch.domain.project import Caller
from lockstitch.stores.sqlite.database import connect
from tests.builders import a_caller, a_project, a_store, found, said, seen
from tests.fakes.processes import Worker

pytestmark = pytest.mark.anyio


@pytest.fixture
async def spoken(world: World, caller: Caller) -> Caller:
    """Return a caller of a project where enough was said to fill some pages."""
    for number in range(40):
        await said(world, caller, f"turn {number} is about widget{number} and its parser" * 8)
    await seen(world, caller, '{"port": 8080, "listenAddress": "127.0.0.1"}')
    return caller


async def answers(world: World, caller: Caller) -> list[tuple[Passage, ...]]:
    return [
        await found(world, caller, query) for query in ("widget7 parser", "listen port", "turn")
    ]


def the_file(data_dir: Path) -> Path:
    (path,) = (data_dir / "derived").glob("*.db")
    return path


def _nothing(path: Path) -> None:
    path.write_bytes(b"")


def _half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _another_header(path: Path) -> None:
    path.write_bytes(b"Dear diary" * 20 + path.read_bytes()[200:])


def _noise_within(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for start in range(4_096, len(data), 8_192):
        data[start : start + 3_000] = b"\xa5" * 3_000
    path.write_bytes(bytes(data))


def _a_text(path: Path) -> None:
    path.write_text("Dear diary")


def _another_form(path: Path) -> None:
    connection = connect(path, key=None)
    connection.run("UPDATE progress SET format = 'of another release'")
    connection.close()


def _no_file(path: Path) -> None:
    for companion in path.parent.glob(f"{path.name}*"):
        companion.unlink()


def _no_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def _noise_in_the_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").write_bytes(b"\xa5" * 50_000)


SPOILT = [
    pytest.param(_nothing, id="emptied"),
    pytest.param(_half, id="cut"),
    pytest.param(_another_header, id="its-header-overwritten"),
    pytest.param(_noise_within, id="overwritten-within"),
    pytest.param(_a_text, id="a-text-in-its-place"),
    pytest.param(_another_form, id="of-another-form"),
    pytest.param(_no_file, id="deleted"),
    pytest.param(_no_folder, id="deleted-with-its-folder"),
    pytest.param(_noise_in_the_log, id="noise-in-its-log"),
]


@pytest.mark.parametrize("spoil", SPOILT)
async def test_a_derived_file_that_was_spoilt_between_two_runs_is_made_again_unasked(
    world: World, spoken: Caller, data_dir: Path, spoil: Callable[[Path], None]
) -> None:
    before = await answers(world, spoken)
    world.close()
    spoil(the_file(data_dir))
    with a_store(data_dir) as again:
        assert await answers(again, spoken) == before
        assert (await doctor(again)).sound


@pytest.mark.parametrize("spoil", SPOILT)
async def test_a_derived_file_that_is_spoilt_while_it_is_used_is_made_again_unasked(
    world: World, spoken: Caller, data_dir: Path, spoil: Callable[[Path], None]
) -> None:
    before = await answers(world, spoken)
    fact = next(one.id for one in before[1] if one.kind == "symbolic_fact")
    with a_store(data_dir) as other:
        assert await answers(other, spoken) == before
        spoil(the_file(data_dir))
        assert await answers(world, spoken) == before
        assert await answers(other, spoken) == before
        assert (await read_passage(other, spoken, fact)).text == "curl: port = 8080"
        await said(other, spoken, "said after that about widget99")
        best = (await found(world, spoken, "widget99"))[0]
        assert best.text == "said after that about widget99"


@pytest.mark.parametrize("spoil", SPOILT)
async def test_a_commit_does_not_fail_for_a_derived_file(
    world: World, spoken: Caller, data_dir: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(the_file(data_dir))
    committed = await said(world, spoken, "said after that about widget99")
    assert committed.seq == 42
    assert committed.episode_id in {one.id for one in await found(world, spoken, "widget99")}
    there = await status(world, spoken, protocol_version="")
    assert (there.project_episodes, there.project_facts) == (42, 2)


async def test_another_projects_spoilt_file_costs_no_more_than_a_count(
    world: World, spoken: Caller, data_dir: Path, tmp_path: Path
) -> None:
    path = the_file(data_dir)
    other = a_caller(await a_project(world, tmp_path / "other"))
    await seen(world, other, '{"alpha": 1}')
    world.close()
    _noise_within(path)
    with a_store(data_dir) as again:
        there = await status(again, other, protocol_version="")
        assert (there.project_facts, there.symbolic_facts) == (1, None)
        await found(again, spoken, "widget7")
        there = await status(again, other, protocol_version="")
        assert (there.project_facts, there.symbolic_facts) == (1, 3)


async def test_what_is_rebuilt_gives_the_same_answers_with_the_same_ids(
    world: World, spoken: Caller
) -> None:
    before = await answers(world, spoken)
    told: list[tuple[str, int]] = []
    total = await rebuild_all(world, told=lambda name, count: told.append((name, count)))
    assert (total, told) == (41, [("work", 41)])
    assert await answers(world, spoken) == before


async def test_what_follows_an_older_file_is_not_put_into_the_one_that_replaced_it(
    world: World, spoken: Caller
) -> None:
    since = await world.index.progress(spoken.project)
    await rebuild(world, spoken.project)
    now = await world.index.progress(spoken.project)
    assert since.indexed == now.indexed
    assert since.generation != now.generation
    document = Document(
        position=now.indexed + 1,
        episode=(await said(world, spoken, "the last one")).episode_id,
        session_id="s1",
        tool_name="",
        seq=99,
        body="words of a turn that was purged meanwhile",
        context="",
        paths=(),
        names=(),
        facts=(),
    )
    await world.index.reset(spoken.project)
    put = world.index.put
    assert not await put(spoken.project, since=since, upto=99, documents=[document])
    assert not await found(world, spoken, "purged meanwhile")


async def test_the_slower_of_two_who_index_leaves_nothing_twice(
    world: World, spoken: Caller
) -> None:
    await world.index.reset(spoken.project)
    since = await world.index.progress(spoken.project)
    reached = await catch_up(world, spoken.project)
    assert reached.indexed == reached.written
    assert not await world.index.put(spoken.project, since=since, upto=1, documents=[])
    assert await catch_up(world, spoken.project) == reached
    assert (await doctor(world)).sound


async def test_a_project_that_is_not_there_is_named(world: World) -> None:
    nobody = ProjectId("proj_0")
    with pytest.raises(NotFoundError, match="proj_0"):
        await world.index.progress(nobody)
    with pytest.raises(NotFoundError, match="proj_0"):
        await world.index.reset(nobody)
    with pytest.raises(NotFoundError, match="proj_0"):
        await said(world, a_caller(nobody), "into nowhere")
    with pytest.raises(NotFoundError, match="proj_0"):
        await recall(world, a_caller(nobody), Question(query="anything"))


async def test_more_projects_than_are_kept_open_are_all_found(world: World, tmp_path: Path) -> None:
    callers = [a_caller(await a_project(world, tmp_path / f"p{n}")) for n in range(40)]
    for number, caller in enumerate(callers):
        await seen(world, caller, f'{{"number": {number}}}')
    for number, caller in enumerate(callers):
        assert (await found(world, caller, "number"))[0].text.endswith(f"{number}}}")
    there = await status(world, callers[0], protocol_version="")
    assert (there.symbolic_facts, there.project_facts) == (40, 1)


@pytest.mark.slow
async def test_recall_misses_nothing_while_other_processes_rebuild_and_write(
    world: World, spoken: Caller, data_dir: Path
) -> None:
    with ExitStack() as stack:
        workers = [stack.enter_context(worker) for worker in [Worker() for _ in range(3)]]
        for number, worker in enumerate(workers):
            worker.open(data_dir, session=f"w{number}")
            assert worker.answer() == "open"
        builder, other_builder, writer = workers
        builder.tell("rebuild", times=60)
        other_builder.tell("rebuild", times=60)
        writer.tell("commit_many", count=150, name="meanwhile")
        for number in range(120):
            committed = await said(world, spoken, f"marker{number}x is here")
            results = await found(world, spoken, f"marker{number}x", k=100)
            assert committed.episode_id in {one.id for one in results}, number
            assert (await doctor(world)).sound
        for _ in range(150):
            writer.answer()
        assert writer.answer() is None
        rebuilt = [cast("list[int]", worker.answer()) for worker in (builder, other_builder)]
        assert [worker.end() for worker in workers] == ["", "", ""]
    assert [len(counts) for counts in rebuilt] == [60, 60]
    reached = await catch_up(world, spoken.project)
    assert (reached.indexed, reached.entries_indexed) == (reached.written, 0)
    stored = await world.episodes.after(spoken.project, position=0, limit=999)
    assert len(stored) == 41 + 120 + 150
    assert (await doctor(world)).sound
    assert len(list((data_dir / "derived").glob("*.db"))) == 1
