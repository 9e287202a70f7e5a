"""The symbolic ledger and the index of each project, in its derived file."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar

from typing_extensions import override

from lockstitch.domain.errors import NotFoundError, StoreDamagedError
from lockstitch.domain.fact import Fact, fact_id
from lockstitch.domain.ids import EpisodeId, FactId, ProjectId
from lockstitch.domain.passage import (
    Candidate,
    Document,
    EntryDocument,
    IndexedFact,
    Link,
    Search,
    SearchHits,
)
from lockstitch.ports.stores import FactLedger, PassageIndex, Progress
from lockstitch.stores.sqlite.database import (
    Connection,
    Database,
    consistent,
    immediate,
    whole,
)
from lockstitch.stores.sqlite.files import DerivedFolder, progress_of
from lockstitch.stores.sqlite.queries import named, query
from lockstitch.stores.sqlite.searching import Searching, fact_of
from lockstitch.stores.sqlite.vectors import ENTRY, EPISODE, Matrices, numbers_json
from lockstitch.stores.sqlite.workers import Here, Threads, Workers

T = TypeVar("T")
_WORKERS: Final = 4
_LINKS_MAX: Final = 5_000


def _sql(name: str) -> str:
    return named("derived_queries.sql")[name]


class DerivedFiles(PassageIndex, FactLedger):
    """Index and ledger in derived files, in a folder beside the canonical file."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self._folder = DerivedFolder(database, folder)
        self._matrices = Matrices()
        self.workers: Workers = (
            Threads(_WORKERS, name="lockstitch-derived") if database.threads else Here()
        )

    def close(self) -> None:
        """Let what runs finish, then close every connection."""
        self.workers.close()
        self._folder.close()
        self._matrices.clear()

    @override
    async def progress(self, project: ProjectId) -> Progress:
        return await self.run(project, lambda _, state: state)

    @override
    async def put(
        self, project: ProjectId, *, since: Progress, upto: int, documents: Sequence[Document]
    ) -> bool:
        def work(connection: Connection, _: Progress) -> bool:
            with immediate(connection):
                now = _progress(connection, project)
                if now is None or (now.generation, now.indexed) != (
                    since.generation,
                    since.indexed,
                ):
                    return False
                for document in documents:
                    _add(connection, project, document)
                connection.run(_sql("advance"), {"upto": upto, "documents": len(documents)})
                return True

        return await self.run(project, work)

    @override
    async def put_entries(
        self, project: ProjectId, *, since: Progress, upto: int, entries: Sequence[EntryDocument]
    ) -> bool:
        def work(connection: Connection, _: Progress) -> bool:
            with immediate(connection):
                now = _progress(connection, project)
                if now is None or (now.generation, now.entries_indexed) != (
                    since.generation,
                    since.entries_indexed,
                ):
                    return False
                for entry in entries:
                    connection.run(_sql("add_entry_words"), {"row": entry.row, "body": entry.body})
                    connection.run(_sql("add_lacking"), {"kind": ENTRY, "number": entry.row})
                connection.run(_sql("advance_entries"), {"upto": upto})
                return True

        return await self.run(project, work)

    @override
    async def search(self, project: ProjectId, search: Search) -> SearchHits:
        if not search.phrases and not search.near:
            return SearchHits()

        def work(connection: Connection, progress: Progress) -> SearchHits:
            with consistent(connection):
                return self._searching(connection, project, search, progress).hits()

        return await self.run(project, work)

    @override
    async def candidates(
        self, project: ProjectId, search: Search, *, positions: Sequence[int]
    ) -> Sequence[Candidate]:
        def work(connection: Connection, progress: Progress) -> Sequence[Candidate]:
            with consistent(connection):
                searching = self._searching(connection, project, search, progress)
                return searching.candidates(positions)

        return await self.run(project, work)

    @override
    async def links(
        self, project: ProjectId, *, positions: Sequence[int], holders_max: int
    ) -> Sequence[Link]:
        binds = {
            "positions": numbers_json(positions),
            "holders_max": holders_max,
            "limit": _LINKS_MAX,
        }

        def work(connection: Connection, _: Progress) -> Sequence[Link]:
            return [
                Link(name=str(name), position=whole(position), holders=whole(holders))
                for name, position, holders in connection.rows(_sql("links"), binds)
            ]

        return await self.run(project, work)

    @override
    async def facts(self, project: ProjectId, ids: Sequence[FactId]) -> Sequence[Fact]:
        def work(connection: Connection, _: Progress) -> Sequence[Fact]:
            found = (connection.row(_sql("fact_by_id"), {"fact": fact}) for fact in ids)
            return [fact_of(project, row) for row in found if row is not None]

        return await self.run(project, work)

    @override
    async def of_episode(self, project: ProjectId, episode: EpisodeId) -> Sequence[Fact]:
        def work(connection: Connection, _: Progress) -> Sequence[Fact]:
            rows = connection.rows(_sql("facts_of_episode"), {"episode": episode})
            return [fact_of(project, row) for row in rows]

        return await self.run(project, work)

    @override
    async def sources(self, project: ProjectId, fact: FactId) -> Sequence[EpisodeId]:
        def work(connection: Connection, _: Progress) -> Sequence[EpisodeId]:
            rows = connection.rows(_sql("sources_of_fact"), {"fact": fact})
            return [EpisodeId(str(row[0])) for row in rows]

        return await self.run(project, work)

    @override
    async def reset(self, project: ProjectId) -> None:
        def raise_generation(connection: Connection) -> bool:
            return connection.row(query("next_generation"), {"project": project}) is not None

        if not await self._database.write(raise_generation):
            raise NotFoundError(f"no project has the id {project}")
        await self.workers.run(lambda: self._folder.make(project))

    def _searching(
        self, connection: Connection, project: ProjectId, search: Search, progress: Progress
    ) -> Searching:
        return Searching(connection, project, search, progress=progress, matrices=self._matrices)

    def fact_count(self, project: ProjectId) -> int | None:
        """Return how many facts the project has; None where its file was lost, or is damaged.

        Blocking: for a thread that may wait.
        """
        try:
            with self._folder.using(project) as (connection, progress):
                if progress.written and not progress.indexed:
                    return None
                return whole(connection.value(_sql("count_facts")))
        except StoreDamagedError:
            return None

    async def run(self, project: ProjectId, work: Callable[[Connection, Progress], T]) -> T:
        """Return what *work* gives of a connection to the project's file, and of its progress."""

        def run() -> T:
            with self._folder.using(project) as (connection, progress):
                return work(connection, progress)

        return await self.workers.run(run)


def _progress(connection: Connection, project: ProjectId) -> Progress | None:
    """Return how far the file has come; None where it does not count any more."""
    row = connection.row(_sql("state"), {"project": project})
    return None if row is None else progress_of(row)


def _add(connection: Connection, project: ProjectId, document: Document) -> None:
    connection.run(
        _sql("add_words"),
        {"position": document.position, "body": document.body, "context": document.context},
    )
    for path in document.paths:
        connection.run(_sql("add_path"), {"position": document.position, "path": path})
    for name in (*document.names, *document.paths):
        connection.run(_sql("add_mention"), {"position": document.position, "name": name})
    for fact in document.facts:
        _add_fact(connection, project, document, fact)
    connection.run(_sql("add_lacking"), {"kind": EPISODE, "number": document.position})


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
