"""Reads the statements of Go, and keeps the scopes that they open."""

from contextlib import contextmanager
from typing import TYPE_CHECKING

from typing_extensions import override

from lockstitch.domain.source import Expr, Param
from lockstitch.parsing.building import NESTING_MAX, OpenScope
from lockstitch.parsing.golang_types import ARRAY, BOOL, INT, UNKNOWN, bounded, written
from lockstitch.parsing.golang_values import ValueReading, root_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence

    from tree_sitter import Node


class StatementReading(ValueReading):
    """Reads what is done. A block gets a scope of its own with the first name that it declares."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self._bare = False
        """The block that is read has declared nothing yet."""
        self._statements: dict[str, Callable[[Node], None]] = {
            "expression_statement": self._evaluate,
            "go_statement": self._evaluate,
            "defer_statement": self._evaluate,
            "return_statement": self._return,
            "short_var_declaration": self._short,
            "assignment_statement": self._assign,
            "inc_statement": self._look,
            "dec_statement": self._look,
            "if_statement": self._if,
            "for_statement": self._scoped,
            "range_clause": self._range,
            "block": self._scoped,
            "expression_switch_statement": self._scoped,
            "expression_case": self._scoped,
            "default_case": self._scoped,
            "type_switch_statement": self._type_switch,
            "select_statement": self._scoped,
            "communication_case": self._scoped,
            "receive_statement": self._receive,
            "send_statement": self._evaluate,
            "label_name": _pass_over,
            "comment": _pass_over,
            "break_statement": _pass_over,
            "continue_statement": _pass_over,
            "goto_statement": _pass_over,
            "fallthrough_statement": _pass_over,
        }

    def statement(self, node: "Node") -> None:
        """Read a statement, or look at an expression that stands where one may."""
        kind = node.type
        reader = self._statements.get(kind)
        if reader is not None:
            reader(node)
        elif kind == "identifier" or kind in self._values:
            self.build.touch(node, self.value(node))
        else:
            self.block(node)

    def block(self, node: "Node") -> None:
        """Read every statement below a node, in the scope that is open."""
        build = self.build
        if build.depth >= NESTING_MAX:
            return
        build.depth += 1
        for child in node.named_children:
            self.statement(child)
        build.depth -= 1

    @override
    def closure(self, node: "Node", owner: int = -1) -> Expr:
        params = self.params(node.child_by_field_name("parameters"))
        result = node.child_by_field_name("result")
        with self._function(owner) as scope:
            for param in params:
                self.bind_param(param, ("inst", param.type or UNKNOWN))
            given = self.results(result)
            if given is not None:
                self.build.scopes[scope].returns.append(_instance(given))
            self.bind_results(result)
            self.body(node)
        return ("lambda", scope)

    @contextmanager
    def _function(self, owner: int) -> "Generator[int]":
        bare, self._bare = self._bare, False
        with self.build.scope("function", owner) as scope:
            yield scope
        self._bare = bare

    def function(
        self,
        node: "Node",
        owner: int,
        *,
        params: "Sequence[Param]",
        receiver: str = "",
        bounds: "Mapping[str, Expr | None]",
    ) -> None:
        """Read the body of a function, in a scope of its own."""
        with self._function(owner):
            if receiver:
                self.build.bind(receiver, ("this",))
            for place, param in enumerate(params):
                self.bind_param(param, ("param", place))
                other = bounded(param.type or UNKNOWN, bounds)
                if other is not None:
                    self.bind_param(param, ("inst", other))
            self.bind_results(node.child_by_field_name("result"))
            self.body(node)

    def body(self, node: "Node") -> None:
        """Read the block of a function: it has the function's scope."""
        body = node.child_by_field_name("body")
        if body is not None:
            self.block(body)

    def bind_param(self, param: Param, value: Expr) -> None:
        """Bind a parameter; one that takes all that is left over is an array."""
        if param.name == "_":
            return
        if param.rest:
            value = ("inst", ("index", ARRAY, param.type or UNKNOWN))
        self.build.bind(param.name, value)

    def bind_results(self, node: "Node | None") -> None:
        """Bind the results that have names."""
        if node is not None and node.type == "parameter_list":
            for param in self.params(node):
                if param.name != "_":
                    self.build.bind(param.name, ("inst", param.type or UNKNOWN))

    # Blocks

    def _scoped(self, node: "Node") -> None:
        at, bare = self.build.at, self._bare
        self._bare = True
        self.block(node)
        self.build.at, self._bare = at, bare

    def declare(self, pairs: "Sequence[tuple[str, Expr]]") -> None:
        """Bind names that begin here. What is declared already in this block is left as it is."""
        build = self.build
        known = build.scopes[build.at].names
        fresh = [pair for pair in pairs if pair[0] != "_" and (self._bare or pair[0] not in known)]
        names = {name for name, _ in fresh}
        # In `x := x.next` the second one is the outer `x`: it is kept there under another name.
        hidden = [root_of(value) in names for _, value in fresh]
        outside = build.at
        if fresh and (self._bare or any(hidden)):
            build.scopes.append(OpenScope("block", outside, -1))
            build.at = len(build.scopes) - 1
            self._bare = False
        for (name, value), outer in zip(fresh, hidden, strict=True):
            if outer:
                alias = f"{name}'{build.at}"
                build.bind(alias, value, scope=outside)
                build.bind(name, ("name", alias))
            else:
                build.bind(name, value)

    def _if(self, node: "Node") -> None:
        at, bare = self.build.at, self._bare
        rest: Node | None = node
        # A chain of `else if` is walked without going deeper.
        while rest is not None and rest.type == "if_statement":
            self._bare = True
            other = rest.child_by_field_name("alternative")
            for child in rest.named_children:
                if other is None or child.start_byte != other.start_byte:
                    self.statement(child)
            rest = other
        if rest is not None:
            self._scoped(rest)
        self.build.at, self._bare = at, bare

    def _type_switch(self, node: "Node") -> None:
        at, bare = self.build.at, self._bare
        self._bare = True
        begun = node.child_by_field_name("initializer")
        if begun is not None:
            self.statement(begun)
        subject, alias = node.child_by_field_name("value"), node.child_by_field_name("alias")
        value = (self.value(subject) if subject is not None else None) or UNKNOWN
        self.build.touch(node, value)
        name = self.word(alias.named_children[0]) if alias and alias.named_children else "_"
        for case in node.named_children:
            if case.type in {"type_case", "default_case"}:
                self._type_case(case, name, value)
        self.build.at, self._bare = at, bare

    def _type_case(self, node: "Node", name: str, value: Expr) -> None:
        at, bare = self.build.at, self._bare
        self._bare = True
        kinds = [one for one in node.children_by_field_name("type") if one.is_named]
        types = [self.type(one) for one in kinds]
        if len(types) == 1 and types[0] != ("lit", "none"):
            self.declare([(name, ("inst", types[0]))])
        elif root_of(value) != name:
            self.declare([(name, value)])
        for child in node.named_children:
            if child.type == "statement_list":
                self.block(child)
        self.build.at, self._bare = at, bare

    # Statements

    def _evaluate(self, node: "Node") -> None:
        for child in node.named_children:
            self.use(child, self.value(child))

    def _look(self, node: "Node") -> None:
        for child in node.named_children:
            self.build.touch(child, self.value(child))

    def _return(self, node: "Node") -> None:
        for child in node.named_children:
            self._used(child)

    def _used(self, node: "Node | None") -> list[Expr]:
        """Return the values of a list, and note that they are used."""
        values: list[Expr] = []
        for child in node.named_children if node is not None else ():
            if child.type != "comment":
                value = self.value(child)
                self.use(child, value)
                values.append(value or UNKNOWN)
        return values

    def _short(self, node: "Node") -> None:
        right = node.child_by_field_name("right")
        values = self._used(right)
        left = node.child_by_field_name("left")
        if left is not None:
            self.declare(self._paired(left, values))

    def _paired(self, left: "Node", values: "Sequence[Expr]") -> list[tuple[str, Expr]]:
        names = [self.word(one) for one in left.named_children if one.type == "identifier"]
        return list(zip(names, parts(len(names), values), strict=False))

    def _assign(self, node: "Node") -> None:
        """Read an assignment: what a name is was said where it was declared."""
        self._used(node.child_by_field_name("right"))
        left = node.child_by_field_name("left")
        for child in left.named_children if left is not None else ():
            self.build.touch(child, self.value(child))

    def _range(self, node: "Node") -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        value = self.value(right) if right is not None else None
        if right is not None:
            self.build.touch(right, value)
        targets = written(left.named_children) if left is not None else []
        if not any(child.type == ":=" for child in node.children):
            for one in targets:
                self.build.touch(one, self.value(one))
            return
        names = [self.word(one) for one in targets if one.type == "identifier"]
        # One name alone is an index, or what a channel gives: only the latter leads anywhere.
        element: Expr = ("elem", value or UNKNOWN)
        if right is not None and right.type == "int_literal":
            element = INT
        self.declare(
            [(name, element) for name in names[-1:]] + [(name, INT) for name in names[:-1]]
        )

    def _receive(self, node: "Node") -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        value = self.value(right) if right is not None else None
        self.build.touch(node, value)
        if left is None:
            return
        if any(child.type == ":=" for child in node.children):
            self.declare(self._paired(left, [value or UNKNOWN]))
        else:
            self._look(left)


def parts(count: int, values: "Sequence[Expr]") -> "Sequence[Expr]":
    """Return what each of *count* names is given: `a, ok := m[k]` has a value and a truth."""
    if count < 2 or len(values) != 1:
        return values or [UNKNOWN] * count
    if values[0][0] == "call":
        return [("item", values[0], place) for place in range(count)]
    return [values[0], BOOL, *[UNKNOWN] * (count - 2)]


def _instance(given: Expr) -> Expr:
    """Return a value of what a function gives."""
    match given:
        case ("index", ("name", "tuple"), ("seq", "tuple", types)):
            return ("seq", "tuple", tuple(("inst", one) for one in types))
        case _:
            return ("inst", given)


def _pass_over(node: "Node") -> None:
    del node
