"""The languages, and which wheel brings the grammar of each."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lockstitch.domain.code import Tier
from lockstitch.parsing import bash, ecmascript, golang, python

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node, Parser

    from lockstitch.domain.source import FileRecord
    from lockstitch.parsing.building import Spans

    Reading = Callable[[Parser, bytes, Node, Spans], FileRecord]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """A grammar, and how a file of it is read."""

    language: str
    """The language that it is of: `typescript` for both `.ts` and `.tsx`."""
    module: str
    """The module of the wheel."""
    function: str
    """The function there that gives the grammar."""
    suffixes: tuple[str, ...]
    tier: Tier
    apart: str
    """A query for what the syntax hash treats apart."""
    read: "Reading"


GRAMMARS: Final = (
    Grammar(
        language="python",
        module="tree_sitter_python",
        function="language",
        suffixes=(".py", ".pyi", ".pyw"),
        tier=Tier.FULL,
        apart=python.APART,
        read=python.read,
    ),
    Grammar(
        language="go",
        module="tree_sitter_go",
        function="language",
        suffixes=(".go",),
        tier=Tier.FULL,
        apart=golang.APART,
        read=golang.read,
    ),
    Grammar(
        language="typescript",
        module="tree_sitter_typescript",
        function="language_typescript",
        suffixes=(".ts", ".mts", ".cts"),
        tier=Tier.FULL,
        apart=ecmascript.APART,
        read=ecmascript.read_typescript,
    ),
    Grammar(
        language="typescript",
        module="tree_sitter_typescript",
        function="language_tsx",
        suffixes=(".tsx",),
        tier=Tier.FULL,
        apart=ecmascript.APART,
        read=ecmascript.read_typescript,
    ),
    Grammar(
        language="javascript",
        module="tree_sitter_javascript",
        function="language",
        suffixes=(".js", ".mjs", ".cjs", ".jsx"),
        tier=Tier.FULL,
        apart=ecmascript.APART,
        read=ecmascript.read_javascript,
    ),
    Grammar(
        language="bash",
        module="tree_sitter_bash",
        function="language",
        suffixes=bash.SUFFIXES,
        tier=Tier.NAMES,
        apart=bash.APART,
        read=bash.read,
    ),
)
