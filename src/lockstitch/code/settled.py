"""What was found out once, and what may be kept of it.

An answer never depends on what was asked before. What is found without going in a circle is kept for good; what
a circle had a part in is kept only while one file is resolved, and each file is resolved from its own beginning.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, TypeAlias, cast

from lockstitch.code.linking import Linker
from lockstitch.code.values import UNKNOWN, Possibility, Value
from lockstitch.code.viewing import Sources, View
from lockstitch.domain.source import Expr

DEPTH_MAX: Final = 60
"""Steps from one unknown to the next, at most."""
Key: TypeAlias = tuple[object, ...]
Class: TypeAlias = tuple[str, int]
"""A type: the file and the number of its definition."""


class Settled(ABC):
    """Keeps answers, and knows which of them hold everywhere."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.linker = Linker(sources)
        self._known: dict[Key, Value] = {}
        self._doubtful: dict[Key, Value] = {}
        self._orders: dict[Class, tuple[tuple[Class, ...], bool]] = {}
        self._doubtful_orders: dict[Class, tuple[tuple[Class, ...], bool]] = {}
        self._own: dict[Class, frozenset[str]] = {}
        self._open: set[Key] = set()
        self._cuts: set[Key] = set()
        self._tainted = False

    @abstractmethod
    def value(self, view: View, scope: int, expr: Expr) -> Value:
        """Return what *expr*, which stands in *scope*, is."""

    def _inner(self, view: View, scope: int, expr: Expr) -> Value:
        return self.value(view, scope, cast("Expr", expr[1]))

    @abstractmethod
    def type(self, view: View, scope: int, expr: Expr, *, of: Possibility | None = None) -> Value:
        """Return the values that a type allows; `Self` is the type of *of*."""

    @abstractmethod
    def returned(self, view: View, number: int, of: Possibility | None) -> Value:
        """Return what a function gives, called on *of*."""

    def begin(self) -> None:
        """Begin with a file: forget what is not sure to be the same from everywhere."""
        self._doubtful.clear()
        self._doubtful_orders.clear()
        self._tainted = False
        self._cuts.clear()

    def _once(self, key: Key, work: Callable[[], Value]) -> Value:
        known = self._known.get(key)
        if known is not None:
            return known
        doubtful = self._doubtful.get(key)
        if doubtful is not None:
            self._tainted = True
            return doubtful
        if key in self._open:
            self._cuts.add(key)
            return UNKNOWN
        if len(self._open) >= DEPTH_MAX:
            self._tainted = True
            return UNKNOWN
        cuts, tainted = self._cuts, self._tainted
        self._cuts, self._tainted = set(), False
        self._open.add(key)
        try:
            value = work()
        finally:
            self._open.discard(key)
            self._cuts.discard(key)
            doubt = self._tainted or bool(self._cuts)
            self._cuts, self._tainted = cuts | self._cuts, tainted or doubt
        (self._doubtful if doubt else self._known)[key] = value
        return value
