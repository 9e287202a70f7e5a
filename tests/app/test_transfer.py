"""Export and import: whole or not at all, the same to the byte, and nothing overwritten."""

import asyncio
import io
import json
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lockstitch.app.care import doctor
from lockstitch.app.commit import Turn, commit
from lockstitch.app.fold import abandon, fold, unfold
from lockstitch.app.forget import plan_purge, purge
from lockstitch.app.pin import pin, standing_anchors, unpin
from lockstitch.app.projects import merge, rename, split
from lockstitch.app.transfer import export_lines, lines_of
from lockstitch.app.world import World
from lockstitch.domain.atlas import AtlasSource, SourceKind
from lockstitch.domain.errors import ConflictError, InvalidArgumentError, NotFoundError
from lockstitch.domain.export import LINE_BYTES_MAX
from lockstitch.domain.ids import AtlasId, EpisodeId, FoldId, ProjectId
from lockstitch.domain.project import Caller
from tests.builders import KEY, a_caller, a_project, a_world, an_entry, concluded, found, said
from tests.fakes.clock import StoppedClock
from tests.fakes.ids import CountedIds
from tests.transfers import (
    Values,
    another_world,
    changed,
    exported,
    imported,
    line_of,
    sealed,
    values_of,
    with_content,
)

pytestmark = pytest.mark.anyio


@pytest.fixture
def other(tmp_path: Path) -> Iterator[World]:
    """Open an empty store beside `world`."""
    opened = another_world(tmp_path / "other")
    yield opened
    opened.close()


async def a_full_store(world: World, caller: Caller) -> str:
    """Put one thing of every kind into the store; return the id of what was corrected."""
    first = await said(world, caller, "the port is 8080\u2028and \U0001f9f5 holds")
    await commit(
        world,
        caller,
        Turn(role="assistant", content="no: 9090", corrects=first.episode_id, message_id="m1"),
    )
    opened = await fold(world, caller, description="look", goal="find the widget")
    await commit(world, caller, Turn(role="tool", content='{"widget": 7}', tool_name="curl"))
    await unfold(world, caller, fold_id=opened.fold_id, result_summary="the widget is seven")
    gone = await said(world, caller, "erase me")
    await purge(world, await plan_purge(world, caller, gone.episode_id))
    await pin(world, caller, "Never force-push", kind="safety_constraint")
    await pin(world, caller, "Speak plainly", everywhere=True)
    await pin(world, caller, "In this session alone", session_id=caller.session_id)
    withdrawn = await pin(world, caller, "Use tabs")
    await unpin(world, withdrawn.anchor_id)
    await fold(world, caller, description="another", goal="left open")
    fact = AtlasSource(kind=SourceKind.FACT, id="fact_1", hash="0" * 64, was='"widget" = 7')
    await concluded(world, first.episode_id, "it listens on 8080\u2028", fact)
    return first.episode_id


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return an export of a full store."""
    folder = tmp_path_factory.mktemp("full")

    async def lines() -> list[str]:
        world = a_world(folder / "data", clock=StoppedClock(), ids=CountedIds())
        try:
            await a_full_store(world, a_caller(await a_project(world, folder / "work")))
            return await exported(world)
        finally:
            world.close()

    return asyncio.run(lines())


# Whole, and the same to the byte.

TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=30)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("commit"), st.sampled_from(["user", "assistant", "tool"]), TEXT),
        st.tuples(st.just("correct"), st.integers(0, 30), TEXT),
        st.tuples(st.just("fold"), st.just(""), TEXT),
        st.tuples(st.sampled_from(["unfold", "abandon", "purge", "unpin"]), st.just(0), TEXT),
        st.tuples(st.just("pin"), st.sampled_from(["project", "session", "everywhere"]), TEXT),
        st.tuples(st.just("session"), st.just(0), st.sampled_from(["s1", "s 2", "sitzung-ß"])),
        st.tuples(st.just("project"), st.integers(0, 1), st.just("")),
        st.tuples(st.just("merge"), st.just(0), st.just("")),
        st.tuples(st.sampled_from(["conclude", "renew"]), st.integers(0, 30), TEXT),
    ),
    max_size=14,
)


class Walk:
    """Does steps in a store, each as the program would."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world = world
        self.folder = folder
        self.caller: Caller | None = None
        self.episodes: list[str] = []
        self.folds: list[str] = []
        self.anchors: list[str] = []
        self.entries: list[str] = []

    async def step(self, verb: str, detail: object, text: str) -> None:
        """Do one step; one that cannot be done in the state of things is left out."""
        if self.caller is None or verb == "project":
            number = detail if isinstance(detail, int) else 0
            project = await a_project(self.world, self.folder / f"project{number}")
            session = self.caller.session_id if self.caller else "s1"
            self.caller = a_caller(project, session_id=session)
        do: Callable[..., Awaitable[None]] = getattr(self, f"do_{verb}")
        with suppress(ConflictError, NotFoundError, InvalidArgumentError):
            await do(self.caller, detail, text)

    async def do_project(self, *_: object) -> None: ...

    async def do_session(self, caller: Caller, _: object, text: str) -> None:
        self.caller = a_caller(caller.project, session_id=text)

    async def do_commit(self, caller: Caller, role: str, text: str) -> None:
        committed = await commit(self.world, caller, Turn(role=role, content=text))
        self.episodes.append(committed.episode_id)

    async def do_correct(self, caller: Caller, number: int, text: str) -> None:
        if self.episodes:
            target = self.episodes[number % len(self.episodes)]
            turn = Turn(role="user", content=text, corrects=target)
            self.episodes.append((await commit(self.world, caller, turn)).episode_id)

    async def do_fold(self, caller: Caller, _: object, text: str) -> None:
        opened = await fold(self.world, caller, description=text, goal=f"goal {text}")
        self.folds.append(opened.fold_id)

    async def do_unfold(self, caller: Caller, _: object, text: str) -> None:
        if self.folds:
            await unfold(self.world, caller, fold_id=self.folds.pop(), result_summary=text)

    async def do_abandon(self, *_: object) -> None:
        if self.folds:
            await abandon(self.world, self.folds.pop())

    async def do_pin(self, caller: Caller, scope: str, text: str) -> None:
        session = caller.session_id if scope == "session" else None
        everywhere = scope == "everywhere"
        made = await pin(self.world, caller, text, session_id=session, everywhere=everywhere)
        self.anchors.append(made.anchor_id)

    async def do_unpin(self, *_: object) -> None:
        if self.anchors:
            await unpin(self.world, self.anchors.pop())

    async def do_purge(self, caller: Caller, *_: object) -> None:
        ids = self.anchors or self.episodes
        if ids:
            await purge(self.world, await plan_purge(self.world, caller, ids.pop(0)))

    async def do_conclude(self, _: Caller, number: int, text: str) -> None:
        ids = [EpisodeId(self.episodes[number % len(self.episodes)])] if self.episodes else []
        for episode in await self.world.episodes.get(ids):
            entry = an_entry(self.world, episode, text)
            if await self.world.atlas.add(entry):
                self.entries.append(entry.id)

    async def do_renew(self, caller: Caller, number: int, text: str) -> None:
        ids = [AtlasId(self.entries[number % len(self.entries)])] if self.entries else []
        for entry in await self.world.atlas.get(ids):
            now = self.world.clock.now()
            again = replace(entry, content=text, regenerated_at=now)
            await self.world.atlas.regenerate(again, of_row=entry.row)

    async def do_merge(self, caller: Caller, *_: object) -> None:
        aside = await a_project(self.world, self.folder / "project1")
        if aside != caller.project:
            await merge(self.world, aside, into=caller.project)


