"""What is left of a file of Go: definitions, scopes, and what is used in them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lockstitch.domain.source import Definition, Expr, FileRecord, Param, Scope, Trait
from lockstitch.parsing.parser import TreeSitterParser

PARSER = TreeSitterParser()
INT: Expr = ("lit", "int")
STR: Expr = ("lit", "str")
BOOL: Expr = ("lit", "bool")
UNKNOWN: Expr = ("lit", "unknown")
ERROR: Expr = ("name", "error")
T: Expr = ("name", "T")


def read(text: str, *, package: str = "shop") -> FileRecord:
    return PARSER.parse("a.go", f"package {package}\n{text}\n".encode())


def one(record: FileRecord, qualified: str) -> Definition:
    (found,) = (each for each in record.definitions if each.qualified == qualified)
    return found


def inside(statements: str, *, head: str = "func f(x T)") -> FileRecord:
    """Return a file with one function that consists of *statements*."""
    record = read(f"{head} {{\n{statements}\n}}")
    assert not record.damaged
    return record


def body(record: FileRecord) -> Scope:
    return record.scopes[record.definitions[0].scope]


def bound(record: FileRecord, name: str) -> list[Expr]:
    """Return what a name is bound to, in whatever scope below the file's own."""
    return [value for scope in record.scopes[1:] for value in scope.names.get(name, ())]


def used(record: FileRecord) -> list[Expr]:
    return [value for scope in record.scopes for _, value in scope.uses]


def array(of: Expr) -> Expr:
    return ("index", ("name", "Array"), of)


def mapping(key: Expr, value: Expr) -> Expr:
    return ("index", ("name", "Map"), ("seq", "tuple", (key, value)))


def several(*types: Expr) -> Expr:
    return ("index", ("name", "tuple"), ("seq", "tuple", types))


def function_of(returned: Expr) -> Expr:
    return ("index", ("name", "Callable"), returned)


# The file


def test_a_file_says_its_package() -> None:
    assert read("", package="auditlog").package == "auditlog"


@pytest.mark.parametrize(
    ("line", "name", "path"),
    [
        pytest.param('"os"', "os", "os", id="one-element"),
        pytest.param('"shop.io/a/money"', "money", "shop.io/a/money", id="the-last-element"),
        pytest.param('"shop.io/money/v2"', "money", "shop.io/money/v2", id="no-version"),
        pytest.param('"gopkg.in/yaml.v3"', "yaml", "gopkg.in/yaml.v3", id="version-after-a-dot"),
        pytest.param('"x.io/go-isatty"', "isatty", "x.io/go-isatty", id="by-custom"),
        pytest.param('m "shop.io/money"', "m", "shop.io/money", id="renamed"),
        pytest.param("`os`", "os", "os", id="raw"),
    ],
)
def test_an_import_binds_the_name_of_its_package(line: str, name: str, path: str) -> None:
    assert read(f"import {line}").scopes[0].names == {name: (("import", path, ""),)}
    assert read(f"import (\n{line}\n)").scopes[0].names == {name: (("import", path, ""),)}
    assert name in read(f"import {line}").mentions


def test_a_dot_import_takes_all_names_in() -> None:
    record = read('import . "shop.io/units"')
    assert record.stars == ("shop.io/units",)
    assert record.scopes[0].names == {}


def test_a_blank_import_is_a_use() -> None:
    assert read('import _ "shop.io/driver"').scopes[0].uses == (
        (2, ("import", "shop.io/driver", "")),
    )


# Functions and methods


def test_a_function_is_defined_with_all_that_it_declares() -> None:
    text = "// Best is best.\nfunc Best[T, K any](a, b T, rest ...string) (n int, err error) {\n}"
    assert one(read(text), "Best")._replace(ast="") == Definition(
        kind="function",
        name="Best",
        qualified="Best",
        container="",
        scope=1,
        outer=0,
        line=3,
        first=3,
        last=4,
        start=30,
        stop=30 + len(text) - text.index("func"),
        signature="func Best[T, K any](a, b T, rest ...string) (n int, err error)",
        ast="",
        traits=Trait.EXPORTED,
        bases=(),
        decorators=(),
        params=(
            Param("a", T, None, rest=False),
            Param("b", T, None, rest=False),
            Param("rest", STR, None, rest=True),
        ),
        returns=several(INT, ERROR),
        generics=("T", "K"),
    )


