"""What a change reaches: the symbols that differ from a revision, and who depends on any of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from lockstitch.app.code_answers import (
    DEPTH_DEFAULT,
    BoundAnswer,
    CallerAnswer,
    Dated,
    bound_in,
    caller_answer,
    dated,
    graph_in,
    stale_in,
)
from lockstitch.app.code_index import Progress, root_of, silent, up_to_date
from lockstitch.app.world import World
from lockstitch.code.impact import DEPTH_MAX, DEPTH_MIN, Impact, Place, impact_of
from lockstitch.code.impact import Caller as Dependent
from lockstitch.code.naming import own_name
from lockstitch.code.touched import touched
from lockstitch.domain.code import Symbol
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Caller

REVISION_CHARS_MAX: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchedSymbol:
    """A symbol of which lines differ from the revision."""

    qualified_name: str
    kind: str
    file: str
    line: int
    callers_total: int
    """Who depends on it, other touched symbols included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffAnswer:
    """What changed since a revision, and who depends on that."""

    revision: str
    depth: int
    symbols: tuple[TouchedSymbol, ...]
    """Those that are there now."""
    symbols_total: int
    other_paths: tuple[str, ...]
    """Paths that differ and of which the index knows no symbol: removed, or no code that is read."""
    callers: tuple[CallerAnswer, ...]
    """Whoever depends on one of the symbols and is none of them, the nearest first."""
    callers_total: int
    bound: BoundAnswer
    index: Dated


async def impact_of_diff(
    world: World,
    caller: Caller,
    *,
    revision: str,
    depth: int = DEPTH_DEFAULT,
    progress: Progress = silent,
) -> DiffAnswer:
    """Return the symbols that differ from *revision*, uncommitted changes included, and who depends on them.

    Raises:
        InvalidArgumentError: there is no such revision, or no git; or the checkout is not there.
    """
    if not revision.strip() or len(revision) > REVISION_CHARS_MAX:
        raise InvalidArgumentError(
            "the revision is empty or too long", hint="name one: HEAD~1, main"
        )
    root = await root_of(world, caller)
    changed = await world.aside(lambda: world.code.tree.changed_since(root, revision))
    current = await up_to_date(world, caller.project, root, progress=progress)
    symbols, others = await _touched_in(world, caller.project, changed)
    graph = await graph_in(world, current)
    depth = max(DEPTH_MIN, min(depth, DEPTH_MAX))
    stale = await stale_in(world, current)
    reached = [
        impact_of(graph, graph.number[one.name], depth=depth, stale=stale)
        for one in symbols[: LIMITS.symbols_touched]
    ]
    merged = _merged(reached, among={one.name for one in symbols}, depth=depth)
    own_names = sorted({own_name(one.name) for one in symbols if one.kind != "module"})
    bound = await bound_in(world, current, merged, own_names)
    if len(reached) < len(symbols):
        unfollowed = f"{len(symbols) - len(reached)} symbols were not followed"
        bound = replace(bound, exact=False, why=(*bound.why, unfollowed))
    return DiffAnswer(
        revision=revision,
        depth=depth,
        symbols=tuple(
            TouchedSymbol(
                qualified_name=one.name,
                kind=one.kind,
                file=one.file,
                line=one.line,
                callers_total=len(its.callers),
            )
            for one, its in zip(symbols, reached, strict=False)
        ),
        symbols_total=len(symbols),
        other_paths=others,
        callers=tuple(caller_answer(one) for one in merged.callers[: LIMITS.callers_shown]),
        callers_total=len(merged.callers),
        bound=bound,
        index=dated(current),
    )


async def _touched_in(
    world: World, project: ProjectId, changed: Mapping[str, Sequence[tuple[int, int]]]
) -> tuple[list[Symbol], tuple[str, ...]]:
    """Return the symbols that a change touches, and the paths that have none."""
    found: list[Symbol] = []
    others: list[str] = []
    for path, lines in sorted(changed.items()):
        symbols = [
            one for one in await world.code.queries.in_file(project, path) if one.file == path
        ]
        found += touched(symbols, lines)
        if not symbols:
            others.append(path)
    return found, tuple(others)


def _merged(reached: Iterable[Impact], *, among: set[str], depth: int) -> Impact:
    """Return one answer for several symbols: each caller by its shortest way."""
    callers: dict[str, Dependent] = {}
    candidates: set[Place] = set()
    for one in reached:
        candidates.update(one.candidates)
        for caller in one.callers:
            known = callers.get(caller.qualified_name)
            if known is None or _way(caller) < _way(known):
                callers[caller.qualified_name] = caller
    kept = (one for one in callers.values() if one.qualified_name not in among)
    return Impact(
        symbol="",
        depth=depth,
        callers=tuple(sorted(kept, key=lambda one: (one.depth, one.qualified_name))),
        candidates=tuple(sorted(one for one in candidates if one.qualified_name not in callers)),
    )


def _way(caller: Dependent) -> tuple[int, str, str, int]:
    return (caller.depth, caller.via, caller.through, caller.line)
