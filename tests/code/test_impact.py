"""What a change reaches: every caller once, at its least depth, and how far that can be trusted."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from lockstitch.code.graph import Graph
from lockstitch.code.impact import Bound, Caller, Place, bound_of, computed_for, impact_of, stale_by
from lockstitch.domain.code import LeftOut, Via
from lockstitch.ports.code import DYNAMIC, Mark, NewUnbound
from tests.code.graphs import GRAPHS, KINDS, NAMES, USES, Use, a_graph


def reached(graph: Graph, name: str, *, depth: int = 16) -> dict[str, int]:
    found = impact_of(graph, graph.number[name], depth=depth).callers
    return {caller.qualified_name: caller.depth for caller in found}


def test_a_caller_says_where_it_stands_and_how_it_reaches_the_symbol() -> None:
    uses = [("b::g", "a::f", "call"), ("b::G", "a::f", "reference"), ("c::h", "b::g", "property")]
    graph = a_graph(uses)
    assert impact_of(graph, graph.number["a::f"], depth=4).callers == snapshot(
        (
            Caller("b::G", "b.py", 2, 1, "reference", "a::f", None),
            Caller("b::g", "b.py", 1, 1, "call", "a::f", None),
            Caller("c::h", "c.py", 3, 2, "property", "b::g", None),
        )
    )


@pytest.mark.parametrize("via", [via.value for via in Via])
@pytest.mark.parametrize("depth", [1, 2, 15, 16])
def test_a_chain_is_followed_to_the_depth_asked(via: str, depth: int) -> None:
    chain = a_graph([(f"f{number + 1:02}", f"f{number:02}", via) for number in range(20)])
    levels = {f"f{number:02}": number for number in range(1, depth + 1)}
    assert reached(chain, "f00", depth=depth) == levels


@pytest.mark.parametrize(("asked", "used"), [(-3, 1), (0, 1), (4, 4), (17, 16), (10**9, 16)])
def test_a_depth_is_clamped_and_told(asked: int, used: int) -> None:
    assert impact_of(a_graph([], more=["f"]), 0, depth=asked).depth == used


@pytest.mark.parametrize(
    ("uses", "asked", "callers"),
    [
        pytest.param(
            [("f", "g", "call"), ("g", "f", "call"), ("f", "f", "call")],
            "f",
            {"g": 1},
            id="cycles-end-and-nothing-is-its-own-caller",
        ),
        pytest.param(
            [("g", "f", "call"), ("h", "g", "call"), ("h", "f", "call")],
            "f",
            {"g": 1, "h": 1},
            id="the-least-depth-counts",
        ),
        pytest.param(
            [("m::B::run", "m::A::run", "override"), ("use", "m::A::run", "call")],
            "m::B::run",
            {"use": 1},
            id="callers-of-a-base-call-its-override",
        ),
        pytest.param(
            [
                ("m::C::run", "m::B::run", "override"),
                ("m::B::run", "m::A::run", "override"),
                ("use", "m::A::run", "property"),
                ("main", "use", "call"),
            ],
            "m::C::run",
            {"use": 1, "main": 2},
            id="through-more-than-one-base",
        ),
        pytest.param(
            [
                ("m::B::run", "m::A::run", "override"),
                ("m::C::run", "m::B::run", "override"),
                ("use", "m::C::run", "call"),
            ],
            "m::A::run",
            {"m::B::run": 1, "m::C::run": 2, "use": 3},
            id="a-base-concerns-its-overrides",
        ),
        pytest.param(
            [
                ("m::B::run", "m::A::run", "override"),
                ("m::C::run", "m::A::run", "override"),
                ("m::C::run", "m::A::run", "call"),
            ],
            "m::B::run",
            {},
            id="a-sibling-that-calls-its-parent-does-not-call-it",
        ),
        pytest.param(
            [("m::A::run", "f", "call"), ("m::B::run", "m::A::run", "override")],
            "f",
            {"m::A::run": 1},
            id="what-replaces-a-caller-calls-nothing-by-that",
        ),
        pytest.param(
            [
                ("m::A::run", "f", "call"),
                ("m::A::run", "m::Z::run", "override"),
                ("use", "m::Z::run", "call"),
            ],
            "f",
            {"m::A::run": 1, "use": 2},
            id="a-caller-that-is-reached-through-its-base",
        ),
        pytest.param(
            [("make", "m::A", "instantiate"), ("m::B", "m::A", "reference")],
            "m::A",
            {"make": 1, "m::B": 1},
            id="who-makes-an-instance-uses-the-class",
        ),
        pytest.param(
            [("make", "m::A", "instantiate")],
            "m::A::run",
            {},
            id="but-not-its-members",
        ),
        pytest.param(
            [("m::A", "m::A::run", "reference"), ("make", "m::A", "instantiate")],
            "m::A::run",
            {"m::A": 1},
            id="not-even-if-its-body-mentions-them",
        ),
        pytest.param(
            [
                ("m::A", "m::A::run", "reference"),
                ("f", "m::A::run", "call"),
                ("m::A", "f", "call"),
                ("make", "m::A", "instantiate"),
            ],
            "m::A::run",
            {"m::A": 1, "f": 1, "make": 3},
            id="unless-there-is-another-way-later",
        ),
        pytest.param(
            [("b", "f", "import"), ("c", "b", "import"), ("b::g", "f", "call")],
            "f",
            {"b": 1, "b::g": 1},
            id="who-imports-a-file-that-imports-a-name-does-not-use-the-name",
        ),
        pytest.param(
            [("b", "f", "call"), ("b", "f", "import"), ("c", "b", "import"), ("d", "c", "import")],
            "f",
            {"b": 1, "c": 2, "d": 3},
            id="but-who-imports-a-file-that-runs-it-does",
        ),
        pytest.param([("g", "f", "?call")], "f", {}, id="a-candidate-is-not-walked"),
    ],
)
def test_who_depends_on_a_symbol(uses: list[Use], asked: str, callers: dict[str, int]) -> None:
    kinds = {"m::A": "class", "m::B": "class", "b": "module", "c": "module", "d": "module"}
    graph = a_graph(uses, more=["m::A", "m::B", "m::A::run"], kinds=kinds)
    assert reached(graph, asked) == callers


def test_a_way_through_a_base_names_the_base() -> None:
    graph = a_graph([("m::B::run", "m::A::run", "override"), ("use", "m::A::run", "call")])
    found = impact_of(graph, graph.number["m::B::run"], depth=1).callers
    assert found == (Caller("use", "use.py", 2, 1, "call", "m::A::run", None),)


def test_of_two_equally_short_ways_the_one_that_tells_more_is_named() -> None:
    uses = [("g", "f", "import"), ("g", "f", "reference"), ("g", "f", "call"), ("g", "f", "call")]
    graph = a_graph(uses)
    found = impact_of(graph, graph.number["f"], depth=1).callers
    assert found == (Caller("g", "g.py", 3, 1, "call", "f", None),)


MARK = Mark(
    caller="b::g",
    target="a::f",
    file="b.py",
    file_hash="1",
    marked_at=datetime(2026, 1, 1, tzinfo=UTC),
)


@pytest.mark.parametrize(
    ("hashes", "stale"),
    [
        pytest.param({"b.py": "1"}, "target-changed", id="not-edited-since"),
        pytest.param({"b.py": "2"}, None, id="edited-since"),
        pytest.param({}, None, id="gone"),
    ],
)
def test_a_caller_is_stale_until_its_file_is_edited(
    hashes: dict[str, str], stale: str | None
) -> None:
    graph = a_graph([("b::g", "a::f", "call"), ("c::h", "b::g", "call"), ("c::k", "a::f", "call")])
    found = impact_of(graph, graph.number["a::f"], depth=4, stale=stale_by([MARK], hashes))
    assert {one.qualified_name: one.stale for one in found.callers} == {
        "b::g": stale,
        "c::h": None,
        "c::k": None,
    }


def test_candidates_are_listed_apart_with_their_places() -> None:
    uses = [
        ("g", "f", "call"),
        ("x", "f", "?call"),
        ("y", "g", "?call"),
        ("g", "f", "?call"),
        ("z", "other", "?call"),
    ]
    graph = a_graph(uses)
    found = impact_of(graph, graph.number["f"], depth=2)
    assert found.candidates == (Place("x", "x.py", 2, "call"), Place("y", "y.py", 3, "call"))
    assert impact_of(graph, graph.number["f"], depth=1).candidates == found.candidates[:1]


def test_an_answer_that_nothing_speaks_against_is_exact() -> None:
    graph = a_graph([], more=["f"])
    left_out = [LeftOut(reason="ignored", count=9, examples=())]
    bound = bound_of(graph, impact_of(graph, 0, depth=4), left_out=left_out)
    assert bound == Bound(exact=True, reasons=(), unbound_count=0, places=())


def test_an_answer_says_why_it_may_be_short() -> None:
    graph = a_graph([("x", "f", "?call")])
    bound = bound_of(
        graph,
        impact_of(graph, graph.number["f"], depth=4),
        unbound=(2, [NewUnbound("x", "f", 7, ""), NewUnbound("lost", "f", 9, "")]),
        dynamic=[NewUnbound("x", "getattr(self, name)", 4, DYNAMIC)],
        damaged=3,
        left_out=[LeftOut(reason="too large", count=4, examples=())],
    )
    assert bound == snapshot(
        Bound(
            exact=False,
            reasons=(
                "2 uses of its name could not be bound",
                "1 use may mean it or one of its callers",
                "1 use is by a computed name that may be its own",
                "3 files were read in part, with syntax errors",
                "4 files were not read",
            ),
            unbound_count=2,
            places=("x.py:7", "lost:9"),
            dynamic=("x.py:4",),
        )
    )


@pytest.mark.parametrize(
    ("text", "own_name", "may"),
    [
        pytest.param("getattr(self, name)", "run", True, id="any-name"),
        pytest.param('getattr(self, f"visit_{kind}")', "visit_call", True, id="begins-so"),
        pytest.param('getattr(self, f"visit_{kind}")', "run", False, id="begins-otherwise"),
        pytest.param("getattr(self, 'do_%s' % word)", "do_get", True, id="an-old-format"),
        pytest.param('getattr(self, "as_" + vendor)', "save", False, id="a-sum"),
        pytest.param("handlers[`on${name}`]()", "onOpen", True, id="a-template"),
        pytest.param("handlers[`on${name}`]()", "close", False, id="another-template"),
        pytest.param('eval(f"run_{name}()")', "close", True, id="code-that-is-made"),
        pytest.param('import_module("shop." + name)', "close", True, id="a-computed-module"),
    ],
)
def test_what_is_written_of_a_computed_name_must_fit(text: str, own_name: str, may: bool) -> None:
    use = NewUnbound("x", text, 1, DYNAMIC)
    assert computed_for([own_name], [use]) == ([use] if may else [])


# The rules once more, without any regard to speed.


def bases_of(uses: list[Use], name: str) -> set[str]:
    found: set[str] = set()
    while True:
        more = {t for s, t, via in uses if via == "override" and s in {name, *found}} - found
        if not more:
            return found
        found |= more


def heirs_of(uses: list[Use], name: str) -> set[str]:
    found = {name}
    while True:
        more = {s for s, t, via in uses if via == "override" and t in found} - found
        if not more:
            return found
        found |= more


def users_of(uses: list[Use], name: str, heirs: set[str]) -> list[Use]:
    found = [use for use in uses if use[1] == name and (use[2] != "override" or name in heirs)]
    for base in bases_of(uses, name):
        own = {s for s, t, via in uses if via == "override" and t == base}
        found += [
            use
            for use in uses
            if use[1] == base and use[2] in {"call", "property", "reference"} and use[0] not in own
        ]
    return [use for use in found if not use[2].startswith("?")]


def passes_on(use: Use) -> bool:
    source, target, via = use
    if KINDS.get(source) == "module":
        return via != "import" or KINDS.get(target) == "module"
    return KINDS.get(source) != "class" or target.rpartition("::")[0] != source


def naive(uses: list[Use], name: str, depth: int) -> dict[str, int]:
    found: dict[str, int] = {}
    onward, done = {name}, {name}
    heirs = heirs_of(uses, name)
    for away in range(1, depth + 1):
        every = [use for one in onward for use in users_of(uses, one, heirs)]
        for use in every:
            if use[0] != name:
                found.setdefault(use[0], away)
        onward = {use[0] for use in every if passes_on(use)} - done
        done |= onward
    return found


@given(USES, st.sampled_from(NAMES), st.integers(1, 5))
def test_the_walk_finds_what_a_naive_one_finds(uses: list[Use], name: str, depth: int) -> None:
    graph = a_graph(uses, more=NAMES, kinds=KINDS)
    assert reached(graph, name, depth=depth) == naive(uses, name, depth)


@given(GRAPHS, st.sampled_from(NAMES), st.integers(1, 15))
def test_a_deeper_answer_begins_with_the_shallower_one(graph: Graph, name: str, depth: int) -> None:
    shallow = impact_of(graph, graph.number[name], depth=depth).callers
    deep = impact_of(graph, graph.number[name], depth=depth + 1).callers
    assert deep[: len(shallow)] == shallow
    assert [(one.depth, one.qualified_name) for one in deep] == sorted(
        (one.depth, one.qualified_name) for one in deep
    )
    assert name not in {one.qualified_name for one in deep}