def test_parameters_and_named_results_are_bound() -> None:
    scope = body(inside("return", head="func f(a *T, _ int, rest ...*T) (n int, _ error)"))
    assert scope.names == {
        "a": (("param", 0),),
        "rest": (("inst", array(T)),),
        "n": (("inst", INT),),
    }
    assert (scope.kind, scope.parent, scope.owner) == ("function", 0, 0)


def test_a_parameter_of_a_bounded_type_is_also_what_bounds_it() -> None:
    scope = body(inside("", head="func f[T Shape, K any](a T, b []T, c K)"))
    assert scope.names["a"] == (("param", 0), ("inst", ("name", "Shape")))
    assert scope.names["b"] == (("param", 1), ("inst", array(("name", "Shape"))))
    assert scope.names["c"] == (("param", 2),)


@pytest.mark.parametrize(
    "receiver",
    ["s Store", "s *Store", "s *Store[K, V]", "s (Store)"],
)
def test_a_method_belongs_to_the_type_of_its_receiver(receiver: str) -> None:
    record = read(f"func ({receiver}) get(key string) *T {{ return s.find(key) }}")
    method = one(record, "Store::get")
    assert (method.kind, method.container, method.returns) == ("method", "Store", T)
    assert method.params == (Param("key", STR, None, rest=False),)
    assert record.scopes[0].names == {}
    assert record.scopes[method.scope].names == {"s": (("this",),), "key": (("param", 0),)}
    assert used(record) == [("call", ("attr", ("name", "s"), "find"), (("name", "key"),), 2)]


def test_a_receiver_without_a_name_binds_nothing() -> None:
    assert body(read("func (Store) get() {}")).names == {}
    assert body(read("func (_ Store) get() {}")).names == {}


def test_a_function_without_a_body_has_no_scope() -> None:
    assert one(read("func add(a, b int) int"), "add").scope == -1


def test_an_init_may_be_repeated_and_is_bound_to_no_name() -> None:
    record = read("func init() {}\nfunc init() {}")
    assert [each.qualified for each in record.definitions] == ["init", "init#2"]
    assert record.scopes[0].names == {}


def test_a_variable_that_is_made_of_a_function_is_a_function() -> None:
    record = read("var Find = func(key string) (*T, error) { return load(key) }")
    found = one(record, "Find")
    assert (found.kind, found.signature) == ("function", "var Find = func(key string) (*T, error)")
    assert (found.params, found.returns) == (
        (Param("key", STR, None, rest=False),),
        several(T, ERROR),
    )
    assert record.scopes[0].names == {"Find": (("def", 0),)}
    assert record.scopes[found.scope].owner == 0
    assert record.scopes[found.scope].names == {"key": (("param", 0),)}


# Types


def test_a_struct_has_fields_and_what_it_embeds() -> None:
    record = read('type Lot[K any] struct {\n*bids.Ledger\nName[K]\nA, b int `json:"a"`\n_ int\n}')
    lot = one(record, "Lot")
    ledger: Expr = ("attr", ("name", "bids"), "Ledger")
    name: Expr = ("index", ("name", "Name"), ("name", "K"))
    assert (lot.kind, lot.bases, lot.generics) == ("struct", (ledger, name), ("K",))
    assert lot.signature == "type Lot[K any] struct"
    assert [
        (each.kind, each.name, each.container, each.returns) for each in record.definitions[1:]
    ] == [
        ("field", "Ledger", "Lot", ledger),
        ("field", "Name", "Lot", name),
        ("field", "A", "Lot", INT),
        ("field", "b", "Lot", INT),
    ]
    assert record.scopes[0].names == {"Lot": (("def", 0),)}


def test_an_interface_has_abstract_methods_and_what_it_embeds() -> None:
    record = read(
        "type Bidder interface {\nDescriber\nio.Reader\nOffer(round int) (int, error)\n"
        "~int | ~string\ncomparable\n}"
    )
    bidder = one(record, "Bidder")
    assert (bidder.kind, bidder.signature) == ("interface", "type Bidder interface")
    assert bidder.bases == (("name", "Describer"), ("attr", ("name", "io"), "Reader"))
    offer = one(record, "Bidder::Offer")
    assert (offer.kind, offer.container, offer.returns) == ("method", "Bidder", several(INT, ERROR))
    assert offer.traits == Trait.ABSTRACT | Trait.EXPORTED
    assert offer.scope == -1


