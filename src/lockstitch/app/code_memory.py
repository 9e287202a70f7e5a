"""What a process remembers of code indexes, so that an answer reads nothing that did not change."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from lockstitch.code.graph import Graph
from lockstitch.code.ranking import Flow
from lockstitch.code.viewing import View
from lockstitch.domain.ids import ProjectId
from lockstitch.ports.code import (
    CodeQueries,
    CodeStore,
    MarkStore,
    NewUnbound,
    SourceParser,
    SourceTree,
    StoredFile,
)

PROJECTS_MAX: Final = 4
VIEWS_MAX: Final = 4_000
"""Files whose records are held; more than these are read again when they are needed."""
ORDERS_MAX: Final = 16


@dataclass(slots=True, kw_only=True)
class Ranked:
    """What a map needs of a graph."""

    flow: Flow
    shown: Sequence[int]
    """Symbols that a map may show."""
    orders: OrderedDict[tuple[str, ...], list[int]] = field(
        default_factory=OrderedDict[tuple[str, ...], list[int]]
    )
    """The order of these by what is in focus, those asked for last."""


@dataclass(slots=True, kw_only=True)
class Remembered:
    """What is known of one project's index, as of one revision."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by whoever brings the index up to date."""
    mark: tuple[int, str] | None = None
    """The revision and its time: what is below holds for these alone."""
    files: Mapping[str, StoredFile] | None = None
    views: dict[str, View] = field(default_factory=dict[str, View])
    graph: Graph | None = None
    dynamic: Sequence[NewUnbound] | None = None
    """Uses by a computed name."""
    ranked: Ranked | None = None
    """Made of the graph, and only for a map."""

    def go_on(self, mark: tuple[int, str], *, rewritten: frozenset[str] | None = None) -> None:
        """Go on to another revision. *rewritten* are the files with other records; None: unknown."""
        if self.mark == mark:
            return
        self.mark = mark
        self.files = None
        self.graph = self.ranked = self.dynamic = None
        if rewritten is None or len(self.views) > VIEWS_MAX:
            self.views.clear()
        for path in rewritten or ():
            self.views.pop(path, None)


class CodeMemory:
    """The projects that were asked about last."""

    def __init__(self) -> None:
        self._projects: OrderedDict[ProjectId, Remembered] = OrderedDict()

    def of(self, project: ProjectId) -> Remembered:
        """Return what is remembered of a project; nothing yet, the first time."""
        known = self._projects.pop(project, None) or Remembered()
        self._projects[project] = known
        while len(self._projects) > PROJECTS_MAX:
            oldest = next(iter(self._projects))
            if self._projects[oldest].lock.locked():
                break
            del self._projects[oldest]
        return known


@dataclass(frozen=True, slots=True, kw_only=True)
class CodePorts:
    """What code answers are made of."""

    store: CodeStore
    queries: CodeQueries
    marks: MarkStore
    parser: SourceParser
    tree: SourceTree
    memory: CodeMemory
