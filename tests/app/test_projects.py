"""Projects are renamed, linked, merged and split, and nothing that was recorded is lost."""

from pathlib import Path

import pytest

from lockstitch.app.care import doctor
from lockstitch.app.code_answers import query_symbol
from lockstitch.app.commit import Turn, commit
from lockstitch.app.fold import fold, recall_fold, unfold
from lockstitch.app.identify import identify, named_project
from lockstitch.app.pin import pin, standing_anchors, unpin
from lockstitch.app.projects import link, merge, rename, sessions_of, split
from lockstitch.app.read import read_passage
from lockstitch.app.recall import Question, recall
from lockstitch.app.status import status
from lockstitch.app.world import World
from lockstitch.domain.errors import ConflictError, InvalidArgumentError, NotFoundError
from lockstitch.domain.project import Caller
from tests.builders import a_caller, a_folder, a_project, found, said, seen
from tests.stores.looking import stored

pytestmark = pytest.mark.anyio


@pytest.fixture
async def other(world: World, tmp_path: Path) -> Caller:
    """Return a caller in the same session of another project."""
    return a_caller(await a_project(world, tmp_path / "other"))


async def names(world: World, caller: Caller) -> list[str]:
    return sorted(one.session_id for one in await sessions_of(world, caller.project, limit=99))


async def test_a_renamed_project_is_found_by_its_new_name_and_keeps_its_id(
    world: World, caller: Caller
) -> None:
    renamed = await rename(world, "work", name="  the loom  ")
    assert (renamed.id, renamed.name) == (caller.project, "the loom")
    assert (await named_project(world, "the loom")).id == caller.project
    with pytest.raises(NotFoundError):
        await named_project(world, "work")


@pytest.mark.parametrize("name", ["", "  ", "x" * 501, "a\0b"])
async def test_a_name_that_says_nothing_or_too_much_is_refused(
    world: World, caller: Caller, name: str
) -> None:
    with pytest.raises(InvalidArgumentError):
        await rename(world, caller.project, name=name)


async def test_a_name_that_two_projects_have_names_neither(
    world: World, caller: Caller, other: Caller
) -> None:
    await rename(world, other.project, name="work")
    with pytest.raises(ConflictError) as refused:
        await named_project(world, "work")
    assert caller.project in refused.value.message
    assert other.project in refused.value.message


async def test_a_linked_directory_belongs_to_the_project_and_what_it_recorded_stays(
    world: World, caller: Caller, other: Caller, tmp_path: Path
) -> None:
    await said(world, other, "recorded in the other folder")
    await link(world, caller.project, directory=str(tmp_path / "other"))
    assert (await identify(world, str(tmp_path / "other"))).id == caller.project
    assert not await found(world, caller, "recorded")
    assert await found(world, other, "recorded")


async def test_a_merged_project_leaves_no_code_index_behind(
    world: World, caller: Caller, other: Caller, data_dir: Path, tmp_path: Path
) -> None:
    (tmp_path / "other" / "shed.py").write_text("def weave() -> int:\n    return 1\n")
    assert (await query_symbol(world, other, name="weave")).found
    assert (data_dir / "code" / f"{other.project}.db").is_file()
    await merge(world, other.project, into=caller.project)
    assert not list((data_dir / "code").glob(f"{other.project}*"))


async def test_a_merged_project_has_what_both_recorded(
    world: World, caller: Caller, other: Caller, tmp_path: Path
) -> None:
    await said(world, caller, "recorded in the first folder")
    await seen(world, other, '{"recorded": "in the second folder"}')
    merged = await merge(world, other.project, into=caller.project)
    assert set(merged.directories) == {str(tmp_path / "work"), str(tmp_path / "other")}
    texts = [passage.text for passage in await found(world, caller, "recorded")]
    assert sorted(texts) == [
        "curl: recorded = in the second folder",
        "recorded in the first folder",
        '{"recorded": "in the second folder"}',
    ]
    assert (await identify(world, str(tmp_path / "other"))).id == caller.project
    assert [project.id for project in await world.projects.all()] == [caller.project]
    assert (await doctor(world)).sound


