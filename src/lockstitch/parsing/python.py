"""Reads Python."""

from sys import intern
from typing import TYPE_CHECKING, Final

from lockstitch.domain.source import Expr, FileRecord, Param, Trait
from lockstitch.parsing.building import NESTING_MAX, Builder, Spans, traits_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tree_sitter import Node, Parser

APART: Final = "(comment) @comment (string) @string (block) @block"
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
_TRAITS: Final = {
    "staticmethod": Trait.STATIC,
    "classmethod": Trait.CLASS_METHOD,
    "property": Trait.PROPERTY,
    "cached_property": Trait.PROPERTY | Trait.CACHED,
    "abstractproperty": Trait.PROPERTY | Trait.ABSTRACT,
    "setter": Trait.PROPERTY,
    "getter": Trait.PROPERTY,
    "deleter": Trait.PROPERTY,
    "abstractmethod": Trait.ABSTRACT,
    "fixture": Trait.FIXTURE,
    "contextmanager": Trait.CONTEXT,
    "asynccontextmanager": Trait.CONTEXT,
}
_DYNAMIC: Final = frozenset({"eval", "exec", "__import__", "import_module"})
_VALUE_SHOWN_MAX: Final = 80
"""Bytes: a longer value is left out of the signature of a constant."""
_COMPREHENSIONS: Final = {
    "list_comprehension": "list",
    "set_comprehension": "set",
    "generator_expression": "list",
}


def read(parser: "Parser", content: bytes, root: "Node", spans: Spans) -> FileRecord:
    """Return the record of a module."""
    reading = _Reading(parser, content)
    reading.block(root)
    return reading.build.record("python", spans=spans, damaged=root.has_error)


class _Around:
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


