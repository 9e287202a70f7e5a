"""The stdio transport: what is no message, batches, cancelling, the end, and both eras at once."""

import asyncio
from typing import Final, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.gateway.piped import FAIL, HOLD, READ, SECRET, WRITE, Scripted, piped
from tests.gateway.wire import (
    CAPABILITIES_KEY,
    INITIALIZED,
    LEGACY,
    META,
    MODERN,
    VERSION_KEY,
    WAIT_SECONDS,
    Frame,
    a_call,
    a_cancel,
    a_request,
    an_initialize,
)

pytestmark = pytest.mark.anyio

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
UNSUPPORTED_VERSION: Final = -32022


def code_of(frame: Frame) -> int:
    return frame["error"]["code"]


def ping(identity: str | int) -> Frame:
    return a_request(identity, "ping", meta=None)


def in_order(frames: object) -> list[Frame]:
    """Return a batch's answers by their ids; they may stand in any order."""
    return sorted(cast("list[Frame]", frames), key=lambda frame: str(frame["id"]))


# What is no message


@pytest.mark.parametrize(
    ("line", "code", "identity"),
    [
        pytest.param(b"garbage\n", PARSE_ERROR, None, id="no-json"),
        pytest.param(b'{"jsonrpc":"2.0",\n', PARSE_ERROR, None, id="half-a-message"),
        pytest.param(b'{"a":"\xc3\x28"}\n', PARSE_ERROR, None, id="bad-utf-8"),
        pytest.param(b"\xff\xfe\n", PARSE_ERROR, None, id="half-a-utf-16-character"),
        pytest.param(b"[" * 5_000 + b"\n", PARSE_ERROR, None, id="nested-too-deep"),
        pytest.param(b"7\n", INVALID_REQUEST, None, id="a-number"),
        pytest.param(b"null\n", INVALID_REQUEST, None, id="null"),
        pytest.param(b"{}\n", INVALID_REQUEST, None, id="an-empty-object"),
        pytest.param(b'{"id":5,"method":"ping"}\n', INVALID_REQUEST, 5, id="no-version"),
        pytest.param(
            b'{"jsonrpc":"2.0","id":5,"method":7}\n', INVALID_REQUEST, 5, id="method-is-a-number"
        ),
        pytest.param(
            b'{"jsonrpc":"2.0","id":5,"method":"ping","params":[1]}\n',
            INVALID_REQUEST,
            5,
            id="params-are-a-list",
        ),
        pytest.param(
            b'{"jsonrpc":"2.0","id":true,"method":"ping"}\n', INVALID_REQUEST, None, id="id-is-true"
        ),
        pytest.param(
            b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n', INVALID_REQUEST, None, id="id-is-1.5"
        ),
        pytest.param(
            b'{"jsonrpc":"2.0","id":null,"method":"ping"}\n', INVALID_REQUEST, None, id="id-is-null"
        ),
        pytest.param(b"[]\n", INVALID_REQUEST, None, id="an-empty-batch"),
        pytest.param(b"x" * 2_000 + b"\n", INVALID_REQUEST, None, id="too-long"),
        pytest.param(b"x" * 1_001 + b"\n", INVALID_REQUEST, None, id="too-long-by-its-end"),
    ],
)
async def test_a_line_that_is_no_message_is_answered_and_the_connection_goes_on(
    line: bytes, code: int, identity: object
) -> None:
    longest = 6_000 if line.startswith(b"[[") else 1_000
    async with piped(Scripted(), line_bytes_max=longest) as client:
        client.send(line)
        answer = await client.next()
        assert (answer["id"], code_of(answer)) == (identity, code)
        assert (await client.ask("tools/list"))["result"]["tools"] == []


async def test_a_line_as_long_as_allowed_is_served() -> None:
    request = a_call(1, WRITE, said="")
    async with piped(Scripted(), line_bytes_max=1_000) as client:
        short = len(str(request)) + 50
        client.send(a_call(1, WRITE, said="x" * (1_000 - short)))
        assert "result" in await client.answer(1)


async def test_blank_lines_and_line_ends_of_windows_are_nothing_special() -> None:
    async with piped(Scripted()) as client:
        client.send(b"\n", b"  \r\n", b'{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n')
        assert (await client.next())["result"] == {}


async def test_a_last_line_without_a_line_end_is_answered() -> None:
    async with piped(Scripted()) as client:
        client.send(b'{"jsonrpc":"2.0","id":1,"method":"ping"}')
        assert [frame["id"] for frame in await client.finish()] == [1]


async def test_a_lone_surrogate_in_an_id_comes_back_as_it_was_sent() -> None:
    async with piped(Scripted()) as client:
        assert (await client.ask("tools/list"))["result"]
        client.send(ping("\ud800"))
        assert (await client.next())["id"] == "\ud800"


