"""Vectors stay as long as their text does, whatever happens to the file that they are in."""

import random
import shutil
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from lockstitch.app.care import back_up, doctor, restore
from lockstitch.app.embedding import embed_static
from lockstitch.app.forget import plan_purge, purge
from lockstitch.app.indexing import catch_up, rebuild
from lockstitch.app.projects import merge, split
from lockstitch.app.world import World
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.passage import Coverage, Embedded, Near, PassageKind, PassageRef, Search
from lockstitch.domain.project import Caller
from lockstitch.domain.text import sha256_of
from lockstitch.stores.sqlite.database import connect
from tests.builders import KEY, a_caller, a_project, a_store, an_entry, concluded, said
from tests.stores.looking import files_in

pytestmark = pytest.mark.anyio

EMBEDDER: Final = "of-a-test"
SIZE: Final = 8


def vector_of(text: str) -> bytes:
    """Return a vector that no other text has."""
    return random.Random(text).randbytes(SIZE).replace(b"\x80", b"\x81")


async def embedded_of(world: World, refs: Sequence[PassageRef], windows: int = 1) -> list[Embedded]:
    """Return vectors of passages; the first window is of the text."""
    texts: dict[PassageRef, str] = {}
    for ref in refs:
        if ref.kind is PassageKind.EPISODE:
            contents = [one.content for one in await world.episodes.at([ref.number])]
        else:
            contents = [one.content for one in await world.atlas.at([ref.number])]
        if contents:
            texts[ref] = contents[0]
    return [
        Embedded(
            ref=ref,
            hash=sha256_of(text),
            vectors=tuple(vector_of(text if not n else f"{n} {text}") for n in range(windows)),
        )
        for ref, text in texts.items()
    ]


async def embed(world: World, project: ProjectId, *, windows: int = 1) -> int:
    """Embed all that is pending."""
    await catch_up(world, project)
    refs = await world.vectors.pending(project, EMBEDDER, limit=99)
    passages = await embedded_of(world, refs, windows)
    return await world.vectors.put(project, EMBEDDER, passages)


async def coverage(world: World, project: ProjectId) -> tuple[int, int]:
    await catch_up(world, project)
    found = await world.vectors.coverage(project, EMBEDDER)
    search = Search(phrases=(), limit=9, near=(Near(embedder=EMBEDDER, vector=b"\1" * SIZE),))
    assert (await world.index.search(project, search)).coverage == (found,)
    return found.embedded, found.total


async def nearest(world: World, project: ProjectId, text: str) -> list[str]:
    """Return the texts of the episodes that are as near as can be."""
    await catch_up(world, project)
    near = Near(embedder=EMBEDDER, vector=vector_of(text))
    hits = await world.index.search(project, Search(phrases=(), limit=9, near=(near,)))
    positions = [one.position for one in hits.episodes if one.near[0] == 1.0]
    return [one.content for one in await world.episodes.at(positions)]


@pytest.fixture
async def spoken(world: World, caller: Caller) -> Caller:
    """Return a caller of a project with five turns and an entry, all of them embedded."""
    turns = [await said(world, caller, f"turn {number}") for number in range(5)]
    await concluded(world, turns[0].episode_id, "concluded")
    assert await embed(world, caller.project) == 6
    return caller


async def test_what_lacks_vectors_comes_entries_first_and_the_newest_first(
    world: World, caller: Caller
) -> None:
    for number in range(3):
        turn = await said(world, caller, f"turn {number}")
        await concluded(world, turn.episode_id, f"entry {number}")
    assert await coverage(world, caller.project) == (0, 6)
    pending = await world.vectors.pending(caller.project, EMBEDDER, limit=4)
    entry, episode = PassageKind.ENTRY, PassageKind.EPISODE
    assert [(one.kind, one.number) for one in pending] == [
        (entry, 3),
        (entry, 2),
        (entry, 1),
        (episode, 3),
    ]
    kept = await world.vectors.put(caller.project, EMBEDDER, await embedded_of(world, pending))
    assert (kept, await coverage(world, caller.project)) == (4, (4, 6))
    pending = await world.vectors.pending(caller.project, EMBEDDER, limit=9)
    assert [(one.kind, one.number) for one in pending] == [(episode, 2), (episode, 1)]


