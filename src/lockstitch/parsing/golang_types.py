"""Reads the types of Go: what they are written with, parameters and results."""

from typing import TYPE_CHECKING, Final

from lockstitch.domain.source import Expr, Param
from lockstitch.parsing.building import NESTING_MAX, Builder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tree_sitter import Node

UNKNOWN: Final[Expr] = ("lit", "unknown")
BOOL: Final[Expr] = ("lit", "bool")
INT: Final[Expr] = ("lit", "int")
ARRAY: Final[Expr] = ("name", "Array")
CALLABLE: Final[Expr] = ("name", "Callable")
_WORDS: Final = frozenset(
    {"identifier", "type_identifier", "field_identifier", "package_identifier"}
)
_INTS: Final = "int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr byte rune"
_FLOATS: Final = "float32 float64 complex64 complex128"
PREDECLARED: Final[dict[str, Expr]] = {
    **dict.fromkeys(_INTS.split(), INT),
    **dict.fromkeys(_FLOATS.split(), ("lit", "float")),
    "string": ("lit", "str"),
    "bool": BOOL,
    "any": UNKNOWN,
    "comparable": UNKNOWN,
    "nil": ("lit", "none"),
}


class TypeReading:
    """Reads words and types, and has the builder that takes what is found."""

    def __init__(self, content: bytes) -> None:
        self.build = Builder(content)
        self._content = content
        self._words: dict[bytes, str] = {}
        self._types: dict[str, Callable[[Node], Expr]] = {
            "pointer_type": self._inner_type,
            "slice_type": self._array,
            "array_type": self._array,
            "implicit_length_array_type": self._array,
            "channel_type": self._array,
            "map_type": self._map,
            "function_type": self._callable,
            "qualified_type": self._qualified,
            "generic_type": self._generic,
            "parenthesized_type": self._inner_type,
            "type_elem": self._element,
            "type_constraint": self._element,
        }

    def word(self, node: "Node") -> str:
        """Return an identifier, and note that the file mentions it."""
        raw = self._content[node.start_byte : node.end_byte]
        found = self._words.get(raw)
        if found is None:
            found = self._words[raw] = self.build.word(node)
        return found

    def use(self, node: "Node", value: Expr | None) -> None:
        """Note that a value is used; that it has a type is no use of the type."""
        if value is not None and value[0] not in {"inst", "lit"}:
            self.build.use(node, value)

    def mention(self, node: "Node") -> None:
        """Note every identifier below a node."""
        waiting = [node]
        while waiting:
            one = waiting.pop()
            if one.type in _WORDS:
                self.word(one)
            else:
                waiting += one.named_children

    def type(self, node: "Node | None") -> Expr:
        """Return a type as it is written; a pointer is the type that it points to."""
        if node is None:
            return UNKNOWN
        if node.type == "type_identifier":
            name = self.word(node)
            return PREDECLARED.get(name) or ("name", name)
        reader = self._types.get(node.type)
        build = self.build
        if reader is None or build.depth >= NESTING_MAX:
            self.mention(node)
            return UNKNOWN
        build.depth += 1
        found = reader(node)
        build.depth -= 1
        return found

    def params(self, node: "Node | None") -> tuple[Param, ...]:
        """Return the parameters of a list; one without a name is called `_`."""
        found: list[Param] = []
        for child in node.named_children if node is not None else ():
            if child.type == "comment":
                continue
            given = self.type(child.child_by_field_name("type"))
            rest = child.type == "variadic_parameter_declaration"
            names = self.names(child) or ["_"]
            found += [Param(name, given, None, rest) for name in names]
        return tuple(found)

    def names(self, node: "Node") -> list[str]:
        """Return the names that a declaration begins with."""
        return [self.word(one) for one in node.children_by_field_name("name") if one.is_named]

    def results(self, node: "Node | None") -> Expr | None:
        """Return what a function says it gives: several values are a tuple."""
        if node is None:
            return None
        if node.type != "parameter_list":
            return self.type(node)
        return together([one.type or UNKNOWN for one in self.params(node)])

    def generics(self, node: "Node") -> dict[str, Expr | None]:
        """Return the type parameters of a declaration, each with the type that bounds it."""
        declared = node.child_by_field_name("type_parameters")
        found: dict[str, Expr | None] = {}
        for child in declared.named_children if declared is not None else ():
            if child.type == "comment":
                continue
            bound = self.type(child.child_by_field_name("type"))
            for name in self.names(child):
                found[name] = None if bound[0] == "lit" else bound
        return found

    def _inner_type(self, node: "Node") -> Expr:
        for child in node.named_children:
            if child.type != "comment":
                return self.type(child)
        return UNKNOWN

    def _array(self, node: "Node") -> Expr:
        length = node.child_by_field_name("length")
        if length is not None:
            self.mention(length)
        inner = node.child_by_field_name("element") or node.child_by_field_name("value")
        return ("index", ARRAY, self.type(inner))

    def _map(self, node: "Node") -> Expr:
        key = self.type(node.child_by_field_name("key"))
        value = self.type(node.child_by_field_name("value"))
        return ("index", ("name", "Map"), ("seq", "tuple", (key, value)))

    def _callable(self, node: "Node") -> Expr:
        self.params(node.child_by_field_name("parameters"))
        given = self.results(node.child_by_field_name("result"))
        return ("index", CALLABLE, ("lit", "none") if given is None else given)

    def _qualified(self, node: "Node") -> Expr:
        package, name = node.child_by_field_name("package"), node.child_by_field_name("name")
        if package is None or name is None:
            return UNKNOWN
        return ("attr", ("name", self.word(package)), self.word(name))

    def _generic(self, node: "Node") -> Expr:
        base = self.type(node.child_by_field_name("type"))
        given = node.child_by_field_name("type_arguments")
        keys = [
            self.type(child)
            for child in (given.named_children if given is not None else ())
            if child.type != "comment"
        ]
        if len(keys) == 1:
            return ("index", base, keys[0])
        return ("index", base, ("seq", "tuple", tuple(keys))) if keys else base

    def _element(self, node: "Node") -> Expr:
        """Return the one type that is written; a set of types is none."""
        if len(node.named_children) == 1:
            return self.type(node.named_children[0])
        self.mention(node)
        return UNKNOWN


def together(types: list[Expr]) -> Expr | None:
    """Return one type for what a function gives."""
    if len(types) > 1:
        return ("index", ("name", "tuple"), ("seq", "tuple", tuple(types)))
    return types[0] if types else None


def bounded(given: Expr, bounds: "Mapping[str, Expr | None]") -> Expr | None:
    """Return a type with the bounds of its type parameters in their place; None if it has none."""
    found = _replaced(given, bounds)
    return None if found == given else found


def _replaced(given: Expr, bounds: "Mapping[str, Expr | None]") -> Expr:
    if given[0] == "name":
        return bounds.get(given[1]) or given
    if given[0] == "index":
        return ("index", given[1], _replaced(given[2], bounds))
    if given[0] == "seq":
        return ("seq", given[1], tuple(_replaced(one, bounds) for one in given[2]))
    return given


def written(nodes: "Iterable[Node]") -> "list[Node]":
    """Return the nodes that are no comments."""
    return [node for node in nodes if node.type != "comment"]


def last_name(given: Expr) -> str:
    """Return a type's own name."""
    if given[0] == "index":
        return last_name(given[1])
    return str(given[-1]) if given[0] in {"name", "attr"} else ""