@asynccontextmanager
async def two_stores() -> AsyncGenerator[tuple[World, World, Path]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one = a_world(folder / "one", clock=StoppedClock(), ids=CountedIds())
        two = another_world(folder / "two")
        try:
            yield one, two, folder
        finally:
            one.close()
            two.close()


@settings(max_examples=20, deadline=None)
@given(steps=STEPS)
async def test_what_was_exported_is_exported_the_same_after_an_import(
    steps: list[tuple[str, object, str]],
) -> None:
    async with two_stores() as (one, two, folder):
        walk = Walk(one, folder)
        for verb, detail, text in steps:
            await walk.step(verb, detail, text)
        lines = await exported(one)
        report = await imported(two, lines)
        assert await exported(two) == lines
        assert sum(report.added.values()) == len(lines) - 2
        assert (report.present, report.refused, report.notes) == ({}, (), ())
        assert (await doctor(two)).sound


async def test_every_kind_of_row_goes_out_and_comes_in(full: list[str], other: World) -> None:
    report = await imported(other, full)
    assert report.added == {
        "project": 1,
        "place": 1,
        "session": 1,
        "fold": 2,
        "episode": 4,
        "edge": 1,
        "anchor": 4,
        "atlas_entry": 1,
        "tombstone": 1,
    }
    assert await exported(other) == full


async def test_an_enciphered_store_goes_out_and_comes_in(full: list[str], tmp_path: Path) -> None:
    keyed = a_world(tmp_path / "keyed", key=KEY)
    try:
        await imported(keyed, full)
        assert await exported(keyed) == full
    finally:
        keyed.close()


async def test_two_exports_of_one_state_are_equal(world: World, caller: Caller) -> None:
    await a_full_store(world, caller)
    lines = await exported(world)
    await found(world, caller, "port")
    assert await exported(world) == lines


async def test_an_export_of_an_empty_store_is_a_header_and_a_footer(other: World) -> None:
    lines = await exported(other)
    assert [json.loads(line)["kind"] for line in lines] == ["header", "footer"]
    assert (await imported(other, lines)).added == {}


def test_a_line_holds_no_position_and_no_generation(full: list[str]) -> None:
    names = {name for value in values_of(full) for name in value}
    assert not names & {"position", "last_position", "generation", "folded_text"}


async def test_recall_finds_what_was_imported(world: World, caller: Caller, other: World) -> None:
    corrected = await a_full_store(world, caller)
    await imported(other, await exported(world))
    passages = await found(other, caller, "port")
    (stale,) = [passage for passage in passages if passage.stale]
    assert (stale.id, stale.current_value) == (corrected, "no: 9090")
    assert (await found(other, caller, "widget seven"))[0].text == "the widget is seven"


async def test_the_rules_hold_where_they_were_imported(
    world: World, caller: Caller, other: World
) -> None:
    await a_full_store(world, caller)
    revision = await other.anchors.revision()
    await imported(other, await exported(world))
    rules = [rule.content for rule in await standing_anchors(other, caller)]
    assert rules == ["Speak plainly", "Never force-push", "In this session alone"]
    assert await other.anchors.revision() > revision


async def test_what_is_committed_after_an_import_follows_it(
    world: World, caller: Caller, other: World
) -> None:
    await said(world, caller, "one")
    await said(world, caller, "two")
    await imported(other, await exported(world))
    assert (await said(other, caller, "three")).seq == 3
    contents = [value["content"] for value in values_of(await exported(other), "episode")]
    assert contents == ["one", "two", "three"]


# What is in an export.


async def test_an_export_of_a_project_leaves_others_and_everywhere_out(
    world: World, caller: Caller, other: World, tmp_path: Path
) -> None:
    await a_full_store(world, caller)
    aside = a_caller(await a_project(world, tmp_path / "aside"))
    await said(world, aside, "of another project")
    lines = await exported(world, caller.project)
    assert {value["project_id"] for value in values_of(lines, "project")} == {caller.project}
    assert "of another project" not in "".join(lines)
    assert "Speak plainly" not in "".join(lines)
    await imported(other, lines)
    assert await exported(other, caller.project) == lines


async def test_an_export_of_a_project_takes_what_was_merged_into_it(
    world: World, caller: Caller, other: World, tmp_path: Path
) -> None:
    aside = a_caller(await a_project(world, tmp_path / "aside"), session_id="s9")
    await said(world, aside, "from the one that was merged")
    await merge(world, aside.project, into=caller.project)
    lines = await exported(world, caller.project)
    await imported(other, lines)
    assert await exported(other) == await exported(world)
    merged = await other.projects.get(aside.project)
    assert merged is not None
    assert merged.id == caller.project


async def test_an_export_of_a_project_stands_by_itself_after_a_split(
    world: World, caller: Caller, other: World
) -> None:
    first = await said(world, caller, "wrong")
    opened = await fold(world, caller, description="look", goal="find")
    aside = a_caller(caller.project, session_id="s2")
    turn = Turn(role="user", content="right", corrects=first.episode_id, fold_id=opened.fold_id)
    await commit(world, aside, turn)
    made = await split(world, caller.project, name="aside", sessions=["s2"], directory=None)
    for project in (caller.project, made.id):
        lines = await exported(world, project)
        await imported(other, lines)
        assert await exported(other, project) == lines
    assert (await doctor(other)).sound


async def test_an_export_names_a_project_that_exists(world: World) -> None:
    with pytest.raises(NotFoundError):
        await exported(world, ProjectId("proj_" + "9" * 32))


async def test_what_is_written_during_an_export_is_not_in_it(world: World, caller: Caller) -> None:
    await a_full_store(world, caller)
    lines = await exported(world)
    assert [line async for line in _while_writing(world, caller)] == lines


async def _while_writing(world: World, caller: Caller) -> AsyncIterator[str]:
    number = 0
    async for line in export_lines(world, None):
        yield line
        number += 1
        if number > 1:  # the header says nothing of the store yet
            fresh = a_caller(caller.project, session_id=f"fresh {number}")
            await said(world, fresh, "written meanwhile")


# Into a store that already has things.


async def test_a_second_import_adds_nothing(full: list[str], other: World) -> None:
    report = await imported(other, full)
    again = await imported(other, full)
    assert again.added == {}
    assert again.present == report.added
    assert await exported(other) == full


async def test_a_dry_run_gives_the_same_report_and_changes_nothing(
    full: list[str], other: World, tmp_path: Path
) -> None:
    own = a_caller(await a_project(other, tmp_path / "elsewhere"))
    await said(other, own, "of the other store")
    before = await exported(other)
    planned = await imported(other, full, dry_run=True)
    assert await exported(other) == before
    assert await imported(other, full) == planned


async def test_stores_that_went_apart_are_brought_together(
    world: World, caller: Caller, other: World
) -> None:
    await said(world, caller, "before they parted")
    await imported(other, await exported(world))
    await said(world, caller, "written here")
    await said(other, caller, "written there")
    report = await imported(other, await exported(world))
    assert report.added == {"episode": 1}
    contents = [value["content"] for value in values_of(await exported(other), "episode")]
    assert contents == ["before they parted", "written there", "written here"]
    assert {p.text for p in await found(other, caller, "written")} >= {
        "written there",
        "written here",
    }


async def test_another_content_under_one_id_is_a_conflict_that_names_it(
    world: World, caller: Caller, other: World
) -> None:
    episode = await said(world, caller, "as it was")
    lines = await exported(world)
    await imported(other, lines)
    await said(world, caller, "and one more")
    altered = changed(
        await exported(world), "episode", lambda value: with_content(value, "as it was not")
    )
    with pytest.raises(ConflictError, match=f"line 5: episode {episode.episode_id} is here"):
        await imported(other, altered)
    assert await exported(other) == lines


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        pytest.param("episode", {"role": "assistant"}, id="role"),
        pytest.param("episode", {"seq": 9}, id="seq"),
        pytest.param("episode", {"tool_name": "curl"}, id="tool"),
        pytest.param("fold", {"goal": "another"}, id="goal"),
        pytest.param("fold", {"result_summary": "another"}, id="result"),
        pytest.param("anchor", {"content": "Always force-push"}, id="rule"),
    ],
)
async def test_what_was_written_once_is_never_written_again(
    full: list[str], other: World, *, kind: str, change: Values
) -> None:
    await imported(other, full)
    with pytest.raises(ConflictError, match=f"{kind} [a-z]+_[0-9a-f]+ is here with another"):
        await imported(other, changed(full, kind, lambda value: value | change))
    assert await exported(other) == full


