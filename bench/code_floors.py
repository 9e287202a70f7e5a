"""What any search by name gives: a call of a name reaches every definition of that name.

And what any parser costs: the same files parsed, and nothing done with it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tree_sitter import Language, Parser

from bench.call_graph import Spot, Use
from lockstitch.parsing.languages import GRAMMARS, Grammar

if TYPE_CHECKING:
    from tree_sitter import Node

NAME: Final = "any definition of the name"
DEFINITIONS: Final = frozenset(
    {
        "function_definition",
        "class_definition",
        "function_declaration",
        "generator_function_declaration",
        "function_signature",
        "class_declaration",
        "abstract_class_declaration",
        "method_definition",
        "method_signature",
        "abstract_method_signature",
        "method_declaration",
        "type_spec",
    }
)
"""Nodes that define the name in their field `name`, in any grammar."""
BOUND: Final = frozenset({"arrow_function", "function_expression", "generator_function"})
"""Values that make a declared variable a function."""
CALLS: Final[Mapping[str, str]] = {
    "call": "function",
    "call_expression": "function",
    "new_expression": "constructor",
}
"""Nodes that call, and the field of what is called."""
_MEMBER: Final = ("attribute", "property", "field")


@dataclass(slots=True, kw_only=True)
class Seen:
    """Definitions by name, and the names that each definition calls."""

    defined: dict[str, list[Spot]] = field(default_factory=dict[str, list[Spot]])
    called: list[tuple[Spot, str]] = field(default_factory=list[tuple[Spot, str]])

    def uses(self) -> set[Use]:
        """Return every call with every definition of its name."""
        return {
            (caller, spot) for caller, name in self.called for spot in self.defined.get(name, ())
        }


class Parsers:
    """The parser of each file, by its suffix."""

    def __init__(self, grammars: Sequence[Grammar] = GRAMMARS) -> None:
        self._by_suffix = {suffix: one for one in grammars for suffix in one.suffixes}
        self._loaded: dict[str, Parser] = {}

    def of(self, path: str) -> Parser | None:
        """Return the parser of a file; None where it is of no language."""
        grammar = self._by_suffix.get(Path(path).suffix.lower())
        if grammar is None:
            return None
        key = f"{grammar.module}.{grammar.function}"
        if key not in self._loaded:
            made = getattr(import_module(grammar.module), grammar.function)()
            # A capsule in every wheel of the last two years; the stubs know only the number that it was.
            self._loaded[key] = Parser(Language(made))  # pyright: ignore[reportDeprecated] - see above
        return self._loaded[key]


def by_name(root: Path, paths: Iterable[str]) -> set[Use]:
    """Return the edges of a search by name over *paths*."""
    parsers, seen = Parsers(), Seen()
    for path in paths:
        parser = parsers.of(path)
        if parser is not None:
            look(path, parser.parse((root / path).read_bytes()).root_node, seen)
    return seen.uses()


def look(path: str, top: "Node", seen: Seen) -> None:
    """Add what is below *top* to *seen*. Calls outside of every definition are none."""
    waiting: list[tuple[Node, Spot | None]] = [(top, None)]
    while waiting:
        node, inside = waiting.pop()
        name = _defined(node)
        if name is not None:
            inside = (path, name.start_point.row + 1)
            seen.defined.setdefault(_text(name), []).append(inside)
        elif inside is not None and node.type in CALLS:
            called = _last_name(node.child_by_field_name(CALLS[node.type]))
            if called:
                seen.called.append((inside, called))
        waiting.extend((child, inside) for child in node.named_children)


def _defined(node: "Node") -> "Node | None":
    if node.type in DEFINITIONS:
        return node.child_by_field_name("name")
    if node.type == "variable_declarator":
        value = node.child_by_field_name("value")
        if value is not None and value.type in BOUND:
            return node.child_by_field_name("name")
    return None


def _last_name(node: "Node | None") -> str:
    while node is not None:
        inner = next(
            (found for name in _MEMBER if (found := node.child_by_field_name(name)) is not None),
            None,
        )
        if inner is None:
            return _text(node) if "identifier" in node.type else ""
        node = inner
    return ""


def _text(node: "Node") -> str:
    return (node.text or b"").decode("utf-8", "replace")


def bare_parse(root: Path, paths: Iterable[str]) -> int:
    """Read and parse *paths* and drop the trees; return how many bytes there were."""
    parsers, total = Parsers(), 0
    for path in paths:
        parser = parsers.of(path)
        if parser is not None:
            content = (root / path).read_bytes()
            parser.parse(content)
            total += len(content)
    return total