async def test_an_id_in_use_is_refused_and_the_request_that_has_it_is_answered() -> None:
    surface = Scripted()
    async with piped(surface) as client:
        client.send(a_call(1, HOLD))
        await surface.began.wait()
        client.send(a_call(1, READ))
        assert code_of(await client.next()) == INVALID_REQUEST
        surface.let_go.set()
        assert "result" in await client.next()


async def test_an_id_may_be_used_again_when_its_request_is_answered() -> None:
    async with piped(Scripted()) as client:
        for _ in range(2):
            client.send(a_call(1, READ))
            assert "result" in await client.next()


async def test_numbers_and_texts_are_different_ids() -> None:
    async with piped(Scripted()) as client:
        client.send(ping(1), ping("1"))
        assert {(await client.next())["id"], (await client.next())["id"]} == {1, "1"}


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.binary(max_size=60).map(lambda data: data.replace(b"\n", b"")), max_size=8))
def test_whatever_is_sent_the_connection_goes_on(lines: list[bytes]) -> None:
    async def serve() -> None:
        async with piped(Scripted()) as client:
            client.send(*(line + b"\n" for line in lines), a_call("last", READ))
            assert "result" in await client.answer("last")

    asyncio.run(serve())


# Batches


async def test_a_batch_of_2025_03_26_is_answered_as_one() -> None:
    async with piped(Scripted()) as client:
        await client.initialize("2025-03-26")
        client.send([a_call(1, READ, meta=None), INITIALIZED, ping(2)])
        answers = in_order(await client.next())
        assert [(answer["id"], "result" in answer) for answer in answers] == [(1, True), (2, True)]


async def test_a_batch_right_behind_the_handshake_is_answered_as_one() -> None:
    async with piped(Scripted()) as client:
        client.send(an_initialize(1, "2025-03-26"), INITIALIZED, [ping(2), ping(3)])
        assert (await client.next())["id"] == 1
        assert [answer["id"] for answer in in_order(await client.next())] == [2, 3]


async def test_a_batch_takes_effect_in_its_order() -> None:
    surface = Scripted()
    async with piped(surface) as client:
        await client.initialize("2025-03-26")
        client.send([a_call(n, WRITE, meta=None, said=str(n)) for n in range(6)])
        await client.next()
    assert surface.written == ["0", "1", "2", "3", "4", "5"]


@pytest.mark.parametrize("version", [v for v in LEGACY if v != "2025-03-26"])
async def test_a_batch_is_refused_in_every_other_revision_of_the_handshake(version: str) -> None:
    surface = Scripted()
    async with piped(surface) as client:
        await client.initialize(version)
        client.send([a_call(1, WRITE, meta=None, said="no")])
        assert code_of(await client.next()) == INVALID_REQUEST
        assert "result" in await client.ask("ping", meta=None)
    assert surface.written == []


async def test_a_batch_is_refused_in_the_modern_era() -> None:
    async with piped(Scripted()) as client:
        client.send([a_call(1, READ)])
        assert code_of(await client.next()) == INVALID_REQUEST


async def test_a_batch_of_notifications_gets_no_answer() -> None:
    async with piped(Scripted()) as client:
        await client.initialize("2025-03-26")
        client.send([a_cancel(77), INITIALIZED], ping("next"))
        assert (await client.next())["id"] == "next"


@pytest.mark.parametrize(
    ("bad", "identity"),
    [
        pytest.param(1, None, id="a-number"),
        pytest.param({"jsonrpc": "2.0", "id": 8, "method": "ping", "params": 7}, 8, id="params"),
        pytest.param({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}, None, id="id"),
        pytest.param([ping(8)], None, id="a-batch-in-a-batch"),
        pytest.param(a_call(9, READ, meta=None), 9, id="an-id-that-the-batch-has-already"),
    ],
)
async def test_a_member_that_is_no_message_is_told_so_inside_the_answer(
    bad: object, identity: object
) -> None:
    async with piped(Scripted()) as client:
        await client.initialize("2025-03-26")
        client.send([a_call(9, READ, meta=None), bad])
        answers = cast("list[Frame]", await client.next())
        faults = [(answer["id"], code_of(answer)) for answer in answers if "error" in answer]
        assert faults == [(identity, INVALID_REQUEST)]
        assert [answer["id"] for answer in answers if "result" in answer] == [9]


async def test_a_batch_of_nothing_but_faults_is_answered() -> None:
    async with piped(Scripted()) as client:
        await client.initialize("2025-03-26")
        client.send([1, 2])
        answers = cast("list[Frame]", await client.next())
        assert [code_of(answer) for answer in answers] == [INVALID_REQUEST, INVALID_REQUEST]


