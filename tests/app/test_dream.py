"""A pass of consolidation waits for quiet, gives way, loses nothing, and does all that it says."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
from typing_extensions import override

from lockstitch.app import consolidation
from lockstitch.app.atlas import entry_of_facts
from lockstitch.app.consolidation import LEASE, LEASE_SECONDS, SOMEBODY_WROTE, Dream
from lockstitch.app.dream import (
    LOOK_SECONDS,
    OTHER_DREAMS,
    OTHERS_SECONDS,
    dream,
    dream_on,
    plan_dream,
)
from lockstitch.app.forget import plan_purge, purge
from lockstitch.app.staleness import staleness
from lockstitch.app.world import World
from lockstitch.domain.dreaming import DreamSettings
from lockstitch.domain.errors import StoreBusyError
from lockstitch.domain.project import Caller
from lockstitch.ports.stores import Leases
from tests.app.test_staleness import a_long_turn, a_result, corrected, entries_of
from tests.builders import a_caller, a_draft, a_project, a_store, said, seen
from tests.fakes.clock import StoppedClock
from tests.fakes.ids import CountedIds

pytestmark = pytest.mark.anyio

QUIET: Final = DreamSettings().quiet_seconds
DAY: Final = 86_400


async def after_a_while(world: World, clock: StoppedClock, caller: Caller) -> Dream:
    """Return what a pass does once it has been quiet for long enough."""
    clock.advance(QUIET)
    return await dream(world, caller.project)


async def taken_by_another(world: World) -> bool:
    now = world.clock.now()
    return await world.leases.take(LEASE, holder="other", now=now, until=now + timedelta(days=1))


def did(one: Dream) -> tuple[int, int, int]:
    return one.promoted, one.regenerated, one.archived


class Counted(Leases):
    """Counts what it is asked."""

    def __init__(self, inner: Leases) -> None:
        self._inner = inner
        self.asked: list[str] = []

    @override
    async def take(self, name: str, *, holder: str, now: datetime, until: datetime) -> bool:
        self.asked.append("take")
        return await self._inner.take(name, holder=holder, now=now, until=until)

    @override
    async def give_back(self, name: str, *, holder: str) -> None:
        self.asked.append("give_back")
        await self._inner.give_back(name, holder=holder)

    @override
    async def last_write(self) -> datetime | None:
        self.asked.append("last_write")
        return await self._inner.last_write()


class Untouchable:
    """Stands for a store that must not be asked at all."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"{name} was asked for")


# ------------------------------------------------------------------ quiet, force, leases


