"""What an expression can be, as far as reading tells.

A value is a tuple of possibilities; an empty one is unknown. Possibilities are tuples of plain values:

("inst", path, n, args)     an instance of the type that is definition *n* of a file; args are values of generics
("class", path, n)          that type itself
("func", path, n, of)       a function; *of* is the instance or type that it was taken from, or None
("lambda", path, scope)     a function without a name
("module", path)            a file, or a folder of modules, as a module
("box", kind, parts)        a builtin that holds others: list, map, tuple, callable, await, type
("object", path, scope, names)    a literal with written names
("ext",)                    something that is not of this repository
"""

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

Possibility: TypeAlias = tuple[Any, ...]
Value: TypeAlias = tuple[Possibility, ...]

UNKNOWN: Final[Value] = ()
EXTERNAL: Final[Value] = (("ext",),)
POSSIBILITIES_MAX: Final = 8
"""What may be more things than that is not followed."""


def either(values: Iterable[Value]) -> Value:
    """Return what any of *values* may be; what is not of this repository only if nothing else is there."""
    found: dict[Possibility, None] = {}
    for value in values:
        for one in value:
            found[one] = None
    if len(found) > 1:
        found.pop(("ext",), None)
    return tuple(found) if len(found) <= POSSIBILITIES_MAX else tuple(found)[:POSSIBILITIES_MAX]


def box(kind: str, *parts: Value) -> Value:
    """Return a builtin that holds *parts*."""
    return (("box", kind, parts),)


def is_external(value: Value) -> bool:
    """Say whether *value* is known, and of nothing in this repository."""
    return bool(value) and all(one[0] == "ext" for one in value)
