"""The derived file of each project: words, paths and facts, made again by deleting it.

The file's name holds a generation that stands in the canonical file: raising that throws the old
file away for every process at once, each of which opens the new one with its next call.
"""

import asyncio
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import quote

from typing_extensions import override

from lockstitch.domain.errors import NotFoundError, StoreDamagedError, StoreKeyError
from lockstitch.domain.fact import Fact, FactKind, fact_id
from lockstitch.domain.ids import EpisodeId, FactId, ProjectId
from lockstitch.domain.passage import (
    Document,
    EpisodeHit,
    FactHit,
    IndexedFact,
    Search,
    SearchHits,
)
from lockstitch.ports.stores import FactLedger, PassageIndex, Progress
from lockstitch.stores.sqlite.database import (
    Connection,
    Database,
    connect,
    make_private,
    private_folder,
    translated,
    whole,
)
from lockstitch.stores.sqlite.queries import named, query, script

FORMAT: Final = "1"
"""Form of the derived file; a file of another form is thrown away."""

T = TypeVar("T")
_KEPT_OPEN: Final = 16
_WORKERS: Final = 4


def _sql(name: str) -> str:
    return named("derived_queries.sql")[name]


class _File:
    """One derived file, with the connections that are free."""

    def __init__(self, path: Path, generation: int) -> None:
        self.path = path
        self.generation = generation
        self.free: list[Connection] = []


