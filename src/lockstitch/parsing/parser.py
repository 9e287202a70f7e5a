"""Reads sources by tree-sitter."""

from collections.abc import Sequence
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from lockstitch.domain.source import FileRecord, nothing_in
from lockstitch.parsing.building import Spans
from lockstitch.parsing.languages import GRAMMARS, Grammar
from lockstitch.ports.code import SourceParser, Spoken

if TYPE_CHECKING:
    from tree_sitter import Node

RECORDS: Final = "1"
"""The form of the records: another number, and every file is read again."""


class TreeSitterParser(SourceParser):
    """Every language of `GRAMMARS`, each loaded with its first file."""

    def __init__(self, grammars: Sequence[Grammar] = GRAMMARS) -> None:
        self._by_suffix = {suffix: one for one in grammars for suffix in one.suffixes}
        self._grammars = grammars
        self._loaded: dict[str, _Loaded | str] = {}
        self._version = ""

    @property
    @override
    def version(self) -> str:
        if not self._version:
            wheels = sorted({one.module.replace("_", "-") for one in self._grammars})
            known = [f"{wheel}={metadata.version(wheel)}" for wheel in wheels if _is_there(wheel)]
            self._version = " ".join((RECORDS, *known))
        return self._version

    @override
    def languages(self) -> Sequence[Spoken]:
        found: dict[str, Spoken] = {}
        for one in self._grammars:
            loaded = self._load(one)
            reason = loaded if isinstance(loaded, str) else ""
            before = found.get(one.language)
            if before is None or not before.reason:
                found[one.language] = Spoken(language=one.language, tier=one.tier, reason=reason)
        return [found[language] for language in sorted(found)]

    @override
    def language_of(self, path: str) -> str | None:
        grammar = self._grammar(path)
        return None if grammar is None else grammar.language

    @override
    def parse(self, path: str, content: bytes) -> FileRecord:
        grammar = self._grammar(path)
        if grammar is None:
            return nothing_in("")
        loaded = self._load(grammar)
        if isinstance(loaded, str):
            return nothing_in(grammar.language, damaged=True)
        return loaded.read(content)

    def _grammar(self, path: str) -> Grammar | None:
        name = path.rpartition("/")[2]
        dot = name.rfind(".")
        return self._by_suffix.get(name[dot:].lower()) if dot >= 0 else None

    def _load(self, grammar: Grammar) -> "_Loaded | str":
        key = f"{grammar.module}.{grammar.function}"
        if key not in self._loaded:
            try:
                self._loaded[key] = _Loaded(grammar)
            except (ImportError, OSError, AttributeError, ValueError) as error:
                self._loaded[key] = f"{grammar.module} cannot be loaded: {error}"
        return self._loaded[key]


class _Loaded:
    """A grammar that is ready."""

    def __init__(self, grammar: Grammar) -> None:
        from tree_sitter import Language, Parser, Query  # noqa: PLC0415 - a server starts without it

        # A capsule in every wheel of the last two years; the stubs know only the number that it was.
        language = Language(getattr(import_module(grammar.module), grammar.function)())  # pyright: ignore[reportDeprecated] - see above
        self._grammar = grammar
        self._parser: Parser = Parser(language)
        self._apart: Query = Query(language, grammar.apart)

    def read(self, content: bytes) -> FileRecord:
        root = self._parser.parse(content).root_node
        try:
            return self._grammar.read(self._parser, content, root, self._spans(root))
        except RecursionError:
            return nothing_in(self._grammar.language, damaged=True)

    def _spans(self, root: "Node") -> Spans:
        from tree_sitter import QueryCursor  # noqa: PLC0415 - a server starts without it

        found = QueryCursor(self._apart).captures(root)
        comments, strings, blocks = (
            [(node.start_byte, node.end_byte) for node in found.get(name, ())]
            for name in ("comment", "string", "block")
        )
        return Spans(comments, strings, blocks)


def _is_there(wheel: str) -> bool:
    try:
        metadata.version(wheel)
    except metadata.PackageNotFoundError:
        return False
    return True
