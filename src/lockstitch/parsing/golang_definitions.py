"""Reads what a file of Go defines: functions, types, constants and variables."""

from typing import TYPE_CHECKING

from lockstitch.domain.source import Expr, Param, Trait
from lockstitch.parsing.building import traits_of
from lockstitch.parsing.golang_statements import StatementReading, parts
from lockstitch.parsing.golang_types import UNKNOWN, last_name, written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tree_sitter import Node


class DefinitionReading(StatementReading):
    """Reads definitions; inside of a function, constants and variables are only bound."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self._within = ""
        """The qualified name of the function that is read."""
        self._statements |= {
            "function_declaration": self._function_declaration,
            "method_declaration": self._method,
            "type_declaration": self._type_declaration,
            "const_declaration": self._constants,
            "var_declaration": self._variables,
        }

    # Functions

    def _function_declaration(self, node: "Node") -> None:
        named, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if named is None or named.is_missing:
            return
        name = self.word(named)
        bounds = self.generics(node)
        params = self.params(node.child_by_field_name("parameters"))
        number = self.build.define(
            node,
            kind="function",
            name=name,
            within=self._within,
            name_node=named,
            body=body,
            scoped=body is not None,
            traits=self._traits(name),
            params=params,
            returns=self.results(node.child_by_field_name("result")),
            generics=tuple(bounds),
            bound=name not in {"init", "_"},
        )
        self._read_body(node, number, params=params, bounds=bounds)

    def _method(self, node: "Node") -> None:
        named, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        receivers = self.params(node.child_by_field_name("receiver"))
        if named is None or named.is_missing or not receivers:
            return
        name, container = self.word(named), last_name(receivers[0].type or UNKNOWN)
        params = self.params(node.child_by_field_name("parameters"))
        number = self.build.define(
            node,
            kind="method",
            name=name,
            within=container,
            container=container,
            name_node=named,
            body=body,
            scoped=body is not None,
            traits=self._traits(name),
            params=params,
            returns=self.results(node.child_by_field_name("result")),
            bound=False,
        )
        receiver = receivers[0].name
        self._read_body(
            node, number, params=params, receiver="" if receiver == "_" else receiver, bounds={}
        )

    def _read_body(
        self,
        node: "Node",
        number: int,
        *,
        params: "Sequence[Param]",
        bounds: "Mapping[str, Expr | None]",
        receiver: str = "",
    ) -> None:
        one = self.build.definitions[number]
        if one.scope < 0:
            return
        within, self._within = self._within, one.qualified
        self.function(node, number, params=params, receiver=receiver, bounds=bounds)
        self._within = within

    def _traits(self, name: str) -> int:
        local = self.build.at > 0
        return traits_of((local, Trait.LOCAL), (name[:1].isupper() and not local, Trait.EXPORTED))

    # Types

    def _type_declaration(self, node: "Node") -> None:
        grouped = any(child.type == "(" for child in node.children)
        for spec in node.named_children:
            named, kind = spec.child_by_field_name("name"), spec.child_by_field_name("type")
            if named is None or kind is None or named.is_missing:
                continue
            name = self.word(named)
            self.declare([(name, ("def", len(self.build.definitions)))])
            first = None if grouped else node
            if kind.type == "struct_type":
                self._struct(spec, kind, name=name, first=first)
            elif kind.type == "interface_type":
                self._interface(spec, kind, name=name, first=first)
            else:
                self._define_type(spec, name=name, first=first, returns=self.type(kind))

    def _define_type(
        self,
        spec: "Node",
        *,
        name: str,
        first: "Node | None",
        kind: str = "type",
        body: "Node | None" = None,
        bases: tuple[Expr, ...] = (),
        returns: Expr | None = None,
    ) -> str:
        """Define a type and return its qualified name. It is bound already."""
        number = self.build.define(
            spec,
            kind=kind,
            name=name,
            within=self._within,
            name_node=spec.child_by_field_name("name"),
            first=first,
            body=body,
            traits=self._traits(name),
            bases=bases,
            returns=returns,
            generics=tuple(self.generics(spec)),
            bound=False,
        )
        return self.build.definitions[number].qualified

    def _struct(self, spec: "Node", kind: "Node", *, name: str, first: "Node | None") -> None:
        body = next(iter(written(kind.named_children)), None)
        fields = [
            (field, self.type(field.child_by_field_name("type")))
            for field in (body.named_children if body is not None else ())
            if field.type == "field_declaration"
        ]
        bases = tuple(given for field, given in fields if not self.names(field))
        container = self._define_type(
            spec, name=name, first=first, kind="struct", body=body, bases=bases
        )
        for base in bases:
            self.build.use(spec, base)
        for field, given in fields:
            named = field.children_by_field_name("name")
            for one in named or [field]:
                self._field(field, one, given, container=container, embedded=not named)

    def _field(
        self, node: "Node", named: "Node", given: Expr, *, container: str, embedded: bool
    ) -> None:
        """Define a field; an embedded one has the name of its type."""
        name = last_name(given) if embedded else self.word(named)
        if not name or name == "_" or not named.is_named:
            return
        self.build.define(
            node,
            kind="field",
            name=name,
            within=container,
            container=container,
            name_node=named,
            body=node.child_by_field_name("tag"),
            traits=self._traits(name),
            returns=given,
            bound=False,
        )

    def _interface(self, spec: "Node", kind: "Node", *, name: str, first: "Node | None") -> None:
        bases: list[Expr] = []
        for child in kind.named_children:
            if child.type == "type_elem":
                base = self.type(child)
                bases += [base] if last_name(base) else []
        body = next((child for child in kind.children if child.type == "{"), None)
        container = self._define_type(
            spec, name=name, first=first, kind="interface", body=body, bases=tuple(bases)
        )
        for base in bases:
            self.build.use(spec, base)
        for child in kind.named_children:
            named = child.child_by_field_name("name")
            if child.type == "method_elem" and named is not None and not named.is_missing:
                self._abstract(child, named, container)

    def _abstract(self, node: "Node", named: "Node", container: str) -> None:
        name = self.word(named)
        self.build.define(
            node,
            kind="method",
            name=name,
            within=container,
            container=container,
            name_node=named,
            traits=self._traits(name) | Trait.ABSTRACT,
            params=self.params(node.child_by_field_name("parameters")),
            returns=self.results(node.child_by_field_name("result")),
            bound=False,
        )

    # Constants and variables

    def _constants(self, node: "Node") -> None:
        first = None if _is_grouped(node) else node
        kind: Node | None = None
        value: Node | None = None
        for spec in node.named_children:
            if spec.type != "const_spec":
                continue
            given = spec.child_by_field_name("value")
            if given is not None:
                kind, value = spec.child_by_field_name("type"), given
            # Without a value of its own it repeats the one before, and its type.
            self._spec(spec, "constant", declared=kind, values=self._used(value), first=first)

    def _variables(self, node: "Node") -> None:
        first = None if _is_grouped(node) else node
        for listed in node.named_children:
            for spec in listed.named_children if listed.type == "var_spec_list" else [listed]:
                if spec.type == "var_spec" and not self._named_closure(spec, first):
                    declared, value = (
                        spec.child_by_field_name("type"),
                        spec.child_by_field_name("value"),
                    )
                    values = self._used(value)
                    self._spec(spec, "variable", declared=declared, values=values, first=first)

    def _is_file_wide(self) -> bool:
        return self.build.at == 0 and not self._bare

    def _spec(
        self,
        spec: "Node",
        kind: str,
        *,
        declared: "Node | None",
        values: "Sequence[Expr]",
        first: "Node | None",
    ) -> None:
        """Define what a line declares; inside of a function it is only bound."""
        given = self.type(declared) if declared is not None else None
        named = [one for one in spec.children_by_field_name("name") if one.is_named]
        bound = parts(len(named), values)
        if given is not None:
            declared_value: Expr = ("inst", given)
            bound = [declared_value] * len(named)
        if not self._is_file_wide():
            self.declare([(self.word(one), part) for one, part in zip(named, bound, strict=False)])
            return
        for one, part in zip(named, bound, strict=False):
            self._define_value(spec, one, part, kind=kind, first=first, returns=given)
        if given is not None and values:
            self._assured(spec, given, values[0])

    def _define_value(
        self,
        spec: "Node",
        named: "Node",
        value: Expr,
        *,
        kind: str,
        first: "Node | None",
        returns: Expr | None,
    ) -> None:
        name = self.word(named)
        if name == "_" or named.is_missing:
            return
        self.build.define(
            spec,
            kind=kind,
            name=name,
            within="",
            name_node=named,
            first=first,
            body=spec.child_by_field_name("value") if kind == "variable" else None,
            traits=self._traits(name),
            returns=returns,
        )
        self.build.bind(name, value)

    def _assured(self, spec: "Node", given: Expr, value: Expr) -> None:
        """Note a type's parent, where `var _ Parent = (*Type)(nil)` makes the compiler check it."""
        if self.names(spec) != ["_"] or not last_name(given):
            return
        match value:
            case ("inst", ("name", name)) | ("new", ("name", name), _, _):
                self.build.parents.append((name, given))
            case _:
                pass

    def _named_closure(self, spec: "Node", first: "Node | None") -> bool:
        """Define a function that a variable of the file is made of; say whether it is one."""
        value = spec.child_by_field_name("value")
        values = written(value.named_children) if value is not None else []
        names = self.names(spec)
        if (
            [one.type for one in values] != ["func_literal"]
            or len(names) != 1
            or names[0] in {"_", ""}
            or spec.child_by_field_name("type") is not None
            or not self._is_file_wide()
        ):
            return False
        closure = values[0]
        number = self.build.define(
            spec,
            kind="function",
            name=names[0],
            within="",
            first=first,
            body=closure.child_by_field_name("body"),
            scoped=True,
            traits=self._traits(names[0]),
            params=self.params(closure.child_by_field_name("parameters")),
            returns=self.results(closure.child_by_field_name("result")),
        )
        params = self.build.definitions[number].params
        self._read_body(closure, number, params=params, bounds={})
        return True


def _is_grouped(node: "Node") -> bool:
    return any(child.type in {"(", "var_spec_list"} for child in node.children)