@pytest.mark.parametrize(
    ("written", "lowered"),
    [
        pytest.param("*T", T, id="a-pointer-is-what-it-points-to"),
        pytest.param("[]*T", array(T), id="slice"),
        pytest.param("[4]T", array(T), id="array"),
        pytest.param("<-chan T", array(T), id="channel"),
        pytest.param("map[string]T", mapping(STR, T), id="map"),
        pytest.param("func(a int) T", function_of(T), id="function"),
        pytest.param("func(int) (T, error)", function_of(several(T, ERROR)), id="two-results"),
        pytest.param("func()", function_of(("lit", "none")), id="function-that-gives-nothing"),
        pytest.param("pkg.T", ("attr", ("name", "pkg"), "T"), id="of-a-package"),
        pytest.param("T[int]", ("index", T, INT), id="generic"),
        pytest.param("T[int, K]", ("index", T, ("seq", "tuple", (INT, ("name", "K")))), id="two"),
        pytest.param("error", ERROR, id="error"),
        pytest.param("byte", INT, id="byte"),
        pytest.param("float64", ("lit", "float"), id="float"),
        pytest.param("string", STR, id="string"),
        pytest.param("bool", BOOL, id="bool"),
        pytest.param("any", UNKNOWN, id="any"),
        pytest.param("interface{}", UNKNOWN, id="interface"),
        pytest.param("struct{ a T }", UNKNOWN, id="struct"),
    ],
)
def test_a_type_is_lowered(written: str, lowered: Expr) -> None:
    assert one(read(f"var x {written}"), "x").returns == lowered
    assert read(f"func f(a {written}) {{}}").definitions[0].params[0].type == lowered


def test_a_named_type_has_the_type_that_is_under_it() -> None:
    record = read("type (\nQuery func(T) bool\nAll = []T\n)")
    assert [
        (each.kind, each.name, each.returns, each.signature) for each in record.definitions
    ] == [
        ("type", "Query", function_of(BOOL), "Query func(T) bool"),
        ("type", "All", array(T), "All = []T"),
    ]


def test_a_type_inside_a_function_is_local_to_it() -> None:
    record = inside("type row struct { T }\nr := row{}")
    row = one(record, "f::row")
    assert row.traits == Trait.LOCAL
    assert body(record).names["row"] == (("def", 1),)
    assert one(record, "f::row::T").container == "f::row"


# Constants and variables


def test_constants_without_a_value_repeat_the_one_before() -> None:
    record = read("const (\nOpen Status = iota\nSold\nlimit = 3\n)")
    assert [(each.kind, each.name, each.returns, each.traits) for each in record.definitions] == [
        ("constant", "Open", ("name", "Status"), Trait.EXPORTED),
        ("constant", "Sold", ("name", "Status"), Trait.EXPORTED),
        ("constant", "limit", None, 0),
    ]
    assert record.scopes[0].names["Sold"] == (("def", 1), ("inst", ("name", "Status")))
    assert record.scopes[0].names["limit"] == (("def", 2), INT)


def test_variables_of_a_file_are_bound_to_a_type_or_a_value() -> None:
    record = read("var a, err = load()\nvar b T\nvar (\nc = New()\n)")
    load: Expr = ("call", ("name", "load"), (), 2)
    assert record.scopes[0].names == {
        "a": (("def", 0), ("item", load, 0)),
        "err": (("def", 1), ("item", load, 1)),
        "b": (("def", 2), ("inst", T)),
        "c": (("def", 3), ("call", ("name", "New"), (), 5)),
    }
    assert record.scopes[0].uses == ((2, load), (5, ("call", ("name", "New"), (), 5)))
    assert [each.signature for each in record.definitions] == [
        "var a, err",
        "var a, err",
        "var b T",
        "c",
    ]


@pytest.mark.parametrize("value", ["(*Careful)(nil)", "&Careful{}", "Careful{}", "new(Careful)"])
def test_a_type_that_is_checked_against_an_interface_has_it_for_a_parent(value: str) -> None:
    record = read(f"var _ bids.Bidder = {value}")
    assert record.parents == (("Careful", ("attr", ("name", "bids"), "Bidder")),)
    assert record.definitions == ()