async def test_the_later_wording_of_an_atlas_entry_holds(
    world: World, caller: Caller, other: World, clock: StoppedClock
) -> None:
    turn = await said(world, caller, "the port is 8080")
    entry = await concluded(world, turn.episode_id, "8080")
    early = await exported(world)
    await imported(other, early)
    clock.advance(1)
    renewed = replace(entry, content="9090", regenerated_at=clock.now())
    assert await world.atlas.regenerate(renewed, of_row=entry.row)
    late = await exported(world)
    for lines, added in ((late, {}), (late, {}), (early, {})):
        assert (await imported(other, lines)).added == added
        assert await exported(other) == late
    progress = await other.index.progress(caller.project)
    assert progress.entries_indexed == progress.entries_written == 2
    altered = changed(late, "atlas_entry", lambda value: value | {"content": "7070"})
    with pytest.raises(ConflictError, match=f"atlas_entry {entry.id} is here with another content"):
        await imported(other, altered)
    assert (await doctor(other)).sound


async def test_one_atlas_entry_is_made_from_an_episode(
    world: World, caller: Caller, other: World
) -> None:
    turn = await said(world, caller, "the port is 8080")
    await imported(other, await exported(world))
    there = await concluded(world, turn.episode_id, "8080 there")
    here = await concluded(other, turn.episode_id, "8080 here")
    report = await imported(other, await exported(world))
    assert report.added == {}
    assert report.notes == (
        f"atlas entry {there.id} is left out: another one is made from {turn.episode_id} here",
    )
    assert await other.atlas.after(caller.project, row=0, limit=9) == [here]


