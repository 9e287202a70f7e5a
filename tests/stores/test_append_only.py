"""What is written stays: the schema itself refuses to change it."""

from pathlib import Path

import apsw
import pytest

from lockstitch.app.commit import Committed
from lockstitch.app.forget import plan_purge, purge
from lockstitch.app.pin import pin
from lockstitch.app.world import World
from lockstitch.domain.project import Caller
from tests.builders import said
from tests.stores.looking import opened, stored

pytestmark = pytest.mark.anyio


@pytest.fixture
async def turn(world: World, caller: Caller) -> Committed:
    """Write one turn and pin one rule."""
    await pin(world, caller, "Never force-push")
    return await said(world, caller, "the port is 8080")


@pytest.mark.parametrize(
    ("statement", "said_of_it"),
    [
        pytest.param("UPDATE episode SET content = 'x'", "never changed", id="words-of-an-episode"),
        pytest.param("UPDATE episode SET seq = seq + 1", "never changed", id="its-number"),
        pytest.param("UPDATE episode SET content_sha256 = 'x'", "never changed", id="its-checksum"),
        pytest.param("DELETE FROM episode", "by a purge alone", id="an-episode"),
        pytest.param(
            "INSERT OR REPLACE INTO episode SELECT * FROM episode",
            "by a purge alone",
            id="an-episode-replaced",
        ),
        pytest.param("UPDATE anchor SET content = 'x'", "never changed", id="words-of-a-rule"),
        pytest.param("UPDATE anchor SET kind = 'user_correction'", "never changed", id="its-kind"),
        pytest.param(
            "INSERT OR REPLACE INTO anchor SELECT * FROM anchor",
            "by a purge alone",
            id="a-rule-replaced",
        ),
        pytest.param("DELETE FROM anchor", "by a purge alone", id="a-rule"),
        pytest.param(
            "UPDATE episode_state SET tier = 2", "a tier is never skipped", id="a-tier-skipped"
        ),
        pytest.param(
            "UPDATE episode_state SET tier = 1; UPDATE episode_state SET tier = 3",
            "a tier is never skipped",
            id="a-tier-skipped-further-down",
        ),
        pytest.param(
            "UPDATE episode_state SET tier = 1; UPDATE episode_state SET tier = 2;"
            "UPDATE episode_state SET tier = 3; UPDATE episode_state SET tier = 4;"
            "UPDATE episode_state SET tier = 5",
            "CHECK",
            id="no-such-tier",
        ),
        pytest.param("DELETE FROM session", "FOREIGN KEY", id="a-session-with-episodes"),
        pytest.param("DELETE FROM project", "FOREIGN KEY", id="a-project-with-sessions"),
    ],
)
async def test_what_was_written_cannot_be_changed(
    data_dir: Path, turn: Committed, statement: str, said_of_it: str
) -> None:
    before = stored(data_dir)
    with opened(data_dir) as connection, pytest.raises(apsw.ConstraintError, match=said_of_it):
        connection.run(f"BEGIN; {statement}; COMMIT")
    assert stored(data_dir) == before
    assert turn.seq == 1


@pytest.mark.usefixtures("turn")
async def test_a_tier_goes_down_step_by_step_and_up_at_once(data_dir: Path) -> None:
    with opened(data_dir) as connection:
        for tier in (1, 2, 3, 4, 0):
            connection.run("UPDATE episode_state SET tier = ?", [tier])
    assert [row[1] for row in stored(data_dir)["episode_state"]] == [0]


_PERMIT = (
    "INSERT INTO purge_permit (item_id, kind, keyed_hash, purged_at) VALUES (?, 'episode', 'h', 0)"
)


async def test_a_permit_lets_one_row_go_and_leaves_a_tombstone(
    data_dir: Path, turn: Committed
) -> None:
    with opened(data_dir) as connection:
        connection.run("BEGIN")
        connection.run(_PERMIT, [turn.episode_id])
        connection.run("DELETE FROM episode")
        connection.run("COMMIT")
    there = stored(data_dir)
    assert (there["episode"], there["episode_state"], there["purge_permit"]) == ([], [], [])
    assert [row[0] for row in there["tombstone"]] == [turn.episode_id]


@pytest.mark.parametrize("item", ["ep_nothing", None], ids=["of-nothing", "not-used"])
async def test_a_permit_that_is_left_over_keeps_the_transaction_from_committing(
    data_dir: Path, turn: Committed, item: str | None
) -> None:
    before = stored(data_dir)
    with opened(data_dir) as connection:
        connection.run("BEGIN")
        connection.run(_PERMIT, [item or turn.episode_id])
        connection.run("UPDATE episode_state SET droppable = 1")
        with pytest.raises(apsw.ConstraintError, match="FOREIGN KEY"):
            connection.run("COMMIT")
    assert stored(data_dir) == before


async def test_a_permit_for_one_row_lets_no_other_go(
    world: World, caller: Caller, data_dir: Path, turn: Committed
) -> None:
    await said(world, caller, "another")
    before = stored(data_dir)
    with opened(data_dir) as connection:
        connection.run("BEGIN")
        connection.run(_PERMIT, [turn.episode_id])
        with pytest.raises(apsw.ConstraintError, match="by a purge alone"):
            connection.run("DELETE FROM episode")
    assert stored(data_dir) == before


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("DELETE FROM tombstone", id="deleted"),
        pytest.param("UPDATE tombstone SET keyed_hash = ''", id="changed"),
        pytest.param(
            "INSERT OR REPLACE INTO tombstone SELECT item_id, kind, NULL, '', 0 FROM tombstone",
            id="replaced",
        ),
    ],
)
async def test_a_tombstone_is_kept(
    world: World, caller: Caller, data_dir: Path, *, turn: Committed, statement: str
) -> None:
    await purge(world, await plan_purge(world, caller, turn.episode_id))
    before = stored(data_dir)["tombstone"]
    with opened(data_dir) as connection, pytest.raises(apsw.ConstraintError):
        connection.run(statement)
    assert stored(data_dir)["tombstone"] == before != []
