"""Fuse what the arms found: scores are added, each on a scale that means the same for every question.

Words count by how much of the question they match, so that a chance word of a question in other
words does not outvote its meaning; cosines are taken as they are. The encoder's weight follows the
coverage that the answer declares, and nothing else, so that equal answers declare equal things.
The weights were chosen on the development half of LoCoMo and on the tune halves in `bench/sets`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from lockstitch.domain.passage import (
    Candidate,
    EntryCandidate,
    FactHit,
    SearchHits,
)
from lockstitch.retrieval.evidence import full_score
from lockstitch.retrieval.words import phrases_of


class ArmKind(StrEnum):
    """What a vote comes from; the names that answers give as retrievers."""

    WORDS = "words"
    STATIC = "static"
    ENCODER = "encoder"
    GRAPH = "graph"
    FACTS = "facts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """The weights and floors of recall. What is shipped is `Tuning()`; benches leave parts out."""

    words: float = 1.0
    words_half: float = 0.14
    """Share of the question matched at which words have half their weight, with an encoder."""
    words_half_static: float = 0.1
    """The same without one."""
    words_steepness: float = 4.0
    static: float = 0.7
    static_beside_encoder: float = 0.5
    encoder: float = 1.5
    coverage_power: float = 4.0
    """The encoder's weight grows with this power of its coverage: half a store says little."""
    graph: float = 0.8
    graph_bonus: float = 0.05
    graph_sharpness: float = 4.0
    freshness: float = 0.02
    superseded: float = 0.35
    """What a corrected episode's score is multiplied with: it stays findable, behind what corrects it."""
    stale: float = 0.35
    facts: bool = True
    floor: bool = True
    floor_words: float = 0.14
    """Share of the question that the best passage must match, when nothing is near."""
    floor_encoder: float = 0.25
    floor_encoder_beside: float = 0.17
    """How near a passage must be to stand beside one that is worth saying."""
    floor_words_static: float = 0.12
    floor_static: float = 0.3
    floor_static_beside: float = 0.45
    """The static arm alone may speak; beside a match of words it has to be sure."""
    twins: bool = True


SHIPPED: Final = Tuning()
FACT_COVERAGE_MIN: Final = 0.5
"""Share of the question's words that a fact must hold, in its name or value, to be shown."""
_STATIC_MEAN: Final = 0.38
_ENCODER_MEAN: Final = 0.295
_ENCODER_PER_STATIC: Final = 0.58
"""Where an encoder's vector is missing its cosine is estimated from the static one's."""
_HALF_LIFE_DAYS: Final = 30.0
_DOCUMENTS_FEW: Final = 20
_DOCUMENTS_TELLING: Final = 100
"""In a smaller store hardly a word is rare, and how much one tells cannot be known."""
_DECIMALS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Arms:
    """Which of the search's `near` is which, and what share of the project it covers."""

    static: int | None = None
    encoder: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A hit with its score from 0 to 1, and what each arm gave to it."""

    item: Candidate | EntryCandidate | FactHit
    score: float
    votes: Mapping[ArmKind, float]

    @property
    def order(self) -> tuple[float, int, int, str]:
        """What it is sorted by: the score, then the later one, then episodes first, then the id."""
        kind = 0 if isinstance(self.item, Candidate) else 1
        name = self.item.fact.id if isinstance(self.item, FactHit) else ""
        return -self.score, -self.item.position, kind, name


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What a search's arms weigh, and below what nothing is said."""

    words: float
    """Of the best words' hit: it shrinks when even that one matches little of the question."""
    static: float
    encoder: float
    matched: float
    """Share of the question that the best passage matches by its words."""
    floor_words: float
    floor_near: float
    floor_beside: float

    @property
    def total(self) -> float:
        """The score of a passage that every arm puts first."""
        return self.words + self.static + self.encoder or 1.0


