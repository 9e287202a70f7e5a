"""What expressions are: values and types over all files, by reading alone.

An answer never depends on what was asked before. What is found without going in a circle is kept for good; what
a circle had a part in is kept only while one file is resolved, and each file is resolved from its own beginning.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, TypeAlias, cast

from lockstitch.code.containers import CONTAINERS, MAPS, PASSED_THROUGH, given_by, taken_from
from lockstitch.code.linking import Linker
from lockstitch.code.rules import Place
from lockstitch.code.values import EXTERNAL, UNKNOWN, Possibility, Value, box, either
from lockstitch.code.viewing import CALLABLE, TYPES, Sources, View
from lockstitch.domain.source import Definition, Expr, Scope, Trait

DEPTH_MAX: Final = 60
"""Steps from one unknown to the next, at most."""
Key: TypeAlias = tuple[object, ...]
Class: TypeAlias = tuple[str, int]
_ENUMS: Final = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})
_LATER: Final = Trait.ASYNC


class Inference:
    """Answers what an expression of a file is."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.linker = Linker(sources)
        self._known: dict[Key, Value] = {}
        self._doubtful: dict[Key, Value] = {}
        self._orders: dict[Class, tuple[tuple[Class, ...], bool]] = {}
        self._doubtful_orders: dict[Class, tuple[tuple[Class, ...], bool]] = {}
        self._open: set[Key] = set()
        self._cuts: set[Key] = set()
        self._tainted = False
        self._of_kind: dict[str, Callable[[View, int, Expr], Value]] = {
            "name": lambda view, scope, expr: self.named(view, scope, cast("str", expr[1])),
            "attr": self._attribute,
            "call": self._call,
            "new": self._call,
            "key": lambda view, scope, expr: self.value(view, scope, cast("Expr", expr[2])),
            "index": self._index,
            "lit": lambda _, __, expr: UNKNOWN if expr[1] == "unknown" else EXTERNAL,
            "seq": self._sequence,
            "map": self._map,
            "object": lambda view, scope, expr: (("object", view.path, scope, expr[1]),),
            "alt": lambda view, scope, expr: either(
                self.value(view, scope, one) for one in cast("tuple[Expr, ...]", expr[1])
            ),
            "await": lambda view, scope, expr: self._awaited(self._inner(view, scope, expr)),
            "elem": lambda view, scope, expr: self.element(self._inner(view, scope, expr)),
            "item": self._item,
            "enter": lambda view, scope, expr: self._entered(self._inner(view, scope, expr)),
            "inst": lambda view, scope, expr: self.type(view, scope, cast("Expr", expr[1])),
            "def": lambda view, _, expr: self.defined(view, cast("int", expr[1])),
            "lambda": lambda view, _, expr: (("lambda", view.path, expr[1]),),
            "param": self._parameter,
            "this": lambda view, scope, _: self.receiver(view, scope),
            "super": self._parent,
            "import": lambda view, _, expr: self.imported(
                view, cast("str", expr[1]), cast("str", expr[2])
            ),
        }

    def begin(self) -> None:
        """Begin with a file: forget what is not sure to be the same from everywhere."""
        self._doubtful.clear()
        self._doubtful_orders.clear()
        self._tainted = False
        self._cuts.clear()

    def value(self, view: View, scope: int, expr: Expr) -> Value:
        """Return what *expr*, which stands in *scope*, is."""
        return self._of_kind[expr[0]](view, scope, expr)

    def _inner(self, view: View, scope: int, expr: Expr) -> Value:
        return self.value(view, scope, cast("Expr", expr[1]))

    def _once(self, key: Key, work: Callable[[], Value]) -> Value:
        known = self._known.get(key)
        if known is not None:
            return known
        doubtful = self._doubtful.get(key)
        if doubtful is not None:
            self._tainted = True
            return doubtful
        if key in self._open:
            self._cuts.add(key)
            return UNKNOWN
        if len(self._open) >= DEPTH_MAX:
            self._tainted = True
            return UNKNOWN
        cuts, tainted = self._cuts, self._tainted
        self._cuts, self._tainted = set(), False
        self._open.add(key)
        try:
            value = work()
        finally:
            self._open.discard(key)
            self._cuts.discard(key)
            doubt = self._tainted or bool(self._cuts)
            self._cuts, self._tainted = cuts | self._cuts, tainted or doubt
        (self._doubtful if doubt else self._known)[key] = value
        return value

    # Names

    def bindings(self, view: View, scope: int, name: str) -> tuple[int, tuple[Expr, ...]] | None:
        """Return the scope where a name is bound, as seen from *scope*, and to what."""
        scopes = view.record.scopes
        at = scope
        while at >= 0:
            one = scopes[at]
            if one.kind != "class" or at == scope:
                found = one.names.get(name)
                if found is not None:
                    return at, found
            at = one.parent
        return None

    def named(self, view: View, scope: int, name: str) -> Value:
        """Return what a name is, as seen from *scope*."""
        bound = self.bindings(view, scope, name)
        if bound is None:
            return self._places(self.linker.of(view).outside(view, name), otherwise=EXTERNAL)
        return self._bound(view, *bound, name)

    def _bound(self, view: View, scope: int, values: tuple[Expr, ...], name: str) -> Value:
        values = _last_definition(values)
        if len(values) == 1:
            (only,) = values
            if only[0] == "def":
                return self.defined(view, only[1])
            if only[0] == "this":
                return self.receiver(view, scope)
        declared = tuple(one for one in values if one[0] == "inst")
        if declared and all(one[0] != "param" for one in values):
            values = declared
        key = ("n", view.path, scope, name)
        return self._once(key, lambda: either(self.value(view, scope, one) for one in values))

    def _places(self, places: Sequence[Place] | None, *, otherwise: Value) -> Value:
        """Return what stands at *places*; None means that it is not of this repository."""
        if places is None:
            return EXTERNAL
        if not places:
            return otherwise
        return either(self._place(one) for one in places)

    def _place(self, place: Place) -> Value:
        if place.name is None:
            return (("module", place.path),)
        view = self.sources.view(place.path)
        return self._bound(view, place.scope, place.values, place.name)

    def imported(self, view: View, module: str, name: str) -> Value:
        """Return what a module gives under *name*; the module itself where that is empty."""
        key = ("i", view.path, module, name)
        return self._once(
            key,
            lambda: self._places(
                self.linker.of(view).imported(view, module, name), otherwise=UNKNOWN
            ),
        )

    def defined(self, view: View, number: int) -> Value:
        """Return what a definition is as a value."""
        one = view.definition(number)
        if one.kind in CALLABLE:
            return (("func", view.path, number, None),)
        if one.kind in TYPES or one.kind in {"module", "namespace"}:
            return (("class", view.path, number),)
        if one.returns is not None:
            return self.type(view, one.outer, one.returns)
        return UNKNOWN

    def receiver(self, view: View, scope: int) -> Value:
        """Return what `this` is in *scope*."""
        for owner in _owners(view.record.scopes, scope):
            one = view.definition(owner)
            if one.kind in TYPES:
                return (("class", view.path, owner),)
            if one.container:
                held = self.linker.of(view).container(view, one.container)
                if held is None:
                    return UNKNOWN
                static = one.traits & (Trait.CLASS_METHOD | Trait.STATIC)
                return (("class", *held),) if static else (("inst", *held, ()),)
        return UNKNOWN

    def _parent(self, view: View, scope: int, _: Expr) -> Value:
        return tuple(
            ("super", one[1], one[2], one[0] == "class") for one in self.receiver(view, scope)
        )

    # Members

    def order(self, of: Class) -> tuple[tuple[Class, ...], bool]:
        """Return a type and its parents in the order in which members are looked up.

        Also whether one of them is not of this repository, or unknown.
        """
        known = self._orders.get(of) or self._doubtful_orders.get(of)
        if known is None:
            self._doubtful_orders[of] = ((of,), True)  # what an endless line of parents would find
            tainted, self._tainted = self._tainted, False
            parents, foreign = self.parents(of)
            lines = [self.order(parent) for parent in parents]
            merged = _merged([list(line) for line, _ in lines] + [list(parents)])
            known = (
                (of, *(one for one in merged if one != of)),
                foreign or any(out for _, out in lines),
            )
            sure = not (
                self._tainted or self._cuts or any(one in self._doubtful_orders for one in parents)
            )
            if sure:
                del self._doubtful_orders[of]
            (self._orders if sure else self._doubtful_orders)[of] = known
            self._tainted = self._tainted or tainted
        return known

    def parents(self, of: Class) -> tuple[tuple[Class, ...], bool]:
        """Return the types that *of* is declared to come from, and whether there are others."""
        view = self.sources.view(of[0])
        one = view.definition(of[1])
        found: dict[Class, None] = {}
        foreign = False
        stated = [(view, one.outer, base) for base in one.bases]
        stated += self.linker.parents(view, one)
        for where, scope, base in stated:
            bare = base[1] if base[0] == "index" else base
            values = self.value(where, scope, cast("Expr", bare))
            classes = [cast("Class", value[1:]) for value in values if value[0] == "class"]
            found.update(dict.fromkeys(classes))
            foreign = foreign or not classes
        found.pop(of, None)
        return tuple(found), foreign

    def member(self, one: Possibility, name: str) -> Value:
        """Return what `one.name` is."""
        kind = one[0]
        if kind in {"inst", "class", "super"}:
            return self._member_of_type(one, name)
        if kind == "module":
            return self._of_module(cast("str", one[1]), name)
        if kind == "object":
            view = self.sources.view(one[1])
            values = [value for key, value in one[3] if key == name]
            if not values:
                return UNKNOWN
            written = ("o", one[1], one[2], one[3], name)
            return self._once(written, lambda: self.value(view, one[2], values[-1]))
        if kind == "box":
            return (("taken", one, name),)
        if kind in {"func", "lambda"}:
            return (
                (one,) if name in {"bind", "call", "apply", "__call__", "__wrapped__"} else EXTERNAL
            )
        return EXTERNAL

    def _of_module(self, path: str, name: str) -> Value:
        key = ("e", path, name)
        return self._once(
            key, lambda: self._places(self.linker.exported(path, name), otherwise=UNKNOWN)
        )

    def found_in(self, of: Class, name: str, *, after: bool = False) -> tuple[Class, View] | None:
        """Return the type that gives the member *name* to *of*; with *after*, to what comes after it."""
        line, _ = self.order(of)
        for held in line[1:] if after else line:
            view = self.sources.view(held[0])
            qualified = view.definition(held[1]).qualified
            if name in view.fields_of(qualified) or name in self.linker.of(view).members(
                view, held[1]
            ):
                return held, view
            scope = view.definition(held[1]).scope
            if scope >= 0 and name in view.record.scopes[scope].names:
                return held, view
        return None

    def _member_of_type(self, one: Possibility, name: str) -> Value:
        path, number = cast("str", one[1]), cast("int", one[2])
        held = self.found_in((path, number), name, after=one[0] == "super")
        if held is None:
            _, foreign = self.order((path, number))
            return EXTERNAL if foreign else UNKNOWN
        of, view = held
        static = one[0] == "class" or (one[0] == "super" and one[3])
        receiver: Possibility = ("class", path, number)
        itself: Possibility = ("class", *of)
        if not static:
            receiver = one if one[0] == "inst" else ("inst", path, number, ())
            itself = ("inst", *of, self._arguments_of(receiver, of))
        value = self._once(
            ("a", itself, name), lambda: self._member_here(of, view, name, itself=itself)
        )
        return tuple(
            ("func", found[1], found[2], receiver) if found[0] == "func" and found[3] else found
            for found in value
        )

    def _arguments_of(self, one: Possibility, home: Class) -> tuple[Value, ...]:
        """Return what an instance gives the type parameters of *home*, one of its types."""
        if one[1:3] == home:
            return cast("tuple[Value, ...]", one[3])
        view = self.sources.view(one[1])
        held = view.definition(one[2])
        for base in held.bases:
            if base[0] != "index":
                continue
            for parent in self.value(view, held.outer, base[1]):
                if parent[0] == "class" and home in self.order(cast("Class", parent[1:]))[0]:
                    given = tuple(
                        self.type(view, held.outer, key, of=one) for key in _keys(base[2])
                    )
                    return self._arguments_of(("inst", parent[1], parent[2], given), home)
        return ()

    def _member_here(self, of: Class, view: View, name: str, *, itself: Possibility) -> Value:
        """Return what a type gives under *name* by its own body and methods."""
        one = view.definition(of[1])
        static = itself[0] == "class"
        found: list[Value] = []
        members = self.linker.of(view).members(view, of[1]).get(name, ())
        for where, number in members[:1] if _is_property(members) else members[-1:]:
            found.append(self._method(where, number, itself, static=static))
        if not members and one.scope >= 0:
            values = view.record.scopes[one.scope].names.get(name, ())
            if values and self._is_enum(of) and static:
                return (("inst", *of, ()),)
            declared = [value[1] for value in values if value[0] == "inst"]
            if declared:
                return either(self.type(view, one.scope, value, of=itself) for value in declared)
            found += [self.value(view, one.scope, value) for value in values]
        fields = view.fields_of(one.qualified).get(name, ())
        stated = [field for field in fields if field.value[0] == "inst"]
        if stated:
            return either(
                self.type(view, field.scope, field.value[1], of=itself) for field in stated
            )
        return either((*found, *(self.value(view, field.scope, field.value) for field in fields)))

    def _method(self, view: View, number: int, itself: Possibility, *, static: bool) -> Value:
        one = view.definition(number)
        if one.kind in CALLABLE:
            if one.traits & Trait.PROPERTY and not static:
                return self.returned(view, number, itself)
            return (("func", view.path, number, itself),)
        if one.kind == "enum_member":
            return (itself,) if itself[0] == "inst" else (("inst", itself[1], itself[2], ()),)
        if one.returns is not None and one.kind not in TYPES:
            return self.type(view, one.outer, one.returns, of=itself)
        return self.defined(view, number)

    def _is_enum(self, of: Class) -> bool:
        line, foreign = self.order(of)
        for path, number in line if foreign else ():
            for base in self.sources.view(path).definition(number).bases:
                if base[0] in {"name", "attr"} and base[-1] in _ENUMS:
                    return True
        return False

    def _attribute(self, view: View, scope: int, expr: Expr) -> Value:
        base = self._inner(view, scope, expr)
        name = cast("str", expr[2])
        if len(base) == 1:
            return self.member(base[0], name)
        return either(self.member(one, name) for one in base)

    # Calls

    def _call(self, view: View, scope: int, expr: Expr) -> Value:
        callee, given = cast("Expr", expr[1]), cast("tuple[Expr, ...]", expr[2])
        values = self.value(view, scope, callee)
        if given and callee[0] == "name" and callee[1] in PASSED_THROUGH and values == EXTERNAL:
            return self._passed(callee[1], self.value(view, scope, given[0]))
        if callee[0] == "index":
            return either(self._made(view, scope, one, callee[2]) for one in values)
        return either(self._called_with(view, scope, one, given) for one in values)

    def _made(self, view: View, scope: int, one: Possibility, key: Expr) -> Value:
        """Return what a call gives of something that was given type arguments: `new Box<User>()`."""
        if one[0] != "class":
            return self.result(one)
        return (
            ("inst", one[1], one[2], tuple(self.type(view, scope, given) for given in _keys(key))),
        )

    def _called_with(
        self, view: View, scope: int, one: Possibility, given: tuple[Expr, ...]
    ) -> Value:
        """Return what a call gives; where that is the type of an argument, by the argument."""
        if one[0] == "func" and given:
            held = self.sources.view(one[1]).definition(one[2])
            if held.returns is not None and held.returns[0] == "name":
                skipped = self._skipped(one)
                for place, param in enumerate(held.params[skipped : skipped + len(given)]):
                    if param.type == held.returns and held.returns[1] in held.generics:
                        return self.value(view, scope, given[place])
        return self.result(one)

    def _passed(self, builtin: str, value: Value) -> Value:
        """Return what a builtin makes of its first argument."""
        kind = PASSED_THROUGH[builtin]
        if kind == "same":
            return value
        if kind == "callable":
            return box("callable", value)
        if kind == "element":
            return self.element(value)
        if kind == "class":
            return tuple(("class", one[1], one[2]) if one[0] == "inst" else one for one in value)
        inner = self.element(value)
        return box("list", box("tuple", EXTERNAL, inner) if kind == "pairs" else inner)

    def result(self, one: Possibility) -> Value:
        """Return what calling *one* gives."""
        kind = one[0]
        if kind == "class":
            return (("inst", one[1], one[2], ()),)
        if kind == "func":
            return self.returned(self.sources.view(one[1]), one[2], one[3])
        if kind == "lambda":
            view, scope = self.sources.view(one[1]), cast("int", one[2])
            key = ("l", one[1], scope)
            returns = view.record.scopes[scope].returns
            return self._once(
                key, lambda: either(self.value(view, scope, value) for value in returns)
            )
        if kind == "inst":
            return either(
                self.result(call) for call in self.member(one, "__call__") if call[0] == "func"
            )
        if kind == "taken":
            return taken_from(one[1], one[2], self.element)
        if kind == "box":
            return one[2][0] if one[1] == "callable" and one[2] else UNKNOWN
        return EXTERNAL if kind == "ext" else UNKNOWN

    def returned(self, view: View, number: int, of: Possibility | None) -> Value:
        """Return what a function gives, called on *of*."""
        one = view.definition(number)
        if of is not None and of[0] == "super":
            of = ("class", of[1], of[2]) if of[3] else ("inst", of[1], of[2], ())
        key = ("r", view.path, number, of)
        return self._once(key, lambda: self._returned(view, one, of))

    def _returned(self, view: View, one: Definition, of: Possibility | None) -> Value:
        body = view.record.scopes[one.scope] if one.scope >= 0 else None
        if one.returns is not None:
            value = self.type(view, one.scope if one.scope >= 0 else one.outer, one.returns, of=of)
        elif body is None:
            return UNKNOWN
        elif body.yields:
            return box("list", either(self.value(view, one.scope, given) for given in body.yields))
        elif not body.returns:
            value = EXTERNAL
        else:
            value = either(
                (_instance(of),)
                if given[0] == "this" and of is not None
                else self.value(view, one.scope, given)
                for given in body.returns
            )
        return box("await", value) if one.traits & _LATER else value

    def _parameter(self, view: View, scope: int, expr: Expr) -> Value:
        owner = view.record.scopes[scope].owner
        place = cast("int", expr[1])
        if owner < 0:
            key = ("p", view.path, scope, place)
            return self._once(key, lambda: self._expected(view, scope, place))
        one = view.definition(owner)
        if place >= len(one.params):
            return UNKNOWN
        param = one.params[place]
        if param.type is not None:
            value = self.type(view, scope, param.type)
            return box("list", value) if param.rest else value
        if param.rest:
            return EXTERNAL
        fixture = self.linker.of(view).fixture(view, owner, param.name)
        if fixture is not None:
            return self._from_fixture(*fixture)
        found: list[Value] = []
        if param.default is not None and param.default != ("lit", "none"):
            found.append(self.value(view, one.outer, param.default))
        if one.container:
            found.append(self._inherited_parameter(view, one, place))
        value = either(found)
        return UNKNOWN if value == EXTERNAL and param.default == ("lit", "none") else value

    def _expected(self, view: View, scope: int, place: int) -> Value:
        """Return what a function without a name is given, by where it is passed to."""
        site = view.site(scope)
        if site is None:
            return UNKNOWN
        at, call, argument = site
        found: list[Value] = []
        for one in self.value(view, at, cast("Expr", call[1])):
            if one[0] == "taken":
                found.append(given_by(one[1], one[2], place, self.element))
            elif one[0] == "func":
                for taken in self._argument(one, argument):
                    if taken[0] == "box" and taken[1] == "callable" and len(taken[2]) > place + 1:
                        found.append(taken[2][place + 1])
        return either(found)

    def _argument(self, one: Possibility, argument: int | str) -> Value:
        """Return what a function declares its argument to be, by place or name."""
        view = self.sources.view(one[1])
        held = view.definition(one[2])
        params = held.params
        if isinstance(argument, int):
            place = argument + self._skipped(one)
            params = params[place : place + 1]
        else:
            params = tuple(param for param in params if param.name == argument)
        scope = held.scope if held.scope >= 0 else held.outer
        return either(
            self.type(view, scope, param.type, of=one[3])
            for param in params
            if param.type is not None
        )

    def _skipped(self, one: Possibility) -> int:
        """Return how many parameters of a function its call does not write."""
        view = self.sources.view(one[1])
        taken = one[3] is not None and self.linker.counts_receiver(view)
        return 1 if taken and not view.definition(one[2]).traits & Trait.STATIC else 0

    def _from_fixture(self, view: View, number: int) -> Value:
        value = self.returned(view, number, None)
        one = view.definition(number)
        return self.element(value) if one.traits & Trait.GENERATOR else self._awaited(value)

    def _inherited_parameter(self, view: View, one: Definition, place: int) -> Value:
        home = self.linker.of(view).container(view, one.container)
        if home is None:
            return UNKNOWN
        above = self.found_in(home, one.name, after=True)
        if above is None:
            return UNKNOWN
        for where, number in (
            self.linker.of(above[1]).members(above[1], above[0][1]).get(one.name, ())[-1:]
        ):
            params = where.definition(number).params
            if place < len(params):
                declared = params[place].type
                if declared is not None:
                    return self.type(where, where.definition(number).outer, declared)
        return UNKNOWN

    # What holds others

    def _sequence(self, view: View, scope: int, expr: Expr) -> Value:
        values = [self.value(view, scope, one) for one in cast("tuple[Expr, ...]", expr[2])]
        if expr[1] == "tuple":
            return box("tuple", *values)
        return box("list", either(values))

    def _map(self, view: View, scope: int, expr: Expr) -> Value:
        return box(
            "map", either(self.value(view, scope, one) for one in cast("tuple[Expr, ...]", expr[1]))
        )

    def element(self, value: Value) -> Value:
        """Return what iterating over *value* gives."""
        return either(self._element(one) for one in value)

    def _element(self, one: Possibility) -> Value:
        if one[0] == "box":
            if one[1] == "map":
                return one[2][1] if len(one[2]) > 1 else EXTERNAL
            if one[1] == "entries":
                return one[2][0] if one[2] else UNKNOWN
            return either(one[2]) if one[1] in {"list", "tuple"} else UNKNOWN
        if one[0] == "inst":
            for name in ("__iter__", "__aiter__", "__getitem__"):
                found = self.member(one, name)
                if found and found != EXTERNAL:
                    given = either(self.result(call) for call in found)
                    return given if name == "__getitem__" else self._stepped(given)
            return UNKNOWN
        if one[0] == "class" and self._is_enum(cast("Class", one[1:])):
            return (("inst", one[1], one[2], ()),)
        return EXTERNAL if one[0] == "ext" else UNKNOWN

    def _stepped(self, value: Value) -> Value:
        """Return what an iterator gives."""
        found: list[Value] = []
        for one in value:
            if one[0] == "inst":
                calls = (*self.member(one, "__next__"), *self.member(one, "__anext__"))
                found.append(self._awaited(either(self.result(call) for call in calls)))
            else:
                found.append(self._element(one))
        return either(found)

    def _index(self, view: View, scope: int, expr: Expr) -> Value:
        return either(self._indexed(one) for one in self._inner(view, scope, expr))

    def _indexed(self, one: Possibility) -> Value:
        if one[0] == "box" and one[1] in {"list", "tuple", *MAPS}:
            return one[2][0] if one[1] in MAPS and one[2] else either(one[2])
        if one[0] == "inst":
            return either(self.result(call) for call in self.member(one, "__getitem__"))
        if one[0] in {"class", "func"}:
            return (one,)
        return EXTERNAL if one[0] == "ext" else UNKNOWN

    def _item(self, view: View, scope: int, expr: Expr) -> Value:
        place = cast("int", expr[2])
        found: list[Value] = []
        if expr[1][0] == "elem":
            for one in self.value(view, scope, expr[1][1]):
                if one[:2] == ("box", "entries") and place < 2 and one[2]:  # noqa: PLR2004 - key and value
                    return one[2][0] if place else one[2][1] if len(one[2]) > 1 else EXTERNAL
        for one in self._inner(view, scope, expr):
            if one[0] == "box" and one[1] == "tuple":
                found.append(one[2][place] if place < len(one[2]) else either(one[2]))
            else:
                found.append(self._element(one))
        return either(found)

    def _awaited(self, value: Value) -> Value:
        return either(
            one[2][0] if one[0] == "box" and one[1] == "await" else (one,) for one in value
        )

    def _entered(self, value: Value) -> Value:
        found: list[Value] = []
        for one in self._awaited(value):
            if one[0] == "inst":
                calls = (*self.member(one, "__enter__"), *self.member(one, "__aenter__"))
                found.append(self._awaited(either(self.result(call) for call in calls)) or (one,))
            else:
                found.append(self._element(one))
        return either(found)

    # Types

    def type(self, view: View, scope: int, expr: Expr, *, of: Possibility | None = None) -> Value:
        """Return the values that a type allows; `Self` is the type of *of*."""
        kind = expr[0]
        if kind == "name":
            return self._named_type(view, scope, expr[1], of)
        if kind == "attr":
            bases = self.value(view, scope, expr[1])
            found = either(self.member(one, expr[2]) for one in bases)
            return self._instances(found)
        if kind == "index":
            return self._generic(view, scope, expr, of)
        if kind == "alt":
            return either(
                self.type(view, scope, one, of=of) for one in cast("tuple[Expr, ...]", expr[1])
            )
        if kind == "lit":
            if expr[1] == "this" and of is not None:
                return (_instance(of),)
            return UNKNOWN if expr[1] in {"unknown", "this"} else EXTERNAL
        if kind == "def":
            return self._type_of_definition(view, cast("int", expr[1]))
        if kind == "import":
            return self._instances(self.value(view, scope, expr))
        return self.value(view, scope, expr) if kind == "object" else UNKNOWN

    def _instances(self, value: Value) -> Value:
        found: list[Value] = []
        for one in value:
            if one[0] == "class":
                found.append(self._type_of_definition(self.sources.view(one[1]), one[2]))
            elif one[0] == "ext":
                found.append(EXTERNAL)
        return either(found)

    def _type_of_definition(self, view: View, number: int) -> Value:
        one = view.definition(number)
        if (
            one.kind == "type"
            and one.returns is not None
            and not self.linker.of(view).members(view, number)
        ):
            key = ("t", view.path, number)
            meant = one.returns
            return self._once(key, lambda: self.type(view, one.outer, meant)) or (
                ("inst", view.path, number, ()),
            )
        if one.kind in TYPES:
            return (("inst", view.path, number, ()),)
        return UNKNOWN

    def _named_type(self, view: View, scope: int, name: str, of: Possibility | None) -> Value:
        if name == "Self":
            if of is not None:
                return (_instance(of),)
            return tuple(_instance(one) for one in self.receiver(view, scope))
        if of is not None and of[0] == "inst":
            given = self._given(view, scope, name, of)
            if given is not None:
                return given
        bound = self.bindings(view, scope, name)
        if bound is None:
            places = self.linker.of(view).outside(view, name)
        else:
            places = (Place(view.path, bound[0], bound[1], name),)
        return self._type_at(places)

    def _given(self, view: View, scope: int, name: str, of: Possibility) -> Value | None:
        """Return what an instance gives a type parameter of that name; None where it is none."""
        for owner in _owners(view.record.scopes, scope):
            one = view.definition(owner)
            home = (view.path, owner) if one.kind in TYPES else None
            if one.container:
                home = self.linker.of(view).container(view, one.container)
            if home is None:
                continue
            names = _generics(self.sources.view(home[0]).definition(home[1]))
            if name in names:
                given = self._arguments_of(of, home)
                place = names.index(name)
                return given[place] if place < len(given) else UNKNOWN
        return None

    def _type_at(self, places: Sequence[Place] | None) -> Value:
        if places is None or not places:
            return EXTERNAL
        found: list[Value] = []
        for place in places:
            if place.name is None:
                continue
            view = self.sources.view(place.path)
            for value in _last_definition(place.values):
                found.append(self._type_bound(view, place.scope, value))
        return either(found)

    def _type_bound(self, view: View, scope: int, value: Expr) -> Value:
        """Return the values of a type that a name was bound to: a definition, an import, an alias."""
        if value[0] == "import":
            places = self.linker.of(view).imported(view, value[1], value[2])
            key = ("ti", view.path, value[1], value[2])
            return self._once(key, lambda: self._type_at(places))
        if value[0] == "call":
            name = value[1][-1]
            if name == "TypeVar":
                bounds = [
                    given[2] for given in value[2] if given[0] == "key" and given[1] == "bound"
                ]
                return either(self.type(view, scope, cast("Expr", one)) for one in bounds)
            if name == "NewType" and len(value[2]) > 1:
                return self.type(view, scope, value[2][1])
            return EXTERNAL
        if value[0] in {"name", "attr", "index", "alt", "def"}:
            key = ("tb", view.path, scope, id(value))
            return self._once(key, lambda: self.type(view, scope, value))
        return EXTERNAL

    def _generic(self, view: View, scope: int, expr: Expr, of: Possibility | None) -> Value:
        base, given = cast("Expr", expr[1]), cast("Expr", expr[2])
        keys = _keys(given)
        name = cast("str", base[-1]) if base[0] in {"name", "attr"} else ""
        own = self.type(view, scope, base, of=of)
        if own and own != EXTERNAL:
            held = tuple(self.type(view, scope, key, of=of) for key in keys)
            return tuple(
                ("inst", one[1], one[2], held) if one[0] == "inst" and not one[3] else one
                for one in own
            )
        kind = CONTAINERS.get(name)
        if kind is None or not keys:
            return own
        inner = [self.type(view, scope, key, of=of) for key in keys]
        if kind == "same":
            return inner[0]
        if kind == "any":
            return either(inner)
        if kind == "class":
            return tuple(("class", one[1], one[2]) if one[0] == "inst" else one for one in inner[0])
        if kind in {"tuple", "callable"}:
            return box(kind, *inner)
        if kind in MAPS:
            return box(kind, inner[-1], *inner[:-1])
        return box(kind, inner[0] if kind == "list" else inner[-1])


