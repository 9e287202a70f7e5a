"""What a type that is written allows: annotations, casts, bounds, generics."""

from collections.abc import Sequence
from typing import cast

from typing_extensions import override

from lockstitch.code.containers import CONTAINERS, MAPS
from lockstitch.code.members import Members, keys_of
from lockstitch.code.names import last_definition, owners_of
from lockstitch.code.rules import Place
from lockstitch.code.values import EXTERNAL, UNKNOWN, Possibility, Value, box, either
from lockstitch.code.viewing import TYPES, View
from lockstitch.domain.source import Definition, Expr


class Declared(Members):
    """Reads types."""

    @override
    def type(  # noqa: PLR0911 - a form of type after the other
        self, view: View, scope: int, expr: Expr, *, of: Possibility | None = None
    ) -> Value:
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
                return (instance_of(of),)
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
                return (instance_of(of),)
            return tuple(instance_of(one) for one in self.receiver(view, scope))
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
        for owner in owners_of(view.record.scopes, scope):
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
            found += [
                self._type_bound(view, place.scope, value)
                for value in last_definition(place.values)
            ]
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
        keys = keys_of(given)
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
        return _held(kind, [self.type(view, scope, key, of=of) for key in keys])


def instance_of(of: Possibility) -> Possibility:
    """Return an instance of what is a type, or an instance, itself."""
    return ("inst", of[1], of[2], ()) if of[0] in {"class", "inst"} else of


def _generics(one: Definition) -> tuple[str, ...]:
    """Return the names of a type's parameters."""
    if one.generics:
        return one.generics
    for base in one.bases:
        if base[0] == "index" and base[1][-1] in {"Generic", "Protocol"}:
            return tuple(str(key[1]) for key in keys_of(base[2]) if key[0] == "name")
    return ()


def _held(kind: str, inner: Sequence[Value]) -> Value:
    """Return what a builtin generic of that kind is, given its types."""
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