# Names in functions


@pytest.mark.parametrize(
    ("statement", "name", "value"),
    [
        pytest.param("a := x.next", "a", ("attr", ("name", "x"), "next"), id="field"),
        pytest.param("a, err := g()", "err", ("item", ("call", ("name", "g"), (), 3), 1), id="two"),
        pytest.param("a, b := x, 1", "b", INT, id="side-by-side"),
        pytest.param("a, ok := x.(*T)", "a", ("inst", T), id="assertion"),
        pytest.param("a, ok := x.(*T)", "ok", BOOL, id="whether-it-is-one"),
        pytest.param("a, ok := m[k]", "a", ("index", ("name", "m"), ("name", "k")), id="entry"),
        pytest.param("a, ok := <-ch", "a", ("elem", ("name", "ch")), id="received"),
        pytest.param("var a T", "a", ("inst", T), id="declared"),
        pytest.param("var a, b = g()", "b", ("item", ("call", ("name", "g"), (), 3), 1), id="var"),
        pytest.param("const a = 1", "a", INT, id="constant"),
        pytest.param("a := *x", "a", ("name", "x"), id="pointed-to"),
        pytest.param("a := &x", "a", ("name", "x"), id="address"),
        pytest.param("a := (x)", "a", ("name", "x"), id="parentheses"),
        pytest.param("a := x == y", "a", BOOL, id="comparison"),
        pytest.param("a := !x.done", "a", BOOL, id="not"),
        pytest.param("a := x + y", "a", ("name", "x"), id="sum"),
        pytest.param("a := x[1:2]", "a", ("name", "x"), id="slice"),
        pytest.param("a := 'c'", "a", INT, id="rune"),
        pytest.param("a := `raw`", "a", STR, id="raw-string"),
        pytest.param("a := x.M", "a", ("attr", ("name", "x"), "M"), id="method-value"),
        pytest.param("a := (*T).M", "a", ("attr", T, "M"), id="method-expression"),
        pytest.param("a := []byte(x)", "a", ("inst", array(INT)), id="conversion"),
        pytest.param("a := (*T)(x)", "a", ("inst", T), id="conversion-to-a-pointer"),
        pytest.param("a := make([]T, 3)", "a", ("inst", array(T)), id="make"),
        pytest.param("a := new(T)", "a", ("inst", T), id="new"),
        pytest.param(
            "a := append(x, y, z...)",
            "a",
            ("alt", (("name", "x"), ("seq", "list", (("name", "y"), ("elem", ("name", "z")))))),
            id="append",
        ),
        pytest.param("for a := range ch {}", "a", ("elem", ("name", "ch")), id="range-of-one"),
        pytest.param(
            "for _, a := range x.l {}", "a", ("elem", ("attr", ("name", "x"), "l")), id="range"
        ),
        pytest.param("for a, b := range x {}", "a", INT, id="index-of-a-range"),
        pytest.param("for a := range 3 {}", "a", INT, id="range-of-a-number"),
        pytest.param("for a := 0; a < 3; a++ {}", "a", INT, id="for"),
        pytest.param(
            "if a := x.M(); a {}", "a", ("call", ("attr", ("name", "x"), "M"), (), 3), id="if"
        ),
        pytest.param(
            "switch a := x.k; a { case 1: }", "a", ("attr", ("name", "x"), "k"), id="switch"
        ),
        pytest.param("select { case a := <-ch: g(a) }", "a", ("elem", ("name", "ch")), id="select"),
    ],
)
def test_a_name_is_bound_to_what_it_is_given(statement: str, name: str, value: Expr) -> None:
    assert bound(inside(statement), name) == [value]


def test_an_assignment_binds_nothing_and_uses_both_sides() -> None:
    record = inside("x.next, x = g(), h\nx.count++\nx.sum += k.n")
    assert body(record).names == {"x": (("param", 0),)}
    assert used(record) == [
        ("call", ("name", "g"), (), 3),
        ("name", "h"),
        ("attr", ("name", "x"), "next"),
        ("attr", ("name", "x"), "count"),
        ("attr", ("name", "k"), "n"),
        ("attr", ("name", "x"), "sum"),
    ]


