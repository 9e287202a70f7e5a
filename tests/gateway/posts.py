"""A client of the HTTP gateway on a raw socket, so that a test says when which byte is sent."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Awaitable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from starlette.types import Message, Scope

from lockstitch.app.world import World
from lockstitch.config import Settings, read_settings
from lockstitch.gateway.http.app import Doors, HttpApp
from lockstitch.gateway.http.tokens import Tokens
from lockstitch.gateway.mcp.announce import Announcer
from lockstitch.gateway.mcp.memory_surface import MemorySurface
from lockstitch.gateway.mcp.preamble import INSTRUCTIONS
from lockstitch.gateway.mcp.server import build_server
from lockstitch.gateway.serve import listen, tokens_of
from lockstitch.wiring import open_world
from tests.gateway.wire import MODERN, Frame, a_request, structure_of

WAIT_SECONDS: Final = 60
CLIENT: Final = "posts"
_NAMED: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back: the head, and the body when it was read."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def frame(self) -> Frame:
        """The message in the body, alone or as the last event of a stream."""
        if self.headers.get("content-type", "").startswith("text/event-stream"):
            return events_in(self.body)[-1]
        return json.loads(self.body)


def events_in(body: bytes) -> list[Frame]:
    """Return the messages of a stream."""
    lines = body.decode().splitlines()
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: {")]


class Socket:
    """One connection to a server."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        base: Mapping[str, str | None],
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._base = base
        self._partial = b""

    async def send(self, data: bytes) -> None:
        """Send bytes."""
        self._writer.write(data)
        await self._writer.drain()

    async def head(self, method: str = "POST", path: str = "/mcp", **headers: str | None) -> None:
        """Send the head of a request; a header that is None is left out."""
        given = {**self._base, **{name.replace("_", "-"): text for name, text in headers.items()}}
        lines = [f"{name}: {text}" for name, text in given.items() if text is not None]
        await self.send("\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode())

    async def post(self, message: object, path: str = "/mcp", **headers: str | None) -> None:
        """Send a message, whole."""
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        await self.head(
            "POST", path, **{**_of(message), "content_length": str(len(body)), **headers}
        )
        await self.send(body)

    async def ask(self, message: object, path: str = "/mcp", **headers: str | None) -> Answer:
        """Send a message and return the answer."""
        await self.post(message, path, **headers)
        return await self.answer()

    async def begun(self) -> Answer:
        """Wait for the head of an answer whose body goes on."""
        head = await asyncio.wait_for(self._reader.readuntil(b"\r\n\r\n"), WAIT_SECONDS)
        first, *lines = head.decode("latin-1").split("\r\n")
        fields = (line.partition(":") for line in lines if line)
        headers = {name.lower(): text.strip() for name, _, text in fields}
        return Answer(status=int(first.split()[1]), headers=headers, body=b"")

    async def answer(self) -> Answer:
        """Wait for a whole answer."""
        begun = await self.begun()
        if "chunked" in begun.headers.get("transfer-encoding", ""):
            body = b"".join([part async for part in self._chunks()])
        else:
            size = int(begun.headers.get("content-length", "0"))
            body = await asyncio.wait_for(self._reader.readexactly(size), WAIT_SECONDS)
        return Answer(status=begun.status, headers=begun.headers, body=body)

    async def event(self) -> Frame | None:
        """Wait for the next message of a stream that has begun; None is its end."""
        while b"\r\n\r\n" not in self._partial and b"\n\n" not in self._partial:
            part = await anext(self._chunks(), b"")
            if not part:
                return None
            self._partial += part.replace(b"\r\n", b"\n")
        event, _, self._partial = self._partial.partition(b"\n\n")
        found = events_in(event)
        return found[0] if found else await self.event()

    async def _chunks(self) -> AsyncGenerator[bytes]:
        while True:
            line = await asyncio.wait_for(self._reader.readuntil(b"\r\n"), WAIT_SECONDS)
            part = await asyncio.wait_for(self._reader.readexactly(int(line, 16) + 2), WAIT_SECONDS)
            if len(part) == 2:
                return
            yield part[:-2]

    async def close(self) -> None:
        """Hang up."""
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()


def _of(message: object) -> dict[str, str | None]:
    """Return the headers that repeat what a modern message holds."""
    if not isinstance(message, dict):
        return {}
    frame = cast("Frame", message)
    method = str(frame.get("method", ""))
    params = cast("Frame", frame.get("params") or {})
    return {"mcp_method": method or None, "mcp_name": params.get(_NAMED.get(method, ""))}


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A server that listens, with a client's token for it."""

    port: int
    token: str

    @contextlib.asynccontextmanager
    async def socket(self, **headers: str | None) -> AsyncGenerator[Socket]:
        """Give a connection; *headers* are sent with each request on it."""
        base: dict[str, str | None] = {
            "host": f"127.0.0.1:{self.port}",
            "authorization": f"Bearer {self.token}",
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            "mcp-protocol-version": MODERN,
        }
        base |= {name.replace("_", "-"): text for name, text in headers.items()}
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        socket = Socket(reader, writer, base=base)
        try:
            yield socket
        finally:
            await socket.close()

    async def ask(self, message: object, path: str = "/mcp", **headers: str | None) -> Answer:
        """Return the answer to a message that is sent on a connection of its own."""
        async with self.socket() as socket:
            return await socket.ask(message, path, **headers)

    async def call(self, tool: str, path: str = "/mcp", **arguments: object) -> dict[str, Any]:
        """Return the structure that a tool answers with."""
        message = a_request("call", "tools/call", {"name": tool, "arguments": arguments})
        return structure_of((await self.ask(message, path)).frame)


def settings_in(folder: Path) -> Settings:
    """Return the settings of a server that works in *folder*."""
    work = folder / "work"
    work.mkdir(exist_ok=True)
    environment = {"HOME": str(folder), "CLAUDE_PROJECT_DIR": str(work)}
    return read_settings({"data_dir": str(folder / "data")}, environment=environment)


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A server in this process, and what it is made of."""

    site: Site
    app: HttpApp
    world: World
    surface: MemorySurface
    tokens: Tokens


@contextlib.asynccontextmanager
async def serving(
    folder: Path, *, surface: type[MemorySurface] = MemorySurface, doors: Doors | None = None
) -> AsyncGenerator[Served]:
    """Serve a store of its own over HTTP, as `serve --http` does."""
    settings = settings_in(folder)
    world = open_world(settings)
    shown = surface(world, settings, process_session=None)
    announcer = Announcer(shown.fingerprint)
    shown.pinned = announcer.check
    tokens = tokens_of(settings.data_dir)
    app = HttpApp(
        build_server(shown, announcer=announcer, instructions=INSTRUCTIONS),
        shown,
        tokens=tokens,
        doors=doors or Doors(),
        announcer=announcer,
    )
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    async with app.running():
        listening = asyncio.ensure_future(
            listen(app, host="127.0.0.1", port=0, told=address.set_result)
        )
        try:
            told = await asyncio.wait_for(address, WAIT_SECONDS)
            site = Site(port=port_in(told), token=tokens.of(CLIENT))
            yield Served(site=site, app=app, world=world, surface=shown, tokens=tokens)
        finally:
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listening
            world.close()


class HangingUp:
    """A request without a socket, whose client hangs up when it is told to."""

    def __init__(self, served: Served, message: Frame, **headers: str) -> None:
        self._body = json.dumps(message).encode()
        given = {
            "host": f"127.0.0.1:{served.site.port}",
            "authorization": f"Bearer {served.site.token}",
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            **{name: text for name, text in _of(message).items() if text is not None},
            **headers,
        }
        fields = {name.replace("_", "-"): text for name, text in given.items()}
        self._scope: Scope = {
            "type": "http",
            "method": "POST",
            "path": "/mcp",
            "raw_path": b"/mcp",
            "query_string": b"",
            "headers": [(name.encode(), text.encode()) for name, text in fields.items()],
        }
        self._given = False
        self.gone = asyncio.Event()
        self.served = asyncio.ensure_future(served.app(self._scope, self._receive, self._send))

    async def _receive(self) -> Message:
        if not self._given:
            self._given = True
            return {"type": "http.request", "body": self._body, "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        del message

    async def hang_up(self) -> None:
        """Go away, and wait until the server has noticed."""
        self.gone.set()
        await asyncio.wait_for(self.served, WAIT_SECONDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A server in a process of its own, and the address that it told."""

    process: asyncio.subprocess.Process
    address: str
    errors: list[str]

    def ended(self) -> Awaitable[int]:
        """Wait for the end of the process, and return its exit code."""
        return asyncio.wait_for(self.process.wait(), WAIT_SECONDS)


@contextlib.asynccontextmanager
async def a_process(
    *command: str, environment: Mapping[str, str], directory: Path
) -> AsyncGenerator[Running]:
    """Run a server; when the block ends, so does it."""
    process = await asyncio.create_subprocess_exec(
        *command, env=environment, cwd=directory, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    told = process.stderr
    errors: list[str] = []

    async def note() -> None:
        while line := await told.readline():
            errors.append(line.decode())

    try:
        first = (await asyncio.wait_for(told.readline(), WAIT_SECONDS)).decode()
        assert first.startswith("listening on "), first
        noting = asyncio.ensure_future(note())
        yield Running(process=process, address=first.split()[-1], errors=errors)
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.wait(), WAIT_SECONDS)
        await noting
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def port_in(address: str) -> int:
    """Return the port of a server's address."""
    return int(address.rsplit(":", 1)[1].partition("/")[0])