async def test_a_request_of_a_batch_that_is_cancelled_is_left_out_of_the_answer() -> None:
    surface = Scripted()
    async with piped(surface) as client:
        await client.initialize("2025-03-26")
        client.send(a_call("held", HOLD, meta=None))
        await surface.began.wait()
        client.send([a_call(1, READ, meta=None), a_call(2, READ, meta=None)], a_cancel(1))
        client.send(ping("seen"))
        assert (await client.next())["id"] == "seen"
        surface.let_go.set()
        await client.answer("held")
        assert [answer["id"] for answer in in_order(await client.next())] == [2]


# Cancelling


async def test_a_request_cancelled_before_its_turn_is_never_begun_nor_answered() -> None:
    surface = Scripted()
    async with piped(surface) as client:
        client.send(a_call("held", HOLD))
        await surface.began.wait()
        client.send(a_call(1, WRITE, said="no"), a_call(2, WRITE, said="yes"), a_cancel(1))
        await client.ask("tools/list")  # when this is answered, all before it has arrived
        surface.let_go.set()
        frames = await client.finish()
    assert surface.written == ["yes"]
    assert [frame["id"] for frame in frames[1:]] == ["held", 2]


async def test_a_running_request_that_is_cancelled_is_not_answered_and_holds_nobody_up() -> None:
    surface = Scripted()
    async with piped(surface) as client:
        client.send(a_call(1, HOLD), a_call(2, WRITE, said="behind"))
        await surface.began.wait()
        client.send(a_cancel(1))
        assert "result" in await client.answer(2)
        await asyncio.wait_for(surface.cancelled.wait(), WAIT_SECONDS)
        assert [frame["id"] for frame in await client.finish()] == [2]


@pytest.mark.parametrize(
    "stray",
    [
        pytest.param(a_cancel(1), id="a-request-that-is-answered"),
        pytest.param(a_cancel("never"), id="a-request-that-never-was"),
        pytest.param({"jsonrpc": "2.0", "method": "notifications/cancelled"}, id="no-params"),
        pytest.param(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": [1]}},
            id="an-id-of-no-kind",
        ),
        pytest.param({"jsonrpc": "2.0", "method": "notifications/never"}, id="unknown"),
        pytest.param(
            {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1}},
            id="progress-of-nothing",
        ),
        pytest.param({"jsonrpc": "2.0", "id": 99, "result": {}}, id="an-answer-to-nothing"),
    ],
)
@pytest.mark.parametrize("version", [MODERN, "2025-11-25"])
async def test_a_stray_message_is_ignored(version: str, stray: object) -> None:
    meta = META if version == MODERN else None
    async with piped(Scripted()) as client:
        if meta is None:
            await client.initialize(version)
        client.send(stray, a_call(1, READ, meta=meta))
        assert "result" in await client.answer(1)
        client.send(stray, a_call(2, READ, meta=meta))
        assert "result" in await client.answer(2)
        assert {frame["id"] for frame in await client.finish()} <= {"open", 1, 2}


# Eras


@pytest.mark.parametrize("version", LEGACY)
async def test_every_revision_with_a_handshake_is_served(version: str) -> None:
    async with piped(Scripted()) as client:
        opened = await client.initialize(version)
        assert opened["result"]["protocolVersion"] == version
        assert (await client.ask("tools/list", meta=None))["result"]["tools"] == []
        assert "result" in await client.call(READ, meta=None)
        assert (await client.ask("ping", meta=None))["result"] == {}


async def test_a_revision_that_nobody_knows_is_offered_one_that_we_speak() -> None:
    async with piped(Scripted()) as client:
        assert (await client.initialize("1999-01-01"))["result"]["protocolVersion"] in LEGACY
        assert "result" in await client.call(READ, meta=None)


async def test_discovery_names_the_modern_revision_and_no_listing_that_changes() -> None:
    async with piped(Scripted()) as client:
        found = (await client.ask("server/discover"))["result"]
    assert found["supportedVersions"] == [MODERN]
    assert (found["ttlMs"], found["cacheScope"], found["resultType"]) == (
        300_000,
        "public",
        "complete",
    )
    for part in ("tools", "prompts", "resources"):
        assert found["capabilities"][part]["listChanged"] is False
    assert found["capabilities"]["resources"]["subscribe"] is True


async def test_a_client_that_got_no_answer_to_its_probe_in_time_may_go_on_with_a_handshake() -> (
    None
):
    async with piped(Scripted()) as client:
        client.send(
            a_request(1, "server/discover"),
            an_initialize(2, "2025-11-25"),
            INITIALIZED,
            a_call(3, READ, meta=None),
            a_call(4, READ),
        )
        for identity in (1, 2, 3, 4):
            assert "result" in await client.answer(identity)


