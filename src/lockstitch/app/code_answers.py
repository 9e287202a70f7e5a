"""Answers about code: the map, a symbol, and what a change of it reaches. Each from an index that is current."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from lockstitch.app.code_index import Current, Progress, root_of, silent, up_to_date
from lockstitch.app.code_memory import ORDERS_MAX, Ranked
from lockstitch.app.world import World
from lockstitch.code.graph import Graph, graph_of
from lockstitch.code.impact import (
    DEPTH_MAX,
    DEPTH_MIN,
    PLACES_MAX,
    Impact,
    bound_of,
    computed_for,
    impact_of,
    stale_by,
)
from lockstitch.code.impact import (
    Caller as Dependent,
)
from lockstitch.code.lookup import (
    Found,
    Lookup,
    Missing,
    asked_for,
    choose,
    lengths_near,
    near_names,
    similar_names,
)
from lockstitch.code.naming import own_name
from lockstitch.code.ranking import flow_of, focus_of, ranked
from lockstitch.code.repo_map import head_of, map_of, name_line, shown_of, signature_lines
from lockstitch.domain.code import LeftOut, Symbol
from lockstitch.domain.errors import InvalidArgumentError, NotFoundError
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Caller
from lockstitch.domain.text import check_text

DEPTH_DEFAULT: Final = 4
BUDGET_OF_RESOURCE: Final = 2_000
_OF_A_NAME_MAX: Final = 10_000
_MATCHING_MAX: Final = 50
_DYNAMIC_MAX: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """What an answer about code describes."""

    commit: str | None
    dirty: bool | None
    """None where nobody can say: there is no git."""
    indexed_at: datetime
    files: int
    left_out: tuple[LeftOut, ...]
    files_in_part: int
    """Files with syntax errors, of which only what parsed is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapAnswer:
    """A map of the repository, the most load-bearing symbols first."""

    map: str
    tokens_used: int
    token_budget: int
    files: int
    symbols: int
    symbols_total: int
    truncated: bool
    unknown_paths: tuple[str, ...]
    """Of the paths to focus on, those where nothing is."""
    indexed_at: datetime
    index: Dated


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolAnswer:
    """A symbol as it is now, or names that may have been meant."""

    found: bool
    qualified_name: str
    kind: str | None
    signature: str | None
    file: str | None
    line: int | None
    end_line: int | None
    ast_hash: str | None
    source: str
    note: str
    near: tuple[str, ...]
    index: Dated


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundAnswer:
    """How far a list of callers can be trusted."""

    exact: bool
    why: tuple[str, ...]
    unbound_uses: int
    unbound_places: tuple[str, ...]
    candidates: tuple[str, ...]
    """Who may use it, with the place: the receiver is unknown."""
    dynamic_places: tuple[str, ...]
    """Where uses by a computed name stand that may be its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallerAnswer:
    """Somebody who depends on the symbol."""

    qualified_name: str
    file: str
    line: int
    depth: int
    via: str
    through: str
    stale: bool
    stale_reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactAnswer:
    """Who depends on a symbol, and how sure that is."""

    symbol: str
    signature: str
    ast_hash: str
    file: str
    line: int
    depth: int
    callers: tuple[CallerAnswer, ...]
    callers_total: int
    bound: BoundAnswer
    index: Dated


async def repo_map(
    world: World,
    caller: Caller,
    *,
    token_budget: int,
    focus_paths: Sequence[str] = (),
    names_only: bool = False,
    progress: Progress = silent,
) -> MapAnswer:
    """Return the map of the caller's checkout, as much as the budget holds.

    Raises:
        InvalidArgumentError: the checkout is a home directory, or not there.
    """
    budget = max(0, min(token_budget, LIMITS.map_tokens))
    current = await up_to_date(
        world, caller.project, await root_of(world, caller), progress=progress
    )
    graph = await graph_in(world, current)
    known = await _ranked(world, current, graph)
    files = world.code.memory.of(caller.project).files or {}
    focus = focus_of(graph, focus_paths, files=files)
    key = tuple(sorted(set(focus_paths)))
    order = known.orders.pop(key, None)
    if order is None:
        order = ranked(known.flow, focus=focus.symbols, among=known.shown)
    known.orders[key] = order
    while len(known.orders) > ORDERS_MAX:
        known.orders.popitem(last=False)
    names = [graph.names[symbol] for symbol in order[: budget + 1]]
    state = current.state
    drawn = map_of(
        await world.code.queries.symbols(caller.project, names),
        head=head_of(commit=state.commit, dirty=state.dirty, digest=state.digest),
        lines=name_line if names_only else signature_lines,
        budget=budget,
        count=world.tokens.count,
        total=len(order),
    )
    return MapAnswer(
        map=drawn.text,
        tokens_used=drawn.tokens_used,
        token_budget=budget,
        files=drawn.files,
        symbols=drawn.symbols,
        symbols_total=drawn.symbols_total,
        truncated=drawn.symbols < drawn.symbols_total,
        unknown_paths=focus.unknown,
        indexed_at=state.indexed_at,
        index=dated(current),
    )


async def query_symbol(
    world: World, caller: Caller, *, name: str, progress: Progress = silent
) -> SymbolAnswer:
    """Return the symbol that *name* means, and never another one.

    Raises:
        InvalidArgumentError: the name is empty or too long, or the checkout is not there.
    """
    root = await root_of(world, caller)
    current = await up_to_date(world, caller.project, root, progress=progress)
    found = await _look_up(world, caller, name, root)
    if isinstance(found, Missing):
        return SymbolAnswer(
            found=False,
            qualified_name=name,
            kind=None,
            signature=None,
            file=None,
            line=None,
            end_line=None,
            ast_hash=None,
            source="parser",
            note=_note(found),
            near=found.near,
            index=dated(current),
        )
    symbol = found.symbol
    return SymbolAnswer(
        found=True,
        qualified_name=symbol.name,
        kind=symbol.kind,
        signature=symbol.signature,
        file=symbol.file,
        line=symbol.line,
        end_line=symbol.last,
        ast_hash=symbol.ast_hash,
        source="parser",
        note="",
        near=(),
        index=dated(current),
    )


async def impact(
    world: World,
    caller: Caller,
    *,
    name: str,
    depth: int = DEPTH_DEFAULT,
    progress: Progress = silent,
) -> ImpactAnswer:
    """Return who depends on a symbol, as far as *depth*, which is clamped.

    Raises:
        NotFoundError: no one symbol has that name; the hint names some that are near.
    """
    root = await root_of(world, caller)
    current = await up_to_date(world, caller.project, root, progress=progress)
    found = await _look_up(world, caller, name, root)
    if isinstance(found, Missing):
        raise NotFoundError(f"no symbol is named {name!r}: {_note(found)}", hint=_near_hint(found))
    return await _impact_of(world, current, found.symbol, depth)


async def _impact_of(world: World, current: Current, symbol: Symbol, depth: int) -> ImpactAnswer:
    graph = await graph_in(world, current)
    reached = impact_of(
        graph,
        graph.number[symbol.name],
        depth=max(DEPTH_MIN, min(depth, DEPTH_MAX)),
        stale=await stale_in(world, current),
    )
    return ImpactAnswer(
        symbol=symbol.name,
        signature=symbol.signature,
        ast_hash=symbol.ast_hash,
        file=symbol.file,
        line=symbol.line,
        depth=reached.depth,
        callers=tuple(caller_answer(one) for one in reached.callers[: LIMITS.callers_shown]),
        callers_total=len(reached.callers),
        bound=await bound_in(world, current, reached, [own_name(symbol.name)]),
        index=dated(current),
    )


async def stale_in(world: World, current: Current) -> Mapping[tuple[str, str], str]:
    """Return which callers were not edited since what they use changed, and why that is known."""
    files = world.code.memory.of(current.project).files or {}
    marks = await world.code.marks.marks(current.project)
    return stale_by(marks, {path: file.hash for path, file in files.items()} if marks else {})


async def bound_in(
    world: World, current: Current, reached: Impact, own_names: Sequence[str]
) -> BoundAnswer:
    """Return how far a list of the callers of symbols with these own names can be trusted."""
    known = world.code.memory.of(current.project)
    if known.dynamic is None:
        known.dynamic = await world.code.queries.dynamic(current.project, limit=_DYNAMIC_MAX)
    bound = bound_of(
        await graph_in(world, current),
        reached,
        unbound=await world.code.queries.unbound(current.project, own_names, limit=PLACES_MAX),
        dynamic=computed_for(own_names, known.dynamic),
        damaged=len(current.state.damaged),
        left_out=current.state.left_out,
    )
    return BoundAnswer(
        exact=bound.exact,
        why=bound.reasons,
        unbound_uses=bound.unbound_count,
        unbound_places=bound.places,
        candidates=tuple(
            f"{one.qualified_name} ({one.file}:{one.line})"
            for one in reached.candidates[:PLACES_MAX]
        ),
        dynamic_places=bound.dynamic,
    )


def caller_answer(one: Dependent) -> CallerAnswer:
    """Return a caller as answers show it."""
    return CallerAnswer(
        qualified_name=one.qualified_name,
        file=one.file,
        line=one.line,
        depth=one.depth,
        via=one.via,
        through=one.through,
        stale=one.stale is not None,
        stale_reason=one.stale,
    )


async def graph_in(world: World, current: Current) -> Graph:
    """Return the graph of an index."""
    known = world.code.memory.of(current.project)
    if known.graph is None:
        rows = await world.code.queries.graph(current.project)
        known.graph = await world.aside(lambda: graph_of(rows))
    return known.graph


async def _ranked(world: World, current: Current, graph: Graph) -> Ranked:
    known = world.code.memory.of(current.project)
    if known.ranked is None:
        known.ranked = await world.aside(lambda: Ranked(flow=flow_of(graph), shown=shown_of(graph)))
    return known.ranked


async def _look_up(world: World, caller: Caller, name: str, root: str) -> Lookup:
    check_text(name, name="qualified_name")
    if not name.strip() or len(name) > LIMITS.query_chars:
        raise InvalidArgumentError(
            f"qualified_name must have 1 to {LIMITS.query_chars} characters that are not all blank"
        )
    asked = asked_for(name, root=root)
    queries, project = world.code.queries, caller.project
    found = [*await queries.symbols(project, asked.names)]
    if not any(symbol.name == asked.text for symbol in found):
        for own in asked.own_names:
            found += await queries.ending(project, own, limit=_OF_A_NAME_MAX)
    chosen = choose(asked, found)
    if isinstance(chosen, Found) or chosen.several:
        return chosen
    found += await queries.matching(project, asked.words, limit=_MATCHING_MAX)
    shortest, longest = lengths_near(asked)
    own_names = await queries.own_names(project, shortest=shortest, longest=longest)
    for own in similar_names(asked, own_names):
        found += await queries.ending(project, own, limit=_MATCHING_MAX)
    return Missing(near=near_names(asked, found), several=False)


def _note(missing: Missing) -> str:
    if missing.several:
        return "several symbols end so; name one of them whole"
    return "no such symbol now; code.get_repo_map with names_only shows the names in use"


def _near_hint(missing: Missing) -> str:
    if not missing.near:
        return "see the names in use: code.get_repo_map with names_only"
    return f"near names: {', '.join(missing.near)}"


def dated(current: Current) -> Dated:
    """Return what an answer from this index describes."""
    state = current.state
    return Dated(
        commit=state.commit,
        dirty=state.dirty,
        indexed_at=state.indexed_at,
        files=state.files,
        left_out=state.left_out,
        files_in_part=len(state.damaged),
    )