def weights_of(hits: SearchHits, arms: Arms, tuning: Tuning = SHIPPED) -> Weights:
    """Return what the arms weigh for these *hits*."""
    share = 0.0 if arms.encoder is None else hits.coverage[arms.encoder].share
    grown = share**tuning.coverage_power
    half = _between(tuning.words_half_static, tuning.words_half, grown)
    best = max((one.words or 0.0 for one in hits.episodes), default=0.0)
    full = full_score(hits.holders, hits.documents)
    matched = min(1.0, best / full) if full > 0 else 0.0
    if best > 0 and hits.documents < _DOCUMENTS_FEW:
        matched = 1.0  # every word is common there: whoever holds one is meant
    steep = tuning.words_steepness
    gate = matched**steep / (matched**steep + half**steep) if matched > 0 else 0.0
    static = _between(tuning.static, tuning.static_beside_encoder, grown)
    return Weights(
        words=tuning.words * gate,
        static=static if arms.static is not None else 0.0,
        encoder=tuning.encoder * grown if arms.encoder is not None else 0.0,
        matched=matched,
        floor_words=_between(tuning.floor_words_static, tuning.floor_words, grown)
        * min(1.0, hits.documents / _DOCUMENTS_TELLING),
        floor_near=tuning.floor_encoder if grown > 0.5 else tuning.floor_static,
        floor_beside=tuning.floor_encoder_beside if grown > 0.5 else tuning.floor_static_beside,
    )


def fused(
    hits: SearchHits, arms: Arms, *, phrases: Sequence[Sequence[str]], tuning: Tuning = SHIPPED
) -> list[Ranked]:
    """Return every hit with its score, best first: the same store gives the same answer."""
    scale = _scale_of(hits, arms, tuning)
    found = [scale.episode(one) for one in hits.episodes]
    top = max((one.score for one in found), default=1.0)
    found += [scale.entry(one) for one in hits.entries]
    if tuning.facts:
        found += _facts(hits.facts, phrases, top)
    return sorted(found, key=lambda one: one.order)


def placed(
    brought: Sequence[Candidate], hits: SearchHits, arms: Arms, tuning: Tuning = SHIPPED
) -> list[Ranked]:
    """Return other episodes with the scores that they have beside *hits*."""
    scale = _scale_of(hits, arms, tuning)
    return [scale.episode(one) for one in brought]


def telling(
    hits: SearchHits, arms: Arms, ranking: Sequence[Ranked], tuning: Tuning = SHIPPED
) -> list[Ranked]:
    """Return of *ranking* what is worth saying: nothing, when even the best tells too little.

    Something must match enough of the question's words, be a fact that holds half of them, or be
    near enough; then all that holds one of its words, is near or is tied to the best is said.
    """
    if not tuning.floor:
        return list(ranking)
    weights = weights_of(hits, arms, tuning)
    matches = weights.matched >= weights.floor_words
    if matches or any(isinstance(one.item, FactHit) for one in ranking):
        near = weights.floor_beside
    elif any(_nearness(one, weights) >= weights.floor_near for one in ranking):
        near = min(weights.floor_near, weights.floor_beside)
    else:
        return []
    return [one for one in ranking if _tells(one, weights, near)]


def _tells(one: Ranked, weights: Weights, near: float) -> bool:
    has_words = ArmKind.WORDS in one.votes or ArmKind.FACTS in one.votes
    return has_words or ArmKind.GRAPH in one.votes or _nearness(one, weights) >= near


def _nearness(one: Ranked, weights: Weights) -> float:
    arm = ArmKind.ENCODER if weights.encoder > weights.static else ArmKind.STATIC
    return one.votes.get(arm, -1.0)


def with_graph(
    ranking: Sequence[Ranked],
    tied: Mapping[int, float],
    fresh: Sequence[Ranked],
    tuning: Tuning = SHIPPED,
) -> list[Ranked]:
    """Return *ranking* with what the walk found: what is tied to a good passage is nearly as good."""
    best = max((one.score for one in ranking), default=0.0)
    known = {one.item.position for one in ranking if isinstance(one.item, Candidate)}
    every = [*ranking, *(one for one in fresh if one.item.position not in known)]
    return sorted((_tied(one, tied, best, tuning) for one in every), key=lambda one: one.order)


def seeds_of(ranking: Sequence[Ranked], count: int, tuning: Tuning = SHIPPED) -> dict[int, float]:
    """Return the best episodes with their weights as seeds of a walk; the first counts most."""
    best = [one for one in ranking if isinstance(one.item, Candidate)][:count]
    top = best[0].score if best else 0.0
    if top <= 0:
        return {}
    return {one.item.position: (one.score / top) ** tuning.graph_sharpness for one in best}