async def test_an_atlas_entry_of_what_was_purged_here_does_not_come_back(
    world: World, caller: Caller, other: World
) -> None:
    turn = await said(world, caller, "the secret word is xyzzy")
    entry = await concluded(world, turn.episode_id, "xyzzy it is")
    await imported(other, [*sealed((await exported(world))[0], [])])
    lines = await exported(world)
    await imported(other, lines)
    await purge(other, await plan_purge(other, caller, turn.episode_id))
    after = await exported(other)
    report = await imported(other, lines)
    assert report.refused[-1] == f"atlas entry {entry.id} was purged here and does not come back"
    assert await exported(other) == after
    assert "xyzzy" not in "".join(after)


async def test_a_project_keeps_its_name_and_counts_on_from_the_larger_number(
    world: World, caller: Caller, other: World
) -> None:
    await said(world, caller, "one")
    early = await exported(world)
    await imported(other, early)
    await rename(other, caller.project, name="as it is called here")
    await said(world, caller, "two")
    await imported(other, await exported(world))
    await imported(other, early)
    (project,) = values_of(await exported(other), "project")
    assert (project["name"], project["next_seq"]) == ("as it is called here", 3)


async def test_a_session_was_seen_when_it_was_seen_last(
    world: World, caller: Caller, other: World, clock: StoppedClock
) -> None:
    await said(world, caller, "one")
    early = await exported(world)
    clock.advance(3600)
    await said(world, caller, "two")
    late = await exported(world)
    await imported(other, late)
    await imported(other, early)
    assert await exported(other) == late


