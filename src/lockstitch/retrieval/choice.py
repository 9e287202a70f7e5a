"""Which of the ranked passages are shown: no near-twins, no entry in the place of its episode."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from lockstitch.domain.passage import Candidate, EntryCandidate, FactHit
from lockstitch.retrieval.fusion import SHIPPED, ArmKind, Ranked, Tuning, penalised
from lockstitch.retrieval.twins import Print, print_of, twin_among


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A ranked passage with its id and text."""

    ranked: Ranked
    id: str
    text: str
    stale: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A passage that is shown, and in words why it was found."""

    ranked: Ranked
    id: str
    text: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A passage that was found and is not shown."""

    id: str
    score: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What is shown, best first, and what was cut."""

    kept: tuple[Chosen, ...]
    cuts: tuple[Cut, ...]


_SAID: Final = {
    ArmKind.STATIC: "near by its words' meanings",
    ArmKind.ENCODER: "near by its meaning",
    ArmKind.GRAPH: "shares a name, a file or a fact with what was found",
}


def chosen(sources: Sequence[Source], *, k: int, tuning: Tuning = SHIPPED) -> Choice:
    """Return the best *k* of *sources*.

    An entry is shown in addition to its own episode only when a place is left over.
    """
    ordered = sorted(
        (_aged(source, tuning) for source in sources), key=lambda source: source.ranked.order
    )
    kept: list[Source] = []
    later: list[Source] = []
    cuts: list[Cut] = []
    prints: list[Print] = []
    facts = 0
    for source in ordered:
        is_fact = isinstance(source.ranked.item, FactHit)
        if is_fact and facts >= max(1, k // 2):
            cuts.append(_cut(source, "facts take half of the places at most"))
        elif _is_of_shown(source, ordered, k):
            later.append(source)
        elif len(kept) >= k:
            cuts.append(_cut(source, f"beyond the {k} that were asked for"))
        else:
            own = print_of(source.text)
            twin = twin_among(own, prints) if tuning.twins and _can_be_twin(source) else None
            if twin is None:
                kept.append(source)
                prints.append(own)
                facts += is_fact
            else:
                # The last time that a thing was said stands for all of them, in the best place.
                kept[twin], older = _later_first(kept[twin], source)
                cuts.append(_cut(older, f"says the same as {kept[twin].id}"))
    shown = {source.ranked.item.position for source in kept}
    for source in later:
        if len(kept) < k:
            kept.append(source)
        else:
            reason = "its episode is shown" if source.ranked.item.position in shown else "no place"
            cuts.append(_cut(source, reason))
    return Choice(kept=tuple(_shown(source) for source in kept), cuts=tuple(cuts))


def _aged(source: Source, tuning: Tuning) -> Source:
    if not source.stale:
        return source
    return replace(source, ranked=penalised(source.ranked, tuning.stale))


def _is_of_shown(source: Source, ordered: Sequence[Source], k: int) -> bool:
    """Whether it is an entry whose episode is among the first *k*."""
    if not isinstance(source.ranked.item, EntryCandidate):
        return False
    position = source.ranked.item.position
    episodes = [one for one in ordered if isinstance(one.ranked.item, Candidate)]
    return any(one.ranked.item.position == position for one in episodes[:k])


def _later_first(one: Source, other: Source) -> tuple[Source, Source]:
    """Return the one that was said later, with the score of the better one, and the earlier one."""
    if other.ranked.item.position <= one.ranked.item.position:
        return one, other
    return replace(other, ranked=replace(other.ranked, score=one.ranked.score)), one


def _can_be_twin(source: Source) -> bool:
    return isinstance(source.ranked.item, Candidate)


def _shown(source: Source) -> Chosen:
    return Chosen(
        ranked=source.ranked, id=source.id, text=source.text, reasons=_reasons(source.ranked)
    )


def _reasons(ranked: Ranked) -> tuple[str, ...]:
    said: list[str] = []
    for arm, vote in ranked.votes.items():
        if arm is ArmKind.WORDS:
            said.append("holds words of the question")
        elif arm is ArmKind.FACTS:
            said.append(f"holds {vote:.0%} of the question's words")
        else:
            said.append(f"{_SAID[arm]} ({vote:.2f})")
    return tuple(said)


def _cut(source: Source, reason: str) -> Cut:
    return Cut(id=source.id, score=source.ranked.score, reason=reason)
