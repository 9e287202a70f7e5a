"""Builds the record of a file: what every language's reading has in common."""

import hashlib
import re
from collections.abc import Sequence
from sys import intern
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from lockstitch.domain.source import Definition, Expr, Field, FileRecord, Param, Scope

if TYPE_CHECKING:
    from tree_sitter import Node

NESTING_MAX: Final = 200
"""Deeper expressions and blocks are not looked into, so that no text exhausts the stack."""
_MARK: Final = b"\x02"
_TOKENS: Final = re.compile(rb"[\w\x80-\xff]+|[^\w\s]")
_TRIVIAL: Final = frozenset({"lit", "this", "super", "def", "param"})


class Spans(NamedTuple):
    """Where in the text what stands that its syntax hash treats apart."""

    comments: Sequence[tuple[int, int]]
    strings: Sequence[tuple[int, int]]
    blocks: Sequence[tuple[int, int]]
    """Blocks that only layout shows; empty for a language with brackets."""


class OpenScope:
    """A scope that is being filled."""

    __slots__ = ("kind", "names", "owner", "parent", "returns", "uses", "yields")

    def __init__(self, kind: str, parent: int, owner: int) -> None:
        self.kind = kind
        self.parent = parent
        self.owner = owner
        self.names: dict[str, list[Expr]] = {}
        self.returns: list[Expr] = []
        self.yields: list[Expr] = []
        self.uses: list[tuple[int, Expr]] = []


