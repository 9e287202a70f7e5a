"""A store of an older release opens, one of a newer release is refused, and nothing is lost."""

import shutil
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from lockstitch.app.care import backups, doctor
from lockstitch.app.fold import recall_fold
from lockstitch.app.identify import named_project
from lockstitch.app.projects import sessions_of
from lockstitch.app.status import status
from lockstitch.app.world import World
from lockstitch.domain.episode import Role
from lockstitch.domain.errors import StoreDamagedError, StoreKeyError, StoreNewerError
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.project import Caller
from lockstitch.stores.sqlite.database import connect
from lockstitch.stores.sqlite.migrate import Migration, migrations, prepare, version_of
from tests.builders import NEXT_STEP, a_caller, a_store, a_world, found, said
from tests.fakes.clock import NOON
from tests.stores.looking import CANONICAL, opened, rows_of, stored
from tests.stores.saved.make import a_mark

pytestmark = pytest.mark.anyio

SAVED = Path(__file__).with_name("saved")


def test_steps_are_numbered_from_one_without_a_gap() -> None:
    assert [step.number for step in migrations()] == list(range(1, len(migrations()) + 1))


async def test_a_step_is_taken_after_a_backup_that_a_purge_will_reach(
    world: World, caller: Caller, data_dir: Path
) -> None:
    await said(world, caller, "before the step")
    world.close()
    before = stored(data_dir)
    with a_store(data_dir, steps=[*migrations(), NEXT_STEP]) as later:
        (kept,) = await backups(later)
        assert kept.reason == "before a schema change"
        assert rows_of(Path(kept.path)) == before
        assert (await later.episodes.after(caller.project, position=0, limit=9))[
            0
        ].content == "before the step"
    assert stored(data_dir)["added"] == [(1,)]
    with opened(data_dir) as connection:
        assert version_of(connection) == NEXT_STEP.number


async def test_a_step_that_fails_leaves_the_store_at_the_one_before(
    world: World, caller: Caller, data_dir: Path
) -> None:
    await said(world, caller, "before the step")
    world.close()
    before = stored(data_dir)
    broken = Migration(
        number=NEXT_STEP.number, name="broken", sql=f"{NEXT_STEP.sql} SELECT no_such_function()"
    )
    with pytest.raises(Exception, match="no_such_function"):
        a_world(data_dir, steps=[*migrations(), broken])
    assert stored(data_dir) == before
    with a_store(data_dir) as again:
        assert [p.text for p in await found(again, caller, "step")] == ["before the step"]


async def test_a_store_of_a_newer_release_is_refused_and_not_touched(
    world: World, caller: Caller, data_dir: Path
) -> None:
    await said(world, caller, "from the future")
    world.close()
    path = data_dir / CANONICAL
    with opened(data_dir) as connection:
        connection.pragma("user_version", 99)
    before = path.read_bytes()
    with pytest.raises(StoreNewerError) as refused:
        a_world(data_dir)
    newest = len(migrations())
    assert refused.value.message == f"{path} has schema 99, this Lockstitch knows up to {newest}"
    assert refused.value.hint == "upgrade Lockstitch: pip install --upgrade lockstitch"
    assert path.read_bytes() == before
    assert not (data_dir / "backups").exists()


@pytest.mark.parametrize("marked", [0, 77], ids=["without-a-mark", "with-its-own-mark"])
def test_another_programs_database_is_refused_and_not_touched(data_dir: Path, marked: int) -> None:
    data_dir.mkdir()
    path = data_dir / CANONICAL
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA application_id = {marked}")
        other.execute("CREATE TABLE recipe (name TEXT)")
        other.commit()
    before = path.read_bytes()
    with pytest.raises(StoreDamagedError) as refused:
        a_world(data_dir)
    assert refused.value.message == f"{path} is a database of another program"
    assert "--data-dir" in refused.value.hint
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused_and_not_touched(data_dir: Path) -> None:
    data_dir.mkdir()
    path = data_dir / CANONICAL
    path.write_text("Dear diary, " * 500)
    with pytest.raises(StoreKeyError) as refused:
        a_world(data_dir)
    assert "no Lockstitch store" in refused.value.message
    assert path.read_text() == "Dear diary, " * 500


