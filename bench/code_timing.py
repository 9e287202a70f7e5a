"""Ports that tell how long they took: what of an index is looking, reading, parsing and writing."""

import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from typing_extensions import override

from lockstitch.app.world import World
from lockstitch.domain.code import CodeState, Tree
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.source import FileRecord
from lockstitch.ports.code import (
    CodeStore,
    IndexUpdate,
    Refused,
    SourceParser,
    SourceTree,
    Spoken,
    StoredFile,
)


@dataclass(slots=True)
class Spent:
    """CPU seconds by phase."""

    seconds: dict[str, float] = field(default_factory=dict[str, float])

    @contextmanager
    def on(self, phase: str) -> Generator[None]:
        """Add what the block takes."""
        before = time.process_time()
        try:
            yield
        finally:
            self.seconds[phase] = self.seconds.get(phase, 0.0) + time.process_time() - before


def timed(world: World, spent: Spent) -> World:
    """Return the same world, whose code ports tell *spent* what they take."""
    code = replace(
        world.code,
        parser=_Parser(world.code.parser, spent),
        tree=_Tree(world.code.tree, spent),
        store=_Store(world.code.store, spent),
    )
    return replace(world, code=code)


class _Parser(SourceParser):
    def __init__(self, parser: SourceParser, spent: Spent) -> None:
        self._parser = parser
        self._spent = spent

    @property
    @override
    def version(self) -> str:
        return self._parser.version

    @override
    def languages(self) -> Sequence[Spoken]:
        return self._parser.languages()

    @override
    def language_of(self, path: str) -> str | None:
        return self._parser.language_of(path)

    @override
    def parse(self, path: str, content: bytes) -> FileRecord:
        with self._spent.on("parse"):
            return self._parser.parse(path, content)


class _Tree(SourceTree):
    def __init__(self, tree: SourceTree, spent: Spent) -> None:
        self._tree = tree
        self._spent = spent

    @override
    def look(self, root: str) -> Tree:
        with self._spent.on("look"):
            return self._tree.look(root)

    @override
    def read(self, root: str, path: str) -> bytes | Refused:
        with self._spent.on("read"):
            return self._tree.read(root, path)

    @override
    def changed_since(self, root: str, revision: str) -> Mapping[str, Sequence[tuple[int, int]]]:
        return self._tree.changed_since(root, revision)


class _Store(CodeStore):
    def __init__(self, store: CodeStore, spent: Spent) -> None:
        self._store = store
        self._spent = spent

    @override
    async def state(self, project: ProjectId) -> tuple[CodeState, str, int] | None:
        return await self._store.state(project)

    @override
    async def files(self, project: ProjectId) -> Mapping[str, StoredFile]:
        return await self._store.files(project)

    @override
    def load(self, project: ProjectId, path: str) -> FileRecord:
        return self._store.load(project, path)

    @override
    async def update(self, project: ProjectId, update: IndexUpdate, *, since: int) -> bool:
        with self._spent.on("write"):
            return await self._store.update(project, update, since=since)

    @override
    async def reset(self, project: ProjectId) -> None:
        await self._store.reset(project)
