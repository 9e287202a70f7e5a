"""Reads the types of TypeScript as expressions, and the small words that all of ECMAScript shares."""

from typing import TYPE_CHECKING, Final, NamedTuple

from lockstitch.domain.source import Expr
from lockstitch.parsing.building import NESTING_MAX, Builder

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

UNKNOWN: Final[Expr] = ("lit", "unknown")
_BUILTIN: Final = {
    "string": "str",
    "number": "int",
    "bigint": "int",
    "boolean": "bool",
    "void": "none",
}
_WRITTEN: Final = {
    "string": "str",
    "template_string": "str",
    "number": "int",
    "unary_expression": "int",
    "true": "bool",
    "false": "bool",
    "null": "none",
    "undefined": "none",
}
_NAMES: Final = frozenset(
    {
        "identifier",
        "type_identifier",
        "property_identifier",
        "private_property_identifier",
        "shorthand_property_identifier",
        "shorthand_property_identifier_pattern",
    }
)
_CHOICES: Final = frozenset({"union_type", "intersection_type"})


class Around(NamedTuple):
    """What encloses the text that is read now."""

    within: str = ""
    members: str = ""
    """The type that functions which stand right here are members of; empty outside of class bodies."""
    receiver: str = ""
    """The qualified name of the type of `this`, where it is known."""
    this: Expr = UNKNOWN
    giver: str = ""
    """The function with a name that a `return` returns from."""