async def test_what_is_not_indexed_yet_is_not_pending(world: World, spoken: Caller) -> None:
    await world.index.reset(spoken.project)
    assert await world.vectors.pending(spoken.project, "another", limit=9) == []
    assert await world.vectors.coverage(spoken.project, EMBEDDER) == Coverage(embedded=0, total=0)
    await catch_up(world, spoken.project)
    assert len(await world.vectors.pending(spoken.project, "another", limit=9)) == 6
    assert await coverage(world, spoken.project) == (6, 6)


async def test_vectors_are_kept_of_what_is_there_as_it_is_there(
    world: World, spoken: Caller, tmp_path: Path
) -> None:
    elsewhere = await a_project(world, tmp_path / "elsewhere")
    other = await said(world, a_caller(elsewhere), "of another project")
    assert other.seq == 1
    put = world.vectors.put
    refs = [PassageRef(kind=PassageKind.EPISODE, number=number) for number in (1, 6, 99)]
    fact = PassageRef(kind=PassageKind.FACT, number=1)
    (first, foreign) = await embedded_of(world, refs)
    wrong = replace(first, hash=sha256_of("another text"))
    none = replace(first, vectors=())
    for passages in ([first], [foreign], [wrong], [none], [replace(first, ref=fact)]):
        assert await put(spoken.project, EMBEDDER, passages) == 0
    for passages in ([foreign], [wrong], [none]):
        assert await put(spoken.project, "another", passages) == 0
    assert await put(spoken.project, "another", [first, first]) == 1


async def test_a_replaced_entry_waits_for_nothing_and_is_found_no_more(
    world: World, spoken: Caller
) -> None:
    (entry,) = await world.atlas.after(spoken.project, row=0, limit=9)
    (episode,) = await world.episodes.at([1])
    again = replace(an_entry(world, episode, "anew"), id=entry.id, regenerated_at=world.clock.now())
    assert await world.atlas.regenerate(again, of_row=entry.row)
    assert await coverage(world, spoken.project) == (5, 6)
    near = Near(embedder=EMBEDDER, vector=vector_of("concluded"))
    search = Search(phrases=(("concluded",), ("anew",)), limit=9, near=(near,))
    (found,) = (await world.index.search(spoken.project, search)).entries
    assert (found.row, found.position, found.near) == (2, 1, (None,))
    assert await embed(world, spoken.project) == 1
    (found,) = (await world.index.search(spoken.project, search)).entries
    assert found.near != (None,)


async def test_the_vectors_of_other_embedders_are_dropped(world: World, spoken: Caller) -> None:
    project = spoken.project
    refs = await world.vectors.pending(project, "another", limit=9)
    await world.vectors.put(project, "another", await embedded_of(world, refs, windows=2))
    assert await world.vectors.keep_only(project, [EMBEDDER]) == 12
    assert await world.vectors.keep_only(project, [EMBEDDER]) == 0
    assert (await world.vectors.coverage(project, "another")).embedded == 0
    assert await coverage(world, project) == (6, 6)
    assert await world.vectors.keep_only(project, []) == 6
    assert await nearest(world, project, "turn 1") == []
    assert await embed(world, project) == 6
    assert await nearest(world, project, "turn 1") == ["turn 1"]


# Carried over.


async def test_a_rebuild_keeps_vectors(world: World, spoken: Caller, data_dir: Path) -> None:
    await rebuild(world, spoken.project)
    assert await coverage(world, spoken.project) == (6, 6)
    assert await nearest(world, spoken.project, "turn 3") == ["turn 3"]
    assert len(list((data_dir / "derived").glob("*.db"))) == 1
    assert (await doctor(world)).sound


async def test_an_enciphered_store_keeps_them_too(data_dir: Path, tmp_path: Path) -> None:
    with a_store(data_dir, key=KEY) as world:
        caller = a_caller(await a_project(world, tmp_path / "work"))
        await said(world, caller, "turn 0")
        await embed(world, caller.project)
        await rebuild(world, caller.project)
        assert await coverage(world, caller.project) == (1, 1)


async def test_a_file_of_another_form_gives_its_vectors_on(
    world: World, spoken: Caller, data_dir: Path
) -> None:
    (path,) = (data_dir / "derived").glob("*.db")
    with closing(connect(path, key=None)) as connection:
        connection.run("UPDATE progress SET format = 'of another release'; DROP TABLE words")
    assert await coverage(world, spoken.project) == (6, 6)
    (other,) = (data_dir / "derived").glob("*.db")
    assert other != path


