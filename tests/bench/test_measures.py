"""Measures of retrieval are what their names say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.measures import (
    MEASURES,
    all_at,
    hit_at,
    mean_of,
    ndcg_at,
    recall_at,
    reciprocal_rank_at,
    share_of,
)

_UNITS = st.sampled_from("abcdefghij")


@pytest.mark.parametrize(
    ("ranked", "hit", "recall", "every", "rank"),
    [
        pytest.param("ab", 1.0, 1.0, 1.0, 1.0, id="all-first"),
        pytest.param("xay", 1.0, 0.5, 0.0, 0.5, id="one-of-two-at-two"),
        pytest.param("xyzab", 0.0, 0.0, 0.0, 0.0, id="behind-the-cut"),
        pytest.param("", 0.0, 0.0, 0.0, 0.0, id="no-answer"),
    ],
)
def test_the_first_three_are_scored_against_two_gold_units(
    ranked: str, hit: float, recall: float, every: float, rank: float
) -> None:
    ranking, gold = list(ranked), {"a", "b"}
    assert hit_at(3, ranking, gold) == hit
    assert recall_at(3, ranking, gold) == recall
    assert all_at(3, ranking, gold) == every
    assert reciprocal_rank_at(3, ranking, gold) == rank


def test_ndcg_discounts_by_the_logarithm_of_the_rank() -> None:
    assert ndcg_at(10, ["a"], {"a"}) == 1.0
    assert ndcg_at(10, ["x", "a"], {"a"}) == pytest.approx(0.6309, abs=1e-4)
    assert ndcg_at(10, ["a", "x", "b"], {"a", "b"}) == pytest.approx(0.9197, abs=1e-4)


def test_a_unit_that_stands_there_twice_gains_once() -> None:
    assert ndcg_at(10, ["a", "a"], {"a", "b"}) == ndcg_at(10, ["a", "x"], {"a", "b"})


def test_a_share_has_the_interval_of_wilson() -> None:
    found = share_of([1.0] * 8 + [0.0] * 2)
    assert (found.value, found.n) == (0.8, 10)
    assert (found.low, found.high) == (
        pytest.approx(0.490, abs=1e-3),
        pytest.approx(0.943, abs=1e-3),
    )


def test_a_share_of_all_is_not_certain() -> None:
    assert share_of([1.0] * 10).low < 0.75
    assert share_of([1.0] * 10).high == 1.0


def test_a_mean_has_a_normal_interval() -> None:
    found = mean_of([0.0, 1.0] * 50)
    assert found.value == 0.5
    assert found.high - found.value == pytest.approx(1.96 * 0.5025 / 10, abs=1e-3)


def test_of_no_questions_nothing_is_said() -> None:
    assert (share_of([]).n, str(share_of([])), str(mean_of([]))) == (0, "–", "–")


@given(ranked=st.lists(_UNITS, max_size=15), gold=st.frozensets(_UNITS, min_size=1))
def test_every_measure_lies_between_zero_and_one(ranked: list[str], gold: frozenset[str]) -> None:
    for measure in MEASURES.values():
        assert 0.0 <= measure.score(ranked, gold) <= 1.0 + 1e-9


@given(ranked=st.lists(_UNITS, max_size=15), gold=st.frozensets(_UNITS, min_size=1))
def test_all_is_no_more_than_recall_and_recall_no_more_than_hit(
    ranked: list[str], gold: frozenset[str]
) -> None:
    assert all_at(5, ranked, gold) <= recall_at(5, ranked, gold) <= hit_at(5, ranked, gold)


@given(st.lists(st.sampled_from([0.0, 1.0]), min_size=1))
def test_an_interval_holds_its_value(values: list[float]) -> None:
    for found in (share_of(values), mean_of(values)):
        assert found.low <= found.value + 1e-9
        assert found.value <= found.high + 1e-9
