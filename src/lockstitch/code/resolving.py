"""From the record of a file to its edges: who uses whom, how, and how sure that is."""

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from lockstitch.code.inference import Inference
from lockstitch.code.values import Possibility, Value
from lockstitch.code.viewing import CALLABLE, TYPES, Sources, View, inside
from lockstitch.domain.code import Sureness, Via
from lockstitch.domain.source import Expr, Trait
from lockstitch.ports.code import DYNAMIC

CANDIDATES_MAX: Final = 3
"""A use of an unknown receiver that more than these could be meant by is listed as unbound."""
_CONSTRUCTORS: Final = ("__init__", "constructor", "__new__")
MODULE: Final = -1
"""Stands for the file itself where a definition's number is asked for."""


class Found(NamedTuple):
    """A use that is bound: from a definition of the file to one of any file."""

    source: int
    path: str
    target: int
    via: Via
    sureness: Sureness
    line: int


class Vain(NamedTuple):
    """A use that is bound to nothing."""

    source: int
    name: str
    line: int
    reason: str


class Resolved(NamedTuple):
    """All uses in a file."""

    found: tuple[Found, ...]
    vain: tuple[Vain, ...]


def resolve(inference: Inference, path: str) -> Resolved:
    """Return the edges that the file at *path* owns, in a fixed order."""
    inference.begin()
    resolving = _Resolving(inference, inference.sources.view(path))
    resolving.run()
    return Resolved(tuple(sorted(resolving.found, key=_order)), tuple(sorted(set(resolving.vain))))


def _order(one: Found) -> tuple[int, str, int, str, str, int]:
    return one.source, one.path, one.target, one.via, one.sureness, one.line


