"""A mark stays with its project until it is taken away, and goes when the project is merged."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from lockstitch.app.world import World
from lockstitch.domain.errors import NotFoundError
from lockstitch.domain.ids import ProjectId
from lockstitch.ports.code import Mark
from lockstitch.stores.sqlite.code_marks import SqliteMarks
from lockstitch.stores.sqlite.database import Database
from tests.builders import a_project
from tests.fakes.clock import NOON
from tests.stores.looking import CANONICAL, opened

pytestmark = pytest.mark.anyio

A_MARK = Mark(caller="a::run", target="b::go", file="a.py", file_hash="c" * 64, marked_at=NOON)


@pytest.fixture
async def project(world: World, tmp_path: Path) -> ProjectId:
    return await a_project(world, tmp_path / "work")


@pytest.fixture
def marks(world: World, data_dir: Path) -> SqliteMarks:
    del world  # it makes the file
    return SqliteMarks(Database(data_dir / CANONICAL, key=None, threads=False))


async def test_marks_are_kept_sorted_and_taken_away_by_pair(
    marks: SqliteMarks, project: ProjectId
) -> None:
    second = replace(A_MARK, target="b::stop")
    third = replace(A_MARK, caller="c::run")
    assert await marks.marks(project) == []
    await marks.change(project, added=[third, second, A_MARK], removed=[])
    assert await marks.marks(project) == [A_MARK, second, third]
    await marks.change(project, added=[], removed=[("a::run", "b::go"), ("never", "there")])
    assert await marks.marks(project) == [second, third]


async def test_a_mark_that_is_made_again_is_the_new_one(
    marks: SqliteMarks, project: ProjectId
) -> None:
    again = replace(A_MARK, file_hash="d" * 64, marked_at=NOON + timedelta(hours=1))
    await marks.change(project, added=[A_MARK], removed=[])
    await marks.change(project, added=[again], removed=[(A_MARK.caller, A_MARK.target)])
    assert await marks.marks(project) == [again]


async def test_two_projects_never_mix(
    world: World, marks: SqliteMarks, project: ProjectId, tmp_path: Path
) -> None:
    other = await a_project(world, tmp_path / "other")
    await marks.change(project, added=[A_MARK], removed=[])
    await marks.change(other, added=[], removed=[(A_MARK.caller, A_MARK.target)])
    assert await marks.marks(other) == []
    assert await marks.marks(project) == [A_MARK]


async def test_marks_of_a_merged_project_go_and_its_old_id_means_the_other(
    world: World, marks: SqliteMarks, project: ProjectId, tmp_path: Path, data_dir: Path
) -> None:
    other = await a_project(world, tmp_path / "other")
    kept = replace(A_MARK, caller="kept")
    await marks.change(project, added=[A_MARK], removed=[])
    await marks.change(other, added=[kept], removed=[])
    await world.editor.merge(project, into=other, now=NOON)
    assert await marks.marks(other) == [kept]
    await marks.change(project, added=[A_MARK], removed=[])
    assert await marks.marks(project) == await marks.marks(other) == [A_MARK, kept]
    with opened(data_dir) as connection:
        rows = connection.rows("SELECT DISTINCT project_id FROM code_mark")
    assert rows == [(other,)]


async def test_a_split_leaves_marks_where_they_are(
    world: World, marks: SqliteMarks, project: ProjectId, tmp_path: Path
) -> None:
    await a_project(world, tmp_path / "work")
    await marks.change(project, added=[A_MARK], removed=[])
    new = ProjectId("proj_new")
    await world.editor.split(
        project,
        sessions=[],
        directory=str(tmp_path / "work"),
        new_id=new,
        name="new",
        now=NOON,
    )
    assert await marks.marks(project) == [A_MARK]
    assert await marks.marks(new) == []


async def test_a_project_that_is_deleted_takes_its_marks_along(
    marks: SqliteMarks, project: ProjectId, data_dir: Path
) -> None:
    await marks.change(project, added=[A_MARK], removed=[])
    with opened(data_dir) as connection:
        connection.run("DELETE FROM project_place")
        connection.run("DELETE FROM project")
        assert connection.rows("SELECT * FROM code_mark") == []


async def test_a_project_that_is_not_there_is_named(marks: SqliteMarks) -> None:
    nobody = ProjectId("proj_0")
    with pytest.raises(NotFoundError, match="proj_0"):
        await marks.marks(nobody)
    with pytest.raises(NotFoundError, match="proj_0"):
        await marks.change(nobody, added=[A_MARK], removed=[])
