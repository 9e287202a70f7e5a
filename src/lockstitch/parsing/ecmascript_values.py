"""Reads the expressions of ECMAScript. Functions, classes and assignments in them are read elsewhere."""

from typing import TYPE_CHECKING, Final

from lockstitch.domain.source import Expr
from lockstitch.parsing.building import NESTING_MAX
from lockstitch.parsing.ecmascript_scopes import ScopeReading, operands
from lockstitch.parsing.ecmascript_types import UNKNOWN, either, generic, required, unquoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

_STR: Final[Expr] = ("lit", "str")
_BOOL: Final[Expr] = ("lit", "bool")
_INT: Final[Expr] = ("lit", "int")
_NONE: Final[Expr] = ("lit", "none")
_LITERALS: Final[dict[str, Expr]] = {
    "string": _STR,
    "number": _INT,
    "true": _BOOL,
    "false": _BOOL,
    "null": _NONE,
    "undefined": _NONE,
    "regex": ("lit", "regex"),
    "super": ("super",),
}
_OPERATORS: Final[dict[str, Expr]] = {
    **dict.fromkeys(("==", "===", "!=", "!==", "<", "<=", ">", ">=", "in", "instanceof"), _BOOL),
    **dict.fromkeys(("-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>"), _INT),
}
_UNARY: Final = {"typeof": _STR, "!": _BOOL, "delete": _BOOL, "void": _NONE}
_HOLDERS: Final = frozenset({"Map", "WeakMap", "Set", "WeakSet", "Array", "Promise"})
_MEANT: Final = frozenset({"require", "eval"})
_RECEIVERS: Final = frozenset({"this", "null", "undefined", "self", "that"})
_JSX: Final = frozenset({"jsx_element", "jsx_self_closing_element", "jsx_expression"})


