"""Reads Python."""

from typing import TYPE_CHECKING, Final

from typing_extensions import override

from lockstitch.domain.source import Expr, FileRecord
from lockstitch.parsing.building import NESTING_MAX, Spans
from lockstitch.parsing.python_definitions import PythonDefinitions

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node, Parser

APART: Final = "(comment) @comment (string) @string (block) @block"


def read(parser: "Parser", content: bytes, root: "Node", spans: Spans) -> FileRecord:
    """Return the record of a module."""
    reading = _Reading(parser, content)
    reading.block(root)
    return reading.build.record("python", spans=spans, damaged=root.has_error)


class _Reading(PythonDefinitions):
    def __init__(self, parser: "Parser", content: bytes) -> None:
        super().__init__(parser, content)
        self._statements: dict[str, Callable[[Node], None]] = {
            "expression_statement": self._expression_statement,
            "function_definition": self._function,
            "class_definition": self._class,
            "decorated_definition": self._decorated,
            "return_statement": self._return,
            "import_statement": self._import,
            "import_from_statement": self._import_from,
            "for_statement": self._for,
            "with_statement": self._with,
            "if_statement": self._if,
            "elif_clause": self._if,
            "while_statement": self._if,
            "assert_statement": self._assert,
            "try_statement": self.block,
            "except_clause": self._except,
            "except_group_clause": self._except,
            "match_statement": self._match,
            "global_statement": self._free,
            "nonlocal_statement": self._free,
            "type_alias_statement": self._alias,
            "delete_statement": self._delete,
            "future_import_statement": lambda _: None,
            "comment": lambda _: None,
        }

    @override
    def block(self, node: "Node") -> None:
        """Read every statement below *node*."""
        build = self.build
        if build.depth >= NESTING_MAX:
            return
        build.depth += 1
        for child in node.named_children:
            statement = self._statements.get(child.type)
            if statement is not None:
                statement(child)
            elif child.type in self._expressions:
                build.touch(child, self.value(child))
            else:
                self.block(child)
        build.depth -= 1

    def _expression_statement(self, node: "Node") -> None:
        for child in node.named_children:
            self.build.use(child, self.value(child))

    def _return(self, node: "Node") -> None:
        for child in node.named_children:
            value = self.value(child)
            if value is not None:
                self.build.scopes[self._function_scope()].returns.append(value)
                self.build.use(child, value)

    def _if(self, node: "Node") -> None:
        condition = node.child_by_field_name("condition")
        if condition is not None:
            self.build.touch(condition, self.value(condition))
            self._narrow(condition)
        for child in node.named_children:
            if condition is None or child.start_byte != condition.start_byte:
                statement = self._statements.get(child.type, self.block)
                statement(child)

    def _assert(self, node: "Node") -> None:
        for child in node.named_children:
            self.build.touch(child, self.value(child))
            self._narrow(child)

    def _with(self, node: "Node") -> None:
        for clause in node.named_children:
            if clause.type != "with_clause":
                self.block(clause)
                continue
            for item in clause.named_children:
                value = item.child_by_field_name("value")
                if value is not None:
                    self._with_item(value)

    def _with_item(self, node: "Node") -> None:
        if node.type != "as_pattern":
            self._enter(node, self.value(node))
            return
        managed = self.value(node.named_children[0])
        self._enter(node, managed)
        alias = node.child_by_field_name("alias")
        if alias is not None and managed is not None:
            for target in alias.named_children:
                self._assign(target, ("enter", managed))

    def _enter(self, node: "Node", managed: Expr | None) -> None:
        if managed is not None:
            for name in ("__enter__", "__exit__", "__aenter__", "__aexit__"):
                self.build.mention(name)
            self.build.use(node, ("enter", managed))

    def _except(self, node: "Node") -> None:
        for child in node.named_children:
            if child.type == "as_pattern":
                kind, alias = child.named_children[0], child.child_by_field_name("alias")
                self.build.touch(kind, self.value(kind))
                kinds = kind.named_children if kind.type == "tuple" else [kind]
                for target in alias.named_children if alias is not None else ():
                    for one in kinds:
                        self._assign(target, ("inst", self.type(one)))
            elif child.type == "block":
                self.block(child)
            else:
                self.build.touch(child, self.value(child))

    def _match(self, node: "Node") -> None:
        subject = node.child_by_field_name("subject")
        value = None
        if subject is not None:
            value = self.value(subject)
            self.build.touch(subject, value)
        body = node.child_by_field_name("body")
        for case in body.named_children if body is not None else ():
            for child in case.named_children:
                if child.type == "case_pattern":
                    self._pattern(child)
                    for inner in child.named_children:
                        self._match_class(subject, inner)
                else:
                    self._statements.get(child.type, self.block)(child)

    def _match_class(self, subject: "Node | None", node: "Node") -> None:
        if node.type == "class_pattern" and subject is not None and subject.type == "identifier":
            kind = self.type(node.named_children[0])
            self.build.bind(self.build.word(subject), ("inst", kind))
        if node.type == "as_pattern" and len(node.named_children) == 2:
            pattern, name = node.named_children
            inner = pattern.named_children[0] if pattern.named_children else pattern
            if inner.type == "class_pattern":
                self.build.bind(self.build.word(name), ("inst", self.type(inner.named_children[0])))

    def _pattern(self, node: "Node") -> None:
        """Note the names in a pattern; what they are bound to is not followed."""
        for child in node.named_children:
            if child.type in {"identifier", "dotted_name"}:
                self.build.mention(self.build.text(child))
            self._pattern(child)

    def _free(self, node: "Node") -> None:
        outer = 0
        if node.type == "nonlocal_statement":
            outer = max(self.build.scopes[self._function_scope()].parent, 0)
        for child in node.named_children:
            self._around.free[self.build.word(child)] = outer

    def _alias(self, node: "Node") -> None:
        parts = node.named_children
        if len(parts) >= 2:
            name = self.build.text(parts[0]).partition("[")[0]
            self.build.bind(self.build.mention(name), self.type(parts[-1]))
