"""JSON: one fact a leaf, `a.b[0].c`, with the value that stands there.

The whole text must be JSON: one object or array, or several on lines of their own (JSON Lines).
A bare number, word or string is no structure, and JSON within other text is left alone.
"""

import json
import re
from collections.abc import Iterator
from itertools import accumulate, islice
from typing import Final, NamedTuple, TypeGuard

from lockstitch.domain.fact import FactKind
from lockstitch.domain.limits import LIMITS
from lockstitch.intake.facts.found import Found, draft, one_line, plural
from lockstitch.intake.patterns import lazy

ELEMENTS_MAX: Final = 20
"""The first elements of an array that are opened; its `length` says how many there are."""
LEAVES_MAX: Final = 20_000
"""How many leaves are looked at. Those past it are counted only where that is cheap."""
VALUES_MAX: Final = 100_000
"""How many values of JSON Lines are read."""
NESTING_MAX: Final = 256
"""Deeper text is not parsed: the parser recurses, and how far it may go is not ours to say."""

_STRING: Final = lazy(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_BRACKET: Final = lazy(r"[\[\]{}]")
_CHUNK: Final = 256
_BLANK: Final = lazy(r"\s*")
_PLAIN_KEY: Final = lazy(r"[^.\[\]\"\x00-\x20\x7f][^.\[\]\"\x00-\x1f\x7f]*")

# Numbers keep the digits that were written: 1.10 stays 1.10, and no integer is too long to read.
_DECODER: Final = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)


class _Node(NamedTuple):
    depth: int
    name: str
    value: object


class _Leaf(NamedTuple):
    depth: int
    name: str
    value: str


class _Leaves(NamedTuple):
    kept: list[_Leaf]
    """Those that were looked at, in the order of the text."""
    uncounted: int
    """How many more there are at least."""


def read(text: str) -> Found | None:
    """Return the fields of *text*, or None when it is not JSON as a whole."""
    body = text.strip()
    if not body or body[0] not in "{[" or body[-1] not in "}]" or _too_deep(body):
        return None
    values, whole = _values(body)
    if not values:
        return None
    if len(values) == 1:
        return _found(_leaves(values[0]), title="JSON:")
    leaves = _leaves(values)
    if whole:
        return _found(leaves, title=f"JSON Lines: {len(values)} values,")
    leaves.kept[0] = leaves.kept[0]._replace(value=f"{len(values)}+")
    return _found(leaves, title=f"JSON Lines: the first {len(values)} values,")


def _values(body: str) -> tuple[list[object], bool]:
    """Return the objects and arrays that *body* consists of, and whether these are all.

    Each but the first starts on a new line. Of a text that is something else, none are returned.
    """
    values: list[object] = []
    at = 0
    while at < len(body):
        if len(values) == VALUES_MAX:
            return values, False
        if body[at] not in "{[":
            return [], True
        try:
            value, end = _DECODER.raw_decode(body, at)
        except (ValueError, RecursionError):
            return [], True
        values.append(value)
        at = _next_start(body, end)
        if at < len(body) and "\n" not in body[end:at]:
            return [], True
    return values, True


def _next_start(body: str, end: int) -> int:
    blank = _BLANK.match(body, end)
    return end if blank is None else blank.end()


def _found(found: _Leaves, *, title: str) -> Found:
    leaves = kept = found.kept
    if len(leaves) > LIMITS.facts_per_episode:
        # The shallow fields say most, and a long list at the start must not crowd them out.
        by_depth = sorted(range(len(leaves)), key=lambda at: leaves[at].depth)
        kept = [leaves[at] for at in sorted(by_depth[: LIMITS.facts_per_episode])]
    seen = len(leaves) + found.uncounted
    return Found(
        facts=tuple(draft(FactKind.JSON_FIELD, leaf.name, leaf.value) for leaf in kept),
        summary=f"{title} {plural(seen, 'field')}",
        left_out=seen - len(kept),
    )


def _leaves(root: object) -> _Leaves:
    """Return the leaves of *root*, the length of an array before its elements."""
    leaves: list[_Leaf] = []
    uncounted = 0
    # A stack of its own, not recursion: the last in is the next in the text.
    stack = [_Node(0, "", root)]
    while stack:
        if len(leaves) >= LEAVES_MAX:
            uncounted += len(stack)
            break
        node = stack.pop()
        if not _opens(node):
            leaves.append(_Leaf(node.depth, node.name, _text_of(node.value)))
            continue
        if _is_array(node.value):
            length = f"{node.name}.length" if node.name else "length"
            leaves.append(_Leaf(node.depth, length, str(len(node.value))))
        children = list(islice(_children(node), LEAVES_MAX))
        if _is_object(node.value):
            uncounted += len(node.value) - len(children)
        stack.extend(reversed(children))
    return _Leaves(kept=leaves, uncounted=uncounted)


def _opens(node: _Node) -> bool:
    """Say whether to look inside; an empty object is a leaf, and so is all at the depth limit."""
    if _is_object(node.value):
        return node.depth == 0 or (bool(node.value) and node.depth < LIMITS.json_depth)
    return _is_array(node.value) and node.depth < LIMITS.json_depth


def _children(node: _Node) -> Iterator[_Node]:
    if _is_object(node.value):
        for key, value in node.value.items():
            yield _Node(node.depth + 1, _named(node.name, key), value)
    elif _is_array(node.value):
        for at, value in enumerate(islice(node.value, ELEMENTS_MAX)):
            yield _Node(node.depth + 1, f"{node.name}[{at}]", value)


def _named(parent: str, key: str) -> str:
    """Return the path of *key*; a key that would read as a path itself is quoted: `a["b.c"]`."""
    short = one_line(key, chars_max=LIMITS.name_chars)
    # A name past the limit is cut in the end; growing it level by level would cost the square.
    prefix = parent[: LIMITS.name_chars]
    if _PLAIN_KEY.fullmatch(short):
        return f"{prefix}.{short}" if prefix else short
    return f"{prefix}[{json.dumps(short, ensure_ascii=False)}]"


def _text_of(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if _is_object(value):
        return f"{{{plural(len(value), 'key')}}}" if value else "{}"
    if _is_array(value):
        return f"[{plural(len(value), 'element')}]" if value else "[]"
    return "null"


def _is_object(value: object) -> TypeGuard[dict[str, object]]:
    return isinstance(value, dict)


def _is_array(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


def _too_deep(body: str) -> bool:
    """Say whether *body* nests past the limit; its strings are left aside only where that matters."""
    if not _may_be_deep(body):
        return False
    bare = _STRING.sub("", body)
    return _may_be_deep(bare) and _is_deep(bare)


def _may_be_deep(body: str) -> bool:
    """Say whether a quick count of brackets, chunk by chunk, leaves room for more than the limit."""
    depth = 0
    for at in range(0, len(body), _CHUNK):
        chunk = body[at : at + _CHUNK]
        opened = chunk.count("[") + chunk.count("{")
        if depth + opened > NESTING_MAX:
            return True
        depth = max(0, depth + opened - chunk.count("]") - chunk.count("}"))
    return False


def _is_deep(bare: str) -> bool:
    depths = accumulate(1 if match[0] in "[{" else -1 for match in _BRACKET.finditer(bare))
    return any(depth > NESTING_MAX for depth in depths)
