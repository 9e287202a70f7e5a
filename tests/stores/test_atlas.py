"""Atlas entries: one for an episode, replaced by a new wording, gone with what they came from."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import apsw
import pytest

from lockstitch.app.care import back_up, doctor, restore
from lockstitch.app.commit import Turn, commit
from lockstitch.app.fold import fold, unfold
from lockstitch.app.forget import plan_purge, purge
from lockstitch.app.projects import merge, split
from lockstitch.app.world import World
from lockstitch.domain.atlas import AtlasEntry, AtlasSource, SourceKind
from lockstitch.domain.episode import Tier
from lockstitch.domain.ids import EpisodeId, ProjectId
from lockstitch.domain.project import Caller
from lockstitch.stores.sqlite.queries import query
from tests.builders import a_caller, a_project, a_store, an_entry, concluded, said, seen
from tests.fakes.clock import StoppedClock
from tests.fakes.ids import CountedIds
from tests.stores.looking import holding, opened, stored

pytestmark = pytest.mark.anyio

LONG = "we decided that the port is 9090 because 8080 was taken " * 4


async def contents(world: World, project: ProjectId) -> list[str]:
    entries = await world.atlas.after(project, row=0, limit=99)
    assert len(entries) == await world.atlas.count(project)
    return [entry.content for entry in entries]


async def newest(world: World, project: ProjectId) -> int:
    return (await world.index.progress(project)).entries_written


async def test_an_entry_is_read_as_it_was_written(world: World, caller: Caller) -> None:
    turn = await said(world, caller, LONG)
    fact = AtlasSource(kind=SourceKind.FACT, id="fact_1", hash="0" * 64, was="port = 9090")
    entry = await concluded(world, turn.episode_id, "the port is 9090", fact)
    assert [source.id for source in entry.sources] == [turn.episode_id, "fact_1"]
    assert (entry.project, entry.session_id, entry.row) == (caller.project, "s1", 1)
    assert await world.atlas.at([99, entry.row]) == [entry]
    assert await world.atlas.after(caller.project, row=0, limit=9) == [entry]
    assert await world.atlas.after(caller.project, row=entry.row, limit=9) == []
    assert await world.catalogue.project_of(entry.id) == caller.project
    assert (await doctor(world)).sound


async def test_of_many_that_conclude_at_once_one_writes(
    world: World, caller: Caller, data_dir: Path
) -> None:
    turn = await said(world, caller, LONG)
    (episode,) = await world.episodes.get([EpisodeId(turn.episode_id)])
    with a_store(data_dir, ids=CountedIds(9)) as other:
        written = await asyncio.gather(
            *(each.atlas.add(an_entry(each, episode, "x")) for each in (world, other) * 5)
        )
    assert sorted(written) == [False] * 9 + [True]
    assert await world.atlas.count(None) == 1


async def test_nothing_is_concluded_from_what_is_gone(world: World, caller: Caller) -> None:
    turn = await said(world, caller, LONG)
    (episode,) = await world.episodes.get([EpisodeId(turn.episode_id)])
    entry = await concluded(world, turn.episode_id, "before")
    await purge(world, await plan_purge(world, caller, turn.episode_id))
    assert not await world.atlas.add(an_entry(world, episode, "after"))
    assert not await world.atlas.regenerate(entry, of_row=entry.row)


async def test_a_regenerated_entry_keeps_its_id_and_gets_a_new_row(
    world: World, caller: Caller
) -> None:
    first = await said(world, caller, LONG)
    second = await said(world, caller, "no, it is 9191")
    entry = await concluded(world, first.episode_id, "9090")
    (episode,) = await world.episodes.get([EpisodeId(second.episode_id)])
    again = replace(an_entry(world, episode, "9191"), id=entry.id, regenerated_at=world.clock.now())
    assert await world.atlas.regenerate(again, of_row=entry.row)
    (now,) = await world.atlas.get([entry.id])
    assert (now.content, now.sources[0].id) == ("9191", second.episode_id)
    assert now.row > entry.row
    assert await world.atlas.at([entry.row]) == []
    assert await newest(world, caller.project) == now.row
    assert not await world.atlas.regenerate(again, of_row=entry.row)
    other = await concluded(world, first.episode_id, "of the first again")
    assert not await world.atlas.regenerate(replace(again, id=other.id), of_row=other.row)
    assert await contents(world, caller.project) == ["9191", "of the first again"]
    assert (await doctor(world)).sound


async def test_entries_go_where_their_sessions_go(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    apart = a_caller(caller.project, session_id="s2")
    for each in (caller, apart):
        turn = await said(world, each, LONG)
        await concluded(world, turn.episode_id, f"of {each.session_id}")
    made = await split(world, caller.project, name="apart", sessions=["s2"], directory=None)
    assert await contents(world, caller.project) == ["of s1"]
    assert await contents(world, made.id) == ["of s2"]
    assert (await newest(world, caller.project), await newest(world, made.id)) == (1, 2)
    target = await a_project(world, tmp_path / "target")
    for source in (caller.project, made.id):
        await merge(world, source, into=target)
    assert await contents(world, target) == ["of s1", "of s2"]
    assert await newest(world, target) == 2
    assert (await doctor(world)).sound


async def test_an_entry_that_goes_to_another_project_is_newest_there_alone(
    world: World, caller: Caller
) -> None:
    first = await said(world, caller, LONG)
    last = await said(world, caller, LONG + "!")
    apart = a_caller(caller.project, session_id="s2")
    second = await said(world, apart, "no")
    entry = await concluded(world, first.episode_id, "a")
    await concluded(world, last.episode_id, "b")
    made = await split(world, caller.project, name="apart", sessions=["s2"], directory=None)
    (episode,) = await world.episodes.get([EpisodeId(second.episode_id)])
    again = replace(an_entry(world, episode, "c"), id=entry.id, regenerated_at=world.clock.now())
    before = await world.index.progress(caller.project)
    assert await world.atlas.regenerate(again, of_row=entry.row)
    assert (await contents(world, caller.project), await contents(world, made.id)) == (["b"], ["c"])
    assert (await world.index.progress(caller.project)).generation != before.generation
    assert (await doctor(world)).sound


async def _renewed(world: World, entry: AtlasEntry, episode: str, content: str) -> None:
    (source,) = await world.episodes.get([EpisodeId(episode)])
    again = replace(an_entry(world, source, content), id=entry.id, regenerated_at=world.clock.now())
    assert await world.atlas.regenerate(again, of_row=entry.row)


SECRET = "the vault opens with marzipan-otter-4471"


async def test_a_purge_of_an_episode_takes_every_entry_that_ever_came_from_it(
    world: World, caller: Caller, data_dir: Path
) -> None:
    first = await said(world, caller, SECRET + " " + LONG)
    second = await said(world, caller, "it opens no more")
    gone = await concluded(world, first.episode_id, SECRET)
    await _renewed(world, gone, second.episode_id, "no more")
    kept = await concluded(world, (await said(world, caller, LONG)).episode_id, "kept")
    copy = Path((await back_up(world, None)).path)
    plan = await plan_purge(world, caller, first.episode_id)
    assert plan.also_held_by == ()
    assert (await purge(world, plan)).proven
    assert await world.atlas.get([gone.id, kept.id]) == [kept]
    there = stored(data_dir)
    assert {(row[0], row[1]) for row in there["tombstone"]} == {
        (first.episode_id, "episode"),
        (gone.id, "atlas"),
    }
    assert holding(data_dir, "marzipan") == []
    await restore(world, copy)
    assert await contents(world, caller.project) == ["kept"]
    assert (await doctor(world)).sound


async def test_an_entry_can_be_purged_by_itself(
    world: World, caller: Caller, data_dir: Path
) -> None:
    turn = await said(world, caller, LONG)
    entry = await concluded(world, turn.episode_id, SECRET)
    await _renewed(world, entry, turn.episode_id, f"again: {SECRET}")
    plan = await plan_purge(world, caller, entry.id)
    assert [(one.kind, one.id, one.project) for one in plan.targets] == [
        ("atlas", entry.id, caller.project)
    ]
    assert (await purge(world, plan)).proven
    assert holding(data_dir, "marzipan") == []
    assert await world.atlas.count(None) == 0
    assert (await world.episodes.get([EpisodeId(turn.episode_id)]))[0].content == LONG
    await concluded(world, turn.episode_id, "anew")
    assert (await doctor(world)).sound


async def test_an_entry_of_a_backup_that_was_purged_since_does_not_come_back(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    turn = await said(world, caller, SECRET + " " + LONG)
    entry = await concluded(world, turn.episode_id, SECRET)
    kept = Path((await back_up(world, None)).path)
    copy = tmp_path / "stick.db"
    copy.write_bytes(kept.read_bytes())
    await purge(world, await plan_purge(world, caller, turn.episode_id))
    await restore(world, copy)
    assert await world.atlas.get([entry.id]) == []
    later = await concluded(world, (await said(world, caller, LONG)).episode_id, "later")
    assert later.row > entry.row
    assert (await doctor(world)).sound


@pytest.mark.parametrize(
    ("statement", "said_of_it"),
    [
        pytest.param("UPDATE atlas_entry SET content = 'x'", "never changed", id="its-words"),
        pytest.param("UPDATE atlas_entry SET current = 0, row = 9", "never changed", id="its-row"),
        pytest.param("UPDATE atlas_source SET hash = 'x'", "never changed", id="a-hash"),
        pytest.param("DELETE FROM atlas_entry", "by a purge alone", id="an-entry"),
        pytest.param("DELETE FROM atlas_source", "with its atlas entry alone", id="a-source"),
        pytest.param(
            "UPDATE atlas_entry SET current = 0; UPDATE atlas_entry SET current = 1",
            "never changed",
            id="what-was-replaced-holds-again",
        ),
        pytest.param(
            "INSERT OR REPLACE INTO atlas_entry SELECT * FROM atlas_entry",
            "by a purge alone",
            id="an-entry-replaced",
        ),
    ],
)
async def test_what_was_concluded_cannot_be_changed(
    world: World, caller: Caller, data_dir: Path, *, statement: str, said_of_it: str
) -> None:
    await concluded(world, (await said(world, caller, LONG)).episode_id, "it is so")
    before = stored(data_dir)
    with opened(data_dir) as connection, pytest.raises(apsw.ConstraintError, match=said_of_it):
        connection.run(f"BEGIN; {statement}; COMMIT")
    assert stored(data_dir) == before


# What is due.


async def test_turns_of_substance_that_nothing_came_from_are_unpromoted_the_newest_first(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    first = await said(world, caller, LONG)
    await said(world, caller, "short")
    for role in ("system", "internal"):
        await said(world, caller, LONG, role=role)
    result = await seen(world, caller, LONG)
    wrong = await said(world, caller, LONG)
    await commit(world, caller, Turn(role="user", content="no", corrects=wrong.episode_id))
    await concluded(world, (await said(world, caller, LONG)).episode_id, "concluded")
    folded = await fold(world, caller, description="look", goal="find")
    await said(world, caller, LONG)
    await unfold(world, caller, fold_id=folded.fold_id, result_summary="found")
    cold = await said(world, caller, LONG)
    elsewhere = a_caller(await a_project(world, tmp_path / "elsewhere"))
    await said(world, elsewhere, LONG)
    last = await said(world, caller, LONG, role="assistant")
    (put_away,) = await world.episodes.get([EpisodeId(cold.episode_id)])
    assert await world.atlas.archive([put_away.position]) == 1
    found = await world.atlas.unpromoted(caller.project, tokens_min=20, limit=9)
    assert [one.id for one in found] == [last.episode_id, result.episode_id, first.episode_id]
    assert [one.id for one in await world.episodes.at([one.position for one in found])] == [
        one.id for one in found
    ]
    assert len(await world.atlas.unpromoted(caller.project, tokens_min=20, limit=2)) == 2


async def test_what_is_old_is_archived_once_by_all_the_steps_in_between(
    world: World, caller: Caller, clock: StoppedClock, tmp_path: Path
) -> None:
    folded = await fold(world, caller, description="look", goal="find")
    await said(world, caller, "a step")
    await unfold(world, caller, fold_id=folded.fold_id, result_summary="found")
    elsewhere = a_caller(await a_project(world, tmp_path / "elsewhere"))
    await said(world, elsewhere, "of another project")
    clock.advance(3_600)
    await said(world, caller, "of today")
    before = clock.now() - timedelta(minutes=1)
    found = await world.atlas.archivable(caller.project, before=before, limit=9)
    old = await world.episodes.at([one.position for one in found])
    assert [one.content for one in old] == ["a step", "found"]
    assert len(await world.atlas.archivable(caller.project, before=before, limit=1)) == 1
    positions = [one.position for one in found]
    assert await world.atlas.archive([*positions, *positions, 999]) == 2
    assert {one.tier for one in await world.episodes.at(positions)} == {Tier.ARCHIVED}
    assert await world.atlas.archive(positions) == 0
    assert await world.atlas.archivable(caller.project, before=before, limit=9) == []


@pytest.mark.parametrize("name", ["unpromoted", "archivable"])
async def test_what_is_due_is_found_without_sorting(
    data_dir: Path, world: World, name: str
) -> None:
    binds = {"project": "proj_0", "tokens_min": 1, "before": 1, "limit": 1}
    with opened(data_dir) as connection:
        plan = [str(row[3]) for row in connection.rows(f"EXPLAIN QUERY PLAN {query(name)}", binds)]
    assert not [step for step in plan if "TEMP B-TREE" in step]
