"""Reads TypeScript and JavaScript, JSX in either: the statements, and what comes in and goes out."""

from typing import TYPE_CHECKING, Final

from typing_extensions import override

from lockstitch.domain.source import Expr, FileRecord, Trait
from lockstitch.parsing.building import NESTING_MAX, Spans
from lockstitch.parsing.ecmascript_assignments import AssignmentReading
from lockstitch.parsing.ecmascript_functions import FUNCTIONS, Naming
from lockstitch.parsing.ecmascript_types import UNKNOWN, parts_of, required, unquoted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tree_sitter import Node, Parser

APART: Final = "(comment) @comment [(string) (template_string) (regex)] @string"
_DECLARING: Final = frozenset(
    {
        "lexical_declaration",
        "using_declaration",
        "class_declaration",
        "abstract_class_declaration",
        "function_declaration",
        "generator_function_declaration",
        "interface_declaration",
        "type_alias_declaration",
        "enum_declaration",
    }
)
_VARIABLES: Final = frozenset({"lexical_declaration", "variable_declaration", "using_declaration"})
_IGNORED: Final = frozenset(
    {"comment", "empty_statement", "break_statement", "continue_statement", "debugger_statement"}
)


def read_typescript(parser: "Parser", content: bytes, root: "Node", spans: Spans) -> FileRecord:
    """Return the record of a TypeScript module."""
    del parser
    return _record("typescript", content, root, spans)


def read_javascript(parser: "Parser", content: bytes, root: "Node", spans: Spans) -> FileRecord:
    """Return the record of a JavaScript module or script."""
    del parser
    return _record("javascript", content, root, spans)


def _record(language: str, content: bytes, root: "Node", spans: Spans) -> FileRecord:
    reading = _Reading(content)
    reading.statements(root.named_children)
    reading.finish()
    return reading.build.record(language, spans=spans, damaged=root.has_error)


