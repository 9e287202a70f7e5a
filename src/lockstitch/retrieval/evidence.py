"""How much the words of a question prove, told apart from which passage they point to.

BM25 has no unit: its best hit may share one everyday word with the question, or all of it. Divided
by what a passage would score that holds every word of the question, it says how much is matched.
"""

from collections.abc import Sequence
from math import log
from typing import Final

_SATURATED: Final = 2.2
"""What BM25 gives a word at most, as a multiple of its weight: k1 + 1, with FTS5's k1 of 1.2."""
_WEIGHT_MIN: Final = 1e-6
"""FTS5's own floor of a word's weight."""


def full_score(holders: Sequence[int], documents: int) -> float:
    """Return what a passage would score that holds every phrase as often as counts.

    *holders* says how many of *documents* hold each phrase; one that none holds weighs as if one
    did, so that in a small store an unknown word does not outweigh all the others.
    """
    return _SATURATED * sum(_weight(max(1, held), documents) for held in holders)


def _weight(held: int, documents: int) -> float:
    # The inverse document frequency of FTS5's bm25().
    return max(_WEIGHT_MIN, log(max(documents - held + 0.5, 1e-9) / (held + 0.5)))
