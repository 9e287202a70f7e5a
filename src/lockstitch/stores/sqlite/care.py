"""Check, back up and restore the files."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from functools import partial
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
    READ_ONLY,
    WRITE,
    Connection,
    Database,
    connect,
    from_us,
    immediate,
    make_private,
    private_folder,
    to_us,
    translated,
    whole,
)
from lockstitch.stores.sqlite.erase import erase_row
from lockstitch.stores.sqlite.files import has_tables
from lockstitch.stores.sqlite.migrate import APPLICATION_ID, Migration, prepare, version_of
from lockstitch.stores.sqlite.queries import named, query
from lockstitch.stores.sqlite.strays import counting_files, discard_strays
from lockstitch.stores.sqlite.workers import beside


class SqliteCaretaker(Caretaker):
    """Looks after the canonical file, the derived files and our backups."""

    def __init__(
        self,
        database: Database,
        *,
        derived: Path,
        code: Path,
        backups: Path,
        steps: Sequence[Migration],
    ) -> None:
        self._database = database
        self._derived = derived
        self._code = code
        self._backups = backups
        self._steps = steps

    @override
    async def check(self) -> Sequence[Finding]:
        return [
            *await self._looked_at("canonical file", self._check_canonical),
            *await self._looked_at("rules between rows", _check_rows),
            *await self._check_derived(),
            *await self._check_code(),
            *await self._looked_at("backups", _check_backups),
        ]

    async def _looked_at(
        self, name: str, check: Callable[[Connection], Sequence[Finding]]
    ) -> Sequence[Finding]:
        """Return what *check* finds; that the file is too damaged to tell is a finding as well."""
        try:
            return await self._database.read(check)
        except StoreDamagedError as error:
            detail, mend = str(self._database.path), "lockstitch restore BACKUP"
            return [Finding(check=name, detail=detail, problem=error.message, mend=mend)]

    @override
    async def back_up(self, path: Path | None, *, reason: str, now: datetime) -> Backup:
        target = path or _free(self._backups / f"lockstitch-{now:%Y%m%d-%H%M%S-%f}.db")
        if target.exists():
            raise ConflictError(f"{target} is there already", hint="name a new file")
        if not target.parent.is_dir():
            private_folder(target.parent)
        target = target.resolve()
        await beside(lambda: self._copy_to(target))
        binds = {"path": str(target), "reason": reason, "now": to_us(now)}
        await self._database.write(lambda connection: connection.run(query("add_backup"), binds))
        return Backup(path=str(target), created_at=now, reason=reason)

    @override
    async def backups(self) -> Sequence[Backup]:
        return await self._database.read(_backups)

    @override
    async def compare(self, path: Path) -> RestorePlan:
        def look() -> tuple[set[str], set[str]]:
            with self._opened(path) as backup:
                return _ids(backup)

        episodes, anchors = await beside(look)
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
            # One transaction for every process: before it the old store, after it the new one.
            with (
                self._made_ready(path, live) as ready,
                live.raw.backup("main", ready.raw, "main") as copying,
            ):
                copying.step(-1)
            discard_strays(live, self._derived, key=self._database.key)

        await self._database.alone(work)

    def _copy_to(self, target: Path) -> None:
        source = self._database.path
        with (
            translated(source),
            closing(connect(source, key=self._database.key, mode=READ_ONLY)) as connection,
        ):
            copy_to(connection, target, key=self._database.key)

    @contextmanager
    def _made_ready(self, path: Path, live: Connection) -> Generator[Connection]:
        """Lend a copy of the backup at *path* that may take the place of the *live* store."""
        key = self._database.key
        folder = private_folder(self._backups)
        import tempfile  # noqa: PLC0415 - it brings compression along, and only a restore needs it

        with tempfile.TemporaryDirectory(prefix="restoring-", dir=folder) as temporary:
            copy = Path(temporary) / "ready.db"
            with self._opened(path) as backup:
                copy_to(backup, copy, key=key)
            prepare(copy, key=key, steps=self._steps, back_up=_not_again)
            with closing(connect(copy, key=key)) as ready:
                _carry_over(live, ready)
                yield ready

    @contextmanager
    def _opened(self, path: Path) -> Generator[Connection]:
        """Lend the backup at *path*, once it is known to be one that we can read."""
        if not path.is_file():
            raise NotFoundError(
                f"there is no file {path}", hint="list backups: lockstitch backup --list"
            )
        with translated(path):
            connection = connect(path, key=self._database.key, mode=READ_ONLY)
            try:
                newest = self._steps[-1].number
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

    def _check_canonical(self, connection: Connection) -> Sequence[Finding]:
        said = [str(row[0]) for row in connection.rows("PRAGMA integrity_check(20)")]
        dangling = connection.rows("PRAGMA foreign_key_check")
        problem = "" if said == ["ok"] else "; ".join(said)
        if dangling:
            problem += f" {len(dangling)} rows refer to nothing"
        return [
            Finding(
                check="canonical file",
                detail=f"{self._database.path}, schema {version_of(connection)}",
                problem=problem.strip(),
                mend="lockstitch restore BACKUP" if problem else "",
            )
        ]

    async def _check_derived(self) -> list[Finding]:
        findings: list[Finding] = []
        for name in await self._counting_files():
            problem = await beside(partial(self._problem_of_derived, self._derived / name))
            if problem and name not in await self._counting_files():
                continue  # another process replaced it while we looked
            if problem is not None:
                mend = "lockstitch doctor --rebuild" if problem else ""
                findings.append(
                    Finding(check="derived file", detail=name, problem=problem, mend=mend)
                )
        return findings

    async def _check_code(self) -> list[Finding]:
        findings: list[Finding] = []
        for path in sorted(self._code.glob("*.db")):
            problem = await beside(partial(self._problem_of_code, path))
            if problem is not None:
                mend = "lockstitch doctor --rebuild" if problem else ""
                findings.append(
                    Finding(check="code index", detail=path.name, problem=problem, mend=mend)
                )
        return findings

    def _problem_of_code(self, path: Path) -> str | None:
        """Return what is wrong with a code index, if anything; None where it is gone by now."""
        try:
            with closing(connect(path, key=self._database.key, mode=READ_ONLY)) as connection:
                said = connection.value("PRAGMA integrity_check(1)")
                return "" if said == "ok" else str(said)
        except apsw.Error as error:
            return str(error) if path.is_file() else None

    async def _counting_files(self) -> Sequence[str]:
        try:
            return sorted(await self._database.read(counting_files))
        except StoreDamagedError:
            return []  # which is a finding already

    def _problem_of_derived(self, path: Path) -> str | None:
        """Return what is wrong with a file, if anything; None where it is not made yet."""
        if not path.is_file():
            return None
        try:
            with closing(connect(path, key=self._database.key, mode=WRITE)) as connection:
                if not has_tables(connection):
                    return None
                said = connection.value("PRAGMA integrity_check(1)")
                for name in ("check_words", "check_entry_words", "check_fact_words"):
                    connection.run(named("derived_queries.sql")[name])
                return "" if said == "ok" else str(said)
        except apsw.Error as error:
            return str(error) if path.is_file() else None


def _free(path: Path) -> Path:
    """Return *path*, or the first one like it that is not there."""
    free, number = path, 1
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


def copy_to(source: Connection, target: Path, *, key: str | None) -> None:
    """Copy *source* whole to a new file, beside which nothing else is left."""
    partial = target.with_name(target.name + ".partial")
    with translated(partial):
        partial.unlink(missing_ok=True)
        try:
            make_private(partial)
            with closing(connect(partial, key=key)) as copy:
                with copy.raw.backup("main", source.raw, "main") as copying:
                    copying.step(-1)
                copy.pragma("journal_mode", "delete")
            partial.rename(target)
        finally:
            partial.unlink(missing_ok=True)


def _not_again(connection: Connection, version: int) -> None:
    """Back nothing up: what is migrated is a copy already."""
    del connection, version


def _carry_over(live: Connection, ready: Connection) -> None:
    """Take into the copy what a restore does not undo.

    Backups that exist, purges, and every number that other processes take for a sign of change.
    """
    with immediate(ready):
        for path, reason, created_at in live.rows(query("backups")):
            ready.run(query("add_backup"), {"path": path, "reason": reason, "now": created_at})
        for item, kind, project, keyed_hash, purged_at in live.rows(query("tombstones")):
            permit = {
                "item": item,
                "kind": kind,
                "project": project,
                "keyed_hash": keyed_hash,
                "now": purged_at,
            }
            if not erase_row(ready, permit):
                ready.run(query("keep_tombstone"), permit)
        for name in ("generation", "position", "entry", "revision"):
            highest = live.number(query(f"highest_{name}"))
            ready.run(query(f"raise_{name}"), {"highest": highest})


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
        ("every atlas entry stands on its episode", query("entries_without_source")),
        ("every project knows its newest atlas entry", query("projects_behind_entries")),
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


def _backups(connection: Connection) -> list[Backup]:
    return [
        Backup(path=str(row[0]), reason=str(row[1]), created_at=from_us(whole(row[2])))
        for row in connection.rows(query("backups"))
    ]


def _check_backups(connection: Connection) -> list[Finding]:
    return [
        Finding(
            check="backup",
            detail=backup.path,
            problem="" if Path(backup.path).is_file() else "the file is gone",
            mend="" if Path(backup.path).is_file() else "a purge cannot reach it any more",
        )
        for backup in _backups(connection)
    ]
