"""Recall as it is shipped, its arms alone, and each part left out: all that the benches turn off."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from lockstitch.retrieval.fusion import SHIPPED, Tuning

_NO_ARM: Final = Tuning(
    words=0.0,
    static=0.0,
    static_beside_encoder=0.0,
    encoder=0.0,
    graph=0.0,
    facts=False,
    freshness=0.0,
    floor=False,
)
_WORDS: Final = replace(_NO_ARM, words=1.0)

SHIPPED_ALONE: Final[Mapping[str, Tuning]] = {
    "": SHIPPED,
    "without the floor": replace(SHIPPED, floor=False),
}
"""Asked at each coverage of the encoder."""

ARMS: Final[Mapping[str, Tuning]] = {
    "words alone": _WORDS,
    "static alone": replace(_NO_ARM, static=1.0, static_beside_encoder=1.0),
    "encoder alone": replace(_NO_ARM, encoder=1.0),
    "words and graph": replace(_WORDS, graph=SHIPPED.graph),
}
"""Arms by themselves, with no floor. The graph walks from what others found: it has no start alone."""

WITHOUT: Final[Mapping[str, Tuning]] = {
    "without words": replace(SHIPPED, words=0.0),
    "without static": replace(SHIPPED, static=0.0, static_beside_encoder=0.0),
    "without encoder": replace(SHIPPED, encoder=0.0),
    "without graph": replace(SHIPPED, graph=0.0),
    "without facts": replace(SHIPPED, facts=False),
    "without freshness": replace(SHIPPED, freshness=0.0),
    "without twins": replace(SHIPPED, twins=False),
}
"""What each part gives: the shipped tuning with that part left out."""
