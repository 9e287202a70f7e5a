"""A fold collects what is committed inside it, leaves the window, and stays readable."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lockstitch.app.commit import Committed, Turn, commit
from lockstitch.app.fold import FoldedEpisode, abandon, fold, recall_fold, unfold
from lockstitch.app.read import read_passage
from lockstitch.app.recall import Question, recall
from lockstitch.app.status import status
from lockstitch.app.world import World
from lockstitch.domain.episode import Role, Tier
from lockstitch.domain.errors import (
    ConflictError,
    InvalidArgumentError,
    LockstitchError,
    NotFoundError,
)
from lockstitch.domain.fold import FoldState
from lockstitch.domain.ids import EpisodeId, FoldId
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Caller, SessionSource
from tests.builders import a_caller, a_project, said
from tests.fakes.clock import StoppedClock
from tests.stores.looking import stored

pytestmark = pytest.mark.anyio

KNOWN = [source for source in SessionSource if source is not SessionSource.TOKEN]


async def a_fold(world: World, caller: Caller, about: str = "look around") -> FoldId:
    return (await fold(world, caller, description=about, goal="find the parser")).fold_id


async def closed(world: World, caller: Caller, item: str, result: str = "found it") -> EpisodeId:
    return (await unfold(world, caller, fold_id=item, result_summary=result)).summary_episode_id


async def trace(world: World, caller: Caller, item: str) -> list[FoldedEpisode]:
    """Return a fold's steps whole, put together from its pages."""
    steps: dict[EpisodeId, FoldedEpisode] = {}
    offset: int | None = 0
    while offset is not None:
        page = await recall_fold(world, caller, fold_id=item, offset=offset)
        assert sum(len(step.content) for step in page.episodes) <= LIMITS.answer_chars
        for step in page.episodes:
            before = steps.get(step.episode_id)
            assert step.content_offset == (len(before.content) if before else 0)
            content = (before.content if before else "") + step.content
            steps[step.episode_id] = FoldedEpisode(
                episode_id=step.episode_id,
                seq=step.seq,
                role=step.role,
                tool_name=step.tool_name,
                token_count=step.token_count,
                content=content,
            )
        offset = page.next_offset
    return list(steps.values())


@pytest.mark.parametrize("source", KNOWN)
async def test_what_a_known_session_commits_goes_into_its_innermost_open_fold(
    world: World, caller: Caller, source: SessionSource
) -> None:
    one = a_caller(caller.project, session_id="agent", source=source)
    before = await said(world, one, "before")
    outer = await a_fold(world, one)
    step = await said(world, one, "a step")
    inner = await a_fold(world, one)
    inner_step = await said(world, one, "an inner step")
    elsewhere = await said(world, a_caller(caller.project, session_id="another"), "not a step")
    await closed(world, one, inner)
    again = await said(world, one, "another step")
    await closed(world, one, outer)
    after = await said(world, one, "after")
    committed = (before, step, inner_step, elsewhere, again, after)
    assert [one.fold_id for one in committed] == [None, outer, inner, None, outer, None]


async def test_what_a_session_of_a_token_commits_goes_into_no_fold_by_itself(
    world: World, caller: Caller
) -> None:
    shared = a_caller(caller.project, session_id="token:1", source=SessionSource.TOKEN)
    opened = await fold(world, shared, description="look", goal="find")
    assert "pass fold_id with every commit" in opened.note
    assert (await said(world, shared, "whose is this?")).fold_id is None
    turn = Turn(role="assistant", content="a step", fold_id=opened.fold_id)
    assert (await commit(world, shared, turn)).fold_id == opened.fold_id


async def test_two_who_share_a_token_close_their_folds_in_any_order(
    world: World, caller: Caller
) -> None:
    shared = a_caller(caller.project, session_id="token:1", source=SessionSource.TOKEN)
    opened = [await fold(world, shared, description="look", goal="find") for _ in range(20)]
    assert {one.parent_fold_id for one in opened} == {None}
    for one in opened:
        await closed(world, shared, one.fold_id)


