"""Rows out of the canonical file and into it: in order, few at a time, by adding alone."""

import tracemalloc
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, closing
from pathlib import Path
from typing import cast

import pytest

from lockstitch.app.care import doctor
from lockstitch.app.world import World
from lockstitch.domain.episode import Tier
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.export import ROWS
from lockstitch.domain.ids import EpisodeId, ProjectId
from lockstitch.domain.project import Caller
from lockstitch.domain.text import sha256_of
from lockstitch.ports.stores import Row
from lockstitch.stores.sqlite.database import READ_ONLY, connect
from lockstitch.stores.sqlite.queries import named
from tests.builders import said
from tests.transfers import another_world

pytestmark = pytest.mark.anyio

PROJECT = "proj_" + "a" * 32
SESSION = "ses_" + "b" * 32


@pytest.fixture
def other(tmp_path: Path) -> Iterator[World]:
    """Open an empty store beside `world`."""
    opened = another_world(tmp_path / "other")
    yield opened
    opened.close()


def a_project_row(**changed: object) -> Row:
    values = {"name": "work", "created_at": 1, "remote": None, "merged_into": None, "next_seq": 1}
    return {"kind": "project", "project_id": PROJECT} | values | changed


def a_session_row(**changed: object) -> Row:
    row: Row = {"kind": "session", "session_key": SESSION, "project_id": PROJECT}
    row |= {"session_id": "s1", "client": None, "working_directory": None}
    return row | {"created_at": 1, "last_seen_at": 1} | changed


def an_episode_row(number: int, **changed: object) -> Row:
    content = str(changed.pop("content", f"turn {number}"))
    row: Row = {"kind": None}
    row |= dict.fromkeys(ROWS["episode"])
    row |= {"kind": "episode", "episode_id": f"ep_{number:032x}", "session_key": SESSION}
    row |= {"role": "user", "slot_id": "0", "created_at": 1, "tier": "live", "droppable": False}
    row |= {"folded": False, "token_count": 2, "token_counter": "words"}
    return row | {"content": content, "content_sha256": sha256_of(content)} | changed


async def rows_of(world: World, project: ProjectId | None = None) -> list[Row]:
    return [row async for row in world.transfer.rows(project)]


async def test_rows_come_in_the_order_of_their_kinds_with_the_fields_of_each(
    world: World, caller: Caller
) -> None:
    await said(world, caller, "hello")
    rows = await rows_of(world)
    assert [row["kind"] for row in rows] == ["project", "place", "session", "episode"]
    for row in rows:
        assert list(row) == ["kind", *ROWS[str(row["kind"])]]


async def test_an_episode_without_a_number_takes_the_next_of_its_project(other: World) -> None:
    rows = [a_project_row(), a_session_row(), *(an_episode_row(number) for number in (7, 3, 5))]
    loaded = await other.transfer.load(rows, dry_run=False)
    assert loaded.touched == (ProjectId(PROJECT),)
    episodes = [row for row in await rows_of(other) if row["kind"] == "episode"]
    assert [(row["seq"], row["content"]) for row in episodes] == [
        (1, "turn 7"),
        (2, "turn 3"),
        (3, "turn 5"),
    ]
    again = await other.transfer.load(rows, dry_run=False)
    assert (again.touched, again.report.added) == ((), {})


async def test_the_next_number_is_behind_every_one_that_came(other: World) -> None:
    rows = [a_project_row(next_seq=1), a_session_row(), an_episode_row(1, seq=9)]
    await other.transfer.load(rows, dry_run=False)
    await other.transfer.load([an_episode_row(2)], dry_run=False)
    assert [row["seq"] for row in await rows_of(other) if row["kind"] == "episode"] == [9, 10]


async def test_a_tier_comes_in_as_deep_as_it_went_out_and_only_goes_down(other: World) -> None:
    rows = [a_project_row(), a_session_row(), an_episode_row(1, tier="referenced")]
    await other.transfer.load(rows, dry_run=False)
    for tier, then in (("live", Tier.REFERENCED), ("dropped", Tier.DROPPED)):
        await other.transfer.load([an_episode_row(1, tier=tier)], dry_run=False)
        (episode,) = await other.episodes.get([EpisodeId(f"ep_{1:032x}")])
        assert episode.tier is then


