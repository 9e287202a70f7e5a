"""A reference of a repository's call graph, and how far a drawn one agrees with it. Pure.

A reference holds edges that two or more of its sources saw (tier A), that one static engine saw (B), and that only
execution showed (D). Recall is over A and B, precision over all three. Functions inside of functions count as the
outermost one around them, a constructor as its type; callers outside of every function, and calls of oneself, are left
out. An edge to what overrides a true callee, or to a fixture, is neither right nor wrong.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from bench.datasets.shape import DatasetError
from bench.measures import Estimate, harmonic, portion

DEPTH: Final = 4
CONSTRUCTORS: Final = frozenset({"__init__", "__new__", "__post_init__"})
_ASIDE: Final = ("tests/", "examples/", "docs/")
_FUNCTIONS: Final = frozenset({"func", "method"})
_RAN: Final = frozenset({"dynamic", "call", "instantiate"})
_SURE: Final = frozenset("AB")

Spot: TypeAlias = tuple[str, int]
"""A file, and the line of a definition in it."""
Use: TypeAlias = tuple[Spot, Spot]
"""Who calls, and who is called."""
Pair: TypeAlias = tuple[str, str]
"""The same, as the reference names them."""
Reach: TypeAlias = Callable[[str], AbstractSet[str]]
"""Gives who depends on a symbol."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """A reference that names every symbol."""

    repository: str
    commit: str
    kinds: Mapping[str, str]
    """func, method or class, by id."""
    spots: Mapping[Spot, str]
    """Ids by the line of the definition, or of its first decorator."""
    sure: AbstractSet[Pair]
    """Of the tiers A and B."""
    known: AbstractSet[Pair]
    """Of every tier."""
    ran: AbstractSet[Pair]
    """Calls that were seen executing."""
    related: Mapping[str, AbstractSet[str]]
    """What overrides a symbol, and what it overrides."""
    fixtures: AbstractSet[str]

    def collapsed(self, name: str) -> str:
        """Return the outermost function around a symbol, or itself."""
        parts = name.split("::")
        for length in range(2, len(parts)):
            outer = "::".join(parts[:length])
            if self.kinds.get(outer) in _FUNCTIONS:
                return outer
        return name

    def canonical(self, name: str) -> str:
        """Return what a callee counts as: a constructor is its type."""
        name = self.collapsed(name)
        outer, _, own = name.rpartition("::")
        return outer if own in CONSTRUCTORS and self.kinds.get(outer) == "class" else name

    def pairs(self, uses: Iterable[Use]) -> list[Pair | None]:
        """Return *uses* by the reference's names; None where it knows no such definition."""
        ends = ((self.spots.get(caller), self.spots.get(callee)) for caller, callee in uses)
        return [(caller, callee) if caller and callee else None for caller, callee in ends]

    def counted(self, pairs: Iterable[Pair | None]) -> set[Pair]:
        """Return those that count, as they count."""
        found: set[Pair] = set()
        for pair in pairs:
            if pair is None or not self.counts_as_caller(pair[0]):
                continue
            edge = (self.collapsed(pair[0]), self.canonical(pair[1]))
            if edge[0] != edge[1]:
                found.add(edge)
        return found

    def counts_as_caller(self, name: str) -> bool:
        """Say whether it is a function."""
        return not name.endswith("<module>") and self.kinds.get(name) != "class"

    def asked(self) -> list[str]:
        """Return the symbols whose callers are compared: all outside of tests, examples and docs."""
        return sorted({self.canonical(name) for name in self.kinds if is_source(name)})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedGold:
    """A reference of edges between places alone: it can tell what is missing, and not what is wrong."""

    repository: str
    commit: str
    uses: AbstractSet[Use]


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeScore:
    """How direct edges came out."""

    drawn: int
    """Edges that count."""
    unmapped: int
    """Edges with an end that the reference does not know."""
    precision: Estimate
    recall: Estimate
    f1: Estimate
    executed: Estimate
    """The share of the executed calls that was drawn."""
    source_precision: Estimate
    """Of callers outside of tests, examples and docs."""
    source_recall: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactScore:
    """How the sets of callers up to a depth came out. The first two are over all members of all sets."""

    precision: Estimate
    recall: Estimate
    exact: Estimate
    """Of the symbols that have callers: the set is complete, and nothing in it is unsupported."""
    silent: Estimate
    """Of the symbols without any, in no tier: the set is empty, but for fixtures."""


def read_gold(path: Path) -> Gold | PlacedGold:
    """Return the reference in a file.

    Raises:
        DatasetError: the file cannot be read, or is no reference.
    """
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return gold_of(told) if "symbols" in told else placed_gold_of(told)
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise DatasetError(f"{path}: no reference of a call graph: {error!r}") from error


