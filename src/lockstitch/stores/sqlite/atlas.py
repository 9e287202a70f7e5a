"""Atlas entries: written once, replaced by a new wording, and gone with the episode they came from."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from typing_extensions import override

from lockstitch.domain.atlas import AtlasEntry, AtlasSource, SourceKind
from lockstitch.domain.episode import Tier
from lockstitch.domain.ids import AtlasId, EpisodeId, ProjectId
from lockstitch.domain.text import sha256_of
from lockstitch.ports.stores import Aged, AtlasStore
from lockstitch.stores.sqlite.database import (
    Cells,
    Connection,
    Database,
    from_us,
    to_us,
    whole,
)
from lockstitch.stores.sqlite.queries import query
from lockstitch.stores.sqlite.rows import TIERS

_ARCHIVED: Final = TIERS.index(Tier.ARCHIVED)


class SqliteAtlas(AtlasStore):
    """Atlas entries in the canonical file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def add(self, entry: AtlasEntry) -> bool:
        def work(connection: Connection) -> bool:
            session = session_for(connection, entry)
            if session is None:
                return False
            write_entry(connection, entry, session=session)
            return True

        return await self._database.write(work)

    @override
    async def regenerate(self, entry: AtlasEntry, *, of_row: int) -> bool:
        def work(connection: Connection) -> bool:
            old = connection.row(query("current_entry"), {"row": of_row})
            session = session_for(connection, entry)
            if old is None or old[0] != entry.id or session is None:
                return False
            replace_entry(connection, entry, of_row=of_row, session=session)
            return True

        return await self._database.write(work)

    @override
    async def get(self, ids: Sequence[AtlasId]) -> Sequence[AtlasEntry]:
        def work(connection: Connection) -> Sequence[AtlasEntry]:
            rows = (connection.row(query("entry_by_id"), {"atlas": atlas}) for atlas in ids)
            return [_entry(connection, row) for row in rows if row is not None]

        return await self._database.read(work)

    @override
    async def at(self, rows: Sequence[int]) -> Sequence[AtlasEntry]:
        def work(connection: Connection) -> Sequence[AtlasEntry]:
            found = (connection.row(query("entry_by_row"), {"row": row}) for row in rows)
            return [_entry(connection, row) for row in found if row is not None]

        return await self._database.read(work)

    @override
    async def after(self, project: ProjectId, *, row: int, limit: int) -> Sequence[AtlasEntry]:
        def work(connection: Connection) -> Sequence[AtlasEntry]:
            binds = {"project": project, "row": row, "limit": limit}
            return [
                _entry(connection, found)
                for found in connection.rows(query("entries_after"), binds)
            ]

        return await self._database.read(work)

    @override
    async def count(self, project: ProjectId | None) -> int:
        def work(connection: Connection) -> int:
            if project is None:
                return connection.number(query("count_entries_of_store"))
            return connection.number(query("count_entries"), {"project": project})

        return await self._database.read(work)

    @override
    async def unpromoted(
        self, project: ProjectId, *, tokens_min: int, limit: int
    ) -> Sequence[Aged]:
        binds = {"project": project, "tokens_min": tokens_min, "limit": limit}
        return await self._database.read(
            lambda connection: _aged(connection.rows(query("unpromoted"), binds))
        )

    @override
    async def archivable(
        self, project: ProjectId, *, before: datetime, limit: int
    ) -> Sequence[Aged]:
        binds = {"project": project, "before": to_us(before), "limit": limit}
        return await self._database.read(
            lambda connection: _aged(connection.rows(query("archivable"), binds))
        )

    @override
    async def archive(self, positions: Sequence[int]) -> int:
        def work(connection: Connection) -> int:
            return sum(_archive(connection, position) for position in dict.fromkeys(positions))

        return await self._database.write(work)


def session_for(connection: Connection, entry: AtlasEntry) -> str | None:
    """Return the session that *entry* belongs to; None when it may not be written.

    Another entry is made from its episode, or an episode that it came from is gone.
    """
    sessions = [
        connection.value(query("session_of_episode"), {"episode": source.id})
        for source in entry.sources
        if source.kind is SourceKind.EPISODE
    ]
    twin = {"episode": entry.sources[0].id, "atlas": entry.id}
    if None in sessions or connection.row(query("other_entry_of_episode"), twin) is not None:
        return None
    return str(sessions[0])


def write_entry(connection: Connection, entry: AtlasEntry, *, session: str) -> None:
    """Write a wording of *entry* that is the current one from now on."""
    row = connection.number(
        query("add_entry"),
        {
            "atlas": entry.id,
            "session_key": session,
            "episode": entry.sources[0].id,
            "content": entry.content,
            "content_sha256": sha256_of(entry.content),
            "token_count": entry.token_count,
            "made_by": entry.made_by,
            "created_at": to_us(entry.created_at),
            "regenerated_at": None if entry.regenerated_at is None else to_us(entry.regenerated_at),
        },
    )
    connection.run_many(
        query("add_source"),
        [
            {
                "row": row,
                "ordinal": ordinal,
                "kind": source.kind,
                "source": source.id,
                "hash": source.hash,
                "was": source.was,
            }
            for ordinal, source in enumerate(entry.sources)
        ],
    )
    connection.run(query("see_entry"), {"row": row, "session_key": session})


def replace_entry(connection: Connection, entry: AtlasEntry, *, of_row: int, session: str) -> None:
    """Write *entry* in the place of the row *of_row*, which is current."""
    _, old_session = connection.row(query("current_entry"), {"row": of_row}) or (None, session)
    connection.run(query("retire_entry"), {"row": of_row})
    write_entry(connection, entry, session=session)
    old, new = (
        connection.value(query("project_of_session"), {"session_key": key})
        for key in (old_session, session)
    )
    if old != new:  # a split lies between the two episodes
        connection.run(query("refresh_project"), {"project": old})


def _archive(connection: Connection, position: int) -> bool:
    binds = {"position": position}
    tier = connection.value(query("tier_at"), binds)
    if tier is None or whole(tier) >= _ARCHIVED:
        return False
    for step in range(whole(tier) + 1, _ARCHIVED + 1):
        connection.run(query("step_tier"), binds | {"tier": step})
    return True


def _aged(rows: Sequence[Cells]) -> list[Aged]:
    return [Aged(id=EpisodeId(str(row[0])), position=whole(row[1])) for row in rows]


def _entry(connection: Connection, row: Cells) -> AtlasEntry:
    sources = connection.rows(query("sources_of_entry"), {"row": row[0]})
    return AtlasEntry(
        row=whole(row[0]),
        id=AtlasId(str(row[1])),
        project=ProjectId(str(row[2])),
        session_id=str(row[3]),
        content=str(row[4]),
        token_count=whole(row[5]),
        sources=tuple(
            AtlasSource(kind=SourceKind(str(kind)), id=str(source), hash=str(digest), was=str(was))
            for kind, source, digest, was in sources
        ),
        made_by=str(row[6]),
        created_at=from_us(whole(row[7])),
        regenerated_at=None if row[8] is None else from_us(whole(row[8])),
    )
