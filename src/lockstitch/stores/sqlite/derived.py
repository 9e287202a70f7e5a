"""The symbolic ledger and the lexical index of each project, in its derived file."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar

from typing_extensions import override

from lockstitch.domain.errors import NotFoundError, StoreDamagedError
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
from lockstitch.stores.sqlite.database import Connection, Database, whole
from lockstitch.stores.sqlite.files import DerivedFolder, immediate
from lockstitch.stores.sqlite.queries import named, query
from lockstitch.stores.sqlite.workers import Here, Threads, Workers

T = TypeVar("T")
_COMMON_HOLDERS_MIN: Final = 100
"""A phrase that no more episodes than this hold is never too common to look for."""
_WORKERS: Final = 4


def _sql(name: str) -> str:
    return named("derived_queries.sql")[name]


class DerivedFiles(PassageIndex, FactLedger):
    """Index and ledger in derived files, in a folder beside the canonical file."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self._folder = DerivedFolder(database, folder)
        self.workers: Workers = (
            Threads(_WORKERS, name="lockstitch-derived") if database.threads else Here()
        )

    def close(self) -> None:
        """Let what runs finish, then close every connection."""
        self.workers.close()
        self._folder.close()

    @override
    async def progress(self, project: ProjectId) -> Progress:
        return await self._run(project, lambda _, state: state)

    @override
    async def put(
        self, project: ProjectId, *, since: Progress, upto: int, documents: Sequence[Document]
    ) -> bool:
        def work(connection: Connection, _: Progress) -> bool:
            with immediate(connection):
                row = connection.row(_sql("state"), {"project": project})
                if row is None or (row[0], row[2]) != (since.generation, since.indexed):
                    return False
                for document in documents:
                    _add(connection, project, document)
                connection.run(_sql("advance"), {"upto": upto, "documents": len(documents)})
                return True

        return await self._run(project, work)

    @override
    async def search(self, project: ProjectId, search: Search) -> SearchHits:
        if not search.phrases:
            return SearchHits()
        binds: dict[str, str | int | None] = {
            "include_folded": search.include_folded,
            "session_id": search.session_id,
            "path": search.file_path,
            "limit": search.limit,
        }

        def work(connection: Connection, progress: Progress) -> SearchHits:
            binds["match"] = _any_of(_telling(connection, search))
            episodes = [
                EpisodeHit(
                    position=whole(position), score=float(str(score)), superseded=bool(superseded)
                )
                for position, score, superseded in connection.rows(_sql("search_episodes"), binds)
            ]
            facts = [
                FactHit(fact=_fact(project, row), position=whole(row[9]), score=float(str(row[10])))
                for row in connection.rows(
                    _sql("search_facts"), binds | {"match": _any_of(search.phrases)}
                )
            ]
            return SearchHits(
                episodes=tuple(episodes),
                facts=tuple(facts),
                complete=progress.indexed >= progress.written,
            )

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
        def raise_generation(connection: Connection) -> bool:
            return connection.row(query("next_generation"), {"project": project}) is not None

        if not await self._database.write(raise_generation):
            raise NotFoundError(f"no project has the id {project}")
        await self.workers.run(self._folder.discard_strays)

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

    async def _run(self, project: ProjectId, work: Callable[[Connection, Progress], T]) -> T:
        def run() -> T:
            with self._folder.using(project) as (connection, progress):
                return work(connection, progress)

        return await self.workers.run(run)


def _any_of(phrases: Sequence[Sequence[str]]) -> str:
    """Return the match of any of *phrases*, whose words are letters and digits alone."""
    return " OR ".join(f'"{" ".join(phrase)}"' for phrase in phrases)


def _telling(connection: Connection, search: Search) -> Sequence[Sequence[str]]:
    """Return the phrases that few enough episodes hold; all of them when none is."""
    held_max = int(whole(connection.value(_sql("documents"))) * search.common_share)
    if len(search.phrases) < 2 or held_max < _COMMON_HOLDERS_MIN:
        return search.phrases
    binds = {"upto": held_max + 1}
    telling = [
        phrase
        for phrase in search.phrases
        if connection.number(_sql("count_holders"), binds | {"match": _any_of([phrase])})
        <= held_max
    ]
    return telling or search.phrases


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
