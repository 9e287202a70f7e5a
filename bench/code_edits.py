"""Edits of a repository as somebody makes them: of a body that nobody sees, and of a signature that many use."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.call_graph import CONSTRUCTORS
from bench.code_floors import Parsers
from lockstitch.code.naming import own_name
from lockstitch.domain.code import Sureness, Symbol, Via
from lockstitch.ports.code import GraphRows

if TYPE_CHECKING:
    from tree_sitter import Node

STATEMENTS: Final = {
    "python": "_ = {n}\n{indent}",
    "go": "_ = {n}\n{indent}",
    "typescript": "void {n};\n{indent}",
    "javascript": "void {n};\n{indent}",
}
"""What does nothing, by language, and stands before another statement."""
PARAMETERS: Final = {
    "python": "bench_added_{n}=None",
    "go": "benchAdded{n} int",
    "typescript": "benchAdded{n}?: number",
    "javascript": "benchAdded{n}",
}
_BLOCKS: Final = frozenset({"block", "statement_block"})
_FUNCTIONS: Final = frozenset({"function", "method"})
_LAST: Final = ("*", "...")
"""What begins a parameter that nothing may follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """Where something is put into a file, and what; `{n}` in it makes each time another text."""

    symbol: Symbol
    at: int
    text: str

    def made(self, content: bytes, number: int) -> bytes:
        """Return the file after the edit."""
        text = self.text.replace("{n}", str(number)).encode()
        return content[: self.at] + text + content[self.at :]


def leaf_edit(root: Path, symbols: Sequence[Symbol], rows: GraphRows) -> Edit | None:
    """Return an edit of the body of the middle one of all functions that nobody uses."""
    used = {target for _, target, *_ in rows.edges}
    leaves = {name for number, name in enumerate(rows.names) if number not in used}
    plain = [one for one in symbols if one.name in leaves and _is_plain(one)]
    middle = len(plain) // 2
    edits = (body_edit(one, (root / one.file).read_bytes()) for one in plain[middle:] + plain)
    return next((edit for edit in edits if edit is not None), None)


def hub_edit(root: Path, symbols: Sequence[Symbol], rows: GraphRows) -> Edit | None:
    """Return an edit of a signature in the file that the most others use: of its most used function."""
    by_name = {one.name: one for one in symbols}
    for file in hubs(rows):
        users = users_of(rows, file)
        for name in sorted(users, key=lambda name: (-len(users[name]), name)):
            symbol = by_name[name]
            # Who makes an instance does not write the constructor's name: others are edits for more.
            if _is_plain(symbol) and own_name(name) not in CONSTRUCTORS | {"constructor"}:
                edit = signature_edit(symbol, (root / file).read_bytes())
                if edit is not None:
                    return edit
    return None


def _is_plain(symbol: Symbol) -> bool:
    return symbol.kind in _FUNCTIONS and not symbol.test and symbol.language in STATEMENTS


def hubs(rows: GraphRows) -> list[str]:
    """Return the files that others use, by how many these are, the most first."""
    users: dict[str, set[str]] = {}
    for source, target in _across(rows):
        users.setdefault(rows.files[target], set()).add(rows.files[source])
    return sorted(users, key=lambda file: (-len(users[file]), file))


def users_of(rows: GraphRows, file: str) -> dict[str, set[str]]:
    """Return the symbols of a file that other files use, each with these."""
    users: dict[str, set[str]] = {}
    for source, target in _across(rows):
        if rows.files[target] == file:
            users.setdefault(rows.names[target], set()).add(rows.files[source])
    return users


def _across(rows: GraphRows) -> Iterator[tuple[int, int]]:
    for source, target, via, sureness, _ in rows.edges:
        firm = sureness != Sureness.CANDIDATE and via != Via.OVERRIDE
        if firm and rows.files[source] != rows.files[target]:
            yield source, target


def body_edit(symbol: Symbol, content: bytes) -> Edit | None:
    """Return an edit before the last statement of a function; None where it has no lines of its own."""
    body = _inner(symbol, content, "body")
    if body is None or body.type not in _BLOCKS or not body.named_children:
        return None
    last = body.named_children[-1]
    if last.type == "statement_list":  # Go keeps what is between the braces in a node of its own
        last = last.named_children[-1]
    line_start = content.rfind(b"\n", 0, last.start_byte) + 1
    indent = content[line_start : last.start_byte]
    if indent.strip() or line_start <= symbol.start:
        return None
    text = STATEMENTS[symbol.language].replace("{indent}", indent.decode())
    return Edit(symbol=symbol, at=last.start_byte, text=text)


def signature_edit(symbol: Symbol, content: bytes) -> Edit | None:
    """Return an edit that adds a last parameter; None where none may follow."""
    listed = _inner(symbol, content, "parameters")
    if listed is None or not content[listed.start_byte : listed.end_byte].endswith(b")"):
        return None
    written = content[listed.start_byte + 1 : listed.end_byte - 1].decode("utf-8", "replace")
    parts = [part.strip() for part in written.split(",") if part.strip()]
    if any(part.startswith(_LAST) for part in parts) or "..." in written:
        return None
    comma = ", " if parts and not written.rstrip().endswith(",") else ""
    return Edit(symbol=symbol, at=listed.end_byte - 1, text=comma + PARAMETERS[symbol.language])


def _inner(symbol: Symbol, content: bytes, name: str) -> "Node | None":
    """Return the part of a function that is its grammar's field *name*."""
    parser = Parsers().of(symbol.file)
    assert parser is not None, "a symbol's file is of a language"
    waiting = [parser.parse(content).root_node]
    while waiting:
        node = waiting.pop()
        if node.start_byte >= symbol.start and node.end_byte <= symbol.stop:
            found = node.child_by_field_name(name)
            if found is not None:
                return found
        if node.start_byte < symbol.stop and node.end_byte > symbol.start:
            waiting.extend(reversed(node.named_children))
    return None
