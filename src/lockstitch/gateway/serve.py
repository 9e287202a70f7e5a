"""Serve: put a surface behind a transport, and end in good order."""

import asyncio
import atexit
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from types import FrameType
from typing import BinaryIO, Final

import uvicorn
from typing_extensions import override

from lockstitch.app.dream import dream_on
from lockstitch.app.keeping import keep_embedded
from lockstitch.app.world import World
from lockstitch.config import Settings
from lockstitch.domain.errors import ConfigError
from lockstitch.gateway.http.app import Doors, HttpApp
from lockstitch.gateway.http.tokens import Tokens
from lockstitch.gateway.mcp.announce import Announcer, watching
from lockstitch.gateway.mcp.memory_surface import MemorySurface
from lockstitch.gateway.mcp.preamble import INSTRUCTIONS
from lockstitch.gateway.mcp.server import build_server
from lockstitch.gateway.mcp.stdio import StdioTransport

TOKENS_FILE: Final = "tokens.json"
_LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_GRACE_SECONDS: Final = 5


def tokens_of(data_dir: Path) -> Tokens:
    """Return the tokens that belong to a store."""
    return Tokens(data_dir / TOKENS_FILE)


async def serve_stdio(world: World, settings: Settings, *, wire: tuple[BinaryIO, BinaryIO]) -> None:
    """Serve one client on *wire* until it closes it, or a signal comes."""
    surface = MemorySurface(world, settings, process_session=world.ids.new("stdio_"))
    announcer = Announcer(surface.fingerprint)
    surface.pinned = announcer.check
    server = build_server(surface, announcer=announcer, instructions=INSTRUCTIONS)
    transport = StdioTransport(server, surface)
    async with watching(announcer), consolidating(world):
        serving = asyncio.ensure_future(transport.run(*wire))
        _end_on_signals(serving)
        with contextlib.suppress(asyncio.CancelledError):
            await serving


@contextlib.asynccontextmanager
async def consolidating(world: World) -> AsyncGenerator[None]:
    """Embed and dream beside what is served, and stop with it."""
    tasks = [asyncio.create_task(work) for work in (keep_embedded(world), dream_on(world))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _end_on_signals(serving: "asyncio.Future[None]") -> None:
    """End *serving* at the first signal, and the process soon after, whatever may hang in it.

    More signals change nothing, neither when the loop has closed nor when the interpreter ends.
    """
    loop = asyncio.get_running_loop()

    def end(_number: int, _frame: FrameType | None) -> None:
        if sys.platform != "win32":
            signal.signal(signal.SIGALRM, _give_up)
            signal.alarm(_GRACE_SECONDS)
        with contextlib.suppress(RuntimeError):  # the loop has closed: we are ending already
            loop.call_soon_threadsafe(serving.cancel)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
        # The interpreter puts the default back early on its way out, but not for what is ignored.
        atexit.register(signal.signal, number, signal.SIG_IGN)


def _give_up(_number: int, _frame: FrameType | None) -> None:
    # Whatever was acknowledged is on the disk, and the system takes back the rest.
    os._exit(0)


def check_bind(host: str, *, allow_remote: bool, allowed_hosts: tuple[str, ...]) -> None:
    """Refuse to listen beyond this machine unless that was asked for, with the names to answer to.

    Raises:
        ConfigError: what is missing.
    """
    if host in _LOOPBACK:
        return
    if not allow_remote or not allowed_hosts:
        raise ConfigError(
            f"{host} can be reached from other machines",
            hint="add --allow-remote and --allowed-host NAME, the name that clients will use",
        )


async def serve_http(
    world: World,
    settings: Settings,
    *,
    host: str,
    port: int,
    doors: Doors,
    told: Callable[[str], None],
) -> None:
    """Serve over streamable HTTP until a signal comes; *told* hears the address once it listens."""
    surface = MemorySurface(world, settings, process_session=None)
    announcer = Announcer(surface.fingerprint)
    surface.pinned = announcer.check
    server = build_server(surface, announcer=announcer, instructions=INSTRUCTIONS)
    app = HttpApp(
        server, surface, tokens=tokens_of(settings.data_dir), doors=doors, announcer=announcer
    )
    async with app.running(), consolidating(world):
        await listen(app, host=host, port=port, told=told)


async def listen(app: HttpApp, *, host: str, port: int, told: Callable[[str], None]) -> None:
    """Run *app* on a port until a signal comes, or it is cancelled; 0 takes a free port."""
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        server_header=False,
    )
    running = _Server(config, ending=app.close)
    telling = asyncio.ensure_future(_tell_when_started(running, host, told))
    serving = asyncio.ensure_future(running.serve())
    try:
        await asyncio.shield(serving)
    except asyncio.CancelledError:
        running.should_exit = True
        await serving
        raise
    finally:
        telling.cancel()


class _Server(uvicorn.Server):
    """Ends in good order: streams without an end are ended first, and then we return to our caller."""

    def __init__(self, config: uvicorn.Config, *, ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._ending = ending

    @override
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Not the library's own: that one raises the signal again, and nothing of ours is closed.
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._ending()
        await super().shutdown(sockets)


async def _tell_when_started(
    running: uvicorn.Server, host: str, told: Callable[[str], None]
) -> None:
    while not running.started:  # noqa: ASYNC110 - the server has no event for it
        await asyncio.sleep(0.01)
    name = running.servers[0].sockets[0].getsockname()
    told(f"http://{f'[{host}]' if ':' in host else host}:{name[1]}/mcp")