async def test_the_fold_that_is_named_wins_over_the_one_that_is_open(
    world: World, caller: Caller
) -> None:
    outer = await a_fold(world, caller)
    await a_fold(world, caller)
    turn = Turn(role="assistant", content="a step of the outer one", fold_id=outer)
    assert (await commit(world, caller, turn)).fold_id == outer
    stranger = a_caller(caller.project, session_id="another")
    assert (await commit(world, stranger, turn)).fold_id == outer


async def test_a_fold_that_was_opened_before_the_clock_was_set_back_is_the_outer_one(
    world: World, caller: Caller, clock: StoppedClock
) -> None:
    outer = await a_fold(world, caller)
    clock.advance(-3_600)
    opened = await fold(world, caller, description="inner", goal="find")
    assert opened.parent_fold_id == outer
    assert (await said(world, caller, "a step")).fold_id == opened.fold_id
    innermost = await fold(world, caller, description="innermost", goal="find")
    assert innermost.parent_fold_id == opened.fold_id


async def test_closing_a_fold_reports_what_left_the_window_and_what_stands_for_it(
    world: World, caller: Caller
) -> None:
    await said(world, caller, "said before it, which is live")
    opened = await fold(world, caller, description="look", goal="find the parser")
    steps = [await said(world, caller, f"step {n}: " + "words " * 40) for n in range(3)]
    done = await unfold(world, caller, fold_id=opened.fold_id, result_summary="  it is found ")
    (summary,) = await world.episodes.get([done.summary_episode_id])
    assert (
        opened.tokens_at_open
        == opened.token_position
        == (await world.episodes.after(caller.project, position=0, limit=1))[0].token_count
    )
    assert done.episodes_folded == 3
    assert done.tokens_reclaimed == sum(s.token_count for s in steps) - summary.token_count > 0
    assert (summary.role, summary.content, summary.fold_id) == (
        Role.INTERNAL,
        "it is found",
        None,
    )
    assert done.trace_retrievable
    assert not done.rollback_performed
    episodes = await world.episodes.get([step.episode_id for step in steps])
    assert {episode.tier for episode in episodes} == {Tier.REFERENCED}
    assert {episode.content for episode in episodes} == {
        f"step {n}: " + "words " * 40 for n in range(3)
    }


async def test_what_an_inner_fold_reclaimed_is_not_counted_twice(
    world: World, caller: Caller
) -> None:
    outer = await a_fold(world, caller)
    step = await said(world, caller, "a step " * 30)
    inner = await a_fold(world, caller)
    await said(world, caller, "an inner step " * 30)
    summary = await closed(world, caller, inner, "the inner result")
    done = await unfold(world, caller, fold_id=outer, result_summary="the result")
    inner_summary, outer_summary = await world.episodes.get([summary, done.summary_episode_id])
    assert done.episodes_folded == 3  # its own step, the inner one, and what stands for that
    assert done.tokens_reclaimed == (
        step.token_count + inner_summary.token_count - outer_summary.token_count
    )
    assert inner_summary.fold_id == outer
    assert [one.content for one in await trace(world, caller, outer)] == [
        "a step " * 30,
        "an inner step " * 30,
        "the inner result",
    ]


async def test_an_outer_fold_is_not_closed_before_the_one_inside_it(
    world: World, caller: Caller, data_dir: Path
) -> None:
    outer, inner = await a_fold(world, caller), await a_fold(world, caller)
    before = stored(data_dir)
    with pytest.raises(ConflictError) as refused:
        await closed(world, caller, outer)
    assert refused.value.message == f"fold {inner} is open inside fold {outer}"
    assert refused.value.hint == f"unfold {inner} first"
    with pytest.raises(ConflictError, match=inner):
        await abandon(world, outer)
    assert stored(data_dir) == before
    await abandon(world, inner)
    await closed(world, caller, outer)


