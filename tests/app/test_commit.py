"""A turn is kept word for word, at once, and whole or not at all."""

import hashlib
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lockstitch.app.commit import Turn, commit
from lockstitch.app.fold import abandon, fold, unfold
from lockstitch.app.pin import pin
from lockstitch.app.read import read_passage
from lockstitch.app.recall import Question, recall
from lockstitch.app.world import World
from lockstitch.domain.anchor import AnchorKind
from lockstitch.domain.episode import SUPERSEDED_NOTE, Role
from lockstitch.domain.errors import (
    ConflictError,
    InvalidArgumentError,
    LockstitchError,
    NotFoundError,
)
from lockstitch.domain.ids import EpisodeId
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Caller, SessionSource
from tests.builders import a_caller, a_project, a_store, found, said, seen
from tests.stores.looking import files_in, holding, opened, stored

pytestmark = pytest.mark.anyio


async def content_of(world: World, item: str) -> str:
    (episode,) = await world.episodes.get([EpisodeId(item)])
    return episode.content


@pytest.mark.parametrize("role", [role.value for role in Role])
async def test_every_role_is_kept_with_what_was_said_of_it(
    world: World, caller: Caller, role: str
) -> None:
    turn = Turn(
        role=role,
        content="  the whole of it \r\n\n",
        tool_name="bash",
        slot_id="7",
        message_id="msg_1",
        tool_call_id="call_1",
        occurred_at="2026-07-28T09:30:00+02:00",
        idempotency_key="k",
    )
    committed = await commit(world, caller, turn)
    (episode,) = await world.episodes.get([committed.episode_id])
    assert (episode.role, episode.content) == (role, "  the whole of it \r\n\n")
    assert (episode.tool_name, episode.slot_id) == ("bash", "7")
    assert (episode.message_id, episode.tool_call_id) == ("msg_1", "call_1")
    assert episode.occurred_at == datetime(2026, 7, 28, 7, 30, tzinfo=UTC)
    assert episode.created_at == world.clock.now()
    assert (committed.seq, committed.session_id, committed.session_source) == (
        1,
        "s1",
        SessionSource.ARGUMENT,
    )
    assert committed.content_sha256 == hashlib.sha256(turn.content.encode()).hexdigest()
    assert committed.token_count == episode.token_count > 0


PLANES = [
    pytest.param("", id="nothing"),
    pytest.param(" \t\r\n", id="white-space"),
    pytest.param("\x01\x02\x1b[31m\x7f\x85", id="control-characters"),
    pytest.param("é ß ı İ ſ ﬁ e\u0301", id="latin-with-marks"),
    pytest.param("Привет мир, שלום עולם, مرحبا بالعالم", id="other-scripts"),
    pytest.param("日本語のテキスト 中文 한국어 ไทย", id="east-asian"),
    pytest.param("👩‍👩‍👧‍👦 🏳️‍🌈 𝔘𝔫𝔦 \U0002f800", id="beyond-the-first-plane"),
    pytest.param("\U0010ffff\U0001fffe\uffff\ufdd0\ue000", id="private-and-no-characters"),
    pytest.param("\u202e\u200b\ufeff\u2028\u2029", id="invisible-characters"),
]


@pytest.mark.parametrize("content", PLANES)
async def test_any_unicode_comes_back_as_it_was_said(
    world: World, caller: Caller, content: str
) -> None:
    committed = await said(world, caller, content)
    assert await content_of(world, committed.episode_id) == content
    assert (await read_passage(world, caller, committed.episode_id)).text == content
    assert committed.content_sha256 == hashlib.sha256(content.encode()).hexdigest()


async def test_every_plane_of_unicode_comes_back_as_it_was_said(
    world: World, caller: Caller
) -> None:
    for start in range(0, sys.maxunicode + 1, 0x10000):
        text = "".join(map(chr, range(start, start + 0x10000, 7)))
        content = "".join(c for c in text if c != "\0" and not 0xD800 <= ord(c) < 0xE000)
        committed = await said(world, caller, content)
        assert await content_of(world, committed.episode_id) == content


@settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(content=st.text(max_size=300))
async def test_what_can_be_stored_comes_back_and_what_cannot_is_refused(
    world: World, caller: Caller, content: str
) -> None:
    surrogate = any(0xD800 <= ord(c) < 0xE000 for c in content)
    if "\0" in content or surrogate:
        with pytest.raises(InvalidArgumentError):
            await said(world, caller, content)
    else:
        committed = await said(world, caller, content)
        assert await content_of(world, committed.episode_id) == content