@pytest.mark.parametrize(
    ("meta", "code"),
    [
        pytest.param(None, INVALID_PARAMS, id="none"),
        pytest.param({}, INVALID_PARAMS, id="empty"),
        pytest.param({CAPABILITIES_KEY: {}}, INVALID_PARAMS, id="no-version"),
        pytest.param({VERSION_KEY: MODERN}, INVALID_PARAMS, id="no-capabilities"),
        pytest.param(
            {VERSION_KEY: "2099-01-01", CAPABILITIES_KEY: {}}, UNSUPPORTED_VERSION, id="unknown"
        ),
        pytest.param(
            {VERSION_KEY: 7, CAPABILITIES_KEY: {}}, INVALID_PARAMS, id="version-is-a-number"
        ),
    ],
)
async def test_a_first_request_of_neither_era_is_refused_and_a_right_one_after_it_served(
    meta: dict[str, object] | None, code: int
) -> None:
    surface = Scripted()
    async with piped(surface) as client:
        refused = await client.call(WRITE, meta=meta, said="no")
        assert code_of(refused) == code
        if code == UNSUPPORTED_VERSION:
            assert refused["error"]["data"] == {"supported": [MODERN], "requested": "2099-01-01"}
        assert "result" in await client.call(READ)
    assert surface.written == []


async def test_a_request_before_the_handshake_is_told_what_it_lacks() -> None:
    async with piped(Scripted()) as client:
        refused = await client.ask("tools/list", meta=None)
    assert refused["error"]["message"] == "Invalid params: request _meta is missing"


async def test_a_method_that_is_not_there_is_refused_in_each_era() -> None:
    async with piped(Scripted()) as client:
        assert code_of(await client.ask("tools/never")) == METHOD_NOT_FOUND
        await client.initialize("2025-11-25")
        assert code_of(await client.ask("tools/never", meta=None)) == METHOD_NOT_FOUND


@pytest.mark.parametrize(
    ("method", "params"),
    [
        pytest.param("tools/call", {"name": FAIL}, id="tool"),
        pytest.param("resources/list", {}, id="resources"),
        pytest.param("resources/read", {"uri": "a://b"}, id="resource"),
        pytest.param("prompts/get", {"name": "a"}, id="prompt"),
        pytest.param(
            "completion/complete",
            {"ref": {"type": "ref/prompt", "name": "a"}, "argument": {"name": "b", "value": ""}},
            id="completion",
        ),
    ],
)
@pytest.mark.parametrize("version", [MODERN, "2025-11-25", "2024-11-05"])
async def test_a_bug_is_an_internal_error_and_nothing_of_it_leaks(
    version: str, method: str, params: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    async with piped(Scripted()) as client:
        if version != MODERN:
            await client.initialize(version)
        meta = META if version == MODERN else None
        answer = await client.ask(method, params, meta=meta)
    assert code_of(answer) == INTERNAL_ERROR
    assert SECRET not in str(answer)
    assert SECRET in caplog.text


async def test_a_page_that_is_not_there_is_refused() -> None:
    async with piped(Scripted()) as client:
        for method in ("tools/list", "prompts/list", "resources/list", "resources/templates/list"):
            assert code_of(await client.ask(method, {"cursor": ""})) == INVALID_PARAMS


# The end


async def test_the_end_of_input_waits_for_the_answers_that_are_owed() -> None:
    surface = Scripted()
    async with piped(surface) as client:
        client.send(*(a_call(number, WRITE, said=str(number)) for number in range(50)))
        frames = await client.finish()
    assert [frame["id"] for frame in frames] == list(range(50))


async def test_the_end_of_input_does_not_wait_for_a_stream_that_has_no_end() -> None:
    async with piped(Scripted()) as client:
        client.send(a_request("stream", "subscriptions/listen", {"notifications": {}}))
        acknowledged = await client.next()
        assert acknowledged["method"] == "notifications/subscriptions/acknowledged"
        await asyncio.wait_for(client.finish(), WAIT_SECONDS)


async def test_two_thousand_requests_that_nobody_waits_for_are_all_answered() -> None:
    async with piped(Scripted()) as client:
        await client.initialize("2025-11-25")
        for start in range(0, 2_000, 500):
            client.send(*(ping(number) for number in range(start, start + 500)))
            await client.answer(start)
        assert len(await client.finish()) == 2_001


async def test_an_input_that_ends_at_once_is_no_trouble() -> None:
    async with piped(Scripted()) as client:
        assert await client.finish() == []
