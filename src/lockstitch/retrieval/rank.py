"""Rank what a search found: normalise, mark what was corrected, keep facts from crowding episodes out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lockstitch.domain.episode import Episode
from lockstitch.domain.fact import Fact
from lockstitch.domain.passage import FactHit, SearchHits
from lockstitch.retrieval.words import phrases_of

SUPERSEDED_FACTOR: Final = 0.35
"""What a corrected episode's score is multiplied with: it stays findable, behind what corrects it."""
FACT_COVERAGE_MIN: Final = 0.5
"""Share of the question's words that a fact must hold, in its name or value, to be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """An episode or a fact with its final score, 1.0 for the best possible place."""

    item: Episode | Fact
    score: float
    reasons: tuple[str, ...]


def ranked(
    hits: SearchHits,
    *,
    episodes: Mapping[int, Episode],
    phrases: Sequence[Sequence[str]],
    k: int,
) -> list[Ranked]:
    """Return the best *k*. Ties go to the later one, then by id: the same store, the same answer."""
    best = max((hit.score for hit in hits.episodes), default=0.0)
    found: list[Ranked] = []
    for hit in hits.episodes:
        episode = episodes.get(hit.position)
        if episode is not None:
            found.append(_ranked_episode(episode, hit.score / best if best > 0 else 0.0))
    found.extend(_ranked_facts(hits.facts, phrases, places=max(1, k // 2)))
    found.sort(key=lambda one: (-one.score, -one.item.seq, one.item.id))
    return found[:k]


def _ranked_episode(episode: Episode, score: float) -> Ranked:
    if episode.superseded_by is None:
        return Ranked(item=episode, score=score, reasons=("words",))
    reasons = ("words", f"corrected by {episode.superseded_by}")
    return Ranked(item=episode, score=score * SUPERSEDED_FACTOR, reasons=reasons)


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
            found.append(Ranked(item=hit.fact, score=score, reasons=reasons))
    found.sort(key=lambda one: (-one.score, one.item.id))
    return found[:places]
