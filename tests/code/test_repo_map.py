"""The map: the same lines in the same order for every budget, and never more than it allows."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from lockstitch.code.graph import Graph
from lockstitch.code.ranking import flow_of, focus_of, ranked
from lockstitch.code.repo_map import (
    RepoMap,
    head_of,
    map_of,
    name_line,
    shown_of,
    signature_lines,
)
from lockstitch.code.signatures import one_line
from lockstitch.context.tokens import EstimatedTokens
from lockstitch.domain.code import Symbol
from tests.code.graphs import GRAPHS, a_graph

HEAD = head_of(commit="0123456789abcdef", dirty=True, digest="fedcba9876543210")
COUNT = EstimatedTokens().count


def a_symbol(
    name: str, signature: str, *, file: str = "src/shop.py", line: int = 1, language: str = "python"
) -> Symbol:
    return Symbol(
        name=name,
        kind="function",
        signature=signature,
        file=file,
        line=line,
        first=line,
        last=line,
        start=0,
        stop=1,
        ast_hash="",
        interface_hash="",
        language=language,
        test=False,
    )


SHOP = [
    a_symbol("src::shop::Shop", "class Shop(Store):", line=3),
    a_symbol(
        "src::shop::Shop::buy", "@locked\ndef buy(\n    self,\n    of: str,\n) -> int:", line=9
    ),
    a_symbol("src::till::open", "def open():", file="src/till.py", line=4),
    a_symbol("src::shop::main", "def main():", line=20),
]


def a_map(
    budget: int, *, symbols: list[Symbol] = SHOP, count: Callable[[str], int] = COUNT
) -> RepoMap:
    return map_of(
        symbols, head=HEAD, lines=signature_lines, budget=budget, count=count, total=len(symbols)
    )


def test_a_map_shows_signatures_under_their_files() -> None:
    assert a_map(1_000).text == snapshot("""\
commit 0123456789ab+dirty tree fedcba987654
src/shop.py:
  3: class Shop(Store)
  9: Shop: def buy(self, of: str) -> int
src/till.py:
  4: def open()
src/shop.py:
  20: def main()