async def test_what_moved_on_there_moves_on_here(
    world: World, caller: Caller, other: World
) -> None:
    wrong = await said(world, caller, "wrong")
    opened = await fold(world, caller, description="look", goal="find")
    await said(world, caller, "a step of it")
    await imported(other, await exported(world))
    await commit(world, caller, Turn(role="user", content="right", corrects=wrong.episode_id))
    await unfold(world, caller, fold_id=opened.fold_id, result_summary="found")
    lines = await exported(world)
    await imported(other, lines)
    assert await exported(other) == lines
    (episode,) = await other.episodes.get([EpisodeId(wrong.episode_id)])
    assert episode.droppable
    closed = await other.folds.get(FoldId(opened.fold_id))
    assert closed is not None
    assert closed[0].result_summary == "found"


async def test_an_old_export_takes_nothing_back(world: World, caller: Caller) -> None:
    wrong = await said(world, caller, "wrong")
    opened = await fold(world, caller, description="look", goal="find")
    await said(world, caller, "a step of it")
    rule = await pin(world, caller, "Use tabs")
    old = await exported(world)
    await commit(world, caller, Turn(role="user", content="right", corrects=wrong.episode_id))
    await unfold(world, caller, fold_id=opened.fold_id, result_summary="found")
    await unpin(world, rule.anchor_id)
    now = await exported(world)
    assert (await imported(world, old)).added == {}
    assert await exported(world) == now


async def test_a_rule_that_was_taken_back_there_stands_here_and_is_told(
    world: World, caller: Caller, other: World
) -> None:
    rule = await pin(world, caller, "Use tabs")
    await imported(other, await exported(world))
    await unpin(world, rule.anchor_id)
    report = await imported(other, await exported(world))
    assert [one.id for one in await standing_anchors(other, caller)] == [rule.anchor_id]
    assert any(f"lockstitch unpin {rule.anchor_id}" in note for note in report.notes)


async def test_one_rule_in_one_scope_stays_one_rule(
    world: World, caller: Caller, other: World
) -> None:
    await said(world, caller, "hello")
    await imported(other, await exported(world))
    here = await pin(other, caller, "Use  TABS")
    there = await pin(world, caller, "use tabs")
    report = await imported(other, await exported(world))
    assert [one.id for one in await standing_anchors(other, caller)] == [here.anchor_id]
    assert report.present["anchor"] == 1
    assert report.notes == (f"rule {there.anchor_id} says what {here.anchor_id} says here already",)


async def test_what_was_purged_here_does_not_come_back(
    world: World, caller: Caller, other: World
) -> None:
    gone = await said(world, caller, "the secret word is xyzzy")
    rule = await pin(world, caller, "Never say xyzzy")
    await commit(world, caller, Turn(role="user", content="no", corrects=gone.episode_id))
    lines = await exported(world)
    await imported(other, lines)
    for item in (gone.episode_id, rule.anchor_id):
        await purge(other, await plan_purge(other, caller, item))
    after = await exported(other)
    report = await imported(other, lines)
    assert report.refused == (
        f"episode {gone.episode_id} was purged here and does not come back",
        f"rule {rule.anchor_id} was purged here and does not come back",
    )
    assert await exported(other) == after
    assert "xyzzy" not in "".join(after)


async def test_the_result_of_a_fold_does_not_bring_back_what_was_purged(
    world: World, caller: Caller, other: World
) -> None:
    opened = await fold(world, caller, description="look", goal="find")
    closed = await unfold(world, caller, fold_id=opened.fold_id, result_summary="the word is xyzzy")
    lines = await exported(world)
    await imported(other, [*sealed(lines[0], values_of(lines, "project"))])
    await said(other, caller, "hello")
    await imported(other, lines)
    await purge(other, await plan_purge(other, caller, closed.summary_episode_id))
    purged = await exported(other)
    assert "xyzzy" not in "".join(purged)
    await imported(other, lines)
    assert await exported(other) == purged


