"""A rule that is pinned is announced to those who listen, whoever pinned it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from lockstitch.app.pin import pin, unpin
from lockstitch.app.world import World
from lockstitch.domain.errors import StoreBusyError
from lockstitch.gateway.mcp.announce import Announcer, watching
from lockstitch.gateway.mcp.server import build_server
from tests.builders import a_caller, a_project, a_world
from tests.gateway.piped import Piped, Scripted, piped_server
from tests.gateway.surfaces import a_piped_client, a_surface
from tests.gateway.wire import (
    META,
    Frame,
    a_cancel,
    a_request,
    a_wire,
    structure_of,
)

pytestmark = pytest.mark.anyio

LISTEN: Final = "subscriptions/listen"
UPDATED: Final = "notifications/resources/updated"
SUBSCRIPTION_ID: Final = "io.modelcontextprotocol/subscriptionId"


async def anchors_of(client: Piped, *, meta: bool = True) -> str:
    answer = await client.ask("resources/list", meta=META if meta else None)
    return str(answer["result"]["resources"][0]["uri"])


def listen_to(*uris: str) -> Frame:
    return a_request("stream", LISTEN, {"notifications": {"resourceSubscriptions": list(uris)}})


def updates_in(client: Piped) -> list[Frame]:
    return [frame["params"] for frame in client.frames if frame.get("method") == UPDATED]


def is_update(frame: Frame) -> bool:
    return frame.get("method") == UPDATED


@pytest.fixture
async def client(world: World, tmp_path: Path) -> AsyncIterator[Piped]:
    async with a_piped_client(a_surface(world, tmp_path)) as connected:
        yield connected


async def test_a_pin_is_announced_to_a_modern_client_that_listens(client: Piped) -> None:
    uri = await anchors_of(client)
    client.send(listen_to(uri))
    acknowledged = await client.next()
    assert acknowledged["method"] == "notifications/subscriptions/acknowledged"
    assert acknowledged["params"]["notifications"] == {"resourceSubscriptions": [uri]}
    await client.call("memory.pin", content="Never push to main")
    update = await client.until(is_update)
    assert update["params"] == {"uri": uri, "_meta": {SUBSCRIPTION_ID: "stream"}}


async def test_the_update_comes_before_the_answer_to_the_pin(client: Piped) -> None:
    uri = await anchors_of(client)
    await client.initialize("2025-11-25")
    await client.ask("resources/subscribe", {"uri": uri}, meta=None)
    await client.call("memory.pin", meta=None, content="Never push to main")
    assert [update["uri"] for update in updates_in(client)] == [uri]


async def test_nothing_else_than_a_new_rule_is_announced(client: Piped) -> None:
    uri = await anchors_of(client)
    await client.initialize("2025-11-25")
    await client.ask("resources/subscribe", {"uri": uri}, meta=None)
    await client.call("memory.pin", content="Never push to main")
    await client.call("memory.pin", content="Never push to main")  # there already
    await client.call("memory.pin", content=" ")  # refused
    await client.call("memory.commit_episode", role="user", content="hello")
    await client.call("sakur4.status")
    assert len(updates_in(client)) == 1


async def test_who_unsubscribes_hears_no_more(client: Piped) -> None:
    uri = await anchors_of(client)
    await client.initialize("2025-11-25")
    await client.ask("resources/subscribe", {"uri": uri}, meta=None)
    await client.ask("resources/unsubscribe", {"uri": uri}, meta=None)
    await client.call("memory.pin", content="Never push to main")
    await client.call("sakur4.status")
    assert updates_in(client) == []


async def test_a_stream_that_is_cancelled_carries_no_more(client: Piped) -> None:
    uri = await anchors_of(client)
    client.send(listen_to(uri))
    await client.next()
    client.send(a_cancel("stream"))
    await client.ask("tools/list")
    await client.call("memory.pin", content="Never push to main")
    await client.call("sakur4.status")
    assert updates_in(client) == []


async def test_who_does_not_listen_hears_nothing(client: Piped) -> None:
    await client.call("memory.pin", content="Never push to main")
    await client.call("sakur4.status")
    assert updates_in(client) == []


async def test_a_resource_that_nothing_will_ever_be_said_of_is_not_acknowledged(
    client: Piped,
) -> None:
    client.send(listen_to("sakur4://anchors/proj_nothing", "file:///etc/passwd"))
    assert not (await client.next())["params"]["notifications"].get("resourceSubscriptions")


@pytest.mark.parametrize("modern", [True, False], ids=["modern", "legacy"])
async def test_what_another_process_pins_and_takes_back_is_announced(
    modern: bool, client: Piped, data_dir: Path, tmp_path: Path
) -> None:
    uri = await anchors_of(client)
    if modern:
        client.send(listen_to(uri))
        await client.next()
    else:
        await client.initialize("2025-11-25")
        await client.ask("resources/subscribe", {"uri": uri}, meta=None)
    other = a_world(data_dir)
    try:
        caller = a_caller(await a_project(other, tmp_path))
        pinned = await pin(other, caller, "Never push to main")
        assert (await client.until(is_update))["params"]["uri"] == uri
        seen = len(client.frames)
        await unpin(other, pinned.anchor_id)
        await client.until(lambda frame: is_update(frame) and len(client.frames) > seen)
    finally:
        other.close()


async def test_the_rules_of_another_project_are_not_announced(
    client: Piped, world: World, tmp_path: Path
) -> None:
    uri = await anchors_of(client)
    client.send(listen_to(uri))
    await client.next()
    caller = a_caller(await a_project(world, tmp_path / "another"))
    await pin(world, caller, "Only there")
    await client.call("memory.pin", content="Only here")
    await client.call("sakur4.status")
    assert [update["uri"] for update in updates_in(client)] == [uri]


async def test_who_subscribes_twice_hears_once(client: Piped) -> None:
    uri = await anchors_of(client)
    await client.initialize("2025-11-25")
    for _ in range(2):
        await client.ask("resources/subscribe", {"uri": uri}, meta=None)
    await client.call("memory.pin", content="Never push to main")
    await client.call("sakur4.status")
    assert len(updates_in(client)) == 1


async def test_who_watches_goes_on_when_the_store_could_not_be_read_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    looks = 0

    async def busy_once(address: str) -> object:
        nonlocal looks
        looks += 1
        if looks == 2:
            raise StoreBusyError(f"{address} stayed busy")
        return looks

    surface, announcer = Scripted(), Announcer(busy_once, seconds=0.001)
    server = build_server(surface, announcer=announcer, instructions="")
    async with watching(announcer), piped_server(server, surface) as client:
        client.send(listen_to("sakur4://anchors/p"))
        await client.until(is_update)
    assert "stayed busy" in caplog.text


def test_a_pin_in_one_server_process_is_announced_by_two_others(tmp_path: Path) -> None:
    with a_wire(tmp_path) as modern, a_wire(tmp_path) as legacy, a_wire(tmp_path) as pinner:
        uri = modern.ask("resources/list")["result"]["resources"][0]["uri"]
        modern.send(listen_to(uri))
        modern.next()
        legacy.initialize("2025-11-25")
        legacy.ask("resources/subscribe", {"uri": uri}, meta=None)
        assert structure_of(pinner.call("memory.pin", content="Never push to main"))["anchor_id"]
        for wire in (modern, legacy):
            assert wire.until(is_update)["params"]["uri"] == uri
            assert wire.finish() == 0
