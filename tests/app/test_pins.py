"""A rule is pinned once in its scope, never lost, and taken back by a person alone."""

from pathlib import Path

import pytest

from lockstitch.app.pin import Overflow, pin, standing_anchors, unpin
from lockstitch.app.read import read_passage
from lockstitch.app.world import World
from lockstitch.domain.anchor import AnchorKind, Scope
from lockstitch.domain.errors import ConflictError, InvalidArgumentError, NotFoundError
from lockstitch.domain.project import Caller
from tests.builders import a_caller, a_project, a_store, said
from tests.stores.looking import stored

pytestmark = pytest.mark.anyio


@pytest.fixture
async def other(world: World, tmp_path: Path) -> Caller:
    """Return a caller in another project."""
    return a_caller(await a_project(world, tmp_path / "other"))


async def rules(world: World, caller: Caller, session_id: str | None = None) -> list[str]:
    return [one.content for one in await standing_anchors(world, caller, session_id=session_id)]


async def test_a_rule_holds_in_its_scope_and_nowhere_else(
    world: World, caller: Caller, other: Caller
) -> None:
    everywhere = await pin(world, caller, "Answer in English", everywhere=True)
    project = await pin(world, caller, "Use tabs")
    session = await pin(world, caller, "Only read", session_id="s1")
    assert [one.scope for one in (everywhere, project, session)] == [
        Scope.EVERYWHERE,
        Scope.PROJECT,
        Scope.SESSION,
    ]
    assert await rules(world, caller) == ["Answer in English", "Use tabs", "Only read"]
    assert await rules(world, caller, "s2") == ["Answer in English", "Use tabs"]
    assert await rules(world, a_caller(caller.project, session_id=None)) == [
        "Answer in English",
        "Use tabs",
    ]
    assert await rules(world, other) == ["Answer in English"]
    for item in (project, session):
        with pytest.raises(NotFoundError):
            await read_passage(world, other, item.anchor_id)
    assert (await read_passage(world, other, everywhere.anchor_id)).text == "Answer in English"


@pytest.mark.parametrize(
    ("again", "same"),
    [
        pytest.param("Never force-push", True, id="word-for-word"),
        pytest.param("  never\n FORCE-push ", True, id="case-and-space"),
        pytest.param("NEVER ﬀorce-push", False, id="other-letters"),
        pytest.param("Never force-push!", False, id="another-mark"),
    ],
)
async def test_one_rule_in_one_scope_is_one_anchor_and_the_answer_says_so(
    world: World, caller: Caller, again: str, same: bool
) -> None:
    first = await pin(world, caller, "Never force-push", kind="safety_constraint")
    second = await pin(world, caller, again)
    assert (second.anchor_id == first.anchor_id) is same
    assert second.existed is same
    assert ("was pinned already" in second.note) is same
    assert len(await rules(world, caller)) == (1 if same else 2)


async def test_one_rule_in_two_scopes_is_two_anchors(
    world: World, caller: Caller, other: Caller
) -> None:
    ids = {
        (await pin(world, caller, "Use tabs")).anchor_id,
        (await pin(world, caller, "Use tabs", session_id="s1")).anchor_id,
        (await pin(world, caller, "Use tabs", session_id="s2")).anchor_id,
        (await pin(world, caller, "Use tabs", everywhere=True)).anchor_id,
        (await pin(world, other, "Use tabs")).anchor_id,
    }
    assert len(ids) == 5


async def test_a_rule_that_does_not_fit_is_kept_and_the_overflow_told(tmp_path: Path) -> None:
    with a_store(tmp_path / "data", settings={"context_window": "40"}) as world:
        caller = a_caller(await a_project(world, tmp_path / "work"))
        small = await pin(world, caller, "Use tabs")
        assert small.overflow is None
        large = await pin(world, caller, "Never do any of this: " + "that " * 60)
        needed = small.token_cost + large.token_cost
        assert large.overflow == Overflow(needed=needed, available=40)
        assert f"need {needed} tokens" in large.note
        assert len(await rules(world, caller)) == 2
        assert (await read_passage(world, caller, large.anchor_id)).text.endswith("that")


