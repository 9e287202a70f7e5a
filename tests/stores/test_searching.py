"""What a search finds by words and by vectors, under every filter; and who holds the same names."""

from dataclasses import replace
from typing import Final

import pytest

from lockstitch.app.commit import Turn, commit
from lockstitch.app.fold import fold, unfold
from lockstitch.app.indexing import catch_up
from lockstitch.app.world import World
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.passage import (
    Embedded,
    Link,
    Near,
    PassageKind,
    PassageRef,
    Search,
    SearchHits,
)
from lockstitch.domain.project import Caller
from lockstitch.domain.text import sha256_of
from tests.builders import a_caller, concluded, said, seen

pytestmark = pytest.mark.anyio

E: Final = "of-a-test"
EAST, NORTH, WEST, BOTH = b"\x7f\x00", b"\x00\x7f", b"\x81\x00", b"\x40\x40"
TO_THE_EAST: Final = Search(phrases=(), limit=9, near=(Near(embedder=E, vector=EAST),))


async def pointed(
    world: World, project: ProjectId, position: int, *vectors: bytes, embedder: str = E
) -> None:
    """Give an episode its vectors."""
    await catch_up(world, project)
    (episode,) = await world.episodes.at([position])
    ref = PassageRef(kind=PassageKind.EPISODE, number=position)
    passage = Embedded(ref=ref, hash=episode.content_sha256, vectors=vectors)
    assert await world.vectors.put(project, embedder, [passage]) == 1


async def entry_pointed(world: World, project: ProjectId, row: int, vector: bytes) -> None:
    await catch_up(world, project)
    (entry,) = await world.atlas.at([row])
    ref = PassageRef(kind=PassageKind.ENTRY, number=row)
    passage = Embedded(ref=ref, hash=sha256_of(entry.content), vectors=(vector,))
    assert await world.vectors.put(project, E, [passage]) == 1


@pytest.fixture
async def placed(world: World, caller: Caller) -> Caller:
    """Return a caller of a project of four turns, three of which have vectors."""
    for number, word in enumerate(("alpha", "beta", "gamma", "delta"), 1):
        await said(world, caller, f"{word} says something")
        if number < 4:
            await pointed(world, caller.project, number, (EAST, NORTH, BOTH)[number - 1])
    await catch_up(world, caller.project)
    return caller


async def found(world: World, project: ProjectId, search: Search) -> SearchHits:
    await catch_up(world, project)
    return await world.index.search(project, search)


def cosines(hits: SearchHits) -> dict[int, tuple[float | None, ...]]:
    return {one.position: one.near for one in hits.episodes}


async def test_each_candidate_carries_what_every_arm_says_of_it(
    world: World, placed: Caller
) -> None:
    near = (*TO_THE_EAST.near, Near(embedder=E, vector=NORTH), Near(embedder="x", vector=EAST))
    search = replace(TO_THE_EAST, phrases=(("delta",), ("gamma",)), near=near)
    hits = await found(world, placed.project, search)
    assert cosines(hits) == {
        1: (1.0, 0.0, None),
        2: (0.0, 1.0, None),
        3: (0.707107, 0.707107, None),
        4: (None, None, None),
    }
    assert [one.words is not None for one in hits.episodes][:2] == [False, False]
    assert all(one.words for one in hits.episodes[2:])
    assert [one.share for one in hits.coverage] == [0.75, 0.75, 0.0]
    assert (hits.holders, hits.documents, hits.complete, hits.common) == ((1, 2), 4, True, ())


async def test_a_passage_is_as_near_as_its_nearest_window(world: World, caller: Caller) -> None:
    for _ in range(2):
        await said(world, caller, "something long")
    await pointed(world, caller.project, 1, WEST, EAST, NORTH)
    await pointed(world, caller.project, 2, WEST, NORTH)
    assert cosines(await found(world, caller.project, TO_THE_EAST)) == {1: (1.0,), 2: (0.0,)}


async def test_the_best_of_each_arm_are_as_many_as_asked_for(world: World, placed: Caller) -> None:
    search = replace(TO_THE_EAST, limit=1)
    assert list(cosines(await found(world, placed.project, search))) == [1]
    search = replace(search, phrases=(("beta", "says"),))
    assert list(cosines(await found(world, placed.project, search))) == [1, 2]


async def test_of_two_that_are_as_near_the_newer_is_found(world: World, caller: Caller) -> None:
    for position in (1, 2, 3):
        await said(world, caller, f"turn {position}")
        await pointed(world, caller.project, position, EAST)
    search = replace(TO_THE_EAST, limit=2)
    assert list(cosines(await found(world, caller.project, search))) == [2, 3]


async def test_vectors_of_another_size_or_of_nothing_are_near_nothing(
    world: World, placed: Caller
) -> None:
    for vector in (b"\x7f\x00\x00", b"", b"\x00\x00"):
        search = replace(TO_THE_EAST, near=(Near(embedder=E, vector=vector),))
        hits = await found(world, placed.project, search)
        assert {one.near[0] for one in hits.episodes} <= {0.0}


async def test_nothing_is_looked_for_where_nothing_is_asked(world: World, placed: Caller) -> None:
    assert await found(world, placed.project, Search(phrases=(), limit=9)) == SearchHits()