class TypeReading:
    """Reads types. What is no type is left to those that build on it."""

    def __init__(self, content: bytes) -> None:
        self.build = Builder(content)
        self.around: Around = Around()
        self._types: dict[str, Callable[[Node], Expr]] = {
            "type_identifier": self._name,
            "identifier": self._name,
            "type_annotation": self._only,
            "parenthesized_type": self._only,
            "readonly_type": self._only,
            "optional_type": self._only,
            "rest_type": lambda node: each(self._only(node)),
            "constraint": self._only,
            "default_type": self._only,
            "predefined_type": lambda node: ("lit", _BUILTIN.get(self.build.text(node), "unknown")),
            "generic_type": self._generic_type,
            "nested_type_identifier": self._nested,
            "nested_identifier": self._nested,
            "member_expression": self._nested,
            "call_expression": self._of_module,
            "union_type": self._choice,
            "intersection_type": self._choice,
            "array_type": lambda node: ("index", ("name", "Array"), self._only(node)),
            "tuple_type": self._tuple,
            "required_parameter": self._part,
            "optional_parameter": self._part,
            "function_type": self._function_type,
            "constructor_type": self._function_type,
            "object_type": self._object_type,
            "literal_type": self._literal,
            "this_type": lambda _: ("lit", "this"),
            "type_predicate_annotation": lambda node: self._told(node, "bool"),
            "asserts_annotation": lambda node: self._told(node, "none"),
        }

    def type(self, node: "Node") -> Expr:
        """Return a type as it is written."""
        build = self.build
        lower = self._types.get(node.type)
        if lower is None or build.depth >= NESTING_MAX:
            self.mention(node)
            return UNKNOWN
        build.depth += 1
        result = lower(node)
        build.depth -= 1
        return result

    def declared(self, node: "Node", field: str = "type") -> Expr | None:
        """Return the type that *node* declares in a field of it."""
        written = node.child_by_field_name(field)
        return None if written is None else self.type(written)

    def mention(self, node: "Node") -> None:
        """Note every identifier below *node*."""
        left = [node]
        while left:
            one = left.pop()
            if one.type in _NAMES:
                self.build.word(one)
            else:
                left += one.named_children

    def generics(self, node: "Node") -> tuple[tuple[str, Expr | None], ...]:
        """Return the type parameters of a definition, each with the type that bounds it."""
        written = node.child_by_field_name("type_parameters")
        if written is None:
            return ()
        found: list[tuple[str, Expr | None]] = []
        for child in written.named_children:
            named = child.child_by_field_name("name")
            if named is not None:
                self.declared(child, "value")
                found.append((self.build.word(named), self.declared(child, "constraint")))
        return tuple(found)

    def arguments_of_type(self, node: "Node") -> tuple[Expr, ...]:
        """Return the types that a generic is given in `<...>`."""
        written = node.child_by_field_name("type_arguments")
        children = written.named_children if written is not None else ()
        return tuple(self.type(child) for child in children if child.type != "comment")

    def member_name(self, node: "Node") -> str:
        """Return the name of a member: an identifier, a string or what is in brackets."""
        kind = node.type
        if kind in {"property_identifier", "private_property_identifier", "identifier"}:
            return self.build.word(node)
        if kind == "computed_property_name":
            inner = node.named_children
            if inner and inner[0].type == "string":
                return self.member_name(inner[0])
        text = self.build.text(node)
        return self.build.mention(unquoted(text) if kind == "string" else text)

    def _name(self, node: "Node") -> Expr:
        return ("name", self.build.word(node))

    def _only(self, node: "Node") -> Expr:
        for child in node.named_children:
            if child.type != "comment":
                return self.type(child)
        return UNKNOWN

    def _told(self, node: "Node", kind: str) -> Expr:
        self.mention(node)
        return ("lit", kind)

    def _generic_type(self, node: "Node") -> Expr:
        named = node.child_by_field_name("name")
        if named is None:
            return UNKNOWN
        return generic(self.type(named), self.arguments_of_type(node))

    def _nested(self, node: "Node") -> Expr:
        parts = [
            child
            for child in node.named_children
            if child.type in self._types or child.type in _NAMES
        ]
        if len(parts) != 2:
            return UNKNOWN
        return ("attr", self.type(parts[0]), self.build.word(parts[1]))

    def _of_module(self, node: "Node") -> Expr:
        """Return the module of `import('./it')`."""
        called, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if called is None or called.type != "import" or given is None or not given.named_children:
            self.mention(node)
            return UNKNOWN
        return ("import", unquoted(self.build.text(given.named_children[0])), "")

    def _choice(self, node: "Node") -> Expr:
        return alternatives([self.type(part) for part in self.choices(node)])

    def choices(self, node: "Node") -> "list[Node]":
        """Return the parts of a union or an intersection, in order; long ones nest deeply."""
        parts: list[Node] = []
        left = [node]
        while left:
            one = left.pop()
            if one.type in _CHOICES:
                left += reversed(one.named_children)
            elif one.type != "comment":
                parts.append(one)
        return parts

    def _tuple(self, node: "Node") -> Expr:
        parts = [self.type(child) for child in node.named_children if child.type != "comment"]
        return ("index", ("name", "Array"), alternatives(parts)) if parts else ("name", "Array")

    def _part(self, node: "Node") -> Expr:
        """Return the type of a part of a tuple that has a name."""
        named = node.child_by_field_name("name")
        declared = self.declared(node) or UNKNOWN
        return each(declared) if named is not None and named.type == "rest_pattern" else declared

    def _function_type(self, node: "Node") -> Expr:
        bounds = self.generics(node)
        taken = node.child_by_field_name("parameters")
        types = tuple(
            self.declared(child) or UNKNOWN
            for child in (taken.named_children if taken is not None else ())
            if child.type in {"required_parameter", "optional_parameter"}
        )
        given = self.declared(node, "return_type") or self.declared(node) or UNKNOWN
        if given[0] == "name" and bounds:
            given = dict(bounds).get(str(given[1])) or given
        return (
            "index",
            ("name", "Callable"),
            ("seq", "tuple", (given, *types)) if types else given,
        )

    def _object_type(self, node: "Node") -> Expr:
        members: list[tuple[str, Expr]] = []
        for child in node.named_children:
            named = child.child_by_field_name("name")
            if named is None or child.type not in {"property_signature", "method_signature"}:
                self.mention(child)
            elif child.type == "property_signature":
                members.append((self.member_name(named), ("inst", self.declared(child) or UNKNOWN)))
            else:
                members.append((self.member_name(named), ("inst", self._function_type(child))))
        return ("object", tuple(members))

    def _literal(self, node: "Node") -> Expr:
        children = node.named_children
        return ("lit", _WRITTEN.get(children[0].type, "unknown") if children else "unknown")


def generic(base: Expr, given: tuple[Expr, ...]) -> Expr:
    """Return a generic type with what it is given."""
    if not given:
        return base
    return ("index", base, given[0] if len(given) == 1 else ("seq", "tuple", given))


def each(of: Expr) -> Expr:
    """Return the type of what an array holds, as other languages write the type of what is left over."""
    if of[0] == "index" and of[1] == ("name", "Array"):
        return of[2]
    return of


def alternatives(values: list[Expr]) -> Expr:
    """Return what is any of *values*; one of each."""
    different = tuple(dict.fromkeys(values))
    return different[0] if len(different) == 1 else ("alt", different)


def either(one: Expr | None, other: Expr | None) -> Expr | None:
    """Return what is one or the other, as far as they are known."""
    if one is None or other is None or one == other:
        return other if one is None else one
    return ("alt", (one, other))


def parts_of(value: Expr) -> tuple[Expr, ...]:
    """Return what *value* may be, one by one."""
    return value[1] if value[0] == "alt" else (value,)


def required(module: str) -> Expr:
    """Return what CommonJS gives for a module: what `module.exports` was set to stands under `default`."""
    return ("alt", (("import", module, ""), ("import", module, "default")))


def unquoted(text: str) -> str:
    """Return what stands between quotes."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"`" else text
