"""A search of a derived file: what each arm finds, and what every arm says of it.

What the filters hide takes no place among the best of any arm.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from lockstitch.domain.fact import Fact, FactKind
from lockstitch.domain.ids import EpisodeId, FactId, ProjectId
from lockstitch.domain.passage import (
    Candidate,
    Coverage,
    EntryCandidate,
    FactHit,
    Search,
    SearchHits,
)
from lockstitch.ports.stores import Progress
from lockstitch.stores.sqlite.database import Cell, Connection, from_us, whole
from lockstitch.stores.sqlite.queries import named
from lockstitch.stores.sqlite.vectors import (
    ENTRY,
    EPISODE,
    Matrices,
    Nearness,
    numbers_json,
)

_COMMON_HOLDERS_MIN: Final = 100
"""A phrase that no more episodes than this hold is never too common to look for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Episode:
    superseded: bool
    said_at: datetime
    folded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    position: int
    folded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Telling:
    """The phrases that are looked for, how many episodes hold each, and those left out."""

    phrases: Sequence[tuple[str, ...]]
    holders: tuple[int, ...]
    common: tuple[tuple[str, ...], ...]


class Searching:
    """One search, in a transaction of its *connection*."""

    def __init__(
        self,
        connection: Connection,
        project: ProjectId,
        search: Search,
        *,
        progress: Progress,
        matrices: Matrices,
    ) -> None:
        self._connection = connection
        self._progress = progress
        self._project = project
        self._search = search
        self._binds: dict[str, Cell] = {
            "project": project,
            "include_folded": search.include_folded,
            "session_id": search.session_id,
            "path": search.file_path,
            "limit": search.limit,
        }
        self._near: list[Nearness | None] = [
            matrices.nearness(connection, project, near, mark=progress.generation)
            for near in search.near
        ]
        self._episodes: dict[int, _Episode] = {}
        self._entries: dict[int, _Entry] = {}

    def hits(self) -> SearchHits:
        """Return what every arm finds."""
        progress = self._progress
        documents = self._connection.number(_sql("documents"))
        telling = self._telling(documents)
        words = self._words("search_episodes", telling.phrases)
        entry_words = self._words("search_entries", telling.phrases)
        episodes, entries = set(words), set(entry_words)
        for near in filter(None, self._near):
            episodes.update(
                near.best(EPISODE, self._search.limit, visible=self._visible, among=self._allowed)
            )
            entries.update(near.best(ENTRY, self._search.limit, visible=self._visible_entries))
        return SearchHits(
            episodes=tuple(self._candidates(episodes, words)),
            entries=tuple(self._entry_candidates(entries, entry_words)),
            facts=tuple(self._facts()),
            coverage=tuple(self._coverage()),
            common=telling.common,
            holders=telling.holders,
            documents=documents,
            complete=progress.indexed >= progress.written
            and progress.entries_indexed >= progress.entries_written,
        )

    def candidates(self, positions: Collection[int]) -> list[Candidate]:
        """Return what is known of *positions*, but of those that the filters hide."""
        among = self._allowed
        shown = set(positions) if among is None else set(positions).intersection(among)
        return self._candidates(self._visible(shown), {})

    def _candidates(self, positions: Collection[int], words: dict[int, float]) -> list[Candidate]:
        self._look_at(positions)
        return [
            Candidate(
                position=position,
                superseded=self._episodes[position].superseded,
                said_at=self._episodes[position].said_at,
                words=words.get(position),
                near=self._cosines(EPISODE, position),
            )
            for position in sorted(positions)
            if position in self._episodes
        ]

    def _entry_candidates(
        self, rows: Collection[int], words: dict[int, float]
    ) -> list[EntryCandidate]:
        self._look_at_entries(rows)
        return [
            EntryCandidate(
                row=row,
                position=self._entries[row].position,
                words=words.get(row),
                near=self._cosines(ENTRY, row),
            )
            for row in sorted(rows)
            if row in self._entries
        ]

    def _cosines(self, kind: int, number: int) -> tuple[float | None, ...]:
        return tuple(None if near is None else near.of(kind, number) for near in self._near)

    def _words(self, name: str, phrases: Sequence[Sequence[str]]) -> dict[int, float]:
        """Return the best by words, each with its score."""
        if not phrases:
            return {}
        binds = self._binds | {"match": any_of(phrases)}
        rows = self._connection.rows(_sql(name), binds)
        return {whole(number): float(str(score)) for number, score in rows}

    def _facts(self) -> Iterable[FactHit]:
        if not self._search.phrases:
            return ()
        binds = self._binds | {"match": any_of(self._search.phrases)}
        return [
            FactHit(
                fact=fact_of(self._project, row), position=whole(row[9]), score=float(str(row[10]))
            )
            for row in self._connection.rows(_sql("search_facts"), binds)
        ]

    def _coverage(self) -> Iterable[Coverage]:
        return [
            coverage_of(self._connection, self._project, near.embedder)
            for near in self._search.near
        ]

    # What the filters say.

    @cached_property
    def _allowed(self) -> Collection[int] | None:
        """Return the positions that the filters name; None where they name none."""
        allowed: set[int] | None = None
        for wanted, name in (
            (self._search.session_id, "positions_of_session"),
            (self._search.file_path, "positions_of_path"),
        ):
            if wanted is not None:
                rows = self._connection.rows(_sql(name), self._binds)
                found = {whole(row[0]) for row in rows}
                allowed = found if allowed is None else allowed & found
        return allowed

    def _visible(self, positions: Collection[int]) -> list[int]:
        self._look_at(positions)
        return [
            position
            for position in positions
            if (known := self._episodes.get(position)) is not None
            and (self._search.include_folded or not known.folded)
        ]

    def _visible_entries(self, rows: Collection[int]) -> list[int]:
        self._look_at_entries(rows)
        return [
            row
            for row in rows
            if (known := self._entries.get(row)) is not None
            and (self._search.include_folded or not known.folded)
            and (self._allowed is None or known.position in self._allowed)
        ]

    def _look_at(self, positions: Collection[int]) -> None:
        binds = {
            "project": self._project,
            "numbers": numbers_json(set(positions) - self._episodes.keys()),
        }
        for position, superseded, said_at, folded in self._connection.rows(
            _sql("episodes_now"), binds
        ):
            self._episodes[whole(position)] = _Episode(
                superseded=bool(superseded), said_at=from_us(whole(said_at)), folded=bool(folded)
            )

    def _look_at_entries(self, rows: Collection[int]) -> None:
        binds = {
            "project": self._project,
            "numbers": numbers_json(set(rows) - self._entries.keys()),
        }
        for row, position, folded in self._connection.rows(_sql("entries_now"), binds):
            self._entries[whole(row)] = _Entry(position=whole(position), folded=bool(folded))

    # What the phrases say.

    def _telling(self, documents: int) -> _Telling:
        """Return the phrases that few enough episodes hold; all of them when none is."""
        phrases = self._search.phrases
        held_max = int(documents * self._search.common_share)
        if len(phrases) < 2 or held_max < _COMMON_HOLDERS_MIN:
            return self._all_telling(documents)
        held = [self._holders(phrase, upto=held_max + 1) for phrase in phrases]
        kept = [at for at, holders in enumerate(held) if holders <= held_max]
        if not kept:
            return self._all_telling(documents)
        return _Telling(
            phrases=[phrases[at] for at in kept],
            holders=tuple(held[at] for at in kept),
            common=tuple(
                phrase for phrase, holders in zip(phrases, held, strict=True) if holders > held_max
            ),
        )

    def _all_telling(self, documents: int) -> _Telling:
        phrases = self._search.phrases
        holders = tuple(self._holders(phrase, upto=documents) for phrase in phrases)
        return _Telling(phrases=phrases, holders=holders, common=())

    def _holders(self, phrase: Sequence[str], *, upto: int) -> int:
        binds = {"match": any_of([phrase]), "upto": upto}
        return self._connection.number(_sql("count_holders"), binds)


def any_of(phrases: Sequence[Sequence[str]]) -> str:
    """Return the match of any of *phrases*, whose words are letters and digits alone."""
    return " OR ".join(f'"{" ".join(phrase)}"' for phrase in phrases)


def coverage_of(connection: Connection, project: ProjectId, embedder: str) -> Coverage:
    """Return how many passages of the file of *connection* an embedder has seen."""
    total = connection.number(_sql("count_passages"), {"project": project})
    number = connection.value(_sql("embedder"), {"embedder": embedder})
    if number is None:
        return Coverage(embedded=0, total=total)
    lacking = connection.number(_sql("count_lacking"), {"number": number})
    return Coverage(embedded=total - lacking, total=total)


def fact_of(project: ProjectId, row: Sequence[object]) -> Fact:
    """Return the fact that a row of the ledger holds."""
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


def _sql(name: str) -> str:
    return named("derived_queries.sql")[name]
