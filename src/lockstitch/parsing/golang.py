"""Reads Go."""

import re
from typing import TYPE_CHECKING, Final

from lockstitch.domain.source import FileRecord
from lockstitch.parsing.building import Spans
from lockstitch.parsing.golang_definitions import DefinitionReading

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

APART: Final = (
    "(comment) @comment (interpreted_string_literal) @string (raw_string_literal) @string"
    " (rune_literal) @string"
)
_VERSION: Final = re.compile(r"v\d+")
_NO_NAME: Final = re.compile(r"^go-|[-.]go$|\.v\d+$|\W")
"""What of a path's last part is not in the name of its package, by custom."""


def read(parser: "Parser", content: bytes, root: "Node", spans: Spans) -> FileRecord:
    """Return the record of a file."""
    del parser
    reading = _Reading(content)
    reading.block(root)
    return reading.build.record("go", spans=spans, damaged=root.has_error)


class _Reading(DefinitionReading):
    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self._statements |= {
            "package_clause": self._package,
            "import_spec": self._import,
        }

    def _package(self, node: "Node") -> None:
        for child in node.named_children:
            if child.type == "package_identifier":
                self.build.package = self.word(child)

    def _import(self, node: "Node") -> None:
        located, alias = node.child_by_field_name("path"), node.child_by_field_name("name")
        if located is None:
            return
        path = self.build.text(located).strip('"`')
        if not path:
            return
        name = self.build.mention(_package_name(path))
        if alias is None:
            self.build.bind(name, ("import", path, ""), scope=0)
        elif alias.type == "dot":
            self.build.stars.append(path)
        elif alias.type == "blank_identifier":
            self.build.use(node, ("import", path, ""))
        else:
            self.build.bind(self.word(alias), ("import", path, ""), scope=0)


def _package_name(path: str) -> str:
    """Return what a package is called, as far as its path tells."""
    elements = path.rstrip("/").split("/")
    if len(elements) > 1 and _VERSION.fullmatch(elements[-1]):
        elements.pop()
    return _NO_NAME.sub("", elements[-1])
