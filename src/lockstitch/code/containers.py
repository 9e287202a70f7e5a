"""Builtin types that hold others, in any language, and what their methods and functions give back."""

from collections.abc import Callable, Mapping
from typing import Final

from lockstitch.code.values import EXTERNAL, UNKNOWN, Possibility, Value, box

CONTAINERS: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        [
            "list",
            "List",
            "Sequence",
            "MutableSequence",
            "Iterable",
            "Iterator",
            "Generator",
            "AsyncIterable",
            "AsyncIterator",
            "AsyncGenerator",
            "Set",
            "set",
            "frozenset",
            "FrozenSet",
            "MutableSet",
            "AbstractSet",
            "Collection",
            "deque",
            "Deque",
            "Array",
            "ReadonlyArray",
            "ReadonlySet",
            "IterableIterator",
            "ContextManager",
            "AbstractContextManager",
            "AsyncContextManager",
            "AbstractAsyncContextManager",
        ],
        "list",
    ),
    **dict.fromkeys(
        [
            "dict",
            "Dict",
            "Mapping",
            "MutableMapping",
            "defaultdict",
            "DefaultDict",
            "OrderedDict",
            "WeakValueDictionary",
            "ContextVar",
        ],
        "map",
    ),
    **dict.fromkeys(
        [
            "Optional",
            "Final",
            "ClassVar",
            "Annotated",
            "Required",
            "NotRequired",
            "ReadOnly",
            "Readonly",
            "Partial",
            "NonNullable",
            "InitVar",
            "Unpack",
        ],
        "same",
    ),
    **dict.fromkeys(["Map", "Record", "WeakMap", "ReadonlyMap"], "entries"),
    "Union": "any",
    "Awaitable": "await",
    "Coroutine": "await",
    "Promise": "await",
    "PromiseLike": "await",
    "Type": "class",
    "type": "class",
    "Callable": "callable",
    "tuple": "tuple",
    "Tuple": "tuple",
}
"""How a generic holds the types that it is given."""

MAPS: Final = frozenset({"map", "entries"})
"""Hold values by keys. Going over a `map` gives keys, and over `entries` pairs or values."""

PASSED_THROUGH: Final[Mapping[str, str]] = {
    **dict.fromkeys(["copy", "deepcopy", "proxy", "partial"], "same"),
    **dict.fromkeys(["next", "anext", "min", "max"], "element"),
    **dict.fromkeys(
        ["list", "set", "tuple", "frozenset", "sorted", "reversed", "iter", "aiter", "deque"],
        "list",
    ),
    "enumerate": "pairs",
    "ref": "callable",
    "type": "class",
}
"""What builtin functions make of their first argument."""

_ELEMENT: Final = frozenset(["pop", "popleft", "popitem", "shift", "at", "find", "findLast"])
_SAME: Final = frozenset(
    [
        "copy",
        "filter",
        "slice",
        "reverse",
        "sort",
        "concat",
        "union",
        "difference",
        "intersection",
        "splice",
        "toSorted",
    ]
)
_GIVES_ELEMENTS: Final = frozenset(
    [
        "map",
        "forEach",
        "filter",
        "find",
        "findIndex",
        "findLast",
        "some",
        "every",
        "flatMap",
        "sort",
    ]
)
_HELD: Final = frozenset(["get", "pop", "setdefault"])


def taken_from(  # noqa: C901, PLR0911 - a method after the other
    held: Possibility, method: str, element: Callable[[Value], Value]
) -> Value:
    """Return what a method of a builtin that holds others gives back."""
    kind, parts = held[1], held[2]
    if kind in MAPS:
        inner = parts[0] if parts else UNKNOWN
        if method in _HELD:
            return inner
        if method == "values":
            return box("list", inner)
        if method in {"items", "entries"}:
            return box("list", box("tuple", parts[1] if len(parts) > 1 else EXTERNAL, inner))
        if method == "keys":
            return box("list", parts[1]) if len(parts) > 1 else EXTERNAL
        return (held,) if method == "copy" else EXTERNAL
    if kind in {"list", "tuple"}:
        if method in _ELEMENT:
            return element((held,))
        if method in _SAME:
            return (held,)
        if method in {"values", "__iter__"}:
            return (held,)
        return EXTERNAL
    if kind == "await":
        return (held,) if method in {"catch", "finally"} else EXTERNAL
    return UNKNOWN


def given_by(
    held: Possibility, method: str, place: int, element: Callable[[Value], Value]
) -> Value:
    """Return what a method of a builtin that holds others passes to a function as argument *place*."""
    if method in _GIVES_ELEMENTS:
        if held[1] in MAPS:
            return held[2][0] if place == 0 and held[2] else EXTERNAL
        return element((held,)) if place == 0 or method == "sort" else EXTERNAL
    if method == "reduce":
        return element((held,)) if place == 1 else UNKNOWN
    if held[1] == "await" and method == "then":
        return held[2][0] if held[2] and place == 0 else UNKNOWN
    return UNKNOWN