def gold_of(told: Mapping[str, Any]) -> Gold:
    """Return the reference that plain JSON tells."""
    symbols, edges = told["symbols"], told["edges"]
    files = {one["id"]: one["id"].partition("::")[0] for one in symbols}
    spots = {(files[one["id"]], int(one["first"])): str(one["id"]) for one in reversed(symbols)}
    spots |= {(files[one["id"]], int(one["line"])): str(one["id"]) for one in symbols}
    related: dict[str, set[str]] = {}
    for one, other in told["overrides"]:
        related.setdefault(one, set()).add(other)
        related.setdefault(other, set()).add(one)
    plain = Gold(
        repository=told["repo"],
        commit=told["commit"],
        kinds={one["id"]: one["kind"] for one in symbols},
        spots=spots,
        sure=frozenset(),
        known=frozenset(),
        ran=frozenset(),
        related=related,
        fixtures={one["id"] for one in symbols if any("fixture" in said for said in one["deco"])},
    )
    return Gold(
        repository=plain.repository,
        commit=plain.commit,
        kinds=plain.kinds,
        spots=spots,
        sure=plain.counted(_pair(one) for one in edges if one["tier"] in _SURE),
        known=plain.counted(_pair(one) for one in edges),
        ran=plain.counted(
            _pair(one) for one in edges if "dynamic" in one["by"] and one["via"] in _RAN
        ),
        related=related,
        fixtures=plain.fixtures,
    )


def _pair(edge: Mapping[str, Any]) -> Pair:
    return edge["caller"], edge["callee"]


def placed_gold_of(told: Mapping[str, Any]) -> PlacedGold:
    """Return the reference of places that plain JSON tells."""
    return PlacedGold(
        repository=told["repo"],
        commit=told["commit"],
        uses={(_spot(edge["caller_loc"]), _spot(edge["callee_loc"])) for edge in told["edges"]},
    )


def _spot(told: object) -> Spot:
    path, line = cast("list[Any]", told)
    return str(path), int(line)


def is_source(name: str) -> bool:
    """Say whether a symbol stands outside of tests, examples and docs."""
    return not name.startswith(_ASIDE)


def edge_score(gold: Gold, uses: Iterable[Use]) -> EdgeScore:
    """Return how *uses* agree with the reference."""
    pairs = gold.pairs(uses)
    drawn = gold.counted(pairs)
    callees: dict[str, set[str]] = {}
    for caller, callee in gold.known:
        callees.setdefault(caller, set()).add(callee)
    neutral = {
        (caller, callee)
        for caller, callee in drawn - gold.known
        if callee in gold.fixtures
        or not gold.related.get(callee, frozenset()).isdisjoint(callees.get(caller, ()))
    }
    judged = drawn - neutral
    source = {pair for pair in judged if is_source(pair[0])}
    source_sure = {pair for pair in gold.sure if is_source(pair[0])}
    precision = portion(len(judged & gold.known), len(judged))
    recall = portion(len(drawn & gold.sure), len(gold.sure))
    return EdgeScore(
        drawn=len(drawn),
        unmapped=pairs.count(None),
        precision=precision,
        recall=recall,
        f1=harmonic(precision, recall),
        executed=portion(len(drawn & gold.ran), len(gold.ran)),
        source_precision=portion(len(source & gold.known), len(source)),
        source_recall=portion(len(drawn & source_sure), len(source_sure)),
    )


def placed_recall(gold: PlacedGold, uses: Iterable[Use]) -> Estimate:
    """Return the share of the reference's edges that was drawn."""
    return portion(len(gold.uses & set(uses)), len(gold.uses))


def callers_within(edges: Iterable[Pair], *, depth: int = DEPTH) -> Reach:
    """Return who reaches a symbol over at most *depth* edges; nobody reaches itself."""
    users: dict[str, set[str]] = {}
    for caller, callee in edges:
        users.setdefault(callee, set()).add(caller)

    def reach(symbol: str) -> AbstractSet[str]:
        seen, front = {symbol}, {symbol}
        for _ in range(depth):
            front = {user for one in front for user in users.get(one, ())} - seen
            seen |= front
        return seen - {symbol}

    return reach


def impact_score(gold: Gold, reach: Reach, *, depth: int = DEPTH) -> ImpactScore:
    """Return how the sets that *reach* gives agree with those that the reference's edges give."""
    truths = callers_within(gold.sure, depth=depth)
    possibles = callers_within(gold.known, depth=depth)
    right = wrong = found = total = 0
    exact: list[bool] = []
    silent: list[bool] = []
    for symbol in gold.asked():
        truth, possible = truths(symbol), possibles(symbol)
        if not truth:
            if not possible:
                silent.append(reach(symbol) <= gold.fixtures)
            continue
        guess = reach(symbol)
        right += len(guess & possible)
        wrong += len(guess - possible - gold.fixtures)
        found += len(guess & truth)
        total += len(truth)
        exact.append(truth <= guess <= possible)
    return ImpactScore(
        precision=portion(right, right + wrong),
        recall=portion(found, total),
        exact=portion(sum(exact), len(exact)),
        silent=portion(sum(silent), len(silent)),
    )