def penalised(one: Ranked, factor: float) -> Ranked:
    """Return *one* with its score multiplied."""
    return replace(one, score=round(one.score * factor, _DECIMALS))


def _tied(one: Ranked, tied: Mapping[int, float], best: float, tuning: Tuning) -> Ranked:
    strength = tied.get(one.item.position, 0.0)
    if not strength or not isinstance(one.item, Candidate):
        return one
    lifted = tuning.graph * best * strength
    if one.item.superseded:
        lifted *= tuning.superseded
    score = max(one.score, lifted) + tuning.graph_bonus * best * strength
    votes = {**one.votes, ArmKind.GRAPH: round(strength, _DECIMALS)}
    return Ranked(item=one.item, score=min(1.0, round(score, _DECIMALS)), votes=votes)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scale:
    """What a search's hits are measured by."""

    arms: Arms
    weights: Weights
    best: float
    best_entry: float
    newest: datetime | None
    tuning: Tuning

    def episode(self, one: Candidate) -> Ranked:
        words = (one.words or 0.0) / self.best if self.best > 0 else 0.0
        raw, votes = _summed(words, one.near, self.arms, self.weights)
        freshness = self.tuning.freshness
        if self.newest is not None:
            age = max(0.0, (self.newest - one.said_at).total_seconds() / 86_400)
            raw *= 1.0 + freshness * 0.5 ** (age / _HALF_LIFE_DAYS)
        score = raw / (self.weights.total * (1.0 + freshness))
        if one.superseded:
            score *= self.tuning.superseded
        return Ranked(item=one, score=round(max(0.0, score), _DECIMALS), votes=votes)

    def entry(self, one: EntryCandidate) -> Ranked:
        words = (one.words or 0.0) / self.best_entry if self.best_entry > 0 else 0.0
        raw, votes = _summed(words, one.near, self.arms, self.weights)
        score = round(max(0.0, raw / self.weights.total), _DECIMALS)
        return Ranked(item=one, score=score, votes=votes)


def _scale_of(hits: SearchHits, arms: Arms, tuning: Tuning) -> _Scale:
    return _Scale(
        arms=arms,
        weights=weights_of(hits, arms, tuning),
        best=max((one.words or 0.0 for one in hits.episodes), default=0.0),
        best_entry=max((one.words or 0.0 for one in hits.entries), default=0.0),
        newest=max((one.said_at for one in hits.episodes), default=None),
        tuning=tuning,
    )


def _summed(
    words: float, near: Sequence[float | None], arms: Arms, weights: Weights
) -> tuple[float, dict[ArmKind, float]]:
    static = None if arms.static is None else near[arms.static]
    encoder = None if arms.encoder is None else near[arms.encoder]
    votes: dict[ArmKind, float] = {}
    if words > 0:
        votes[ArmKind.WORDS] = round(words, _DECIMALS)
    if static is not None:
        votes[ArmKind.STATIC] = static
    if encoder is not None:
        votes[ArmKind.ENCODER] = encoder
    elif arms.encoder is not None:
        nearness = _STATIC_MEAN if static is None else static
        encoder = _ENCODER_MEAN + _ENCODER_PER_STATIC * (nearness - _STATIC_MEAN)
    raw = weights.words * words + weights.static * (static or 0.0)
    return raw + weights.encoder * (encoder or 0.0), votes


def _facts(hits: Sequence[FactHit], phrases: Sequence[Sequence[str]], top: float) -> list[Ranked]:
    """Return facts that hold half of the question: they score as episodes do that match as much."""
    wanted = {word for phrase in phrases for word in phrase}
    best = max((hit.score for hit in hits), default=0.0)
    found: list[Ranked] = []
    for hit in hits:
        held = {w for phrase in phrases_of(f"{hit.fact.name} {hit.fact.value}") for w in phrase}
        coverage = len(wanted & held) / len(wanted) if wanted else 0.0
        if coverage >= FACT_COVERAGE_MIN:
            rank = 0.5 + 0.5 * (hit.score / best if best > 0 else 0.0)
            score = round(min(1.0, (top or 1.0) * coverage * rank), _DECIMALS)
            votes = {ArmKind.FACTS: round(coverage, _DECIMALS)}
            found.append(Ranked(item=hit, score=score, votes=votes))
    return found


def _between(low: float, high: float, share: float) -> float:
    return low + (high - low) * share