async def test_the_later_of_two_corrections_holds(other: World) -> None:
    rows = [a_project_row(), a_session_row(), *(an_episode_row(number) for number in (1, 2, 3))]
    await other.transfer.load(rows, dry_run=False)
    for by, holds in ((2, 2), (3, 3), (2, 3)):
        row = an_episode_row(1, superseded_by=f"ep_{by:032x}", droppable=True)
        await other.transfer.load([row], dry_run=False)
        (episode,) = await other.episodes.get([EpisodeId(f"ep_{1:032x}")])
        assert episode.superseded_by == f"ep_{holds:032x}"


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([a_session_row()], id="session-of-no-project"),
        pytest.param([a_project_row(), an_episode_row(1)], id="episode-of-no-session"),
        pytest.param([a_project_row(merged_into="proj_none")], id="merged-into-nothing"),
    ],
)
async def test_what_refers_to_nothing_is_named(other: World, rows: list[Row]) -> None:
    with pytest.raises(InvalidArgumentError, match="neither in the export nor here"):
        await other.transfer.load(rows, dry_run=False)
    assert await rows_of(other) == []


async def test_a_merge_of_a_merged_project_leads_to_the_end(other: World) -> None:
    last, middle, first = (f"proj_{name * 32}" for name in "abc")
    rows = [
        a_project_row(project_id=last),
        a_project_row(project_id=middle, merged_into=last),
        a_project_row(project_id=first, merged_into=middle),
    ]
    await other.transfer.load(rows, dry_run=False)
    merged = {row["project_id"]: row["merged_into"] for row in await rows_of(other)}
    assert merged == {last: None, middle: last, first: last}


async def test_a_failure_while_rows_come_leaves_nothing_behind(other: World) -> None:
    def broken() -> Iterator[Row]:
        yield a_project_row()
        yield a_session_row()
        raise KeyError("of the caller's")

    with pytest.raises(KeyError, match="of the caller's"):
        await other.transfer.load(broken(), dry_run=False)
    assert await rows_of(other) == []
    await other.transfer.load([a_project_row()], dry_run=False)


async def test_a_large_store_goes_out_and_comes_in_few_rows_at_a_time(other: World) -> None:
    size, number = 2_000_000, 40
    tracemalloc.start()
    try:
        rows = (an_episode_row(n, content=f"{n:08}" * (size // 8)) for n in range(number))
        start: list[Row] = [a_project_row(), a_session_row()]
        await other.transfer.load(iter(start), dry_run=False)
        await other.transfer.load(rows, dry_run=False)
        contents = 0
        async for row in other.transfer.rows(None):
            contents += row["kind"] == "episode"
            del row
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert contents == number
    assert peak < size * number / 4


async def test_an_export_that_is_given_up_lets_the_store_go(world: World, caller: Caller) -> None:
    await said(world, caller, "hello")
    async with aclosing(cast("AsyncGenerator[Row]", world.transfer.rows(None))) as rows:
        await anext(rows)
    assert (await doctor(world)).sound


@pytest.mark.usefixtures("other")
@pytest.mark.parametrize("project", [None, PROJECT])
def test_no_text_of_an_episode_is_held_for_sorting(tmp_path: Path, project: str | None) -> None:
    path = tmp_path / "other" / "lockstitch.db"
    with closing(connect(path, key=None, mode=READ_ONLY)) as connection:
        sql = "EXPLAIN QUERY PLAN " + named("transfer_queries.sql")["out_episode"]
        plan = [str(row[3]) for row in connection.rows(sql, {"project": project})]
    assert not [step for step in plan if "TEMP B-TREE" in step]


async def test_no_trigger_is_touched(other: World, tmp_path: Path) -> None:
    def triggers() -> list[object]:
        sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"
        with closing(connect(tmp_path / "other" / "lockstitch.db", key=None)) as connection:
            return list(connection.rows(sql))

    before = triggers()
    rows = [a_project_row(), a_session_row(), an_episode_row(1)]
    await other.transfer.load(rows, dry_run=False)
    assert triggers() == before
