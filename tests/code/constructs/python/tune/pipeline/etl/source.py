from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import TracebackType
from typing import TextIO


class Connection:
    def __init__(self, url: str) -> None:
        self.url = url
        self.open = False

    async def connect(self) -> None:
        await asyncio.sleep(0)
        self.open = True

    async def rows(self, table: str) -> list[str]:
        await asyncio.sleep(0)
        return [f"{self.url}/{table}"]

    def close(self) -> None:
        self.open = False


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Connection]:
    connection = Connection(url)
    await connection.connect()
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def opened(path: str) -> Iterator[TextIO]:
    handle = open(path, encoding="utf-8")
    yield handle
    handle.close()


class Timer:
    def __init__(self) -> None:
        self.ticks = 0

    def __enter__(self) -> Timer:
        self.tick()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.tick()

    def tick(self) -> None:
        self.ticks += 1