class ValueReading(ScopeReading):
    """Reads expressions."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.expressions: dict[str, Callable[[Node], Expr | None]] = {
            "this": lambda _: self.around.this,
            "member_expression": self._member,
            "call_expression": self._call,
            "new_expression": self._new,
            "subscript_expression": self._subscript,
            "parenthesized_expression": self._inner,
            "non_null_expression": self._inner,
            "await_expression": self._await,
            "ternary_expression": self._ternary,
            "binary_expression": self._binary,
            "unary_expression": self._unary,
            "update_expression": self._update,
            "template_string": self._template,
            "array": self._array,
            "spread_element": self._spread,
            "sequence_expression": self._sequence,
            "yield_expression": self._yield,
            "as_expression": self._cast,
            "satisfies_expression": self._satisfies,
            "type_assertion": self._assertion,
            "instantiation_expression": self._inner,
            "jsx_element": self._jsx_element,
            "jsx_self_closing_element": self._tag,
            "jsx_expression": self._inner,
            "type_arguments": self._only_types,
            "type_annotation": self._only_types,
            "type_parameters": self._only_types,
            "jsx_closing_element": lambda _: None,
            "shorthand_property_identifier": lambda node: ("name", self.build.word(node)),
            "comment": lambda _: None,
        }

    def value(self, node: "Node") -> Expr | None:
        """Return what *node* is, and note all in it that this does not say."""
        build = self.build
        kind = node.type
        if kind == "identifier":
            return ("name", build.word(node))
        lower = self.expressions.get(kind)
        if lower is None:
            literal = _LITERALS.get(kind)
            if literal is not None:
                return literal
        if build.depth >= NESTING_MAX:
            return None
        build.depth += 1
        result: Expr | None = None
        if lower is not None:
            result = lower(node)
        else:
            for child in node.named_children:
                build.touch(child, self.value(child))
        build.depth -= 1
        return result

    # Expressions

    def _inner(self, node: "Node") -> Expr | None:
        for child in node.named_children:
            if child.type != "comment":
                return self.value(child)
        return None

    def _only_types(self, node: "Node") -> None:
        self.mention(node)

    def _member(self, node: "Node") -> Expr | None:
        children = node.named_children
        if len(children) < 2:
            return self._inner(node)
        name = self.build.word(children[-1])
        value = self.value(children[0])
        return ("attr", UNKNOWN if value is None else value, name)

    def _subscript(self, node: "Node") -> Expr | None:
        base, key = node.child_by_field_name("object"), node.child_by_field_name("index")
        if base is None or key is None:
            return None
        value = self.value(base) or UNKNOWN
        if key.type == "string":
            return ("attr", value, self.build.mention(unquoted(self.build.text(key))))
        asked = self.value(key)
        self.build.touch(key, asked)
        return ("index", value, UNKNOWN if asked is None else asked)

    def _call(self, node: "Node") -> Expr | None:
        children = node.named_children
        called, given = children[0], children[-1]
        callee = self.value(called)
        if callee is None:
            if called.type == "import":
                return self._special("import", given, node)
            callee = UNKNOWN
        elif callee[0] == "name" and callee[1] in _MEANT:
            special = self._special(callee[1], given, node)
            if special is not None:
                return special
        elif callee[0] == "attr" and callee[2] == "bind" and self._is_bound(given):
            for value in self.arguments(given)[1:]:
                self.build.use(given, value)
            return callee[1]
        elif callee[0] == "index" and callee[2] != _INT:
            self.build.guess(node, self.build.text(node)[:80])
        if len(children) > 2:
            self.arguments_of_type(node)
        return ("call", callee, self.arguments(given), given.start_point[0] + 1)

    def arguments(self, node: "Node") -> tuple[Expr, ...]:
        """Return what a call is given."""
        if node.type == "template_string":
            return self._substitutions(node)
        found: list[Expr] = []
        for child in node.named_children:
            value = self.value(child)
            if value is not None:
                found.append(value)
            elif child.type != "comment":
                found.append(UNKNOWN)
        return tuple(found)

    def _special(self, name: str, given: "Node", node: "Node") -> Expr | None:
        """Return what a call is that the language itself gives a meaning."""
        first = given.named_children[0] if given.named_children else None
        if name == "eval" or first is None or first.type != "string":
            self.build.guess(node, self.build.text(node)[:80])
            return ("call", UNKNOWN, self.arguments(given), node.start_point[0] + 1)
        module = unquoted(self.build.text(first))
        if name == "import":
            return ("import", module, "")
        return required(module)

    def _is_bound(self, given: "Node") -> bool:
        """Say whether a call of `bind` only gives a function its receiver."""
        children = given.named_children
        return bool(children) and self.build.text(children[0]) in _RECEIVERS

    def _new(self, node: "Node") -> Expr | None:
        made, given = node.child_by_field_name("constructor"), node.child_by_field_name("arguments")
        if made is None:
            return None
        name = self.build.text(made)
        if name == "Function":
            self.build.guess(node, self.build.text(node)[:80])
        of = self.value(made) or UNKNOWN
        keys = self.arguments_of_type(node)
        values = self.arguments(given) if given is not None else ()
        if keys and name in _HOLDERS and of == ("name", name):
            for value in values:
                self.build.use(node, value)
            return ("inst", generic(of, keys))
        line = (given or node).start_point[0] + 1
        return ("new", generic(of, keys), values, line)

    def _await(self, node: "Node") -> Expr | None:
        value = self._inner(node)
        return value if value is None or value[0] == "import" else ("await", value)

    def _spread(self, node: "Node") -> Expr | None:
        value = self._inner(node)
        return None if value is None else ("elem", value)

    def _ternary(self, node: "Node") -> Expr | None:
        condition = node.child_by_field_name("condition")
        first = node.child_by_field_name("consequence")
        other = node.child_by_field_name("alternative")
        if condition is None or first is None or other is None:
            return None
        self.build.touch(condition, self.value(condition))
        self.narrow(condition)
        return either(self.value(first), self.value(other))

    def _binary(self, node: "Node") -> Expr | None:
        left, operator, right = operands(node)
        if left is None or right is None:
            return None
        build = self.build
        first = self.value(left)
        if operator in {"||", "??"}:
            return either(first, self.value(right))
        build.touch(left, first)
        if operator == "&&":
            self.narrow(left)
            return self.value(right)
        second = self.value(right)
        build.touch(right, second)
        if operator == "+":
            return _STR if _STR in (first, second) else None
        return _OPERATORS.get(operator)

    def _unary(self, node: "Node") -> Expr | None:
        argument = node.child_by_field_name("argument")
        if argument is not None:
            self.build.touch(argument, self.value(argument))
        return _UNARY.get(node.children[0].type, _INT)

    def _update(self, node: "Node") -> Expr | None:
        argument = node.child_by_field_name("argument")
        if argument is not None:
            self.build.touch(argument, self.value(argument))
        return _INT

    def _template(self, node: "Node") -> Expr | None:
        for value in self._substitutions(node):
            self.build.touch(node, value)
        return _STR

    def _substitutions(self, node: "Node") -> tuple[Expr, ...]:
        found = [
            self._inner(child)
            for child in node.named_children
            if child.type == "template_substitution"
        ]
        return tuple([UNKNOWN if value is None else value for value in found])

    def _array(self, node: "Node") -> Expr | None:
        return ("seq", "list", self.arguments(node))

    def _sequence(self, node: "Node") -> Expr | None:
        value: Expr | None = None
        for child in node.named_children:
            self.build.use(child, value)
            value = self.value(child)
        return value

    def _yield(self, node: "Node") -> Expr | None:
        value = self._inner(node)
        self.build.use(node, value)
        given: Expr = UNKNOWN if value is None else value
        whole = any(child.type == "*" for child in node.children)
        yields = self.build.scopes[self.function_scope()].yields
        yields.append(("elem", given) if whole else given)
        return UNKNOWN

    def _cast(self, node: "Node") -> Expr | None:
        parts = [child for child in node.named_children if child.type != "comment"]
        value = self.value(parts[0]) if parts else None
        if len(parts) < 2:
            return value
        self.build.touch(parts[0], value)
        return ("inst", self.type(parts[1]))

    def _satisfies(self, node: "Node") -> Expr | None:
        """Return the value itself where it says more than the type that it is checked against."""
        parts = [child for child in node.named_children if child.type != "comment"]
        value = self.value(parts[0]) if parts else None
        declared: Expr = ("inst", self.type(parts[-1])) if parts else UNKNOWN
        return declared if value is None else value

    def _assertion(self, node: "Node") -> Expr | None:
        parts = node.named_children
        if len(parts) < 2 or not parts[0].named_children:
            return self._inner(node)
        self.build.touch(parts[-1], self.value(parts[-1]))
        return ("inst", self.type(parts[0].named_children[0]))

    # JSX

    def _jsx_element(self, node: "Node") -> Expr | None:
        value: Expr | None = None
        for child in node.named_children:
            if child.type == "jsx_opening_element":
                value = self._tag(child)
            elif child.type in _JSX:
                self.build.use(child, self.value(child))
        return value

    def _tag(self, node: "Node") -> Expr | None:
        """Return the call that a tag of a component is; of another tag only its attributes matter."""
        named = node.child_by_field_name("name")
        given = [self._attribute(child) for child in node.children_by_field_name("attribute")]
        self.arguments_of_type(node)
        if named is None or not _is_component(named, self.build.text(named)):
            for _, value in given:
                self.build.use(node, value)
            return None
        component = self.value(named) or UNKNOWN
        named_ones = tuple((name, value) for name, value in given if name)
        values: list[Expr] = [value for name, value in given if not name]
        if named_ones:
            values.insert(0, ("object", named_ones))
        return ("call", component, tuple(values), node.start_point[0] + 1)

    def _attribute(self, node: "Node") -> tuple[str, Expr]:
        """Return the name and the value of an attribute; those of a spread have no name."""
        if node.type != "jsx_attribute":
            return "", self.value(node) or UNKNOWN
        parts = node.named_children
        name = self.build.mention(self.build.text(parts[0]))
        value = self.value(parts[1]) if len(parts) > 1 else None
        return name, UNKNOWN if value is None else value


def _is_component(named: "Node", name: str) -> bool:
    if named.type == "jsx_namespace_name":
        return False
    return named.type != "identifier" or not name[:1].islower()
