"""Binds the names that patterns, parameters and assignments of ECMAScript write."""

from typing import TYPE_CHECKING, Final, NamedTuple

from lockstitch.domain.source import Expr, Param
from lockstitch.parsing.building import NESTING_MAX
from lockstitch.parsing.ecmascript_types import UNKNOWN, each, either, parts_of
from lockstitch.parsing.ecmascript_values import ValueReading

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

_TRANSPARENT: Final = frozenset(
    {"parenthesized_expression", "non_null_expression", "as_expression", "satisfies_expression"}
)


class Parameter(NamedTuple):
    """A parameter that was looked at, but whose default was not."""

    node: "Node"
    pattern: "Node"
    name: str
    type: Expr | None
    default: "Node | None"
    rest: bool


class PatternReading(ValueReading):
    """Binds names."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self._patterns: dict[str, Callable[[Node, Expr, int | None], None]] = {
            "object_pattern": self._object_pattern,
            "array_pattern": self._array_pattern,
            "assignment_pattern": self._defaulted,
            "object_assignment_pattern": self._defaulted,
            "rest_pattern": self._inside,
            "object": self._object_pattern,
            "array": self._array_pattern,
            **dict.fromkeys(_TRANSPARENT, self._inside),
        }

    def bind_pattern(self, node: "Node", value: Expr, scope: int | None) -> None:
        """Bind each name in a pattern to its part of *value*: in *scope*, or where it is declared."""
        kind = node.type
        if kind in {"identifier", "shorthand_property_identifier_pattern"}:
            self.bind_name(self.build.word(node), value, scope)
            return
        pattern = self._patterns.get(kind)
        if pattern is not None and self.build.depth < NESTING_MAX:
            self.build.depth += 1
            pattern(node, value, scope)
            self.build.depth -= 1
        elif kind != "comment":
            self.build.touch(node, self.value(node))

    def bind_name(self, name: str, value: Expr, scope: int | None) -> None:
        """Bind a name in a scope; without one, where it is declared, or in the file where that is nowhere."""
        if scope is None:
            scope = max(self.declaring(name), 0)
        self.build.bind(name, value, scope=scope)

    def declare(self, name: str, scope: int) -> None:
        """Note that a name belongs to a scope, and that nothing is known of its value."""
        self.build.scopes[scope].names.setdefault(name, [])

    def names_in(self, node: "Node") -> list[str]:
        """Return the names that a pattern binds."""
        found: list[str] = []
        left = [node]
        while left:
            one = left.pop()
            if one.type in {"identifier", "shorthand_property_identifier_pattern"}:
                found.append(self.build.word(one))
            elif one.type in {"pair_pattern", "assignment_pattern", "object_assignment_pattern"}:
                field = "value" if one.type == "pair_pattern" else "left"
                inner = one.child_by_field_name(field)
                left += [inner] if inner is not None else []
            else:
                left += one.named_children
        return found

    def _inside(self, node: "Node", value: Expr, scope: int | None) -> None:
        for child in node.named_children[:1]:
            self.bind_pattern(child, value, scope)

    def _object_pattern(self, node: "Node", value: Expr, scope: int | None) -> None:
        for child in node.named_children:
            kind = child.type
            if kind in {"pair_pattern", "pair"}:
                key, inner = child.child_by_field_name("key"), child.child_by_field_name("value")
                if key is not None and inner is not None:
                    self.bind_pattern(inner, part(value, self.member_name(key)), scope)
            elif kind in {"shorthand_property_identifier_pattern", "shorthand_property_identifier"}:
                name = self.build.word(child)
                self.bind_name(name, part(value, name), scope)
            elif kind == "object_assignment_pattern":
                left = child.child_by_field_name("left")
                if left is not None:
                    self._defaulted(child, part(value, self.build.word(left)), scope)
            else:
                self.bind_pattern(child, value, scope)

    def _array_pattern(self, node: "Node", value: Expr, scope: int | None) -> None:
        place = 0
        for child in node.children:
            if child.type == ",":
                place += 1
            elif child.type in {"rest_pattern", "spread_element"}:
                self._inside(child, value, scope)
            elif child.is_named and child.type != "comment":
                self.bind_pattern(
                    child, UNKNOWN if value == UNKNOWN else ("item", value, place), scope
                )

    def _defaulted(self, node: "Node", value: Expr, scope: int | None) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        other = self.value(right)
        self.build.use(right, other)
        both = either(None if value == UNKNOWN else value, other)
        self.bind_pattern(left, UNKNOWN if both is None else both, scope)

    # Parameters

    def parameters(self, node: "Node | None") -> list[Parameter]:
        """Return the parameters of a function; `this`, which is none, is among them."""
        if node is None:
            return []
        written = [node] if node.type == "identifier" else node.named_children
        return [self._written(child) for child in written if child.type not in {"comment", "ERROR"}]

    def _written(self, node: "Node") -> Parameter:
        pattern, declared = node, None
        default: Node | None = None
        if node.type in {"required_parameter", "optional_parameter"}:
            pattern = node.child_by_field_name("pattern") or node
            default = node.child_by_field_name("value")
            declared = self.declared(node)
        elif node.type == "assignment_pattern":
            pattern = node.child_by_field_name("left") or node
            default = node.child_by_field_name("right")
        rest = pattern.type == "rest_pattern"
        if rest and pattern.named_children:
            pattern = pattern.named_children[0]
        if rest and declared is not None:
            declared = each(declared)
        return Parameter(node, pattern, self.build.text(pattern), declared, default, rest)

    def bind_parameters(self, found: list[Parameter], *, named: bool) -> tuple[Param, ...]:
        """Bind parameters in the open scope, and return them as they are written.

        With *named* the scope belongs to a definition, which says what their types are.
        """
        params: list[Param] = []
        here = self.build.at
        for one in found:
            given: Expr | None = None
            if one.default is not None:
                given = self.value(one.default)
                self.build.use(one.default, given)
            value: Expr = ("param", len(params))
            if not named:
                if one.type is not None:
                    value = ("inst", one.type)
                value = either(value, given) or value
            self.bind_pattern(one.pattern, value, here)
            params.append(Param(one.name, one.type, given, one.rest))
        return tuple(params)


def part(value: Expr, key: str) -> Expr:
    """Return the member *key* of what is taken apart."""
    whole = parts_of(value)[0]
    if whole[0] == "import" and whole[2] == "":
        return ("import", whole[1], key)
    return value if value == UNKNOWN else ("attr", value, key)