async def test_any_session_of_the_project_may_close_a_fold_and_no_other_project_finds_it(
    world: World, caller: Caller, tmp_path: Path, data_dir: Path
) -> None:
    item = await a_fold(world, caller)
    await said(world, caller, "a step")
    foreign = a_caller(await a_project(world, tmp_path / "other"))
    before = stored(data_dir)
    with pytest.raises(NotFoundError):
        await closed(world, foreign, item)
    with pytest.raises(NotFoundError):
        await recall_fold(world, foreign, fold_id=item)
    with pytest.raises(NotFoundError):
        await read_passage(world, foreign, item)
    with pytest.raises(NotFoundError):
        await commit(world, foreign, Turn(role="user", content="a step", fold_id=item))
    assert stored(data_dir) == before
    neighbour = a_caller(caller.project, session_id="another")
    (summary,) = await world.episodes.get([await closed(world, neighbour, item)])
    assert summary.session_id == "s1"


@pytest.mark.parametrize("closing", ["unfold", "abandon"])
async def test_a_fold_is_closed_once(
    world: World, caller: Caller, data_dir: Path, closing: str
) -> None:
    item = await a_fold(world, caller)
    if closing == "unfold":
        await closed(world, caller, item)
    else:
        await abandon(world, item)
    before = stored(data_dir)
    with pytest.raises(ConflictError):
        await closed(world, caller, item)
    with pytest.raises(ConflictError):
        await abandon(world, item)
    assert stored(data_dir) == before


async def test_a_fold_that_is_given_up_leaves_its_steps_in_the_window(
    world: World, caller: Caller
) -> None:
    item = await a_fold(world, caller)
    step = await said(world, caller, "a step about the linker")
    given_up = await abandon(world, item)
    assert (given_up.state, given_up.result_summary) == (FoldState.ABANDONED, None)
    (episode,) = await world.episodes.get([step.episode_id])
    assert (episode.tier, episode.fold_id) == (Tier.LIVE, item)
    assert await texts(world, caller, "linker") == ["a step about the linker"]
    assert (await status(world, caller, protocol_version="")).open_folds.count == 0


async def texts(world: World, caller: Caller, query: str, *, folded: bool = False) -> list[str]:
    answer = await recall(world, caller, Question(query=query, include_folded=folded))
    return [one.text for one in answer.results]


async def test_the_steps_of_an_open_fold_are_found_and_those_of_a_closed_one_when_asked_for(
    world: World, caller: Caller
) -> None:
    item = await a_fold(world, caller)
    await said(world, caller, "the linker is slow")
    turn = Turn(role="tool", content='{"linker": "slow"}', tool_name="ld")
    await commit(world, caller, turn)
    fact, raw = "ld: linker = slow", '{"linker": "slow"}'
    assert set(await texts(world, caller, "linker")) == {"the linker is slow", fact, raw}
    await closed(world, caller, item, "nothing was learned")
    assert await texts(world, caller, "linker") == []
    assert set(await texts(world, caller, "linker", folded=True)) == {
        "the linker is slow",
        fact,
        raw,
    }
    assert await texts(world, caller, "learned") == ["nothing was learned"]


async def test_a_trace_comes_back_byte_for_byte_whatever_its_steps_are(
    world: World, caller: Caller
) -> None:
    item = await a_fold(world, caller)
    contents = [
        "",
        "x" * LIMITS.answer_chars,
        "",
        "",
        "ünï\r\n" * 40_000,
        "y",
        "",
        "z" * (LIMITS.answer_chars - 1),
        "ab",
        "",
    ]
    written = [await said(world, caller, content, role="assistant") for content in contents]
    for _ in range(2):
        steps = await trace(world, caller, item)
        assert [step.episode_id for step in steps] == [one.episode_id for one in written]
        assert [step.content for step in steps] == contents
        if (await recall_fold(world, caller, fold_id=item)).status is FoldState.OPEN:
            await closed(world, caller, item)