class _Resolving:
    def __init__(self, inference: Inference, view: View) -> None:
        self.inference = inference
        self.sources: Sources = inference.sources
        self.view = view
        self.found: set[Found] = set()
        self.vain: list[Vain] = []
        self._owners = [self._owner(scope) for scope in range(len(view.record.scopes))]
        self._sure: dict[tuple[int, str], bool] = {}
        self._reach: Sequence[str] | None = None

    def run(self) -> None:
        """Look at every use, and at what the definitions themselves say."""
        record = self.view.record
        for number, scope in enumerate(record.scopes):
            for line, expr in scope.uses:
                self._walk(number, expr, line)
        for number, one in enumerate(record.definitions):
            if one.kind in TYPES:
                self._bases(number)
            elif one.kind in CALLABLE:
                if one.container:
                    self._overridden(number)
                self._fixtures(number)
        self._imports()
        for scope, line, text in record.dynamic:
            self.vain.append(Vain(self._owners[scope], text, line, DYNAMIC))

    def _owner(self, scope: int) -> int:
        scopes = self.view.record.scopes
        while scope >= 0:
            if scopes[scope].owner >= 0:
                return scopes[scope].owner
            scope = scopes[scope].parent
        return MODULE

    # Uses

    def _walk(self, scope: int, expr: Expr, line: int, *, called: bool = False) -> None:
        """Note what *expr* uses. With *called* it is what a call calls, and the call has noted it."""
        kind = expr[0]
        if kind in {"call", "new"}:
            self._call(scope, expr)
            return
        if kind == "name":
            if not called:
                self._refer(scope, self.inference.named(self.view, scope, expr[1]), expr, line)
        elif kind == "attr":
            self._attribute(scope, expr, line, called=called)
        elif kind in {"index", "enter", "elem"}:
            self._protocol(scope, expr, line)
        if kind == "import" and not called:
            self._refer(scope, self.inference.value(self.view, scope, expr), expr, line)
        for inner in inside(expr):
            self._walk(scope, inner, line)

    def _call(self, scope: int, expr: Expr) -> None:
        callee, given, line = (
            cast("Expr", expr[1]),
            cast("tuple[Expr, ...]", expr[2]),
            cast("int", expr[3]),
        )
        values = self.inference.value(self.view, scope, callee)
        sureness = self._sureness(scope, callee, values)
        for one in values:
            self._called(scope, one, sureness, line)
        if not values and callee[0] in {"attr", "name"}:
            self._unknown(scope, cast("str", callee[-1]), line, of=callee[0])
        self._walk(scope, callee, line, called=True)
        for one in given:
            self._walk(scope, one, line)

    def _called(self, scope: int, one: Possibility, sureness: Sureness, line: int) -> None:
        kind = one[0]
        if kind == "func":
            self._add(scope, (one[1], one[2]), Via.CALL, sureness=sureness, line=line)
        elif kind in {"class", "super"}:
            self._instantiated(scope, one, sureness, line)
        elif kind == "inst":
            for call in self.inference.member(one, "__call__"):
                if call[0] == "func":
                    self._add(scope, (call[1], call[2]), Via.CALL, sureness=sureness, line=line)

    def _instantiated(self, scope: int, one: Possibility, sureness: Sureness, line: int) -> None:
        of = (cast("str", one[1]), cast("int", one[2]))
        if one[0] == "class":
            self._add(scope, of, Via.INSTANTIATE, sureness=sureness, line=line)
        else:
            for parent in self.inference.parents(of)[0][:1]:
                self._add(scope, parent, Via.INSTANTIATE, sureness=sureness, line=line)
        for name in _CONSTRUCTORS:
            held = self.inference.found_in(of, name, after=one[0] == "super")
            if held is not None:
                members = (
                    self.inference.linker.of(held[1]).members(held[1], held[0][1]).get(name, ())
                )
                for view, number in members[-1:]:
                    self._add(
                        scope, (view.path, number), Via.INSTANTIATE, sureness=sureness, line=line
                    )
                return

    def _attribute(self, scope: int, expr: Expr, line: int, *, called: bool) -> None:
        base, name = cast("Expr", expr[1]), cast("str", expr[2])
        values = self.inference.value(self.view, scope, base)
        sureness = self._sureness(scope, expr, values)
        plain: list[Possibility] = []
        for one in values:
            getter = self._property(one, name)
            if getter is not None:
                target, via = getter
                self._add(scope, target, via, sureness=sureness, line=line)
            elif not called:
                plain.append(one)
        for one in plain:
            self._refer(scope, self.inference.member(one, name), expr, line)

    def _property(self, one: Possibility, name: str) -> tuple[tuple[str, int], Via] | None:
        if one[0] not in {"inst", "super"}:
            return None
        held = self.inference.found_in((one[1], one[2]), name, after=one[0] == "super")
        if held is None:
            return None
        for view, number in (
            self.inference.linker.of(held[1]).members(held[1], held[0][1]).get(name, ())[:1]
        ):
            traits = view.definition(number).traits
            if traits & Trait.PROPERTY:
                via = Via.REFERENCE if traits & Trait.CACHED else Via.PROPERTY
                return (view.path, number), via
        return None

    def _refer(self, scope: int, values: Value, expr: Expr, line: int) -> None:
        """Note that functions or types are used as values."""
        sureness = self._sureness(scope, expr, values)
        for one in values:
            if one[0] in {"func", "class"}:
                self._add(scope, (one[1], one[2]), Via.REFERENCE, sureness=sureness, line=line)

    def _protocol(self, scope: int, expr: Expr, line: int) -> None:
        """Note what the language itself calls: `with`, `for`, `[]`."""
        names = {
            "index": ("__getitem__",),
            "enter": ("__enter__", "__exit__", "__aenter__", "__aexit__"),
            "elem": ("__iter__", "__aiter__"),
        }[expr[0]]
        base = cast("Expr", expr[1])
        values = self.inference.value(self.view, scope, base)
        for one in values:
            if one[0] != "inst":
                continue
            for name in names:
                for found in self.inference.member(one, name):
                    if found[0] == "func":
                        sureness = self._sureness(scope, base, values)
                        self._add(
                            scope, (found[1], found[2]), Via.CALL, sureness=sureness, line=line
                        )

    def _unknown(self, scope: int, name: str, line: int, *, of: str) -> None:
        """Note a call whose target is unknown: a few candidates, or a use in vain."""
        if name.startswith("__") or name not in self.sources.defined:
            return
        if of == "attr":
            near = [
                (path, number)
                for path in self._in_reach()
                for number in self.sources.view(path).callables.get(name, ())
                if path == self.view.path or not self._is_local(path, number)
            ]
            if 0 < len(near) <= CANDIDATES_MAX:
                for target in near:
                    self._add(scope, target, Via.CALL, sureness=Sureness.CANDIDATE, line=line)
                return
        self.vain.append(Vain(self._owners[scope], name, line, "unknown receiver"))

    def _is_local(self, path: str, number: int) -> bool:
        return bool(self.sources.view(path).definition(number).traits & Trait.LOCAL)

    def _in_reach(self) -> Sequence[str]:
        """Return the file and those that it imports from, sorted."""
        if self._reach is None:
            found = {self.view.path}
            for scope in self.view.record.scopes:
                for values in scope.names.values():
                    for value in values:
                        if value[0] == "import":
                            places = self.inference.linker.of(self.view).imported(
                                self.view, value[1], value[2]
                            )
                            found.update(place.path for place in places or ())
            self._reach = sorted(found & self.sources.paths)
        return self._reach

    def _add(
        self,
        scope: int,
        target: tuple[str, int],
        via: Via,
        *,
        sureness: Sureness,
        line: int,
    ) -> None:
        source = self._owners[scope]
        if target != (self.view.path, source) or via in {Via.CALL, Via.REFERENCE}:
            self.found.add(Found(source, target[0], target[1], via, sureness, line))

    def _sureness(self, scope: int, expr: Expr, values: Value) -> Sureness:
        if len(values) != 1 or not self._certain(scope, expr):
            return Sureness.INFERRED
        return Sureness.EXACT

    def _certain(self, scope: int, expr: Expr, depth: int = 0) -> bool:
        """Say whether what *expr* is stands in the text, and needs no conclusion."""
        kind = expr[0]
        if kind in {"this", "super", "def", "import", "inst", "lambda", "new", "lit"}:
            return True
        if depth > 8:
            return False
        if kind in {"attr", "call", "index"}:
            return self._certain(scope, cast("Expr", expr[1]), depth + 1)
        if kind == "param":
            owner = self.view.record.scopes[scope].owner
            if owner < 0:
                return False
            params = self.view.definition(owner).params
            place = cast("int", expr[1])
            return place < len(params) and params[place].type is not None
        return kind == "name" and self._certain_name(scope, cast("str", expr[1]))

    def _certain_name(self, scope: int, name: str) -> bool:
        bound = self.inference.bindings(self.view, scope, name)
        if bound is None:
            return True
        at, values = bound
        key = (at, name)
        if key not in self._sure:
            self._sure[key] = False  # what is bound to itself says nothing
            self._sure[key] = len(values) == 1 and self._certain(at, values[0])
        return self._sure[key]

    # What definitions say

    def _bases(self, number: int) -> None:
        one = self.view.definition(number)
        for parent in self.inference.parents((self.view.path, number))[0]:
            if parent != (self.view.path, number):
                self.found.add(Found(number, *parent, Via.REFERENCE, Sureness.EXACT, one.line))

    def _overridden(self, number: int) -> None:
        one = self.view.definition(number)
        home = self.inference.linker.of(self.view).container(self.view, one.container)
        if home is None or one.name in _CONSTRUCTORS:
            return
        line, _ = self.inference.order(home)
        for held in line[1:]:
            view = self.sources.view(held[0])
            above = self.inference.linker.of(view).members(view, held[1]).get(one.name, ())
            for where, target in above[:1]:
                if where.definition(target).kind in CALLABLE:
                    found = Found(
                        number, where.path, target, Via.OVERRIDE, Sureness.EXACT, one.line
                    )
                    self.found.add(found)
            if above:
                return

    def _fixtures(self, number: int) -> None:
        one = self.view.definition(number)
        for param in one.params:
            found = self.inference.linker.of(self.view).fixture(self.view, number, param.name)
            if found is not None:
                view, target = found
                self.found.add(
                    Found(number, view.path, target, Via.FIXTURE, Sureness.EXACT, one.line)
                )

    def _imports(self) -> None:
        for scope, one in enumerate(self.view.record.scopes):
            for values in one.names.values():
                for value in values:
                    if value[0] == "import":
                        self._import(scope, self.inference.value(self.view, scope, value))

    def _import(self, scope: int, values: Value) -> None:
        for one in values:
            if one[0] in {"func", "class"}:
                self._add(scope, (one[1], one[2]), Via.IMPORT, sureness=Sureness.EXACT, line=0)
            elif one[0] == "module" and one[1] in self.sources.paths and one[1] != self.view.path:
                self._add(scope, (one[1], MODULE), Via.IMPORT, sureness=Sureness.EXACT, line=0)
