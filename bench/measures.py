"""Measures of retrieval, by the names that `docs/reference/benchmarks.md` defines."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import override


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """A mean over questions, with half the width of its 95 % interval."""

    value: float
    half_width: float
    n: int

    @override
    def __str__(self) -> str:
        return f"{self.value:.3f} ±{self.half_width:.3f}"


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of *values* with a normal interval; of nothing, zero with n = 0."""
    n = len(values)
    if not n:
        return Mean(value=0.0, half_width=0.0, n=0)
    value = sum(values) / n
    variance = sum((one - value) ** 2 for one in values) / max(1, n - 1)
    return Mean(value=value, half_width=1.96 * math.sqrt(variance / n), n=n)


def hit_at(k: int, ranked: Sequence[str], gold: set[str]) -> float:
    """Return 1 when any gold unit is among the first *k*."""
    return float(bool(gold & set(ranked[:k])))


def recall_at(k: int, ranked: Sequence[str], gold: set[str]) -> float:
    """Return the share of gold units among the first *k*."""
    return len(gold & set(ranked[:k])) / len(gold)


def all_at(k: int, ranked: Sequence[str], gold: set[str]) -> float:
    """Return 1 when every gold unit is among the first *k*."""
    return float(gold <= set(ranked[:k]))


def reciprocal_rank(ranked: Sequence[str], gold: set[str]) -> float:
    """Return 1 / rank of the first gold unit, 0 when there is none."""
    return next((1 / place for place, unit in enumerate(ranked, 1) if unit in gold), 0.0)


def ndcg_at(k: int, ranked: Sequence[str], gold: set[str]) -> float:
    """Return the discounted gain of the first *k*, as a share of the best that there could be."""
    gain = sum(1 / math.log2(place + 1) for place, u in enumerate(ranked[:k], 1) if u in gold)
    best = sum(1 / math.log2(place + 1) for place in range(1, min(k, len(gold)) + 1))
    return gain / best
