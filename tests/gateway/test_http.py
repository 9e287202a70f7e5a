"""The HTTP door: who may enter, to which project, in which order, and how it ends."""

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import mcp_types as types
import pytest
from starlette.types import Message
from typing_extensions import override

from lockstitch.app.identify import identify
from lockstitch.app.pin import pin
from lockstitch.app.world import World
from lockstitch.config import Settings
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Caller
from lockstitch.gateway.http.app import Doors
from lockstitch.gateway.http.bodies import whole
from lockstitch.gateway.mcp.memory_surface import MemorySurface
from lockstitch.gateway.mcp.surface import Context
from lockstitch.gateway.serve import tokens_of
from lockstitch.wiring import open_world
from tests.gateway.posts import (
    WAIT_SECONDS,
    HangingUp,
    Running,
    Served,
    Site,
    Socket,
    a_process,
    port_in,
    serving,
    settings_in,
)
from tests.gateway.wire import (
    Frame,
    a_call,
    a_request,
    an_environment,
    an_initialize,
    structure_of,
)

ANCHORS: Final = "sakur4://anchors/"
STATUS: Final = "sakur4.status"
COMMIT: Final = "memory.commit_episode"
MEBIBYTE: Final = 1024 * 1024


class Gated(MemorySurface):
    """Holds what commits a text that begins with `slow`, until it is let on."""

    def __init__(self, world: World, settings: Settings, *, process_session: str | None) -> None:
        super().__init__(world, settings, process_session=process_session)
        self.begun = asyncio.Event()
        self.let_on = asyncio.Event()

    @override
    async def call(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        if str((params.arguments or {}).get("content")).startswith("slow"):
            self.begun.set()
            await asyncio.wait_for(self.let_on.wait(), WAIT_SECONDS)
        return await super().call(context, params)


def gate_of(served: Served) -> Gated:
    """Return the gate of a server that has one."""
    assert isinstance(served.surface, Gated)
    return served.surface


def a_commit(identity: str, content: str, **arguments: object) -> Frame:
    """Return a call that commits a user's turn."""
    given = {"role": "user", "content": content, **arguments}
    return a_request(identity, "tools/call", {"name": COMMIT, "arguments": given})


async def another_project(served: Served, folder: Path) -> str:
    """Return the path of a project that is not the server's own."""
    other = folder / "other"
    other.mkdir()
    return f"/mcp/p/{(await identify(served.world, str(other))).id}"


# --- who may enter


@pytest.mark.parametrize(
    "token",
    [
        pytest.param(None, id="none"),
        pytest.param("Bearer", id="nothing-after-the-scheme"),
        pytest.param("Bearer  ", id="blank"),
        pytest.param("Bearer wrong", id="unknown"),
        pytest.param("Basic {}", id="in-another-scheme"),
        pytest.param("Bearer {}x", id="with-something-after-it"),
    ],
)
def test_who_has_no_token_stays_outside(tmp_path: Path, token: str | None) -> None:
    async def go() -> None:
        async with serving(tmp_path) as served, served.site.socket() as socket:
            said = None if token is None else token.format(served.site.token)
            answer = await socket.ask(a_call(1, STATUS), authorization=said)
            assert answer.status == 401
            assert answer.headers["www-authenticate"].startswith("Bearer")

    asyncio.run(go())


_PATHS: Final = ("/mcp", "/mcp/p/any", "/", "/.well-known/oauth-protected-resource")


def test_a_host_that_is_not_ours_is_misdirected_on_every_path(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path) as served, served.site.socket() as socket:
            for path in _PATHS:
                for method in ("GET", "POST", "DELETE"):
                    await socket.head(method, path, host="evil.example", content_length="0")
                    assert (await socket.answer()).status == 421

    asyncio.run(go())


def test_an_origin_that_is_not_ours_is_forbidden_on_every_path(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path) as served, served.site.socket() as socket:
            for path in _PATHS:
                for method in ("GET", "POST", "DELETE"):
                    await socket.head(
                        method, path, origin="http://evil.example", content_length="0"
                    )
                    assert (await socket.answer()).status == 403

    asyncio.run(go())


def test_loopback_and_hosts_that_were_allowed_may_be_named(tmp_path: Path) -> None:
    async def go() -> None:
        doors = Doors(allowed_hosts=("memory.example",))
        async with serving(tmp_path, doors=doors) as served, served.site.socket() as socket:
            for name in ("127.0.0.1", "localhost", "[::1]", "memory.example"):
                host = f"{name}:{served.site.port}"
                message = a_request(name, "tools/list")
                answer = await socket.ask(message, host=host, origin=f"http://{host}")
                assert answer.status == 200

    asyncio.run(go())


def test_a_session_of_an_older_era_answers_to_its_own_token_alone(tmp_path: Path) -> None:
    async def go() -> None:
        async with (
            serving(tmp_path) as served,
            served.site.socket(mcp_protocol_version=None) as socket,
        ):
            opened = await socket.ask(an_initialize(1, "2025-11-25"))
            session = opened.headers["mcp-session-id"]
            ping = a_request(2, "ping", meta=None)
            own = await socket.ask(ping, mcp_session_id=session)
            stolen = await socket.ask(
                ping,
                mcp_session_id=session,
                authorization=f"Bearer {served.tokens.of('somebody else')}",
            )
        assert (own.status, stolen.status) == (200, 404)

    asyncio.run(go())


# --- what a request must be


@pytest.mark.parametrize("method", ["tools/list", "tools/call", "resources/read", "prompts/get"])
@pytest.mark.parametrize(
    "params",
    [
        pytest.param(None, id="no-params"),
        pytest.param({"uri": "sakur4://anchors/x", "name": STATUS}, id="no-meta"),
        pytest.param({"uri": "sakur4://anchors/x", "_meta": None}, id="meta-is-null"),
    ],
)
def test_a_modern_request_without_meta_is_refused(
    tmp_path: Path, method: str, params: Mapping[str, object] | None
) -> None:
    async def go() -> None:
        message: Frame = {"jsonrpc": "2.0", "id": 7, "method": method}
        if params is not None:
            message["params"] = params
        async with serving(tmp_path) as served:
            answer = await served.site.ask(message)
        assert answer.status == 400
        assert answer.frame == {
            "jsonrpc": "2.0",
            "id": 7,
            "error": {"code": -32602, "message": "Invalid params: request _meta is missing"},
        }

    asyncio.run(go())


def test_blanks_around_a_header_do_not_count(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path) as served, served.site.socket() as socket:
            answer = await socket.ask(a_call(1, STATUS), mcp_name=f"  {STATUS} \t ")
            assert answer.status == 200

    asyncio.run(go())


def test_a_body_that_says_it_is_too_large_is_refused_before_it_comes(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path) as served, served.site.socket() as socket:
            await socket.head(content_length=str(LIMITS.http_body_bytes + 1))
            assert (await socket.answer()).status == 413

    asyncio.run(go())


def test_a_body_that_turns_out_too_large_is_refused_and_the_connection_goes_on(
    tmp_path: Path,
) -> None:
    async def go() -> None:
        chunk = b"%x\r\n" % MEBIBYTE + b" " * MEBIBYTE + b"\r\n"
        async with serving(tmp_path) as served, served.site.socket() as socket:
            await socket.head(transfer_encoding="chunked")
            for _ in range(LIMITS.http_body_bytes // MEBIBYTE + 1):
                await socket.send(chunk)
            assert (await socket.answer()).status == 413
            await socket.send(b"0\r\n\r\n")
            assert (await socket.ask(a_call(1, STATUS))).status == 200

    asyncio.run(go())


def test_nothing_more_is_taken_in_of_a_body_that_is_too_large() -> None:
    taken = 0

    async def receive() -> Message:
        nonlocal taken
        taken += 1
        return {"type": "http.request", "body": bytes(MEBIBYTE), "more_body": True}

    assert asyncio.run(whole({"type": "http", "headers": []}, receive)) is None
    assert taken == LIMITS.http_body_bytes // MEBIBYTE + 1


# --- to which project


def test_a_path_names_the_project_that_it_serves(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path) as served:
            other = await another_project(served, tmp_path)
            committed = await served.site.call(COMMIT, other, role="user", content="over there")
            there, here = await served.site.call(STATUS, other), await served.site.call(STATUS)
            assert other.endswith(there["project_id"])
            assert here["project_id"] != there["project_id"]
            assert (there["project_episodes"], here["project_episodes"]) == (1, 0)
            assert committed["session_source"] == "token"

    asyncio.run(go())


def test_a_path_of_no_project_gets_an_error_and_nobodys_data(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path) as served:
            await served.site.call(COMMIT, role="user", content="over here")
            for message in (
                a_call(1, STATUS),
                a_commit("2", "nowhere"),
                a_request(3, "resources/list"),
                a_request(4, "resources/read", {"uri": f"{ANCHORS}nope"}),
            ):
                answer = (await served.site.ask(message, "/mcp/p/nope")).frame
                assert answer["error"]["code"] == types.INVALID_PARAMS
                assert "'nope'" in answer["error"]["message"]
            assert (await served.site.call(STATUS))["episodes"] == 1
            assert (await served.site.ask(a_call(5, STATUS), "/mcp/p/")).status == 404

    asyncio.run(go())


def test_a_resource_of_another_project_is_not_found(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path) as served:
            other = await another_project(served, tmp_path)
            own = (await served.site.call(STATUS))["project_id"]
            uri = f"{ANCHORS}{own}"
            message = a_request(1, "resources/read", {"uri": uri})
            assert "result" in (await served.site.ask(message)).frame
            refused = (await served.site.ask(message, other)).frame["error"]
            assert (refused["code"], refused["data"]) == (types.INVALID_PARAMS, {"uri": uri})

    asyncio.run(go())


def test_a_session_header_names_no_session_in_the_modern_era(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path) as served, served.site.socket() as socket:
            answer = await socket.ask(a_commit("1", "hello"), mcp_session_id="made-up")
            assert structure_of(answer.frame)["session_source"] == "token"

    asyncio.run(go())


# --- in which order


@pytest.mark.parametrize(
    "session",
    [
        pytest.param({}, id="no-session-named"),
        pytest.param({"session_id": "of-mine"}, id="a-session-named"),
    ],
)
def test_a_status_that_was_sent_after_a_commit_counts_it(
    tmp_path: Path, session: dict[str, object]
) -> None:
    async def go() -> list[int]:
        counted: list[int] = []
        async with (
            serving(tmp_path) as served,
            served.site.socket() as first,
            served.site.socket() as second,
        ):
            for number in range(12):
                await first.post(a_commit(f"c{number}", f"turn {number}", **session))
                await second.post(a_call(f"s{number}", STATUS))
                assert "result" in (await first.answer()).frame
                counted.append(await episodes_told(second))
        return counted

    assert asyncio.run(go()) == list(range(1, 13))


def test_reads_of_other_projects_pass_a_slow_write_and_those_of_its_own_wait(
    tmp_path: Path,
) -> None:
    async def go() -> None:
        async with serving(tmp_path, surface=Gated) as served:
            other = await another_project(served, tmp_path)
            async with served.site.socket() as write, served.site.socket() as read:
                await write.post(a_commit("c", "slow turn"))
                await asyncio.wait_for(gate_of(served).begun.wait(), WAIT_SECONDS)
                await read.post(a_call("s", STATUS))
                assert (await served.site.call(STATUS, other))["project_episodes"] == 0
                gate_of(served).let_on.set()
                assert "result" in (await write.answer()).frame
                assert await episodes_told(read) == 1

    asyncio.run(go())


def test_a_project_has_one_line_whichever_path_leads_to_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path, surface=Gated) as served:
            other = await another_project(served, tmp_path)
            own = (await served.site.call(STATUS))["project_id"]
            async with served.site.socket() as write, served.site.socket() as read:
                await write.post(a_commit("c", "slow turn"))
                await asyncio.wait_for(gate_of(served).begun.wait(), WAIT_SECONDS)
                await read.post(a_call("s", STATUS), f"/mcp/p/{own}")
                await served.site.call(STATUS, other)
                gate_of(served).let_on.set()
                assert "result" in (await write.answer()).frame
                assert await episodes_told(read) == 1

    asyncio.run(go())


def test_who_hangs_up_while_waiting_leaves_the_line(tmp_path: Path) -> None:
    async def go() -> None:
        async with (
            serving(tmp_path, surface=Gated) as served,
            served.site.socket() as write,
            served.site.socket() as read,
        ):
            await write.post(a_commit("c", "slow turn"))
            await asyncio.wait_for(gate_of(served).begun.wait(), WAIT_SECONDS)
            waiting = HangingUp(
                served, a_commit("w", "never said"), mcp_protocol_version="2026-07-28"
            )
            await read.post(a_call("s", STATUS))
            await waiting.hang_up()
            gate_of(served).let_on.set()
            assert "result" in (await write.answer()).frame
            assert await episodes_told(read) == 1

    asyncio.run(go())


def test_what_is_worked_on_keeps_its_place_when_its_client_hangs_up(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path, surface=Gated) as served:
            other = await another_project(served, tmp_path)
            async with served.site.socket(mcp_protocol_version=None) as socket:
                opened = await socket.ask(an_initialize(1, "2025-11-25"))
            session = opened.headers["mcp-session-id"]
            message = a_call(2, COMMIT, meta=None, role="user", content="slow turn")
            # In the older eras a closed connection cancels nothing.
            left = HangingUp(served, message, mcp_session_id=session)
            await asyncio.wait_for(gate_of(served).begun.wait(), WAIT_SECONDS)
            await left.hang_up()
            async with served.site.socket() as read:
                await read.post(a_call("s", STATUS))
                await served.site.call(STATUS, other)
                gate_of(served).let_on.set()
                assert await episodes_told(read) == 1

    asyncio.run(go())


async def episodes_told(socket: Socket) -> int:
    """Return how many episodes of its project the status that comes next counts."""
    counted: object = structure_of((await socket.answer()).frame)["project_episodes"]
    assert isinstance(counted, int)
    return counted


# --- what is announced


def test_those_who_listen_hear_of_a_pin(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path) as served, served.site.socket() as socket:
            address = await listen_to_anchors(served, socket)
            await served.site.call("memory.pin", content="never force-push")
            assert updated(await socket.event()) == address
            await served.site.call("memory.pin", content="never commit a secret")
            assert updated(await socket.event()) == address

    asyncio.run(go())


def test_those_who_listen_hear_of_a_pin_that_another_process_made(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path) as served, served.site.socket() as socket:
            address = await listen_to_anchors(served, socket)
            elsewhere = open_world(settings_in(tmp_path))
            project = await elsewhere.projects.get(address.removeprefix(ANCHORS))
            assert project is not None
            nobody = Caller(project=project.id, session_id=None, session_source=None)
            await pin(elsewhere, nobody, "never force-push")
            elsewhere.close()
            assert updated(await socket.event()) == address

    asyncio.run(go())


async def listen_to_anchors(served: Served, socket: Socket) -> str:
    """Listen to the rules of the server's own project, and to what never changes; return the first."""
    project = (await served.site.call(STATUS))["project_id"]
    address = f"{ANCHORS}{project}"
    wanted = {
        "toolsListChanged": True,
        "resourceSubscriptions": [address, f"sakur4://status/{project}", f"{ANCHORS}nope"],
    }
    await socket.post(a_request("listen", "subscriptions/listen", {"notifications": wanted}))
    assert (await socket.begun()).status == 200
    said = await socket.event()
    assert said is not None
    assert said["method"] == "notifications/subscriptions/acknowledged"
    assert said["params"]["notifications"] == {"resourceSubscriptions": [address]}
    return address


def updated(said: Frame | None) -> str:
    """Return the address that a notification says has changed."""
    assert said is not None
    assert said["method"] == "notifications/resources/updated"
    return str(said["params"]["uri"])


# --- how it ends


def test_a_server_that_is_told_to_end_ends_open_streams_first(tmp_path: Path) -> None:
    async def go() -> None:
        settings = settings_in(tmp_path)
        settings.data_dir.mkdir()
        token = tokens_of(settings.data_dir).of("x")
        command = (sys.executable, "-m", "lockstitch", "serve", "--http", "--port", "0")
        environment = an_environment(tmp_path)
        async with a_process(*command, environment=environment, directory=tmp_path) as running:
            site = Site(port=port_in(running.address), token=token)
            await end_with_open_streams(running, site)
        assert running.errors == []

    asyncio.run(go())


async def end_with_open_streams(running: Running, site: Site) -> None:
    listening = a_request(1, "subscriptions/listen", {"notifications": {}})
    async with site.socket() as modern, site.socket(mcp_protocol_version=None) as older:
        await modern.post(listening)
        await modern.begun()
        await modern.event()
        opened = await older.ask(an_initialize(1, "2025-11-25"))
        session = opened.headers["mcp-session-id"]
        await older.head("GET", mcp_session_id=session, content_type=None)
        await older.begun()
        running.process.terminate()
        last = await modern.event()
        assert last is not None
        assert last["result"]["resultType"] == "complete"
        assert (await modern.event(), await older.event()) == (None, None)
        assert await running.ended() == 0
