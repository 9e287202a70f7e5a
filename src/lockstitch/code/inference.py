"""What expressions are: values and types over all files, by reading alone."""

from typing import TYPE_CHECKING, cast

from typing_extensions import override

from lockstitch.code.containers import MAPS, PASSED_THROUGH, given_by, taken_from
from lockstitch.code.declared import Declared, instance_of
from lockstitch.code.members import keys_of
from lockstitch.code.values import EXTERNAL, UNKNOWN, Possibility, Value, box, either
from lockstitch.code.viewing import Sources, View
from lockstitch.domain.source import Definition, Expr, Trait

if TYPE_CHECKING:
    from collections.abc import Callable

    from lockstitch.code.settled import Class


class Inference(Declared):
    """Answers what an expression of a file is."""

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
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

    @override
    def value(self, view: View, scope: int, expr: Expr) -> Value:
        """Return what *expr*, which stands in *scope*, is."""
        return self._of_kind[expr[0]](view, scope, expr)

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
            (
                "inst",
                one[1],
                one[2],
                tuple(self.type(view, scope, given) for given in keys_of(key)),
            ),
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

    def result(self, one: Possibility) -> Value:  # noqa: PLR0911 - a kind of value after the other
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

    @override
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
                (instance_of(of),)
                if given[0] == "this" and of is not None
                else self.value(view, one.scope, given)
                for given in body.returns
            )
        return box("await", value) if one.traits & Trait.ASYNC else value

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
                found += [
                    taken[2][place + 1]
                    for taken in self._argument(one, argument)
                    if taken[:2] == ("box", "callable") and len(taken[2]) > place + 1
                ]
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

    def _element(self, one: Possibility) -> Value:  # noqa: PLR0911 - a kind of value after the other
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
                if one[:2] == ("box", "entries") and place < 2 and one[2]:
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
