"""Which symbols a change touches, by the lines that it changed."""

from collections.abc import Iterator, Sequence

from lockstitch.code.graph import FILE_KINDS
from lockstitch.domain.code import Symbol

Lines = tuple[int, int]
"""The first and the last, from 1."""


def touched(symbols: Sequence[Symbol], changed: Sequence[Lines]) -> list[Symbol]:
    """Return the symbols of one file, in the order of its text, of which a line of their own changed.

    A line belongs to the innermost symbol that it stands in: a method that changed is no change of its class.
    """
    return [
        symbol
        for symbol in symbols
        if any(_meet(own, lines) for own in _own_lines(symbol, symbols) for lines in changed)
    ]


def _meet(one: Lines, other: Lines) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _own_lines(symbol: Symbol, symbols: Sequence[Symbol]) -> Iterator[Lines]:
    """Yield the lines of a symbol that are of nothing inside of it."""
    first = symbol.first
    inner = sorted((one.first, one.last) for one in symbols if _is_inside(one, symbol))
    for begin, end in inner:
        if begin > first:
            yield (first, begin - 1)
        first = max(first, end + 1)
    if first <= symbol.last:
        yield (first, symbol.last)


def _is_inside(one: Symbol, other: Symbol) -> bool:
    if other.kind in FILE_KINDS:
        return one.kind not in FILE_KINDS
    return (
        other.start <= one.start
        and one.stop <= other.stop
        and (one.start, one.stop) != (other.start, other.stop)
    )