async def test_what_a_rule_costs_is_what_its_line_costs(world: World, caller: Caller) -> None:
    pinned = await pin(world, caller, "Use tabs", kind="user_correction")
    (rule,) = await standing_anchors(world, caller)
    assert rule.rendered == "[USER CORRECTION] Use tabs"
    assert pinned.token_cost == rule.token_count == world.tokens.count(rule.rendered)
    assert f"costs {pinned.token_cost} tokens" in pinned.note


async def test_a_rule_is_taken_back_once_stays_readable_and_can_be_pinned_again(
    world: World, caller: Caller, data_dir: Path
) -> None:
    pinned = await pin(world, caller, "Use tabs")
    withdrawn = await unpin(world, pinned.anchor_id)
    assert withdrawn.withdrawn_at == world.clock.now()
    assert await rules(world, caller) == []
    page = await read_passage(world, caller, pinned.anchor_id)
    assert (page.text, page.about["withdrawn_at"]) == ("Use tabs", "2026-08-01T12:00:00Z")
    before = stored(data_dir)
    with pytest.raises(ConflictError):
        await unpin(world, pinned.anchor_id)
    assert stored(data_dir) == before
    again = await pin(world, caller, "Use tabs")
    assert again.anchor_id != pinned.anchor_id
    assert not again.existed
    assert await rules(world, caller) == ["Use tabs"]


@pytest.mark.parametrize(
    ("item", "error"), [("anc_0", NotFoundError), ("\ud800", InvalidArgumentError)]
)
async def test_a_rule_that_is_not_there_cannot_be_taken_back(
    world: World, item: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        await unpin(world, item)


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"content": " \n"}, id="blank"),
        pytest.param({"content": "x" * 8_001}, id="too-long"),
        pytest.param({"content": "a\0b"}, id="a-nul"),
        pytest.param({"kind": "rule"}, id="no-such-kind"),
        pytest.param({"session_id": " "}, id="a-blank-session"),
        pytest.param({"session_id": "\ud800"}, id="a-surrogate-in-the-session"),
        pytest.param({"session_id": "s1", "everywhere": True}, id="two-scopes"),
    ],
)
async def test_a_rule_that_cannot_be_is_refused(
    world: World, caller: Caller, data_dir: Path, changed: dict[str, object]
) -> None:
    before = stored(data_dir)
    given: dict[str, object] = {"content": "Use tabs"} | changed
    content = str(given.pop("content"))
    with pytest.raises(InvalidArgumentError):
        await pin(world, caller, content, **given)  # pyright: ignore[reportArgumentType]
    assert stored(data_dir) == before


@pytest.mark.parametrize("kind", [kind.value for kind in AnchorKind])
async def test_every_kind_has_its_label(world: World, caller: Caller, kind: str) -> None:
    await pin(world, caller, "Use tabs", kind=kind)
    (rule,) = await standing_anchors(world, caller)
    assert rule.rendered == f"[{kind.replace('_', ' ').upper()}] Use tabs"


async def test_whoever_watches_is_told_of_every_pin_and_unpin_by_any_process(
    world: World, caller: Caller, data_dir: Path
) -> None:
    seen = [await world.anchors.revision()]
    pinned = await pin(world, caller, "Use tabs")
    seen.append(await world.anchors.revision())
    await pin(world, caller, "use tabs")
    assert await world.anchors.revision() == seen[-1]  # nothing is new
    with a_store(data_dir) as other_process:
        await unpin(other_process, pinned.anchor_id)
    seen.append(await world.anchors.revision())
    assert seen == sorted(set(seen))


async def test_rules_stand_in_the_order_of_their_scope_and_then_of_their_pinning(
    world: World, caller: Caller
) -> None:
    await said(world, caller, "a turn in between")
    for number in (3, 1, 2):
        await pin(world, caller, f"Of the project, {number}")
        await pin(world, caller, f"Of everywhere, {number}", everywhere=True)
    assert await rules(world, caller) == [
        *(f"Of everywhere, {number}" for number in (3, 1, 2)),
        *(f"Of the project, {number}" for number in (3, 1, 2)),
    ]
