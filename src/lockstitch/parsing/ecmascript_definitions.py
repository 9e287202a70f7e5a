"""Reads the classes and the object literals of ECMAScript, and all that gets a name."""

from typing import TYPE_CHECKING, Final

from typing_extensions import override

from lockstitch.domain.source import Expr, Trait
from lockstitch.parsing.ecmascript_functions import FUNCTIONS, FunctionReading, Naming, words
from lockstitch.parsing.ecmascript_types import UNKNOWN, Around, generic

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

NAMED: Final = FUNCTIONS | {"class", "object"}
"""What becomes a definition, or holds some, where it is given a name."""
_PLAIN: Final = frozenset({"identifier", "member_expression"})


class DefinitionReading(FunctionReading):
    """Reads what becomes a definition where it has a name."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self._members: dict[str, Callable[[Node, tuple[Expr, ...], Node | None], None]] = {
            "method_definition": self._method,
            "method_signature": self._method,
            "abstract_method_signature": self._method,
            "public_field_definition": self._field,
            "field_definition": self._field,
            "class_static_block": self._static_block,
        }
        self.expressions |= {
            "class": self._class_value,
            "object": lambda node: self.object_value(node, ""),
        }

    def named(self, node: "Node", naming: Naming) -> Expr | None:
        """Return a value that gets a name: a function, a class or an object literal is then defined."""
        inner = self.bare(node)
        kind = inner.type
        if kind in FUNCTIONS:
            return ("def", self.function(inner, naming))
        if kind == "class":
            return ("def", self.class_(inner, naming._replace(kind="class")))
        if kind == "object":
            within = f"{naming.within}::{naming.name}" if naming.within else naming.name
            return self.object_value(inner, within)
        return self.value(node)

    # Classes

    def _class_value(self, node: "Node") -> Expr:
        named = node.child_by_field_name("name")
        name = "class" if named is None else self.build.word(named)
        naming = Naming(name, node, named or node, kind="class", within=self.around.within)
        return ("def", self.class_(node, naming))

    def class_(self, node: "Node", naming: Naming) -> int:
        """Define a class, and return its number."""
        bounds = self.generics(node)
        if not any(bound is not None for _, bound in bounds):
            number = self._class(node, naming, tuple([name for name, _ in bounds]))
        else:
            with self.build.scope("block"):
                for name, bound in bounds:
                    if bound is not None:
                        self.build.bind(name, bound)
                number = self._class(node, naming, tuple([name for name, _ in bounds]))
        if naming.bound:
            self.build.bind(naming.name, ("def", number))
        return number

    def _class(self, node: "Node", naming: Naming, generics: tuple[str, ...]) -> int:
        build = self.build
        body = node.child_by_field_name("body")
        own = self.decorators(node)
        number = build.define(
            naming.node,
            kind="class",
            name=naming.name,
            within=naming.within,
            container=naming.container,
            name_node=naming.name_node,
            first=naming.head,
            body=body,
            scoped=True,
            bases=self._bases(node),
            decorators=(*naming.decorators, *own),
            generics=generics,
            traits=naming.traits | words(node) | self.local(),
            bound=False,
        )
        qualified = build.definitions[number].qualified
        around = self.around
        with build.scope("class", number):
            self.around = Around(qualified, qualified, qualified, ("this",))
            if body is not None:
                self._class_body(body)
            self.around = around
        return number

    def decorators(self, node: "Node") -> tuple[Expr, ...]:
        """Return the decorators that stand right in *node*."""
        found: list[Expr] = []
        for child in node.named_children:
            if child.type == "decorator":
                found += self._decorator(child)
        return tuple(found)

    def _decorator(self, node: "Node") -> list[Expr]:
        found: list[Expr] = []
        for child in node.named_children:
            value = self.value(child)
            if value is not None:
                self.build.use(child, value)
                found.append(value)
        return found

    def _bases(self, node: "Node") -> tuple[Expr, ...]:
        found: list[Expr] = []
        for heritage in node.named_children:
            if heritage.type != "class_heritage":
                continue
            for clause in heritage.named_children:
                if clause.type == "extends_clause":
                    found += self._extended(clause.children_by_field_name("value"), clause)
                elif clause.type == "implements_clause":
                    found += [
                        self.type(one) for one in clause.named_children if one.type != "comment"
                    ]
                elif clause.type != "comment":
                    found += self._extended([clause], None)
        return tuple(found)

    def _extended(self, values: "list[Node]", clause: "Node | None") -> list[Expr]:
        """Return what a class extends, and note that it is used."""
        found: list[Expr] = []
        for one in values:
            value = self.type(one) if one.type in _PLAIN else self.value(one)
            if value is not None:
                self.build.use(one, value)
                keys = () if clause is None else self.arguments_of_type(clause)
                found.append(generic(value, keys))
        return found

    def _class_body(self, body: "Node") -> None:
        decorators: list[Expr] = []
        first: Node | None = None
        for child in body.named_children:
            kind = child.type
            if kind == "decorator":
                first = first or child
                decorators += self._decorator(child)
            elif kind != "comment":
                member = self._members.get(kind)
                if member is not None:
                    member(child, tuple(decorators), first)
                elif kind == "index_signature":
                    self.mention(child)
                else:
                    self.statements([child])
                decorators, first = [], None

    def _method(self, node: "Node", decorators: tuple[Expr, ...], first: "Node | None") -> None:
        named = node.child_by_field_name("name")
        if named is None:
            return
        around = self.around
        naming = Naming(
            name=self._member_name(named),
            node=node,
            name_node=named,
            head=first,
            kind="method",
            within=around.members,
            container=around.members,
            traits=Trait.ABSTRACT if node.type == "abstract_method_signature" else 0,
            decorators=(*decorators, *self.decorators(node)),
            this=("this",),
            bound=True,
        )
        self.function(node, naming)

    def _member_name(self, node: "Node") -> str:
        if node.type == "computed_property_name":
            for child in node.named_children:
                self.build.touch(child, self.value(child))
        return self.member_name(node)

    def _field(self, node: "Node", decorators: tuple[Expr, ...], first: "Node | None") -> None:
        named = node.child_by_field_name("name") or node.child_by_field_name("property")
        if named is None:
            return
        given = node.child_by_field_name("value")
        container = self.around.members
        name = self._member_name(named)
        naming = Naming(
            name=name,
            node=node,
            name_node=named,
            head=first,
            kind="method",
            within=container,
            container=container,
            traits=words(node),
            decorators=(*decorators, *self.decorators(node)),
            this=("this",),
            bound=True,
        )
        if given is not None and self.bare(given).type in FUNCTIONS:
            self.declared(node)
            self.named(given, naming)
            return
        declared = self.declared(node)
        self.build.define(
            node,
            kind="field",
            name=name,
            within=container,
            container=container,
            name_node=named,
            first=first,
            body=None if declared is None else given,
            traits=naming.traits,
            decorators=naming.decorators,
            returns=declared,
        )
        if given is not None:
            value = self.named(given, naming._replace(bound=False))
            self.build.use(given, value)
            if declared is None and value is not None:
                self.build.field(container, name, value)

    def _static_block(self, node: "Node", _: tuple[Expr, ...], __: "Node | None") -> None:
        body = node.child_by_field_name("body")
        if body is not None:
            around = self.around
            with self.build.scope("function"):
                self.around = around._replace(members="")
                self.statements(body.named_children)
                self.around = around

    # Object literals

    @override
    def object_value(self, node: "Node", within: str) -> Expr:
        """Return an object literal; its functions are members of *within*, where that is a name."""
        if not within or not any(_is_function(child) for child in node.named_children):
            return self._object(node, within, UNKNOWN)
        with self.build.scope("block") as scope:
            this = f"this@{scope}"
            value = self._object(node, within, ("name", this))
            self.build.bind(this, value)
        return value

    def _object(self, node: "Node", within: str, this: Expr) -> Expr:
        members: list[tuple[str, Expr]] = []
        spread: list[Expr] = []
        loose: list[tuple[str, Expr]] = []
        self.build.depth += 1  # it takes several calls to come here
        for child in node.named_children:
            kind = child.type
            if kind == "shorthand_property_identifier":
                name = self.build.word(child)
                members.append((name, ("name", name)))
            elif kind in {"pair", "method_definition"}:
                named = child.child_by_field_name("key") or child.child_by_field_name("name")
                if named is None:
                    continue
                value = self._property(child, named, within, this)
                (members if named.type != "computed_property_name" else loose).append(value)
            elif kind == "spread_element":
                for inner in child.named_children:
                    value = self.value(inner)
                    spread += [value] if value is not None else []
            elif kind != "comment":
                self.build.touch(child, self.value(child))
        self.build.depth -= 1
        return _composed(members, loose, spread)

    def _property(self, node: "Node", named: "Node", within: str, this: Expr) -> tuple[str, Expr]:
        name = self._member_name(named)
        given = node.child_by_field_name("value") if node.type == "pair" else node
        if given is None:
            return name, UNKNOWN
        if not within:
            value = self.lambda_(node) if given is node else self.value(given)
            return name, UNKNOWN if value is None else value
        if given is not node and self.bare(given).type not in NAMED:
            value = self.value(given)
            return name, UNKNOWN if value is None else value
        naming = Naming(name, node, named, None, "method", within, within, 0, (), this)
        if given is node:
            return name, ("def", self.function(node, naming))
        value = self.named(given, naming)
        return name, UNKNOWN if value is None else value


def _is_function(node: "Node") -> bool:
    if node.type == "method_definition":
        return True
    value = node.child_by_field_name("value") if node.type == "pair" else None
    return value is not None and value.type in FUNCTIONS


def _composed(
    members: list[tuple[str, Expr]], loose: list[tuple[str, Expr]], spread: list[Expr]
) -> Expr:
    """Return an object literal by what it was written with."""
    parts: list[Expr] = []
    if members or not (loose or spread):
        parts.append(("object", tuple(members)))
    if loose:
        parts.append(("map", tuple([value for _, value in loose])))
    parts += spread
    return parts[0] if len(parts) == 1 else ("alt", tuple(parts))