async def test_sessions_of_one_name_are_told_apart_after_a_merge(
    world: World, caller: Caller, other: Caller
) -> None:
    for one in (caller, other):
        await said(world, one, f"said in {one.project}")
    await merge(world, other.project, into=caller.project)
    assert await names(world, caller) == ["s1", "s1~2"]
    question = Question(query="said", session_id="s1~2")
    assert [one.text for one in (await recall(world, caller, question)).results] == [
        f"said in {other.project}"
    ]


async def test_the_id_of_a_merged_project_leads_to_where_everything_went(
    world: World, caller: Caller, other: Caller, tmp_path: Path
) -> None:
    third = await a_project(world, tmp_path / "third")
    await merge(world, third, into=other.project)
    await merge(world, other.project, into=caller.project)
    for old in (third, other.project, "work"):
        assert (await named_project(world, old)).id == caller.project
    with pytest.raises(ConflictError):
        await merge(world, other.project, into=caller.project)


async def test_who_still_holds_the_old_id_reads_and_writes_in_the_new_project(
    world: World, caller: Caller, other: Caller
) -> None:
    await said(world, other, "said before the merge")
    rule = await pin(world, other, "Use tabs")
    opened = await fold(world, other, description="look", goal="find")
    await merge(world, other.project, into=caller.project)
    written = await said(world, other, "said with the old id")
    assert {one.text for one in await found(world, caller, "said")} == {
        "said before the merge",
        "said with the old id",
    }
    assert await found(world, other, "said") == await found(world, caller, "said")
    assert (await read_passage(world, other, written.episode_id)).text == "said with the old id"
    assert (await pin(world, other, "use  TABS")).anchor_id == rule.anchor_id
    assert [one.id for one in await standing_anchors(world, other)] == [rule.anchor_id]
    there = await status(world, other, protocol_version="")
    assert (there.project_id, there.project_episodes) == (caller.project, 2)
    closed = await unfold(world, other, fold_id=opened.fold_id, result_summary="found")
    assert closed.episodes_folded == 1
    inner = await fold(world, other, description="again", goal="find")
    assert (await recall_fold(world, other, fold_id=inner.fold_id)).fold_id == inner.fold_id
    assert await names(world, caller) == ["s1"]


async def test_a_conversation_that_goes_on_after_a_merge_stays_apart_from_its_namesake(
    world: World, caller: Caller, other: Caller
) -> None:
    for one in (caller, other):
        await said(world, one, f"said in {one.project}")
    opened = await fold(world, other, description="look", goal="find")
    await merge(world, other.project, into=caller.project)
    assert (await said(world, caller, "said by the one")).fold_id is None
    assert (await said(world, other, "said by the other")).fold_id == opened.fold_id
    question = Question(query="said by", session_id="s1~2")
    texts = [one.text for one in (await recall(world, caller, question)).results]
    assert texts == ["said by the other", f"said in {other.project}"]


async def test_corrections_reach_across_what_was_merged(
    world: World, caller: Caller, other: Caller
) -> None:
    wrong = await said(world, other, "the port is 8080")
    await merge(world, other.project, into=caller.project)
    turn = Turn(role="user", content="the port is 9090", corrects=wrong.episode_id)
    await commit(world, caller, turn)
    assert [one.stale for one in await found(world, caller, "port")] == [False, True]


async def test_rules_come_along_with_a_merge_and_one_of_two_twins_is_taken_back(
    world: World, caller: Caller, other: Caller
) -> None:
    kept = await pin(world, caller, "Use tabs")
    twin = await pin(world, other, "use   tabs")
    own = await pin(world, other, "Answer in English")
    taken_back = await pin(world, other, "Use spaces")
    await unpin(world, taken_back.anchor_id)
    await merge(world, other.project, into=caller.project)
    assert [one.id for one in await standing_anchors(world, caller)] == [
        kept.anchor_id,
        own.anchor_id,
    ]
    gone = await read_passage(world, caller, twin.anchor_id)
    assert gone.about["withdrawn_at"] is not None
    assert (await read_passage(world, caller, taken_back.anchor_id)).text == "Use spaces"