class _Reading(AssignmentReading):
    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self._statements: dict[str, Callable[[Node], None]] = {
            **dict.fromkeys(self._declarations, self.declaration),
            **dict.fromkeys(_VARIABLES, self.variables),
            **dict.fromkeys(_IGNORED, lambda _: None),
            "expression_statement": self._expression,
            "return_statement": self._return,
            "throw_statement": self._expression,
            "if_statement": self._if,
            "for_statement": self._for,
            "for_in_statement": self._for_in,
            "statement_block": self._block,
            "switch_body": self._switch,
            "catch_clause": self._catch,
            "labeled_statement": lambda node: self.statements(node.named_children[1:]),
            "import_statement": self._import,
            "import_alias": self._import_alias,
            "export_statement": self._export,
            "ambient_declaration": self._ambient,
        }

    def finish(self) -> None:
        """Give definitions that are exported by name the trait that says so."""
        build = self.build
        for values in build.exports.values():
            for value in values:
                bound = (
                    build.scopes[0].names.get(str(value[1]), ()) if value[0] == "name" else (value,)
                )
                for one in bound:
                    if one[0] == "def":
                        held = build.defined(one)
                        if not held.traits & Trait.EXPORTED:
                            build.definitions[one[1]] = held._replace(
                                traits=held.traits | Trait.EXPORTED
                            )

    # Statements

    @override
    def statements(self, children: "Sequence[Node]") -> None:
        """Read statements, in order."""
        build = self.build
        if build.depth >= NESTING_MAX:
            return
        build.depth += 1
        for child in children:
            kind = child.type
            lower = self._statements.get(kind)
            if lower is not None:
                lower(child)
            elif kind in self.expressions or kind == "identifier":
                build.touch(child, self.value(child))
            else:
                self.statements(child.named_children)
        build.depth -= 1

    def _expression(self, node: "Node") -> None:
        for child in node.named_children:
            if child.type == "internal_module":  # a namespace that nothing stands before
                self.declaration(child)
            else:
                self.build.use(child, self.value(child))

    def _return(self, node: "Node") -> None:
        for child in node.named_children:
            if child.type != "comment":
                value = self.given(child)
                if value is not None:
                    self.build.scopes[self.function_scope()].returns.append(value)
                    self.build.use(child, value)

    def _block(self, node: "Node") -> None:
        children = node.named_children
        if any(child.type in _DECLARING for child in children):
            with self.build.scope("block"):
                self.statements(children)
        else:
            self.statements(children)

    def _if(self, node: "Node") -> None:
        condition = node.child_by_field_name("condition")
        then = node.child_by_field_name("consequence")
        other = node.child_by_field_name("alternative")
        if condition is None or then is None:
            self.statements([child for child in node.named_children if child != condition])
            return
        self.build.touch(condition, self.value(condition))
        facts = self.facts(condition)
        held = [fact for fact in facts if not fact.denied]
        if held:
            with self.build.scope("block") as scope:
                self.narrowed.add(scope)
                for fact in held:
                    self.build.bind(fact.name, fact.value)
                self.statements([then])
        else:
            self.statements([then])
        for fact in facts:
            scope = self.declaring(fact.name)
            if fact.denied and scope >= 0 and fact.value[0] == "inst":
                self.build.bind(fact.name, fact.value, scope=scope)
        if other is not None:
            self.statements(other.named_children)

    def _for(self, node: "Node") -> None:
        with self.build.scope("block"):
            self.statements(node.named_children)

    def _for_in(self, node: "Node") -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        kind, body = node.child_by_field_name("kind"), node.child_by_field_name("body")
        operator = node.child_by_field_name("operator")
        if left is None or right is None:
            self.statements(node.named_children)
            return
        value = self.value(right)
        self.build.touch(right, value)
        given: Expr = ("lit", "str")
        if operator is None or operator.type == "of":
            awaited = any(child.type == "await" for child in node.children[:3])
            over: Expr = UNKNOWN if value is None else value
            given = ("elem", ("await", over) if awaited else over)
            self.build.use(right, given)
        declared = "" if kind is None else kind.type
        if declared in {"", "var"}:
            self.bind_pattern(left, given, self.function_scope() if declared else None)
            self.statements([body] if body is not None else [])
        else:
            with self.build.scope("block") as scope:
                self.bind_pattern(left, given, scope)
                self.statements([body] if body is not None else [])

    def _switch(self, node: "Node") -> None:
        cases = node.named_children
        if any(child.type in _DECLARING for case in cases for child in case.named_children):
            with self.build.scope("block"):
                self.statements(cases)
        else:
            self.statements(cases)

    def _catch(self, node: "Node") -> None:
        caught, body = node.child_by_field_name("parameter"), node.child_by_field_name("body")
        self.declared(node)
        with self.build.scope("block") as scope:
            if caught is not None:
                self.bind_pattern(caught, UNKNOWN, scope)
            if body is not None:
                self.statements(body.named_children)

    def _ambient(self, node: "Node") -> None:
        head = self.headed(node) or node
        for child in node.named_children:
            if child.type == "statement_block":
                self.statements(child.named_children)
            else:
                self._head = head
                self.statements([child])

    # What comes in

    def _import(self, node: "Node") -> None:
        source = node.child_by_field_name("source")
        clauses = [child for child in node.named_children if child.type.startswith("import_")]
        for clause in clauses:
            if clause.type == "import_require_clause":
                self._import_require(clause)
        if source is None:
            return
        module = unquoted(self.build.text(source))
        named = [clause for clause in clauses if clause.type == "import_clause"]
        if not named:
            self.build.use(node, ("import", module, ""))
        for clause in named:
            for child in clause.named_children:
                self._import_clause(child, module)

    def _import_clause(self, node: "Node", module: str) -> None:
        if node.type == "identifier":
            self.build.bind(self.build.word(node), ("import", module, "default"))
        elif node.type == "namespace_import":
            for child in node.named_children:
                self.build.bind(self.build.word(child), ("import", module, ""))
        elif node.type == "named_imports":
            for child in node.named_children:
                named, alias = child.child_by_field_name("name"), child.child_by_field_name("alias")
                if named is not None:
                    name = self._outside_name(named)
                    own = name if alias is None else self.build.word(alias)
                    self.build.bind(own, ("import", module, name))

    def _outside_name(self, node: "Node") -> str:
        return self.build.mention(unquoted(self.build.text(node)))

    def _import_require(self, node: "Node") -> None:
        source = node.child_by_field_name("source")
        if source is not None and node.named_children:
            module = unquoted(self.build.text(source))
            name = self.build.word(node.named_children[0])
            for part in parts_of(required(module)):
                self.build.bind(name, part)

    def _import_alias(self, node: "Node") -> None:
        self.headed(node)
        parts = [child for child in node.named_children if child.type != "comment"]
        if len(parts) == 2:
            value = self.type(parts[1])
            self.build.bind(self.build.word(parts[0]), value)
            self.build.touch(parts[1], value)

    # What goes out

    def _export(self, node: "Node") -> None:
        declared = node.child_by_field_name("declaration")
        given = node.child_by_field_name("value")
        source = node.child_by_field_name("source")
        words = {child.type for child in node.children if not child.is_named}
        if declared is not None:
            self._export_declaration(node, declared, default="default" in words)
        elif given is not None:
            self._export_default(node, given)
        elif "=" in words:
            for child in node.named_children[-1:]:
                self._export_default(node, child)
        elif source is not None:
            self._export_from(node, unquoted(self.build.text(source)))
        else:
            for clause in node.named_children:
                if clause.type == "export_clause":
                    self._export_clause(clause, None)
                elif clause.type not in {"identifier", "comment"}:  # what did not parse
                    self.statements([clause])

    def _out(self, name: str, value: Expr) -> None:
        """Export from the file; what a namespace exports is seen through it alone."""
        if self.build.at == 0:
            self.build.export(name, value)

    def _export_declaration(self, node: "Node", declared: "Node", *, default: bool) -> None:
        self._head = node
        self.statements([declared])
        self._head = None
        inner = declared
        if inner.type == "ambient_declaration" and inner.named_children:
            inner = inner.named_children[0]
        names: list[str] = []
        if inner.type in _VARIABLES:
            for child in inner.named_children:
                named = child.child_by_field_name("name")
                names += self.names_in(named) if named is not None else []
        elif inner.type == "import_alias":
            names += [self.build.text(child) for child in inner.named_children[:1]]
        else:
            named = inner.child_by_field_name("name")
            names += [] if named is None else [self.build.text(named).partition(".")[0]]
        for name in names:
            self._out("default" if default else name, ("name", name))

    def _export_default(self, node: "Node", given: "Node") -> None:
        naming = Naming(
            name="default",
            node=given,
            name_node=given,
            head=node,
            within=self.around.within,
            traits=Trait.EXPORTED,
            decorators=self.decorators(node),
        )
        if given.type in FUNCTIONS or given.type == "class":
            named = given.child_by_field_name("name")
            if named is not None:
                naming = naming._replace(name=self.build.word(named), name_node=named)
        value = self.named(given, naming)
        self.build.use(given, value)
        if value is not None:
            if naming.name != "default":
                self.build.bind(naming.name, value)
            self._out("default", value)

    def _export_from(self, node: "Node", module: str) -> None:
        clauses = [
            child for child in node.named_children if child.type.endswith(("clause", "export"))
        ]
        if not clauses:
            if self.build.at == 0:
                self.build.stars.append(module)
            return
        for clause in clauses:
            if clause.type == "namespace_export":
                for child in clause.named_children:
                    self._out(self._outside_name(child), ("import", module, ""))
            else:
                self._export_clause(clause, module)

    def _export_clause(self, node: "Node", module: str | None) -> None:
        for child in node.named_children:
            named, alias = child.child_by_field_name("name"), child.child_by_field_name("alias")
            if named is None:
                continue
            name = self._outside_name(named)
            own = name if alias is None else self._outside_name(alias)
            value: Expr = ("name", name) if module is None else ("import", module, name)
            self._out(own, value)
            if module is None:
                self.build.touch(child, value)
