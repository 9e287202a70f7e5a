"""The order of symbols: what is leaned on comes first, the same on every run, and nearer to a focus."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstitch.code.graph import Graph, graph_of
from lockstitch.code.ranking import Focus, flow_of, focus_of, plain_path, ranked
from tests.code.graphs import GRAPHS, NAMES, USES, Use, a_graph, rows_of


def order_of(graph: Graph, *, focus: Sequence[str] = ()) -> list[str]:
    found = focus_of(graph, focus)
    every = range(len(graph.names))
    order = ranked(flow_of(graph), focus=found.symbols, among=every)
    return [graph.names[symbol] for symbol in order]


def calls(*pairs: str) -> list[Use]:
    return [(source, target, "call") for source, _, target in (one.partition(">") for one in pairs)]


@pytest.mark.parametrize(
    ("uses", "before", "after"),
    [
        pytest.param(calls("a>c", "b>c", "a>d"), "c", "d", id="two-users-before-one"),
        pytest.param(calls("a>b", "b>c"), "c", "b", id="what-the-used-uses"),
        pytest.param(
            [("a", "y", "import"), ("b", "z", "call")], "z", "y", id="a-call-before-an-import"
        ),
        pytest.param(
            [("a", "y", "fixture"), ("b", "z", "override")], "z", "y", id="override-before-fixture"
        ),
        pytest.param(
            calls("a>p", "a>q", "a>r", "a>s", "b>z"), "z", "p", id="the-only-one-before-one-of-four"
        ),
        pytest.param(calls("a>y", "a>z", "a>z"), "z", "y", id="twice-before-once"),
        pytest.param(
            calls("a>y", "b>y", "c>z", "c>z", "c>z"),
            "y",
            "z",
            id="two-users-before-one-who-repeats",
        ),
        pytest.param(
            calls("test_a>y", "test_b>y", "test_c>y", "a>z"), "z", "y", id="a-user-before-tests"
        ),
        pytest.param(
            calls("a>test_y", "b>test_y", "c>test_y", "a>z"), "z", "test_y", id="tests-come-last"
        ),
        pytest.param(calls("a>_y", "b>z"), "z", "_y", id="private-names-come-later"),
        pytest.param(
            [("a", "y", "?call"), ("b", "y", "?call"), ("a", "z", "import")],
            "z",
            "y",
            id="candidates-say-nothing",
        ),
        pytest.param([("y", "y", "call"), ("a", "z", "call")], "z", "y", id="nor-does-recursion"),
        pytest.param([("b", "b", "call")], "a", "b", id="equals-by-file-and-place"),
    ],
)
def test_what_is_leaned_on_more_comes_first(uses: list[Use], before: str, after: str) -> None:
    order = order_of(a_graph(uses, more=["a", "b", "c"]))
    assert order.index(before) < order.index(after)


def test_a_type_has_a_part_of_what_its_members_have() -> None:
    uses = calls("a>m::Used::run", "b>m::Used::run", "c>m::Used::run")
    kinds = {"m::Used": "class", "m::Bare": "class"}
    order = order_of(a_graph(uses, more=["m::Bare", "m::Used"], kinds=kinds))
    assert order.index("m::Used") < order.index("m::Bare")


TREE = [("src/a.py", "src::a::f"), ("src/sub/b.py", "src::sub::b::g"), ("srcs/c.py", "srcs::c::h")]
FOCUSED = a_graph([], more=[name for _, name in TREE], files={name: file for file, name in TREE})


@pytest.mark.parametrize(
    ("path", "symbols"),
    [
        pytest.param("src/a.py", [0], id="a-file"),
        pytest.param("./src/a.py", [0], id="from-here"),
        pytest.param("src\\sub\\b.py", [1], id="back-slashes"),
        pytest.param("src", [0, 1], id="a-folder-and-all-below"),
        pytest.param("src/sub/", [1], id="a-trailing-slash"),
        pytest.param("src//sub/../a.py", [0], id="a-detour"),
        pytest.param(".", [0, 1, 2], id="everything"),
    ],
)
def test_a_focus_may_be_a_file_or_a_folder(path: str, symbols: list[int]) -> None:
    assert focus_of(FOCUSED, [path]) == Focus(symbols=symbols, unknown=())


def test_paths_where_nothing_is_are_told() -> None:
    asked = ["src/gone.py", "sr", "src/a.py", "src/empty.py", "src/gone.py"]
    found = focus_of(FOCUSED, asked, files=["src/a.py", "src/empty.py"])
    assert found == Focus(symbols=[0], unknown=("src/gone.py", "sr"))


def test_a_focus_comes_first_then_what_it_leans_on() -> None:
    uses = calls("z::near>y::helper", "a::b>a::hub", "a::c>a::hub", "a::d>a::hub")
    assert order_of(a_graph(uses))[0] == "a::hub"
    assert order_of(a_graph(uses), focus=["z.py"])[:3] == ["z::near", "y::helper", "a::hub"]


def test_tests_that_are_asked_for_come_first() -> None:
    graph = a_graph(calls("test_a>a", "b>a", "c>a"))
    assert order_of(graph)[-1] == "test_a"
    assert order_of(graph, focus=["test_a.py"])[0] == "test_a"


@given(USES)
def test_the_order_of_the_rows_does_not_matter(uses: list[Use]) -> None:
    rows = rows_of(uses, more=NAMES)
    turned = rows._replace(edges=rows.edges[::-1])
    assert order_of(graph_of(turned)) == order_of(graph_of(rows))


FOCUS = st.lists(
    st.sampled_from(["app.py", "base.py", "util.py", "test_app.py", "gone"]), max_size=3
)


@given(GRAPHS, FOCUS)
def test_every_symbol_has_one_place(graph: Graph, focus: list[str]) -> None:
    assert sorted(order_of(graph, focus=focus)) == sorted(graph.names)


@given(GRAPHS, FOCUS)
def test_the_order_of_a_focus_does_not_matter(graph: Graph, focus: list[str]) -> None:
    assert order_of(graph, focus=focus) == order_of(graph, focus=[*focus[::-1], *focus])


@given(st.text(max_size=30) | st.text("./\\ a\r", max_size=12))
def test_a_plain_path_stays_as_it_is(path: str) -> None:
    assert plain_path(plain_path(path)) == plain_path(path)


SCRIPT = """
from lockstitch.code.ranking import flow_of, focus_of, ranked
from tests.code.graphs import a_graph
uses = [(f"f{n * 7 % 41}::a{n % 5}", f"f{n * n % 41}::a{n % 3}", ("call", "import")[n % 2]) for n in range(400)]
graph = a_graph(uses)
flow = flow_of(graph)
for focus in ([], ["f3.py", "f17.py"]):
    order = ranked(flow, focus=focus_of(graph, focus).symbols, among=range(len(graph.names)))
    print([graph.names[one] for one in order], [mass.hex() for mass in flow.general])
"""


def test_the_order_is_the_same_under_any_hash_seed() -> None:
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root / "src"), str(root)])
    said = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(said) == 1
    assert said.pop()