@pytest.mark.parametrize("committed", [True, False], ids=["session-that-spoke", "that-was-silent"])
async def test_a_rule_of_one_session_comes_along_with_a_merge(
    world: World, caller: Caller, other: Caller, committed: bool
) -> None:
    if committed:
        await said(world, other, "something")
    rule = await pin(world, other, "Use tabs", session_id="s1")
    twin = await pin(world, caller, "Use tabs", session_id="s1")
    await merge(world, other.project, into=caller.project)
    assert (await read_passage(world, caller, rule.anchor_id)).text == "Use tabs"
    standing = await standing_anchors(world, caller, session_id="s1")
    assert {one.content for one in standing} == {"Use tabs"}
    assert twin.anchor_id in {one.id for one in standing}
    assert (await doctor(world)).sound


async def test_split_moves_the_sessions_that_were_named_and_nothing_else(
    world: World, caller: Caller
) -> None:
    for session in ("s1", "s2", "s3"):
        one = a_caller(caller.project, session_id=session)
        await said(world, one, f"said in {session}")
        await pin(world, one, f"A rule of {session}", session_id=session)
    await pin(world, caller, "A rule of the project")
    made = await split(world, "work", name="moved", sessions=["s2"], directory=None)
    moved = a_caller(made.id, session_id="s2")
    assert (await names(world, caller), await names(world, moved)) == (["s1", "s3"], ["s2"])
    assert [one.text for one in await found(world, moved, "said")] == ["said in s2"]
    assert {one.text for one in await found(world, caller, "said")} == {"said in s1", "said in s3"}
    assert [one.content for one in await standing_anchors(world, moved)] == ["A rule of s2"]
    assert [one.content for one in await world.anchors.standing(caller.project)] == [
        "A rule of the project",
        "A rule of s1",
        "A rule of s3",
    ]
    assert (await doctor(world)).sound


async def test_split_by_directory_moves_what_worked_below_it_and_the_places_there(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    below, beside = tmp_path / "work" / "part", tmp_path / "work" / "party"
    for number, where in enumerate((below, below / "deep", beside, None)):
        directory = None if where is None else str(where)
        one = a_caller(caller.project, session_id=f"s{number}", working_directory=directory)
        await said(world, one, f"said in s{number}")
    await link(world, caller.project, directory=str(a_folder(below)))
    made = await split(world, caller.project, name="part", sessions=[], directory=str(below))
    assert await names(world, a_caller(made.id)) == ["s0", "s1"]
    assert await names(world, caller) == ["s2", "s3"]
    assert (await identify(world, str(below))).id == made.id
    assert (await identify(world, str(tmp_path / "work"))).id == caller.project


async def test_a_session_that_began_with_a_fold_is_known_by_where_it_worked(
    world: World, caller: Caller
) -> None:
    one = a_caller(caller.project, session_id="s2", client="cli", working_directory="/loom/part")
    await fold(world, one, description="look", goal="find")
    await said(world, one, "said in the fold")
    (session,) = await sessions_of(world, caller.project, limit=9)
    assert (session.client, session.working_directory) == ("cli", "/loom/part")
    made = await split(world, caller.project, name="part", sessions=[], directory="/loom")
    assert await names(world, a_caller(made.id)) == ["s2"]


@pytest.mark.parametrize(
    ("sessions", "directory", "error"),
    [
        pytest.param([], None, InvalidArgumentError, id="nothing-named"),
        pytest.param(["s1", "s9"], None, NotFoundError, id="no-such-session"),
        pytest.param([], "/nowhere", NotFoundError, id="nothing-below"),
    ],
)
async def test_a_split_that_names_nothing_changes_nothing(
    world: World,
    caller: Caller,
    data_dir: Path,
    *,
    sessions: list[str],
    directory: str | None,
    error: type[Exception],
) -> None:
    await said(world, caller, "said in s1")
    before = stored(data_dir)
    with pytest.raises(error):
        await split(world, "work", name="made", sessions=sessions, directory=directory)
    assert stored(data_dir) == before


async def test_a_session_name_can_be_used_again_and_again_after_it_was_moved_away(
    world: World, caller: Caller
) -> None:
    for number in range(4):
        await said(world, caller, f"said in round {number}")
        await split(world, caller.project, name=f"part {number}", sessions=["s1"], directory=None)
    await said(world, caller, "said in round 4")
    for number in range(4):
        await merge(world, f"part {number}", into=caller.project)
    assert await names(world, caller) == ["s1", "s1~2", "s1~3", "s1~4", "s1~5"]
    assert len(await found(world, caller, "said in round")) == 5
    assert (await doctor(world)).sound
