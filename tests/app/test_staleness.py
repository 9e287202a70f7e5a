"""An entry is stale from the moment that what it came from says something else, and not before."""

import json
from pathlib import Path

import pytest

from lockstitch.app.commit import Committed, Turn, commit
from lockstitch.app.dream import dream
from lockstitch.app.forget import plan_purge, purge
from lockstitch.app.projects import split
from lockstitch.app.read import read_passage
from lockstitch.app.staleness import LIMIT_MAX, StalenessReport, staleness
from lockstitch.app.status import status
from lockstitch.app.world import World
from lockstitch.domain.atlas import AtlasEntry, SourceKind, StaleReason
from lockstitch.domain.errors import NotFoundError
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Caller
from tests.builders import a_caller, a_project, said, seen

pytestmark = pytest.mark.anyio


def a_long_turn(about: str) -> str:
    """Return a turn of more than 96 tokens whose extract says *about*."""
    return (
        f"We decided that {about}, because the limiter resets every minute. It took all morning. "
        + "The weather was fine and there was coffee for everybody in the room. " * 8
    )


def a_result(version: str, **others: str) -> str:
    """Return a tool's result of more than 96 tokens, with a field `version`."""
    about = {f"field_{number}": f"text {number} of the service" for number in range(12)}
    return json.dumps({"version": version} | others | about, indent=1)


async def entries_of(world: World, caller: Caller) -> list[AtlasEntry]:
    return list(await world.atlas.after(caller.project, row=0, limit=10_000))


async def dreamt(world: World, caller: Caller) -> None:
    assert (await dream(world, caller.project, force=True)).ran


async def corrected(world: World, caller: Caller, turn: Committed, content: str) -> Committed:
    return await commit(world, caller, Turn(role="user", content=content, corrects=turn.episode_id))


async def only(report: StalenessReport) -> tuple[StaleReason, SourceKind, str, str | None]:
    [entry] = report.entries
    return entry.reason, entry.anchor_type, entry.anchor_id, entry.now


async def test_an_entry_whose_sources_say_what_they_said_is_not_stale(
    world: World, caller: Caller
) -> None:
    await said(world, caller, a_long_turn("the port is 9090"))
    await seen(world, caller, a_result("1.0"))
    await dreamt(world, caller)
    report = await staleness(world, caller)
    assert (report.total, report.stale, report.stale_rate, report.entries) == (2, 0, 0.0, ())


async def test_a_correction_makes_it_stale_and_the_last_one_of_the_chain_is_what_holds(
    world: World, caller: Caller
) -> None:
    turn = await said(world, caller, a_long_turn("the port is 9090"))
    await dreamt(world, caller)
    second = await corrected(world, caller, turn, "No, the port is 9191.")
    await corrected(world, caller, second, "No, the port is 9292.")
    found = await only(await staleness(world, caller))
    assert found == (
        StaleReason.CORRECTED,
        SourceKind.EPISODE,
        turn.episode_id,
        "No, the port is 9292.",
    )


async def test_another_value_of_a_fact_makes_it_stale(world: World, caller: Caller) -> None:
    await seen(world, caller, a_result("1.0"))
    await dreamt(world, caller)
    await seen(world, caller, '{"version": "2.0"}')
    report = await staleness(world, caller)
    [entry] = report.entries
    assert (entry.reason, entry.anchor_type) == (StaleReason.CHANGED, SourceKind.FACT)
    assert (entry.was, entry.now) == ("version = 1.0", "version = 2.0")
    assert entry.content
    assert report.deleted_anchors == 0


async def test_a_fact_that_has_its_old_value_again_makes_it_fresh_again(
    world: World, caller: Caller
) -> None:
    await seen(world, caller, a_result("1.0"))
    await dreamt(world, caller)
    for version in ("2.0", "1.0"):
        await seen(world, caller, json.dumps({"version": version}))
    assert (await staleness(world, caller)).stale == 0


async def test_facts_of_another_tool_or_session_change_nothing(
    world: World, caller: Caller
) -> None:
    await seen(world, caller, a_result("1.0"), tool_name="curl")
    await dreamt(world, caller)
    await seen(world, caller, '{"version": "2.0"}', tool_name="wget")
    await seen(world, a_caller(caller.project, session_id="s2"), '{"version": "2.0"}')
    assert (await staleness(world, caller)).stale == 0


