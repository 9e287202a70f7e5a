"""Reads what Python binds names to: assignments, loops, conditions that narrow."""

from typing import TYPE_CHECKING, Final

from lockstitch.domain.source import Expr
from lockstitch.parsing.python_types import PythonTypes, unquoted

if TYPE_CHECKING:
    from tree_sitter import Node

_VALUE_SHOWN_MAX: Final = 80
"""Bytes: a longer value is left out of the signature of a constant."""


class PythonBinding(PythonTypes):
    """Binds names and fields."""

    def _bind(self, name: str, value: Expr) -> None:
        if not self._around.in_class and name in self._around.free:
            self.build.bind(name, value, scope=self._around.free[name])
        else:
            scope = self.build.at
            self.build.bind(name, value, scope=scope)

    def _assign(self, target: "Node", value: Expr) -> None:
        kind = target.type
        if kind == "identifier":
            self._bind(self.build.word(target), value)
        elif kind in {
            "pattern_list",
            "tuple_pattern",
            "list_pattern",
            "tuple",
            "list",
            "expression_list",
        }:
            for place, child in enumerate(target.named_children):
                self._assign(child, ("item", value, place))
        elif kind in {
            "list_splat_pattern",
            "list_splat",
            "parenthesized_expression",
            "as_pattern_target",
        }:
            for child in target.named_children:
                self._assign(child, value)
        elif kind == "attribute":
            self._assign_attribute(target, value)
        elif kind == "subscript":
            self._assign_item(target, "__setitem__")

    def _assign_item(self, target: "Node", method: str) -> None:
        base = target.child_by_field_name("value")
        for key in target.children_by_field_name("subscript"):
            self.build.touch(key, self.value(key))
        value = self.value(base) if base is not None else None
        if value is not None:
            line = target.start_point[0] + 1
            called: Expr = ("attr", value, self.build.mention(method))
            self.build.use(target, ("call", called, (), line))

    def _delete(self, node: "Node") -> None:
        for child in node.named_children:
            for target in child.named_children if child.type == "expression_list" else [child]:
                if target.type == "subscript":
                    self._assign_item(target, "__delitem__")
                else:
                    self.build.touch(target, self.value(target))

    def _assign_attribute(self, target: "Node", value: Expr) -> None:
        base, attribute = (
            target.child_by_field_name("object"),
            target.child_by_field_name("attribute"),
        )
        if base is None or attribute is None:
            return
        around = self._around
        on_self = base.type == "identifier" and self.build.text(base) == around.receiver
        if on_self and around.container:
            self.build.field(around.container, self.build.word(attribute), value)
        self.build.use(target, self.value(target))

    def _assignment(self, node: "Node") -> Expr | None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        declared = node.child_by_field_name("type")
        value: Expr | None = None
        if right is not None:
            value = self._assignment(right) if right.type == "assignment" else self.value(right)
            if right.type != "assignment":
                self.build.use(right, value)
        if left is None:
            return value
        if declared is not None:
            self._assign(left, ("inst", self.type(declared)))
        elif value is not None:
            self._assign(left, value)
        else:
            self._assign(left, ("lit", "unknown"))
        if left.type == "identifier":
            if self.build.text(left) == "__all__":
                self._public(right)
            self._constant(node, left, right)
        return None if value is None or value[0] in {"call", "new"} else value

    def _constant(self, node: "Node", left: "Node", right: "Node | None") -> None:
        """Define a name that a module or a class gives a value, the first time."""
        name = self.build.text(left)
        scope = self.build.scopes[self.build.at]
        if scope.kind not in {"module", "class"} or len(scope.names.get(name, ())) != 1:
            return
        long = right is not None and right.end_byte - right.start_byte > _VALUE_SHOWN_MAX
        self.build.define(
            node,
            kind="constant" if name.isupper() else "variable",
            name=self.build.word(left),
            within=self._around.within,
            name_node=left,
            body=right if long else None,
            bound=False,
        )

    def _augmented(self, node: "Node") -> Expr | None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if right is not None:
            self.build.use(right, self.value(right))
        if left is not None:
            self.build.touch(left, self.value(left))
            if self.build.text(left) == "__all__":
                self._public(right)
        return None

    def _public(self, node: "Node | None") -> None:
        if self.build.public is None:
            self.build.public = []
        for child in node.named_children if node is not None else ():
            if child.type == "string":
                self.build.public.append(self.build.mention(unquoted(self.build.text(child))))

    def _narrow(self, node: "Node") -> None:
        """Give a name the types that a condition asks it for."""
        if node.type in {"parenthesized_expression", "boolean_operator", "not_operator"}:
            for child in node.named_children:
                self._narrow(child)
        if node.type != "call":
            return
        asked, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if asked is None or given is None or self.build.text(asked) != "isinstance":
            return
        arguments = [child for child in given.named_children if child.type != "comment"]
        if len(arguments) > 1 and arguments[0].type == "identifier":
            subject, types = arguments[0], arguments[1:]
            kinds = types[0].named_children if types[0].type == "tuple" else types[:1]
            for kind in kinds:
                self.build.bind(self.build.word(subject), ("inst", self.type(kind)))

    def _for(self, node: "Node") -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None:
            value = self.value(right)
            self.build.touch(right, value)
            if value is not None:
                over = ("await", value) if node.children[0].type == "async" else value
                self._assign(left, ("elem", over))
        for child in node.named_children:
            if child.type in {"block", "else_clause"}:
                self.block(child)
