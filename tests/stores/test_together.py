"""What a person does to the store while a running agent goes on writing into it."""

from collections.abc import Generator
from pathlib import Path
from typing import cast

import pytest

from lockstitch.app.care import back_up, doctor, plan_restore, restore
from lockstitch.app.forget import plan_purge, purge
from lockstitch.app.projects import merge
from lockstitch.app.world import World
from lockstitch.domain.project import Caller
from tests.builders import a_caller, a_project, asked, found, said
from tests.fakes.processes import Worker
from tests.stores.looking import holding

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

COMMITS = 200


@pytest.fixture
def agent(world: World, data_dir: Path) -> Generator[Worker]:
    """Run another process that has the project open, in a session of its own."""
    assert world.context_window
    with Worker() as worker:
        worker.open(data_dir, session="agent")
        assert worker.answer() == "open"
        yield worker


def rest_of(agent: Worker) -> list[str]:
    """Return the ids of all that it still commits."""
    ids: list[str] = []
    while (answer := cast("list[str] | None", agent.answer())) is not None:
        ids.append(answer[0])
    return ids


async def test_a_backup_is_whole_while_an_agent_writes(
    world: World, caller: Caller, agent: Worker
) -> None:
    agent.tell("commit_many", count=COMMITS, name="agent")
    for _ in range(10):
        agent.answer()
    kept = [Path((await back_up(world, None)).path) for _ in range(5)]
    assert len(rest_of(agent)) == COMMITS - 10
    assert agent.end() == ""
    plans = [await plan_restore(world, path) for path in kept]
    counts = [plan.episodes for plan in plans]
    assert counts == sorted(counts)
    assert counts[0] >= 10
    assert [plan.episodes_lost for plan in plans] == [COMMITS - count for count in counts]
    assert (await doctor(world)).sound
    assert len(await world.episodes.after(caller.project, position=0, limit=999)) == COMMITS


async def test_a_restore_stops_no_agent_and_loses_nothing_of_afterwards(
    world: World, caller: Caller, agent: Worker
) -> None:
    await said(world, caller, "said before the backup")
    kept = Path((await back_up(world, None)).path)
    agent.tell("commit_many", count=COMMITS, name="agent")
    for _ in range(COMMITS // 2):
        agent.answer()
    await restore(world, kept)
    last = rest_of(agent)[-1]
    stored = await world.episodes.after(caller.project, position=0, limit=999)
    assert len(stored) < COMMITS
    assert (stored[0].content, stored[-1].id) == ("said before the backup", last)
    results = (await asked(world, caller, "agent says", k=100)).results
    assert {passage.id for passage in results} <= {episode.id for episode in stored}
    assert len(results) == min(100, len(stored) - 1)
    assert agent.ask("recall", query="said before the backup")
    assert agent.end() == ""
    assert (await doctor(world)).sound


async def test_a_purge_is_proven_while_an_agent_writes_and_reads(
    world: World, caller: Caller, agent: Worker, data_dir: Path
) -> None:
    secret = "the vault opens with marzipan-otter-4471"
    item = (await said(world, caller, secret)).episode_id
    await back_up(world, None)
    agent.tell("commit_many", count=COMMITS, name="agent")
    agent.answer()
    done = await purge(world, await plan_purge(world, caller, item))
    assert done.proven
    assert done.proof.samples
    assert len(rest_of(agent)) == COMMITS - 1
    assert agent.ask("recall", query="marzipan") == []
    assert agent.end() == ""
    assert holding(data_dir, secret) == []
    assert (await doctor(world)).sound


async def test_what_an_agent_commits_to_a_project_that_is_merged_meanwhile_lands_in_the_other(
    world: World, caller: Caller, agent: Worker, tmp_path: Path
) -> None:
    target = a_caller(await a_project(world, tmp_path / "target"))
    await said(world, target, "said in the target")
    agent.tell("commit_many", count=COMMITS, name="agent")
    for _ in range(COMMITS // 4):
        agent.answer()
    await merge(world, caller.project, into=target.project)
    last = rest_of(agent)[-1]
    stored = await world.episodes.after(target.project, position=0, limit=999)
    assert len(stored) == COMMITS + 1
    assert stored[-1].id == last
    assert await world.episodes.after(caller.project, position=0, limit=9) == []
    assert agent.ask("recall", query="said in the target")
    assert agent.end() == ""
    assert await found(world, caller, "said in the target")
    assert (await doctor(world)).sound
