"""Reads what TypeScript declares without a body that runs: interfaces, type aliases, enums, namespaces."""

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from lockstitch.domain.source import Expr, Trait
from lockstitch.parsing.building import traits_of
from lockstitch.parsing.ecmascript_definitions import DefinitionReading
from lockstitch.parsing.ecmascript_functions import Naming, words
from lockstitch.parsing.ecmascript_types import Around, unquoted

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from tree_sitter import Node

_DECLARED: Final = {
    "function_declaration": "function",
    "generator_function_declaration": "function",
    "function_signature": "function",
    "class_declaration": "class",
    "abstract_class_declaration": "class",
}
_MERGED: Final = frozenset({"class", "interface", "enum", "module"})


class DeclarationReading(DefinitionReading):
    """Reads declarations."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self._head: Node | None = None
        self._declarations: dict[str, Callable[[Node, Naming], None]] = {
            **dict.fromkeys(_DECLARED, self._declared),
            "interface_declaration": self._interface,
            "type_alias_declaration": self._alias,
            "enum_declaration": self._enum,
            "internal_module": self._namespace,
            "module": self._namespace,
        }

    def headed(self, node: "Node") -> "Node | None":
        """Return the `export` or `declare` that *node* is the declaration of, once."""
        head, self._head = self._head, None
        return head if head is not None and head.end_byte >= node.end_byte else None

    def exported(self, head: "Node | None") -> int:
        """Return the trait that an `export` before a declaration gives."""
        return traits_of((head is not None and head.type == "export_statement", Trait.EXPORTED))

    def declaration(self, node: "Node") -> None:
        """Define what a declaration declares."""
        named = node.child_by_field_name("name")
        head = self.headed(node)
        if named is None:
            return
        name = (
            self.build.text(named) if named.type == "nested_identifier" else self.member_name(named)
        )
        naming = Naming(
            name=self.build.mention(name),
            node=node,
            name_node=named,
            head=head,
            kind=_DECLARED.get(node.type, ""),
            within=self.around.within,
            traits=self.exported(head),
            decorators=self.decorators(head) if head is not None else (),
            bound=True,
        )
        self._declarations[node.type](node, naming)

    def _declared(self, node: "Node", naming: Naming) -> None:
        if naming.kind == "function":
            self.function(node, naming)
        else:
            merged = self._merging(naming.name)
            if node.type == "abstract_class_declaration":
                naming = naming._replace(traits=naming.traits | Trait.ABSTRACT)
            number = self.class_(node, naming)
            if merged is not None:
                self.build.parents.append(
                    (self.build.definitions[number].qualified, ("def", merged))
                )

    def _merging(self, name: str) -> int | None:
        """Return the type of that name that this scope declares already."""
        for value in reversed(self.build.scopes[self.build.at].names.get(name, ())):
            if value[0] == "def" and self.build.defined(value).kind in _MERGED:
                return value[1]
        return None

    def _open(
        self, node: "Node", naming: Naming, *, kind: str, bases: tuple[Expr, ...] = ()
    ) -> int:
        """Define a type whose members follow. What was declared under the name before takes them in."""
        merged = self._merging(naming.name)
        build = self.build
        number = build.define(
            naming.node,
            kind=kind,
            name=naming.name,
            within=naming.within,
            name_node=naming.name_node,
            first=naming.head,
            body=node.child_by_field_name("body"),
            scoped=True,
            bases=bases,
            generics=tuple([name for name, _ in self.generics(node)]),
            traits=naming.traits | words(node) | self.local(),
            bound=merged is None,
        )
        if merged is not None:
            build.parents.append((build.definitions[merged].qualified, ("def", number)))
        return number

    @contextmanager
    def _body_of(self, number: int, around: Around, kind: str = "class") -> "Generator[None]":
        """Open the scope of a definition, for the length of the `with`."""
        outside = self.around
        with self.build.scope(kind, number):
            self.around = around
            yield
            self.around = outside

    def _type_around(self, number: int) -> Around:
        qualified = self.build.definitions[number].qualified
        return Around(qualified, qualified, qualified, ("this",))

    def _interface(self, node: "Node", naming: Naming) -> None:
        bases: list[Expr] = []
        for clause in node.named_children:
            if clause.type in {"extends_type_clause", "extends_clause"}:
                bases += [self.type(one) for one in clause.children_by_field_name("type")]
        bounds = [(name, bound) for name, bound in self.generics(node) if bound is not None]
        number = self._open(node, naming, kind="interface", bases=tuple(bases))
        body = node.child_by_field_name("body")
        with self._body_of(number, self._type_around(number)):
            for name, bound in bounds:
                self.build.bind(name, bound)
            if body is not None:
                self._signatures(body)

    def _signatures(self, body: "Node") -> None:
        """Define the members that a type only declares."""
        for child in body.named_children:
            named = child.child_by_field_name("name")
            if named is None or child.type not in {"method_signature", "property_signature"}:
                self.mention(child)
                continue
            is_method = child.type == "method_signature"
            container = self.around.members
            naming = Naming(
                name=self.member_name(named),
                node=child,
                name_node=named,
                kind="method" if is_method else "field",
                within=container,
                container=container,
                traits=Trait.ABSTRACT if is_method else 0,
                bound=True,
            )
            if is_method:
                self.function(child, naming)
            else:
                self.build.define(
                    child,
                    kind="field",
                    name=naming.name,
                    within=container,
                    container=container,
                    name_node=named,
                    returns=self.declared(child),
                )

    def _alias(self, node: "Node", naming: Naming) -> None:
        """Define an alias. One with members of its own has the rest of its type among its bases."""
        meant = node.child_by_field_name("value")
        if meant is None:
            return
        parts = self.choices(meant)
        objects = [one for one in parts if one.type == "object_type" and _has_members(one)]
        if not objects:
            self.build.define(
                naming.node,
                kind="type",
                name=naming.name,
                within=naming.within,
                name_node=naming.name_node,
                first=naming.head,
                returns=self.type(meant),
                generics=tuple([name for name, _ in self.generics(node)]),
                traits=naming.traits | self.local(),
            )
            return
        bases = tuple([self.type(one) for one in parts if one not in objects])
        number = self._open(node, naming, kind="type", bases=bases)
        with self._body_of(number, self._type_around(number)):
            for one in objects:
                self._signatures(one)

    def _enum(self, node: "Node", naming: Naming) -> None:
        number = self._open(node, naming, kind="enum")
        body = node.child_by_field_name("body")
        qualified = self.build.definitions[number].qualified
        with self._body_of(number, self._type_around(number)):
            for child in body.named_children if body is not None else ():
                named = child.child_by_field_name("name") or child
                given = child.child_by_field_name("value")
                if named.type == "comment":
                    continue
                if given is not None:
                    self.build.touch(given, self.value(given))
                self.build.define(
                    child,
                    kind="field",
                    name=self.member_name(named),
                    within=qualified,
                    container=qualified,
                    name_node=named,
                    traits=Trait.STATIC,
                    returns=("name", naming.name),
                )

    def _namespace(self, node: "Node", naming: Naming) -> None:
        body = node.child_by_field_name("body")
        if naming.name_node.type == "string":
            naming = naming._replace(name=unquoted(naming.name))
        self._inner_namespace(node, naming, naming.name.split("."), body)

    def _inner_namespace(
        self, node: "Node", naming: Naming, names: list[str], body: "Node | None"
    ) -> None:
        """Define the first of *names* as a namespace, and the others inside of it."""
        naming = naming._replace(name=self.build.mention(names[0].strip()))
        number = self._open(node, naming, kind="module")
        qualified = self.build.definitions[number].qualified
        with self._body_of(number, Around(qualified), "module"):
            inner = naming._replace(within=qualified, head=None)
            if len(names) > 1:
                self._inner_namespace(node, inner, names[1:], body)
            elif body is not None:
                self.statements(body.named_children)


def _has_members(node: "Node") -> bool:
    return any(child.child_by_field_name("name") is not None for child in node.named_children)
