from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager


class Page:
    def __init__(self, url: str, body: str) -> None:
        self.url = url
        self.body = body

    def links(self) -> list[str]:
        return [word for word in self.body.split() if is_link(word)]

    def split(self) -> tuple[Page, Page]:
        head, _, tail = self.body.partition("\n\n")
        return Page(self.url, head), Page(self.url, tail)


def is_link(word: str) -> bool:
    return word.startswith("http")


class Session:
    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}

    async def __aenter__(self) -> Session:
        await self.warm_up()
        return self

    async def __aexit__(self, *_details: object) -> None:
        self.pages.clear()

    async def warm_up(self) -> None:
        await asyncio.sleep(0)

    async def get(self, url: str) -> Page:
        page = self.pages.get(url)
        if page is None:
            await asyncio.sleep(0)
            page = Page(url, "")
        return page

    async def walk(self, urls: list[str]) -> AsyncIterator[Page]:
        for url in urls:
            yield await self.get(url)


@contextmanager
def quota(limit: int) -> Iterator[list[str]]:
    used: list[str] = []
    yield used
    if len(used) > limit:
        complain(limit)


def complain(limit: int) -> None:
    raise RuntimeError(f"more than {limit}")


def both(limit: int) -> list[str]:
    with ExitStack() as stack:
        return stack.enter_context(quota(limit))