async def test_what_is_folded_takes_no_place_among_the_best(world: World, caller: Caller) -> None:
    opened = await fold(world, caller, description="look", goal="find")
    for number in range(250):
        await said(world, caller, f"step {number}")
    await unfold(world, caller, fold_id=opened.fold_id, result_summary="found")
    await catch_up(world, caller.project)
    for position in range(1, 251):
        await pointed(world, caller.project, position, EAST)
    await concluded(world, (await world.episodes.at([7]))[0].id, "concluded of a step")
    await entry_pointed(world, caller.project, 1, EAST)
    await pointed(world, caller.project, 251, NORTH)
    search = replace(TO_THE_EAST, phrases=(("concluded",),))
    hits = await found(world, caller.project, search)
    assert (cosines(hits), hits.entries) == ({251: (0.0,)}, ())
    hits = await found(world, caller.project, replace(search, include_folded=True))
    assert len(hits.episodes) == 9
    assert [(one.row, one.position, one.near) for one in hits.entries] == [(1, 7, (1.0,))]
    (back,) = await world.index.candidates(caller.project, search, positions=[7, 251])
    assert back.position == 251


async def test_a_session_and_a_file_narrow_every_arm(world: World, caller: Caller) -> None:
    other = a_caller(caller.project, session_id="s2")
    await said(world, caller, "nothing of files")
    await said(world, other, "look at src/loom/weave.py now")
    await said(world, other, "nothing else")
    for position in (1, 2, 3):
        await pointed(world, caller.project, position, EAST)
        (episode,) = await world.episodes.at([position])
        await concluded(world, episode.id, f"entry {position}")
        await entry_pointed(world, caller.project, position, EAST)
    search = replace(TO_THE_EAST, phrases=(("entry",), ("nothing",)))
    for narrowed, expected in (
        (search, [1, 2, 3]),
        (replace(search, session_id="s2"), [2, 3]),
        (replace(search, file_path="weave.py"), [2]),
        (replace(search, file_path="weave.py", session_id="s1"), []),
        (replace(search, session_id="s3"), []),
    ):
        hits = await found(world, caller.project, narrowed)
        assert list(cosines(hits)) == expected
        assert [one.row for one in hits.entries] == expected
        assert all(one.words for one in hits.entries)
        there = await world.index.candidates(caller.project, narrowed, positions=[3, 1, 2, 2, 99])
        assert [one.position for one in there] == expected
        assert all(one.words is None and one.near == (1.0,) for one in there)


async def test_a_corrected_episode_is_marked_and_its_entry_stays(
    world: World, caller: Caller
) -> None:
    wrong = await said(world, caller, "the port is 8080")
    await concluded(world, wrong.episode_id, "port 8080")
    await commit(world, caller, Turn(role="user", content="no", corrects=wrong.episode_id))
    hits = await found(world, caller.project, Search(phrases=(("8080",),), limit=9))
    assert (hits.episodes[0].position, hits.episodes[0].superseded) == (1, True)
    assert [one.row for one in hits.entries] == [1]
    (episode,) = await world.episodes.at([1])
    assert hits.episodes[0].said_at == episode.created_at


async def test_phrases_that_too_many_hold_are_left_out_and_named(
    world: World, caller: Caller
) -> None:
    for number in range(260):
        await said(world, caller, f"common says {'rare' if number % 50 == 0 else number}")
    search = Search(phrases=(("common",), ("rare",)), limit=3, common_share=0.4)
    hits = await found(world, caller.project, search)
    assert (hits.common, hits.documents) == ((("common",),), 260)
    assert hits.holders[0] >= 6
    every = replace(search, phrases=(("common",), ("says",)))
    hits = await found(world, caller.project, every)
    assert (hits.common, hits.holders) == ((), (260, 260))


# Links.


async def links(world: World, project: ProjectId, *positions: int, most: int = 5) -> list[Link]:
    await catch_up(world, project)
    return list(await world.index.links(project, positions=positions, holders_max=most))


async def test_episodes_are_linked_by_what_few_of_them_hold(world: World, caller: Caller) -> None:
    await said(world, caller, "`weave_row` is in src/loom/weave.py")
    await said(world, caller, "who calls `weave_row`?")
    await said(world, caller, "src/loom/weave.py is long, and so is `alone_here`")
    expected = [
        Link(name="src/loom/weave.py", position=1, holders=2),
        Link(name="src/loom/weave.py", position=3, holders=2),
        Link(name="weave.py", position=1, holders=2),
        Link(name="weave.py", position=3, holders=2),
        Link(name="weave_row", position=1, holders=2),
        Link(name="weave_row", position=2, holders=2),
    ]
    assert await links(world, caller.project, 1) == expected
    assert await links(world, caller.project, 3, 1, 1, 99) == expected
    assert await links(world, caller.project, 1, most=1) == []


async def test_a_fact_that_was_seen_again_links(world: World, caller: Caller) -> None:
    for port in (8080, 9090):
        await seen(world, caller, f'{{"port": {port}}}')
    found_links = await links(world, caller.project, 1)
    assert [(link.position, link.holders) for link in found_links] == [(1, 2), (2, 2)]
    assert {link.name[:10] for link in found_links} == {"fact:fact_"}
