"""A server process: what is on its streams, how it ends, and that nothing of it is left."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, cast

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from tests.gateway.wire import (
    MODERN,
    WAIT_SECONDS,
    a_call,
    a_command,
    a_request,
    a_wire,
    an_environment,
    line_of,
    structure_of,
)

if TYPE_CHECKING:
    from mcp_types import TextContent, TextResourceContents

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and /proc")

CLIENTS: Final = 20
UNREAD: Final = 60
"""Answers with the listing, of which a pipe holds a few."""

NOISY: Final = """
import os, subprocess, sys, warnings

class Talkative:
    def find_spec(self, name, path, target=None):
        if name == "uvicorn":
            print("printed by an import")

sys.meta_path.insert(0, Talkative())
from lockstitch.workspace.git import GitWorkspace
located = GitWorkspace.located

def noisy(self, directory):
    print("printed by a library")
    sys.stdout.write("written by a library\\n")
    os.write(1, b"written to the first descriptor\\n")
    subprocess.run([sys.executable, "-c", "print('printed by a child')"], check=True)
    subprocess.run(["cat"], check=True)
    warnings.warn("warned by a library")
    return located(self, directory)

GitWorkspace.located = noisy
from lockstitch.cli import main
main()
"""

CLIENT: Final = """
import subprocess, sys
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
print("started", flush=True)
server.stdin.write(sys.argv[1].encode())
server.stdin.flush()
server.stdout.readline()
print("answered", flush=True)
server.wait()
"""


def wait_until(holds: Callable[[], bool], *, seconds: float = WAIT_SECONDS) -> bool:
    """Look again and again until *holds*; False when it never did."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        threading.Event().wait(0.02)
    return True


def left_of(folder: Path) -> list[str]:
    """Return the processes that live, and were started with the environment of *folder*."""
    mark = f"LOCKSTITCH_DATA_DIR={folder / 'data'}".encode()
    left: list[str] = []
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):  # another's, or gone by now; a dead one shows nothing
            if process.name.isdigit() and mark in (process / "environ").read_bytes().split(b"\0"):
                left.append((process / "cmdline").read_text().replace("\0", " "))
    return left


def test_whatever_is_printed_the_wire_carries_frames_and_nothing_else(tmp_path: Path) -> None:
    with a_wire(tmp_path, command=[sys.executable, "-c", NOISY, "serve"]) as wire:
        assert structure_of(wire.call("sakur4.status"))["episodes"] == 0
        assert wire.finish() == 0
        assert len(wire.frames) == 1
    for said in ("by an import", "printed by a library", "written by", "descriptor", "a child"):
        assert said in wire.errors
    assert "warned by a library" in wire.errors


