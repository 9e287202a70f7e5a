"""Reads the functions of ECMAScript, with and without a name."""

from typing import TYPE_CHECKING, Final, NamedTuple

from lockstitch.domain.source import Expr, Param, Trait
from lockstitch.parsing.building import traits_of
from lockstitch.parsing.ecmascript_patterns import Parameter, PatternReading
from lockstitch.parsing.ecmascript_types import UNKNOWN, Around

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

FUNCTIONS: Final = frozenset({"arrow_function", "function_expression", "generator_function"})
_WORDS: Final = {
    "static": Trait.STATIC,
    "static get": Trait.STATIC | Trait.PROPERTY,
    "get": Trait.PROPERTY,
    "set": Trait.PROPERTY,
    "async": Trait.ASYNC,
    "*": Trait.GENERATOR,
    "abstract": Trait.ABSTRACT,
}
_HARDENED: Final = (b"Object.freeze(", b"Object.seal(")
_PROPERTIES: Final = frozenset({"accessibility_modifier", "readonly", "override_modifier"})


class Naming(NamedTuple):
    """What a definition is called, and what of the text it is."""

    name: str
    node: "Node"
    """What ends it."""
    name_node: "Node"
    head: "Node | None" = None
    """What begins it, if not `node`."""
    kind: str = "function"
    within: str = ""
    container: str = ""
    traits: int = 0
    decorators: tuple[Expr, ...] = ()
    this: Expr = UNKNOWN
    bound: bool = False


class FunctionReading(PatternReading):
    """Reads functions, with and without a name."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.expressions |= dict.fromkeys(FUNCTIONS, self.lambda_)

    def statements(self, children: "Sequence[Node]") -> None:
        """Read statements, in order."""
        raise NotImplementedError

    def object_value(self, node: "Node", within: str) -> Expr:
        """Return an object literal; its functions are members of *within*, where that is a name."""
        raise NotImplementedError

    def bare(self, node: "Node") -> "Node":
        """Return what stands in brackets, or before a cast that adds nothing."""
        while True:
            kind = node.type
            children = node.named_children
            if kind == "call_expression":
                if not self.build.content.startswith(_HARDENED, node.start_byte):
                    return node
                children = children[-1].named_children
            elif kind == "as_expression":
                children = [] if len(children) > 1 else children
            elif kind not in {"parenthesized_expression", "satisfies_expression"}:
                return node
            if not children or children[0].type == "comment":
                return node
            node = children[0]

    def local(self) -> int:
        """Return the trait of what is defined inside of a function."""
        inside = self.build.scopes[self.function_scope()].kind == "function"
        return traits_of((inside, Trait.LOCAL))

    # Functions

    def function(self, node: "Node", naming: Naming) -> int:
        """Define a function or a method, and return its number."""
        build = self.build
        body = node.child_by_field_name("body")
        bounds = self.generics(node)
        written = self._parameters(node)
        found = [one for one in written if one.name != "this"]
        kind = self._kind(naming)
        number = build.define(
            naming.node,
            kind=kind,
            name=naming.name,
            within=naming.within,
            container=naming.container,
            name_node=naming.name_node,
            first=naming.head,
            body=body,
            scoped=body is not None,
            decorators=naming.decorators,
            params=tuple([Param(one.name, one.type, None, one.rest) for one in found]),
            returns=self.declared(node, "return_type"),
            generics=tuple([name for name, _ in bounds]),
            traits=naming.traits | words(node) | self.local(),
            bound=naming.bound,
        )
        if naming.name == "constructor" and naming.container:
            self._parameter_properties(found, naming.container)
        if body is None:
            return number
        qualified = build.definitions[number].qualified
        receiver, this = self._receiver(node, naming, written, kind)
        with build.scope("function", number) as scope:
            for name, bound in bounds:
                if bound is not None:
                    build.bind(name, bound)
            around = self.around
            self.around = Around(
                qualified, "", receiver, this, "" if kind == "class" else qualified
            )
            params = self.bind_parameters(found, named=True)
            self._body(body, scope)
            self.around = around
        if any(param.default is not None for param in params):
            build.definitions[number] = build.definitions[number]._replace(params=params)
        return number

    def _parameters(self, node: "Node") -> list[Parameter]:
        return self.parameters(
            node.child_by_field_name("parameters") or node.child_by_field_name("parameter")
        )

    def _kind(self, naming: Naming) -> str:
        """Return the kind of a function: one whose prototype is written to is a class."""
        if naming.kind == "function" and naming.name[:1].isupper():
            prototype = f"{naming.name}.prototype"
            return "class" if prototype.encode() in self.build.content else "function"
        return naming.kind

    def _receiver(
        self, node: "Node", naming: Naming, written: list[Parameter], kind: str
    ) -> tuple[str, Expr]:
        """Return the type of `this` in a function, and what it is."""
        if node.type == "arrow_function":
            return self.around.receiver, self.around.this
        if written and written[0].name == "this":
            return "", ("inst", written[0].type) if written[0].type is not None else UNKNOWN
        if kind == "class":
            whole = f"{naming.within}::{naming.name}" if naming.within else naming.name
            return whole, ("inst", ("name", naming.name))
        return (naming.container, naming.this) if naming.container else ("", UNKNOWN)

    def _parameter_properties(self, found: list[Parameter], container: str) -> None:
        """Define the fields that a constructor declares among its parameters."""
        for one in found:
            if any(child.type in _PROPERTIES for child in one.node.children):
                self.build.define(
                    one.node,
                    kind="field",
                    name=self.build.mention(one.name),
                    within=container,
                    container=container,
                    returns=one.type,
                )
                if one.type is None and one.default is not None:
                    self.build.field(container, one.name, self.value(one.default) or UNKNOWN)

    def _body(self, body: "Node", scope: int) -> None:
        """Read what a function does."""
        self.build.depth += 2  # it takes several calls to come here
        if body.type == "statement_block":
            self.statements(body.named_children)
        else:
            value = self.given(body)
            self.build.use(body, value)
            if value is not None:
                self.build.scopes[scope].returns.append(value)
        self.build.depth -= 2

    def given(self, node: "Node") -> Expr | None:
        """Return what a function gives back; the methods of an object literal are then its members."""
        if self.around.giver:
            inner = self.bare(node)
            if inner.type == "object":
                return self.object_value(inner, self.around.giver)
        return self.value(node)

    def lambda_(self, node: "Node") -> Expr:
        """Return a function without a name of its own."""
        build = self.build
        bounds = self.generics(node)
        written = self._parameters(node)
        found = [one for one in written if one.name != "this"]
        self.declared(node, "return_type")
        outside = self.around
        around = Around(outside.within, "", outside.receiver, outside.this)
        if node.type != "arrow_function":
            typed = written[0].type if written and written[0].name == "this" else None
            this: Expr = UNKNOWN if typed is None else ("inst", typed)
            around = around._replace(receiver="", this=this)
        named, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        self.around = around
        with build.scope("function") as scope:
            if named is not None and node.type != "method_definition":
                build.bind(build.word(named), ("lambda", scope))
            for name, bound in bounds:
                if bound is not None:
                    build.bind(name, bound)
            self.bind_parameters(found, named=False)
            if body is not None:
                self._body(body, scope)
        self.around = outside
        return ("lambda", scope)


def words(node: "Node") -> int:
    """Return the traits that the words before a definition give it."""
    traits = 0
    for child in node.children:
        traits |= _WORDS.get(child.type, 0)
    return traits
