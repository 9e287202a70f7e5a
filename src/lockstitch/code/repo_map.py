"""The map of a repository: its symbols, the most load-bearing first, as many as a budget holds.

Lines stand in one order for every budget, and nothing follows them: the map for a budget begins
every map for a larger one, byte for byte.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from lockstitch.code.graph import NOWHERE, Graph
from lockstitch.code.naming import SEPARATOR, full_prefix, own_name, short_prefix
from lockstitch.code.signatures import one_line
from lockstitch.domain.code import Symbol

CALLABLE_KINDS: Final = frozenset({"function", "method", "constructor", "macro", "procedure"})
SHOWN_KINDS: Final = CALLABLE_KINDS | {
    "class",
    "interface",
    "struct",
    "trait",
    "enum",
    "union",
    "type",
    "record",
    "object",
    "protocol",
    "constant",
    "view",
    "table",
    "trigger",
}
"""Kinds that help to find one's way."""
TOP_KINDS: Final = frozenset({"variable"})
"""Kinds that help where they stand at the top of a file, and are no private matter of it."""
_SHORT: Final = 12
"""Letters of a commit or digest that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepoMap:
    """A map, and how much of everything it shows."""

    text: str
    tokens_used: int
    files: int
    """How many files its symbols are of."""
    symbols: int
    symbols_total: int


def shown_of(graph: Graph) -> Sequence[int]:
    """Return the symbols that a map may show: what others can use, and no locals."""
    return [symbol for symbol in range(len(graph.names)) if _is_shown(graph, symbol)]


def _is_shown(graph: Graph, symbol: int) -> bool:
    kind, holder = graph.kinds[symbol], graph.holders[symbol]
    at = holder
    while at != NOWHERE:
        if graph.kinds[at] in CALLABLE_KINDS:
            return False
        at = graph.holders[at]
    if kind in TOP_KINDS:
        inner = holder != NOWHERE and graph.kinds[holder] in SHOWN_KINDS
        return not inner and not own_name(graph.names[symbol]).startswith("_")
    return kind in SHOWN_KINDS


def head_of(*, commit: str | None, dirty: bool | None, digest: str) -> str:
    """Return the first line of a map, which dates it; the same for every budget."""
    at = commit[:_SHORT] if commit else "none"
    return f"commit {at}{'+dirty' if dirty else ''} tree {digest[:_SHORT]}\n"


def signature_lines(symbol: Symbol, file_before: str) -> str:
    """Return the line of a symbol, under the path of its file where that differs from the one before."""
    path = "" if symbol.file == file_before else f"{symbol.file}:\n"
    signature = one_line(symbol.signature, language=symbol.language)
    scope = _scope_of(symbol)
    of = f"{scope}: " if scope and scope not in signature else ""
    return f"{path}  {symbol.line}: {of}{signature or own_name(symbol.name)}\n"


def name_line(symbol: Symbol, _file_before: str) -> str:
    """Return the canonical name of a symbol: what the other tools take."""
    return f"{symbol.name}\n"


def _scope_of(symbol: Symbol) -> str:
    """Return the name of what a symbol is a member of."""
    holder = symbol.name.rpartition(SEPARATOR)[0]
    return (
        "" if holder in {short_prefix(symbol.file), full_prefix(symbol.file)} else own_name(holder)
    )


def map_of(
    symbols: Iterable[Symbol],
    *,
    head: str,
    lines: Callable[[Symbol, str], str],
    budget: int,
    count: Callable[[str], int],
    total: int,
) -> RepoMap:
    """Return as much of the map as *budget* holds: *head*, then *lines* of each of *symbols*.

    *symbols* are taken one by one until one does not fit. Lines are counted one by one for that.
    Their sum is a bound of the whole only up to rounding: a counter may round each line down, and
    what two lines cost may differ from what they cost together. So the whole is counted at last,
    and lines are taken away until it fits: no counter can make a map larger than its budget. A map
    that fits a budget fits all larger ones, and of those that fit the longest is taken: hence the
    map for a larger budget is never the shorter one.
    """
    pieces, files = [head], [""]
    used = count(head)
    if used > budget:
        return _nothing(total)
    for symbol in symbols:
        piece = lines(symbol, files[-1])
        used += count(piece)
        if used > budget:
            break
        pieces.append(piece)
        files.append(symbol.file)
    return _fitting(pieces, files, budget=budget, count=count, total=total)


def _fitting(
    pieces: list[str],
    files: list[str],
    *,
    budget: int,
    count: Callable[[str], int],
    total: int,
) -> RepoMap:
    while pieces:
        text = "".join(pieces)
        used = count(text)
        if used <= budget:
            return RepoMap(
                text=text,
                tokens_used=used,
                files=len(set(files[1 : len(pieces)])),
                symbols=len(pieces) - 1,
                symbols_total=total,
            )
        pieces.pop()
    return _nothing(total)


def _nothing(total: int) -> RepoMap:
    return RepoMap(text="", tokens_used=0, files=0, symbols=0, symbols_total=total)