def test_what_is_declared_again_in_its_block_stays_what_it_was() -> None:
    record = inside("a, err := g()\nb, err := h()")
    assert body(record).names["err"] == (("item", ("call", ("name", "g"), (), 3), 1),)


def test_a_block_that_declares_has_a_scope_and_others_have_none() -> None:
    record = inside("if x.ok { g() }\nfor { y := h(); y.go_() }")
    assert [(scope.kind, scope.parent) for scope in record.scopes] == [
        ("module", -1),
        ("function", 0),
        ("block", 1),
    ]
    assert record.scopes[2].names == {"y": (("call", ("name", "h"), (), 4),)}
    assert [value for _, value in record.scopes[2].uses] == [
        ("call", ("attr", ("name", "y"), "go_"), (), 4)
    ]


@pytest.mark.parametrize("statement", ["x := x.next()", "var x = x.next()", "x, ok := x.next()"])
def test_a_name_that_hides_the_one_it_is_made_of_finds_the_outer_one(statement: str) -> None:
    record = inside(f"{{\n{statement}\nx.use()\n}}")
    inner = record.scopes[2]
    value: Expr = ("call", ("attr", ("name", "x"), "next"), (), 4)
    for alias, values in body(record).names.items():
        if inner.names["x"] == (("name", alias),):
            assert values in {(value,), (("item", value, 0),)}
            break
    else:
        pytest.fail("nothing keeps what the outer one gives")
    assert [found for _, found in inner.uses] == [("call", ("attr", ("name", "x"), "use"), (), 5)]


def test_a_type_switch_binds_the_name_anew_in_every_case() -> None:
    record = inside(
        "switch v := x.item.(type) {\ncase *T:\nv.one()\ncase A, B:\nv.two()\ndefault:\nv.other()\n}"
    )
    item: Expr = ("attr", ("name", "x"), "item")
    assert [(scope.kind, scope.names) for scope in record.scopes[2:]] == [
        ("block", {"v": (("inst", T),)}),
        ("block", {"v": (item,)}),
        ("block", {"v": (item,)}),
    ]
    assert [value for scope in record.scopes[2:] for _, value in scope.uses] == [
        ("call", ("attr", ("name", "v"), "one"), (), 5),
        ("call", ("attr", ("name", "v"), "two"), (), 7),
        ("call", ("attr", ("name", "v"), "other"), (), 9),
    ]


def test_a_type_switch_over_its_own_name_leaves_it_where_no_type_is_told() -> None:
    record = inside("switch x := x.(type) {\ncase *K: x.one()\ndefault: x.other()\n}")
    assert bound(record, "x") == [("param", 0), ("inst", ("name", "K"))]


def test_else_if_sees_what_the_if_before_it_declared() -> None:
    record = inside("if a := g(); a {\n} else if b := a.h(); b {\nb.use(a)\n} else { a.end() }")
    (inner,) = (scope for scope in record.scopes if "b" in scope.names)
    assert "a" in record.scopes[inner.parent].names


