"""Measures of retrieval, by the names that `docs/reference/benchmarks.md` defines."""

import math
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from typing import Final

from typing_extensions import override

_Z: Final = 1.96
"""A 95 % interval."""

Ranking = Sequence[str]
Gold = AbstractSet[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean over *n* questions with its 95 % interval; of nothing, 0 and an interval of all."""

    value: float
    low: float
    high: float
    n: int

    @override
    def __str__(self) -> str:
        return f"{self.value:.3f} {self.low:.2f}–{self.high:.2f}" if self.n else "–"


def share_of(values: Sequence[float]) -> Estimate:
    """Return the share of ones among zeros and ones, with Wilson's interval."""
    return portion(sum(values), len(values))


def portion(part: float, n: int) -> Estimate:
    """Return the share that *part* is of *n*, with Wilson's interval."""
    if not n:
        return Estimate(value=0.0, low=0.0, high=1.0, n=0)
    share = part / n
    grown = 1 + _Z**2 / n
    centre = (share + _Z**2 / (2 * n)) / grown
    half = _Z / grown * math.sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2))
    # Rounding must not push an end past the share itself.
    low, high = min(share, max(0.0, centre - half)), max(share, min(1.0, centre + half))
    return Estimate(value=share, low=low, high=high, n=n)


def harmonic(precision: Estimate, recall: Estimate) -> Estimate:
    """Return F1. Its interval goes from both low ends to both high ends, which is too wide, never too narrow."""

    def mean(one: float, other: float) -> float:
        return 2 * one * other / (one + other) if one + other else 0.0

    return Estimate(
        value=mean(precision.value, recall.value),
        low=mean(precision.low, recall.low),
        high=mean(precision.high, recall.high),
        n=min(precision.n, recall.n),
    )


def mean_of(values: Sequence[float]) -> Estimate:
    """Return the mean of values from 0 to 1, with a normal interval."""
    n = len(values)
    if not n:
        return Estimate(value=0.0, low=0.0, high=1.0, n=0)
    value = sum(values) / n
    variance = sum((one - value) ** 2 for one in values) / max(1, n - 1)
    half = _Z * math.sqrt(variance / n)
    return Estimate(value=value, low=max(0.0, value - half), high=min(1.0, value + half), n=n)


def hit_at(k: int, ranked: Ranking, gold: Gold) -> float:
    """Return 1 when any gold unit is among the first *k*."""
    return float(not gold.isdisjoint(ranked[:k]))


def recall_at(k: int, ranked: Ranking, gold: Gold) -> float:
    """Return the share of gold units among the first *k*."""
    return len(gold & set(ranked[:k])) / len(gold)


def all_at(k: int, ranked: Ranking, gold: Gold) -> float:
    """Return 1 when every gold unit is among the first *k*."""
    return float(gold <= set(ranked[:k]))


def reciprocal_rank_at(k: int, ranked: Ranking, gold: Gold) -> float:
    """Return 1 / rank of the first gold unit among the first *k*, 0 when there is none."""
    return next((1 / place for place, unit in enumerate(ranked[:k], 1) if unit in gold), 0.0)


def ndcg_at(k: int, ranked: Ranking, gold: Gold) -> float:
    """Return the discounted gain of the first *k*, as a share of the best that there could be.

    A unit that stands there twice gains once.
    """
    first = {unit: place for place, unit in reversed(list(enumerate(ranked[:k], 1)))}
    gain = sum(_discount(place) for unit, place in first.items() if unit in gold)
    return gain / sum(_discount(place) for place in range(1, min(k, len(gold)) + 1))


def _discount(place: int) -> float:
    return 1 / math.log2(place + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """How one question is scored, and how the scores of many become one figure."""

    score: Callable[[Ranking, Gold], float]
    over: Callable[[Sequence[float]], Estimate]


MEASURES: Final[Mapping[str, Measure]] = {
    "hit@1": Measure(score=partial(hit_at, 1), over=share_of),
    "hit@5": Measure(score=partial(hit_at, 5), over=share_of),
    "hit@10": Measure(score=partial(hit_at, 10), over=share_of),
    "recall@5": Measure(score=partial(recall_at, 5), over=mean_of),
    "recall@10": Measure(score=partial(recall_at, 10), over=mean_of),
    "all@5": Measure(score=partial(all_at, 5), over=share_of),
    "NDCG@10": Measure(score=partial(ndcg_at, 10), over=mean_of),
    "MRR": Measure(score=partial(reciprocal_rank_at, 10), over=mean_of),
}
"""The columns of every table, in their order."""