class DerivedFiles(PassageIndex, FactLedger):
    """Derived files in a folder beside the canonical file."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self._folder = folder
        self._files: dict[ProjectId, _File] = {}
        self._lock = threading.Lock()
        self._workers = ThreadPoolExecutor(_WORKERS, thread_name_prefix="lockstitch-derived")

    def close(self) -> None:
        """Close every connection."""
        self._workers.shutdown(wait=True)
        for file in self._files.values():
            for connection in file.free:
                connection.close()
        self._files.clear()

    @override
    async def progress(self, project: ProjectId) -> Progress:
        return await self._run(project, lambda _, state: state)

    @override
    async def put(
        self, project: ProjectId, *, after: int, upto: int, documents: Sequence[Document]
    ) -> bool:
        def work(connection: Connection, _: Progress) -> bool:
            with _immediate(connection):
                if connection.value(_sql("indexed")) != after:
                    return False
                for document in documents:
                    _add(connection, project, document)
                connection.run(_sql("advance"), {"upto": upto})
                return True

        return await self._run(project, work)

    @override
    async def search(self, project: ProjectId, search: Search) -> SearchHits:
        if not search.phrases:
            return SearchHits()
        binds = {
            "match": " OR ".join(f'"{" ".join(phrase)}"' for phrase in search.phrases),
            "include_folded": search.include_folded,
            "session_id": search.session_id,
            "path": search.file_path,
            "limit": search.limit,
        }

        def work(connection: Connection, _: Progress) -> SearchHits:
            episodes = [
                EpisodeHit(position=whole(position), score=float(str(score)))
                for position, score in connection.rows(_sql("search_episodes"), binds)
            ]
            facts = [
                FactHit(fact=_fact(project, row), position=whole(row[9]), score=float(str(row[10])))
                for row in connection.rows(_sql("search_facts"), binds)
            ]
            return SearchHits(episodes=tuple(episodes), facts=tuple(facts))

        return await self._run(project, work)

    @override
    async def facts(self, project: ProjectId, ids: Sequence[FactId]) -> Sequence[Fact]:
        def work(connection: Connection, _: Progress) -> Sequence[Fact]:
            found = (connection.row(_sql("fact_by_id"), {"fact": fact}) for fact in ids)
            return [_fact(project, row) for row in found if row is not None]

        return await self._run(project, work)

    @override
    async def of_episode(self, project: ProjectId, episode: EpisodeId) -> Sequence[Fact]:
        def work(connection: Connection, _: Progress) -> Sequence[Fact]:
            rows = connection.rows(_sql("facts_of_episode"), {"episode": episode})
            return [_fact(project, row) for row in rows]

        return await self._run(project, work)

    @override
    async def sources(self, project: ProjectId, fact: FactId) -> Sequence[EpisodeId]:
        def work(connection: Connection, _: Progress) -> Sequence[EpisodeId]:
            rows = connection.rows(_sql("sources_of_fact"), {"fact": fact})
            return [EpisodeId(str(row[0])) for row in rows]

        return await self._run(project, work)

    @override
    async def reset(self, project: ProjectId) -> None:
        def raise_generation(connection: Connection) -> int | None:
            row = connection.row(query("next_generation"), {"project": project})
            return None if row is None else whole(row[0])

        old = await self._database.write(raise_generation)
        if old is None:
            raise NotFoundError(f"no project has the id {project}")
        await asyncio.get_running_loop().run_in_executor(self._workers, self._discard, project)

    def fact_count(self, project: ProjectId) -> int:
        """Return how many facts the project has; 0 where its file was not made yet.

        Blocking: for a thread that may wait.
        """
        files = sorted(self._folder.glob(f"{project}.g*.db"))
        if not files:
            return 0
        with self._using(project) as (connection, _):
            return whole(connection.value(_sql("count_facts")))

    def _discard(self, project: ProjectId) -> None:
        """Remove the files of every generation but the one that counts."""
        with self._using(project) as (_, __):
            keep = self._files[project].path.name
        for path in self._folder.glob(f"{project}.g*.db*"):
            if not path.name.startswith(keep):
                path.unlink(missing_ok=True)

    async def _run(self, project: ProjectId, work: Callable[[Connection, Progress], T]) -> T:
        def run() -> T:
            with self._using(project) as (connection, state):
                return work(connection, state)

        return await asyncio.get_running_loop().run_in_executor(self._workers, run)

    @contextmanager
    def _using(self, project: ProjectId) -> Generator[tuple[Connection, Progress]]:
        """Lend a connection to the file that counts, with how far it has come."""
        with translated(self._folder / f"{project}.db"):
            connection, file, state = self._current(project)
            try:
                yield connection, state
            finally:
                self._give_back(file, connection)

    def _current(self, project: ProjectId) -> tuple[Connection, "_File", Progress]:
        with self._lock:
            file = self._files.get(project)
            connection = file.free.pop() if file and file.free else None
        if file is None:
            file = self._enter(project, self._generation(project))
        if connection is None:
            connection = self._open(file)
        row = connection.row(_sql("state"), {"project": project})
        if row is None:
            connection.close()
            raise NotFoundError(f"no project has the id {project}")
        generation, written, indexed, form = row
        if generation == file.generation and form == FORMAT:
            return connection, file, Progress(indexed=whole(indexed), written=whole(written))
        connection.close()
        if generation == file.generation:
            file.path.unlink(missing_ok=True)  # of another form: made anew
        self._enter(project, whole(generation))
        return self._current(project)

    def _enter(self, project: ProjectId, generation: int) -> _File:
        file = _File(self._folder / f"{project}.g{generation}.db", generation)
        with self._lock:
            old = self._files.pop(project, None)
            self._files[project] = file  # the last in order is the latest used
            closing = [old] if old else []
            while len(self._files) > _KEPT_OPEN:
                closing.append(self._files.pop(next(iter(self._files))))
        for gone in closing:
            for connection in gone.free:
                connection.close()
            gone.free.clear()
        return file

    def _give_back(self, file: _File, connection: Connection) -> None:
        with self._lock:
            if any(known is file for known in self._files.values()):
                file.free.append(connection)
                return
        connection.close()

    def _generation(self, project: ProjectId) -> int:
        with translated(self._database.path):
            connection = connect(self._database.path, key=self._database.key)
            try:
                row = connection.row(query("derived_state"), {"project": project})
            finally:
                connection.close()
        if row is None:
            raise NotFoundError(f"no project has the id {project}")
        return whole(row[0])

    def _open(self, file: _File) -> Connection:
        private_folder(self._folder)
        try:
            return self._opened(file)
        except (StoreDamagedError, StoreKeyError):
            for suffix in ("", "-wal", "-shm"):
                file.path.with_name(file.path.name + suffix).unlink(missing_ok=True)
            return self._opened(file)

    def _opened(self, file: _File) -> Connection:
        make_private(file.path)
        with translated(file.path):
            connection = connect(file.path, key=self._database.key)
            try:
                connection.pragma("synchronous", 0)  # derived: a crash costs a rebuild at most
                connection.pragma("journal_mode", "wal")
                _create(connection)
                address = f"file:{quote(str(self._database.path))}?mode=ro"
                key = "" if self._database.key is None else f"raw:{self._database.key}"
                connection.run("ATTACH ? AS store KEY ?", (address, key))
            except BaseException:
                connection.close()
                raise
            return connection


@contextmanager
def _immediate(connection: Connection) -> Generator[None]:
    connection.run("BEGIN IMMEDIATE")
    try:
        yield
        connection.run("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.run("ROLLBACK")
        raise


def _create(connection: Connection) -> None:
    if connection.row("SELECT 1 FROM sqlite_schema WHERE name = 'progress'"):
        return
    with _immediate(connection):
        if connection.row("SELECT 1 FROM sqlite_schema WHERE name = 'progress'"):
            return
        connection.run(script("derived.sql"))
        connection.run("INSERT INTO progress (one, indexed, format) VALUES (1, 0, ?)", (FORMAT,))


def _add(connection: Connection, project: ProjectId, document: Document) -> None:
    connection.run(
        _sql("add_words"),
        {"position": document.position, "body": document.body, "context": document.context},
    )
    for path in document.paths:
        connection.run(_sql("add_path"), {"position": document.position, "path": path})
    for fact in document.facts:
        _add_fact(connection, project, document, fact)


def _add_fact(
    connection: Connection, project: ProjectId, document: Document, indexed: IndexedFact
) -> None:
    fact = indexed.fact
    identity = fact_id(project, document.session_id, document.tool_name, fact)
    seen = {
        "value": fact.value,
        "position": document.position,
        "episode": document.episode,
        "seq": document.seq,
        "searchable_value": indexed.value_words,
    }
    row = connection.row(_sql("fact_row"), {"fact": identity})
    if row is None:
        (number,) = connection.row(
            _sql("add_fact"),
            seen
            | {
                "fact": identity,
                "session_id": document.session_id,
                "tool_name": document.tool_name,
                "kind": fact.kind,
                "name": fact.name,
                "file_path": fact.file_path,
                "searchable_name": indexed.name_words,
            },
        ) or (0,)
    else:
        number, name, value = row
        connection.run(_sql("drop_fact_words"), {"row": number, "name": name, "value": value})
        connection.run(_sql("change_fact"), seen | {"row": number})
    words = {"row": number, "name": indexed.name_words, "value": indexed.value_words}
    connection.run(_sql("add_fact_words"), words)
    connection.run(
        _sql("see_fact"), {"position": document.position, "row": number, "value": fact.value}
    )


def _fact(project: ProjectId, row: Sequence[object]) -> Fact:
    return Fact(
        id=FactId(str(row[0])),
        project=project,
        session_id=str(row[1]),
        tool_name=str(row[2]),
        kind=FactKind(str(row[3])),
        name=str(row[4]),
        value=str(row[5]),
        file_path=None if row[6] is None else str(row[6]),
        episode=EpisodeId(str(row[7])),
        seq=whole(row[8]),
    )
