"""What a file shows to others, name by name: a change elsewhere matters to whoever mentions a name that changed.

A digest is of the meaning and not of the place: line numbers and the numbers of definitions are no part of it, and
a local name is replaced by what it is bound to. So a change of a body changes a digest only where others conclude
something from that body.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, cast

from lockstitch.domain.source import Definition, Expr, FileRecord, Param, Trait

_PARTS: Final = re.compile(r"[\w$]+")
_NESTING_MAX: Final = 40
_STEMS: Final = frozenset({"__init__", "index", "mod", "lib", "main"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Interface:
    """A digest by name, and for each name the identifiers that what it is depends on."""

    digests: Mapping[str, str]
    leans: Mapping[str, frozenset[str]]
    mentions: frozenset[str]


def interface_of(path: str, prefix: str, record: FileRecord) -> Interface:
    """Return what the file at *path* shows to others; *prefix* begins its canonical names."""
    reading = _Reading(path, record)
    for number, one in enumerate(record.definitions):
        if not one.traits & Trait.LOCAL:
            reading.definition(number, one)
    for number, scope in enumerate(record.scopes):
        if scope.kind in {"module", "class"} and not reading.is_local(number):
            for name, values in scope.names.items():
                reading.note(
                    name,
                    ("bound", number == 0),
                    [reading.meaning(number, value) for value in values],
                )
    for field in record.fields:
        said = [reading.meaning(field.scope, field.value)]
        reading.note(field.name, ("field", field.container), said)
    for container, base in record.parents:
        reading.note(container, ("parent",), [reading.meaning(0, base)])
    for name, values in record.exports.items():
        said = [reading.meaning(0, value) for value in values]
        reading.note(name if name != "default" else stem(path), ("export", name), said)
    whole = ("file", prefix, record.language, record.package, record.stars, record.public)
    reading.note(stem(path), whole, [])
    if record.package:
        reading.note(record.package, ("package", path), [])
    reading.stars(stem(path))
    return Interface(
        digests={
            name: _digest(prefix, sorted(map(repr, said))) for name, said in reading.said.items()
        },
        leans={name: frozenset(names - {name}) for name, names in reading.leans.items()},
        mentions=frozenset(record.mentions) | reading.modules(),
    )


def stem(path: str) -> str:
    """Return the name that a file is imported by: its own, or that of its folder."""
    folder, _, file = path.rpartition("/")
    name = file.partition(".")[0]
    return folder.rpartition("/")[2] if name in _STEMS and folder else name


def changed_names(before: Mapping[str, str], after: Mapping[str, str]) -> set[str]:
    """Return the names whose digests differ between two interfaces of a file."""
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def spread(names: set[str], leans: Iterable[Mapping[str, frozenset[str]]]) -> set[str]:
    """Return *names* and every name whose meaning depends on one of them, however far away.

    Sound, for every step from one file to another is by a name that somebody wrote.
    """
    dependents: dict[str, set[str]] = {}
    for one in leans:
        for name, upon in one.items():
            for other in upon:
                dependents.setdefault(other, set()).add(name)
    reached, front = set(names), list(names)
    while front:
        for name in dependents.get(front.pop(), ()):
            if name not in reached:
                reached.add(name)
                front.append(name)
    return reached


class _Reading:
    def __init__(self, path: str, record: FileRecord) -> None:
        self.record = record
        self._folders = path.split("/")[:-1]
        self.said: dict[str, list[object]] = {}
        self.leans: dict[str, set[str]] = {}
        self._names: set[str] = set()
        self._open: set[tuple[int, str]] = set()
        self._depth = 0

    def is_local(self, scope: int) -> bool:
        """Say whether a scope lies inside of a function."""
        while scope >= 0:
            if self.record.scopes[scope].kind == "function":
                return True
            scope = self.record.scopes[scope].parent
        return False

    def note(self, name: str, what: object, said: list[object]) -> None:
        """Add what was read of *name*, and what it depends on, which `meaning` has gathered."""
        self.said.setdefault(name, []).append((what, said))
        self.leans.setdefault(name, set()).update(self._names)
        self._names = set()

    def stars(self, file: str) -> None:
        """Note that what no scope binds may come from any star, now or later."""
        parts = {part for star in self.record.stars for part in self.parts(star)}
        if not parts:
            return
        for name, upon in self.leans.items():
            if upon or name == file:
                upon.update(parts)
                self.said[name].append(("stars", self.record.stars))

    def parts(self, module: str) -> Iterable[str]:
        """Return the names in how a module is written, and what files it may be by no name at all."""
        found: list[str] = _PARTS.findall(module)
        if not found or found[-1] in _STEMS:
            return (*found, *self._folders, *_STEMS)
        return found

    def modules(self) -> frozenset[str]:
        """Return the names in how all modules are written that the file takes something from."""
        scopes = self.record.scopes
        values = [value for scope in scopes for bound in scope.names.values() for value in bound]
        values += [value for bound in self.record.exports.values() for value in bound]
        values += [expr for scope in scopes for _, expr in scope.uses]
        found: set[str] = set()
        for value in values:
            if value[0] == "import":
                found.update(self.parts(value[1]), _PARTS.findall(value[2]))
        for star in self.record.stars:
            found.update(self.parts(star))
        return frozenset(found)

    def definition(self, number: int, one: Definition) -> None:
        """Note a definition; what it gives is read from its body where nothing declares it."""
        del number
        where = one.scope if one.scope >= 0 else one.outer
        said: list[object] = [self.meaning(one.outer, base) for base in one.bases]
        said.append([self.meaning(one.outer, value) for value in one.decorators])
        said.append([self._param(one.outer, param) for param in one.params])
        if one.returns is not None:
            said.append(self.meaning(one.outer, one.returns))
        elif one.scope >= 0 and one.kind in {"function", "method"}:
            scope = self.record.scopes[where]
            said.append([self.meaning(where, value) for value in scope.returns])
            said.append([self.meaning(where, value) for value in scope.yields])
        if one.container:
            self._names.add(one.container.rpartition("::")[2])
        what = (one.kind, one.qualified, one.container, one.traits & ~Trait.EXPORTED, one.generics)
        self.note(one.name, what, said)
        if one.container:
            # A member that comes or goes may change what the type's other members stand for.
            self.note(one.container.rpartition("::")[2], ("member", one.qualified), [])

    def _param(self, scope: int, param: Param) -> object:
        said = [
            self.meaning(scope, value) for value in (param.type, param.default) if value is not None
        ]
        return (param.name, param.rest, param.type is not None, said)

    def meaning(self, scope: int, expr: Expr) -> object:
        """Return *expr* without places, local names replaced; gather the other names in it."""
        if self._depth >= _NESTING_MAX:
            return "..."
        self._depth += 1
        try:
            return self._meaning(scope, expr)
        finally:
            self._depth -= 1

    def _meaning(self, scope: int, expr: Expr) -> object:
        kind = expr[0]
        if kind == "name":
            return self._name(scope, cast("str", expr[1]))
        if kind == "def":
            one = self.record.definitions[cast("int", expr[1])]
            return ("def", one.qualified)
        if kind == "lambda":
            inner = cast("int", expr[1])
            returns = self.record.scopes[inner].returns
            return ("lambda", [self.meaning(inner, value) for value in returns])
        if kind == "import":
            self._names.update(self.parts(expr[1]), _PARTS.findall(expr[2]))
            return expr
        if kind in {"call", "new"}:
            given = cast("tuple[Expr, ...]", expr[2])
            called = self.meaning(scope, cast("Expr", expr[1]))
            return (kind, called, [self.meaning(scope, one) for one in given])
        if kind in {"attr", "key"}:
            self._names.add(cast("str", expr[2] if kind == "attr" else expr[1]))
        elif kind == "object":  # its pairs of name and value look like expressions, and are none
            names, values = zip(*expr[1], strict=True) if expr[1] else ((), ())
            expr = (kind, *names, *values)
        return (kind, *(self._part(scope, part) for part in expr[1:]))

    def _part(self, scope: int, part: object) -> object:
        if isinstance(part, tuple):
            values = cast("tuple[object, ...]", part)
            if values and isinstance(values[0], str) and len(values) > 1:
                return self.meaning(scope, cast("Expr", values))
            return [self._part(scope, one) for one in values]
        return part

    def _name(self, scope: int, name: str) -> object:
        at = scope
        while at >= 0:
            one = self.record.scopes[at]
            if name in one.names and (one.kind != "class" or at == scope):
                if one.kind in {"module", "class"} and not self.is_local(at):
                    break
                return self._local(at, name, one.names[name])
            at = one.parent
        self._names.add(name)
        return ("name", name)

    def _local(self, at: int, name: str, values: tuple[Expr, ...]) -> object:
        key = (at, name)
        if key in self._open:
            return ("again", name)
        self._open.add(key)
        try:
            return ("local", [self.meaning(at, value) for value in values])
        finally:
            self._open.discard(key)


def _digest(prefix: str, said: list[str]) -> str:
    return hashlib.blake2b("\0".join((prefix, *said)).encode(), digest_size=8).hexdigest()
