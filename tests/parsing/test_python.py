"""Python is read into records: what is defined, what it is bound to, and what is used where."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lockstitch.domain.source import Definition, Expr, FileRecord, Trait
from lockstitch.parsing.parser import TreeSitterParser

PARSER = TreeSitterParser()


def read(text: str | bytes) -> FileRecord:
    return PARSER.parse("a.py", text if isinstance(text, bytes) else text.encode())


def defined(record: FileRecord, qualified: str) -> Definition:
    (one,) = (one for one in record.definitions if one.qualified == qualified)
    return one


def bound(record: FileRecord, name: str) -> tuple[Expr, ...]:
    return record.scopes[0].names[name]


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        pytest.param("import os.path", "os", ("import", "os", ""), id="the-first-part-of-a-module"),
        pytest.param("import a.b as c", "c", ("import", "a.b", ""), id="a-renamed-module"),
        pytest.param("from a import b as c", "c", ("import", "a", "b"), id="a-renamed-name"),
        pytest.param("from . import b", "b", ("import", ".", "b"), id="a-relative-import"),
        pytest.param("x: 'A' = f()", "x", ("inst", ("name", "A")), id="a-quoted-annotation"),
        pytest.param("x = A(1)", "x", ("call", ("name", "A"), (("lit", "int"),), 1), id="a-call"),
        pytest.param("x = a or b", "x", ("alt", (("name", "a"), ("name", "b"))), id="either"),
        pytest.param(
            "for x in a.b: pass", "x", ("elem", ("attr", ("name", "a"), "b")), id="a-loop"
        ),
        pytest.param("with a as x: pass", "x", ("enter", ("name", "a")), id="a-context"),
        pytest.param("_, x = a", "x", ("item", ("name", "a"), 1), id="an-unpacking"),
        pytest.param("x = cast(A, b)", "x", ("inst", ("name", "A")), id="a-cast"),
        pytest.param(
            "x = getattr(a, 'b')", "x", ("alt", (("attr", ("name", "a"), "b"),)), id="getattr"
        ),
    ],
)
def test_a_name_is_bound_to_what_the_text_says(text: str, name: str, value: Expr) -> None:
    assert bound(read(text), name) == (value,)


@pytest.mark.parametrize(
    ("decorator", "trait"),
    [
        pytest.param("@property", Trait.PROPERTY, id="property"),
        pytest.param("@functools.cached_property", Trait.PROPERTY | Trait.CACHED, id="cached"),
        pytest.param("@staticmethod", Trait.STATIC, id="static"),
        pytest.param("@classmethod", Trait.CLASS_METHOD, id="class-method"),
        pytest.param("@pytest.fixture(scope='session')", Trait.FIXTURE, id="fixture"),
        pytest.param("@abc.abstractmethod", Trait.ABSTRACT, id="abstract"),
    ],
)
def test_a_decorator_says_what_a_method_is(decorator: str, trait: int) -> None:
    one = defined(read(f"class A:\n    {decorator}\n    def b(self): ...\n"), "A::b")
    assert one.traits & trait == trait
    assert one.signature.startswith(decorator)
    assert (one.first, one.line) == (2, 3)


def test_a_signature_is_whole_over_several_lines() -> None:
    text = "def run(\n    host: str,\n    *, port: int = 80,\n) -> None:\n    pass\n"
    assert defined(read(text), "run").signature == text.partition(":\n    pass")[0]


def test_a_second_definition_of_a_name_has_a_number() -> None:
    record = read("def a(): ...\ndef a(b): ...\n")
    assert [one.qualified for one in record.definitions] == ["a", "a#2"]


def test_what_a_method_sets_on_itself_is_a_field_of_its_class() -> None:
    record = read("class A:\n    def __init__(self, b: B):\n        self.b = b\n")
    assert [(one.container, one.name, one.value) for one in record.fields] == [
        ("A", "b", ("name", "b"))
    ]


def test_a_constant_is_defined_once_and_a_local_is_none() -> None:
    record = read("LIMIT = 3\nLIMIT = 4\ndef f():\n    x = 1\n")
    assert [one.qualified for one in record.definitions] == ["LIMIT", "f"]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param("def f(a, b):\n    # why\n    return a  +  b\n", id="comment-and-blanks"),
        pytest.param("\n\ndef f(\n    a, b\n):\n        return a + b\n", id="lines-and-depth"),
    ],
)
def test_comments_and_layout_are_no_part_of_the_syntax_hash(other: str) -> None:
    plain = read("def f(a, b):\n    return a + b\n")
    assert defined(read(other), "f").ast == defined(plain, "f").ast


@pytest.mark.parametrize(
    "other",
    [
        pytest.param("def f(a):\n    if a:\n        b()\n    c()\n", id="out-of-the-block"),
        pytest.param("def f(a):\n    if a:\n        b()\n        d()\n", id="another-name"),
        pytest.param("def f(a):\n    if a:\n        b('x')\n        c()\n", id="a-string"),
    ],
)
def test_code_is_part_of_the_syntax_hash(other: str) -> None:
    plain = read("def f(a):\n    if a:\n        b()\n        c()\n")
    assert defined(read(other), "f").ast != defined(plain, "f").ast


def test_blanks_in_a_string_are_part_of_the_syntax_hash() -> None:
    one, other = read("def f(): return 'a b'\n"), read("def f(): return 'a  b'\n")
    assert defined(one, "f").ast != defined(other, "f").ast


def test_a_file_with_a_syntax_error_still_yields_what_parsed() -> None:
    record = read("def a():\n    return 1\n\ndef b(:\n\nclass C:\n    def d(self): ...\n")
    assert record.damaged
    assert {"a", "C", "C::d"} <= {one.qualified for one in record.definitions}


def test_what_no_reading_can_bind_is_noted_with_its_line() -> None:
    record = read("def f(a, b):\n    return getattr(a, b)()\n")
    assert [(line, text) for _, line, text in record.dynamic] == [(2, "getattr(a, b)")]


def test_no_nesting_exhausts_the_stack() -> None:
    deep = read("x = " + "(" * 5_000 + "a" + ")" * 5_000 + "\ndef after(): ...\n")
    assert "after" in {one.qualified for one in deep.definitions}


WORDS = [
    *(
        "def",
        "class",
        "a",
        "B",
        "(",
        ")",
        ":",
        "\n",
        "\n    ",
        "=",
        ",",
        ".",
        "lambda",
        "isinstance",
    ),
    *("with", "as", "for", "in", "import", "from", "*", "@", "[", "]", "{", "}", "yield", "await"),
    *("match", "case", "'", '"', "global", "super", "getattr", "->", "|", "if", "else", "not"),
]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join) | st.binary(max_size=200))
def test_no_text_is_too_much(text: str | bytes) -> None:
    record = read(text)
    assert len(record.scopes) >= 1