def test_a_file_cut_in_the_middle_is_called_damaged(data_dir: Path) -> None:
    data_dir.mkdir()
    path = data_dir / CANONICAL
    path.write_bytes((SAVED / "schema_1.db").read_bytes()[:20_000])
    with pytest.raises(StoreDamagedError) as refused:
        a_world(data_dir).close()
    assert "lockstitch restore" in refused.value.hint


def test_every_schema_that_was_released_has_its_saved_file() -> None:
    saved = sorted(path.name for path in SAVED.glob("*.db"))
    assert saved == [f"schema_{step.number}.db" for step in migrations()]


@pytest.mark.parametrize("saved", sorted(SAVED.glob("*.db")), ids=lambda path: path.stem)
async def test_a_saved_file_of_every_schema_opens_with_all_that_is_in_it(
    tmp_path: Path, saved: Path
) -> None:
    data_dir = tmp_path / "data"
    data_dir.mkdir()
    shutil.copy(saved, data_dir / CANONICAL)
    with a_store(data_dir) as world:
        assert [f.problem for f in (await doctor(world)).findings if f.check != "backup"] == [
            "", "", "", "", "", "", "",
        ]  # fmt: skip
        project = await named_project(world, "work")
        caller = a_caller(project.id)
        await _check_episodes(world, caller)
        await _check_folds(world, caller)
        rules = await world.anchors.standing(project.id)
        assert [(rule.scope.value, rule.content) for rule in rules] == [
            ("everywhere", "Answer in English"),
            ("project", "Never force-push"),
            ("session", "Use tabs"),
        ]
        assert project.remote == "example.org/loom"
        assert project.root_commits == ("f" * 40,)
        assert len(project.directories) == 3
        there = await status(world, caller, protocol_version="")
        assert (there.project_episodes, there.project_facts, there.anchors) == (13, 2, 3)
        (entry,) = await world.atlas.after(project.id, row=0, limit=9)
        assert (entry.content, len(entry.sources)) == ("It listens on 9090.", 2)
        assert len(stored(data_dir)["tombstone"]) == 1
        marks = await world.code.marks.marks(project.id)
        assert list(marks) == ([] if saved.stem == "schema_1" else [a_mark(NOON)])
        assert (await said(world, caller, "and it goes on")).seq == 14


async def _check_episodes(world: World, caller: Caller) -> None:
    episodes = await world.episodes.after(caller.project, position=0, limit=99)
    assert {episode.role for episode in episodes} == set(Role)
    assert all(one.position < other.position for one, other in pairwise(episodes))
    assert all(episode.created_at >= NOON for episode in episodes)
    (stale,) = (episode for episode in episodes if episode.superseded_by is not None)
    assert stale.content == "the port is 8080"
    assert stale.droppable
    best = (await found(world, caller, "the port"))[0]
    assert best.text == "no: the port is 9090"
    names = {session.session_id for session in await sessions_of(world, caller.project, limit=9)}
    assert names == {"s1", "s9"}


async def _check_folds(world: World, caller: Caller) -> None:
    (left_open,) = await world.folds.open_of(caller.project)
    trace = await recall_fold(world, caller, fold_id=left_open.id)
    assert [step.content for step in trace.episodes] == ["a step of the open fold"]
    assert await world.projects.get(ProjectId("proj_00000000000000000000000000000001"))


def test_a_step_that_was_taken_is_not_taken_again(tmp_path: Path) -> None:
    path = tmp_path / CANONICAL
    for _ in range(2):
        prepare(path, key=None, steps=[*migrations(), NEXT_STEP], back_up=_never)
    with closing(connect(path, key=None)) as connection:
        assert connection.rows("SELECT one FROM added") == [(1,)]


def _never(connection: object, version: int) -> None:
    raise AssertionError((connection, version))
