"""What a purge erased is in no file of ours any more, and the proof would find it if it were."""

import hashlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from lockstitch.app.care import back_up, doctor, restore
from lockstitch.app.code_answers import query_symbol
from lockstitch.app.commit import Turn, commit
from lockstitch.app.fold import fold, recall_fold, unfold
from lockstitch.app.forget import Purged, plan_purge, purge
from lockstitch.app.pin import pin, standing_anchors
from lockstitch.app.projects import merge
from lockstitch.app.read import read_passage
from lockstitch.app.recall import Question, recall
from lockstitch.app.world import World
from lockstitch.domain.errors import InvalidArgumentError, NotFoundError
from lockstitch.domain.passage import PassageKind
from lockstitch.domain.project import Caller
from tests.builders import a_caller, a_folder, a_project, a_store, found, said, seen
from tests.fakes.processes import Worker
from tests.stores.looking import holding, opened, rows_of, stored

pytestmark = pytest.mark.anyio

SECRET = "the vault opens with marzipan-otter-4471"


async def purged(world: World, caller: Caller, item: str) -> Purged:
    return await purge(world, await plan_purge(world, caller, item))


async def _an_episode(world: World, caller: Caller) -> str:
    return (await said(world, caller, SECRET)).episode_id


async def _a_rule(world: World, caller: Caller) -> str:
    return (await pin(world, caller, SECRET)).anchor_id


async def _a_rule_everywhere(world: World, caller: Caller) -> str:
    return (await pin(world, caller, SECRET, everywhere=True)).anchor_id


async def _a_fact(world: World, caller: Caller) -> str:
    await seen(world, caller, f'{{"hint": "{SECRET}"}}')
    await seen(world, caller, f'{{"hint": "{SECRET}", "again": true}}')
    passages = await found(world, caller, "hint")
    return next(one.id for one in passages if one.kind is PassageKind.FACT)


async def _a_long_turn(world: World, caller: Caller) -> str:
    lines = "\n".join(f"line {number}: {SECRET} number {number * 7919}" for number in range(3_000))
    return (await seen(world, caller, lines)).episode_id


Written = Callable[[World, Caller], Awaitable[str]]
EVERY = [
    pytest.param(_an_episode, id="an-episode"),
    pytest.param(_a_rule, id="a-rule"),
    pytest.param(_a_rule_everywhere, id="a-rule-that-holds-everywhere"),
    pytest.param(_a_fact, id="a-fact-with-the-episodes-it-was-seen-in"),
    pytest.param(_a_long_turn, id="a-turn-of-many-pages"),
]


@pytest.mark.parametrize("written", EVERY)
async def test_what_was_purged_is_in_no_file_and_in_no_answer(
    world: World, caller: Caller, data_dir: Path, written: Written
) -> None:
    await said(world, caller, "something before")
    item = await written(world, caller)
    await said(world, caller, "something after")
    kept = await back_up(world, None)
    assert len(holding(data_dir, SECRET)) >= 2
    done = await purged(world, caller, item)
    assert done.proven
    assert done.proof.samples > 0
    assert holding(data_dir, SECRET) == holding(data_dir, SECRET[-20:]) == []
    assert kept.path in done.proof.files_searched
    assert not await found(world, caller, "marzipan")
    assert {one.text for one in await found(world, caller, "something")} == {
        "something after",
        "something before",
    }
    for gone in (item, *done.ids):
        with pytest.raises(NotFoundError):
            await read_passage(world, caller, gone)
    assert (await doctor(world)).sound


@pytest.mark.parametrize("written", EVERY)
async def test_a_backup_is_purged_like_the_store_and_can_be_restored(
    world: World, caller: Caller, data_dir: Path, written: Written
) -> None:
    item = await written(world, caller)
    await said(world, caller, "something after")
    kept = Path((await back_up(world, None)).path)
    await purged(world, caller, item)
    assert rows_of(kept)["tombstone"] == stored(data_dir)["tombstone"] != []
    await restore(world, kept)
    assert not await found(world, caller, "marzipan")
    assert not await standing_anchors(world, caller)
    assert [one.text for one in await found(world, caller, "something")] == ["something after"]
    assert (await doctor(world)).sound