async def test_a_pass_runs_by_itself_once_nobody_has_written_for_a_while(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    await said(world, caller, a_long_turn("the port is 9090"))
    clock.advance(QUIET - 1)
    early = await dream(world, caller.project)
    assert (early.ran, early.promoted) == (False, 0)
    assert early.skipped_reason == (
        "somebody wrote 89 s ago: it waits for 90 s of quiet, or for force"
    )
    clock.advance(1)
    late = await dream(world, caller.project)
    assert (late.ran, late.skipped_reason, late.promoted) == (True, None, 1)


async def test_what_another_process_writes_is_heard(
    world: World, clock: StoppedClock, caller: Caller, data_dir: Path
) -> None:
    await said(world, caller, "quiet")
    clock.advance(QUIET)
    with a_store(data_dir, clock=clock, ids=CountedIds(7)) as other:
        await said(other, caller, "not so quiet")
    assert not (await dream(world, caller.project)).ran


async def test_force_lifts_the_wait_for_quiet_and_nothing_else(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    await said(world, caller, a_long_turn("the port is 9090"))

    async def generates() -> str | None:
        return "slot 0 is generating"

    refused = await dream(world, caller.project, force=True, may_run=generates)
    assert (refused.ran, refused.skipped_reason) == (False, "slot 0 is generating")
    assert await taken_by_another(world)
    refused = await dream(world, caller.project, force=True)
    assert (refused.ran, refused.skipped_reason) == (False, OTHER_DREAMS)
    await world.leases.give_back(LEASE, holder="other")
    assert (await dream(world, caller.project, force=True)).promoted == 1


async def test_a_pass_gives_its_lease_back_whatever_happens(
    world: World, clock: StoppedClock, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> int:
        raise StoreBusyError("busy")

    with monkeypatch.context() as patch:
        patch.setattr(consolidation, "embed_pending", fails)
        with pytest.raises(StoreBusyError):
            await dream(world, caller.project, force=True)
    assert (await dream(world, caller.project, force=True)).ran


async def test_the_lease_of_a_process_that_died_ends_by_itself(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    watch = consolidation.Watch(world, force=True, seconds=60, may_run=_may)
    assert await watch.take_lease()
    assert not (await dream(world, caller.project, force=True)).ran
    clock.advance(LEASE_SECONDS)
    assert (await dream(world, caller.project, force=True)).ran


async def _may() -> str | None:
    return None


async def test_a_long_pass_prolongs_its_lease(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    for number in range(5):
        await said(world, caller, a_long_turn(f"the port of host_{number} is 9{number:03}"))
    counted = Counted(world.leases)

    async def slow() -> str | None:
        clock.advance(20)
        return None

    one = await dream(
        replace(world, leases=counted), caller.project, force=True, seconds=1_000, may_run=slow
    )
    assert one.promoted == 5
    assert counted.asked.count("take") > 3


async def test_a_pass_ends_when_its_time_is_over_and_says_so(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    for number in range(5):
        await said(world, caller, a_long_turn(f"the port of host_{number} is 9{number:03}"))

    async def slow() -> str | None:
        clock.advance(10)
        return None

    one = await dream(world, caller.project, force=True, seconds=45, may_run=slow)
    assert 0 < one.promoted < 5
    assert (one.unfinished, one.ended_early) == (True, "its time is over")
    assert one.elapsed_ms >= 40_000
    assert (await dream(world, caller.project, force=True)).promoted == 5 - one.promoted


@pytest.mark.parametrize("force", [False, True])
async def test_who_writes_while_a_pass_runs_goes_first_unless_it_is_forced(
    world: World, clock: StoppedClock, caller: Caller, force: bool
) -> None:
    for number in range(5):
        await said(world, caller, a_long_turn(f"the port of host_{number} is 9{number:03}"))
    clock.advance(QUIET)
    asked = 0

    async def somebody_writes() -> str | None:
        nonlocal asked
        asked += 1
        if asked == 6:
            clock.advance(1)
            await said(world, caller, "here I am")
        return None

    one = await dream(world, caller.project, force=force, may_run=somebody_writes)
    if force:
        assert (one.promoted, one.unfinished) == (5, False)
        return
    assert 0 < one.promoted < 5
    assert (one.ran, one.unfinished, one.ended_early) == (True, True, SOMEBODY_WROTE)
    assert (await after_a_while(world, clock, caller)).promoted == 5 - one.promoted


async def test_an_inference_server_that_begins_to_generate_ends_even_a_forced_pass(
    world: World, caller: Caller
) -> None:
    for number in range(5):
        await said(world, caller, a_long_turn(f"the port of host_{number} is 9{number:03}"))
    answers = iter([None] * 5)

    async def generates() -> str | None:
        return next(answers, "slot 0 is generating")

    one = await dream(world, caller.project, force=True, may_run=generates)
    assert one.promoted < 5
    assert one.ended_early == "slot 0 is generating"


# ------------------------------------------------------------------ what a pass does


async def test_an_entry_belongs_to_the_project_and_session_of_its_episode(
    world: World, clock: StoppedClock, caller: Caller, tmp_path: Path
) -> None:
    turn = await said(world, caller, a_long_turn("the port is 9090"))
    other = a_caller(await a_project(world, tmp_path / "other"))
    await after_a_while(world, clock, caller)
    await dream(world, other.project)
    [entry] = await entries_of(world, caller)
    assert (entry.project, entry.session_id) == (caller.project, "s1")
    assert entry.sources[0].id == turn.episode_id
    assert entry.sources[0].hash == turn.content_sha256
    assert "We decided that the port is 9090" in entry.content
    assert entry.token_count < turn.token_count
    assert await world.atlas.count(other.project) == 0


async def test_a_tool_result_gives_an_entry_that_stands_on_its_facts_too(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    await seen(world, caller, a_result("1.0", **{f"name_{n:02}": "x" * 300 for n in range(40)}))
    await after_a_while(world, clock, caller)
    [entry] = await entries_of(world, caller)
    assert len(entry.sources) == 33
    assert entry.sources[1].was == "version = 1.0"
    assert max(len(source.was) for source in entry.sources) <= 200


@pytest.mark.parametrize(
    ("role", "content"),
    [
        pytest.param("user", "Too short to be worth it.", id="short"),
        pytest.param("system", a_long_turn("the port is 9090"), id="system"),
        pytest.param("internal", a_long_turn("the port is 9090"), id="internal"),
        pytest.param("user", "数据库连接超时" * 20, id="one-sentence-that-is-its-own-extract"),
    ],
)
async def test_what_gives_nothing_shorter_gets_no_entry(
    world: World, clock: StoppedClock, caller: Caller, role: str, content: str
) -> None:
    await said(world, caller, content, role=role)
    one = await after_a_while(world, clock, caller)
    assert (one.ran, one.promoted) == (True, 0)


async def test_a_result_whose_facts_have_other_values_already_gets_no_entry(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    await seen(world, caller, a_result("1.0"))
    await seen(world, caller, a_result("2.0"))
    assert (await after_a_while(world, clock, caller)).promoted == 1
    [entry] = await entries_of(world, caller)
    assert "version = 2.0" in [source.was for source in entry.sources]


async def test_a_corrected_entry_is_made_again_from_what_corrects_it(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    turn = await said(world, caller, a_long_turn("the port is 9090"))
    await after_a_while(world, clock, caller)
    [before] = await entries_of(world, caller)
    second = await corrected(world, caller, turn, "No, the port is 9191.")
    third = await corrected(world, caller, second, "The port is 9292, as of today.")
    one = await after_a_while(world, clock, caller)
    assert did(one) == (0, 1, 0)
    [entry] = await entries_of(world, caller)
    assert (entry.id, entry.content) == (before.id, "The port is 9292, as of today.")
    assert [source.id for source in entry.sources] == [third.episode_id]
    assert (entry.created_at, entry.regenerated_at) == (before.created_at, clock.now())
    assert (await staleness(world, caller)).stale == 0


async def test_an_entry_of_facts_that_changed_is_made_again_from_the_newest_result(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    await seen(world, caller, a_result("1.0"))
    await after_a_while(world, clock, caller)
    newer = await seen(world, caller, a_result("2.0"))
    one = await after_a_while(world, clock, caller)
    assert did(one) == (0, 1, 0)
    [entry] = await entries_of(world, caller)
    assert entry.sources[0].id == newer.episode_id
    assert '"version": "2.0"' in entry.content
    assert (await staleness(world, caller)).stale == 0


async def test_an_entry_whose_newest_result_has_one_itself_says_what_changed(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    await seen(world, caller, a_result("1.0", host="loom"))
    await after_a_while(world, clock, caller)
    only_here = a_result("2.0").replace("field_", "other_")
    await seen(world, caller, only_here)
    await after_a_while(world, clock, caller)
    assert (await staleness(world, caller)).stale == 0
    await seen(world, caller, a_result("1.0", host="warp"))
    await seen(world, caller, '{"version": "3.0", "host": "weft"}')
    one = await after_a_while(world, clock, caller)
    assert one.regenerated > 0
    assert (await staleness(world, caller)).stale == 0
    contents = [entry.content for entry in await entries_of(world, caller)]
    assert len(set(contents)) == len(contents)


async def test_a_purge_of_the_result_whose_value_an_entry_says_takes_the_entry(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    await seen(world, caller, a_result("1.0", host="loom"))
    await after_a_while(world, clock, caller)
    newer = await seen(world, caller, '{"version": "marzipan"}')
    (entry,) = await entries_of(world, caller)
    renewed = await entry_of_facts(world, entry)
    assert renewed is not None
    assert "marzipan" in renewed.content
    assert await world.atlas.regenerate(renewed, of_row=entry.row)
    await purge(world, await plan_purge(world, caller, newer.episode_id))
    assert not [one for one in await entries_of(world, caller) if "marzipan" in one.content]


async def test_no_more_is_done_in_one_pass_than_it_says_and_the_next_goes_on(
    world: World, clock: StoppedClock, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consolidation, "PROMOTED_MAX", 3)
    monkeypatch.setattr(consolidation, "REGENERATED_MAX", 2)
    turns = [
        await said(world, caller, a_long_turn(f"the port of host_{number} is 9{number:03}"))
        for number in range(5)
    ]
    one = await after_a_while(world, clock, caller)
    assert (did(one), one.unfinished) == ((3, 0, 0), True)
    assert one.notes == ("there are more turns without an entry than one pass looks at",)
    newest = {entry.sources[0].id for entry in await entries_of(world, caller)}
    assert newest == {turn.episode_id for turn in turns[2:]}
    assert (await dream(world, caller.project)).promoted == 2
    for turn in turns[:3]:
        await corrected(world, caller, turn, f"{turn.seq} is wrong.")
    one = await after_a_while(world, clock, caller)
    assert (did(one), one.unfinished) == ((0, 2, 0), True)
    assert did(await dream(world, caller.project)) == (0, 1, 0)


async def test_what_is_old_leaves_the_window_after_what_is_worth_it_was_taken_in(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    await said(world, caller, a_long_turn("the port is 9090"))
    await said(world, caller, "short")
    clock.advance(14 * DAY + 1)
    await said(world, caller, "young")
    one = await after_a_while(world, clock, caller)
    assert (one.promoted, one.archived) == (1, 2)
    again = await dream(world, caller.project)
    assert did(again) == (0, 0, 0)


async def test_a_second_pass_over_the_same_finds_nothing_to_do(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    turn = await said(world, caller, a_long_turn("the port is 9090"))
    await seen(world, caller, a_result("1.0"))
    await after_a_while(world, clock, caller)
    await corrected(world, caller, turn, "No, 9191.")
    await seen(world, caller, a_result("2.0"))
    await after_a_while(world, clock, caller)
    rows = [entry.row for entry in await entries_of(world, caller)]
    one = await dream(world, caller.project)
    assert (did(one), one.unfinished, one.notes) == ((0, 0, 0), False, ())
    assert [entry.row for entry in await entries_of(world, caller)] == rows


class Killed(Exception):  # noqa: N818 - what happens, not what is wrong
    """Stands for the end of the process."""


async def test_a_pass_that_is_killed_anywhere_is_gone_on_with(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    turn = await said(world, caller, a_long_turn("the first port is 9090"))
    await dream(world, caller.project, force=True)
    await corrected(world, caller, turn, "No, 9191.")
    for number in range(3):
        await said(world, caller, a_long_turn(f"the port of host_{number} is 9{number:03}"))
    clock.advance(15 * DAY)
    killed = 0
    last: Dream | None = None
    for at in range(1, 100):
        asked = 0

        async def dies(at: int = at) -> str | None:
            nonlocal asked
            asked += 1
            if asked == at:
                raise Killed
            return None

        try:
            last = await dream(world, caller.project, may_run=dies)
        except Killed:
            killed += 1
        else:
            break
    assert killed > 3
    assert last is not None
    assert (last.ran, last.unfinished) == (True, False)
    entries = await entries_of(world, caller)
    assert len({entry.sources[0].id for entry in entries}) == len(entries) == 4
    assert (await staleness(world, caller)).stale == 0
    assert did(await dream(world, caller.project)) == (0, 0, 0)


async def test_a_plan_says_what_a_pass_would_do_and_changes_nothing(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    turn = await said(world, caller, a_long_turn("the port is 9090"))
    await dream(world, caller.project, force=True)
    clock.advance(15 * DAY)
    await said(world, caller, a_long_turn("the host is loom"))
    await corrected(world, caller, turn, "No, 9191.")
    plan = await plan_dream(world, caller.project)
    assert (plan.regenerate, plan.promote, plan.archive) == (1, 1, 1)
    assert plan.skipped_reason is not None
    assert (await plan_dream(world, caller.project, force=True)).skipped_reason is None
    assert await plan_dream(world, caller.project) == plan


# ------------------------------------------------------------------ while serving


class Nights:
    """Lets a loop look so many times, with something done before each look; then it is cancelled."""

    def __init__(self, *before: Callable[[], Awaitable[object]]) -> None:
        self._before = list(before)

    async def __call__(self) -> None:
        if not self._before:
            raise asyncio.CancelledError
        await self._before.pop(0)()


async def nothing() -> None:
    """Let nothing happen."""


async def dreams_of(world: World, *before: Callable[[], Awaitable[object]]) -> list[Dream]:
    """Return the passes that a server runs in as many looks as there are things done before them."""
    heard: list[Dream] = []
    with pytest.raises(asyncio.CancelledError):
        await dream_on(world, told=heard.append, pause=Nights(*before))
    return heard


async def test_a_server_dreams_when_it_is_quiet_and_something_was_written(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    async def write() -> None:
        await said(world, caller, a_long_turn(f"the port at {clock.now():%H:%M:%S} is 9090"))

    async def wait() -> None:
        clock.advance(QUIET)

    heard = await dreams_of(world, nothing, write, nothing, wait, nothing, write, wait, nothing)
    assert [one.promoted for one in heard] == [1, 1]


async def test_a_look_at_an_unchanged_store_is_one_query(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    await said(world, caller, a_long_turn("the port is 9090"))
    clock.advance(QUIET)
    counted = Counted(world.leases)

    async def forget_the_first_pass() -> None:
        counted.asked.clear()

    looks = [nothing, forget_the_first_pass, *[nothing] * 99]
    heard = await dreams_of(replace(world, leases=counted), *looks)
    assert len(heard) == 1
    assert counted.asked == ["last_write"] * 100


async def test_a_look_while_somebody_writes_is_one_query_and_no_other_store_is_asked(
    world: World, caller: Caller
) -> None:
    await said(world, caller, a_long_turn("the port is 9090"))
    counted = Counted(world.leases)
    blind = Untouchable()
    watched = replace(
        world, leases=counted, atlas=blind, episodes=blind, projects=blind, catalogue=blind,
        index=blind, ledger=blind,
    )  # fmt: skip
    assert await dreams_of(watched, *[nothing] * 50) == []
    assert counted.asked == ["last_write"] * 50


async def test_projects_are_dreamt_of_the_latest_first_and_those_without_a_new_turn_not_again(
    world: World, clock: StoppedClock, caller: Caller, tmp_path: Path
) -> None:
    other = a_caller(await a_project(world, tmp_path / "other"))
    await a_project(world, tmp_path / "empty")
    await said(world, caller, a_long_turn("the port is 9090"))
    clock.advance(1)
    await said(world, other, a_long_turn("the host is loom"))

    async def wait() -> None:
        clock.advance(QUIET)

    async def write() -> None:
        await said(world, caller, "more")

    heard = await dreams_of(world, wait, write, wait, nothing)
    assert [one.project_id for one in heard] == [other.project, caller.project, caller.project]


async def test_what_one_pass_leaves_over_is_done_by_the_next_look(
    world: World, clock: StoppedClock, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consolidation, "PROMOTED_MAX", 2)
    for number in range(5):
        await said(world, caller, a_long_turn(f"the port of host_{number} is 9{number:03}"))
    clock.advance(QUIET)
    heard = await dreams_of(world, *[nothing] * 6)
    assert [one.promoted for one in heard] == [2, 2, 1]


async def test_what_gives_no_entry_is_not_looked_at_again_and_hides_nothing_that_is_older(
    world: World, clock: StoppedClock, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consolidation, "PROMOTABLE_MAX", 2)
    await said(world, caller, a_long_turn("the port is 9090"))
    for _ in range(5):
        await said(world, caller, "数据库连接超时" * 20)
    clock.advance(QUIET)
    heard = await dreams_of(world, *[nothing] * 8)
    assert [one.promoted for one in heard] == [0, 0, 1, 0]


async def test_a_pass_that_fails_is_logged_and_tried_again_later_and_later(
    world: World,
    clock: StoppedClock,
    caller: Caller,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fails(*_: object, **__: object) -> int:
        raise StoreBusyError("busy")

    await said(world, caller, a_long_turn("the port is 9090"))
    clock.advance(QUIET)

    async def a_look_later() -> None:
        clock.advance(LOOK_SECONDS)

    with monkeypatch.context() as patch:
        patch.setattr(consolidation, "embed_pending", fails)
        assert await dreams_of(world, *[a_look_later] * 20) == []
    tries = [record for record in caplog.records if record.message == "dream.failed"]
    assert 2 <= len(tries) <= 5
    [one] = await dreams_of(world, a_look_later, a_look_later)
    assert one.ran


async def test_a_server_leaves_it_to_another_that_dreams(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    await said(world, caller, a_long_turn("the port is 9090"))
    clock.advance(QUIET)
    assert await taken_by_another(world)

    async def it_ends() -> None:
        await world.leases.give_back(LEASE, holder="other")
        clock.advance(OTHERS_SECONDS)

    heard = await dreams_of(world, *[nothing] * 5, it_ends, nothing)
    assert [one.skipped_reason for one in heard] == [OTHER_DREAMS, None]


async def test_a_server_that_is_told_not_to_dreams_only_when_asked(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    await said(world, caller, a_long_turn("the port is 9090"))
    clock.advance(QUIET)
    awake = replace(world, dream=replace(world.dream, enabled=False))
    await dream_on(awake, told=lambda _: None, pause=Nights(nothing))
    assert await world.atlas.count(None) == 0
    assert (await dream(awake, caller.project)).promoted == 1


@pytest.mark.slow
async def test_a_pass_over_many_episodes_is_bounded(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    for number in range(2_000):
        draft = a_draft(world, caller, a_long_turn(f"the port of host_{number} is 9{number:03}"))
        await world.episodes.append(draft)
    clock.advance(15 * DAY)
    one = await dream(world, caller.project)
    assert one.archived == consolidation.ARCHIVED_MAX
    assert one.unfinished
    assert (await dream(world, caller.project)).archived == consolidation.ARCHIVED_MAX
