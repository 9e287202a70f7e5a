"""What a parser leaves of a source file: a compact record that says what is defined, and what is used.

The record is in no language. A parser lowers its own language to it, and the resolver in `code` reads nothing
else. Records are tuples and dictionaries of plain values, for there are thousands and they are kept as bytes.

Names inside a file are *qualified*: the scopes and the name, joined by `::` (`Flask::run`). A name that is
defined again in its scope gets a number (`run#2`).

Expressions
-----------
("name", id)                      an identifier, looked up from the scope where it stands
("attr", base, id)                `base.id`, `base->id`, `base::id`
("call", callee, args, line)      a call; ("new", type, args, line) where the language writes a constructor apart
("key", id, value)                a named argument; stands only among args
("index", base, key)              `base[key]`; among types, a generic: ("index", ("name", "list"), ("name", "User"))
("lit", type)                     a literal of a builtin type: "str", "int", "float", "bool", "bytes", "none", "regex"
("seq", type, values)             a literal "list", "tuple" or "set" (any array is a "list")
("map", values)                   a literal map with computed keys; ("object", ((name, value), ...)) with written ones
("alt", values)                   any of these: branches of a conditional, `a or b`, a union of types
("await", value)                  what an awaitable gives
("elem", value)                   what iterating over it gives
("item", value, n)                its n-th part, in an unpacking
("enter", value)                  what a context manager binds
("inst", type)                    a value of a declared type: an annotation, a cast, a narrowing
("def", n)                        the n-th definition of this record, as a value
("lambda", scope)                 a function without a name; its scope
("param", n)                      the n-th written parameter of the scope's owner, `self` counted
("this",)  ("super",)             the receiver; the receiver as its parents see it
("import", module, name)          what a module gives under a name; name "" is the module itself

Types are expressions too, in which a name means the type and not a value of it. A function type is
("index", ("name", "Callable"), returned type).
"""

from typing import Any, Final, NamedTuple, TypeAlias

Expr: TypeAlias = tuple[Any, ...]
"""One of the forms above. Plain tuples: there are millions, and each is looked at by its first part."""


class Trait:
    """Bits that say of a definition what its kind does not. Plain numbers: they are asked for in every loop."""

    STATIC: Final = 1
    CLASS_METHOD: Final = 2
    """Its first parameter is the class."""
    PROPERTY: Final = 4
    """Read and written like a field."""
    ABSTRACT: Final = 8
    ASYNC: Final = 16
    GENERATOR: Final = 32
    """It gives what it yields, one by one."""
    FIXTURE: Final = 64
    """A parameter of its name asks for it."""
    CONTEXT: Final = 128
    """A generator that serves as a context manager."""
    CACHED: Final = 2_048
    """A property whose value is kept: most accesses call nothing."""
    EXPORTED: Final = 256
    LOCAL: Final = 512
    """Defined inside a function."""
    EXTENSION: Final = 1_024
    """A function that is called like a member of its first parameter."""


class Param(NamedTuple):
    """A parameter as it is written."""

    name: str
    type: Expr | None
    default: Expr | None
    rest: bool
    """It takes all that is left over."""


class Definition(NamedTuple):
    """Something that is defined in a file."""

    kind: str
    """function, method, class, interface, struct, trait, enum, type, variable, field, module, macro, ..."""
    name: str
    qualified: str
    container: str
    """The qualified name of the type that it is a member of; empty where it is of none."""
    scope: int
    """The scope of its body; -1 where it has none."""
    outer: int
    """The scope that it stands in."""
    line: int
    """Where its name stands, from 1."""
    first: int
    """Its first line, decorators included."""
    last: int
    start: int
    """Its first byte, decorators included."""
    stop: int
    signature: str
    """As it is written, over as many lines, decorators included, without the body."""
    ast: str
    """A hash of its syntax; comments and layout are no part of it."""
    traits: int
    bases: tuple[Expr, ...]
    decorators: tuple[Expr, ...]
    params: tuple[Param, ...]
    returns: Expr | None
    """The declared type of what it gives; of a variable or field, its own declared type."""
    generics: tuple[str, ...]
    """The names of its type parameters."""


class Scope(NamedTuple):
    """Where names are bound."""

    kind: str
    """module, class, function or block."""
    parent: int
    owner: int
    """The definition whose body it is; -1 for a module, a block, a lambda."""
    names: dict[str, tuple[Expr, ...]]
    """What each name was bound to, in the order of the text."""
    returns: tuple[Expr, ...]
    yields: tuple[Expr, ...]
    uses: tuple[tuple[int, Expr], ...]
    """Expressions that are evaluated here, with their lines. What stands in one is not listed again."""


class Field(NamedTuple):
    """A field that a method sets: `self.name = value`."""

    container: str
    name: str
    scope: int
    value: Expr


class FileRecord(NamedTuple):
    """All that is known of a file without looking at another one. Scope 0 is the file's own."""

    language: str
    package: str
    """The package that it says it belongs to; empty where the language has none."""
    definitions: tuple[Definition, ...]
    scopes: tuple[Scope, ...]
    fields: tuple[Field, ...]
    parents: tuple[tuple[str, Expr], ...]
    """A type and a base that it is given from outside of its own definition."""
    exports: dict[str, tuple[Expr, ...]]
    """What other files see, by name; `default` for a default export."""
    stars: tuple[str, ...]
    """Modules all of whose names are taken in, or passed on."""
    public: tuple[str, ...] | None
    """The names that a star takes, where the file says so."""
    dynamic: tuple[tuple[int, int, str], ...]
    """Scope, line and text of what no reading can bind: `getattr(x, name)()`, `eval`."""
    damaged: bool
    """Some of the text could not be parsed."""
    mentions: tuple[str, ...]
    """Every identifier in it, sorted: who may be affected by a change of that name."""


def nothing_in(language: str, *, damaged: bool = False) -> FileRecord:
    """Return the record of a file of which nothing is known."""
    return FileRecord(
        language=language,
        package="",
        definitions=(),
        scopes=(Scope("module", -1, -1, {}, (), (), ()),),
        fields=(),
        parents=(),
        exports={},
        stars=(),
        public=None,
        dynamic=(),
        damaged=damaged,
        mentions=(),
    )
