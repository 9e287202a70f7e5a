"""Reads the declarations of variables and the assignments of ECMAScript, CommonJS exports among them."""

from typing import TYPE_CHECKING, Final

from lockstitch.domain.source import Expr, Trait
from lockstitch.parsing.ecmascript_declarations import DeclarationReading
from lockstitch.parsing.ecmascript_definitions import NAMED
from lockstitch.parsing.ecmascript_functions import FUNCTIONS, Naming
from lockstitch.parsing.ecmascript_types import UNKNOWN, either, parts_of

if TYPE_CHECKING:
    from tree_sitter import Node

_CHOOSING: Final = frozenset({"??=", "||=", "&&="})


class AssignmentReading(DeclarationReading):
    """Reads assignments."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.expressions |= {
            "assignment_expression": self._assignment,
            "augmented_assignment_expression": self._augmented,
        }

    # Variables

    def variables(self, node: "Node") -> None:
        """Declare variables and constants."""
        head = self.headed(node)
        kind = node.children[0].type
        scope = self.function_scope() if kind == "var" else self.build.at
        begin: Node | None = head or node
        for child in node.named_children:
            if child.type == "variable_declarator":
                self._declarator(child, scope, begin, self.exported(head))
                begin = None

    def _declarator(self, node: "Node", scope: int, head: "Node | None", traits: int) -> None:
        named, given = node.child_by_field_name("name"), node.child_by_field_name("value")
        if named is None:
            return
        declared = self.declared(node)
        build = self.build
        if named.type != "identifier":
            value = self.value(given) if given is not None else None
            build.touch(node, value)
            whole = value if declared is None else ("inst", declared)
            self.bind_pattern(named, UNKNOWN if whole is None else whole, scope)
            return
        name = build.word(named)
        self.declare(name, scope)
        value = None
        if given is not None and self.bare(given).type in NAMED:
            naming = Naming(name, node, named, head, within=self.around.within, traits=traits)
            value = self.named(given, naming)
            build.use(given, value)
        elif given is not None:
            value = self.value(given)
            build.use(given, value)
        if declared is not None and (value is None or value[0] != "def"):
            value = ("inst", declared)
        for part in () if value is None else parts_of(value):
            build.bind(name, part, scope=scope)

    # Assignments

    def _assignment(self, node: "Node") -> Expr | None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return None
        if left.type in {"member_expression", "subscript_expression"}:
            return self._to_member(node, left, right)
        value = self.value(right)
        given = UNKNOWN if value is None else value
        if left.type == "identifier" and self._is_using(node):
            self.build.bind(self.build.word(left), given)
        else:
            self.bind_pattern(left, given, None)
        return value

    def _is_using(self, node: "Node") -> bool:
        """Say whether this declares what is disposed of later: the grammar takes it for an assignment."""
        start = node.start_byte
        return self.build.content[max(start - 8, 0) : start].rstrip().endswith(b"using")

    def _augmented(self, node: "Node") -> Expr | None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None or operator is None:
            return None
        value = self.value(right)
        self.build.use(right, value)
        before = self.value(left)
        self.build.touch(left, before)
        if operator.type not in _CHOOSING:
            return None
        if value is not None and left.type == "identifier":
            self.bind_name(self.build.word(left), value, None)
        elif value is not None and self._is_own(left):
            self.build.field(self.around.receiver, self.build.text(left.named_children[-1]), value)
        return either(before, value)

    def _is_own(self, left: "Node") -> bool:
        """Say whether *left* is a member of `this`."""
        return (
            left.type == "member_expression"
            and bool(self.around.receiver)
            and left.named_children[0].type == "this"
        )

    def _to_member(self, node: "Node", left: "Node", right: "Node") -> Expr | None:
        parts = left.named_children
        if left.type == "member_expression" and len(parts) > 1:
            name = self.build.word(parts[-1])
            naming = Naming(name, node, parts[-1], within=self.around.within)
            if self._is_own(left):
                return self._own(right, naming)
            if parts[0].type in {"identifier", "member_expression"}:
                return self._to_named(left, right, naming)
        value = self.value(right)
        self.build.touch(left, self.value(left))
        return value

    def _to_named(self, left: "Node", right: "Node", naming: Naming) -> Expr | None:
        """Give a member to what has a name: the module, the prototype of a type, a thing of this file."""
        base = left.named_children[0]
        written = self.build.text(base)
        if written in {"exports", "module.exports"}:
            return self._exported(right, naming)
        if written == "module" and naming.name == "exports":
            return self._replaced(right, naming)
        if written.endswith(".prototype"):
            return self._to_type(right, naming, written.removesuffix(".prototype"), 0)
        if base.type == "identifier":
            return self._to_name(left, right, naming, written)
        value = self.value(right)
        self.build.touch(left, self.value(left))
        return value

    def _own(self, right: "Node", naming: Naming) -> Expr | None:
        """Set a field of `this`; a function is a method then."""
        container = self.around.receiver
        if self._is_function(right):
            value = self._to_type(right, naming, container, 0)
        else:
            value = self.value(right)
        self.build.field(container, naming.name, UNKNOWN if value is None else value)
        self.build.use(
            naming.node, ("attr", self.around.this, naming.name)
        )  # there may be a setter
        return value

    def _to_type(self, right: "Node", naming: Naming, container: str, traits: int) -> Expr | None:
        """Give a type a member from outside of it."""
        naming = naming._replace(
            kind="method",
            within=container,
            container=container,
            traits=traits,
            this=("this",) if naming.this == UNKNOWN else naming.this,
        )
        if self._is_function(right):
            return self.named(right, naming)
        value = self.value(right)
        if value is not None and not traits:
            self.build.field(container, naming.name, value)
        return value

    def _to_name(self, left: "Node", right: "Node", naming: Naming, written: str) -> Expr | None:
        """Give a member to what a name of this file is: a function, a class or an object literal."""
        scope = self.declaring(written)
        known = self.build.scopes[scope].names[written] if scope >= 0 else ()
        kinds = {one[0] for one in known}
        if naming.name == "prototype" and right.type == "object":
            self.build.word(left.named_children[0])
            return self._prototype(right, written)
        value: Expr | None = None
        defined = [one for one in known if one[0] == "def"]
        if defined:
            held = self.build.defined(defined[-1])
            value = self._to_type(right, naming, held.qualified, Trait.STATIC)
            kinds -= {"def"} if held.kind == "class" else set()
        elif "object" in kinds:
            value = self._to_type(right, naming._replace(this=("name", written)), written, 0)
        else:
            value = self.value(right)
        if value is not None and kinds & {"def", "object"}:
            self.build.bind(written, ("object", ((naming.name, value),)), scope=scope)
        base = self.build.word(left.named_children[0])
        if not kinds & {"def", "object"}:
            self.build.use(left, ("attr", ("name", base), naming.name))
        return value

    def _prototype(self, node: "Node", container: str) -> Expr:
        """Give a type all that is in an object literal."""
        value = self.object_value(node, container)
        if value[0] == "object":
            for name, one in value[1]:
                if one[0] != "def":
                    self.build.field(container, name, one)
        return value

    def _is_function(self, node: "Node") -> bool:
        return node.type in FUNCTIONS

    # CommonJS

    def _exported(self, right: "Node", naming: Naming) -> Expr | None:
        """Export a member of the module, the CommonJS way."""
        value = self.named(right, naming._replace(traits=Trait.EXPORTED))
        self.build.export(naming.name, UNKNOWN if value is None else value)
        return value

    def _replaced(self, right: "Node", naming: Naming) -> Expr | None:
        """Export what the module itself is."""
        name = "default"
        value = self.named(right, naming._replace(name=name, traits=Trait.EXPORTED))
        given = UNKNOWN if value is None else value
        self.build.export(name, given)
        for part in self._meant(given):
            if part[0] == "object":
                for key, one in part[1]:
                    self.build.export(key, one)
            elif part[0] == "import" and part[2] == "":
                self.build.stars.append(part[1])
        return value

    def _meant(self, value: Expr) -> tuple[Expr, ...]:
        """Return what *value* may be; a name stands for what it was bound to so far."""
        if value[0] != "name":
            return parts_of(value)
        scope = self.declaring(value[1])
        return tuple(self.build.scopes[scope].names[value[1]]) if scope >= 0 else ()