# What is used


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        pytest.param("g(x, 1)", ("call", ("name", "g"), (("name", "x"), INT), 3), id="call"),
        pytest.param("go x.run()", ("call", ("attr", ("name", "x"), "run"), (), 3), id="go"),
        pytest.param("defer x.end()", ("call", ("attr", ("name", "x"), "end"), (), 3), id="defer"),
        pytest.param("return x.M", ("attr", ("name", "x"), "M"), id="return"),
        pytest.param("ch <- g()", ("call", ("name", "g"), (), 3), id="send"),
        pytest.param(
            "L: for { x.M(); goto L }", ("call", ("attr", ("name", "x"), "M"), (), 3), id="label"
        ),
        pytest.param("<-x.done", ("elem", ("attr", ("name", "x"), "done")), id="receive"),
        pytest.param("for x.more() {}", ("call", ("attr", ("name", "x"), "more"), (), 3), id="for"),
        pytest.param(
            "switch { case x.a(): }", ("call", ("attr", ("name", "x"), "a"), (), 3), id="case"
        ),
        pytest.param("_ = a == x.b()", ("call", ("attr", ("name", "x"), "b"), (), 3), id="operand"),
        pytest.param("m[x.key()] = 1", ("call", ("attr", ("name", "x"), "key"), (), 3), id="key"),
        pytest.param(
            "x.(*K).M()", ("call", ("attr", ("inst", ("name", "K")), "M"), (), 3), id="asserted"
        ),
        pytest.param(
            "g(xs...)", ("call", ("name", "g"), (("elem", ("name", "xs")),), 3), id="spread"
        ),
        pytest.param("g[int](1)", ("call", ("name", "g"), (INT,), 3), id="generic"),
        pytest.param("g[int, K](1)", ("call", ("name", "g"), (INT,), 3), id="generic-of-two"),
        pytest.param(
            "p.g[q.K]()", ("call", ("attr", ("name", "p"), "g"), (), 3), id="generic-of-package"
        ),
        pytest.param("g[K](1, 2)", ("call", ("name", "g"), (INT, INT), 3), id="generic-of-a-name"),
        pytest.param(
            "hs[0](1)",
            ("call", ("index", ("name", "hs"), INT), (INT,), 3),
            id="an-element-is-called",
        ),
        pytest.param(
            "x.hs[i](1, 2)",
            ("call", ("index", ("attr", ("name", "x"), "hs"), ("name", "i")), (INT, INT), 3),
            id="an-element-of-a-local-is-called",
        ),
        pytest.param("T{1, x}", ("new", T, (INT, ("name", "x")), 3), id="struct"),
        pytest.param("&T{A: g}", ("new", T, (("key", "A", ("name", "g")),), 3), id="keyed"),
        pytest.param("p.T{}", ("new", ("attr", ("name", "p"), "T"), (), 3), id="struct-of-package"),
        pytest.param("T[int]{}", ("new", ("index", T, INT), (), 3), id="generic-struct"),
    ],
)
def test_a_use_is_noted(statement: str, value: Expr) -> None:
    if statement.startswith(("T", "&", "p.T")):
        statement = f"_ = {statement}"
    assert value in used(inside(statement))


@pytest.mark.parametrize(
    ("literal", "value", "uses"),
    [
        pytest.param(
            "[]*T{{1}, {A: 2}}",
            ("inst", array(T)),
            [("new", T, (INT,), 3), ("new", T, (("key", "A", INT),), 3)],
            id="slice",
        ),
        pytest.param(
            "map[string]T{k: {}, g(): x}",
            ("inst", mapping(STR, T)),
            [("call", ("name", "g"), (), 3), ("new", T, (), 3), ("name", "x")],
            id="map",
        ),
        pytest.param(
            "[...][]T{{{1}}}", ("inst", array(array(T))), [("new", T, (INT,), 3)], id="nested"
        ),
        pytest.param(
            "[]func() T{g, h}",
            (
                "alt",
                (
                    ("inst", array(function_of(T))),
                    ("seq", "list", (("name", "g"), ("name", "h"))),
                ),
            ),
            [],
            id="functions",
        ),
        pytest.param(
            "map[string]any{k: g}", ("map", (("name", "g"),)), [], id="what-its-type-does-not-tell"
        ),
        pytest.param(
            "struct{ a, b int }{1, g}",
            ("object", (("a", INT), ("b", ("name", "g")))),
            [],
            id="by-place",
        ),
        pytest.param(
            "[]struct{ run func() }{{run: g}, {h}}",
            (
                "seq",
                "list",
                (("object", (("run", ("name", "g")),)), ("object", (("run", ("name", "h")),))),
            ),
            [],
            id="table",
        ),
    ],
)
def test_a_literal_is_of_its_type_and_uses_what_it_holds(
    literal: str, value: Expr, uses: list[Expr]
) -> None:
    record = inside(f"a := {literal}")
    assert bound(record, "a") == [value]
    whole = [] if value[0] == "inst" else [value]
    assert used(record) == uses + whole


def test_a_function_literal_has_a_scope_and_says_what_it_gives() -> None:
    record = inside("a := func(p *T, n ...int) (K, error) { return p.get(x) }")
    assert bound(record, "a") == [("lambda", 2)]
    closure = record.scopes[2]
    assert (closure.kind, closure.parent, closure.owner) == ("function", 1, -1)
    assert closure.names == {"p": (("inst", T),), "n": (("inst", array(INT)),)}
    assert closure.returns == (("seq", "tuple", (("inst", ("name", "K")), ("inst", ERROR))),)
    assert closure.uses == ((3, ("call", ("attr", ("name", "p"), "get"), (("name", "x"),), 3)),)


