"""A repository's index, made through the shipped application over a store in a folder, and what is read from it."""

import subprocess
import time
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from typing_extensions import override

from bench.call_graph import CONSTRUCTORS, Gold, Reach, Spot, Use
from bench.told import shipped_world
from lockstitch.app.code_answers import CallerAnswer, impact
from lockstitch.app.code_index import Current, up_to_date
from lockstitch.app.identify import identify
from lockstitch.app.world import World
from lockstitch.domain.code import Sureness, Symbol, Tree, Via
from lockstitch.domain.project import Caller
from lockstitch.ports.code import GraphRows, Refused, SourceTree

COUNTED: Final = frozenset({Via.CALL, Via.INSTANTIATE, Via.PROPERTY})
"""Edges that are calls: these are what references of call graphs hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexed:
    """A repository that is indexed, and who asks about it."""

    world: World
    caller: Caller
    root: Path
    current: Current
    cpu_s: float
    """What the index took, in CPU time."""

    async def look(self) -> Current:
        """Bring the index up to date."""
        return await up_to_date(self.world, self.caller.project, str(self.root))

    async def symbols(self) -> Sequence[Symbol]:
        """Return all symbols, in the order of the text."""
        return await self.world.code.queries.in_file(self.caller.project, "")

    async def graph(self) -> GraphRows:
        """Return the whole graph."""
        return await self.world.code.queries.graph(self.caller.project)

    async def paths(self) -> list[str]:
        """Return the source files, sorted."""
        files = await self.world.code.store.files(self.caller.project)
        parser = self.world.code.parser
        return sorted(path for path in files if parser.language_of(path) is not None)

    def standing_still(self) -> "Indexed":
        """Return the same, whose disk is never looked at again: for many questions in short time."""
        code = replace(self.world.code, tree=_Still(self.world.code.tree))
        return replace(self, world=replace(self.world, code=code))


class _Still(SourceTree):
    """A tree that is looked at once."""

    def __init__(self, tree: SourceTree) -> None:
        self._tree = tree
        self._seen: dict[str, Tree] = {}

    @override
    def look(self, root: str) -> Tree:
        if root not in self._seen:
            self._seen[root] = self._tree.look(root)
        return self._seen[root]

    @override
    def read(self, root: str, path: str) -> bytes | Refused:
        return self._tree.read(root, path)

    @override
    def changed_since(self, root: str, revision: str) -> Mapping[str, Sequence[tuple[int, int]]]:
        return self._tree.changed_since(root, revision)


@asynccontextmanager
async def indexed(root: Path, folder: Path) -> AsyncGenerator[Indexed]:
    """Give the index of *root* in the store in *folder*."""
    world = shipped_world(folder)
    try:
        project = (await identify(world, str(root))).id
        before = time.process_time()
        current = await up_to_date(world, project, str(root))
        yield Indexed(
            world=world,
            caller=Caller(
                project=project, session_id=None, session_source=None, working_directory=str(root)
            ),
            root=root,
            current=current,
            cpu_s=time.process_time() - before,
        )
    finally:
        world.close()


def uses_of(rows: GraphRows, spots: Mapping[str, Spot]) -> set[Use]:
    """Return the calls of a graph, but for mere candidates and what stands outside of every definition."""
    found: set[Use] = set()
    for source, target, via, sureness, _ in rows.edges:
        if via not in COUNTED or sureness == Sureness.CANDIDATE:
            continue
        if "module" not in {rows.kinds[source], rows.kinds[target]}:
            found.add((spots[rows.names[source]], spots[rows.names[target]]))
    return found


def spots_of(symbols: Sequence[Symbol]) -> dict[str, Spot]:
    """Return where each symbol stands, by name."""
    return {one.name: (one.file, one.line) for one in symbols}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Who depends on each symbol, as `impact` answers and the reference counts."""

    every: Reach
    by_calls: Reach
    """Those that a chain of calls leads from: the reference holds no others."""
    cut: int
    """Answers that list only the first callers."""


async def answered(index: Indexed, gold: Gold, *, depth: int) -> Answers:
    """Return what `impact` answers for each symbol that is compared; for a type, with its constructors.

    Types and files that are listed as callers are left out, as the reference has none.
    """
    still = index.standing_still()
    spots = spots_of([one for one in await index.symbols() if one.kind != "module"])
    ids = {name: gold.spots[spot] for name, spot in spots.items() if spot in gold.spots}
    names = {gold_id: name for name, gold_id in ids.items()}
    every: dict[str, set[str]] = {}
    by_calls: dict[str, set[str]] = {}
    cut = 0

    def counted(callers: Iterable[CallerAnswer]) -> set[str]:
        found = {ids.get(caller.qualified_name, "<module>") for caller in callers}
        return {gold.collapsed(name) for name in found if gold.counts_as_caller(name)}

    for symbol in gold.asked():
        every[symbol], by_calls[symbol] = set(), set()
        for one in (symbol, *(f"{symbol}::{own}" for own in sorted(CONSTRUCTORS))):
            if one not in names or gold.canonical(one) != symbol:
                continue
            answer = await impact(still.world, still.caller, name=names[one], depth=depth)
            cut += answer.callers_total > len(answer.callers)
            every[symbol] |= counted(answer.callers) - {symbol}
            by_calls[symbol] |= counted(called(answer.callers)) - {symbol}
    return Answers(every=every.__getitem__, by_calls=by_calls.__getitem__, cut=cut)


def called(callers: Iterable[CallerAnswer]) -> list[CallerAnswer]:
    """Return those of *callers*, the nearest first, that a chain of nothing but calls leads from."""
    others: set[str] = set()
    found: list[CallerAnswer] = []
    for one in callers:
        if one.via in COUNTED and one.through not in others:
            found.append(one)
        else:
            others.add(one.qualified_name)
    return found


def children_cpu(command: Sequence[str], *, seconds: float) -> tuple[str, float]:
    """Return what a command prints, and its CPU seconds.

    Raises:
        subprocess.SubprocessError: it failed, or took longer than *seconds*.
    """
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=seconds)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, round(spent, 2)