async def test_a_tombstone_holds_a_keyed_hash_and_nothing_else_tells_what_was_there(
    world: World, caller: Caller, data_dir: Path
) -> None:
    item = await _an_episode(world, caller)
    plain = hashlib.sha256(SECRET.encode()).hexdigest()
    assert holding(data_dir, plain)
    await back_up(world, None)
    await purged(world, caller, item)
    ((item_id, kind, project, keyed_hash, _),) = stored(data_dir)["tombstone"]
    assert (item_id, kind, project) == (item, "episode", caller.project)
    assert len(str(keyed_hash)) == 64
    assert keyed_hash != plain
    assert holding(data_dir, plain) == []


async def test_two_stores_leave_different_hashes_of_one_text(
    world: World, caller: Caller, data_dir: Path, tmp_path: Path
) -> None:
    await purged(world, caller, await _an_episode(world, caller))
    with a_store(tmp_path / "other") as other:
        own = a_caller(await a_project(other, tmp_path / "work"))
        await purged(other, own, await _an_episode(other, own))
    one, two = (stored(folder)["tombstone"][0][3] for folder in (data_dir, tmp_path / "other"))
    assert one != two


@pytest.mark.parametrize(
    "place", ["notes.txt", "snapshots/left.bin", "backups/lockstitch-old.db.partial"]
)
async def test_the_proof_finds_what_is_left_in_any_file_of_ours(
    world: World, caller: Caller, data_dir: Path, place: str
) -> None:
    item = await _an_episode(world, caller)
    left = data_dir / place
    a_folder(left.parent)
    left.write_bytes(b"\x00\xff" * 700_000 + SECRET.encode() + b"\x00")
    done = await purged(world, caller, item)
    assert done.proof.found_in == (str(left),)
    assert not done.proven


async def test_the_proof_finds_what_is_still_in_the_store_itself(
    world: World, caller: Caller, data_dir: Path
) -> None:
    plan = await plan_purge(world, caller, await _an_episode(world, caller))
    with opened(data_dir) as connection:
        connection.run("CREATE TABLE hidden (text TEXT)")
        connection.run("INSERT INTO hidden VALUES (?)", [SECRET])
    done = await purge(world, plan)
    assert done.proof.found_in == (str(data_dir / "lockstitch.db"),)