def _instance(of: Possibility) -> Possibility:
    return ("inst", of[1], of[2], ()) if of[0] in {"class", "inst"} else of


def _keys(given: Expr) -> tuple[Expr, ...]:
    """Return the type arguments that stand in brackets."""
    return cast("tuple[Expr, ...]", given[2]) if given[0] == "seq" else (given,)


def _generics(one: Definition) -> tuple[str, ...]:
    """Return the names of a type's parameters."""
    if one.generics:
        return one.generics
    for base in one.bases:
        if base[0] == "index" and base[1][-1] in {"Generic", "Protocol"}:
            return tuple(str(key[1]) for key in _keys(base[2]) if key[0] == "name")
    return ()


def _last_definition(values: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """Return *values* with all but the last of several definitions of one name left out."""
    if len(values) < 2:
        return values
    last: Expr | None = None
    for value in values:
        if value[0] == "def":
            last = value
    if last is None:
        return values
    return tuple(value for value in values if value[0] != "def" or value is last)


def _is_property(members: Sequence[tuple[View, int]]) -> bool:
    return bool(members) and bool(members[0][0].definition(members[0][1]).traits & Trait.PROPERTY)


def _owners(scopes: Sequence[Scope], scope: int) -> Iterable[int]:
    """Yield the definitions around a scope, from the inside."""
    while scope >= 0:
        if scopes[scope].owner >= 0:
            yield scopes[scope].owner
        scope = scopes[scope].parent


def _merged(lines: list[list[Class]]) -> list[Class]:
    """Return the C3 merge of lines of parents; what contradicts itself keeps its first place."""
    merged: list[Class] = []
    lines = [line for line in lines if line]
    while lines:
        for line in lines:
            head = line[0]
            if not any(head in other[1:] for other in lines):
                break
        else:
            head = lines[0][0]
        merged.append(head)
        lines = [[one for one in line if one != head] for line in lines]
        lines = [line for line in lines if line]
    return merged


_Kind: TypeAlias = Literal["same", "element", "class", "pairs", "list"]
