"""A relay on loopback that adds a bearer token to every request, for clients that can send none.

It changes nothing else: Host and Origin are judged by the server that stands behind it, what
streams goes on streaming in both directions, and who hangs up on one side is hung up on the other.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Coroutine
from typing import Final

CHUNK: Final = 64 * 1024
_END_OF_HEAD: Final = b"\r\n\r\n"


@contextlib.asynccontextmanager
async def relaying(port: int, *, token: str) -> AsyncGenerator[int]:
    """Give the port of a relay to *port*, both on loopback, while the block runs."""
    open_now: set[asyncio.Task[None]] = set()
    ending = asyncio.Event()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        open_now.add(task)
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", port, limit=CHUNK)
        await _first_to_end(
            _requests(reader, there_writer, token=token),
            _answers(there_reader, writer),
            ending.wait(),
        )
        for end in (there_writer, writer):
            end.close()
            with contextlib.suppress(OSError):
                await end.wait_closed()
        open_now.discard(task)

    server = await asyncio.start_server(connected, "127.0.0.1", 0, limit=CHUNK)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        ending.set()
        await asyncio.gather(*open_now)


async def _first_to_end(*works: Coroutine[object, object, object]) -> None:
    """Run *works* until one of them has ended, and end the others."""
    tasks = [asyncio.ensure_future(work) for work in works]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _requests(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, token: str
) -> None:
    """Pass requests on, one after another as the connection has them."""
    with contextlib.suppress(OSError, asyncio.IncompleteReadError):
        while True:
            head = await reader.readuntil(_END_OF_HEAD)
            writer.write(head[:-2] + f"Authorization: Bearer {token}\r\n\r\n".encode("ascii"))
            await _body(reader, writer, head=head)


async def _body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, head: bytes) -> None:
    headers = dict(_fields(head))
    if "chunked" in headers.get("transfer-encoding", ""):
        await _chunks(reader, writer)
    else:
        await _pass(reader, writer, size=int(headers.get("content-length", "0")))


async def _chunks(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    size = -1
    while size != 0:
        line = await reader.readuntil(b"\r\n")
        size = int(line.partition(b";")[0], 16)
        writer.write(line)
        await _pass(reader, writer, size=size + 2)  # with the line end after it


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, size: int) -> None:
    while size:
        part = await reader.read(min(size, CHUNK))
        if not part:
            raise asyncio.IncompleteReadError(b"", size)
        size -= len(part)
        writer.write(part)
        await writer.drain()


async def _answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while part := await reader.read(CHUNK):
            writer.write(part)
            await writer.drain()


def _fields(head: bytes) -> list[tuple[str, str]]:
    lines = head.decode("latin-1").split("\r\n")[1:]
    return [
        (name.strip().lower(), value.strip().lower())
        for name, colon, value in (line.partition(":") for line in lines)
        if colon
    ]
