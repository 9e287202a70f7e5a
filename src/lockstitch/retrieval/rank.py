"""Rank what a search found: normalise, mark what was corrected, keep facts from crowding episodes out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lockstitch.domain.passage import EpisodeHit, FactHit, SearchHits
from lockstitch.retrieval.words import phrases_of

SUPERSEDED_FACTOR: Final = 0.35
"""What a corrected episode's score is multiplied with: it stays findable, behind what corrects it."""
FACT_COVERAGE_MIN: Final = 0.5
"""Share of the question's words that a fact must hold, in its name or value, to be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A hit with its final score, 1.0 for the best possible place."""

    item: EpisodeHit | FactHit
    score: float
    reasons: tuple[str, ...]

    @property
    def order(self) -> tuple[float, int, str]:
        """What it is sorted by: the score, then the later one, then the id."""
        fact = self.item.fact.id if isinstance(self.item, FactHit) else ""
        return -self.score, -self.item.position, fact


def ranked(hits: SearchHits, *, phrases: Sequence[Sequence[str]], k: int) -> list[Ranked]:
    """Return the best *k*: the same store gives the same answer."""
    best = max((hit.score for hit in hits.episodes), default=0.0)
    found = [_ranked_episode(hit, best) for hit in hits.episodes]
    found.extend(_ranked_facts(hits.facts, phrases, places=max(1, k // 2)))
    return sorted(found, key=lambda one: one.order)[:k]


def _ranked_episode(hit: EpisodeHit, best: float) -> Ranked:
    score = hit.score / best if best > 0 else 0.0
    return Ranked(
        item=hit, score=score * SUPERSEDED_FACTOR if hit.superseded else score, reasons=("words",)
    )


def _ranked_facts(
    hits: Sequence[FactHit], phrases: Sequence[Sequence[str]], *, places: int
) -> list[Ranked]:
    wanted = {word for phrase in phrases for word in phrase}
    best = max((hit.score for hit in hits), default=0.0)
    found: list[Ranked] = []
    for hit in hits:
        held = {w for phrase in phrases_of(f"{hit.fact.name} {hit.fact.value}") for w in phrase}
        coverage = len(wanted & held) / len(wanted) if wanted else 0.0
        if coverage >= FACT_COVERAGE_MIN:
            score = coverage * (0.5 + 0.5 * (hit.score / best if best > 0 else 0.0))
            reasons = ("words", f"holds {coverage:.0%} of the question's words")
            found.append(Ranked(item=hit, score=score, reasons=reasons))
    return sorted(found, key=lambda one: one.order)[:places]