async def test_what_was_purged_there_is_told_and_stays_here(
    world: World, caller: Caller, other: World
) -> None:
    gone = await said(world, caller, "erase me")
    await imported(other, await exported(world))
    before = await exported(other)
    await purge(world, await plan_purge(world, caller, gone.episode_id))
    report = await imported(other, await exported(world))
    assert len(report.notes) == 1
    assert f"lockstitch forget {gone.episode_id} --purge" in report.notes[0]
    assert values_of(await exported(other), "episode") == values_of(before, "episode")
    await purge(other, await plan_purge(other, caller, gone.episode_id))


async def test_a_merged_project_stays_merged_and_takes_what_comes(
    world: World, caller: Caller, other: World, tmp_path: Path
) -> None:
    await said(world, caller, "early")
    await imported(other, await exported(world))
    into = a_caller(await a_project(other, tmp_path / "into"), session_id="fresh")
    await merge(other, caller.project, into=into.project)
    await said(world, caller, "late")
    await said(world, a_caller(caller.project, session_id="fresh"), "of a new session")
    await pin(world, caller, "Use tabs")
    lines = await exported(world)
    await imported(other, lines)
    texts = {passage.text for passage in await found(other, into, "early late session")}
    assert texts == {"early", "late", "of a new session"}
    assert [one.content for one in await standing_anchors(other, into)] == ["Use tabs"]
    assert (await imported(other, lines)).added == {}
    merged = await other.projects.get(caller.project)
    assert merged is not None
    assert merged.id == into.project


async def test_a_merge_that_was_made_there_is_told(
    world: World, caller: Caller, other: World, tmp_path: Path
) -> None:
    aside = a_caller(await a_project(world, tmp_path / "aside"), session_id="s2")
    await said(world, aside, "aside")
    await imported(other, await exported(world))
    await merge(world, aside.project, into=caller.project)
    await said(world, a_caller(caller.project, session_id="s2"), "after the merge")
    report = await imported(other, await exported(world))
    assert any(f"lockstitch projects merge {aside.project}" in note for note in report.notes)
    assert (await found(other, aside, "merge"))[0].text == "after the merge"


async def test_a_session_whose_name_is_taken_gets_another(
    world: World, caller: Caller, other: World, tmp_path: Path
) -> None:
    await said(world, caller, "from there")
    await pin(world, caller, "In this session alone", session_id="s1")
    lines = await exported(world)
    (session,) = values_of(lines, "session")
    other_key = str(session["session_key"])[:-4] + "ffff"
    renamed = [
        value | {"session_key": other_key} if "session_key" in value else value
        for value in values_of(lines)
    ]
    await imported(other, lines)
    moved = [
        value | {"episode_id": str(value["episode_id"])[:-4] + "ffff"}
        if value["kind"] == "episode"
        else value
        for value in renamed
        if value["kind"] != "anchor"
    ]
    report = await imported(other, sealed(lines[0], moved))
    assert report.notes == (
        f"session s1 of project {caller.project} is s1~2 here: its name was taken",
    )
    names = [one.session_id for one in await other.catalogue.sessions(caller.project, limit=9)]
    assert sorted(names) == ["s1", "s1~2"]


async def test_a_place_stays_with_the_project_that_has_it_here(
    world: World, caller: Caller, other: World, tmp_path: Path
) -> None:
    own = await a_project(other, tmp_path / "work")
    await said(world, caller, "hello")
    report = await imported(other, await exported(world))
    assert report.present == {"place": 1}
    assert own in report.notes[0]
    assert await a_project(other, tmp_path / "work") == own


async def test_an_idempotency_key_stands_for_one_turn(
    world: World, caller: Caller, other: World
) -> None:
    await said(world, caller, "hello")
    await imported(other, await exported(world))
    for store, content in ((world, "here"), (other, "there")):
        await commit(store, caller, Turn(role="user", content=content, idempotency_key="k1"))
    before = await exported(other)
    with pytest.raises(ConflictError, match="takes what another row has here"):
        await imported(other, await exported(world))
    assert await exported(other) == before


# What is no export.


Spoil = Callable[[list[str]], list[str]]


def by(spoil: Spoil) -> Spoil:
    return spoil


def first(kind: str, **values: object) -> Spoil:
    return lambda lines: changed(lines, kind, lambda value: value | values)


