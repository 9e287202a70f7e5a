"""Check, back up and restore the files."""

import asyncio
import contextlib
from collections.abc import Generator, Sequence
from datetime import datetime
from pathlib import Path

import apsw
from typing_extensions import override

from lockstitch.domain.errors import (
    ConflictError,
    NotFoundError,
    StoreDamagedError,
    StoreNewerError,
)
from lockstitch.domain.store import Backup, Finding, RestorePlan
from lockstitch.ports.stores import Caretaker
from lockstitch.stores.sqlite.database import (
    Connection,
    Database,
    connect,
    from_us,
    make_private,
    private_folder,
    to_us,
    translated,
    whole,
)
from lockstitch.stores.sqlite.migrate import APPLICATION_ID, migrations, version_of
from lockstitch.stores.sqlite.queries import query


class SqliteCaretaker(Caretaker):
    """Looks after the canonical file, the derived files and our backups."""

    def __init__(self, database: Database, *, derived: Path, backups: Path) -> None:
        self._database = database
        self._derived = derived
        self._backups = backups

    @override
    async def check(self) -> Sequence[Finding]:
        findings = [await self._database.read(self._check_canonical)]
        findings += await self._database.read(_check_rows)
        findings += await asyncio.to_thread(self._check_derived)
        findings += self._check_backups(await self.backups())
        return findings

    @override
    async def back_up(self, path: Path | None, *, reason: str, now: datetime) -> Backup:
        target = path or self._backups / f"lockstitch-{now:%Y%m%d-%H%M%S-%f}.db"
        if target.exists():
            raise ConflictError(f"{target} is there already", hint="name a new file")
        if not target.parent.is_dir():
            private_folder(target.parent)
        target = target.resolve()
        await self._database.alone(lambda source: copy_to(source, target, key=self._database.key))
        binds = {"path": str(target), "reason": reason, "now": to_us(now)}
        await self._database.write(lambda connection: connection.run(query("add_backup"), binds))
        return Backup(path=str(target), created_at=now, reason=reason)

    @override
    async def backups(self) -> Sequence[Backup]:
        rows = await self._database.read(lambda connection: connection.rows(query("backups")))
        return [
            Backup(path=str(row[0]), reason=str(row[1]), created_at=from_us(whole(row[2])))
            for row in rows
        ]

    @override
    async def compare(self, path: Path) -> RestorePlan:
        def look() -> tuple[set[str], set[str]]:
            with _opened_backup(path, key=self._database.key) as backup:
                return _ids(backup)

        episodes, anchors = await asyncio.to_thread(look)
        present, pinned = await self._database.read(_ids)
        return RestorePlan(
            path=str(path),
            episodes=len(episodes),
            episodes_lost=len(present - episodes),
            anchors_lost=len(pinned - anchors),
        )

    @override
    async def restore(self, path: Path) -> None:
        def work(live: Connection) -> None:
            kept = live.rows(query("backups"))
            generations = live.value("SELECT ifnull(max(generation), 0) FROM project")
            with (
                _opened_backup(path, key=self._database.key) as backup,
                live.raw.backup("main", backup.raw, "main") as copying,
            ):
                copying.step(-1)
            live.run("BEGIN IMMEDIATE")
            # A generation that no derived file of before bears; and the backups that exist now.
            live.run("UPDATE project SET generation = max(generation, ?) + 1", (generations,))
            for place, reason, created_at in kept:
                binds = {"path": place, "reason": reason, "now": created_at}
                live.run(query("add_backup"), binds)
            live.run("COMMIT")

        await self._database.alone(work)
        for stale in self._derived.glob("*.db*"):
            stale.unlink(missing_ok=True)

    def _check_canonical(self, connection: Connection) -> Finding:
        said = [str(row[0]) for row in connection.rows("PRAGMA integrity_check(20)")]
        dangling = connection.rows("PRAGMA foreign_key_check")
        problem = "" if said == ["ok"] else "; ".join(said)
        if dangling:
            problem += f" {len(dangling)} rows refer to nothing"
        return Finding(
            check="canonical file",
            detail=f"{self._database.path}, schema {version_of(connection)}",
            problem=problem.strip(),
            mend="lockstitch restore BACKUP" if problem else "",
        )

    def _check_derived(self) -> list[Finding]:
        findings: list[Finding] = []
        for path in sorted(self._derived.glob("*.db")):
            problem = ""
            try:
                with contextlib.closing(connect(path, key=self._database.key)) as connection:
                    said = connection.value("PRAGMA integrity_check(1)")
                    problem = "" if said == "ok" else str(said)
                    connection.run("INSERT INTO words (words) VALUES ('integrity-check')")
                    connection.run("INSERT INTO fact_words (fact_words) VALUES ('integrity-check')")
            except apsw.Error as error:
                problem = str(error)
            mend = "lockstitch doctor --rebuild" if problem else ""
            findings.append(
                Finding(check="derived file", detail=path.name, problem=problem, mend=mend)
            )
        return findings

    def _check_backups(self, backups: Sequence[Backup]) -> list[Finding]:
        return [
            Finding(
                check="backup",
                detail=backup.path,
                problem="" if Path(backup.path).is_file() else "the file is gone",
                mend="" if Path(backup.path).is_file() else "a purge cannot reach it any more",
            )
            for backup in backups
        ]


def copy_to(source: Connection, target: Path, *, key: str | None) -> None:
    """Copy *source* whole to a new file, beside which nothing else is left."""
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    make_private(partial)
    with translated(partial), contextlib.closing(connect(partial, key=key)) as copy:
        with copy.raw.backup("main", source.raw, "main") as copying:
            copying.step(-1)
        copy.pragma("journal_mode", "delete")
    partial.rename(target)


@contextlib.contextmanager
def _opened_backup(path: Path, *, key: str | None) -> Generator[Connection]:
    if not path.is_file():
        raise NotFoundError(
            f"there is no file {path}", hint="list backups: lockstitch backup --list"
        )
    with translated(path):
        connection = connect(path, key=key, read_only=True)
        try:
            newest = migrations()[-1].number
            if whole(connection.pragma("application_id")) != APPLICATION_ID:
                raise StoreDamagedError(f"{path} is no backup of a Lockstitch store")
            if version_of(connection) > newest:
                raise StoreNewerError(
                    f"{path} has schema {version_of(connection)}, this Lockstitch knows up to {newest}",
                    hint="upgrade Lockstitch: pip install --upgrade lockstitch",
                )
            if connection.value("PRAGMA integrity_check(1)") != "ok":
                raise StoreDamagedError(
                    f"{path} does not hold together", hint="take an older backup"
                )
            yield connection
        finally:
            connection.close()


def _ids(connection: Connection) -> tuple[set[str], set[str]]:
    episodes = connection.rows("SELECT episode_id FROM episode")
    anchors = connection.rows("SELECT anchor_id FROM anchor WHERE withdrawn_at IS NULL")
    return {str(row[0]) for row in episodes}, {str(row[0]) for row in anchors}


def _check_rows(connection: Connection) -> list[Finding]:
    """Return a finding for each rule that the schema cannot hold by itself."""
    findings: list[Finding] = []
    for name, sql in (
        ("every episode has its state", query("episodes_without_state")),
        ("every correction points at an episode or a tombstone", query("corrections_of_nothing")),
        ("every project knows its newest episode", query("projects_behind")),
    ):
        count = connection.number(sql)
        problem = f"{count} do not" if count else ""
        findings.append(
            Finding(
                check=name,
                detail="",
                problem=problem,
                mend="lockstitch restore BACKUP" if count else "",
            )
        )
    return findings
