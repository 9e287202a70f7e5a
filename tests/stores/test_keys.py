"""With a key, nothing that was said can be read from any file; without it, nothing opens."""

from pathlib import Path

import pytest

from lockstitch.app.care import back_up, doctor, restore
from lockstitch.app.forget import plan_purge, purge
from lockstitch.domain.errors import StoreError, StoreKeyError
from lockstitch.stores.sqlite.migrate import migrations
from tests.builders import KEY, NEXT_STEP, a_store, found, said, seen
from tests.stores.looking import CANONICAL, copied, files_in, holding, stored
from tests.stores.saved.make import fill

pytestmark = pytest.mark.anyio

OTHER_KEY = "0f" * 32
NOWHERE: dict[str, list[str]] = {}
SAID = ("said by user", "9090", "zebra", "Never force-push", "find the parser", "a-client")


def found_in(data_dir: Path) -> dict[str, list[str]]:
    """Return where in the files each thing stands that was said, for those that stand anywhere."""
    places = {text: holding(data_dir, text) for text in SAID}
    return {text: files for text, files in places.items() if files}


async def test_no_file_of_an_enciphered_store_holds_what_was_said(
    tmp_path: Path, data_dir: Path
) -> None:
    with a_store(data_dir, key=KEY) as world:
        caller = await fill(world, tmp_path)
        await back_up(world, None)
        assert [passage.text for passage in await found(world, caller, "zebra")]
        while_open = found_in(data_dir)
    assert while_open == NOWHERE
    assert found_in(data_dir) == NOWHERE
    assert {path.suffix for path in files_in(data_dir)} == {".db", ".key"}


async def test_a_store_without_a_key_holds_what_was_said_so_that_the_search_above_means_something(
    tmp_path: Path, data_dir: Path
) -> None:
    with a_store(data_dir) as world:
        await fill(world, tmp_path)
        assert set(found_in(data_dir)) == set(SAID)


@pytest.mark.parametrize(
    ("made_with", "opened_with"),
    [
        pytest.param(KEY, None, id="no-key"),
        pytest.param(KEY, OTHER_KEY, id="another-key"),
        pytest.param(None, KEY, id="a-key-for-a-store-that-has-none"),
    ],
)
async def test_the_wrong_key_is_named_as_such_and_nothing_is_touched(
    tmp_path: Path, data_dir: Path, made_with: str | None, opened_with: str | None
) -> None:
    with a_store(data_dir, key=made_with) as world:
        await fill(world, tmp_path)
    before = (data_dir / CANONICAL).read_bytes()
    with pytest.raises(StoreKeyError) as refused, a_store(data_dir, key=opened_with):
        pass
    assert "--key-file" in refused.value.hint
    assert (data_dir / CANONICAL).read_bytes() == before


async def test_a_backup_has_the_key_of_its_store(tmp_path: Path, data_dir: Path) -> None:
    with a_store(data_dir, key=KEY) as world:
        caller = await fill(world, tmp_path)
        kept = Path((await back_up(world, None)).path)
        await said(world, caller, "said after the backup")
        await restore(world, kept)
        shown = [passage.text for passage in await found(world, caller, "after the backup")]
        assert "said after the backup" not in shown
        assert await found(world, caller, "zebra")
        assert (await doctor(world)).sound
    with a_store(tmp_path / "plain") as plain:
        with pytest.raises(StoreError):
            await restore(plain, kept)
        assert stored(tmp_path / "plain")["episode"] == []


async def test_a_step_of_the_schema_is_taken_with_a_key_and_so_is_its_backup(
    tmp_path: Path, data_dir: Path
) -> None:
    with a_store(data_dir, key=KEY) as world:
        await fill(world, tmp_path)
    with a_store(data_dir, key=KEY, steps=[*migrations(), NEXT_STEP]) as later:
        assert stored(data_dir, key=KEY)["added"] == [(1,)]
        assert (await doctor(later)).sound
    assert found_in(data_dir) == NOWHERE


async def test_a_purge_of_an_enciphered_store_is_proven_in_what_its_pages_say(
    tmp_path: Path, data_dir: Path
) -> None:
    text = "the launch code is quagmire-seven-lantern"
    with a_store(data_dir, key=KEY) as world:
        caller = await fill(world, tmp_path)
        episode = (await seen(world, caller, text)).episode_id
        await back_up(world, None)
        before = await world.eraser.prove([text])
        assert before.samples == 0  # it is held by an episode still, so that nothing is amiss
        purged = await purge(world, await plan_purge(world, caller, episode))
        assert (purged.proven, purged.proof.samples) == (True, 2)
        searched = {Path(path).name.partition("-2")[0] for path in purged.proof.files_searched}
        assert {CANONICAL, "lockstitch"} <= searched


async def test_the_proof_finds_in_an_enciphered_copy_what_a_purge_left_there(
    tmp_path: Path, data_dir: Path
) -> None:
    text = "the launch code is quagmire-seven-lantern"
    with a_store(data_dir, key=KEY) as world:
        caller = await fill(world, tmp_path)
        episode = (await seen(world, caller, text)).episode_id
        kept = Path((await back_up(world, None)).path)
        forgotten = copied(kept, kept.with_name("forgotten.db"))
        purged = await purge(world, await plan_purge(world, caller, episode))
        assert purged.proof.found_in == (str(forgotten),)
        assert not purged.proven