def raw(number: int, line: str) -> Spoil:
    return lambda lines: [*lines[: number - 1], line, *lines[number:]]


def without(kind: str, name: str) -> Spoil:
    return lambda lines: changed(
        lines, kind, lambda value: {key: one for key, one in value.items() if key != name}
    )


def header(**values: object) -> Spoil:
    return lambda lines: sealed(line_of(json.loads(lines[0]) | values), values_of(lines))


def footer(**values: object) -> Spoil:
    return lambda lines: [*lines[:-1], line_of(json.loads(lines[-1]) | values)]


SOURCE = {"kind": "episodic_stream", "id": "ep_9", "hash": "0" * 64, "was": "it was so"}
BAD = [
    pytest.param(raw(5, "what is this?\n"), 5, "this is no JSON", id="no-json"),
    pytest.param(raw(5, "\n"), 5, "this is no JSON", id="blank-line"),
    pytest.param(raw(5, "[" * 200_000 + "\n"), 5, "this is no JSON", id="bottomless"),
    pytest.param(raw(5, "9" * 9_999 + "\n"), 5, "this is no JSON", id="endless-number"),
    pytest.param(raw(5, "[]\n"), 5, "no JSON object", id="no-object"),
    pytest.param(raw(5, "null\n"), 5, "no JSON object", id="null"),
    pytest.param(raw(1, "{}\n"), 1, "no header", id="no-header"),
    pytest.param(by(lambda lines: lines[1:]), 1, "no header", id="header-left-out"),
    pytest.param(by(lambda _: []), 0, "ends without a footer", id="empty-file"),
    pytest.param(header(format="other"), 1, "no header of an export", id="another-format"),
    pytest.param(header(version=2), 1, "is of version 2", id="newer"),
    pytest.param(header(version="1"), 1, "names no version", id="version-is-text"),
    pytest.param(header(version=True), 1, "names no version", id="version-is-true"),
    pytest.param(raw(3, '{"kind":"spell"}\n'), 3, "unknown kind 'spell'", id="unknown-kind"),
    pytest.param(raw(3, '{"kind":["episode"]}\n'), 3, "unknown kind", id="kind-is-a-list"),
    pytest.param(raw(3, "{}\n"), 3, "no kind", id="no-kind"),
    pytest.param(without("episode", "seq"), 7, "lacks seq", id="field-left-out"),
    pytest.param(first("episode", mood="bad"), 7, "not known: 'mood'", id="unknown-field"),
    pytest.param(first("episode", seq="1"), 7, "episode.seq is '1'", id="number-is-text"),
    pytest.param(first("episode", seq=1.0), 7, "episode.seq is 1.0", id="number-is-a-float"),
    pytest.param(first("episode", seq=True), 7, "episode.seq is True", id="number-is-true"),
    pytest.param(first("episode", seq=2**63), 7, "episode.seq is", id="number-too-large"),
    pytest.param(first("episode", droppable=1), 7, "episode.droppable is 1", id="flag-is-1"),
    pytest.param(first("episode", created_at=2**52 * 64), 7, "created_at is", id="no-such-year"),
    pytest.param(first("episode", role="king"), 7, "one of system, user", id="unknown-role"),
    pytest.param(first("episode", tier="gone"), 7, "episode.tier is", id="unknown-tier"),
    pytest.param(first("episode", content=None), 7, "episode.content is None", id="null-content"),
    pytest.param(first("episode", content="x"), 7, "content_sha256", id="another-content"),
    pytest.param(first("episode", tool_name="a\0b"), 7, "episode.tool_name holds a NUL", id="nul"),
    pytest.param(first("episode", corrects="ep 1"), 7, "episode.corrects is 'ep 1'", id="no-id"),
    pytest.param(
        first("episode", session_key="ses_" + "9" * 32), 7, "is neither in", id="no-session"
    ),
    pytest.param(first("episode", fold_id="fold_9"), 7, "is neither in", id="no-fold"),
    pytest.param(first("episode", superseded_by="ep_9"), 18, "is neither in", id="no-correction"),
    pytest.param(first("fold", parent_id="fold_9"), 5, "is neither in", id="no-outer-fold"),
    pytest.param(first("fold", state="open"), 5, "does not hold together", id="half-open"),
    pytest.param(first("fold", description=""), 5, "does not hold together", id="no-description"),
    pytest.param(first("edge", target_id="ep_9"), 11, "is neither in", id="edge-to-nothing"),
    pytest.param(first("anchor", scope="everywhere"), 12, "hold together", id="scope-and-project"),
    pytest.param(first("session", project_id="proj_9"), 4, "is neither in", id="no-project"),
    pytest.param(
        first("project", project_id="proj_../../../x"), 2, "project_id is", id="a-way-out"
    ),
    pytest.param(first("project", project_id="proj_*"), 2, "project_id is", id="a-wildcard"),
    pytest.param(first("atlas_entry", sources=[]), 16, "names no episode", id="no-source"),
    pytest.param(first("atlas_entry", sources="ep_1"), 16, "a list of sources", id="no-list"),
    pytest.param(first("atlas_entry", sources=["ep_1"]), 16, "no JSON object", id="no-source-row"),
    pytest.param(
        first("atlas_entry", sources=[dict[str, str]()]), 16, "lacks kind, id", id="empty"
    ),
    pytest.param(
        first("atlas_entry", sources=[SOURCE | {"more": 1}]),
        16,
        "not known: 'more'",
        id="more-of-it",
    ),
    pytest.param(
        first("atlas_entry", sources=[SOURCE | {"was": "\0"}]),
        16,
        "was holds a NUL",
        id="nul-within",
    ),
    pytest.param(
        first("atlas_entry", sources=[SOURCE | {"kind": "symbolic_fact"}]),
        16,
        "names no episode as its first",
        id="a-fact-first",
    ),
    pytest.param(first("atlas_entry", sources=[SOURCE]), 16, "is neither in", id="source-nowhere"),
    pytest.param(footer(sha256="0" * 64), 18, "SHA-256 of other lines", id="another-digest"),
    pytest.param(footer(rows={"episode": 1}), 18, "counts other rows", id="other-counts"),
    pytest.param(by(lambda lines: [*lines, "{}\n"]), 19, "more behind the footer", id="more"),
    pytest.param(by(lambda lines: lines[:-1]), 17, "ends without a footer", id="cut-by-a-line"),
    pytest.param(
        by(lambda lines: [*lines[:8], lines[8][:20]]), 9, "this is no JSON", id="cut-in-a-line"
    ),
    pytest.param(
        by(lambda lines: [*lines[:8], *lines[9:]]), 17, "counts other rows", id="a-line-left-out"
    ),
]


