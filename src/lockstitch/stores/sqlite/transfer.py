"""Everything canonical as rows, and back."""

from collections.abc import AsyncIterator, Iterable

from typing_extensions import override

from lockstitch.domain.ids import ProjectId
from lockstitch.ports.stores import Row, Transfer
from lockstitch.stores.sqlite.database import Database


class SqliteTransfer(Transfer):
    """Rows of the canonical file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    def rows(self, project: ProjectId | None) -> AsyncIterator[Row]:
        raise NotImplementedError

    @override
    async def load(
        self, rows: Iterable[Row], *, dry_run: bool
    ) -> tuple[dict[str, int], dict[str, int]]:
        raise NotImplementedError
