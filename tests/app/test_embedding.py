"""Passages get their vectors: at once, behind, and again when the embedder changes."""

from dataclasses import replace

import pytest

from lockstitch.app.embedders import Embedders
from lockstitch.app.embedding import embed_pending, embed_static
from lockstitch.app.indexing import catch_up
from lockstitch.app.world import World
from lockstitch.domain.passage import PassageKind
from lockstitch.domain.project import Caller
from tests.builders import asked, found, said
from tests.fakes.embedder import WordHashes

pytestmark = pytest.mark.anyio

OLD = "old"
NEW = "new"


def with_encoders(world: World, *encoders: WordHashes) -> World:
    """Return the store with other encoders behind the static embedder."""
    return replace(
        world, embedders=Embedders(static=world.embedders.static, encoders=list(encoders))
    )


async def notes(world: World, caller: Caller) -> str:
    return " ".join((await asked(world, caller, "which port does the gateway use")).notes)


async def share(world: World, caller: Caller, encoder: WordHashes) -> float:
    return (await world.vectors.coverage(caller.project, encoder.id)).share


async def test_what_was_just_said_has_its_static_vector_in_the_next_answer(
    world: World, caller: Caller
) -> None:
    await said(world, caller, "the gateway listens on port 8080")
    (passage,) = await found(world, caller, "which port does the gateway use")
    assert "static" in passage.retrievers
    assert world.embedders.static is not None
    covered = await world.vectors.coverage(caller.project, world.embedders.static.id)
    assert covered.share == 1.0


async def test_an_encoder_takes_part_once_it_has_read_something(
    world: World, caller: Caller
) -> None:
    encoder = WordHashes(OLD)
    served = with_encoders(world, encoder)
    await said(served, caller, "the gateway listens on port 8080")
    assert "encoder" not in await notes(served, caller)
    assert encoder.embedded == []
    assert await embed_pending(served, caller.project, seconds=9) > 0
    assert "encoder: ready, 100 % of 1 passages" in await notes(served, caller)


async def test_an_encoder_stops_at_the_share_that_is_asked_for(
    world: World, caller: Caller
) -> None:
    encoder = WordHashes(OLD)
    served = with_encoders(world, encoder)
    for number in range(10):
        await said(served, caller, f"turn {number} is about the gateway")
    await catch_up(served, caller.project)
    await embed_pending(served, caller.project, seconds=9, share=0.5)
    assert await share(served, caller, encoder) == 0.5


async def test_the_old_encoder_serves_until_the_new_one_has_caught_up(
    world: World, caller: Caller
) -> None:
    old, new = WordHashes(OLD), WordHashes(NEW)
    before = with_encoders(world, old)
    for number in range(20):
        await said(before, caller, f"turn {number} is about the gateway")
    await embed_pending(before, caller.project, seconds=9)
    after = with_encoders(world, new, old)
    await embed_pending(after, caller.project, seconds=9, share=0.5)
    old.embedded.clear()
    assert "encoder: ready, 100 %" in await notes(after, caller)
    assert old.embedded
    await embed_pending(after, caller.project, seconds=9)
    new.embedded.clear()
    assert "encoder: ready, 100 %" in await notes(with_encoders(world, new, old), caller)
    assert new.embedded


async def test_vectors_of_an_embedder_that_is_there_no_more_go(
    world: World, caller: Caller
) -> None:
    old, new = WordHashes(OLD), WordHashes(NEW)
    await said(world, caller, "the gateway listens on port 8080")
    await embed_pending(with_encoders(world, old), caller.project, seconds=9)
    after = with_encoders(world, new)
    while await embed_pending(after, caller.project, seconds=9):
        pass
    assert old.id not in await world.vectors.embedders(caller.project)
    assert new.id in await world.vectors.embedders(caller.project)


async def test_an_encoder_that_is_switched_off_keeps_its_vectors(
    world: World, caller: Caller
) -> None:
    encoder = WordHashes(OLD)
    await said(world, caller, "the gateway listens on port 8080")
    await embed_pending(with_encoders(world, encoder), caller.project, seconds=9)
    while await embed_pending(with_encoders(world), caller.project, seconds=9):
        pass
    assert await share(world, caller, encoder) == 1.0


async def test_an_encoder_that_does_not_answer_is_left_out_and_another_serves(
    world: World, caller: Caller
) -> None:
    first, second = WordHashes(OLD), WordHashes(NEW)
    both = with_encoders(world, first, second)
    await said(both, caller, "the gateway listens on port 8080")
    await embed_pending(with_encoders(world, second), caller.project, seconds=9)
    await embed_pending(both, caller.project, seconds=9)
    first.failing = True
    told = await notes(both, caller)
    assert "word-hashes:old is left out, nobody answers" in told
    assert "encoder: ready" in told
    second.failing = True
    (passage,) = await found(both, caller, "what does the gateway do on its port")
    assert passage.kind is PassageKind.EPISODE


async def test_embedding_goes_on_where_it_ended(world: World, caller: Caller) -> None:
    for number in range(3):
        await said(world, caller, f"turn {number}")
    await catch_up(world, caller.project)
    assert await embed_static(world, caller.project) == 3
    assert await embed_static(world, caller.project) == 0
    await said(world, caller, "one more")
    assert await embed_static(world, caller.project) == 1
