"""A client of a transport in this process, over two pipes; and a surface that does as it is told."""

import asyncio
import contextlib
import json
import os
import threading
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any, BinaryIO, Final, cast

import mcp_types as types
from mcp.server.lowlevel import Server
from typing_extensions import override

from lockstitch.gateway.mcp.announce import Announcer, watching
from lockstitch.gateway.mcp.faults import bad_params
from lockstitch.gateway.mcp.server import build_server
from lockstitch.gateway.mcp.stdio import StdioTransport
from lockstitch.gateway.mcp.surface import Context, Surface
from tests.gateway.wire import (
    INITIALIZED,
    META,
    WAIT_SECONDS,
    Frame,
    a_request,
    an_initialize,
    answers,
    line_of,
)


class Piped:
    """The client. Every wait is bounded."""

    def __init__(self, into: BinaryIO, arriving: "asyncio.Queue[bytes]") -> None:
        self._in = into
        self._arriving = arriving
        self._next = 0
        self.frames: list[Frame] = []
        """Every message that came, in the order of arrival; a batch is a list, whatever its type says."""

    def send(self, *messages: object) -> None:
        """Send messages, no more than a pipe holds, without waiting for any answer."""
        self._in.write(b"".join(line_of(message) for message in messages))
        self._in.flush()

    async def next(self) -> Frame:
        """Wait for the next message."""
        line = await asyncio.wait_for(self._arriving.get(), WAIT_SECONDS)
        assert line, "the server ended"
        self.frames.append(json.loads(line))
        return self.frames[-1]

    async def until(self, wanted: Callable[[Frame], bool]) -> Frame:
        """Wait for a frame, of those that came already or will come."""
        for frame in self.frames:
            if wanted(frame):
                return frame
        while not wanted(frame := await self.next()):
            pass
        return frame

    async def answer(self, identity: object) -> Frame:
        """Wait for the answer with this id."""
        return await self.until(lambda frame: answers(frame, identity))

    async def ask(
        self,
        method: str,
        params: Mapping[str, object] | None = None,
        *,
        meta: Mapping[str, object] | None = META,
    ) -> Frame:
        """Send a request and return its answer."""
        self._next += 1
        identity = f"ask-{self._next}"
        self.send(a_request(identity, method, params, meta=meta))
        return await self.answer(identity)

    async def call(
        self, tool: str, *, meta: Mapping[str, object] | None = META, **arguments: object
    ) -> Frame:
        """Call a tool and return its answer."""
        return await self.ask("tools/call", {"name": tool, "arguments": arguments}, meta=meta)

    async def initialize(self, version: str) -> Frame:
        """Open a connection of an older era, and return what the server said to it."""
        self.send(an_initialize("open", version))
        answer = await self.answer("open")
        self.send(INITIALIZED)
        return answer

    async def finish(self) -> list[Frame]:
        """End the input, and return every message that was ever received."""
        self._in.close()
        while line := await asyncio.wait_for(self._arriving.get(), WAIT_SECONDS):
            self.frames.append(json.loads(line))
        return self.frames


@contextlib.asynccontextmanager
async def piped(surface: Surface, **settings: int) -> AsyncGenerator[Piped]:
    """Serve *surface* over a pair of pipes; *settings* are those of the transport."""
    announcer = Announcer(_nothing_changes)
    server = build_server(surface, announcer=announcer, instructions="")
    async with watching(announcer), piped_server(server, surface, **settings) as client:
        yield client


@contextlib.asynccontextmanager
async def piped_server(
    server: Server[dict[str, Any]], surface: Surface, **settings: int
) -> AsyncGenerator[Piped]:
    """Serve *server* over a pair of pipes."""
    server_in, client_out = os.pipe()
    client_in, server_out = os.pipe()
    arriving: asyncio.Queue[bytes] = asyncio.Queue()
    with (
        os.fdopen(server_in, "rb") as reads,
        os.fdopen(client_out, "wb") as into,
        os.fdopen(client_in, "rb") as out,
    ):
        thread = _reading(out, arriving, asyncio.get_running_loop())

        async def serve() -> None:
            with os.fdopen(server_out, "wb") as writes:
                await StdioTransport(server, surface, **settings).run(reads, writes)

        serving = asyncio.create_task(serve())
        try:
            yield Piped(into, arriving)
        finally:
            into.close()
            await asyncio.wait_for(serving, WAIT_SECONDS)
            await asyncio.to_thread(thread.join, WAIT_SECONDS)


def _reading(
    out: BinaryIO, arriving: "asyncio.Queue[bytes]", loop: asyncio.AbstractEventLoop
) -> threading.Thread:
    def read() -> None:
        for line in out:
            loop.call_soon_threadsafe(arriving.put_nowait, line)
        loop.call_soon_threadsafe(arriving.put_nowait, b"")

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread


async def _nothing_changes(address: str) -> object:
    del address
    return None


HOLD: Final = "hold"
"""Writes down that it began, and ends when it is let go."""
WRITE: Final = "write"
"""Writes down its argument `said`, alone in the line."""
READ: Final = "read"
"""Answers with all that is written down."""
FAIL: Final = "fail"
"""Has a bug, with a secret in it."""
SECRET: Final = "the-secret-in-the-bug"


class Scripted(Surface):
    """A surface whose calls wait, write things down, or fail, as their names say."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.began = asyncio.Event()
        self.let_go = asyncio.Event()
        self.cancelled = asyncio.Event()

    @override
    def reads(self, method: str, params: object) -> bool | None:
        if method != "tools/call":
            return None
        return cast("Mapping[str, object]", params).get("name") == READ

    @override
    async def place(self, project: str | None) -> str:
        return project or ""

    @override
    def input_schema(self, name: str) -> Mapping[str, Any] | None:
        return None

    @override
    async def tools(self, context: Context) -> Sequence[types.Tool]:
        return []

    @override
    async def call(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        if params.name == HOLD:
            await self._hold()
        elif params.name == WRITE:
            self.written.append(str((params.arguments or {})["said"]))
        elif params.name == FAIL:
            raise RuntimeError(SECRET)
        elif params.name != READ:
            raise bad_params(f"Unknown tool: {params.name}")
        text = types.TextContent(type="text", text=" ".join(self.written))
        return types.CallToolResult(content=[text])

    async def _hold(self) -> None:
        self.began.set()
        try:
            await self.let_go.wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise

    @override
    async def resources(self, context: Context) -> Sequence[types.Resource]:
        raise RuntimeError(SECRET)

    @override
    async def templates(self, context: Context) -> Sequence[types.ResourceTemplate]:
        return []

    @override
    async def read(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        raise RuntimeError(SECRET)

    @override
    async def prompts(self, context: Context) -> Sequence[types.Prompt]:
        return []

    @override
    async def prompt(
        self, context: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        raise RuntimeError(SECRET)

    @override
    async def completion(
        self, context: Context, params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        raise RuntimeError(SECRET)