async def test_ten_megabytes_come_back_word_for_word_page_by_page(
    world: World, caller: Caller
) -> None:
    line = "the shuttle goes to and fro, for the {:07d}th time, ünd sö fört\n"
    content = "".join(line.format(number) for number in range(150_000))
    content = content.encode()[: LIMITS.content_bytes].decode(errors="ignore")
    assert len(content.encode()) > LIMITS.content_bytes - 3
    committed = await said(world, caller, content)
    pages: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = await read_passage(world, caller, committed.episode_id, offset=offset)
        assert (page.offset, page.total_chars) == (offset, len(content))
        assert len(page.text) <= LIMITS.answer_chars
        pages.append(page.text)
        offset = page.next_offset
    assert "".join(pages) == content
    assert committed.content_sha256 == hashlib.sha256(content.encode()).hexdigest()


@pytest.mark.parametrize(
    ("changed", "error", "about"),
    [
        pytest.param({"content": "a\0b"}, InvalidArgumentError, "NUL", id="a-nul"),
        pytest.param({"content": "a\ud800b"}, InvalidArgumentError, "surrogate", id="surrogate"),
        pytest.param(
            {"content": "x" * (LIMITS.content_bytes + 1)},
            InvalidArgumentError,
            "10000001 bytes, 10000000 allowed",
            id="a-byte-too-much",
        ),
        pytest.param(
            {"content": "ü" * (LIMITS.content_bytes // 2 + 1)},
            InvalidArgumentError,
            "10000002 bytes",
            id="bytes-are-counted-not-characters",
        ),
        pytest.param({"role": "robot"}, InvalidArgumentError, "not one of system", id="no-role"),
        pytest.param({"role": "User"}, InvalidArgumentError, "'User'", id="a-role-in-capitals"),
        pytest.param({"corrects": "ep_0"}, NotFoundError, "ep_0", id="corrects-nothing"),
        pytest.param({"corrects": " "}, InvalidArgumentError, "blank", id="corrects-a-blank"),
        pytest.param({"fold_id": "fold_0"}, NotFoundError, "fold_0", id="into-no-fold"),
        pytest.param({"fold_id": "\ud800"}, InvalidArgumentError, "surrogate", id="fold-surrogate"),
        pytest.param({"tool_name": ""}, InvalidArgumentError, "blank", id="a-blank-name"),
        pytest.param({"message_id": "x" * 501}, InvalidArgumentError, "501", id="a-long-name"),
        pytest.param({"occurred_at": "noon"}, InvalidArgumentError, "ISO 8601", id="no-moment"),
        pytest.param({"idempotency_key": "\0"}, InvalidArgumentError, "NUL", id="a-bad-key"),
    ],
)
async def test_a_turn_that_is_refused_leaves_the_store_as_it_was(
    world: World,
    caller: Caller,
    data_dir: Path,
    *,
    changed: dict[str, str],
    error: type[LockstitchError],
    about: str,
) -> None:
    await said(world, caller, "said before")
    before = stored(data_dir)
    turn = Turn(**({"role": "user", "content": "said"} | changed))
    with pytest.raises(error) as refused:
        await commit(world, caller, turn)
    assert about in refused.value.message
    assert stored(data_dir) == before
    assert (await said(world, caller, "said after")).seq == 2


async def test_a_call_without_a_session_is_told_to_name_one(world: World, caller: Caller) -> None:
    nobody = a_caller(caller.project, session_id=None)
    with pytest.raises(InvalidArgumentError) as refused:
        await said(world, nobody, "said")
    assert "session_id" in refused.value.hint


@pytest.mark.parametrize("moment", ["2026-07-28T09:30:00Z", "2026-07-28 09:30", "20260728T0930"])
async def test_a_moment_without_an_offset_is_utc(world: World, caller: Caller, moment: str) -> None:
    turn = Turn(role="user", content="said", occurred_at=moment)
    committed = await commit(world, caller, turn)
    (episode,) = await world.episodes.get([committed.episode_id])
    assert episode.occurred_at == datetime(2026, 7, 28, 9, 30, tzinfo=UTC)


async def test_a_correction_has_all_of_its_effects(
    world: World, caller: Caller, data_dir: Path
) -> None:
    wrong = await said(world, caller, "the port is 8080")
    turn = Turn(role="user", content="the port is 9090", corrects=wrong.episode_id)
    right = await commit(world, caller, turn)
    assert right.supersedes == wrong.episode_id
    old, new = await world.episodes.get([wrong.episode_id, right.episode_id])
    assert (old.superseded_by, old.droppable, old.content) == (
        right.episode_id,
        True,
        "the port is 8080",
    )
    assert (new.corrects, new.droppable, new.superseded_by) == (wrong.episode_id, False, None)
    with opened(data_dir) as connection:
        assert connection.rows("SELECT * FROM edge") == [
            (right.episode_id, "supersedes", wrong.episode_id)
        ]
    best, stale = await found(world, caller, "port")
    assert (best.id, best.stale) == (right.episode_id, False)
    assert (stale.id, stale.stale, stale.current_value) == (
        wrong.episode_id,
        True,
        "the port is 9090",
    )
    assert SUPERSEDED_NOTE == "superseded by a later episode"


async def test_only_what_is_in_the_same_project_can_be_corrected(
    world: World, caller: Caller, tmp_path: Path, data_dir: Path
) -> None:
    other = a_caller(await a_project(world, tmp_path / "other"))
    foreign = await said(world, other, "the port is 8080")
    before = stored(data_dir)
    with pytest.raises(NotFoundError):
        await commit(world, caller, Turn(role="user", content="no", corrects=foreign.episode_id))
    assert stored(data_dir) == before


async def test_of_two_corrections_of_one_turn_the_later_one_counts(
    world: World, caller: Caller
) -> None:
    wrong = await said(world, caller, "the port is 8080")
    for port in (9090, 7070):
        turn = Turn(role="user", content=f"the port is {port}", corrects=wrong.episode_id)
        last = await commit(world, caller, turn)
    (old,) = await world.episodes.get([wrong.episode_id])
    assert old.superseded_by == last.episode_id


async def test_one_key_writes_one_episode_however_often_it_is_sent(
    world: World, caller: Caller, data_dir: Path
) -> None:
    turn = Turn(role="user", content="said once", idempotency_key="k1")
    first = await commit(world, caller, turn)
    before = stored(data_dir)
    again = await commit(world, caller, turn)
    assert (again.episode_id, again.seq, again.repeated) == (first.episode_id, 1, True)
    assert not first.repeated
    assert stored(data_dir) == before


@pytest.mark.parametrize(
    "changed", [{"content": "said otherwise"}, {"role": "assistant"}], ids=["content", "role"]
)
async def test_a_key_that_was_used_for_something_else_is_refused(
    world: World, caller: Caller, data_dir: Path, changed: dict[str, str]
) -> None:
    turn = {"role": "user", "content": "said once", "idempotency_key": "k1"}
    first = await commit(world, caller, Turn(**turn))
    before = stored(data_dir)
    with pytest.raises(ConflictError) as refused:
        await commit(world, caller, Turn(**(turn | changed)))
    assert first.episode_id in refused.value.message
    assert stored(data_dir) == before


async def test_a_key_belongs_to_its_session(world: World, caller: Caller) -> None:
    turn = Turn(role="user", content="said", idempotency_key="k1")
    first = await commit(world, caller, turn)
    second = await commit(world, a_caller(caller.project, session_id="s2"), turn)
    assert second.episode_id != first.episode_id
    assert not second.repeated


async def test_a_retry_finds_its_episode_after_the_fold_it_went_into_was_closed(
    world: World, caller: Caller
) -> None:
    opened_fold = await fold(world, caller, description="look", goal="find")
    turn = Turn(role="user", content="a step", fold_id=opened_fold.fold_id, idempotency_key="k1")
    first = await commit(world, caller, turn)
    await unfold(world, caller, fold_id=opened_fold.fold_id, result_summary="found")
    again = await commit(world, caller, turn)
    assert (again.episode_id, again.repeated) == (first.episode_id, True)


async def test_the_fields_of_two_tools_are_two_facts(world: World, caller: Caller) -> None:
    await seen(world, caller, '{"id": 7}', tool_name="curl")
    await seen(world, caller, '{"id": 8}', tool_name="gh")
    facts = [one for one in await found(world, caller, "id") if one.kind == "symbolic_fact"]
    assert {one.text for one in facts} == {"curl: id = 7", "gh: id = 8"}
    assert len({one.id for one in facts}) == 2


@pytest.mark.parametrize("tool_name", [None, "curl"])
async def test_a_fact_of_a_tool_without_a_name_is_one_fact_however_often_it_is_seen(
    world: World, caller: Caller, tool_name: str | None
) -> None:
    for _ in range(3):
        await seen(world, caller, '{"port": 8080}', tool_name=tool_name)
    facts = [one for one in await found(world, caller, "port") if one.kind == "symbolic_fact"]
    assert [one.text for one in facts] == ["curl: port = 8080" if tool_name else "port = 8080"]
    assert (await world.catalogue.counts(caller.project)).facts == 1


async def test_a_fact_of_another_session_is_another_fact(world: World, caller: Caller) -> None:
    await seen(world, caller, '{"port": 8080}')
    await seen(world, a_caller(caller.project, session_id="s2"), '{"port": 9090}')
    facts = [one for one in await found(world, caller, "port") if one.kind == "symbolic_fact"]
    assert {(one.text, one.session_id) for one in facts} == {
        ("curl: port = 8080", "s1"),
        ("curl: port = 9090", "s2"),
    }


async def test_a_fact_keeps_its_value_and_follows_the_latest(world: World, caller: Caller) -> None:
    for value in ("8080", "9090", "true"):
        await seen(world, caller, f'{{"port": {value}, "host": "localhost"}}')
    texts = {
        one.text for one in await found(world, caller, "port host") if one.kind == "symbolic_fact"
    }
    assert texts == {"curl: port = true", "curl: host = localhost"}


async def test_only_the_results_of_tools_give_facts(world: World, caller: Caller) -> None:
    committed = await said(world, caller, '{"port": 8080}')
    assert (committed.symbolic_facts, committed.symbolic_summary) == (0, "not a tool result")
    by_tool = await seen(world, caller, '{"port": 8080}')
    assert by_tool.symbolic_facts == 1


async def test_a_rule_in_a_users_turn_is_suggested_and_not_pinned(
    world: World, caller: Caller
) -> None:
    committed = await said(world, caller, "Never push to the main branch without asking me.")
    suggested = committed.suggested_anchor
    assert suggested is not None
    assert suggested.kind is AnchorKind.SAFETY_CONSTRAINT
    assert "Never push" in suggested.excerpt
    assert await world.anchors.standing(caller.project) == []


TOKEN = "gh" + "p_" + "Zk4" + "vQ8mTx2LpR7wYbN5cJ9sHd3FgA6eUo1iXzB"


async def test_a_credential_is_masked_on_every_way_into_the_store(
    world: World, caller: Caller, data_dir: Path
) -> None:
    text = f"export GITHUB_TOKEN={TOKEN} # for the release"
    committed = await said(world, caller, text)
    assert len(committed.redactions) == 1
    (redaction,) = committed.redactions
    stored_text = await content_of(world, committed.episode_id)
    assert TOKEN not in stored_text
    assert stored_text[: redaction.start] == text[: text.index(TOKEN)]
    assert stored_text[redaction.end :] == " # for the release"
    assert committed.content_sha256 == hashlib.sha256(stored_text.encode()).hexdigest()
    assert len((await pin(world, caller, f"use {TOKEN} for releases")).redactions) == 1
    opened_fold = await fold(
        world, caller, description=f"release with {TOKEN}", goal=f"try {TOKEN}"
    )
    assert len(opened_fold.redactions) == 2
    await seen(world, caller, f'{{"token": "{TOKEN}"}}')
    closed = await unfold(
        world, caller, fold_id=opened_fold.fold_id, result_summary=f"it was {TOKEN}"
    )
    assert len(closed.redactions) == 1
    world.close()
    assert holding(data_dir, TOKEN) == []


async def test_one_credential_has_one_mask_so_that_its_places_can_be_compared(
    world: World, caller: Caller
) -> None:
    one = await said(world, caller, TOKEN)
    two = await said(world, caller, TOKEN)
    assert one.content_sha256 == two.content_sha256


async def test_with_masking_off_everything_is_kept_as_it_was_said(tmp_path: Path) -> None:
    with a_store(tmp_path / "data", settings={"masking": "off"}) as world:
        caller = a_caller(await a_project(world, tmp_path / "work"))
        committed = await said(world, caller, TOKEN)
        assert committed.redactions == ()
        assert await content_of(world, committed.episode_id) == TOKEN


async def test_nothing_is_written_outside_of_the_folder_that_was_named(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    await seen(world, caller, '{"port": 8080}')
    assert all(path.is_relative_to(tmp_path / "data") for path in files_in(tmp_path))


async def test_a_turn_can_be_recalled_as_soon_as_its_commit_returned(
    world: World, caller: Caller
) -> None:
    for number in range(20):
        committed = await said(world, caller, f"the marker is mark{number}x")
        question = Question(query=f"mark{number}x", k=1)
        (passage,) = (await recall(world, caller, question)).results
        assert passage.id == committed.episode_id


async def test_a_step_of_a_fold_that_was_given_up_is_a_turn_like_any_other(
    world: World, caller: Caller
) -> None:
    opened_fold = await fold(world, caller, description="look", goal="find")
    await abandon(world, opened_fold.fold_id)
    with pytest.raises(ConflictError):
        await commit(world, caller, Turn(role="user", content="late", fold_id=opened_fold.fold_id))
    assert (await said(world, caller, "on its own")).fold_id is None