class _Reading:
    def __init__(self, parser: "Parser", content: bytes) -> None:
        self.build = Builder(content)
        self._parser = parser
        self._around = _Around("")
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
            "type": self._type_node,
            "assignment": self._assignment,
            "augmented_assignment": self._augmented,
        }

    # Statements

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

    def _function_scope(self) -> int:
        at = self.build.at
        while self.build.scopes[at].kind == "block":
            at = self.build.scopes[at].parent
        return at

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
        subject, *types = (child for child in given.named_children if child.type != "comment") or (
            None,
        )
        if subject is not None and subject.type == "identifier" and types:
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

    # Imports

    def _import(self, node: "Node") -> None:
        for child in node.named_children:
            if child.type == "aliased_import":
                module, alias = child.named_children[0], child.named_children[-1]
                self._bind_module(self.build.word(alias), self._dotted(module))
            elif child.type == "dotted_name":
                module = self._dotted(child)
                first = intern(module.partition(".")[0])
                self._bind_module(first, first)
                if "." in module:  # `import a.b` binds `a`, and sees to it that `a.b` is there
                    self.build.use(child, ("import", module, ""))

    def _bind_module(self, name: str, module: str) -> None:
        self._bind(name, ("import", module, ""))

    def _import_from(self, node: "Node") -> None:
        source = node.child_by_field_name("module_name")
        if source is None:
            return
        module = self._dotted(source)
        for child in node.children_by_field_name("name"):
            named, alias = child, child
            if child.type == "aliased_import":
                named, alias = child.named_children[0], child.named_children[-1]
            self._bind(self.build.word(alias), ("import", module, self._dotted(named)))
        if any(child.type == "wildcard_import" for child in node.named_children):
            self.build.stars.append(module)

    def _dotted(self, node: "Node") -> str:
        text = "".join(self.build.text(node).split())
        for part in text.split("."):
            if part:
                self.build.mention(part)
        return intern(text)

    # Definitions

    def _decorated(self, node: "Node") -> None:
        inner = node.child_by_field_name("definition")
        if inner is None:
            return
        decorators: list[Expr] = []
        for child in node.named_children:
            if child.type == "decorator" and child.named_children:
                value = self.value(child.named_children[0])
                if value is not None:
                    decorators.append(value)
                    self.build.use(child, value)
        if inner.type == "class_definition":
            self._class(inner, decorators=tuple(decorators), first=node)
        elif inner.type == "function_definition":
            self._function(inner, decorators=tuple(decorators), first=node)

    def _class(
        self, node: "Node", decorators: tuple[Expr, ...] = (), first: "Node | None" = None
    ) -> None:
        named, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if named is None or body is None:
            return
        bases: list[Expr] = []
        given = node.child_by_field_name("superclasses")
        for child in given.named_children if given is not None else ():
            if child.type == "keyword_argument":
                self.build.use(child, self.value(child))
            elif child.type != "comment":
                base = self.type(child)
                bases.append(base)
                self.build.use(child, base)
        name = self.build.word(named)
        around = self._around
        number = self.build.define(
            node,
            kind="class",
            name=name,
            within=around.within,
            container=around.container if around.in_class else "",
            name_node=named,
            first=first,
            body=body,
            scoped=True,
            bases=tuple(bases),
            decorators=decorators,
            generics=self._generics(node),
            traits=self._local(),
            bound=False,
        )
        self._bind(name, ("def", number))
        qualified = self.build.definitions[number].qualified
        with self.build.scope("class", number):
            self._around = _Around(qualified, qualified, in_class=True)
            self.block(body)
            self._around = around

    def _function(
        self, node: "Node", decorators: tuple[Expr, ...] = (), first: "Node | None" = None
    ) -> None:
        named, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if named is None or body is None:
            return
        around = self._around
        name = self.build.word(named)
        params = self._params(node.child_by_field_name("parameters"))
        traits = self._local() | sum({_trait(one) for one in decorators})
        if node.children[0].type == "async":
            traits |= Trait.ASYNC
        declared = node.child_by_field_name("return_type")
        number = self.build.define(
            node,
            kind="method" if around.in_class else "function",
            name=name,
            within=around.within,
            container=around.container if around.in_class else "",
            name_node=named,
            first=first,
            body=body,
            scoped=True,
            decorators=decorators,
            params=params,
            returns=self.type(declared) if declared is not None else None,
            generics=self._generics(node),
            traits=traits,
            bound=False,
        )
        self._bind(name, ("def", number))
        if traits & Trait.FIXTURE and first is not None:
            self._name_fixture(first, number)
        qualified = self.build.definitions[number].qualified
        receiver = ""
        if around.in_class and params and not traits & Trait.STATIC:
            receiver = params[0].name
        with self.build.scope("function", number) as scope:
            inner = _Around(qualified, around.container, receiver=receiver)
            if not around.in_class:
                inner.receiver = around.receiver
            self._around = inner
            for place, param in enumerate(params):
                is_receiver = receiver and place == 0
                self.build.bind(param.name, ("this",) if is_receiver else ("param", place))
            self.block(body)
            self._around = around
        if self.build.scopes[scope].yields:
            one = self.build.definitions[number]
            self.build.definitions[number] = one._replace(traits=one.traits | Trait.GENERATOR)

    def _name_fixture(self, node: "Node", number: int) -> None:
        """Note the name that a fixture is given by its decorator."""
        for decorator in node.named_children:
            call = decorator.named_children[0] if decorator.named_children else None
            given = call.child_by_field_name("arguments") if call is not None else None
            for one in given.named_children if given is not None else ():
                name, value = one.child_by_field_name("name"), one.child_by_field_name("value")
                if name is not None and value is not None and self.build.text(name) == "name":
                    known = self.build.mention(_unquoted(self.build.text(value)))
                    self.build.export(f"fixture {known}", ("def", number))

    def _local(self) -> int:
        inside = self.build.scopes[self._function_scope()].kind == "function"
        return traits_of((inside, Trait.LOCAL))

    def _generics(self, node: "Node") -> tuple[str, ...]:
        declared = node.child_by_field_name("type_parameters")
        if declared is None:
            return ()
        return tuple(
            self.build.mention(self.build.text(child).partition(":")[0].strip(" *"))
            for child in declared.named_children
        )

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

    # Binding

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
        if base.type == "identifier" and around.receiver and around.container:
            if self.build.text(base) == around.receiver:
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
                self.build.public.append(self.build.mention(_unquoted(self.build.text(child))))

    # Expressions

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
                attribute = self.build.mention(_unquoted(self.build.text(arguments[1])))
                found: Expr = ("attr", base, attribute)
                others = [self.value(one) for one in arguments[2:]]
                return ("alt", (found, *(one for one in others if one is not None)))
            self.build.guess(node, self.build.text(node)[:80])
        if name == "TypeVar":
            for one in arguments:
                if one.type == "keyword_argument" and one.named_children:
                    if self.build.text(one.named_children[0]) == "bound":
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
        return _either(self.value(first), self.value(other))

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
        return _either(first, self.value(right))

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

    # Types

    def _type_node(self, node: "Node") -> Expr | None:
        return self.type(node)

    def type(self, node: "Node") -> Expr:
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
        text = _unquoted(self.build.text(node))
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


def _trait(decorator: Expr) -> int:
    """Return the trait that a decorator gives, by the last part of its name."""
    while decorator[0] == "call":
        decorator = decorator[1]
    if decorator[0] in {"name", "attr"}:
        return _TRAITS.get(str(decorator[-1]), Trait(0))
    return Trait(0)


def _either(one: Expr | None, other: Expr | None) -> Expr | None:
    values = tuple(value for value in (one, other) if value is not None)
    if len(values) < 2:
        return values[0] if values else None
    return ("alt", values)


def _splat(node: "Node") -> "tuple[Node | None, bool]":
    """Return the name of a parameter that is not written plainly, and whether it takes the rest."""
    children: Iterable[Node] = node.named_children
    for child in children:
        if child.type == "identifier":
            return child, node.type in {"list_splat_pattern", "dictionary_splat_pattern"}
        if child.type in {"list_splat_pattern", "dictionary_splat_pattern"}:
            return (child.named_children or [None])[0], True
    return None, False


def _unquoted(text: str) -> str:
    text = text.lstrip("rRbBuUfF")
    for quote in ('"""', "'''", '"', "'"):
        if text.startswith(quote) and text.endswith(quote) and len(text) >= 2 * len(quote):
            return text[len(quote) : -len(quote)].strip()
    return text
