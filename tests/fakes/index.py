"""A real index, in which something else happens just before or after a call: a race, every time."""

from collections.abc import Awaitable, Callable, Sequence

from typing_extensions import override

from lockstitch.domain.ids import ProjectId
from lockstitch.domain.passage import (
    Candidate,
    Document,
    EntryDocument,
    Link,
    Search,
    SearchHits,
)
from lockstitch.ports.stores import PassageIndex, Progress

Happening = Callable[[], Awaitable[object]]


async def nothing() -> None:
    """Let nothing happen."""


class Interrupted(PassageIndex):
    """Lets *before_put* happen before the first put, and *after_search* after the first search."""

    def __init__(
        self,
        inner: PassageIndex,
        *,
        before_put: Happening = nothing,
        after_search: Happening = nothing,
    ) -> None:
        self._inner = inner
        self._before_put = before_put
        self._after_search = after_search

    @override
    async def progress(self, project: ProjectId) -> Progress:
        return await self._inner.progress(project)

    @override
    async def put(
        self, project: ProjectId, *, since: Progress, upto: int, documents: Sequence[Document]
    ) -> bool:
        happening, self._before_put = self._before_put, nothing
        await happening()
        return await self._inner.put(project, since=since, upto=upto, documents=documents)

    @override
    async def search(self, project: ProjectId, search: Search) -> SearchHits:
        hits = await self._inner.search(project, search)
        happening, self._after_search = self._after_search, nothing
        await happening()
        return hits

    @override
    async def candidates(
        self, project: ProjectId, search: Search, *, positions: Sequence[int]
    ) -> Sequence[Candidate]:
        return await self._inner.candidates(project, search, positions=positions)

    @override
    async def links(
        self, project: ProjectId, *, positions: Sequence[int], holders_max: int
    ) -> Sequence[Link]:
        return await self._inner.links(project, positions=positions, holders_max=holders_max)

    @override
    async def put_entries(
        self, project: ProjectId, *, since: Progress, upto: int, entries: Sequence[EntryDocument]
    ) -> bool:
        return await self._inner.put_entries(project, since=since, upto=upto, entries=entries)

    @override
    async def reset(self, project: ProjectId) -> None:
        await self._inner.reset(project)
