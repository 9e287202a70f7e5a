"""A backup is whole, a restore brings back exactly what was in it, and every process sees it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from lockstitch.app.care import back_up, backups, doctor, plan_restore, restore
from lockstitch.app.forget import plan_purge, purge
from lockstitch.app.pin import pin, standing_anchors, unpin
from lockstitch.app.recall import Question, recall
from lockstitch.app.world import World
from lockstitch.domain.errors import (
    ConflictError,
    LockstitchError,
    NotFoundError,
    StoreDamagedError,
    StoreError,
    StoreKeyError,
    StoreNewerError,
)
from lockstitch.domain.project import Caller
from lockstitch.stores.sqlite.database import Cells, connect
from lockstitch.stores.sqlite.episodes import SqliteEpisodes
from lockstitch.stores.sqlite.migrate import migrations
from tests.builders import NEXT_STEP, a_caller, a_project, a_store, found, said
from tests.fakes.processes import Worker
from tests.stores.looking import CANONICAL, copied, files_in, holding, opened, rows_of, stored
from tests.stores.saved.make import fill

pytestmark = pytest.mark.anyio

_NOT_RESTORED = ("backup", "tombstone", "revision", "sqlite_sequence")


def said_in(tables: dict[str, list[Cells]]) -> dict[str, list[Cells]]:
    """Return what a restore brings back: all, but the generation that names the derived file."""
    kept = {name: rows for name, rows in tables.items() if name not in _NOT_RESTORED}
    return kept | {"project": [row[:-1] for row in kept["project"]]}


def generations(data_dir: Path) -> set[int]:
    return {int(str(row[-1])) for row in stored(data_dir)["project"]}


@pytest.fixture
async def filled(world: World, tmp_path: Path) -> Caller:
    """Return a caller of a project with every kind of row."""
    return await fill(world, tmp_path)


async def test_a_restore_brings_back_every_row_as_it_was(
    world: World, filled: Caller, data_dir: Path
) -> None:
    before, answers = stored(data_dir), await recall(world, filled, Question(query="the port"))
    kept = await back_up(world, None)
    await said(world, filled, "said after the backup about the port")
    await pin(world, filled, "A rule of after the backup")
    await restore(world, Path(kept.path))
    assert said_in(stored(data_dir)) == said_in(before)
    assert await recall(world, filled, Question(query="the port")) == answers
    assert (await doctor(world)).sound


async def test_what_a_restore_replaced_is_kept_and_can_be_restored(
    world: World, caller: Caller, data_dir: Path
) -> None:
    old = await back_up(world, None)
    await said(world, caller, "said after the backup")
    newer = stored(data_dir)
    kept = await restore(world, Path(old.path))
    assert kept.reason == "before a restore"
    assert not await found(world, caller, "said after")
    await restore(world, Path(kept.path))
    assert said_in(stored(data_dir)) == said_in(newer)
    assert await found(world, caller, "said after")
    assert {old.path, kept.path} < {backup.path for backup in await backups(world)}


async def test_the_plan_says_what_a_restore_would_bring_and_lose_and_changes_nothing(
    world: World, caller: Caller, data_dir: Path
) -> None:
    await said(world, caller, "one")
    rule = await pin(world, caller, "Use tabs")
    kept = Path((await back_up(world, None)).path)
    for number in range(3):
        await said(world, caller, f"after {number}")
    await pin(world, caller, "Use spaces")
    await unpin(world, rule.anchor_id)
    before = stored(data_dir)
    plan = await plan_restore(world, kept)
    assert (plan.episodes, plan.episodes_lost, plan.anchors_lost) == (1, 3, 1)
    assert stored(data_dir) == before


async def test_after_a_restore_every_derived_file_is_of_a_generation_that_was_never_there(
    world: World, caller: Caller, data_dir: Path
) -> None:
    kept = Path((await back_up(world, None)).path)
    await said(world, caller, "one")
    seen = generations(data_dir)
    for _ in range(3):
        await restore(world, kept)
        now = generations(data_dir)
        assert min(now) > max(seen)
        seen |= now
        assert {path.name for path in (data_dir / "derived").glob("*.db")} == {
            f"{caller.project}.g{generation}.db" for generation in now
        }


async def test_a_place_in_the_store_is_never_given_twice_even_after_a_restore(
    world: World, caller: Caller, data_dir: Path
) -> None:
    kept = Path((await back_up(world, None)).path)
    for number in range(3):
        await said(world, caller, f"turn {number}")
    await restore(world, kept)
    await said(world, caller, "after the restore")
    assert [row[0] for row in stored(data_dir)["episode"]] == [4]


async def test_those_who_watch_the_rules_are_told_of_a_restore(
    world: World, caller: Caller
) -> None:
    kept = Path((await back_up(world, None)).path)
    await pin(world, caller, "Use tabs")
    before = await world.anchors.revision()
    await restore(world, kept)
    assert await world.anchors.revision() > before
    assert not await standing_anchors(world, caller)


async def test_what_was_purged_does_not_come_back_with_a_copy_that_we_did_not_know_of(
    world: World, caller: Caller, data_dir: Path, tmp_path: Path
) -> None:
    secret = "the vault opens with marzipan-otter-4471"
    item = (await said(world, caller, secret)).episode_id
    rule = (await pin(world, caller, secret)).anchor_id
    kept = Path((await back_up(world, None)).path)
    copy = copied(kept, tmp_path / "stick.db")
    for one in (item, rule):
        await purge(world, await plan_purge(world, caller, one))
    before = stored(data_dir)["tombstone"]
    await restore(world, copy)
    assert stored(data_dir)["tombstone"] == before
    assert not await found(world, caller, "marzipan")
    assert holding(data_dir, secret) == []
    assert (await doctor(world)).sound


async def test_another_process_sees_a_restore_with_its_next_call(
    world: World, caller: Caller, data_dir: Path
) -> None:
    await said(world, caller, "said before the backup")
    kept = Path((await back_up(world, None)).path)
    with Worker() as other:
        other.open(data_dir, session="s2")
        assert other.answer() == "open"
        other.ask("commit", content="said after the backup")
        assert len(await found(world, caller, "backup")) == 2
        await restore(world, kept)
        assert other.ask("recall", query="backup") == ["said before the backup"]
        other.ask("commit", content="said after the restore")
        assert await found(world, caller, "after the restore")
        path = other.ask("restore", path=str(kept))
        left = await found(world, caller, "after the restore")
        assert {passage.text for passage in left} <= {"said before the backup"}
        assert other.end() == ""
    assert str(path) in {backup.path for backup in await backups(world)}


async def test_a_backup_of_an_older_schema_is_brought_up_while_it_is_restored(
    world: World, caller: Caller, data_dir: Path
) -> None:
    await said(world, caller, "written under the old schema")
    kept = Path((await back_up(world, None)).path)
    world.close()
    steps = [*migrations(), NEXT_STEP]
    with a_store(data_dir, steps=steps) as later:
        await said(later, caller, "written under the new schema")
        await restore(later, kept)
        assert stored(data_dir)["added"] == [(1,)]
        assert [one.text for one in await found(later, caller, "schema")] == [
            "written under the old schema"
        ]


def _change(path: Path, spoil: Callable[[bytes], bytes]) -> None:
    path.write_bytes(spoil(path.read_bytes()))


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _overwritten_within(data: bytes) -> bytes:
    return data[:8_192] + b"\xa5" * 32_768 + data[40_960:]


def _a_diary(data: bytes) -> bytes:
    return b"Dear diary" * (len(data) // 10)


def _empty(data: bytes) -> bytes:
    return data[:0]


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        pytest.param(_cut, StoreDamagedError, id="cut"),
        pytest.param(_overwritten_within, StoreDamagedError, id="overwritten-within"),
        pytest.param(_a_diary, StoreKeyError, id="no-database"),
        pytest.param(_empty, StoreDamagedError, id="empty"),
    ],
)
async def test_a_spoilt_backup_is_refused_and_nothing_is_changed(
    world: World,
    filled: Caller,
    data_dir: Path,
    *,
    spoil: Callable[[bytes], bytes],
    error: type[Exception],
) -> None:
    kept = Path((await back_up(world, None)).path)
    _change(kept, spoil)
    before, files = stored(data_dir), sorted(kept.parent.iterdir())
    with pytest.raises(error):
        await plan_restore(world, kept)
    with pytest.raises(error):
        await restore(world, kept)
    assert (stored(data_dir), sorted(kept.parent.iterdir())) == (before, files)
    assert await found(world, filled, "the port")


def _another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipe (name TEXT)")


def _a_newer_release(path: Path) -> None:
    with a_store(path.parent / "newer"):
        pass
    with opened(path.parent / "newer") as connection:
        connection.pragma("user_version", 99)
        connection.run("VACUUM INTO ?", [str(path)])


def _nothing(path: Path) -> None:
    del path


@pytest.mark.parametrize(
    ("make", "error"),
    [
        pytest.param(_another_program, StoreDamagedError, id="of-another-program"),
        pytest.param(_a_newer_release, StoreNewerError, id="of-a-newer-release"),
        pytest.param(_nothing, NotFoundError, id="that-is-not-there"),
    ],
)
async def test_a_foreign_file_is_refused_and_nothing_is_changed(
    world: World,
    caller: Caller,
    data_dir: Path,
    *,
    tmp_path: Path,
    make: Callable[[Path], None],
    error: type[LockstitchError],
) -> None:
    await said(world, caller, "the port is 8080")
    foreign = tmp_path / "foreign.db"
    make(foreign)
    before = stored(data_dir)
    with pytest.raises(error) as refused:
        await restore(world, foreign)
    assert str(foreign) in refused.value.message
    assert stored(data_dir) == before
    assert await backups(world) == []


async def test_a_backup_never_overwrites_a_file(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    there = tmp_path / "there.db"
    there.write_text("of somebody else")
    with pytest.raises(ConflictError):
        await back_up(world, there)
    assert there.read_text() == "of somebody else"
    assert await backups(world) == []
    assert caller.project


async def test_a_backup_that_cannot_be_written_says_so_and_leaves_nothing(
    world: World, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as refused:
        await back_up(world, tmp_path / "file" / "copy.db")
    assert "cannot be opened or written" in refused.value.message
    assert await backups(world) == []


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


async def test_a_backup_is_one_file_for_its_owner_alone(
    world: World, filled: Caller, data_dir: Path
) -> None:
    kept = Path((await back_up(world, None)).path)
    assert [path for path in files_in(kept.parent) if path.name.startswith(kept.name)] == [kept]
    assert (_mode(kept), _mode(kept.parent)) == (0o600, 0o700)
    assert rows_of(kept)["episode"] == stored(data_dir)["episode"]
    assert filled.project


async def test_two_backups_of_one_moment_are_two_files(world: World, caller: Caller) -> None:
    await said(world, caller, "one")
    one, two = await back_up(world, None), await back_up(world, None)
    assert one.path != two.path
    assert rows_of(Path(one.path))["episode"] == rows_of(Path(two.path))["episode"]


def _remove(path: Path) -> None:
    path.unlink()


async def test_a_backup_that_was_deleted_is_reported_and_a_store_without_is_sound(
    world: World, caller: Caller
) -> None:
    await said(world, caller, "one")
    kept = Path((await back_up(world, None)).path)
    assert (await doctor(world)).sound
    _remove(kept)
    (finding,) = (one for one in (await doctor(world)).findings if one.problem)
    assert (finding.check, finding.detail, finding.problem) == (
        "backup",
        str(kept),
        "the file is gone",
    )


async def test_a_damaged_store_is_reported_by_the_doctor(
    world: World, filled: Caller, data_dir: Path
) -> None:
    for number in range(200):
        await said(world, filled, f"turn {number} " * 50)
    world.close()
    path = data_dir / CANONICAL
    with opened(data_dir) as connection:
        root = connection.number(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'episode_session'"
        )
    data = bytearray(path.read_bytes())
    data[(root - 1) * 4_096 : root * 4_096] = b"\xa5" * 4_096
    path.write_bytes(bytes(data))
    with a_store(data_dir) as again:
        health = await doctor(again)
        assert not health.sound
        assert health.findings[0].check == "canonical file"
        assert health.findings[0].mend == "lockstitch restore BACKUP"


async def _limit_pages(world: World, pages: int) -> None:
    assert isinstance(world.episodes, SqliteEpisodes)
    await world.episodes._database.alone(lambda c: c.pragma("max_page_count", pages))


async def test_a_disk_without_room_refuses_the_commit_and_leaves_the_store_as_it_was(
    world: World, caller: Caller, data_dir: Path
) -> None:
    await said(world, caller, "there was room")

    before = stored(data_dir)
    await _limit_pages(world, 50)
    with pytest.raises(StoreError) as refused:
        await said(world, caller, "there is none any more" * 20_000)
    assert "no room" in refused.value.message
    assert stored(data_dir) == before
    await _limit_pages(world, 1_000_000)
    assert (await said(world, caller, "there is room again")).seq == 2
    with closing(connect(data_dir / CANONICAL, key=None)) as connection:
        assert connection.value("PRAGMA integrity_check") == "ok"


async def test_projects_that_a_backup_does_not_know_are_found_anew(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    await said(world, caller, "one")
    kept = Path((await back_up(world, None)).path)
    late = a_caller(await a_project(world, tmp_path / "late"))
    await said(world, late, "two")
    await restore(world, kept)
    with pytest.raises(NotFoundError):
        await said(world, late, "three")
    again = a_caller(await a_project(world, tmp_path / "late"))
    assert (await said(world, again, "three")).seq == 1