""")


def test_a_map_of_names_shows_what_the_other_tools_take() -> None:
    found = map_of(SHOP, head=HEAD, lines=name_line, budget=1_000, count=COUNT, total=4)
    assert found.text == HEAD + "".join(f"{symbol.name}\n" for symbol in SHOP)


def test_a_map_says_how_much_it_shows() -> None:
    whole = a_map(1_000)
    assert (whole.files, whole.symbols, whole.symbols_total) == (2, 4, 4)
    assert whole.tokens_used == COUNT(whole.text)
    part = a_map(whole.tokens_used - 1)
    assert (part.files, part.symbols, part.symbols_total) == (2, 3, 4)


@pytest.mark.parametrize("budget", [-1, 0, 1, COUNT(HEAD) - 1])
def test_a_budget_below_the_first_line_shows_nothing(budget: int) -> None:
    assert a_map(budget) == RepoMap(text="", tokens_used=0, files=0, symbols=0, symbols_total=4)


@pytest.mark.parametrize(
    ("commit", "dirty", "head"),
    [
        pytest.param(None, None, "commit none tree abc\n", id="no-commit"),
        pytest.param("a" * 40, False, f"commit {'a' * 12} tree abc\n", id="clean"),
        pytest.param("a" * 40, True, f"commit {'a' * 12}+dirty tree abc\n", id="dirty"),
        pytest.param("a" * 40, None, f"commit {'a' * 12} tree abc\n", id="nobody-knows"),
    ],
)
def test_the_first_line_dates_a_map(commit: str | None, dirty: bool | None, head: str) -> None:
    assert head_of(commit=commit, dirty=dirty, digest="abc") == head


def test_no_more_symbols_are_fetched_than_are_needed() -> None:
    taken: list[str] = []

    def one_by_one() -> Iterator[Symbol]:
        for number in range(1_000):
            taken.append(f"f{number}")
            yield a_symbol(f"src::shop::f{number}", f"def f{number}():", line=number)

    found = map_of(
        one_by_one(), head=HEAD, lines=signature_lines, budget=100, count=COUNT, total=1_000
    )
    assert len(taken) <= found.symbols + 2


def rounds_down(text: str) -> int:
    return len(text) // 9


def by_letters(text: str) -> int:
    return len(text)


def less_together(text: str) -> int:
    return (len(text) + 1) // 2 - text.count("\n") // 3


def more_together(text: str) -> int:
    return len(text) // 3 + (text.count("\n") ** 2) // 2


COUNTERS = st.sampled_from([COUNT, rounds_down, by_letters, less_together, more_together])
SYMBOLS = st.lists(
    st.builds(
        a_symbol,
        st.sampled_from(["src::shop::a", "src::shop::B::c", "web::d", "ü::é"]),
        st.text(max_size=60),
        file=st.sampled_from(["src/shop.py", "web.ts", "ü.py"]),
        line=st.integers(1, 9_999),
    ),
    max_size=12,
)


@given(SYMBOLS, COUNTERS, st.integers(0, 300), st.integers(0, 300))
def test_a_map_for_less_begins_every_map_for_more(
    symbols: list[Symbol], count: Callable[[str], int], one: int, other: int
) -> None:
    less, more = sorted((one, other))
    small = a_map(less, symbols=symbols, count=count)
    large = a_map(more, symbols=symbols, count=count)
    assert large.text.startswith(small.text)
    assert small.symbols == large.symbols or len(small.text) < len(large.text)
    assert not small.text or small.text.endswith("\n")


@given(SYMBOLS, COUNTERS, st.integers(-5, 400))
def test_a_map_never_costs_more_than_its_budget(
    symbols: list[Symbol], count: Callable[[str], int], budget: int
) -> None:
    found = a_map(budget, symbols=symbols, count=count)
    assert found.tokens_used == (count(found.text) if found.text else 0)
    assert found.tokens_used <= max(0, budget)


@given(GRAPHS, st.lists(st.sampled_from(["app.py", "base.py", "gone"])), st.integers(0, 200))
def test_every_focus_has_maps_that_begin_each_other(
    graph: Graph, focus: list[str], budget: int
) -> None:
    among = shown_of(graph)
    order = ranked(flow_of(graph), focus=focus_of(graph, focus).symbols, among=among)
    symbols = [a_symbol(graph.names[one], "def f()", file=graph.files[one]) for one in order]
    assert a_map(2 * budget, symbols=symbols).text.startswith(a_map(budget, symbols=symbols).text)


@pytest.mark.parametrize(
    ("name", "kind", "shown"),
    [
        pytest.param("m::f", "function", True, id="a-function"),
        pytest.param("m::A", "class", True, id="a-class"),
        pytest.param("m::A::run", "method", True, id="a-method"),
        pytest.param("m::A::Inner", "class", True, id="a-class-in-a-class"),
        pytest.param("m::LIMIT", "constant", True, id="a-constant"),
        pytest.param("m::limit", "variable", True, id="a-variable-at-the-top"),
        pytest.param("m::_limit", "variable", False, id="a-private-variable"),
        pytest.param("m::A::limit", "variable", False, id="a-variable-of-a-class"),
        pytest.param("m::A::limit", "field", False, id="a-field"),
        pytest.param("m::f::inner", "function", False, id="a-function-in-a-function"),
        pytest.param("m::f::Inner::run", "method", False, id="a-method-in-a-function"),
        pytest.param("m", "module", False, id="a-file"),
    ],
)
def test_a_map_shows_what_helps_and_no_locals(name: str, kind: str, shown: bool) -> None:
    kinds = {"m": "module", "m::A": "class", "m::f": "function", "m::f::Inner": "class", name: kind}
    graph = a_graph([], more=kinds, kinds=kinds)
    assert (graph.number[name] in shown_of(graph)) is shown


@pytest.mark.parametrize(
    ("language", "signature", "line"),
    [
        pytest.param(
            "python",
            "@app.route('/x#(', m=[1])\n@b\ndef f(a,\n b):",
            "def f(a, b)",
            id="decorators",
        ),
        pytest.param(
            "python", "@x  # why (\n# more\ndef f(a):  # type: ignore", "def f(a)", id="comments"
        ),
        pytest.param("python", "def f(a='# no'):", "def f(a='# no')", id="no-comment"),
        pytest.param("java", "@Override public void run()", "public void run()", id="annotation"),
        pytest.param("java", "public @interface Id", "public @interface Id", id="annotation-type"),
        pytest.param("java", "@interface Id", "@interface Id", id="bare-annotation-type"),
        pytest.param(
            "typescript", "@Input({a: [1]}) // x\nname(): string", "name(): string", id="ts"
        ),
        pytest.param(
            "typescript", "[Symbol.iterator]()", "[Symbol.iterator]()", id="a-computed-name"
        ),
        pytest.param("rust", '#[cfg(a = "]")]\npub fn f<\'a>()', "pub fn f<'a>()", id="attributes"),
        pytest.param("csharp", "[Test, X(1)] void F()", "void F()", id="brackets"),
        pytest.param("kotlin", '@get:JvmName("x") fun f()', "fun f()", id="use-site"),
        pytest.param("c", "int f(int a, /* why */ int b)", "int f(int a, int b)", id="c-comment"),
        pytest.param("python", "@lonely", "@lonely", id="nothing-else"),
        pytest.param("python", "@open(", "@open(", id="never-closed"),
    ],
)
def test_a_signature_stands_on_one_line_without_decorators(
    language: str, signature: str, line: str
) -> None:
    assert one_line(signature, language=language) == line


@given(st.text(), st.sampled_from(["python", "rust", "csharp"]))
def test_any_signature_becomes_one_short_line(signature: str, language: str) -> None:
    line = one_line(signature, language=language)
    assert len(line) <= 200
    assert len(line.splitlines()) <= 1
