"""Reads what Go writes in braces: structs, arrays and maps with what they hold."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

from lockstitch.domain.source import Expr
from lockstitch.parsing.building import NESTING_MAX
from lockstitch.parsing.golang_types import CALLABLE, UNKNOWN, TypeReading, last_name, written

if TYPE_CHECKING:
    from tree_sitter import Node

_ARRAYS: Final = frozenset({"slice_type", "array_type", "implicit_length_array_type"})


class LiteralReading(TypeReading, ABC):
    """Reads composite literals."""

    @abstractmethod
    def value(self, node: "Node") -> Expr | None:
        """Return an expression; None where it gives nothing that could be followed."""

    def composite(self, node: "Node") -> Expr | None:
        """Return a literal with braces."""
        kind, body = node.child_by_field_name("type"), node.child_by_field_name("body")
        return self._literal(kind, body) if body is not None else None

    def _literal(self, kind: "Node | None", body: "Node") -> Expr:
        """Return the braces of a literal, whose type is written elsewhere when it is an inner one."""
        while kind is not None and kind.type in {"pointer_type", "parenthesized_type"}:
            kind = (written(kind.named_children) or [None])[0]
        if self.build.depth >= NESTING_MAX:
            return UNKNOWN
        self.build.depth += 1
        if kind is None:
            found: Expr = ("seq", "list", self._parts(body, None))
        elif kind.type in _ARRAYS:
            found = self._collection(kind, kind.child_by_field_name("element"), body)
        elif kind.type == "map_type":
            found = self._collection(kind, kind.child_by_field_name("value"), body)
        elif kind.type == "struct_type":
            found = self._object(kind, body)
        else:
            line = body.start_point[0] + 1
            found = ("new", self.type(kind), self._parts(body, None, named=True), line)
        self.build.depth -= 1
        return found

    def _collection(self, kind: "Node", inner: "Node | None", body: "Node") -> Expr:
        """Return an array or a map; what it holds is what its type says, where that is a type of ours."""
        given = self.type(kind)
        values = self._parts(body, inner)
        match given:
            case ("index", _, ("seq", _, (_, held))) if kind.type == "map_type":
                pass
            case ("index", _, held):
                pass
            case _:
                held = UNKNOWN
        if held == UNKNOWN or held[:2] == ("index", CALLABLE):
            listed: Expr = ("map", values) if kind.type == "map_type" else ("seq", "list", values)
            return ("alt", (("inst", given), listed)) if held != UNKNOWN else listed
        for value in values:
            self.use(body, value)
        return ("inst", given)

    def _parts(
        self, body: "Node", inner: "Node | None", *, named: bool = False
    ) -> tuple[Expr, ...]:
        """Return what stands in braces; with *named*, an identifier before a colon is a field."""
        found: list[Expr] = []
        for part in body.named_children:
            if part.type == "comment":
                continue
            if part.type != "keyed_element":
                found.append(self._part(part, inner))
                continue
            key, given = part.child_by_field_name("key"), part.child_by_field_name("value")
            value = self._part(given, inner) if given is not None else UNKNOWN
            name = _field_name(key) if named else None
            if name is not None:
                value = ("key", self.word(name), value)
            elif key is not None:
                self.build.touch(key, self._part(key, None))
            found.append(value)
        return tuple(found)

    def _part(self, node: "Node", inner: "Node | None") -> Expr:
        children = written(node.named_children) if node.type == "literal_element" else [node]
        if not children:
            return UNKNOWN
        if children[0].type == "literal_value":
            return self._literal(inner, children[0])
        return self.value(children[0]) or UNKNOWN

    def _object(self, kind: "Node", body: "Node") -> Expr:
        """Return a value of a struct without a name: it is known by its fields."""
        self.mention(kind)
        values = self._parts(body, None, named=True)
        pairs = tuple((str(one[1]), one[2]) for one in values if one[0] == "key")
        if values and not pairs:
            pairs = tuple(zip(self._field_names(kind), values, strict=False))
        return ("object", pairs)

    def _field_names(self, kind: "Node") -> list[str]:
        names: list[str] = []
        for fields in kind.named_children:
            for field in fields.named_children:
                if field.type == "field_declaration":
                    own = self.names(field)
                    names += own or [last_name(self.type(field.child_by_field_name("type")))]
        return names


def _field_name(key: "Node | None") -> "Node | None":
    if key is None:
        return None
    inner = key.named_children[0] if key.named_children else key
    return inner if inner.type == "identifier" else None
