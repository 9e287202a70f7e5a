"""Reads definitions and imports of Python."""

from sys import intern
from typing import TYPE_CHECKING, Final

from lockstitch.domain.source import Expr, Trait
from lockstitch.parsing.python_types import Around, unquoted
from lockstitch.parsing.python_values import PythonValues

if TYPE_CHECKING:
    from tree_sitter import Node

_TRAITS: Final = {
    "staticmethod": Trait.STATIC,
    "classmethod": Trait.CLASS_METHOD,
    "property": Trait.PROPERTY,
    "cached_property": Trait.PROPERTY | Trait.CACHED,
    "abstractproperty": Trait.PROPERTY | Trait.ABSTRACT,
    "setter": Trait.PROPERTY,
    "getter": Trait.PROPERTY,
    "deleter": Trait.PROPERTY,
    "abstractmethod": Trait.ABSTRACT,
    "fixture": Trait.FIXTURE,
    "contextmanager": Trait.CONTEXT,
    "asynccontextmanager": Trait.CONTEXT,
}


class PythonDefinitions(PythonValues):
    """Reads classes, functions and what is imported."""

    def _import(self, node: "Node") -> None:
        for child in node.named_children:
            if child.type == "aliased_import":
                module, alias = child.named_children[0], child.named_children[-1]
                self._bind_module(self.build.word(alias), self._dotted(module))
            elif child.type == "dotted_name":
                module = self._dotted(child)
                first = intern(module.partition(".")[0])
                self._bind_module(first, first)
                if "." in module:  # `import a.b` binds `a`, and sees to it that `a.b` is there
                    self.build.use(child, ("import", module, ""))

    def _bind_module(self, name: str, module: str) -> None:
        self._bind(name, ("import", module, ""))

    def _import_from(self, node: "Node") -> None:
        source = node.child_by_field_name("module_name")
        if source is None:
            return
        module = self._dotted(source)
        for child in node.children_by_field_name("name"):
            named, alias = child, child
            if child.type == "aliased_import":
                named, alias = child.named_children[0], child.named_children[-1]
            self._bind(self.build.word(alias), ("import", module, self._dotted(named)))
        if any(child.type == "wildcard_import" for child in node.named_children):
            self.build.stars.append(module)

    def _dotted(self, node: "Node") -> str:
        text = "".join(self.build.text(node).split())
        for part in text.split("."):
            if part:
                self.build.mention(part)
        return intern(text)

    def _decorated(self, node: "Node") -> None:
        inner = node.child_by_field_name("definition")
        if inner is None:
            return
        decorators: list[Expr] = []
        for child in node.named_children:
            if child.type == "decorator" and child.named_children:
                value = self.value(child.named_children[0])
                if value is not None:
                    decorators.append(value)
                    self.build.use(child, value)
        if inner.type == "class_definition":
            self._class(inner, decorators=tuple(decorators), first=node)
        elif inner.type == "function_definition":
            self._function(inner, decorators=tuple(decorators), first=node)

    def _class(
        self, node: "Node", decorators: tuple[Expr, ...] = (), first: "Node | None" = None
    ) -> None:
        named, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if named is None or body is None:
            return
        bases: list[Expr] = []
        given = node.child_by_field_name("superclasses")
        for child in given.named_children if given is not None else ():
            if child.type == "keyword_argument":
                self.build.use(child, self.value(child))
            elif child.type != "comment":
                base = self.type(child)
                bases.append(base)
                self.build.use(child, base)
        name = self.build.word(named)
        around = self._around
        number = self.build.define(
            node,
            kind="class",
            name=name,
            within=around.within,
            container=around.container if around.in_class else "",
            name_node=named,
            first=first,
            body=body,
            scoped=True,
            bases=tuple(bases),
            decorators=decorators,
            generics=self._generics(node),
            traits=self._local(),
            bound=False,
        )
        self._bind(name, ("def", number))
        qualified = self.build.definitions[number].qualified
        with self.build.scope("class", number):
            self._around = Around(qualified, qualified, in_class=True)
            self.block(body)
            self._around = around

    def _function(
        self, node: "Node", decorators: tuple[Expr, ...] = (), first: "Node | None" = None
    ) -> None:
        named, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if named is None or body is None:
            return
        around = self._around
        name = self.build.word(named)
        params = self._params(node.child_by_field_name("parameters"))
        traits = self._local() | sum({_trait(one) for one in decorators})
        if node.children[0].type == "async":
            traits |= Trait.ASYNC
        declared = node.child_by_field_name("return_type")
        number = self.build.define(
            node,
            kind="method" if around.in_class else "function",
            name=name,
            within=around.within,
            container=around.container if around.in_class else "",
            name_node=named,
            first=first,
            body=body,
            scoped=True,
            decorators=decorators,
            params=params,
            returns=self.type(declared) if declared is not None else None,
            generics=self._generics(node),
            traits=traits,
            bound=False,
        )
        self._bind(name, ("def", number))
        if traits & Trait.FIXTURE and first is not None:
            self._name_fixture(first, number)
        qualified = self.build.definitions[number].qualified
        receiver = ""
        if around.in_class and params and not traits & Trait.STATIC:
            receiver = params[0].name
        with self.build.scope("function", number) as scope:
            inner = Around(qualified, around.container, receiver=receiver)
            if not around.in_class:
                inner.receiver = around.receiver
            self._around = inner
            for place, param in enumerate(params):
                is_receiver = receiver and place == 0
                self.build.bind(param.name, ("this",) if is_receiver else ("param", place))
            self.block(body)
            self._around = around
        if self.build.scopes[scope].yields:
            one = self.build.definitions[number]
            self.build.definitions[number] = one._replace(traits=one.traits | Trait.GENERATOR)

    def _name_fixture(self, node: "Node", number: int) -> None:
        """Note the name that a fixture is given by its decorator."""
        for decorator in node.named_children:
            call = decorator.named_children[0] if decorator.named_children else None
            given = call.child_by_field_name("arguments") if call is not None else None
            for one in given.named_children if given is not None else ():
                name, value = one.child_by_field_name("name"), one.child_by_field_name("value")
                if name is not None and value is not None and self.build.text(name) == "name":
                    known = self.build.mention(unquoted(self.build.text(value)))
                    self.build.export(f"fixture {known}", ("def", number))

    def _generics(self, node: "Node") -> tuple[str, ...]:
        declared = node.child_by_field_name("type_parameters")
        if declared is None:
            return ()
        return tuple(
            self.build.mention(self.build.text(child).partition(":")[0].strip(" *"))
            for child in declared.named_children
        )


def _trait(decorator: Expr) -> int:
    """Return the trait that a decorator gives, by the last part of its name."""
    while decorator[0] == "call":
        decorator = decorator[1]
    if decorator[0] in {"name", "attr"}:
        return _TRAITS.get(str(decorator[-1]), 0)
    return 0
