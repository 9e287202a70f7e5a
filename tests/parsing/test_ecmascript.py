"""What is left of a file of TypeScript or JavaScript: definitions, scopes, and what is used in them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lockstitch.domain.source import Definition, Expr, FileRecord, Param, Scope, Trait
from lockstitch.parsing.parser import TreeSitterParser

PARSER = TreeSitterParser()
INT: Expr = ("lit", "int")
STR: Expr = ("lit", "str")
BOOL: Expr = ("lit", "bool")
NONE: Expr = ("lit", "none")
UNKNOWN: Expr = ("lit", "unknown")
T: Expr = ("name", "T")
A: Expr = ("name", "A")
B: Expr = ("name", "B")


def read(text: str, suffix: str = "ts", *, damaged: bool = False) -> FileRecord:
    record = PARSER.parse(f"a.{suffix}", text.encode())
    assert record.damaged == damaged
    return record


def one(record: FileRecord, qualified: str) -> Definition:
    (found,) = (each for each in record.definitions if each.qualified == qualified)
    return found


def named(record: FileRecord) -> list[tuple[str, str]]:
    return [(each.kind, each.qualified) for each in record.definitions]


def body(record: FileRecord, number: int = 0) -> Scope:
    return record.scopes[record.definitions[number].scope]


def bound(record: FileRecord, name: str) -> list[Expr]:
    """Return what a name is bound to, in whatever scope."""
    return [value for scope in record.scopes for value in scope.names.get(name, ())]


def used(record: FileRecord) -> list[Expr]:
    return [value for scope in record.scopes for _, value in scope.uses]


def call(name: str, *given: Expr, line: int = 1) -> Expr:
    return ("call", ("name", name), given, line)


DEFINED = [
    pytest.param("function f(a) {}", [("function", "f")], id="function"),
    pytest.param("async function* f() {}", [("function", "f")], id="async-generator"),
    pytest.param("const f = () => {}", [("function", "f")], id="arrow-bound-to-a-const"),
    pytest.param("var f = function g() {}", [("function", "f")], id="function-expression"),
    pytest.param("const f = wrap(() => {})", [], id="a-wrapped-function-is-a-value"),
    pytest.param("const f = (x as any)", [], id="a-plain-value-is-none"),
    pytest.param("const K = class N {}", [("class", "K")], id="class-expression"),
    pytest.param(
        "class A { x = 1; #y: T; f() {} g = () => {}; static { } get p() { return 1 } set p(v) {} }",
        [
            ("class", "A"),
            ("field", "A::x"),
            ("field", "A::#y"),
            ("method", "A::f"),
            ("method", "A::g"),
            ("method", "A::p"),
            ("method", "A::p#2"),
        ],
        id="members-of-a-class",
    ),
    pytest.param(
        "class A { constructor(private readonly s: T, t: T) {} }",
        [("class", "A"), ("method", "A::constructor"), ("field", "A::s")],
        id="parameter-properties",
    ),
    pytest.param(
        "class A { ['a b']() {} 'c'() {} [Symbol.iterator]() {} }",
        [
            ("class", "A"),
            ("method", "A::a b"),
            ("method", "A::c"),
            ("method", "A::[Symbol.iterator]"),
        ],
        id="names-of-members",
    ),
    pytest.param(
        "abstract class A { abstract f(): T; abstract x: T }",
        [("class", "A"), ("method", "A::f"), ("field", "A::x")],
        id="abstract-class",
    ),
    pytest.param(
        "interface I { a: T; f(): T; (x: T): T; new (): T; [k: string]: T }",
        [("interface", "I"), ("field", "I::a"), ("method", "I::f")],
        id="interface",
    ),
    pytest.param("type A = B | C", [("type", "A")], id="alias"),
    pytest.param(
        "type A = { a: T; f(): T } & B",
        [("type", "A"), ("field", "A::a"), ("method", "A::f")],
        id="alias-of-an-object-type",
    ),
    pytest.param(
        "enum E { A = 1, B, 'C' = 'x' }",
        [("enum", "E"), ("field", "E::A"), ("field", "E::B"), ("field", "E::C")],
        id="enum",
    ),
    pytest.param(
        "namespace N.M { export function f() {} }",
        [("module", "N"), ("module", "N::M"), ("function", "N::M::f")],
        id="nested-namespace",
    ),
    pytest.param(
        "declare module 'm' { function f(): T }\ndeclare global { interface W { a: T } }",
        [("module", "m"), ("function", "m::f"), ("interface", "W"), ("field", "W::a")],
        id="ambient",
    ),
    pytest.param(
        "function f(a: A): T;\nfunction f(a: B): T;\nfunction f(a: any) {}",
        [("function", "f"), ("function", "f#2"), ("function", "f#3")],
        id="overloads",
    ),
    pytest.param(
        "const o = { f() {}, g: () => 1, n: { h() {} }, x: 1 }",
        [("method", "o::f"), ("method", "o::g"), ("method", "o::n::h")],
        id="object-literal-bound-to-a-const",
    ),
    pytest.param(
        "function make() { return { f() {} } }",
        [("function", "make"), ("method", "make::f")],
        id="object-literal-returned",
    ),
    pytest.param(
        "const make = () => ({ f() {} })",
        [("function", "make"), ("method", "make::f")],
        id="object-literal-given-by-an-arrow",
    ),
    pytest.param("export default { f() {} }", [("method", "default::f")], id="default-object"),
    pytest.param("export default () => 1", [("function", "default")], id="default-function"),
    pytest.param("export default class {}", [("class", "default")], id="default-class"),
    pytest.param("g({ f() {} })", [], id="object-literal-as-an-argument"),
    pytest.param("const o = Object.freeze({ f() {} })", [("method", "o::f")], id="frozen-object"),
]


@pytest.mark.parametrize(("text", "expected"), DEFINED)
def test_what_a_text_defines(text: str, expected: list[tuple[str, str]]) -> None:
    assert named(read(text)) == expected


def test_a_function_keeps_how_it_is_written() -> None:
    text = "/** Says. */\nexport async function f<T extends A>(a: A, b = g(), ...c: B[]): Promise<T> {}"
    found = one(read(text), "f")
    assert (found.line, found.first, found.last, found.start) == (2, 2, 2, 13)
    assert found.signature == text[13:-3]
    assert found.traits == Trait.EXPORTED | Trait.ASYNC
    assert found.params == (
        Param("a", A, None, rest=False),
        Param("b", None, call("g", line=2), rest=False),
        Param("c", B, None, rest=True),
    )
    assert (found.returns, found.generics) == (("index", ("name", "Promise"), T), ("T",))


def test_a_default_is_evaluated_by_the_function_and_a_bound_is_known_in_it() -> None:
    record = read("function f<T extends A>(b = g()) {}")
    assert body(record).uses == ((1, call("g")),)
    assert body(record).names == {"T": (A,), "b": (("param", 0),)}
    assert record.scopes[0].uses == ()


def test_a_const_function_begins_at_its_const() -> None:
    found = one(read("export const f = (a: A): T =>\n  a.b();"), "f")
    assert (found.signature, found.start, found.last) == ("export const f = (a: A): T =>", 0, 2)
    assert found.traits == Trait.EXPORTED


@pytest.mark.parametrize(
    ("text", "qualified", "traits"),
    [
        pytest.param("class A { static f() {} }", "A::f", Trait.STATIC, id="static"),
        pytest.param("class A { get f() {} }", "A::f", Trait.PROPERTY, id="getter"),
        pytest.param("class A { f = async () => 1 }", "A::f", Trait.ASYNC, id="async-field"),
        pytest.param("class A { *f() {} }", "A::f", Trait.GENERATOR, id="generator"),
        pytest.param("abstract class A {}", "A", Trait.ABSTRACT, id="abstract-class"),
        pytest.param("interface I { f(): T }", "I::f", Trait.ABSTRACT, id="signature"),
        pytest.param("function g() { function f() {} }", "g::f", Trait.LOCAL, id="local"),
        pytest.param(
            "function f() {}\nexport { f as g }", "f", Trait.EXPORTED, id="exported-later"
        ),
        pytest.param(
            "namespace N { export class C {} }", "N::C", Trait.EXPORTED, id="of-namespace"
        ),
        pytest.param("export default function f() {}", "f", Trait.EXPORTED, id="exported-default"),
    ],
)
def test_the_traits_of_a_definition(text: str, qualified: str, traits: int) -> None:
    assert one(read(text), qualified).traits == traits


def test_members_know_their_container() -> None:
    record = read("class A { x: T; f() {} }\nconst o = { g() {} };\ntype U = { h(): T }")
    found = {each.qualified: each.container for each in record.definitions}
    assert found == {
        "A": "", "A::x": "A", "A::f": "A", "o::g": "o", "U": "", "U::h": "U",
    }  # fmt: skip


def test_the_bases_of_a_class_are_what_it_extends_and_implements() -> None:
    record = read("class C extends m.A<T> implements I, J<T> {}")
    generic = ("index", ("attr", ("name", "m"), "A"), T)
    assert one(record, "C").bases == (generic, ("name", "I"), ("index", ("name", "J"), T))
    assert record.scopes[0].uses == ((1, ("attr", ("name", "m"), "A")),)


def test_the_bases_of_an_interface_and_of_an_alias_with_members() -> None:
    record = read("interface I extends A, B {}\ntype U = { a: T } & A")
    assert one(record, "I").bases == (A, B)
    assert (one(record, "U").bases, one(record, "U").returns) == ((A,), None)


def test_a_mixin_is_a_base_that_is_called() -> None:
    assert one(read("class C extends mix(A) {}", "js"), "C").bases == (call("mix", A),)


def test_decorators_are_used_and_kept() -> None:
    text = "@d class C {\n  @e(1) f() {}\n  @g x: T;\n}"
    record = read(text)
    assert one(record, "C").decorators == (("name", "d"),)
    assert one(record, "C::f").decorators == (call("e", INT, line=2),)
    assert one(record, "C::x").decorators == (("name", "g"),)
    assert (one(record, "C::f").first, one(record, "C::f").signature) == (2, "@e(1) f()")
    assert ("name", "d") in used(record)
    assert call("e", INT, line=2) in used(record)


def test_a_field_has_its_declared_type_or_its_value() -> None:
    record = read("class C { a: T = g(); b = new A() }")
    assert (one(record, "C::a").returns, one(record, "C::a").signature) == (T, "a: T")
    assert [(each.name, each.value) for each in record.fields] == [("b", ("new", A, (), 1))]


def test_a_member_of_an_enum_is_of_the_enum() -> None:
    assert one(read("enum E { A }"), "E::A").returns == ("name", "E")


def test_types_of_one_name_are_merged() -> None:
    record = read("enum E { A }\nnamespace E { export function f() {} }")
    assert record.scopes[0].names["E"] == (("def", 0),)
    assert record.parents == (("E", ("def", 2)),)


def test_a_class_beside_an_interface_is_what_the_name_means() -> None:
    record = read("interface A { f(): T }\nclass A {}")
    assert record.scopes[0].names["A"][-1] == ("def", 2)
    assert record.parents == (("A#2", ("def", 0)),)


TYPES = [
    pytest.param("string", STR, id="string"),
    pytest.param("number", INT, id="number"),
    pytest.param("boolean", BOOL, id="boolean"),
    pytest.param("void", NONE, id="void"),
    pytest.param("null", NONE, id="null"),
    pytest.param("any", UNKNOWN, id="any"),
    pytest.param("'a' | 1", ("alt", (STR, INT)), id="literals"),
    pytest.param("m.A", ("attr", ("name", "m"), "A"), id="nested"),
    pytest.param("A<T>", ("index", A, T), id="generic"),
    pytest.param("A<T, B>", ("index", A, ("seq", "tuple", (T, B))), id="generic-of-two"),
    pytest.param("A | B | null", ("alt", (A, B, NONE)), id="union"),
    pytest.param("A & B", ("alt", (A, B)), id="intersection"),
    pytest.param("readonly A[]", ("index", ("name", "Array"), A), id="array"),
    pytest.param("[A, B?, ...T[]]", ("index", ("name", "Array"), ("alt", (A, B, T))), id="tuple"),
    pytest.param("(a: A) => T", ("index", ("name", "Callable"), ("seq", "tuple", (T, A))), id="function"),
    pytest.param("() => T", ("index", ("name", "Callable"), T), id="function-of-nothing"),
    pytest.param("{ a: A; f(): T }", ("object", (("a", ("inst", A)), ("f", ("inst", ("index", ("name", "Callable"), T))))), id="object"),
    pytest.param("this", ("lit", "this"), id="this"),
    pytest.param("typeof x", UNKNOWN, id="typeof"),
    pytest.param("keyof A", UNKNOWN, id="keyof"),
    pytest.param("A extends B ? T : never", UNKNOWN, id="conditional"),
    pytest.param("{ [K in keyof A]: T }", ("object", ()), id="mapped"),
    pytest.param("import('./m').A", ("attr", ("import", "./m", ""), "A"), id="imported"),
    pytest.param("x is A", BOOL, id="predicate"),
    pytest.param("asserts x is A", NONE, id="assertion"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "expected"), TYPES)
def test_a_type_is_an_expression(written: str, expected: Expr) -> None:
    assert one(read(f"function f(x): {written} {{}}"), "f").returns == expected


def test_identifiers_of_types_that_say_nothing_are_mentioned() -> None:
    record = read("type X = keyof A | (B extends C ? D : E)")
    assert record.mentions == ("A", "B", "C", "D", "E", "X")


VALUES = [
    pytest.param("a.b?.c!.d", ("attr", ("attr", ("attr", ("name", "a"), "b"), "c"), "d"), id="members"),
    pytest.param("a['b']", ("attr", ("name", "a"), "b"), id="written-key"),
    pytest.param("a[0]", ("index", ("name", "a"), INT), id="place"),
    pytest.param("f(a, ...b)", call("f", ("name", "a"), ("elem", ("name", "b"))), id="call"),
    pytest.param("f<T>(a)", call("f", ("name", "a")), id="call-with-types"),
    pytest.param("f`x${a}`", call("f", ("name", "a")), id="tagged-template"),
    pytest.param("new A(1)", ("new", A, (INT,), 1), id="new"),
    pytest.param("new A<T>", ("new", ("index", A, T), (), 1), id="new-of-a-generic"),
    pytest.param("new Map<A, B>()", ("inst", ("index", ("name", "Map"), ("seq", "tuple", (A, B)))), id="new-map"),
    pytest.param("await f()", ("await", call("f")), id="await"),
    pytest.param("a ? b : c", ("alt", (("name", "b"), ("name", "c"))), id="conditional"),
    pytest.param("a || b", ("alt", (("name", "a"), ("name", "b"))), id="or"),
    pytest.param("a ?? b", ("alt", (("name", "a"), ("name", "b"))), id="nullish"),
    pytest.param("a && b", ("name", "b"), id="and"),
    pytest.param("a as T", ("inst", T), id="cast"),
    pytest.param("<T>a", ("inst", T), id="old-cast"),
    pytest.param("a as const", ("name", "a"), id="as-const"),
    pytest.param("[a, 1]", ("seq", "list", (("name", "a"), INT)), id="array"),
    pytest.param("{ a, 'b': 1 }", ("object", (("a", ("name", "a")), ("b", INT))), id="object"),
    pytest.param("{ [a]: b }", ("map", (("name", "b"),)), id="computed-keys"),
    pytest.param("{ a: 1, ...b }", ("alt", (("object", (("a", INT),)), ("name", "b"))), id="spread"),
    pytest.param("`x${a}`", STR, id="template"),
    pytest.param("/x/g", ("lit", "regex"), id="regex"),
    pytest.param("typeof a", STR, id="typeof"),
    pytest.param("!a", BOOL, id="not"),
    pytest.param("a === b", BOOL, id="comparison"),
    pytest.param("(a, b)", ("name", "b"), id="sequence"),
    pytest.param("await import('./m')", ("import", "./m", ""), id="dynamic-import"),
    pytest.param("f.bind(this)", ("name", "f"), id="bind"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "expected"), VALUES)
def test_a_value_is_an_expression(written: str, expected: Expr) -> None:
    assert read(f"x = {written}").scopes[0].names["x"] == (expected,)


BINDINGS = [
    pytest.param("const { a } = o", ("attr", ("name", "o"), "a"), id="member"),
    pytest.param("const { b: a = 1 } = o", ("alt", (("attr", ("name", "o"), "b"), INT)), id="default"),
    pytest.param("const [, a] = o", ("item", ("name", "o"), 1), id="place"),
    pytest.param("const { b: [a] } = o", ("item", ("attr", ("name", "o"), "b"), 0), id="nested"),
    pytest.param("const { b, ...a } = o", ("name", "o"), id="rest"),
    pytest.param("let a: T = f()", ("inst", T), id="declared-type"),
    pytest.param("for (const a of o) {}", ("elem", ("name", "o")), id="for-of"),
    pytest.param("for await (const a of o) {}", ("elem", ("await", ("name", "o"))), id="for-await"),
    pytest.param("for (const a in o) {}", STR, id="for-in"),
    pytest.param("try {} catch (a) {}", UNKNOWN, id="catch"),
    pytest.param("f((a) => 1)", ("param", 0), id="parameter-of-a-lambda"),
    pytest.param("f((x, a: T) => 1)", ("inst", T), id="typed-parameter-of-a-lambda"),
    pytest.param("function f({ a }: T) {}", ("attr", ("param", 0), "a"), id="taken-apart-parameter"),
    pytest.param("function f(x, [a]) {}", ("item", ("param", 1), 0), id="parameter-in-places"),
    pytest.param("const a = await import('./m')", ("import", "./m", ""), id="dynamic-import"),
    pytest.param("const { a } = await import('./m')", ("import", "./m", "a"), id="part-of-it"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), BINDINGS)
def test_a_name_is_bound_to_its_part(text: str, expected: Expr) -> None:
    assert bound(read(text), "a") == [expected]


IMPORTS = [
    pytest.param("import a from './m'", ("import", "./m", "default"), id="default"),
    pytest.param("import { a } from './m'", ("import", "./m", "a"), id="named"),
    pytest.param("import { b as a } from './m'", ("import", "./m", "b"), id="renamed"),
    pytest.param("import { type a } from './m'", ("import", "./m", "a"), id="type-among-others"),
    pytest.param("import type { a } from './m'", ("import", "./m", "a"), id="types-only"),
    pytest.param("import { default as a } from '@s/p/q'", ("import", "@s/p/q", "default"), id="default-by-name"),
    pytest.param("import x, * as a from './m'", ("import", "./m", ""), id="namespace"),
    pytest.param("const { a } = require('./m')", ("import", "./m", "a"), id="required-part"),
    pytest.param("import a = N.M", ("attr", ("name", "N"), "M"), id="alias"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), IMPORTS)
def test_an_import_binds_a_name(text: str, expected: Expr) -> None:
    assert bound(read(text), "a") == [expected]


@pytest.mark.parametrize("text", ["const a = require('./m')", "import a = require('./m')"])
def test_a_required_module_is_itself_or_what_it_exports_as_a_whole(text: str) -> None:
    assert bound(read(text), "a") == [("import", "./m", ""), ("import", "./m", "default")]


def test_an_import_for_its_effects_is_a_use() -> None:
    assert used(read("import './m'")) == [("import", "./m", "")]


EXPORTS = [
    pytest.param("export const a = 1, { b } = c", {"a": (("name", "a"),), "b": (("name", "b"),)}, id="variables"),
    pytest.param("export function f() {}", {"f": (("name", "f"),)}, id="function"),
    pytest.param("export declare class C {}", {"C": (("name", "C"),)}, id="declared-class"),
    pytest.param("export { a as b }", {"b": (("name", "a"),)}, id="renamed"),
    pytest.param("export { a as b } from './m'", {"b": (("import", "./m", "a"),)}, id="passed-on"),
    pytest.param("export { default } from './m'", {"default": (("import", "./m", "default"),)}, id="default-passed-on"),
    pytest.param("export * as n from './m'", {"n": (("import", "./m", ""),)}, id="namespace"),
    pytest.param("export default f()", {"default": (call("f"),)}, id="default-value"),
    pytest.param("export default function f() {}", {"default": (("name", "f"),)}, id="default-function"),
    pytest.param("export default class {}", {"default": (("def", 0),)}, id="default-class"),
    pytest.param("export = a", {"default": (("name", "a"),)}, id="export-equals"),
    pytest.param("module.exports = a", {"default": (("name", "a"),)}, id="module-exports"),
    pytest.param("exports.a = function () {}", {"a": (("def", 0),)}, id="exports-member"),
    pytest.param("module.exports.a = 1", {"a": (INT,)}, id="module-exports-member"),
    pytest.param("namespace N { export const a = 1 }", {}, id="what-a-namespace-shows"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), EXPORTS)
def test_what_other_files_see(text: str, expected: dict[str, tuple[Expr, ...]]) -> None:
    assert read(text).exports == expected


def test_an_exported_object_shows_its_members() -> None:
    exports = read("const o = { f() {} };\nmodule.exports = o", "js").exports
    assert exports == {"default": (("name", "o"),), "f": (("def", 0),)}


def test_stars_are_kept_apart() -> None:
    assert read("export * from './m'").stars == ("./m",)
    assert read("module.exports = require('./m')", "js").stars == ("./m",)


def test_this_is_the_receiver_in_methods_and_their_arrows_alone() -> None:
    text = "class C { f() { this.a(); g(() => this.b()); h(function () { this.c() }) } }"
    calls = {value[1] for value in used(read(text)) if value[0] == "call"}
    assert ("attr", ("this",), "a") in calls
    assert ("attr", ("this",), "b") in calls
    assert ("attr", UNKNOWN, "c") in calls


def test_this_in_an_object_literal_is_the_object() -> None:
    record = read("const o = { f() { this.g() }, g() {} }")
    (this,) = {name for scope in record.scopes for name in scope.names if name.startswith("this")}
    whole = ("object", (("f", ("def", 0)), ("g", ("def", 1))))
    assert bound(record, this) == [whole]
    assert body(record).uses == ((1, ("call", ("attr", ("name", this), "g"), (), 1)),)
    assert record.scopes[0].names["o"] == (whole,)


def test_a_typed_this_is_no_parameter() -> None:
    record = read("function f(this: T, a: A) { this.b() }")
    assert one(record, "f").params == (Param("a", A, None, rest=False),)
    assert body(record).uses == ((1, ("call", ("attr", ("inst", T), "b"), (), 1)),)


def test_super_is_called_and_looked_into() -> None:
    record = read("class C extends A { constructor() { super(1); super.f() } }")
    assert body(record, 1).uses == (
        (1, ("call", ("super",), (INT,), 1)),
        (1, ("call", ("attr", ("super",), "f"), (), 1)),
    )


def test_a_field_that_a_method_sets_is_kept_and_used() -> None:
    record = read("class C { f() { this.a = g() } }")
    (field,) = record.fields
    assert (field.container, field.name, field.value) == ("C", "a", call("g"))
    assert ("attr", ("this",), "a") in used(record)


def test_a_function_with_a_prototype_is_a_class() -> None:
    text = "function C() { this.a = 1 }\nC.prototype.f = function () {};\nC.g = function () {};\nC.prototype = { h() {} }"
    record = read(text, "js")
    assert named(record) == [
        ("class", "C"), ("method", "C::f"), ("method", "C::g"), ("method", "C::h"),
    ]  # fmt: skip
    assert [each.container for each in record.definitions] == ["", "C", "C", "C"]
    assert one(record, "C::g").traits == Trait.STATIC
    assert [(each.container, each.name) for each in record.fields] == [("C", "a")]


def test_what_an_object_is_given_later_is_its_member() -> None:
    record = read("const app = {};\napp.use = function () { return this };", "js")
    assert one(record, "app::use").container == "app"
    assert record.scopes[0].names["app"] == (("object", ()), ("object", (("use", ("def", 0)),)))
    assert body(record).returns == (("name", "app"),)


def test_a_lambda_has_a_scope_without_an_owner() -> None:
    record = read("f((a) => a.b(), async function g() { g() })")
    assert used(record)[0] == call("f", ("lambda", 1), ("lambda", 2))
    first, second = record.scopes[1:]
    assert (first.kind, first.owner, first.names) == ("function", -1, {"a": (("param", 0),)})
    assert first.returns == (("call", ("attr", ("name", "a"), "b"), (), 1),)
    assert second.names == {"g": (("lambda", 2),)}


def test_what_a_function_gives_back_and_yields() -> None:
    record = read("function* f() { if (a) { return b } yield c; yield* d; return () => 1 }")
    assert body(record).returns == (("name", "b"), ("lambda", 2))
    assert body(record).yields == (("name", "c"), ("elem", ("name", "d")))


def test_a_block_keeps_its_names_and_var_leaves_it() -> None:
    record = read("function f() { { let a = 1; var b = 2; } for (let c = 0; ;) {} }")
    assert body(record).names == {"b": (INT,)}
    assert [(scope.kind, scope.names) for scope in record.scopes[2:]] == [
        ("block", {"a": (INT,)}),
        ("block", {"c": (INT,)}),
    ]


def test_a_block_without_names_is_no_scope() -> None:
    assert len(read("if (a) { f() } else { g() }").scopes) == 1


def test_an_assignment_goes_where_the_name_was_declared() -> None:
    record = read("let a;\nfunction f() { a = new A(); { a ??= g() } }")
    assert record.scopes[0].names["a"] == (("new", A, (), 2), call("g", line=2))
    assert body(record).names == {}


def test_a_condition_narrows_a_name_where_it_holds() -> None:
    record = read(
        "function f(a, b) { if (a instanceof A) { a.g() } if (typeof b === 'string') {} a.h() }"
    )
    assert body(record).names == {"a": (("param", 0),), "b": (("param", 1),)}
    assert [scope.names for scope in record.scopes[2:]] == [{"a": (("inst", A),)}, {"b": (STR,)}]
    assert record.scopes[2].uses == ((1, ("call", ("attr", ("name", "a"), "g"), (), 1)),)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("function f(a) { if (!(a instanceof A)) return; a.g() }", id="early-return"),
        pytest.param("function f(a) { return a instanceof A && a.g() }", id="and"),
        pytest.param("function f(a) { return a instanceof A ? a.g() : 1 }", id="conditional"),
    ],
)
def test_a_condition_adds_what_a_name_may_be(text: str) -> None:
    assert body(read(text)).names["a"] == (("param", 0), ("inst", A))


JSX = [
    pytest.param("<A b={c} {...d} />", [("call", A, (("object", (("b", ("name", "c")),)), ("elem", ("name", "d"))), 1)], id="component"),
    pytest.param("<m.A>{f()}</m.A>", [call("f"), ("call", ("attr", ("name", "m"), "A"), (), 1)], id="dotted"),
    pytest.param("<div onClick={f}><A/></div>", [("name", "f"), call("A")], id="tag"),
    pytest.param("<><A/></>", [call("A")], id="fragment"),
]  # fmt: skip


@pytest.mark.parametrize("suffix", ["tsx", "jsx", "js"])
@pytest.mark.parametrize(("written", "expected"), JSX)
def test_an_element_of_a_component_is_a_call(
    written: str, expected: list[Expr], suffix: str
) -> None:
    assert used(read(f"x = {written}", suffix)) == expected


@pytest.mark.parametrize(
    "text", ["o[k]()", "eval(s)", "new Function(s)", "import(m)", "require(m)"]
)
def test_what_no_reading_can_bind_is_noted(text: str) -> None:
    assert read(text).dynamic == ((0, 1, text),)


def test_a_name_is_used_where_it_counts_and_touched_elsewhere() -> None:
    assert used(read("a;\nif (b) {}\nc.d;\nreturn_(e)")) == [
        ("name", "a"),
        ("attr", ("name", "c"), "d"),
        call("return_", ("name", "e"), line=4),
    ]


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a.ts", "typescript"),
        ("a.mts", "typescript"),
        ("a.d.ts", "typescript"),
        ("a.tsx", "typescript"),
        ("a.js", "javascript"),
        ("a.cjs", "javascript"),
        ("a.jsx", "javascript"),
    ],
)
def test_the_language_is_told_by_the_name(path: str, language: str) -> None:
    assert PARSER.language_of(path) == language
    assert PARSER.parse(path, b"export class A {}").language == language


SAMPLE = """
import a, { b as c } from './m';
@d export abstract class C<T extends A> extends B<T> implements I {
  private x?: T = new A(1);
  constructor(private readonly s: S, { p, q: [r] } = {}) { super(s); this.x = r as T; }
  get v(): T { return this.x!; }
  static async *g(...n: A[]) { for await (const k of n) yield* k.f(`t${k}`); }
}
export const o = { f() { return this.g(); }, ...rest, ['k']: (w) => w?.z[0]() };
type U = { m(): void } & (A | B[]); enum E { A = 1 } namespace N { export let y: U; }
module.exports = require('./n'); export * from './p'; export default o;
if (a instanceof C && typeof c === 'string') { label: switch (a) { case 1: let z = a; default: z(); } }
const el = el2 ?? (() => { try { f(); } catch ({ e }) { throw e; } finally { eval('x'); } });
"""
"""A bit of everything."""


@pytest.mark.parametrize("suffix", ["ts", "tsx", "js"])
@given(cut=st.integers(0, len(SAMPLE)), start=st.integers(0, 200))
@settings(max_examples=60, deadline=None)
def test_no_part_of_a_text_raises(suffix: str, cut: int, start: int) -> None:
    PARSER.parse(f"a.{suffix}", SAMPLE[start:cut].encode())


TOKENS = [
    "a",
    "b",
    "C",
    "f",
    "this",
    "super",
    "new",
    "class",
    "extends",
    "implements",
    "interface",
    "type",
    "enum",
    "namespace",
    "declare",
    "abstract",
    "function",
    "async",
    "await",
    "yield",
    "const",
    "let",
    "var",
    "for",
    "of",
    "in",
    "if",
    "else",
    "switch",
    "case",
    "return",
    "import",
    "export",
    "default",
    "from",
    "as",
    "require",
    "module",
    "exports",
    "prototype",
    "=",
    "=>",
    "==",
    ".",
    "?.",
    ",",
    ";",
    ":",
    "?",
    "!",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "/",
    "</",
    "/>",
    "...",
    "*",
    "@",
    "#",
    "'s'",
    "1",
    "`t${",
    "}",
    "`",
    "|",
    "&",
    "+",
    "??",
    "&&",
    "instanceof",
    "typeof",
    "get",
    "set",
    "static",
    "private",
    "readonly",
    "/*",
    "*/",
    "//",
    "\n",
]


@pytest.mark.parametrize("suffix", ["ts", "tsx", "js"])
@given(tokens=st.lists(st.sampled_from(TOKENS), max_size=40))
@settings(max_examples=120, deadline=None)
def test_no_soup_of_tokens_raises(suffix: str, tokens: list[str]) -> None:
    PARSER.parse(f"a.{suffix}", " ".join(tokens).encode())


@given(content=st.binary(max_size=80))
@settings(max_examples=60, deadline=None)
def test_no_bytes_raise(content: bytes) -> None:
    PARSER.parse("a.ts", content)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("(", ")", id="brackets"),
        pytest.param("[", "]", id="arrays"),
        pytest.param("f(", ")", id="calls"),
        pytest.param("{a:", "}", id="objects"),
        pytest.param("(() => ", ")", id="lambdas"),
        pytest.param("!", "", id="operators"),
    ],
)
def test_what_nests_too_deeply_is_left_out_and_the_rest_is_there(before: str, after: str) -> None:
    record = read(f"function g() {{}}\nx = {before * 3_000}1{after * 3_000};\nfunction h() {{}}")
    assert named(record) == [("function", "g"), ("function", "h")]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a" + ".b()" * 2_000, id="chain"),
        pytest.param(" + ".join(["a"] * 2_000), id="sum"),
        pytest.param("if (a) {} else " * 2_000 + "{}", id="else-if"),
        pytest.param("{" * 2_000 + "}" * 2_000, id="blocks"),
        pytest.param("type X = " + " | ".join(f"'{n}'" for n in range(2_000)), id="union"),
        pytest.param("const " + "[" * 2_000 + "a" + "]" * 2_000 + " = b", id="pattern"),
    ],
)
def test_long_and_deep_texts_keep_what_stands_beside_them(text: str) -> None:
    assert named(read(f"{text};\nfunction h() {{}}"))[-1] == ("function", "h")


def test_a_syntax_error_leaves_what_parsed() -> None:
    record = read("function f() {}\nconst = ;\nclass C { g() {} }", damaged=True)
    assert ("function", "f") in named(record)
    assert ("method", "C::g") in named(record)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param("function f(a: A) { // said\n  return g('x  y', /r s/); }", id="comment-and-lines"),
        pytest.param("/* before */ function f(a: A) {return g( 'x  y',/r s/ );}", id="layout"),
        pytest.param("const z = 1;\n\nfunction f(a: A) { return g('x  y', /r s/); }", id="moved"),
    ],
)  # fmt: skip
def test_comments_and_layout_leave_the_syntax_hash(other: str) -> None:
    text = "function f(a: A) { return g('x  y', /r s/); }"
    assert one(read(other), "f").ast == one(read(text), "f").ast


@pytest.mark.parametrize(
    "other",
    [
        pytest.param("function f(a: A) { return h('x  y'); }", id="callee"),
        pytest.param("function f(a: A) { return g('x y'); }", id="string"),
        pytest.param("function f(a: B) { return g('x  y'); }", id="type"),
        pytest.param("async function f(a: A) { return g('x  y'); }", id="async"),
    ],
)
def test_another_body_has_another_syntax_hash(other: str) -> None:
    text = "function f(a: A) { return g('x  y'); }"
    assert one(read(other), "f").ast != one(read(text), "f").ast


def test_every_identifier_is_mentioned() -> None:
    record = read("import { a as b } from './m';\nclass C<T> { d: E.F = g.h; i({ j: k }: L) {} }")
    assert set("abCTdEFghijkL") <= set(record.mentions)
