"""Who depends on a symbol: breadth first over its uses, and how far the answer can be trusted.

A call of a method is, at run time, a call of what overrides it: so the callers of a base method are
callers of its overrides, at no extra step, and the base itself is none. A changed base concerns its
overrides, for they follow its signature; but what overrides a mere caller replaces it, and depends
on nothing that it calls. Two kinds of users are listed but pass nothing on: a file that only
imports a name, for whoever uses the name there is found by that use; and a type whose own body
mentions a member of it, for who makes an instance does not use the member by that.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from lockstitch.code.graph import FILE_KINDS, IMPORT, OVERRIDE, TYPE_KINDS, VIAS, Graph
from lockstitch.domain.code import LeftOut, Via
from lockstitch.ports.code import Mark, NewUnbound

DEPTH_MIN: Final = 1
DEPTH_MAX: Final = 16
TARGET_CHANGED: Final = "target-changed"
CALLER_CHANGED: Final = "caller-changed"
HARMLESS: Final = frozenset({"ignored", "binary"})
"""Reasons to leave files out that hide no caller."""
PLACES_MAX: Final = 20
_ANYTHING: Final = ("eval", "exec", "import", "__import__", "require", "Function", "new ")
_QUOTED: Final = re.compile(r"""["'`]([^"'`]*)["'`]""")
_HOLE: Final = re.compile(r"\$?\{[^}]*\}|%\w")
_NAME_PART: Final = re.compile(r"\w{2,}")
_DISPATCHED: Final = frozenset(VIAS.index(via) for via in (Via.CALL, Via.PROPERTY, Via.REFERENCE))
"""Uses of a base that may end in an override."""

Way: TypeAlias = tuple[int, str, int, int]
"""How a caller reaches on: via, name and number of what it uses, line. The least is taken."""


class Caller(NamedTuple):
    """A symbol that depends on the one that was asked for."""

    qualified_name: str
    file: str
    line: int
    """Of the use; where the use has none, 0."""
    depth: int
    via: str
    """Of the first edge on its way."""
    through: str
    """What that edge leads to: the symbol, another caller, or a method that one of them overrides."""
    stale: str | None


class Place(NamedTuple):
    """A use that may be meant."""

    qualified_name: str
    file: str
    line: int
    via: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Impact:
    """Who depends on a symbol, by depth and name; and who may."""

    symbol: str
    depth: int
    callers: tuple[Caller, ...]
    candidates: tuple[Place, ...]
    """Uses whose receiver is unknown, of what was walked. They are not walked themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """Whether the callers are all there are, and if not, why it cannot be said."""

    exact: bool
    reasons: tuple[str, ...]
    unbound_count: int
    places: tuple[str, ...]
    """Where uses of the name stand that could not be bound, as `file:line`."""
    dynamic: tuple[str, ...] = ()
    """Where uses by a computed name stand."""


def impact_of(
    graph: Graph,
    symbol: int,
    *,
    depth: int,
    stale: Mapping[tuple[str, str], str] | None = None,
) -> Impact:
    """Return who depends on *symbol* within *depth* steps, which is clamped.

    *stale* says of a caller and what it uses whether one of them changed.
    """
    depth = max(DEPTH_MIN, min(depth, DEPTH_MAX))
    walk = _Walk(graph=graph, symbol=symbol)
    callers: list[Caller] = []
    for away in range(1, depth + 1):
        ways = walk.step()
        callers += sorted(
            _caller(graph, one, way, depth=away, stale=stale or {}) for one, way in ways.items()
        )
    return Impact(
        symbol=graph.names[symbol],
        depth=depth,
        callers=tuple(callers),
        candidates=_candidates(graph, walk),
    )


def _caller(
    graph: Graph, symbol: int, way: Way, *, depth: int, stale: Mapping[tuple[str, str], str]
) -> Caller:
    via, through, _, line = way
    name = graph.names[symbol]
    return Caller(
        qualified_name=name,
        file=graph.files[symbol],
        line=line,
        depth=depth,
        via=VIAS[via].value,
        through=through,
        stale=stale.get((name, through)) if stale else None,
    )


@dataclass(slots=True, kw_only=True)
class _Walk:
    """What was seen on the way."""

    graph: Graph
    symbol: int
    level: list[int] = field(init=False)
    """Symbols whose users come next."""
    listed: set[int] = field(init=False)
    """The symbol, and all callers."""
    walked: set[int] = field(init=False)
    """Symbols whose users were looked at, or come next."""
    bases: set[int] = field(default_factory=set[int])
    """What those override, as far as it was looked at for that."""
    heirs: set[int] = field(init=False)
    """The symbol, and what overrides it, directly or not."""

    def __post_init__(self) -> None:
        self.level, self.listed, self.walked = [self.symbol], {self.symbol}, {self.symbol}
        self.heirs = {self.symbol}
        waiting = [self.symbol]
        while waiting:
            new = set(self.graph.below.get(waiting.pop(), ())) - self.heirs
            self.heirs |= new
            waiting.extend(new)

    def step(self) -> dict[int, Way]:
        """Return who uses what comes next and was not seen before, each by its best way."""
        found: dict[int, Way] = {}
        onward: set[int] = set()
        for target in self.level:
            self._users(target, found, onward)
            for base in self._bases_of(target):
                self._dispatched(base, found, onward)
        self.listed.update(found)
        self.walked |= onward
        self.level = list(onward)
        return found

    def _users(self, target: int, found: dict[int, Way], onward: set[int]) -> None:
        graph = self.graph
        name, heir = graph.names[target], target in self.heirs
        for edge in graph.incoming[graph.in_starts[target] : graph.in_starts[target + 1]]:
            source, via = graph.sources[edge], graph.vias[edge]
            if via == OVERRIDE and not heir:
                continue
            if source not in self.listed:
                _keep(found, source, (via, name, target, graph.lines[edge]))
            if source not in self.walked and self._goes_on(source, via, target):
                onward.add(source)

    def _dispatched(self, base: int, found: dict[int, Way], onward: set[int]) -> None:
        """Look at who uses a base; what overrides it itself means the base alone: `super().run()`."""
        graph = self.graph
        name, heirs = graph.names[base], set(graph.below[base])
        for edge in graph.incoming[graph.in_starts[base] : graph.in_starts[base + 1]]:
            source, via = graph.sources[edge], graph.vias[edge]
            if via not in _DISPATCHED or source in heirs:
                continue
            if source not in self.listed:
                _keep(found, source, (via, name, base, graph.lines[edge]))
            if source not in self.walked and self._goes_on(source, via, base):
                onward.add(source)

    def _goes_on(self, source: int, via: int, target: int) -> bool:
        """Say whether who uses *source* depends on what it uses here."""
        kind = self.graph.kinds[source]
        if kind in FILE_KINDS:
            return via != IMPORT or self.graph.kinds[target] in FILE_KINDS
        return kind not in TYPE_KINDS or self.graph.holders[target] != source

    def _bases_of(self, target: int) -> Iterable[int]:
        """Return what *target* overrides, directly or not, and was not looked at before."""
        above = self.graph.above
        waiting = list(above.get(target, ()))
        while waiting:
            base = waiting.pop()
            if base not in self.bases:
                self.bases.add(base)
                waiting.extend(above.get(base, ()))
                yield base


def _keep(found: dict[int, Way], source: int, way: Way) -> None:
    known = found.get(source)
    if known is None or way < known:
        found[source] = way


def _candidates(graph: Graph, walk: _Walk) -> tuple[Place, ...]:
    if not graph.candidates:
        return ()
    places = {
        Place(graph.names[one.source], graph.files[one.source], one.line, VIAS[one.via].value)
        for target in (walk.walked - set(walk.level)) | walk.bases
        for one in graph.candidates.get(target, ())
        if one.source not in walk.listed
    }
    return tuple(sorted(places))


def stale_by(marks: Iterable[Mark], hashes: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """Return which callers were not edited since what they use changed.

    *hashes* are those of the files as they are: a mark of a file that was edited is void.
    """
    return {
        (mark.caller, mark.target): TARGET_CHANGED
        for mark in marks
        if hashes.get(mark.file) == mark.file_hash
    }


def bound_of(
    graph: Graph,
    impact: Impact,
    *,
    unbound: tuple[int, Sequence[NewUnbound]] = (0, ()),
    dynamic: Sequence[NewUnbound] = (),
    damaged: int = 0,
    left_out: Iterable[LeftOut] = (),
) -> Bound:
    """Return how far *impact* can be trusted: an empty list of callers alone means nothing.

    *unbound* are the uses of the symbol's own name that could not be bound: how many, and some.
    """
    count, uses = unbound
    missing = sum(one.count for one in left_out if one.reason not in HARMLESS)
    said = (
        (count, "of its name could not be bound", "use", "uses"),
        (len(impact.candidates), "may mean it or one of its callers", "use", "uses"),
        (len(dynamic), "by a computed name that may be its own", "use is", "uses are"),
        (damaged, "with syntax errors", "file was read in part,", "files were read in part,"),
        (missing, "not read", "file was", "files were"),
    )
    reasons = tuple(
        f"{number} {one if number == 1 else many} {rest}"
        for number, rest, one, many in said
        if number
    )
    return Bound(
        exact=not reasons,
        reasons=reasons,
        unbound_count=count,
        places=tuple(_place_of(graph, use) for use in uses[:PLACES_MAX]),
        dynamic=tuple(_place_of(graph, use) for use in dynamic[:PLACES_MAX]),
    )


def computed_for(own_names: Iterable[str], uses: Iterable[NewUnbound]) -> list[NewUnbound]:
    """Return those of *uses*, all by computed names, that may mean a symbol of one of these own names.

    What stands in quotes there is a part of the name: `getattr(self, f"visit_{kind}")` means no `run`.
    Code that is made and run, and a module whose name is computed, may use anything.
    """
    wanted = tuple(own_names)
    return [use for use in uses if any(_may_mean(use.name, own) for own in wanted)]


def _may_mean(text: str, own_name: str) -> bool:
    if text.startswith(_ANYTHING):
        return True
    parts = (part for quoted in _QUOTED.findall(text) for part in _HOLE.split(quoted))
    return all(part in own_name for part in parts if _NAME_PART.fullmatch(part))


def _place_of(graph: Graph, use: NewUnbound) -> str:
    number = graph.number.get(use.source)
    # What is not in the graph is named, so that it can be found all the same.
    return f"{use.source if number is None else graph.files[number]}:{use.line}"
