from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, cast

from .source import Connection, Timer, connected, opened
from .steps import Box, Record, parse, retried


async def extract(url: str, tables: list[str]) -> list[Record]:
    async with connected(url) as connection:
        found = await asyncio.gather(*(pull(connection, table) for table in tables))
    return [record for records in found for record in records]


async def pull(connection: Connection, table: str) -> list[Record]:
    rows = await connection.rows(table)
    return [parse(row) for row in rows]


@retried(times=3)
def check() -> int:
    return parse("a").depth()


def from_file(path: str) -> Record:
    with opened(path) as handle, Timer() as timer:
        box = parse(handle.readlines())
        timer.tick()
    return box.map(Record.strip).first().strip()


def deepest(records: list[Record], fallback: Record | None) -> int:
    if not records and fallback:
        return fallback.depth()
    return max(records, key=lambda record: record.depth()).depth()


def unpack(value: object) -> str:
    if isinstance(value, Box):
        return "box"
    if isinstance(value, Record):
        return value.strip().text
    return str(value).strip()


def trusted(row: dict[str, Any]) -> Record:
    return cast(Record, row["record"]).strip()


def schedule(url: str) -> list[Any]:
    return [partial(extract, url), check, unpack]


def main(url: str) -> int:
    records = asyncio.run(extract(url, ["users"]))
    return deepest(records, None) + check()