def test_a_method_that_is_found_by_its_name_at_run_time_is_dynamic() -> None:
    record = inside("reflect.ValueOf(x).MethodByName(name).Call(nil)")
    assert record.dynamic == ((1, 3, "reflect.ValueOf(x).MethodByName(name)"),)


def test_every_identifier_is_mentioned() -> None:
    record = inside("switch y := x.(type) { case *p.K: y.m(z.f) }\nvar s struct{ q Q }")
    assert {"f", "x", "T", "y", "p", "K", "m", "z", "q", "Q"} <= set(record.mentions)


# The whole


FILE = """package shop

import "fmt"

// Lot is sold.
type Lot struct {
	Title string // its name
	price int
}

func (l *Lot) Sell(to Bidder) (int, error) {
	if to == nil { // nobody
		return 0, fmt.Errorf("none for %s", l.Title)
	}
	return to.Pay(l.price), nil
}
"""
SHUFFLED = """package shop
import "fmt"
type Lot struct {
    Title    string
    /* in cents */
    price    int
}
func (l *Lot) Sell(to Bidder) (
    int, error) { if to == nil { return 0, fmt.Errorf("none for %s", l.Title) }

    return to.Pay(l.price), nil }
"""


def hashes(text: str) -> dict[str, str]:
    return {each.qualified: each.ast for each in PARSER.parse("a.go", text.encode()).definitions}


def test_comments_and_layout_leave_the_syntax_hashes() -> None:
    assert hashes(SHUFFLED) == hashes(FILE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("to.Pay(", "to.Ask(", id="another-call"),
        pytest.param("none for", "none  for", id="a-space-in-a-string"),
        pytest.param("return 0,", "return 1,", id="another-number"),
    ],
)
def test_another_body_is_another_hash_and_leaves_the_rest(old: str, new: str) -> None:
    before, after = hashes(FILE), hashes(FILE.replace(old, new))
    assert {name for name in before if before[name] != after[name]} == {"Lot::Sell"}


def test_a_file_with_an_error_yields_what_parsed() -> None:
    record = read(
        "func a() { g() }\nfunc b( { \nfunc c() T { return d() }\ntype K struct { n int }"
    )
    assert record.damaged
    assert one(record, "a").scope > 0
    assert ("call", ("name", "g"), (), 2) in used(record)
    assert {"K", "T", "d"} <= set(record.mentions)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("var x = " + "(" * 3000 + "1" + ")" * 3000, id="parentheses"),
        pytest.param("var x = " + "a + " * 3000 + "b", id="sum"),
        pytest.param("var x " + "[]" * 3000 + "int", id="slices"),
        pytest.param("func f() {" + "{" * 3000 + "}" * 3000 + "}", id="blocks"),
        pytest.param("func f() {" + "if a {} else " * 2000 + "{}}", id="else-if"),
        pytest.param("var x = a" + ".b()" * 3000, id="chain"),
        pytest.param("var x = []T" + "{" * 3000 + "}" * 3000, id="braces"),
        pytest.param("var x = " + "func() { y := " * 500 + "1" + "}" * 500, id="closures"),
    ],
)
def test_deep_text_exhausts_nothing(text: str) -> None:
    record = read(f"func First() {{}}\n{text}")
    assert record.definitions[0].name == "First"


WORDS = """
package import func type struct interface var const map chan go defer return if else for range
switch case default select := = == <- ( ) { } [ ] , . ; : * & ... + x T f "s" `r` 'c' 1 _
append make new nil iota // /* */
"""


@given(
    st.one_of(
        st.text(max_size=200),
        st.lists(st.sampled_from([*WORDS.split(), "\n"]), max_size=60).map(" ".join),
    )
)
@settings(max_examples=150, deadline=None)
def test_no_text_is_too_much(text: str) -> None:
    record = PARSER.parse("a.go", text.encode())
    assert record.language == "go"
    for each in record.definitions:
        assert each.scope < len(record.scopes)
        assert each.name
    for scope in record.scopes:
        assert -1 <= scope.owner < len(record.definitions)
