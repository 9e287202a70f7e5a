"""Finds where a name of ECMAScript was declared, and what conditions say of it."""

from typing import TYPE_CHECKING, Final, NamedTuple

from lockstitch.domain.source import Expr
from lockstitch.parsing.ecmascript_types import TypeReading, unquoted

if TYPE_CHECKING:
    from tree_sitter import Node

_TYPEOF: Final[dict[str, Expr]] = {
    "string": ("lit", "str"),
    "number": ("lit", "int"),
    "bigint": ("lit", "int"),
    "boolean": ("lit", "bool"),
    "undefined": ("lit", "none"),
}


class Fact(NamedTuple):
    """What a condition says of a name."""

    name: str
    value: Expr
    denied: bool
    """It holds where the condition does not."""


class ScopeReading(TypeReading):
    """Reads types, and knows the scopes."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.narrowed: set[int] = set()
        """Scopes that only say more of a name from outside."""

    def function_scope(self) -> int:
        """Return the scope of the function, class or module that is read now."""
        at = self.build.at
        while self.build.scopes[at].kind == "block":
            at = self.build.scopes[at].parent
        return at

    def declaring(self, name: str) -> int:
        """Return the scope that a name was declared in, as seen from here; -1 where it was not yet."""
        scopes = self.build.scopes
        at = self.build.at
        while at >= 0:
            if name in scopes[at].names and at not in self.narrowed and scopes[at].kind != "class":
                return at
            at = scopes[at].parent
        return -1

    def facts(self, node: "Node") -> list[Fact]:
        """Return what a condition says of the types of names."""
        text = self.build.content[node.start_byte : node.end_byte]
        found: list[Fact] = []
        if b"instanceof" in text or b"typeof" in text:
            self._gather(node, found, denied=False)
        return found

    def _gather(self, node: "Node", found: list[Fact], *, denied: bool) -> None:
        kind = node.type
        if kind == "parenthesized_expression" or (
            kind == "unary_expression" and node.children[0].type == "!"
        ):
            for child in node.named_children:
                self._gather(child, found, denied=denied ^ (kind == "unary_expression"))
        if kind != "binary_expression":
            return
        left, operator, right = operands(node)
        if left is None or right is None:
            return
        if operator in {"&&", "||"}:
            self._gather(left, found, denied=denied)
            self._gather(right, found, denied=denied)
        elif operator == "instanceof" and left.type == "identifier":
            found.append(Fact(self.build.word(left), ("inst", self.type(right)), denied))
        elif operator in {"===", "==", "!==", "!="} and left.type == "unary_expression":
            value = _TYPEOF.get(unquoted(self.build.text(right)))
            asked = left.named_children[-1:]
            if value is not None and asked and asked[0].type == "identifier":
                found.append(
                    Fact(self.build.word(asked[0]), value, denied ^ operator.startswith("!"))
                )

    def narrow(self, node: "Node") -> None:
        """Give names the types that a condition asks them for, wherever they are declared."""
        for fact in self.facts(node):
            scope = self.declaring(fact.name)
            if scope >= 0 and not fact.denied and fact.value[0] == "inst":
                self.build.bind(fact.name, fact.value, scope=scope)


def operands(node: "Node") -> "tuple[Node | None, str, Node | None]":
    """Return both sides of an operator, and the operator."""
    operator = node.child_by_field_name("operator")
    return (
        node.child_by_field_name("left"),
        "" if operator is None else operator.type,
        node.child_by_field_name("right"),
    )
