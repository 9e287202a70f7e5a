"""The finished graph of symbols, both ways, in compact arrays. Built once for each revision."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, compress
from typing import Final, NamedTuple

from lockstitch.code.naming import SEPARATOR
from lockstitch.domain.code import Sureness, Via
from lockstitch.ports.code import GraphRows

VIAS: Final = (
    Via.CALL,
    Via.INSTANTIATE,
    Via.PROPERTY,
    Via.REFERENCE,
    Via.OVERRIDE,
    Via.FIXTURE,
    Via.IMPORT,
)
"""Ways of use by their number in a graph: of two equally short ways, the first one tells more."""
_NUMBERS: Final[Mapping[str, int]] = {via.value: number for number, via in enumerate(VIAS)}
_CANDIDATE: Final = Sureness.CANDIDATE.value
OVERRIDE: Final = VIAS.index(Via.OVERRIDE)
IMPORT: Final = VIAS.index(Via.IMPORT)
NOWHERE: Final = -1
"""The holder of what stands in nothing."""
FILE_KINDS: Final = frozenset({"module", "file"})
"""Kinds of the symbol that a file itself is: what stands outside of every definition uses through it."""

TYPE_KINDS: Final = frozenset(
    {"class", "interface", "struct", "trait", "enum", "type", "record", "object", "protocol"}
)
"""Kinds that have members."""


class Doubtful(NamedTuple):
    """A use that may be meant, and may not."""

    source: int
    via: int
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """Symbols and edges by number. Edges that are mere candidates stand apart: nothing walks them."""

    names: Sequence[str]
    files: Sequence[str]
    kinds: Sequence[str]
    tests: Sequence[bool]
    number: Mapping[str, int]
    """Of each name."""
    holders: Sequence[int]
    """The symbol whose scope each stands in."""
    sources: Sequence[int]
    """Of each edge; edges are sorted by it."""
    targets: Sequence[int]
    vias: Sequence[int]
    lines: Sequence[int]
    out_starts: Sequence[int]
    """Where the edges from each symbol begin; one more, to end the last."""
    incoming: Sequence[int]
    """Edges, sorted by target and source."""
    in_starts: Sequence[int]
    """Where the edges to each symbol begin in `incoming`; one more, to end the last."""
    above: Mapping[int, Sequence[int]]
    """What a symbol overrides directly."""
    below: Mapping[int, Sequence[int]]
    """What overrides a symbol directly."""
    candidates: Mapping[int, Sequence[Doubtful]]
    """By target."""


def graph_of(rows: GraphRows) -> Graph:
    """Return the graph of *rows*, whose edges may come in any order."""
    count = len(rows.names)
    number = dict(zip(rows.names, range(count), strict=True))
    edges = sorted(rows.edges)
    firm = [edge for edge in edges if edge[3] != _CANDIDATE]
    sources, targets = [edge[0] for edge in firm], [edge[1] for edge in firm]
    vias = bytes([_NUMBERS[edge[2]] for edge in firm])
    overrides = map(OVERRIDE.__eq__, vias)
    overridden = list(compress(zip(sources, targets, strict=True), overrides))
    return Graph(
        names=rows.names,
        files=rows.files,
        kinds=rows.kinds,
        tests=rows.tests,
        number=number,
        holders=array("i", _holders(rows.names, number)),
        sources=array("I", sources),
        targets=array("I", targets),
        vias=vias,
        lines=array("I", [edge[4] for edge in firm]),
        out_starts=starts_of(sources, count),
        incoming=array("I", sorted(range(len(firm)), key=targets.__getitem__)),
        in_starts=starts_of(targets, count),
        above=_by_first(overridden),
        below=_by_first((target, source) for source, target in overridden),
        candidates=_candidates(edges) if len(edges) > len(firm) else {},
    )


def starts_of(ends: Iterable[int], count: int) -> Sequence[int]:
    """Return where each of *count* begins when *ends* are sorted; one more, to end the last."""
    held = Counter(ends)
    return array("I", accumulate(map(held.__getitem__, range(count)), initial=0))


def _holders(names: Sequence[str], number: Mapping[str, int]) -> Sequence[int]:
    return [number.get(name.rpartition(SEPARATOR)[0], NOWHERE) for name in names]


def _by_first(pairs: Iterable[tuple[int, int]]) -> Mapping[int, Sequence[int]]:
    found: dict[int, list[int]] = {}
    for first, second in pairs:
        found.setdefault(first, []).append(second)
    return found


def _candidates(
    edges: Sequence[tuple[int, int, str, str, int]],
) -> Mapping[int, Sequence[Doubtful]]:
    found: dict[int, list[Doubtful]] = {}
    for source, target, via, sureness, line in edges:
        if sureness == _CANDIDATE:
            found.setdefault(target, []).append(Doubtful(source, _NUMBERS[via], line))
    return found