class Builder:
    """Takes what a reading finds, in the order of the text, and gives the record."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.mentions: set[str] = set()
        self.definitions: list[Definition] = []
        self.scopes: list[OpenScope] = [OpenScope("module", -1, -1)]
        self.at = 0
        """The scope that is open now."""
        self.fields: list[Field] = []
        self.parents: list[tuple[str, Expr]] = []
        self.exports: dict[str, list[Expr]] = {}
        self.stars: list[str] = []
        self.public: list[str] | None = None
        self.dynamic: list[tuple[int, int, str]] = []
        self.package = ""
        self.depth = 0
        self._taken: dict[str, int] = {}
        self._words: dict[bytes, str] = {}

    def defined(self, value: Expr) -> Definition:
        """Return the definition of a value `("def", n)`."""
        return self.definitions[cast("int", value[1])]

    def text(self, node: "Node") -> str:
        """Return the text of a node."""
        return self.content[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def word(self, node: "Node") -> str:
        """Return an identifier, and note that the file mentions it."""
        written = self.content[node.start_byte : node.end_byte]
        name = self._words.get(written)
        if name is None:
            name = self._words[written] = self.mention(written.decode("utf-8", "replace"))
        return name

    def mention(self, name: str) -> str:
        """Note that the file mentions a name that no node holds by itself."""
        name = intern(name)
        self.mentions.add(name)
        return name

    def scope(self, kind: str, owner: int = -1) -> "Inside":
        """Open a scope inside the one that is open, for the length of the `with`."""
        outside = self.at
        self.scopes.append(OpenScope(kind, outside, owner))
        self.at = len(self.scopes) - 1
        return Inside(self, outside)

    def bind(self, name: str, value: Expr, *, scope: int | None = None) -> None:
        """Bind a name in the open scope, or in another one."""
        names = self.scopes[self.at if scope is None else scope].names
        names.setdefault(name, []).append(value)

    def use(self, node: "Node", value: Expr | None) -> None:
        """Note that *value* is evaluated here. What can lead nowhere is passed over."""
        if value is not None and value[0] not in _TRIVIAL:
            self.scopes[self.at].uses.append((node.start_point[0] + 1, value))

    def touch(self, node: "Node", value: Expr | None) -> None:
        """Note that *value* is looked at, and goes nowhere: a name alone is no use."""
        if value is not None and value[0] != "name":
            self.use(node, value)

    def export(self, name: str, value: Expr) -> None:
        """Make *value* visible to other files under *name*."""
        self.exports.setdefault(name, []).append(value)

    def field(self, container: str, name: str, value: Expr) -> None:
        """Note that a method of *container* sets a field."""
        self.fields.append(Field(container, name, self.at, value))

    def guess(self, node: "Node", what: str) -> None:
        """Note a use that no reading can bind."""
        self.dynamic.append((self.at, node.start_point[0] + 1, what))

    def define(
        self,
        node: "Node",
        *,
        kind: str,
        name: str,
        within: str,
        container: str = "",
        name_node: "Node | None" = None,
        first: "Node | None" = None,
        body: "Node | None" = None,
        scoped: bool = False,
        traits: int = 0,
        bases: tuple[Expr, ...] = (),
        decorators: tuple[Expr, ...] = (),
        params: tuple[Param, ...] = (),
        returns: Expr | None = None,
        generics: tuple[str, ...] = (),
        bound: bool = True,
    ) -> int:
        """Add a definition and return its number.

        *within* is the qualified name of what encloses it, *container* the type that it is a member
        of. *first* begins it, if not *node*, and *body* ends its signature. With *scoped* the next
        scope that is opened is its body. It is bound in the open scope unless not *bound*.
        """
        head = first or node
        stop = body.start_byte if body is not None else node.end_byte
        start_line = head.start_point[0] + 1
        number = len(self.definitions)
        self.definitions.append(
            Definition(
                kind=kind,
                name=name,
                qualified=self._numbered(f"{within}::{name}" if within else name),
                container=container,
                scope=len(self.scopes) if scoped else -1,
                outer=self.at,
                line=(name_node or node).start_point[0] + 1,
                first=start_line,
                last=node.end_point[0] + 1,
                start=head.start_byte,
                stop=node.end_byte,
                signature=self.content[head.start_byte : stop]
                .decode("utf-8", "replace")
                .rstrip(" \t\r\n{:="),
                ast="",
                traits=traits,
                bases=bases,
                decorators=decorators,
                params=params,
                returns=returns,
                generics=generics,
            )
        )
        if bound:
            self.bind(name, ("def", number))
        return number

    def record(self, language: str, *, spans: Spans, damaged: bool) -> FileRecord:
        """Return the record of all that was taken."""
        hashes = syntax_hashes(self.content, [(d.start, d.stop) for d in self.definitions], spans)
        return FileRecord(
            language=language,
            package=self.package,
            definitions=tuple(
                one._replace(ast=digest)
                for one, digest in zip(self.definitions, hashes, strict=True)
            ),
            scopes=tuple(_closed(scope) for scope in self.scopes),
            fields=tuple(self.fields),
            parents=tuple(self.parents),
            exports={name: tuple(values) for name, values in self.exports.items()},
            stars=tuple(self.stars),
            public=None if self.public is None else tuple(self.public),
            dynamic=tuple(self.dynamic),
            damaged=damaged,
            mentions=tuple(sorted(self.mentions)),
        )

    def _numbered(self, qualified: str) -> str:
        count = self._taken.get(qualified, 0) + 1
        self._taken[qualified] = count
        return intern(qualified if count == 1 else f"{qualified}#{count}")


class Inside:
    """Closes a scope at the end of a `with`, and gives its number at the beginning."""

    __slots__ = ("_build", "_outside")

    def __init__(self, build: Builder, outside: int) -> None:
        self._build = build
        self._outside = outside

    def __enter__(self) -> int:
        return self._build.at

    def __exit__(self, *_: object) -> None:
        self._build.at = self._outside


def syntax_hashes(content: bytes, spans: Sequence[tuple[int, int]], apart: Spans) -> list[str]:
    """Return a hash of each of *spans* that no comment and no layout changes.

    It is of the words and signs of the text: a string is one word, a comment none, and a block that only
    layout shows gets brackets.
    """
    content = content.replace(_MARK, b" ")
    keep = dict.fromkeys(apart.comments, False) | dict.fromkeys(apart.strings, True)
    events = [(start, 2, stop, keep[start, stop]) for start, stop in _outermost(keep)]
    for start, stop in apart.blocks:
        events += [(start, 1, 0, True), (stop, -1, 0, False)]
    for number, (start, stop) in enumerate(spans):
        events += [(start, 0, number, True), (stop, -2, number, False)]
    events.sort()
    pieces: list[bytes] = []
    starts, stops = [0] * len(spans), [0] * len(spans)
    done = marks = 0
    for place, what, payload, flag in events:
        if place > done:
            pieces.append(content[done:place])
            done = place
        if what == 2:
            pieces.append(b" s" + content[place:payload].hex().encode() + b" " if flag else b" ")
            done = payload
        elif what in {1, -1}:
            pieces.append(b"{" if flag else b"}")
        else:
            (starts if flag else stops)[payload] = marks
            pieces.append(_MARK)
            marks += 1
    tokens = _TOKENS.findall(b"".join(pieces))
    places = [index for index, token in enumerate(tokens) if token == _MARK]
    return [
        hashlib.blake2b(
            b" ".join(tokens[places[start] + 1 : places[stop]]), digest_size=8
        ).hexdigest()
        for start, stop in zip(starts, stops, strict=True)
    ]


def _outermost(spans: dict[tuple[int, int], bool]) -> list[tuple[int, int]]:
    """Return those that lie in no other one."""
    kept: list[tuple[int, int]] = []
    for start, stop in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, stop))
    return kept


def _closed(scope: OpenScope) -> Scope:
    return Scope(
        kind=scope.kind,
        parent=scope.parent,
        owner=scope.owner,
        names={name: tuple(values) for name, values in scope.names.items()},
        returns=tuple(scope.returns),
        yields=tuple(scope.yields),
        uses=tuple(scope.uses),
    )


def traits_of(*wanted: tuple[bool, int]) -> int:
    """Return the traits whose condition holds."""
    return sum(trait for holds, trait in wanted if holds)
