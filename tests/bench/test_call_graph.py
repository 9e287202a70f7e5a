"""The bench of the code index counts edges and callers as its reference says."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.call_graph import (
    Gold,
    PlacedGold,
    Spot,
    callers_within,
    edge_score,
    gold_of,
    impact_score,
    placed_gold_of,
    placed_recall,
    read_gold,
)
from bench.datasets.shape import DatasetError
from tests.bench.call_graphs import SYMBOLS, a_placed_reference, a_reference, an_edge
from tests.bench.shapes import written

TOTAL, ADD, CART = "shop/cart.py::total", "shop/cart.py::Cart::add", "shop/cart.py::Cart"
PAY, TEST = "shop/pay.py::pay", "tests/test_cart.py::test_total"
FIXTURE, GIFT_ADD, UNUSED = (
    "tests/test_cart.py::cart",
    "shop/gift.py::Gift::add",
    "shop/pay.py::unused",
)
TRUE = [(TEST, TOTAL), (TOTAL, ADD), (PAY, CART)]


def at(name: str) -> Spot:
    return name.partition("::")[0], SYMBOLS[name][1]


def a_gold() -> Gold:
    return gold_of(a_reference())


def test_a_reference_counts_outermost_functions_and_types_for_constructors() -> None:
    gold = a_gold()
    assert gold.sure == {*TRUE}
    assert gold.known == {*TRUE, (PAY, TOTAL)}
    assert gold.ran == {(TEST, TOTAL), (TOTAL, ADD), (PAY, TOTAL)}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        pytest.param(3, FIXTURE, id="of-its-decorator"),
        pytest.param(4, FIXTURE, id="of-its-name"),
        pytest.param(5, None, id="of-nothing"),
    ],
)
def test_a_definition_is_found_by_its_line(line: int, name: str | None) -> None:
    assert a_gold().spots.get(("tests/test_cart.py", line)) == name


@pytest.mark.parametrize(
    ("more", "precision", "recall"),
    [
        pytest.param([], 1.0, 1.0, id="nothing-more"),
        pytest.param([(PAY, TOTAL)], 1.0, 1.0, id="what-only-execution-showed-is-right"),
        pytest.param([(PAY, ADD)], 0.75, 1.0, id="what-nobody-saw-is-wrong"),
        pytest.param([(TOTAL, GIFT_ADD)], 1.0, 1.0, id="what-overrides-a-callee-is-neither"),
        pytest.param([(PAY, GIFT_ADD)], 0.75, 1.0, id="what-overrides-no-callee-is-wrong"),
        pytest.param([(TEST, FIXTURE)], 1.0, 1.0, id="a-fixture-is-neither"),
        pytest.param([(CART, PAY)], 1.0, 1.0, id="a-type-calls-nothing"),
        pytest.param([(TOTAL, TOTAL)], 1.0, 1.0, id="a-call-of-oneself-does-not-count"),
    ],
)
def test_an_edge_is_judged_by_the_reference(
    more: list[tuple[str, str]], precision: float, recall: float
) -> None:
    score = edge_score(a_gold(), [(at(caller), at(callee)) for caller, callee in TRUE + more])
    assert (score.precision.value, score.recall.value) == (precision, recall)


def test_an_edge_between_unknown_places_is_counted_apart() -> None:
    score = edge_score(a_gold(), [(at(TEST), at(TOTAL)), (at(TEST), ("shop/cart.py", 99))])
    assert (score.drawn, score.unmapped) == (1, 1)
    assert (score.recall.n, score.executed.n) == (3, 3)
    assert score.recall.value == pytest.approx(1 / 3)
    assert score.f1.value == pytest.approx(0.5)


def test_figures_of_the_source_leave_callers_in_tests_out() -> None:
    score = edge_score(a_gold(), [(at(PAY), at(CART)), (at(TEST), at(ADD))])
    assert (score.source_precision.value, score.source_precision.n) == (1.0, 1)
    assert (score.source_recall.value, score.source_recall.n) == (0.5, 2)


def test_callers_are_those_within_the_depth_and_never_the_symbol() -> None:
    ring = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")]
    assert callers_within(ring, depth=1)("a") == {"c", "d"}
    assert callers_within(ring, depth=9)("a") == {"b", "c", "d"}
    assert callers_within(ring, depth=9)("nowhere") == set()


def test_sets_of_callers_that_are_right_are_exact() -> None:
    score = impact_score(a_gold(), callers_within(TRUE))
    assert (score.precision.value, score.precision.n) == (1.0, 4)
    assert (score.recall.value, score.recall.n) == (1.0, 4)
    assert (score.exact.value, score.exact.n) == (1.0, 3)  # total, add, Cart
    assert (score.silent.value, score.silent.n) == (1.0, 4)  # Gift, Gift::add, pay, unused


@pytest.mark.parametrize(
    ("edges", "exact", "silent"),
    [
        pytest.param(TRUE[1:], 1 / 3, 1.0, id="one-missed-edge-spoils-two-sets"),
        pytest.param([*TRUE, (PAY, TOTAL)], 1.0, 1.0, id="an-executed-call-spoils-none"),
        pytest.param([*TRUE, (PAY, UNUSED)], 1.0, 0.75, id="a-caller-of-the-unused-is-not-silent"),
        pytest.param([*TRUE, (FIXTURE, UNUSED)], 1.0, 1.0, id="a-fixture-is-silent"),
    ],
)
def test_a_set_of_callers_is_exact_or_not(
    edges: list[tuple[str, str]], exact: float, silent: float
) -> None:
    score = impact_score(a_gold(), callers_within(edges))
    assert score.exact.value == pytest.approx(exact)
    assert score.silent.value == silent


def test_a_reference_of_places_tells_what_is_missing() -> None:
    gold = placed_gold_of(a_placed_reference())
    found = placed_recall(
        gold, [(("src/app.ts", 4), ("src/dom.ts", 9)), (("x.ts", 1), ("y.ts", 1))]
    )
    assert (found.value, found.n) == (0.5, 2)


def test_a_file_says_itself_which_reference_it_is(tmp_path: Path) -> None:
    assert isinstance(read_gold(written(tmp_path / "a.json", a_reference())), Gold)
    assert isinstance(read_gold(written(tmp_path / "b.json", a_placed_reference())), PlacedGold)


@pytest.mark.parametrize(
    "told",
    [
        pytest.param([], id="a-list"),
        pytest.param({}, id="nothing"),
        pytest.param(a_reference(edges=[{"tier": "A"}]), id="an-edge-without-ends"),
        pytest.param(
            {"repo": "r", "commit": "c", "edges": [{"caller_loc": "a"}]}, id="half-a-place"
        ),
    ],
)
def test_what_is_no_reference_is_refused_by_name(tmp_path: Path, told: object) -> None:
    path = written(tmp_path / "no.json", told)
    with pytest.raises(DatasetError, match=r"no\.json"):
        read_gold(path)


def test_a_missing_reference_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError):
        read_gold(tmp_path / "none.json")


_NAMES = st.sampled_from([name for name, (kind, _) in SYMBOLS.items() if kind != "class"])
_EDGES = st.lists(st.tuples(_NAMES, _NAMES), max_size=20)


@given(true=_EDGES, drawn=_EDGES)
def test_who_draws_the_reference_itself_has_everything_right(
    true: list[tuple[str, str]], drawn: list[tuple[str, str]]
) -> None:
    gold = gold_of(a_reference(edges=[an_edge(*one) for one in true]))
    same = edge_score(gold, [(at(caller), at(callee)) for caller, callee in true])
    other = edge_score(gold, [(at(caller), at(callee)) for caller, callee in drawn])
    assert same.recall.value == bool(gold.sure)
    assert 0.0 <= other.f1.low <= other.f1.value <= other.f1.high <= 1.0 + 1e-9
    exact = impact_score(gold, callers_within(gold.sure)).exact
    assert exact.value == bool(exact.n)
