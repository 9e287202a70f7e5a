"""What a type gives by name: its members, and those of its parents."""

from collections.abc import Sequence
from typing import Final, cast

from lockstitch.code.names import Names
from lockstitch.code.settled import Class
from lockstitch.code.values import EXTERNAL, UNKNOWN, Possibility, Value, either
from lockstitch.code.viewing import CALLABLE, TYPES, View
from lockstitch.domain.source import Expr, Trait

_ENUMS: Final = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})


class Members(Names):
    """Follows members through types and their parents."""

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

    def member(self, one: Possibility, name: str) -> Value:  # noqa: PLR0911 - a kind of value after the other
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
            own = self._own.get(held)
            if own is None:
                own = self._own[held] = self._own_names(*held)
            if name in own:
                return held, self.sources.view(held[0])
        return None

    def _own_names(self, path: str, number: int) -> frozenset[str]:
        """Return the names of all that a type itself has."""
        view = self.sources.view(path)
        one = view.definition(number)
        found = {*view.fields_of(one.qualified), *self.linker.of(view).members(view, number)}
        if one.scope >= 0:
            found.update(view.record.scopes[one.scope].names)
        return frozenset(found)

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
                        self.type(view, held.outer, key, of=one) for key in keys_of(base[2])
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


def keys_of(given: Expr) -> tuple[Expr, ...]:
    """Return the type arguments that stand in brackets."""
    return cast("tuple[Expr, ...]", given[2]) if given[0] == "seq" else (given,)


def _is_property(members: Sequence[tuple[View, int]]) -> bool:
    return bool(members) and bool(members[0][0].definition(members[0][1]).traits & Trait.PROPERTY)


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
