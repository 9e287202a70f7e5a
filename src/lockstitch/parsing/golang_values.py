"""Reads the expressions of Go."""

from abc import abstractmethod
from typing import TYPE_CHECKING, Final, cast

from typing_extensions import override

from lockstitch.domain.source import Expr
from lockstitch.parsing.building import NESTING_MAX
from lockstitch.parsing.golang_literals import LiteralReading
from lockstitch.parsing.golang_types import BOOL, INT, UNKNOWN, written

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

_LITERALS: Final[dict[str, Expr]] = {
    "interpreted_string_literal": ("lit", "str"),
    "raw_string_literal": ("lit", "str"),
    "int_literal": INT,
    "rune_literal": INT,
    "iota": INT,
    "float_literal": ("lit", "float"),
    "imaginary_literal": ("lit", "float"),
    "true": BOOL,
    "false": BOOL,
    "nil": ("lit", "none"),
}
_TRUTHS: Final = frozenset({"==", "!=", "<", "<=", ">", ">=", "&&", "||"})


class ValueReading(LiteralReading):
    """Reads what gives a value."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self._names: dict[bytes, Expr] = {}
        self._values: dict[str, Callable[[Node], Expr | None]] = {
            "selector_expression": self._selector,
            "call_expression": self._call,
            "composite_literal": self.composite,
            "unary_expression": self._unary,
            "binary_expression": self._binary,
            "index_expression": self._index,
            "slice_expression": self._slice,
            "parenthesized_expression": self._inner,
            "func_literal": self.closure,
            "type_assertion_expression": self._assertion,
            "type_conversion_expression": self._conversion,
            "type_instantiation_expression": self._instantiation,
            "variadic_argument": self._spread,
        }

    @abstractmethod
    def closure(self, node: "Node", owner: int = -1) -> Expr:
        """Read a function without a name; *owner* is the definition that gives it one."""

    @override
    def value(self, node: "Node") -> Expr | None:
        """Return an expression; None where it gives nothing that could be followed."""
        kind = node.type
        if kind == "identifier":
            raw = self._content[node.start_byte : node.end_byte]
            return self._names.get(raw) or self._name(raw, node)
        literal = _LITERALS.get(kind)
        if literal is not None:
            return literal
        build = self.build
        if build.depth >= NESTING_MAX:
            return None
        build.depth += 1
        found = self._values.get(kind, self._other)(node)
        build.depth -= 1
        return found

    def _name(self, raw: bytes, node: "Node") -> Expr | None:
        """Return a name that is seen for the first time."""
        if not raw:
            return None
        found = self._names[raw] = ("name", self.word(node))
        return found

    def _other(self, node: "Node") -> Expr | None:
        for child in node.named_children:
            self.build.touch(child, self.value(child))
        return None

    def _inner(self, node: "Node") -> Expr | None:
        inner = written(node.named_children)
        return self.value(inner[0]) if inner else None

    def _spread(self, node: "Node") -> Expr | None:
        return ("elem", self._inner(node) or UNKNOWN)

    def _selector(self, node: "Node") -> Expr | None:
        children = node.named_children
        if len(children) > 2:  # A base and a name, and comments between them.
            children = written(children)
        if len(children) < 2:
            return None
        return ("attr", self.value(children[0]) or UNKNOWN, self.word(children[1]))

    def _unary(self, node: "Node") -> Expr | None:
        operand, operator = node.child_by_field_name("operand"), node.children[0].type
        if operand is None:
            return None
        found = self.value(operand)
        if operator == "<-":
            return ("elem", found or UNKNOWN)
        if operator == "!":
            self.build.touch(operand, found)
            return BOOL
        return found

    def _binary(self, node: "Node") -> Expr | None:
        """Return what the leftmost operand gives, or that it is a truth."""
        truth = False
        left: Node | None = node
        # A long chain leans to the left, and is walked without going deeper.
        while left is not None and left.type == "binary_expression":
            operator, right = (
                left.child_by_field_name("operator"),
                left.child_by_field_name("right"),
            )
            truth = truth or (operator is not None and operator.type in _TRUTHS)
            if right is not None:
                self.build.touch(right, self.value(right))
            left = left.child_by_field_name("left")
        found = self.value(left) if left is not None else None
        if truth and left is not None:
            self.build.touch(left, found)
            return BOOL
        return found

    # Types in the place of values

    def _assertion(self, node: "Node") -> Expr | None:
        operand = node.child_by_field_name("operand")
        if operand is not None:
            self.build.touch(operand, self.value(operand))
        return ("inst", self.type(node.child_by_field_name("type")))

    def _conversion(self, node: "Node") -> Expr | None:
        """Return a conversion; of a generic name it cannot be told from a call."""
        kind, operand = node.child_by_field_name("type"), node.child_by_field_name("operand")
        if kind is None or operand is None:
            return None
        found = self.value(operand)
        if kind.type != "generic_type":
            self.use(operand, found)
            return ("inst", self.type(kind))
        self.mention(kind)
        callee = self.type(kind.child_by_field_name("type"))
        return ("call", callee, (found or UNKNOWN,), operand.start_point[0] + 1)

    def _instantiation(self, node: "Node") -> Expr | None:
        self.mention(node)
        inner = written(node.named_children)
        return self.type(inner[0]) if inner else None

    # Indices

    def _index(self, node: "Node") -> Expr | None:
        base, key = node.child_by_field_name("operand"), node.child_by_field_name("index")
        if base is None or key is None:
            return None
        at = self.value(key)
        self.build.touch(key, at)
        return ("index", self.value(base) or UNKNOWN, at or UNKNOWN)

    def _slice(self, node: "Node") -> Expr | None:
        children = written(node.named_children)
        for bound in children[1:]:
            self.build.touch(bound, self.value(bound))
        return self.value(children[0]) if children else None

    def _unwrapped(self, callee: Expr) -> Expr:
        """Return the function of a call that is given a type in brackets: `f[T](x)` is no index."""
        while True:
            match callee:
                case ("index", base, ("name", _) | ("attr", _, _) as key):
                    if self.is_local(cast("Expr", base)) or self.is_local(cast("Expr", key)):
                        return callee
                    callee = cast("Expr", base)
                case _:
                    return callee

    def is_local(self, value: Expr) -> bool:
        """Say whether a value begins with a name that a function binds, as read until here."""
        name = root_of(value)
        build = self.build
        at = build.at
        while at > 0:
            if name in build.scopes[at].names:
                return True
            at = build.scopes[at].parent
        return False

    # Calls

    def _call(self, node: "Node") -> Expr | None:
        children = written(node.named_children)
        if len(children) < 2:  # What is called, types in brackets, arguments.
            return None
        called, given = children[0], children[-1]
        line = given.start_point[0] + 1
        kind = called.type
        if kind == "identifier":
            special = self._special(self.word(called), given, line)
            if special is not None:
                return special
        callee = self.value(called) or UNKNOWN
        if kind == "index_expression":
            callee = self._unwrapped(callee)
        elif kind == "parenthesized_expression" and self._is_pointer(called, callee):
            for child in written(given.named_children):
                self.use(child, self.value(child))
            return ("inst", callee)
        elif callee[-1] == "MethodByName":
            self.build.guess(node, self.build.text(node)[:80])
        for types in children[1:-1]:
            self.mention(types)
        return ("call", callee, self._arguments(given), line)

    def _is_pointer(self, node: "Node", callee: Expr) -> bool:
        """Say whether a called `(*T)` is a type, as far as one sees without knowing the name."""
        inner = written(node.named_children)
        return (
            bool(inner)
            and inner[0].type == "unary_expression"
            and inner[0].children[0].type == "*"
            and callee[0] in {"name", "attr"}
            and not self.is_local(callee)
        )

    def _arguments(self, node: "Node") -> tuple[Expr, ...]:
        return tuple(
            [
                self.value(child) or UNKNOWN
                for child in node.named_children
                if child.type != "comment"
            ]
        )

    def _special(self, name: str, given: "Node", line: int) -> Expr | None:
        """Return what a call of a builtin is whose result depends on what it is given."""
        if name not in {"make", "new", "append"}:
            return None
        children = written(given.named_children)
        if not children or self.is_local(("name", name)):
            return None
        first, others = children[0], children[1:]
        if name == "append":
            base = self.value(first) or UNKNOWN
            added = tuple(self.value(one) or UNKNOWN for one in others)
            return ("alt", (base, ("seq", "list", added))) if added else base
        for one in others:
            self.build.touch(one, self.value(one))
        if first.type in _LITERALS or first.type in self._values or first.type == "identifier":
            return ("call", ("name", name), (self.value(first) or UNKNOWN,), line)
        return ("inst", self.type(first))


def root_of(value: Expr) -> str:
    """Return the name that a value begins with; empty where it begins otherwise."""
    while True:
        match value:
            case ("name", name):
                return name
            case ("attr", inner, _) | ("index", inner, _) | ("item", inner, _):
                value = cast("Expr", inner)
            case ("call", inner, _, _) | ("new", inner, _, _):
                value = cast("Expr", inner)
            case ("elem", inner) | ("inst", inner) | ("alt", (inner, *_)):
                value = cast("Expr", inner)
            case _:
                return ""
