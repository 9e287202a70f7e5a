"""How load-bearing each symbol is: personalised PageRank, the same on every run.

A symbol has the mass that it starts with and what its users pass on to it. The sums run in a fixed
order. What has become too little to matter is not passed on, which is most of it after two steps.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from lockstitch.code.graph import NOWHERE, TYPE_KINDS, VIAS, Graph, starts_of
from lockstitch.code.naming import SEPARATOR, own_name
from lockstitch.domain.code import Via

DAMPING: Final = 0.85
"""How much of its mass a symbol passes on at most."""
WEIGHTS: Final[Mapping[Via, float]] = {
    Via.CALL: 1.0,
    Via.INSTANTIATE: 1.0,
    Via.PROPERTY: 0.7,
    Via.REFERENCE: 0.7,
    Via.OVERRIDE: 0.5,
    Via.IMPORT: 0.3,
    Via.FIXTURE: 0.2,
}
"""How much a use of each kind says."""
MEMBER: Final = 0.1
"""What a member passes on to its type, beside its uses: a type is as needed as what it holds."""
TEST_SOURCE: Final = 0.1
"""What counts of the uses in a test: everything is tested, and that says little."""
TEST: Final = 0.1
"""What is left of a test's own rank."""
PRIVATE: Final = 0.5
"""What is left of the rank of a name with a leading underscore: it serves its neighbours."""
EVERYWHERE: Final = 0.001
"""What every symbol starts with, where those in focus start with 1."""
ROUNDS: Final = 12
"""Steps that mass is passed on."""
LEAST: Final = 0.05
"""Less than this is not passed on, where every symbol starts with 1."""
LEAST_IN_FOCUS: Final = 0.005
"""Less than this is not passed on, where only the symbols in focus start with something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus:
    """Symbols to rank from, sorted; and those of the paths asked for where nothing is."""

    symbols: Sequence[int]
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """What each symbol passes on, and what all have when all start with the same."""

    starts: Sequence[int]
    targets: Sequence[int]
    shares: Sequence[float]
    general: Sequence[float]
    factors: Sequence[float]
    """What is left of the rank of each symbol in the order."""
    tests: Sequence[bool]


def flow_of(graph: Graph) -> Flow:
    """Return what flows through *graph*; made once, used for every focus."""
    count = len(graph.names)
    passed = _passed(graph)
    # Sorted by source and target: every sum of floats runs in this order.
    pairs = sorted(passed)
    starts = starts_of([pair // count for pair in pairs], count)
    targets = array("I", [pair % count for pair in pairs])
    shares = array("d", [passed[pair] for pair in pairs])
    return Flow(
        starts=starts,
        targets=targets,
        shares=shares,
        general=_general(starts, targets, shares),
        factors=_factors(graph),
        tests=graph.tests,
    )


def _factors(graph: Graph) -> Sequence[float]:
    return [
        (TEST if test else 1.0) * (PRIVATE if _is_private(name) else 1.0)
        for name, test in zip(graph.names, graph.tests, strict=True)
    ]


def _passed(graph: Graph) -> dict[int, float]:
    """Return what part of its mass each symbol passes on to another; a pair of them is one number.

    A second use of the same counts less than the first, by a square root. And what uses much says
    little about each: all of it together is less by the root of how many there are.
    """
    count = len(graph.names)
    weights: dict[int, float] = {}
    times: dict[int, int] = {}
    for source, target, via in zip(graph.sources, graph.targets, graph.vias, strict=True):
        if source != target:
            pair = source * count + target
            weights[pair] = weights.get(pair, 0.0) + _WEIGHT[via]
            times[pair] = times.get(pair, 0) + 1
    sources = [pair // count for pair in weights]
    wholes, fans = [0.0] * count, [0] * count
    for source, uses in zip(sources, times.values(), strict=True):
        wholes[source] += sqrt(uses)
        fans[source] += 1
    counted = [TEST_SOURCE if test else 1.0 for test in graph.tests]
    each = [
        DAMPING * share / (whole * sqrt(fan)) if fan else 0.0
        for share, whole, fan in zip(counted, wholes, fans, strict=True)
    ]
    passed = {
        pair: weight / sqrt(uses) * each[source]
        for (pair, weight), uses, source in zip(
            weights.items(), times.values(), sources, strict=True
        )
    }
    for member, holder in enumerate(graph.holders):
        if holder != NOWHERE and graph.kinds[holder] in TYPE_KINDS:
            pair = member * count + holder
            passed[pair] = passed.get(pair, 0.0) + MEMBER * counted[member]
    return passed


_WEIGHT: Final = tuple(WEIGHTS[via] for via in VIAS)


def _general(
    starts: Sequence[int], targets: Sequence[int], shares: Sequence[float]
) -> Sequence[float]:
    """Return what each symbol has when all start with 1."""
    total = [1.0] * (len(starts) - 1)
    wave: dict[int, float] = {}
    for target, share in zip(targets, shares, strict=True):
        wave[target] = wave.get(target, 0.0) + share
    _spread(total, wave, (starts, targets, shares), least=LEAST)
    return total


def _spread(
    total: list[float],
    wave: Mapping[int, float],
    flow: tuple[Sequence[int], Sequence[int], Sequence[float]],
    *,
    least: float,
) -> None:
    """Add *wave* to *total*, and all that follows from it."""
    starts, targets, shares = flow
    for _ in range(ROUNDS):
        following: dict[int, float] = {}
        for place, mass in wave.items():
            total[place] += mass
            if mass >= least:
                first, last = starts[place], starts[place + 1]
                for target, share in zip(targets[first:last], shares[first:last], strict=True):
                    following[target] = following.get(target, 0.0) + mass * share
        wave = following


def _is_private(name: str) -> bool:
    last = name.rpartition(SEPARATOR)[2]
    return last.startswith("_") and not own_name(last).endswith("__")


def focus_of(graph: Graph, paths: Iterable[str], *, files: Iterable[str] = ()) -> Focus:
    """Return the symbols of the files and folders at *paths*, however they are written.

    *files* are all files of the index: one that is there and defines nothing is not unknown.
    """
    spans = _spans(graph.files)
    there = sorted(set(files) | set(spans))
    symbols: set[int] = set()
    unknown: list[str] = []
    for path in dict.fromkeys(paths):
        plain = plain_path(path)
        below = f"{plain}/" if plain else ""
        found = [file for file in there if file == plain or file.startswith(below)]
        for file in found:
            symbols.update(spans.get(file, ()))
        if not found:
            unknown.append(path)
    return Focus(symbols=sorted(symbols), unknown=tuple(unknown))


def plain_path(path: str) -> str:
    """Return *path* as the index writes it: forward slashes, without `.`, `..`, empty parts and blanks at the ends."""
    parts: list[str] = []
    for part in map(str.strip, path.replace("\\", "/").split("/")):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def _spans(files: Sequence[str]) -> Mapping[str, Sequence[int]]:
    spans: dict[str, list[int]] = {}
    for symbol, file in enumerate(files):
        spans.setdefault(file, []).append(symbol)
    return spans


def ranked(flow: Flow, *, focus: Sequence[int] = (), among: Sequence[int]) -> list[int]:
    """Return the symbols of *among*, the most load-bearing first; equals by number.

    With a *focus* it is how much its symbols lean on each. Tests come after the rest, unless they
    are what was asked for.
    """
    scores = _focused(flow, focus) if focus else flow.general
    lifted = frozenset(symbol for symbol in focus if flow.tests[symbol])
    factors = flow.factors
    final = [
        scores[symbol] * (factors[symbol] / TEST if symbol in lifted else factors[symbol])
        for symbol in among
    ]
    places = sorted(range(len(final)), key=final.__getitem__, reverse=True)
    return [among[place] for place in places]


def _focused(flow: Flow, focus: Sequence[int]) -> Sequence[float]:
    total = [mass * EVERYWHERE for mass in flow.general]
    wave = dict.fromkeys(focus, 1.0)
    _spread(total, wave, (flow.starts, flow.targets, flow.shares), least=LEAST_IN_FOCUS)
    return total
