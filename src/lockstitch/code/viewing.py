"""The files as the resolver sees them: each record with what is looked up in it again and again."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, cast

from lockstitch.domain.source import Definition, Expr, Field, FileRecord

_NO_MEMBERS: Final[dict[str, list[int]]] = {}
_NO_FIELDS: Final[dict[str, list[Field]]] = {}
TYPES: Final = frozenset(
    {"class", "interface", "struct", "trait", "enum", "type", "record", "object"}
)
"""Kinds of definitions that have members."""
CALLABLE: Final = frozenset({"function", "method", "macro"})


class Site(NamedTuple):
    """Where a function without a name is passed: the call, its scope, and the argument's place or name."""

    scope: int
    call: Expr
    argument: int | str


class View:
    """A file's record, and its members by type and name."""

    __slots__ = ("_sites", "by_name", "callables", "fields", "members", "parents", "path", "record")

    def __init__(self, path: str, record: FileRecord) -> None:
        self.path = path
        self.record = record
        self.members: dict[str, dict[str, list[int]]] = {}
        self.by_name: dict[str, int] = {}
        """The first definition of each qualified name."""
        self.callables: dict[str, list[int]] = {}
        """Functions and methods by their own names."""
        for number, one in enumerate(record.definitions):
            self.by_name.setdefault(one.qualified, number)
            if one.kind in CALLABLE:
                self.callables.setdefault(one.name, []).append(number)
            if one.container:
                self.members.setdefault(one.container, {}).setdefault(one.name, []).append(number)
        self.fields: dict[str, dict[str, list[Field]]] = {}
        for field in record.fields:
            self.fields.setdefault(field.container, {}).setdefault(field.name, []).append(field)
        self._sites: dict[int, Site] | None = None
        self.parents: dict[str, list[int]] = {}
        for number, (container, _) in enumerate(record.parents):
            self.parents.setdefault(container, []).append(number)

    def site(self, scope: int) -> "Site | None":
        """Return where the function without a name whose scope this is is passed to another one."""
        if self._sites is None:
            self._sites = {}
            for at, one in enumerate(self.record.scopes):
                for _, expr in one.uses:
                    self._gather(at, expr)
        return self._sites.get(scope)

    def _gather(self, at: int, expr: Expr) -> None:
        sites = self._sites
        assert sites is not None, "only called by what has just made them"
        if expr[0] in {"call", "new"}:
            for place, given in enumerate(expr[2]):
                named = given[0] == "key"
                inner = cast("Expr", given[2] if named else given)
                if inner[0] == "lambda":
                    key = cast("str", given[1]) if named else place
                    sites.setdefault(inner[1], Site(at, expr, key))
        for inner in inside(expr):
            self._gather(at, inner)

    def members_of(self, container: str) -> Mapping[str, Sequence[int]]:
        """Return the members that are defined in a type, by name."""
        return self.members.get(container, _NO_MEMBERS)

    def fields_of(self, container: str) -> Mapping[str, Sequence[Field]]:
        """Return the fields that methods of a type set, by name."""
        return self.fields.get(container, _NO_FIELDS)

    def definition(self, number: int) -> Definition:
        """Return a definition."""
        return self.record.definitions[number]


def inside(expr: Expr) -> Iterator[Expr]:
    """Yield the expressions right inside of one."""
    kind = expr[0]
    if kind in {"attr", "await", "elem", "item", "enter", "index"}:
        yield cast("Expr", expr[1])
    elif kind in {"call", "new"}:
        yield cast("Expr", expr[1])
        yield from cast("Sequence[Expr]", expr[2])
    elif kind == "key":
        yield cast("Expr", expr[2])
    elif kind == "seq":
        yield from cast("Sequence[Expr]", expr[2])
    elif kind in {"alt", "map"}:
        yield from cast("Sequence[Expr]", expr[1])
    elif kind == "object":
        for _, value in cast("Sequence[tuple[str, Expr]]", expr[1]):
            yield value


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Everything there is to resolve against. Records are loaded when they are first looked at."""

    paths: frozenset[str]
    """Every file of the index."""
    languages: Mapping[str, str]
    """The language of each path."""
    load: Callable[[str], FileRecord]
    configs: Mapping[str, str]
    """The text of files that say how modules are found."""
    defined: Collection[str]
    """Every name that is defined in any of them."""
    views: dict[str, View]
    """Those that were loaded."""

    def view(self, path: str) -> View:
        """Return a file of the index."""
        found = self.views.get(path)
        if found is None:
            found = self.views[path] = View(path, self.load(path))
        return found
