"""The product's own surface over a store of the test's, and clients of it in this process."""

import contextlib
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.server.lowlevel import Server

from lockstitch.app.world import World
from lockstitch.config import Settings
from lockstitch.gateway.mcp.announce import Announcer, watching
from lockstitch.gateway.mcp.memory_surface import MemorySurface
from lockstitch.gateway.mcp.preamble import INSTRUCTIONS
from lockstitch.gateway.mcp.server import build_server
from tests.gateway.piped import Piped, piped_server
from tests.gateway.wire import WAIT_SECONDS


def a_surface(
    world: World,
    directory: Path,
    *,
    tools: tuple[str, ...] = (),
    tool_names: str = "dotted",
    project: str | None = None,
    session_id: str | None = None,
    process_session: str | None = "of-the-process",
) -> MemorySurface:
    """Return the surface of a server that was started in *directory*."""
    directory.mkdir(parents=True, exist_ok=True)
    settings = Settings(
        data_dir=directory,
        directory=str(directory),
        tools=tools,
        tool_names=tool_names,
        project=project,
        session_id=session_id,
    )
    return MemorySurface(world, settings, process_session=process_session)


@contextlib.asynccontextmanager
async def a_server(surface: MemorySurface) -> AsyncGenerator[Server[dict[str, Any]]]:
    """Give a server of *surface* that announces what changes, as `lockstitch serve` does."""
    announcer = Announcer(surface.fingerprint)
    surface.pinned = announcer.check
    async with watching(announcer):
        yield build_server(surface, announcer=announcer, instructions=INSTRUCTIONS)


@contextlib.asynccontextmanager
async def a_client(surface: MemorySurface, *, mode: str = "auto") -> AsyncGenerator[Client]:
    """Connect the official client to *surface*, without its cache."""
    async with (
        a_server(surface) as server,
        Client(server, mode=mode, cache=None, read_timeout_seconds=WAIT_SECONDS) as client,
    ):
        yield client


@contextlib.asynccontextmanager
async def a_piped_client(surface: MemorySurface) -> AsyncGenerator[Piped]:
    """Connect a client that speaks raw lines to *surface*."""
    async with a_server(surface) as server, piped_server(server, surface) as client:
        yield client