async def test_a_session_that_moves_to_another_project_takes_its_entries_along_fresh(
    world: World, caller: Caller
) -> None:
    await seen(world, caller, a_result("1.0"))
    await dreamt(world, caller)
    made = await split(world, caller.project, name="apart", sessions=["s1"], directory=None)
    there = a_caller(made.id)
    report = await staleness(world, there)
    assert (report.total, report.stale) == (1, 0)
    await seen(world, there, '{"version": "2.0"}')
    [entry] = (await staleness(world, there)).entries
    assert (entry.reason, entry.now) == (StaleReason.CHANGED, "version = 2.0")


async def test_nothing_of_what_is_purged_is_told(world: World, caller: Caller) -> None:
    turn = await said(world, caller, a_long_turn("the vault opens with marzipan"))
    await dreamt(world, caller)
    await purge(world, await plan_purge(world, caller, turn.episode_id))
    report = await staleness(world, caller)
    assert "marzipan" not in repr(report)


async def test_the_counts_are_of_everything_and_the_limit_is_of_the_page(
    world: World, caller: Caller
) -> None:
    turns = [
        await said(world, caller, a_long_turn(f"the port of host_{number} is 9{number:03}"))
        for number in range(5)
    ]
    await dreamt(world, caller)
    for turn in turns[:3]:
        await corrected(world, caller, turn, "No.")
    report = await staleness(world, caller, limit=2)
    assert (report.total, report.stale, report.stale_rate) == (5, 3, 0.6)
    assert (report.limit, len(report.entries)) == (2, 2)


@pytest.mark.parametrize(("asked", "used"), [(0, 1), (-5, 1), (50, 50), (9_999, LIMIT_MAX)])
async def test_a_limit_is_brought_into_its_range_and_told(
    world: World, caller: Caller, asked: int, used: int
) -> None:
    assert (await staleness(world, caller, limit=asked)).limit == used


async def test_an_answer_has_its_size_and_says_what_it_left_out(
    world: World, caller: Caller
) -> None:
    turns = [
        await said(world, caller, a_long_turn(f"{'x' * 150}{number} holds")) for number in range(90)
    ]
    await dreamt(world, caller)
    for turn in turns:
        await corrected(world, caller, turn, "No. " * 100)
    report = await staleness(world, caller, limit=500)
    assert report.stale == 90
    assert 10 < len(report.entries) < 90
    assert len(repr(report.entries)) < 1.1 * LIMITS.answer_chars
    unseen = 90 - len(report.entries)
    assert report.notes == (f"{unseen} more of those asked for did not fit into 64000 characters",)


async def test_another_project_is_named_and_otherwise_none_is_told_of(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    other = a_caller(await a_project(world, tmp_path / "other"))
    await said(world, caller, a_long_turn("the port is 9090"))
    await dreamt(world, caller)
    assert (await staleness(world, other)).total == 0
    assert (await staleness(world, other, project_id=caller.project)).total == 1
    with pytest.raises(NotFoundError):
        await staleness(world, caller, project_id="proj_none")


async def test_an_entry_is_read_by_its_id_with_what_became_of_its_source(
    world: World, caller: Caller
) -> None:
    turn = await said(world, caller, a_long_turn("the port is 9090"))
    await dreamt(world, caller)
    [entry] = await entries_of(world, caller)
    read = await read_passage(world, caller, entry.id)
    assert (read.kind, read.text) == ("semantic_entry", entry.content)
    assert (read.about["episode_id"], read.about["stale"]) == (turn.episode_id, False)
    await corrected(world, caller, turn, "No, 9191.")
    about = (await read_passage(world, caller, entry.id)).about
    assert (about["stale"], about["reason"], about["now"]) == (True, "corrected", "No, 9191.")


async def test_an_entry_of_another_project_is_not_read(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    await said(world, caller, a_long_turn("the port is 9090"))
    await dreamt(world, caller)
    [entry] = await entries_of(world, caller)
    other = a_caller(await a_project(world, tmp_path / "other"))
    with pytest.raises(NotFoundError):
        await read_passage(world, other, entry.id)
    with pytest.raises(NotFoundError):
        await read_passage(world, caller, "atlas_" + "0" * 32)


async def test_a_status_counts_entries_of_the_store_and_of_the_project(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    other = a_caller(await a_project(world, tmp_path / "other"))
    turn = await said(world, caller, a_long_turn("the port is 9090"))
    await said(world, other, a_long_turn("the host is loom"))
    for one in (caller, other):
        await dreamt(world, one)
    await corrected(world, caller, turn, "No, 9191.")
    state = await status(world, caller, protocol_version="none")
    assert (state.atlas_entries, state.project_atlas, state.stale_entries) == (2, 1, 1)
    assert state.stale_entries_note == "of this project, all entries looked at"
