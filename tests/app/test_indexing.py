"""The index follows what is written, whoever else indexes, purges or fails at the same moment."""

from dataclasses import replace

import pytest

from lockstitch.app.commit import Turn, commit
from lockstitch.app.fold import fold, unfold
from lockstitch.app.forget import plan_purge, purge
from lockstitch.app.indexing import catch_up
from lockstitch.app.world import World
from lockstitch.domain.errors import StoreDamagedError, StoreError
from lockstitch.domain.project import Caller
from tests.builders import found, said, seen
from tests.fakes.index import Happening, Interrupted

pytestmark = pytest.mark.anyio


def purging(world: World, caller: Caller, item: str) -> Happening:
    async def happen() -> None:
        await purge(world, await plan_purge(world, caller, item))

    return happen


async def test_what_is_purged_while_another_indexes_it_is_not_indexed(
    world: World, caller: Caller
) -> None:
    await said(world, caller, "said before")
    turn = await said(world, caller, "the vault opens with marzipan")
    await world.index.reset(caller.project)
    happening = purging(world, caller, turn.episode_id)
    racing = replace(world, index=Interrupted(world.index, before_put=happening))
    await catch_up(racing, caller.project)
    assert not await found(world, caller, "marzipan")
    assert await found(world, caller, "said before")


@pytest.mark.parametrize("fact", [True, False])
async def test_what_is_purged_right_after_a_search_is_not_shown(
    world: World, caller: Caller, fact: bool
) -> None:
    turn = await seen(world, caller, '{"vault": "marzipan"}')
    query = "vault" if fact else "marzipan"
    assert len(await found(world, caller, query)) == 2
    happening = purging(world, caller, turn.episode_id)
    racing = replace(world, index=Interrupted(world.index, after_search=happening))
    assert await found(racing, caller, query) == ()


async def test_who_is_slower_goes_on_behind_the_faster(world: World, caller: Caller) -> None:
    for number in range(3):
        await said(world, caller, f"turn {number}")
    await world.index.reset(caller.project)

    async def faster() -> None:
        assert (await catch_up(world, caller.project)).indexed == 3

    racing = replace(world, index=Interrupted(world.index, before_put=faster))
    assert (await catch_up(racing, caller.project)).indexed == 3
    assert len(await found(world, caller, "turn")) == 3


async def test_a_file_that_is_replaced_between_reading_and_writing_is_filled_from_its_beginning(
    world: World, caller: Caller
) -> None:
    for number in range(3):
        await said(world, caller, f"turn {number}")

    async def replace_it() -> None:
        await world.index.reset(caller.project)

    racing = replace(world, index=Interrupted(world.index, before_put=replace_it))
    await said(racing, caller, "turn 3")
    assert len(await found(world, caller, "turn")) == 4


@pytest.mark.parametrize("error", [StoreError, StoreDamagedError])
async def test_what_is_safe_already_does_not_fail_for_the_index(
    world: World, caller: Caller, error: type[StoreError]
) -> None:
    async def fail() -> None:
        raise error("no room to write the derived file")

    def failing() -> World:
        return replace(world, index=Interrupted(world.index, before_put=fail))

    opened = await fold(world, caller, description="look", goal="find")
    assert (await said(failing(), caller, "a step")).seq == 1
    done = await unfold(failing(), caller, fold_id=opened.fold_id, result_summary="the result")
    assert done.episodes_folded == 1
    turn = Turn(role="user", content="said twice", idempotency_key="k")
    first = await commit(failing(), caller, turn)
    assert (await commit(world, caller, turn)).episode_id == first.episode_id
    assert len(await found(world, caller, "result")) >= 1
