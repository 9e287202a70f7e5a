"""Recall's other arms: what is shared, what was concluded, and that the same store says the same."""

from dataclasses import replace
from pathlib import Path

import pytest

from lockstitch.app.answers import plain
from lockstitch.app.commit import Turn, commit
from lockstitch.app.dream import dream
from lockstitch.app.embedders import Embedders
from lockstitch.app.indexing import rebuild
from lockstitch.app.recall import Question, explain, recall
from lockstitch.app.world import World
from lockstitch.domain.passage import PassageKind
from lockstitch.domain.project import Caller
from lockstitch.retrieval.fusion import Tuning
from tests.builders import a_caller, a_project, found, said, seen

pytestmark = pytest.mark.anyio

DECISION = (
    "We went through every way to retry a failed upload. The team decided that the uploader retries"
    " three times, because a fourth attempt never helped. "
)


async def test_what_was_dreamt_is_found_in_the_projects_recall(
    world: World, caller: Caller
) -> None:
    turn = await said(world, caller, DECISION * 8)
    assert (await dream(world, caller.project, force=True)).promoted == 1
    passages = await found(world, caller, "how often does the uploader retry")
    assert [one.kind for one in passages] == [PassageKind.EPISODE, PassageKind.ENTRY]
    assert passages[0].id == turn.episode_id
    other = a_caller(caller.project, session_id="another")
    assert [one.id for one in await found(world, other, "uploader retry")] == [
        one.id for one in passages
    ]


async def test_what_was_dreamt_in_one_project_is_in_no_others_recall(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    await said(world, caller, DECISION * 8)
    await dream(world, caller.project, force=True)
    other = a_caller(await a_project(world, tmp_path / "other"))
    assert await found(world, other, "how often does the uploader retry") == ()


async def test_an_entry_takes_no_place_from_its_own_episode(world: World, caller: Caller) -> None:
    turn = await said(world, caller, DECISION * 8)
    await dream(world, caller.project, force=True)
    assert [one.id for one in await found(world, caller, "uploader retry", k=1)] == [
        turn.episode_id
    ]


async def test_a_stale_entry_says_so_with_what_holds_now(world: World, caller: Caller) -> None:
    turn = await said(world, caller, DECISION * 8)
    await dream(world, caller.project, force=True)
    correction = Turn(
        role="user", content="No: the uploader retries five times.", corrects=turn.episode_id
    )
    await commit(world, caller, correction)
    passages = await found(world, caller, "how often does the uploader retry")
    (entry,) = (one for one in passages if one.kind is PassageKind.ENTRY)
    assert entry.stale
    assert entry.current_value == "No: the uploader retries five times."
    assert "its source was corrected" in entry.reasons


async def test_what_shares_a_rare_name_with_the_best_is_found_without_a_word_of_the_question(
    world: World, caller: Caller
) -> None:
    for number in range(30):
        await said(world, caller, f"turn {number} is about the weather in town {number}")
    await said(world, caller, "signal arachne resolves through src/aurora/cache.rs")
    target = await said(world, caller, "src/aurora/cache.rs carries roster code cedar-14")
    question = Question(query="which answer follows signal arachne", k=3)
    hits = (await recall(world, caller, question)).results
    (hit,) = (one for one in hits if one.id == target.episode_id)
    assert "graph" in hit.retrievers
    without = await recall(world, caller, question, tuning=Tuning(graph=0.0))
    assert all("graph" not in one.retrievers for one in without.results)


async def test_a_fact_is_found_by_a_part_of_its_name(world: World, caller: Caller) -> None:
    await seen(world, caller, '{"serverSettings": {"maxRetryCount": 7}}')
    passages = await found(world, caller, "retry count")
    facts = [one for one in passages if one.kind is PassageKind.FACT]
    assert [one.text for one in facts] == ["curl: serverSettings.maxRetryCount = 7"]


async def test_the_same_store_gives_the_same_answer_to_the_byte_also_made_anew(
    world: World, caller: Caller
) -> None:
    for number in range(40):
        await said(world, caller, f"turn {number}: `module_{number % 7}` of host_{number % 5}")
        await seen(world, caller, f'{{"host": "h{number % 5}", "port": {number}}}')
    question = Question(query="which port has module_3 on host_2", k=20)
    first = plain(await recall(world, caller, question))
    assert plain(await recall(world, caller, question)) == first
    await rebuild(world, caller.project)
    assert plain(await recall(world, caller, question)) == first


async def test_an_explanation_names_what_was_cut_and_why(world: World, caller: Caller) -> None:
    twin = await said(world, caller, "the linker is slow on the old machine")
    await said(world, caller, "the linker is slow on the old machine")
    told = await explain(world, caller, Question(query="slow linker"))
    assert [cut.id for cut in told.cuts] == [twin.episode_id]
    assert told.cuts[0].reason.startswith("says the same as ep_")
    silent = await explain(world, caller, Question(query="thanks, great!"))
    assert (silent.answer.results, silent.silent) == ((), True)


async def test_without_any_embedder_words_still_find(world: World, caller: Caller) -> None:
    bare = replace(world, embedders=Embedders())
    await said(bare, caller, "the linker is slow")
    (passage,) = await found(bare, caller, "linker")
    assert passage.retrievers == ("words",)