@pytest.mark.parametrize(("spoil", "line", "said_of_it"), BAD)
async def test_a_bad_line_is_named_and_nothing_is_changed(
    full: list[str], other: World, *, spoil: Spoil, line: int, said_of_it: str
) -> None:
    before = await exported(other)
    with pytest.raises(InvalidArgumentError) as raised:
        await imported(other, spoil(full))
    assert said_of_it in raised.value.message
    assert raised.value.message.startswith(f"line {line}: ")
    assert raised.value.exit_code == 2
    assert await exported(other) == before


async def test_a_lone_surrogate_is_refused(world: World, caller: Caller, other: World) -> None:
    await said(world, caller, "hello")
    lines = [line.replace('"hello"', '"\\ud800"') for line in await exported(world)]
    with pytest.raises(InvalidArgumentError, match=r"line 5: episode\.content holds a lone surr"):
        await imported(other, lines)


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],  # the store stays as it is
)
@given(data=st.data())
async def test_a_file_that_was_cut_or_altered_anywhere_is_refused(
    full: list[str], other: World, data: st.DataObject
) -> None:
    whole = "".join(full).encode()
    place = data.draw(st.integers(0, len(whole) - 2))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != whole[place]))
    for spoiled in (whole[:place], whole[:place] + bytes([byte]) + whole[place + 1 :]):
        with pytest.raises((InvalidArgumentError, ConflictError)):
            await imported(other, lines_of(io.BytesIO(spoiled)))
    assert len(await exported(other)) == 2


async def test_a_line_is_read_no_further_than_it_may_be_long(other: World) -> None:
    lines = await exported(other)
    file = io.BytesIO(lines[0].encode() + b'"' + b"x" * (LINE_BYTES_MAX * 2))
    with pytest.raises(InvalidArgumentError, match="line 2: this has more than"):
        await imported(other, lines_of(file))
    assert file.tell() <= len(lines[0]) + LINE_BYTES_MAX + 2


async def test_bytes_that_are_no_text_are_refused(other: World) -> None:
    lines = await exported(other)
    with pytest.raises(InvalidArgumentError, match="line 2: this is no UTF-8"):
        await imported(other, lines_of(io.BytesIO(lines[0].encode() + b'"\xff"\n')))


async def test_line_ends_of_another_system_do_no_harm(
    world: World, caller: Caller, other: World
) -> None:
    await said(world, caller, "one\r\ntwo\rthree")
    lines = await exported(world)
    data = "".join(lines).replace("\n", "\r\n").encode()
    await imported(other, lines_of(io.BytesIO(data)))
    assert await exported(other) == lines