async def test_a_merge_brings_vectors_and_a_split_takes_them_along(
    world: World, spoken: Caller, tmp_path: Path, data_dir: Path
) -> None:
    target = await a_project(world, tmp_path / "target")
    await said(world, a_caller(target, session_id="own"), "of the target")
    await embed(world, target)
    await merge(world, spoken.project, into=target)
    assert await coverage(world, target) == (7, 7)
    made = await split(world, target, name="apart", sessions=["s1"], directory=None)
    assert await coverage(world, target) == (1, 1)  # whoever comes first leaves what others want
    assert await coverage(world, made.id) == (6, 6)
    assert await nearest(world, made.id, "turn 2") == ["turn 2"]
    assert len(list((data_dir / "derived").glob("*.db"))) == 2


async def test_a_restore_keeps_the_vectors_of_what_it_brings_back(
    world: World, spoken: Caller, tmp_path: Path
) -> None:
    other = a_caller(await a_project(world, tmp_path / "other"))
    await said(world, other, "of the other")
    await embed(world, other.project)
    kept = Path((await back_up(world, None)).path)
    await said(world, spoken, "after the backup")
    await embed(world, spoken.project)
    await restore(world, kept)
    assert await coverage(world, spoken.project) == (6, 6)
    assert await coverage(world, other.project) == (1, 1)
    assert await nearest(world, spoken.project, "after the backup") == []


async def test_what_was_purged_is_in_no_file_as_a_vector_and_the_others_stay(
    world: World, spoken: Caller, tmp_path: Path, data_dir: Path
) -> None:
    other = a_caller(await a_project(world, tmp_path / "other"))
    await said(world, other, "of the other")
    await embed(world, other.project)
    await world.index.reset(other.project)
    (episode,) = await world.episodes.at([1])
    gone = [vector_of("turn 0"), vector_of("concluded")]
    assert all(_holding(data_dir, vector) for vector in gone)
    await world.eraser.erase(
        (await plan_purge(world, spoken, episode.id)).targets, now=world.clock.now()
    )
    assert not any(_holding(data_dir, vector) for vector in gone)
    assert _holding(data_dir, vector_of("turn 1"))
    assert await coverage(world, spoken.project) == (4, 4)
    assert await nearest(world, spoken.project, "turn 0") == []
    assert await nearest(world, spoken.project, "turn 1") == ["turn 1"]
    assert await coverage(world, other.project) == (1, 1)


async def test_a_vector_that_took_in_what_was_purged_goes_with_it(
    world: World, caller: Caller
) -> None:
    gone = await said(world, caller, "the vault opens with marzipan")
    for number in range(4):
        await said(world, caller, f"turn {number} about something else")
    await embed_static(world, caller.project)
    assert world.embedders.static is not None
    embedder = world.embedders.static.id
    assert (await world.vectors.coverage(caller.project, embedder)).share == 1.0
    await purge(world, await plan_purge(world, caller, gone.episode_id))
    await catch_up(world, caller.project)
    waiting = await world.vectors.pending(caller.project, embedder, limit=9)
    contents = [one.content for one in await world.episodes.at([ref.number for ref in waiting])]
    assert contents == ["turn 1 about something else", "turn 0 about something else"]


async def test_a_purge_takes_what_another_projects_missing_file_waits_for_along(
    world: World, spoken: Caller, tmp_path: Path, data_dir: Path
) -> None:
    target = await a_project(world, tmp_path / "target")
    (first, second) = await world.episodes.at([1, 2])
    await merge(world, spoken.project, into=target)
    await purge(world, await plan_purge(world, a_caller(target), first.id))
    assert not _holding(data_dir, vector_of("turn 0"))
    assert await coverage(world, target) == (4, 4)
    assert second.content == "turn 1"
    assert len(list((data_dir / "derived").glob("*.db"))) == 1


async def test_a_stray_that_cannot_be_read_is_passed_over(
    world: World, spoken: Caller, data_dir: Path
) -> None:
    (path,) = (data_dir / "derived").glob("*.db")
    shutil.copy(path, path.with_name(f"{spoken.project}.g0.db"))
    noise = path.with_name("proj_of_nobody.g1.db")
    noise.write_bytes(random.Random(1).randbytes(9_000))
    await rebuild(world, spoken.project)
    assert await coverage(world, spoken.project) == (6, 6)
    assert not noise.exists()


def _holding(folder: Path, vector: bytes) -> list[str]:
    return [path.name for path in files_in(folder) if vector in path.read_bytes()]
