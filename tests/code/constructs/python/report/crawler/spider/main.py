from __future__ import annotations

import asyncio
from typing import Any, Optional, cast

from spider import jobs, net
from spider.jobs import Heap, Job, UrgentJob, job, logged
from spider.net import Page, Session


async def crawl(urls: list[str]) -> list[str]:
    found: list[str] = []
    async with Session() as session:
        async for page in session.walk(urls):
            found.extend(page.links())
        first = await session.get(urls[0])
        head, _ = first.split()
        found.extend(head.links())
    return found


def plan(urls: list[str]) -> Heap[UrgentJob]:
    heap = Heap[UrgentJob]()
    for url in urls:
        heap.push(job(url, True).escalate())
    return heap


def next_up(urls: list[str]) -> int:
    waiting = plan(urls)
    if (top := waiting.pop()) is not None:
        return top.escalate().urgency()
    return job("http://a").then(Job("http://b")).urgency()


@logged
def limited(urls: list[str]) -> int:
    with net.quota(3) as used:
        used.extend(urls)
    return len(used)


def decide(thing: Page | Job | str) -> list[str]:
    match thing:
        case Page():
            return thing.links()
        case Job():
            return thing.chain()
        case _:
            return thing.split()


def from_message(message: dict[str, Any]) -> int:
    page = message["page"]
    assert isinstance(page, Page)
    return len(page.links()) + cast("Job", message["job"]).urgency()


def last(job: Optional[Job]) -> str:
    return job.chain()[-1] if job else ""


def callbacks() -> dict[str, Any]:
    return {"quota": limited, "write": jobs.write, "order": Job.urgency}


def main(urls: list[str]) -> None:
    found = asyncio.run(crawl(urls))
    list(map(jobs.write, found))
    limited(found)
