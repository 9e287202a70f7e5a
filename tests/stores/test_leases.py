"""A lease is held by one at a time, until it is given back or over."""

from datetime import timedelta
from pathlib import Path

import pytest

from lockstitch.app.world import World
from lockstitch.domain.project import Caller
from tests.builders import a_store, said
from tests.fakes.clock import StoppedClock
from tests.fakes.ids import CountedIds

pytestmark = pytest.mark.anyio


async def take(world: World, holder: str, *, name: str = "dream") -> bool:
    now = world.clock.now()
    return await world.leases.take(name, holder=holder, now=now, until=now + timedelta(seconds=60))


async def test_one_holds_it_and_may_prolong_it(world: World, clock: StoppedClock) -> None:
    assert await take(world, "one")
    assert not await take(world, "two")
    assert await take(world, "two", name="another")
    clock.advance(59)
    assert await take(world, "one")
    clock.advance(59)
    assert not await take(world, "two")


async def test_it_ends_by_itself(world: World, clock: StoppedClock) -> None:
    assert await take(world, "one")
    clock.advance(60)
    assert await take(world, "two")
    assert not await take(world, "one")


async def test_who_holds_it_gives_it_back(world: World) -> None:
    assert await take(world, "one")
    await world.leases.give_back("dream", holder="two")
    assert not await take(world, "two")
    await world.leases.give_back("dream", holder="one")
    assert await take(world, "two")


async def test_it_is_one_for_all_processes(
    world: World, clock: StoppedClock, data_dir: Path
) -> None:
    assert await take(world, "one")
    with a_store(data_dir, clock=clock, ids=CountedIds(7)) as other:
        assert not await take(other, "two")


async def test_the_last_write_is_that_of_the_newest_episode_whatever_the_clock_says(
    world: World, clock: StoppedClock, caller: Caller
) -> None:
    assert await world.leases.last_write() is None
    await said(world, caller, "one")
    clock.advance(-3_600)
    await said(world, caller, "two")
    assert await world.leases.last_write() == clock.now()
