"""Bring a canonical file to the present schema: back it up first, and refuse a newer one."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lockstitch.domain.errors import StoreDamagedError, StoreNewerError
from lockstitch.stores.sqlite.database import (
    Connection,
    connect,
    log_ahead,
    make_private,
    translated,
    whole,
)

APPLICATION_ID: Final = 0x4C6B5374  # "LkSt"
_FILE = re.compile(r"^(\d{4})_\w+\.sql$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One step of the schema. Numbered from 1, never edited once released."""

    number: int
    name: str
    sql: str


def migrations(folder: Path | None = None) -> Sequence[Migration]:
    """Return the steps in *folder*, in order; they must be numbered without a gap."""
    folder = folder or Path(__file__).with_name("migrations")
    steps: list[Migration] = []
    for path in sorted(folder.iterdir()):
        if match := _FILE.match(path.name):
            sql = path.read_text(encoding="utf-8")
            steps.append(Migration(number=int(match[1]), name=path.stem, sql=sql))
    return steps


def version_of(connection: Connection) -> int:
    """Return the number of the last step that the file has taken; 0 for a new file."""
    return whole(connection.pragma("user_version"))


def prepare(
    path: Path,
    *,
    key: str | None,
    steps: Sequence[Migration],
    back_up: Callable[[Connection, int], None],
) -> None:
    """Create or migrate the file at *path*. Several processes may do so at once.

    *back_up* is called with the connection and the old version before anything changes.

    Raises:
        StoreNewerError: the file has taken steps that we do not know.
        StoreDamagedError: the file is another program's database.
    """
    make_private(path)
    with translated(path):
        connection = connect(path, key=key)
        try:
            _check_is_ours(connection, path)
            newest = steps[-1].number
            version = version_of(connection)
            if version == newest:
                return
            if version > newest:
                raise StoreNewerError(
                    f"{path} has schema {version}, this Lockstitch knows up to {newest}",
                    hint="upgrade Lockstitch: pip install --upgrade lockstitch",
                )
            if version:
                back_up(connection, version)
            log_ahead(connection)
            _take(connection, steps)
        finally:
            connection.close()


def _check_is_ours(connection: Connection, path: Path) -> None:
    # In this order: another process may just be making the file, and both come at once.
    tables = connection.value("SELECT count(*) FROM sqlite_schema")
    application = whole(connection.pragma("application_id"))
    if application != APPLICATION_ID and (application or tables):
        raise StoreDamagedError(
            f"{path} is a database of another program",
            hint="name another folder with --data-dir; to read a Sakur4 store: lockstitch import",
        )


def _take(connection: Connection, steps: Sequence[Migration]) -> None:
    connection.run("BEGIN EXCLUSIVE")
    try:
        done = version_of(connection)  # another process may have been faster
        for step in steps:
            if step.number > done:
                connection.run(step.sql)
                connection.pragma("user_version", step.number)
        connection.pragma("application_id", APPLICATION_ID)
        connection.run("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.run("ROLLBACK")
        raise
