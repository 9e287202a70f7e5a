"""The fixtures behind the gateway of the product, as a process: `python fixture_server.py FOLDER`."""

import asyncio
import sys
from pathlib import Path

from lockstitch.gateway.http.app import Doors, HttpApp
from lockstitch.gateway.mcp.announce import Announcer
from lockstitch.gateway.mcp.server import build_server
from lockstitch.gateway.serve import listen, tokens_of
from tests.conformance.fixtures import FixtureSurface


async def serve(folder: Path) -> None:
    """Serve until a signal comes; the address is told on standard error, as `serve --http` does."""
    surface = FixtureSurface()
    announcer = Announcer(_unchanging)
    app = HttpApp(
        build_server(surface, announcer=announcer, instructions="fixtures"),
        surface,
        tokens=tokens_of(folder),
        doors=Doors(),
        announcer=announcer,
    )
    async with app.running():
        await listen(app, host="127.0.0.1", port=0, told=_told)


def _told(address: str) -> None:
    sys.stderr.write(f"listening on {address}\n")
    sys.stderr.flush()


async def _unchanging(address: str) -> object:
    return None


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