@settings(
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    lengths=st.lists(
        st.sampled_from([0, 1, 100, LIMITS.answer_chars - 1, LIMITS.answer_chars]), max_size=7
    )
)
async def test_the_pages_of_any_trace_put_together_are_the_trace(
    world: World, caller: Caller, lengths: list[int]
) -> None:
    item = await a_fold(world, caller)
    contents = [chr(97 + n) * length for n, length in enumerate(lengths)]
    for content in contents:
        await said(world, caller, content)
    assert [step.content for step in await trace(world, caller, item)] == contents
    await closed(world, caller, item)


async def test_a_page_past_the_end_is_empty_and_the_last(world: World, caller: Caller) -> None:
    item = await a_fold(world, caller)
    await said(world, caller, "a step")
    page = await recall_fold(world, caller, fold_id=item, offset=10**9)
    assert (page.episodes, page.next_offset, page.episode_count) == ((), None, 1)


async def test_folds_are_nested_no_deeper_than_the_limit(
    world: World, caller: Caller, data_dir: Path
) -> None:
    opened = [await a_fold(world, caller) for _ in range(LIMITS.fold_depth)]
    before = stored(data_dir)
    with pytest.raises(ConflictError, match="16 deep"):
        await a_fold(world, caller)
    assert stored(data_dir) == before
    assert (await status(world, caller, protocol_version="")).open_folds.ids == tuple(opened)
    for item in reversed(opened):
        await closed(world, caller, item)


@pytest.mark.parametrize(
    ("description", "goal", "slot_id"),
    [
        pytest.param(" ", "find", "0", id="blank-description"),
        pytest.param("look", "\n", "0", id="blank-goal"),
        pytest.param("x" * 8_001, "find", "0", id="long-description"),
        pytest.param("look", "a\0b", "0", id="a-nul"),
        pytest.param("look", "find", "\ud800", id="a-surrogate-in-the-slot"),
    ],
)
async def test_a_fold_that_says_nothing_of_itself_is_refused(
    world: World, caller: Caller, data_dir: Path, *, description: str, goal: str, slot_id: str
) -> None:
    before = stored(data_dir)
    with pytest.raises(InvalidArgumentError):
        await fold(world, caller, description=description, goal=goal, slot_id=slot_id)
    assert stored(data_dir) == before


@pytest.mark.parametrize(
    ("item", "result", "error"),
    [
        pytest.param(None, "  ", InvalidArgumentError, id="blank-result"),
        pytest.param(None, "x" * 8_001, InvalidArgumentError, id="long-result"),
        pytest.param("fold_0", "found", NotFoundError, id="no-such-fold"),
        pytest.param("\ud800", "found", InvalidArgumentError, id="a-surrogate"),
    ],
)
async def test_a_fold_stays_open_when_its_closing_is_refused(
    world: World,
    caller: Caller,
    data_dir: Path,
    *,
    item: str | None,
    result: str,
    error: type[LockstitchError],
) -> None:
    opened = await a_fold(world, caller)
    before = stored(data_dir)
    with pytest.raises(error):
        await unfold(world, caller, fold_id=item or opened, result_summary=result)
    assert stored(data_dir) == before
    with pytest.raises((NotFoundError, InvalidArgumentError)):
        await recall_fold(world, caller, fold_id=item or "fold_0")


async def test_a_fold_is_read_like_any_other_thing(world: World, caller: Caller) -> None:
    item = await a_fold(world, caller)
    page = await read_passage(world, caller, item)
    assert (page.kind, page.text) == ("fold", "look around\nfind the parser")
    await closed(world, caller, item, "in src/parser.py")
    page = await read_passage(world, caller, item)
    assert page.text == "look around\nfind the parser\nin src/parser.py"
    assert page.about["status"] == "closed"


async def test_a_turn_can_correct_what_was_folded_away(world: World, caller: Caller) -> None:
    item = await a_fold(world, caller)
    wrong = await said(world, caller, "the port is 8080")
    await closed(world, caller, item)
    turn = Turn(role="user", content="the port is 9090", corrects=wrong.episode_id)
    right: Committed = await commit(world, caller, turn)
    (old,) = await world.episodes.get([wrong.episode_id])
    assert (old.superseded_by, old.fold_id) == (right.episode_id, item)
