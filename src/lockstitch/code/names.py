"""What a name is, where it stands."""

from collections.abc import Iterable, Sequence

from lockstitch.code.rules import Place
from lockstitch.code.settled import Settled
from lockstitch.code.values import EXTERNAL, UNKNOWN, Value, either
from lockstitch.code.viewing import CALLABLE, TYPES, View
from lockstitch.domain.source import Expr, Scope, Trait


class Names(Settled):
    """Follows names through scopes and files."""

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
        key = ("n", view.path, scope, name)
        known = self._known.get(key)
        if known is not None:
            return known
        values = last_definition(values)
        if len(values) == 1:
            (only,) = values
            if only[0] == "def":
                return self.defined(view, only[1])
            if only[0] == "this":
                found = self._known[key] = self.receiver(view, scope)
                return found
        declared = tuple(one for one in values if one[0] == "inst")
        if declared and all(one[0] != "param" for one in values):
            values = declared
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
        for owner in owners_of(view.record.scopes, scope):
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


def last_definition(values: tuple[Expr, ...]) -> tuple[Expr, ...]:
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


def owners_of(scopes: Sequence[Scope], scope: int) -> Iterable[int]:
    """Yield the definitions around a scope, from the inside."""
    while scope >= 0:
        if scopes[scope].owner >= 0:
            yield scopes[scope].owner
        scope = scopes[scope].parent
