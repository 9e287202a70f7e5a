"""Reads expressions of Python."""

from typing import TYPE_CHECKING, Final

from typing_extensions import override

from lockstitch.domain.source import Expr, Param
from lockstitch.parsing.building import NESTING_MAX
from lockstitch.parsing.python_binding import PythonBinding
from lockstitch.parsing.python_types import unquoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node, Parser

_LITERALS: Final = {
    "string": "str",
    "concatenated_string": "str",
    "integer": "int",
    "float": "float",
    "true": "bool",
    "false": "bool",
    "none": "none",
    "ellipsis": "none",
}
_DYNAMIC: Final = frozenset({"eval", "exec", "__import__", "import_module"})
_COMPREHENSIONS: Final = {
    "list_comprehension": "list",
    "set_comprehension": "set",
    "generator_expression": "list",
}


class PythonValues(PythonBinding):
    """Reads what is written as a value."""

    def __init__(self, parser: "Parser", content: bytes) -> None:
        super().__init__(parser, content)
        self._expressions: dict[str, Callable[[Node], Expr | None]] = {
            "identifier": lambda node: ("name", self.build.word(node)),
            "attribute": self._attribute,
            "call": self._call,
            "subscript": self._subscript,
            "parenthesized_expression": self._inner,
            "await": lambda node: self._wrapped("await", node),
            "conditional_expression": self._conditional,
            "boolean_operator": self._boolean,
            "binary_operator": self._binary,
            "named_expression": self._walrus,
            "lambda": self._lambda,
            "list": lambda node: self._sequence(node, "list"),
            "set": lambda node: self._sequence(node, "set"),
            "tuple": lambda node: self._sequence(node, "tuple"),
            "expression_list": lambda node: self._sequence(node, "tuple"),
            "dictionary": self._dictionary,
            "list_comprehension": self._comprehension,
            "set_comprehension": self._comprehension,
            "generator_expression": self._comprehension,
            "dictionary_comprehension": self._comprehension,
            "keyword_argument": self._keyword,
            "list_splat": lambda node: self._wrapped("elem", node),
            "dictionary_splat": lambda node: self._wrapped("elem", node),
            "yield": self._yield,
            "type": self.type,
            "assignment": self._assignment,
            "augmented_assignment": self._augmented,
        }

    @override
    def value(self, node: "Node") -> Expr | None:
        """Return what *node* is, and note all in it that this does not say."""
        literal = _LITERALS.get(node.type)
        if literal is not None:
            if literal == "str":
                self._interpolations(node)
            return ("lit", literal)
        build = self.build
        if build.depth >= NESTING_MAX:
            return None
        build.depth += 1
        lower = self._expressions.get(node.type)
        result: Expr | None = None
        if lower is not None:
            result = lower(node)
        else:
            for child in node.named_children:
                build.touch(child, self.value(child))
            if node.type in {"comparison_operator", "not_operator"}:
                result = ("lit", "bool")
        build.depth -= 1
        return result

    def _interpolations(self, node: "Node") -> None:
        for child in node.named_children:
            if child.type == "interpolation":
                for inner in child.named_children:
                    self.build.touch(inner, self.value(inner))
            elif child.type == "string":
                self._interpolations(child)

    def _inner(self, node: "Node") -> Expr | None:
        inner = [child for child in node.named_children if child.type != "comment"]
        return self.value(inner[0]) if inner else None

    def _wrapped(self, kind: "str", node: "Node") -> Expr | None:
        inner = self._inner(node)
        if inner is None:
            return None
        return ("await", inner) if kind == "await" else ("elem", inner)

    def _attribute(self, node: "Node") -> Expr | None:
        base, attribute = node.child_by_field_name("object"), node.child_by_field_name("attribute")
        if base is None or attribute is None:
            return None
        name = self.build.word(attribute)
        value = self.value(base)
        return ("attr", value if value is not None else ("lit", "unknown"), name)

    def _call(self, node: "Node") -> Expr | None:
        called, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if called is None:
            return None
        line = node.end_point[0] + 1 if given is None else given.start_point[0] + 1
        name = self.build.text(called)
        if called.type == "attribute":
            name = name.removeprefix("typing.").removeprefix("t.")
        if name.isidentifier():
            special = self._special(name, node, given)
            if special is not None:
                return special
        callee = self.value(called)
        if callee is None:
            callee = ("lit", "unknown")
        return ("call", callee, self._arguments(given), line)

    def _arguments(self, node: "Node | None") -> tuple[Expr, ...]:
        if node is None:
            return ()
        children = [node] if node.type == "generator_expression" else node.named_children
        values = (self.value(child) for child in children if child.type != "comment")
        return tuple(("lit", "unknown") if value is None else value for value in values)

    def _special(self, name: str, node: "Node", given: "Node | None") -> Expr | None:
        """Return what a call of a builtin is that the language itself gives a meaning."""
        if name == "super":
            self._arguments(given)
            return ("super",)
        arguments = [one for one in given.named_children if one.type != "comment"] if given else []
        if name in _DYNAMIC:
            self.build.guess(node, self.build.text(node)[:80])
        if name == "getattr" and len(arguments) >= 2:
            if arguments[1].type == "string" and not any(
                part.type == "interpolation" for part in arguments[1].named_children
            ):
                base = self.value(arguments[0]) or ("lit", "unknown")
                attribute = self.build.mention(unquoted(self.build.text(arguments[1])))
                found: Expr = ("attr", base, attribute)
                others = [self.value(one) for one in arguments[2:]]
                return ("alt", (found, *(one for one in others if one is not None)))
            self.build.guess(node, self.build.text(node)[:80])
        if name == "TypeVar":
            for one in arguments:
                key = one.child_by_field_name("name")
                if key is not None and self.build.text(key) == "bound":
                    bound: Expr = ("key", "bound", self.type(one.named_children[-1]))
                    line = node.start_point[0] + 1
                    return ("call", ("name", self.build.mention(name)), (bound,), line)
        if name == "cast" and len(arguments) == 2:
            self.build.touch(arguments[1], self.value(arguments[1]))
            return ("inst", self.type(arguments[0]))
        return None

    def _keyword(self, node: "Node") -> Expr | None:
        named, given = node.child_by_field_name("name"), node.child_by_field_name("value")
        if named is None or given is None:
            return None
        value = self.value(given)
        return ("key", self.build.word(named), value if value is not None else ("lit", "unknown"))

    def _subscript(self, node: "Node") -> Expr | None:
        base = node.child_by_field_name("value")
        if base is None:
            return None
        value = self.value(base)
        keys = [self.value(key) for key in node.children_by_field_name("subscript")]
        given = [key for key in keys if key is not None]
        for key in given:
            self.build.touch(node, key)
        if value is None:
            return None
        kind = node.children_by_field_name("subscript")
        if kind and kind[0].type == "slice":
            return value
        if len(given) == 1:
            return ("index", value, given[0])
        return ("index", value, ("seq", "tuple", tuple(given)))

    def _conditional(self, node: "Node") -> Expr | None:
        first, condition, other = (node.named_children + [None] * 3)[:3]
        if first is None or condition is None or other is None:
            return None
        self.build.touch(condition, self.value(condition))
        self._narrow(condition)
        return either_of(self.value(first), self.value(other))

    def _boolean(self, node: "Node") -> Expr | None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return None
        first = self.value(left)
        operator = node.child_by_field_name("operator")
        if operator is not None and operator.type == "and":
            self.build.touch(left, first)
            self._narrow(left)
            return self.value(right)
        return either_of(first, self.value(right))

    def _binary(self, node: "Node") -> Expr | None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if right is not None:
            self.build.touch(right, self.value(right))
        return self.value(left) if left is not None else None

    def _walrus(self, node: "Node") -> Expr | None:
        named, given = node.child_by_field_name("name"), node.child_by_field_name("value")
        if named is None or given is None:
            return None
        value = self.value(given)
        if value is not None:
            self.build.bind(self.build.word(named), value, scope=self._function_scope())
        return value

    def _lambda(self, node: "Node") -> Expr | None:
        body = node.child_by_field_name("body")
        params = self._params(node.child_by_field_name("parameters"))
        with self.build.scope("function") as scope:
            for place, param in enumerate(params):
                self.build.bind(param.name, ("param", place))
            if body is not None:
                value = self.value(body)
                self.build.use(body, value)
                if value is not None:
                    self.build.scopes[scope].returns.append(value)
        return ("lambda", scope)

    def _sequence(self, node: "Node", kind: str) -> Expr | None:
        values = (self.value(child) for child in node.named_children if child.type != "comment")
        return ("seq", kind, tuple(("lit", "unknown") if one is None else one for one in values))

    def _dictionary(self, node: "Node") -> Expr | None:
        values: list[Expr] = []
        for child in node.named_children:
            if child.type == "pair":
                key, given = child.child_by_field_name("key"), child.child_by_field_name("value")
                if key is not None:
                    self.build.use(key, self.value(key))
                value = self.value(given) if given is not None else None
                if value is not None:
                    values.append(value)
            elif child.type != "comment":
                self.build.touch(child, self.value(child))
        return ("map", tuple(values))

    def _comprehension(self, node: "Node") -> Expr | None:
        body = node.child_by_field_name("body")
        with self.build.scope("block") as scope:
            for clause in node.named_children:
                if clause.type == "for_in_clause":
                    self._for(clause)
                elif clause.type == "if_clause":
                    for child in clause.named_children:
                        self.build.touch(child, self.value(child))
                        self._narrow(child)
            value: Expr | None = None
            if body is not None and body.type == "pair":
                key, given = body.child_by_field_name("key"), body.child_by_field_name("value")
                if key is not None:
                    self.build.touch(key, self.value(key))
                value = self.value(given) if given is not None else None
                self.build.use(body, value)
            elif body is not None:
                value = self.value(body)
                self.build.use(body, value)
            if value is not None:
                self.build.scopes[scope].returns.append(value)
        given_back: Expr = ("call", ("lambda", scope), (), node.start_point[0] + 1)
        kind = _COMPREHENSIONS.get(node.type)
        return ("map", (given_back,)) if kind is None else ("seq", kind, (given_back,))

    def _yield(self, node: "Node") -> Expr | None:
        values = [self.value(child) for child in node.named_children]
        whole = any(child.type == "from" for child in node.children)
        scope = self.build.scopes[self._function_scope()]
        for value in values:
            given: Expr = value if value is not None else ("lit", "unknown")
            self.build.use(node, value)
            scope.yields.append(("elem", given) if whole else given)
        if not values:
            scope.yields.append(("lit", "none"))
        return ("lit", "unknown")

    def _params(self, node: "Node | None") -> tuple[Param, ...]:
        params: list[Param] = []
        for child in node.named_children if node is not None else ():
            named = child.child_by_field_name("name") or (
                child if child.type == "identifier" else None
            )
            rest = False
            if named is None:
                named, rest = _splat(child)
            if named is None or child.type in {"comment", "keyword_separator"}:
                continue
            declared = child.child_by_field_name("type")
            default = child.child_by_field_name("value")
            value = self.value(default) if default is not None else None
            if default is not None:
                self.build.use(default, value)
            params.append(
                Param(
                    self.build.word(named),
                    self.type(declared) if declared is not None else None,
                    value,
                    rest,
                )
            )
        return tuple(params)


def either_of(one: Expr | None, other: Expr | None) -> Expr | None:
    """Return a value that may be either; the one that is there where the other is not."""
    values = tuple(value for value in (one, other) if value is not None)
    if len(values) < 2:
        return values[0] if values else None
    return ("alt", values)


def _splat(node: "Node") -> "tuple[Node | None, bool]":
    """Return the name of a parameter that is not written plainly, and whether it takes the rest."""
    for child in node.named_children:
        if child.type == "identifier":
            return child, node.type in {"list_splat_pattern", "dictionary_splat_pattern"}
        if child.type in {"list_splat_pattern", "dictionary_splat_pattern"}:
            return (child.named_children or [None])[0], True
    return None, False