async def test_a_backup_that_is_out_of_reach_is_named(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    item = await _an_episode(world, caller)
    away = tmp_path / "stick" / "copy.db"
    await back_up(world, away)
    away.rename(away.with_name("elsewhere.db"))
    done = await purged(world, caller, item)
    assert done.unreachable_backups == (str(away),)
    assert not done.proven


async def test_a_backup_outside_of_the_store_is_purged_and_searched(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    item = await _an_episode(world, caller)
    away = tmp_path / "stick" / "copy.db"
    await back_up(world, away)
    done = await purged(world, caller, item)
    assert done.proven
    assert str(away) in done.proof.files_searched
    assert holding(away.parent, SECRET) == []


async def test_the_words_that_a_turn_lent_to_its_neighbours_go_with_it(
    world: World, caller: Caller
) -> None:
    item = await _an_episode(world, caller)
    after = await said(world, caller, "fine, noted")
    assert after.episode_id in {one.id for one in await found(world, caller, "marzipan otter")}
    await purged(world, caller, item)
    assert not await found(world, caller, "marzipan otter vault")


async def test_the_plan_names_what_else_holds_the_words_and_the_purge_leaves_it(
    world: World, caller: Caller, tmp_path: Path, data_dir: Path
) -> None:
    item = await _an_episode(world, caller)
    quoted = await said(world, caller, f"you said: {SECRET}!")
    rule = await pin(world, caller, SECRET)
    opened_fold = await fold(world, caller, description=SECRET, goal="open the vault")
    elsewhere = a_caller(await a_project(world, tmp_path / "elsewhere"))
    other = await said(world, elsewhere, SECRET)
    plan = await plan_purge(world, caller, item)
    assert set(plan.also_held_by) == {
        quoted.episode_id,
        rule.anchor_id,
        opened_fold.fold_id,
        other.episode_id,
    }
    done = await purge(world, plan)
    assert (done.proof.samples, done.proof.found_in) == (0, ())
    assert (await read_passage(world, caller, quoted.episode_id)).text == f"you said: {SECRET}!"
    assert holding(data_dir, SECRET)


async def test_the_result_of_a_fold_goes_with_the_episode_that_holds_it(
    world: World, caller: Caller, data_dir: Path
) -> None:
    opened_fold = await fold(world, caller, description="look", goal="find it")
    await said(world, caller, "a step")
    closed = await unfold(world, caller, fold_id=opened_fold.fold_id, result_summary=SECRET)
    await back_up(world, None)
    plan = await plan_purge(world, caller, closed.summary_episode_id)
    assert plan.also_held_by == (opened_fold.fold_id,)
    assert (await purge(world, plan)).proven
    trace = await recall_fold(world, caller, fold_id=opened_fold.fold_id)
    assert trace.result_summary == "[purged]"
    assert [step.content for step in trace.episodes] == ["a step"]
    assert holding(data_dir, SECRET) == []


async def test_a_step_of_a_fold_can_be_purged_and_the_others_stay(
    world: World, caller: Caller
) -> None:
    opened_fold = await fold(world, caller, description="look", goal="find it")
    item = await _an_episode(world, caller)
    await said(world, caller, "a step")
    await unfold(world, caller, fold_id=opened_fold.fold_id, result_summary="done")
    await purged(world, caller, item)
    trace = await recall_fold(world, caller, fold_id=opened_fold.fold_id)
    assert [step.content for step in trace.episodes] == ["a step"]
    question = Question(query="marzipan", include_folded=True)
    assert not (await recall(world, caller, question)).results


async def test_a_correction_can_be_purged_and_what_it_corrected_stays_marked(
    world: World, caller: Caller
) -> None:
    wrong = await said(world, caller, "the port is 8080")
    turn = Turn(role="user", content=SECRET, corrects=wrong.episode_id)
    right = await commit(world, caller, turn)
    assert (await purged(world, caller, right.episode_id)).proven
    (passage,) = await found(world, caller, "port")
    assert (passage.stale, passage.current_value) == (True, None)
    assert (await doctor(world)).sound


async def test_a_fact_falls_back_to_the_value_that_was_seen_before(
    world: World, caller: Caller
) -> None:
    await seen(world, caller, '{"port": 8080}')
    latest = await seen(world, caller, '{"port": 9090}')
    await purged(world, caller, latest.episode_id)
    facts = [one.text for one in await found(world, caller, "port") if one.kind == "symbolic_fact"]
    assert facts == ["curl: port = 8080"]


async def test_what_came_with_a_merge_is_purged_from_the_old_projects_files_too(
    world: World, caller: Caller, tmp_path: Path, data_dir: Path
) -> None:
    other = a_caller(await a_project(world, tmp_path / "other"), session_id="s2")
    await seen(world, other, f'{{"hint": "{SECRET}"}}')
    fact = next(one for one in await found(world, other, "hint") if one.kind == "symbolic_fact")
    plan = await plan_purge(world, other, fact.id)
    await merge(world, other.project, into=caller.project)
    assert (await purge(world, plan)).proven
    assert holding(data_dir, SECRET) == []
    assert not await found(world, caller, "marzipan hint")


async def test_the_next_call_of_another_process_finds_nothing_of_it(
    world: World, caller: Caller, data_dir: Path
) -> None:
    with Worker() as other:
        other.open(data_dir, session="s2")
        assert other.answer() == "open"
        item = await _an_episode(world, caller)
        assert other.ask("recall", query="marzipan") == [SECRET]
        done = await purged(world, caller, item)
        assert done.proven
        assert other.ask("recall", query="marzipan") == []
        assert holding(data_dir, SECRET) == []
        assert other.end() == ""


async def test_while_another_process_reads_the_old_state_the_proof_says_that_it_is_there(
    world: World, caller: Caller, data_dir: Path
) -> None:
    item = await _an_episode(world, caller)
    with opened(data_dir) as reader:
        reader.run("BEGIN")
        reader.rows("SELECT * FROM episode")
        done = await purged(world, caller, item)
        assert not done.proven
        assert set(done.proof.found_in) <= {
            str(data_dir / "lockstitch.db"),
            str(data_dir / "lockstitch.db-wal"),
        }
        reader.run("COMMIT")
    assert not await found(world, caller, "marzipan")
    assert (await world.eraser.prove([SECRET])).found_in == ()


async def test_a_purge_that_is_asked_for_again_says_that_nothing_is_there(
    world: World, caller: Caller
) -> None:
    item = await _an_episode(world, caller)
    await purged(world, caller, item)
    with pytest.raises(NotFoundError):
        await plan_purge(world, caller, item)


@pytest.mark.parametrize(
    ("item", "error"),
    [
        pytest.param("ep_0", NotFoundError, id="no-such-episode"),
        pytest.param("anc_0", NotFoundError, id="no-such-rule"),
        pytest.param("fact_0", NotFoundError, id="no-such-fact"),
        pytest.param("fold_0", InvalidArgumentError, id="a-fold"),
        pytest.param("s1", InvalidArgumentError, id="no-id"),
        pytest.param("ep_\ud800", InvalidArgumentError, id="a-lone-surrogate"),
    ],
)
async def test_what_cannot_be_purged_is_said_and_nothing_is_changed(
    world: World,
    caller: Caller,
    data_dir: Path,
    *,
    item: str,
    error: type[Exception],
) -> None:
    await said(world, caller, "the port is 8080")
    before = stored(data_dir)
    with pytest.raises(error):
        await plan_purge(world, caller, item)
    assert stored(data_dir) == before


@pytest.mark.parametrize("text", ["text", "yes", "no", "x", "s1", "TABLE", "日本"])
async def test_a_short_text_that_stands_elsewhere_by_chance_is_not_called_a_leak(
    world: World, caller: Caller, text: str
) -> None:
    item = (await said(world, caller, text)).episode_id
    assert (await purged(world, caller, item)).proof.found_in == ()


async def test_a_short_secret_is_looked_for(world: World, caller: Caller, data_dir: Path) -> None:
    item = (await said(world, caller, "hunter2")).episode_id
    (data_dir / "left.txt").write_text("my password is hunter2")
    assert (await purged(world, caller, item)).proof.found_in == (str(data_dir / "left.txt"),)


async def test_a_purge_takes_the_code_indexes_of_all_projects_along(
    world: World, caller: Caller, data_dir: Path, tmp_path: Path
) -> None:
    name = "vault_code_marzipan_otter"
    other = a_caller(await a_project(world, tmp_path / "other"))
    for folder in ("work", "other"):
        (tmp_path / folder / "vault.py").write_text(f"def {name}() -> int:\n    return 1\n")
    for one in (caller, other):
        assert (await query_symbol(world, one, name=name)).found
    item = (await said(world, caller, f"it is {name}, never say it")).episode_id
    assert set(holding(data_dir / "code", name)) >= {
        f"{one.project}.db-wal" for one in (caller, other)
    }
    done = await purged(world, caller, item)
    assert done.proven
    assert holding(data_dir, name) == []
    assert (await query_symbol(world, caller, name=name)).found
