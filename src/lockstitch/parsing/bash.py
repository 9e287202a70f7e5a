"""Reads Bash: functions, who calls them, and the scripts that a script sources."""

import re
from typing import TYPE_CHECKING, Final

from lockstitch.domain.source import Expr, FileRecord
from lockstitch.parsing.building import NESTING_MAX, Builder, Spans

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

APART: Final = "(comment) @comment (string) @string (raw_string) @string"
SUFFIXES: Final = (".sh", ".bash")
_SOURCES: Final = frozenset({"source", "."})
_NAME: Final = re.compile(r"[\w.:+-]+")
_UPWARDS: Final = re.compile(r"^(?:\.{1,2}/)+")
_LITERAL_END: Final = re.compile(r"(?:^|/)([\w.+-]+(?:/[\w.+-]+)*)[\"']?$")
"""What of a path is written out behind all that is computed: `"$here/lib/log.sh"` ends in `lib/log.sh`."""


def read(parser: "Parser", content: bytes, root: "Node", spans: Spans) -> FileRecord:
    """Return the record of a file."""
    del parser
    reading = _Reading(content)
    reading.below(root)
    return reading.build.record("bash", spans=spans, damaged=root.has_error)


def without_suffix(path: str) -> str:
    """Return the path of a script without the ending that says that it is one."""
    for suffix in SUFFIXES:
        if path.endswith(suffix):
            return path.removesuffix(suffix)
    return path


class _Reading:
    def __init__(self, content: bytes) -> None:
        self.build = Builder(content)

    def below(self, node: "Node") -> None:
        """Read what is inside of a node."""
        build = self.build
        if build.depth >= NESTING_MAX:
            return
        build.depth += 1
        try:
            for child in node.named_children:
                if child.type == "function_definition":
                    self._function(child)
                else:
                    if child.type == "command":
                        self._command(child)
                    elif child.type == "variable_assignment" and build.at == 0:
                        self._variable(child)
                    self.below(child)
        finally:
            build.depth -= 1

    def _function(self, node: "Node") -> None:
        named, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if named is None or body is None:
            return
        build = self.build
        name = build.word(named)
        number = build.define(
            node, kind="function", name=name, within="", body=body, scoped=True, bound=False
        )
        build.bind(name, ("def", number), scope=0)  # wherever it stands, the whole shell has it
        with build.scope("function", number):
            self.below(body)

    def _variable(self, node: "Node") -> None:
        named = node.child_by_field_name("name")
        if named is not None and named.type == "variable_name":
            self.build.define(
                node, kind="variable", name=self.build.word(named), within="", bound=False
            )

    def _command(self, node: "Node") -> None:
        named = node.child_by_field_name("name")
        word = named.named_children[0] if named is not None and named.named_children else None
        if named is None or word is None or word.type != "word":
            return
        name = self.build.text(word)
        given = [one for one in node.children_by_field_name("argument") if one.type != "comment"]
        if name in _SOURCES:
            self._source(given)
        elif name == "trap" and given:
            self._refer(given[0])
        elif _NAME.fullmatch(name):
            line = word.start_point[0] + 1
            called: Expr = ("name", self.build.word(word))
            self.build.use(word, ("call", called, (), line))

    def _source(self, given: "list[Node]") -> None:
        found = _LITERAL_END.search(self.build.text(given[0])) if given else None
        if found is not None:
            self.build.stars.append(without_suffix(_UPWARDS.sub("", found[1])))

    def _refer(self, handler: "Node") -> None:
        """Note what a signal calls, where it is a name alone."""
        text = self.build.text(handler).strip("\"'")
        if _NAME.fullmatch(text):
            self.build.use(handler, ("name", self.build.mention(text)))
