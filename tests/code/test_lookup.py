"""Looking a symbol up: any way to write its name finds it, and no way to write it finds another one."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstitch.code.lookup import (
    Found,
    Lookup,
    Missing,
    asked_for,
    choose,
    edits,
    lengths_near,
    look_up,
    similar_names,
)
from lockstitch.code.naming import canonical, own_name, prefixes
from lockstitch.domain.code import Symbol


def a_symbol(name: str, file: str, *, kind: str = "function", test: bool = False) -> Symbol:
    return Symbol(
        name=name,
        kind=kind,
        signature=f"def {own_name(name)}()",
        file=file,
        line=1,
        first=1,
        last=1,
        start=0,
        stop=1,
        ast_hash="",
        interface_hash="",
        language="python",
        test=test,
    )


FLASK = [
    a_symbol("src::flask::app", "src/flask/app.py", kind="module"),
    a_symbol("src::flask::app::Flask", "src/flask/app.py", kind="class"),
    a_symbol("src::flask::app::Flask::run", "src/flask/app.py", kind="method"),
    a_symbol("src::flask::app::Flask::run#2", "src/flask/app.py", kind="method"),
    a_symbol("src::flask::cli::run", "src/flask/cli.py"),
    a_symbol("src::flask::cli::main", "src/flask/cli.py"),
    a_symbol("src::flask::json::__init__::dumps", "src/flask/json/__init__.py"),
    a_symbol("src::flask::json::tag::dumps", "src/flask/json/tag.py"),
    a_symbol("web::router.ts::route", "web/router.ts"),
    a_symbol("web::router.js::route", "web/router.js"),
    a_symbol("gin::render::json::JSON::Render", "gin/render/json.go", kind="method"),
    a_symbol("java::Cart", "java/Cart.java", kind="module"),
    a_symbol("java::Cart::Cart", "java/Cart.java", kind="class"),
    a_symbol("java::Cart::Cart::Cart", "java/Cart.java", kind="constructor"),
    a_symbol("docs::guide::Getting `started`", "docs/guide.md", kind="heading"),
    a_symbol("lib::vec::List::operator->", "lib/vec.hpp", kind="method"),
    a_symbol("tests::test_app::run_once", "tests/test_app.py", test=True),
    a_symbol("src::old::Foo#2::close", "src/old.py"),
]


def looked_up(text: str, symbols: Sequence[Symbol]) -> Lookup:
    return look_up(
        text,
        exact=lambda names: [symbol for symbol in symbols if symbol.name in names],
        ending=lambda own: [symbol for symbol in symbols if own_name(symbol.name) == own],
        matching=lambda words: [
            symbol
            for symbol in symbols
            if any(word[:3] in symbol.name.lower() for word in words.split())
        ],
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("src::flask::app::Flask::run", "src::flask::app::Flask::run", id="canonical"),
        pytest.param(
            "src::flask::app::Flask::run#2", "src::flask::app::Flask::run#2", id="numbered"
        ),
        pytest.param(
            "src/flask/app.py::Flask::run", "src::flask::app::Flask::run", id="with-extension"
        ),
        pytest.param(
            "./src/flask/app.py::Flask::run", "src::flask::app::Flask::run", id="from-here"
        ),
        pytest.param(
            "src\\flask\\app.py::Flask::run", "src::flask::app::Flask::run", id="back-slashes"
        ),
        pytest.param(
            "src/flask/app.py:Flask.run", "src::flask::app::Flask::run", id="path-and-dots"
        ),
        pytest.param("src/flask/app.py", "src::flask::app", id="a-file"),
        pytest.param("flask.app", "src::flask::app", id="a-module"),
        pytest.param("flask.app.Flask.run", "src::flask::app::Flask::run", id="dotted"),
        pytest.param("flask.Flask.run", "src::flask::app::Flask::run", id="by-package"),
        pytest.param("Flask.run", "src::flask::app::Flask::run", id="dotted-suffix"),
        pytest.param("Flask::run", "src::flask::app::Flask::run", id="suffix"),
        pytest.param("Flask#run", "src::flask::app::Flask::run", id="type-and-method"),
        pytest.param("Flask.run#2", "src::flask::app::Flask::run#2", id="suffix-with-number"),
        pytest.param("Flask.run(self, host=None)", "src::flask::app::Flask::run", id="as-called"),
        pytest.param(" `Flask.run()` ", "src::flask::app::Flask::run", id="quoted"),
        pytest.param("cli.run", "src::flask::cli::run", id="the-file-tells-them-apart"),
        pytest.param("flask.json.tag.dumps", "src::flask::json::tag::dumps", id="in-a-module"),
        pytest.param("web/router.ts:route", "web::router.ts::route", id="the-extension-decides"),
        pytest.param("render.JSON.Render", "gin::render::json::JSON::Render", id="go-package"),
        pytest.param("(*JSON).Render", "gin::render::json::JSON::Render", id="go-receiver"),
        pytest.param("crate::cli::main", "src::flask::cli::main", id="crate"),
        pytest.param("JSON<T, Box<U>>::Render", "gin::render::json::JSON::Render", id="generics"),
        pytest.param("Cart", "java::Cart::Cart", id="a-class-before-file-and-constructor"),
        pytest.param(
            "docs::guide::Getting `started`", "docs::guide::Getting `started`", id="a-heading"
        ),
        pytest.param("List::operator->", "lib::vec::List::operator->", id="an-operator"),
        pytest.param("Foo.close", "src::old::Foo#2::close", id="a-number-nobody-wrote"),
    ],
)
def test_a_name_in_any_form_finds_its_symbol(text: str, name: str) -> None:
    assert looked_up(text, FLASK) == Found(symbol=next(one for one in FLASK if one.name == name))


@pytest.mark.parametrize(
    ("text", "near"),
    [
        pytest.param(
            "dumps",
            ("src::flask::json::__init__::dumps", "src::flask::json::tag::dumps"),
            id="in-two-files",
        ),
        pytest.param(
            "run", ("src::flask::app::Flask::run", "src::flask::cli::run"), id="method-and-function"
        ),
        pytest.param(
            "router.route", ("web::router.js::route", "web::router.ts::route"), id="two-languages"
        ),
    ],
)
def test_a_name_that_several_have_finds_none_of_them(text: str, near: tuple[str, ...]) -> None:
    assert looked_up(text, FLASK) == Missing(near=near, several=True)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        pytest.param("Flask.rnu", "src::flask::app::Flask::run", id="swapped-letters"),
        pytest.param("src::flask::app::Flask::runs", "src::flask::app::Flask::run", id="a-letter"),
        pytest.param("Blueprint.main", "src::flask::cli::main", id="of-another-type"),
        pytest.param(
            "src/flask/tag.py::dumps", "src::flask::json::tag::dumps", id="in-another-file"
        ),
        pytest.param("web/router.go::route", "web::router.js::route", id="another-extension"),
        pytest.param("Flask.run#7", "src::flask::app::Flask::run", id="a-number-too-far"),
        pytest.param("tests/test_app.py::gone", "tests::test_app::run_once", id="the-same-file"),
    ],
)
def test_a_name_that_nothing_has_finds_nothing_but_near_names(text: str, first: str) -> None:
    found = looked_up(text, FLASK)
    assert isinstance(found, Missing)
    assert not found.several
    assert found.near[0] == first


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("Loom.weeve", ["weave"], id="another-letter"),
        pytest.param("waeve", ["weave"], id="two-swapped"),
        pytest.param("WEAVES", ["weave"], id="one-too-many"),
        pytest.param("wrapp", ["warp"], id="swapped-and-one-too-many"),
        pytest.param("parse_header", [], id="nothing-like-it"),
        pytest.param("", [], id="no-name"),
    ],
)
def test_a_misspelt_name_finds_the_names_that_are_spelt_so(text: str, names: list[str]) -> None:
    asked = asked_for(text)
    shortest, longest = lengths_near(asked)
    there = [name for name in ("cut", "warp", "weave") if shortest <= len(name) <= longest]
    assert similar_names(asked, there) == names


@pytest.mark.parametrize("text", ["", " ", "::", ".", "`", "#", "()", "zzz_nothing_like_it"])
def test_no_name_finds_nothing(text: str) -> None:
    assert looked_up(text, FLASK) == Missing(near=(), several=False)


def test_no_more_than_five_names_are_near() -> None:
    many = [a_symbol(f"m{number}::run", f"m{number}.py") for number in range(9)]
    found = looked_up("run", many)
    assert isinstance(found, Missing)
    assert found.near == tuple(f"m{number}::run" for number in range(5))


def test_an_absolute_path_below_the_root_is_understood() -> None:
    asked = asked_for("/work/site/src/flask/app.py::Flask::run", root="/work/site")
    assert choose(asked, FLASK) == Found(symbol=FLASK[2])


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        pytest.param("run", "run", 0, id="equal"),
        pytest.param("run", "rnu", 1, id="swapped"),
        pytest.param("run", "runs", 1, id="added"),
        pytest.param("run", "un", 1, id="left-away"),
        pytest.param("run", "ran", 1, id="changed"),
        pytest.param("kitten", "sitting", None, id="too-far"),
        pytest.param("", "ab", 2, id="from-nothing"),
    ],
)
def test_edits_are_counted_up_to_a_limit(one: str, other: str, apart: int | None) -> None:
    assert edits(one, other, most=2) == apart
    assert edits(other, one, most=2) == apart


PARTS = st.sampled_from(["a", "run", "Foo", "x-y", "d.e", "operator->", "`q`", "#p", "n #2", " s "])
NAMES = st.builds("::".join, st.lists(PARTS, min_size=1, max_size=3))
FILES = st.dictionaries(
    st.builds(
        "{}{}{}".format,
        st.sampled_from(["", "a/", "a/Foo/", "run/"]),
        st.sampled_from(["a", "run", "Foo"]),
        st.sampled_from([".py", ".ts", ".d.ts", ".h"]),
    ),
    st.lists(NAMES, max_size=4, unique=True),
    max_size=6,
)


@given(FILES)
def test_every_canonical_name_finds_itself_whatever_else_is_there(
    files: dict[str, list[str]],
) -> None:
    given_prefixes = prefixes(files, files)
    symbols = [
        a_symbol(canonical(given_prefixes[path], name), path)
        for path, names in files.items()
        for name in ["", *names]
    ]
    for symbol in symbols:
        found = looked_up(symbol.name, symbols)
        assert isinstance(found, Found)
        assert found.symbol.name == symbol.name


@given(st.text(max_size=40), FILES)
def test_nothing_that_is_written_makes_it_fail(text: str, files: dict[str, list[str]]) -> None:
    symbols = [
        a_symbol(canonical(prefix, name), path)
        for path, prefix in prefixes(files, files).items()
        for name in files[path]
    ]
    found = looked_up(text, symbols)
    if isinstance(found, Missing):
        assert len(found.near) <= 5
    else:
        assert own_name(found.symbol.name) in text
