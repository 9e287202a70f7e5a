"""Reads types of Python, and keeps what encloses the text that is read."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from lockstitch.domain.source import Expr, Trait
from lockstitch.parsing.building import NESTING_MAX, Builder, traits_of

if TYPE_CHECKING:
    from tree_sitter import Node, Parser


class Around:
    """What encloses the text that is read now."""

    __slots__ = ("container", "free", "in_class", "method", "receiver", "within")

    def __init__(
        self,
        within: str,
        container: str = "",
        *,
        in_class: bool = False,
        receiver: str = "",
        method: str = "",
    ) -> None:
        self.within = within
        self.container = container
        """The class whose body, or whose method, this is."""
        self.in_class = in_class
        self.receiver = receiver
        self.method = method
        self.free: dict[str, int] = {}
        """Names that belong to an outer scope, by `global` or `nonlocal`."""


class PythonTypes(ABC):
    """Reads what is written as a type."""

    def __init__(self, parser: "Parser", content: bytes) -> None:
        self.build = Builder(content)
        self._parser = parser
        self._around = Around("")

    @abstractmethod
    def value(self, node: "Node") -> Expr | None:
        """Return what *node* is, and note all in it that this does not say."""

    @abstractmethod
    def block(self, node: "Node") -> None:
        """Read every statement below *node*."""

    def _function_scope(self) -> int:
        at = self.build.at
        while self.build.scopes[at].kind == "block":
            at = self.build.scopes[at].parent
        return at

    def _local(self) -> int:
        inside = self.build.scopes[self._function_scope()].kind == "function"
        return traits_of((inside, Trait.LOCAL))

    def type(self, node: "Node") -> Expr:  # noqa: PLR0911 - a form of type after the other
        """Return a type as it is written; a quoted one is read as well."""
        kind = node.type
        children = node.named_children
        if kind in {"type", "parenthesized_expression", "constrained_type"} and children:
            return self.type(children[0])
        if kind == "identifier":
            return ("name", self.build.word(node))
        if kind == "none":
            return ("lit", "none")
        if kind in {"attribute", "member_type"} and len(children) == 2:
            return ("attr", self.type(children[0]), self.build.word(children[1]))
        if kind in {"subscript", "generic_type"}:
            return self._generic(children)
        if kind in {"binary_operator", "union_type"}:
            return ("alt", tuple(self.type(child) for child in children))
        if kind == "string":
            return self._quoted(node)
        if kind == "call":
            value = self.value(node)
            return value if value is not None else ("lit", "unknown")
        return ("lit", "unknown")

    def _generic(self, children: "list[Node]") -> Expr:
        base = self.type(children[0])
        given: list[Node] = []
        for child in children[1:]:
            given += child.named_children if child.type == "type_parameter" else [child]
        name = base[-1]
        if name == "Callable" and len(given) > 1:
            taken = given[0].named_children if given[0].type == "list" else []
            types = (self.type(given[-1]), *(self.type(child) for child in taken))
            return ("index", base, ("seq", "tuple", types))
        if name == "Literal":
            return ("lit", "str")
        if name == "Annotated" and given:
            return self.type(given[0])
        keys = tuple(self.type(child) for child in given)
        return ("index", base, keys[0] if len(keys) == 1 else ("seq", "tuple", keys))

    def _quoted(self, node: "Node") -> Expr:
        text = unquoted(self.build.text(node))
        if not text or len(text) > 500 or self.build.depth >= NESTING_MAX:
            return ("lit", "unknown")
        outer = self.build.content
        self.build.content = text.encode()
        try:
            tree = self._parser.parse(self.build.content)
            statements = tree.root_node.named_children
            if tree.root_node.has_error or not statements or not statements[0].named_children:
                return ("lit", "unknown")
            return self.type(statements[0].named_children[0])
        finally:
            self.build.content = outer


def unquoted(text: str) -> str:
    """Return what stands between the quotes of a literal."""
    text = text.lstrip("rRbBuUfF")
    for quote in ('"""', "'''", '"', "'"):
        if text.startswith(quote) and text.endswith(quote) and len(text) >= 2 * len(quote):
            return text[len(quote) : -len(quote)].strip()
    return text
