"""Leases as rows: whoever holds one has until its end, and a process that died gives it back so."""

from datetime import datetime

from typing_extensions import override

from lockstitch.ports.stores import Leases
from lockstitch.stores.sqlite.database import Database, from_us, to_us, whole
from lockstitch.stores.sqlite.queries import query


class SqliteLeases(Leases):
    """Leases in the canonical file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def take(self, name: str, *, holder: str, now: datetime, until: datetime) -> bool:
        binds = {"name": name, "holder": holder, "now": to_us(now), "until": to_us(until)}
        return await self._database.write(
            lambda connection: connection.row(query("take_lease"), binds) is not None
        )

    @override
    async def give_back(self, name: str, *, holder: str) -> None:
        binds = {"name": name, "holder": holder}
        await self._database.write(
            lambda connection: connection.run(query("give_lease_back"), binds)
        )

    @override
    async def last_write(self) -> datetime | None:
        found = await self._database.read(lambda connection: connection.value(query("last_write")))
        return None if found is None else from_us(whole(found))