def test_a_server_without_a_standard_error_serves(tmp_path: Path) -> None:
    command = ["sh", "-c", 'exec "$@" 2>&-', "sh", *a_command()]
    with a_wire(tmp_path, command=command) as wire:
        wire.call("memory.commit_episode", role="user", content="said without an ear")
        assert structure_of(wire.call("sakur4.status"))["episodes"] == 1
        assert wire.finish() == 0


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param([signal.SIGTERM], id="sigterm"),
        pytest.param([signal.SIGINT], id="sigint"),
        pytest.param([signal.SIGINT, signal.SIGTERM], id="sigint-and-a-tenth-later-sigterm"),
    ],
)
def test_a_signal_ends_the_process_in_good_order_and_nothing_acknowledged_is_lost(
    numbers: list[signal.Signals], tmp_path: Path
) -> None:
    with a_wire(tmp_path) as wire:
        wire.send(
            *(
                a_call(number, "memory.commit_episode", role="user", content=f"turn {number}")
                for number in range(60)
            )
        )
        wire.answer(3)
        for number in numbers:
            if wire.process.poll() is None:
                wire.process.send_signal(number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                wire.process.wait(0.1)
        assert wire.ended() == 0
        assert "Traceback" not in wire.errors
        assert left_of(tmp_path) == []
        acknowledged = {
            structure_of(frame)["episode_id"] for frame in wire.frames if "result" in frame
        }
    with a_wire(tmp_path) as wire:
        for episode in acknowledged:
            assert structure_of(wire.call("read_passage", id=episode))["id"] == episode


def test_a_server_that_nobody_listens_to_ends_at_a_signal(tmp_path: Path) -> None:
    with subprocess.Popen(
        a_command(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=an_environment(tmp_path),
        cwd=tmp_path,
    ) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None
        for number in range(UNREAD):
            stdin.write(line_of(a_request(number, "tools/list")))
        stdin.flush()
        assert stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(WAIT_SECONDS) == 0
        stdin.close()


def test_a_server_that_waits_for_git_ends_at_a_signal_and_leaves_no_git(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    subprocess.run(["git", "init", "-q", str(checkout)], check=True)
    hanging = tmp_path / "bin" / "git"
    hanging.parent.mkdir()
    hanging.write_text("#!/bin/sh\nexec sleep 300\n")
    hanging.chmod(0o755)
    path = f"{hanging.parent}{os.pathsep}{os.environ['PATH']}"
    environment = an_environment(tmp_path, PATH=path)
    with a_wire(tmp_path, environment=environment, directory=checkout) as wire:
        wire.send(a_call(1, "sakur4.status"))
        assert wait_until(lambda: any("sleep" in process for process in left_of(tmp_path)))
        wire.process.send_signal(signal.SIGTERM)
        assert wire.ended() == 0
        assert left_of(tmp_path) == []


def test_the_end_of_input_ends_the_process_and_leaves_no_child(tmp_path: Path) -> None:
    with a_wire(tmp_path) as wire:
        wire.call("sakur4.status")
        assert wire.finish() == 0
        assert left_of(tmp_path) == []


def test_a_signal_behind_the_end_of_input_changes_nothing(tmp_path: Path) -> None:
    with a_wire(tmp_path) as wire:
        wire.call("sakur4.status")
        wire.close_input()
        wire.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            wire.process.wait(0.1)
        wire.process.send_signal(signal.SIGINT)
        assert wire.ended() == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "reached",
    [
        pytest.param(b"started\n", id="while-the-server-starts"),
        pytest.param(b"answered\n", id="after-an-answer"),
    ],
)
def test_of_the_servers_of_clients_that_were_killed_none_is_left(
    reached: bytes, tmp_path: Path
) -> None:
    call = line_of(a_call(1, "memory.commit_episode", role="user", content="said")).decode()
    with contextlib.ExitStack() as stack:
        clients = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-S", "-c", CLIENT, call, *a_command()],
                    stdout=subprocess.PIPE,
                    env=an_environment(tmp_path),
                    cwd=tmp_path,
                )
            )
            for _ in range(CLIENTS // 2)
        ]
        for client in clients:
            said = cast("BinaryIO", client.stdout)
            while said.readline() != reached:
                pass
            client.kill()
        for client in clients:
            client.wait(WAIT_SECONDS)
        assert wait_until(lambda: not left_of(tmp_path)), left_of(tmp_path)


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["auto", "legacy", MODERN])
async def test_the_official_client_works_with_a_server_process(mode: str, tmp_path: Path) -> None:
    program, *arguments = a_command()
    server = StdioServerParameters(
        command=program, args=arguments, env=an_environment(tmp_path), cwd=tmp_path
    )
    async with Client(server, mode=mode, read_timeout_seconds=WAIT_SECONDS) as client:
        assert client.protocol_version == ("2025-11-25" if mode == "legacy" else MODERN)
        tools = (await client.list_tools()).tools
        assert "memory.recall" in [tool.name for tool in tools]
        turn = {"role": "user", "content": "the port is 8080"}
        written = await client.call_tool("memory.commit_episode", turn)
        found = await client.call_tool("memory.recall", {"query": "which port"})
        assert not found.is_error
        assert found.structured_content is not None
        assert written.structured_content is not None
        assert [hit["id"] for hit in found.structured_content["results"]] == [
            written.structured_content["episode_id"]
        ]
        [prompt] = (await client.list_prompts()).prompts
        [message] = (await client.get_prompt(prompt.name)).messages
        assert "memory.recall" in cast("TextContent", message.content).text
        anchors = (await client.list_resources()).resources[0]
        [rules] = (await client.read_resource(anchors.uri)).contents
        assert cast("TextResourceContents", rules).text == "No rule is pinned."
