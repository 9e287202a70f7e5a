"""Anchors: pinned once in a scope, withdrawn by a person."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from typing_extensions import override

from lockstitch.domain.anchor import Anchor
from lockstitch.domain.errors import ConflictError, NotFoundError
from lockstitch.domain.ids import AnchorId, ProjectId
from lockstitch.ports.stores import AnchorStore
from lockstitch.stores.sqlite.database import Connection, Database, to_us
from lockstitch.stores.sqlite.projects import project_now
from lockstitch.stores.sqlite.queries import query
from lockstitch.stores.sqlite.rows import anchor_of


class SqliteAnchors(AnchorStore):
    """Anchors in the canonical file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def pin(self, anchor: Anchor) -> tuple[Anchor, bool]:
        def work(connection: Connection) -> tuple[Anchor, bool]:
            home = None if anchor.project is None else project_now(connection, anchor.project)
            where = {
                "scope": anchor.scope,
                "project": home,
                "session_id": anchor.session_id,
                "folded_text": folded(anchor.content),
            }
            row = connection.row(query("standing_twin"), where)
            if row is not None:
                return anchor_of(row), True
            connection.run(
                query("add_anchor"),
                where
                | {
                    "anchor": anchor.id,
                    "content": anchor.content,
                    "kind": anchor.kind,
                    "token_count": anchor.token_count,
                    "pinned_by": anchor.pinned_by,
                    "now": to_us(anchor.created_at),
                },
            )
            return replace(anchor, project=home), False

        return await self._database.write(work)

    @override
    async def withdraw(self, anchor: AnchorId, *, now: datetime) -> Anchor:
        def work(connection: Connection) -> Anchor:
            found = _load(connection, anchor)
            if found is None:
                raise NotFoundError(
                    f"no anchor has the id {anchor}", hint="list them: lockstitch anchors"
                )
            if found.withdrawn_at is not None:
                raise ConflictError(f"anchor {anchor} was withdrawn already")
            connection.run(query("withdraw_anchor"), {"anchor": anchor, "now": to_us(now)})
            withdrawn = _load(connection, anchor)
            assert withdrawn is not None
            return withdrawn

        return await self._database.write(work)

    @override
    async def get(self, anchor: AnchorId) -> Anchor | None:
        return await self._database.read(lambda connection: _load(connection, anchor))

    @override
    async def standing(self, project: ProjectId) -> Sequence[Anchor]:
        return await self._database.read(
            lambda connection: [
                anchor_of(row)
                for row in connection.rows(query("standing_anchors"), {"project": project})
            ]
        )

    @override
    async def revision(self) -> int:
        return await self._database.read(
            lambda connection: int(str(connection.value(query("revision"), {"name": "anchors"})))
        )


def folded(content: str) -> str:
    """Return what two wordings of one rule have in common: case and white space folded."""
    return " ".join(content.casefold().split())


def _load(connection: Connection, anchor: AnchorId) -> Anchor | None:
    row = connection.row(query("anchor"), {"anchor": anchor})
    return None if row is None else anchor_of(row)
