"""Recall: what the project remembers that a question asks for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from lockstitch.app.arguments import checked_name
from lockstitch.app.atlas import stale_among
from lockstitch.app.embedding import Asked, asked
from lockstitch.app.identify import named_project
from lockstitch.app.indexing import with_index
from lockstitch.app.world import World
from lockstitch.domain.atlas import AtlasEntry, Staleness
from lockstitch.domain.episode import Episode
from lockstitch.domain.ids import AtlasId, ProjectId
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.passage import (
    Candidate,
    EntryCandidate,
    FactHit,
    Passage,
    PassageKind,
    Recollection,
    Search,
    SearchHits,
)
from lockstitch.domain.project import Caller
from lockstitch.domain.text import check_text
from lockstitch.ports.stores import Progress
from lockstitch.retrieval.choice import Chosen, Cut, Source, chosen
from lockstitch.retrieval.fusion import (
    SHIPPED,
    ArmKind,
    Ranked,
    Tuning,
    Weights,
    fused,
    placed,
    seeds_of,
    telling,
    weights_of,
    with_graph,
)
from lockstitch.retrieval.graph import HOLDERS_MAX, SECOND_STEP, SEEDS, strongest, walked
from lockstitch.retrieval.paths import normalised_path
from lockstitch.retrieval.window import window_of
from lockstitch.retrieval.words import asks, phrases_of

K_DEFAULT: Final = 8
CANDIDATES: Final = 60
"""How many of each kind a search brings before they are ranked; never fewer than k asks for."""
COMMON_SHARE: Final = 0.4
"""A word that more of the episodes hold tells none from another, and costs most of the time.

On LoCoMo's development part recall@10 is the same with and without them (.795), and a search
looks at a fifth of the rows; at .2 it would be .791, at .1 .768.
"""
SPARE: Final = 4
"""How many more than k are read, since near-twins and entries of shown episodes fall away."""
_CURRENT_CHARS_MAX: Final = 2_000
_OVERHEAD_CHARS: Final = 400
_CHAIN_MAX: Final = 100
_SEARCHES_MAX: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, and where to look. An omitted session means all of the project's."""

    query: str
    k: int = K_DEFAULT
    session_id: str | None = None
    file_path: str | None = None
    include_folded: bool = False
    project_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """An answer with the reasons: what was cut, and why."""

    answer: Recollection
    weights: Weights
    votes: Mapping[str, Mapping[ArmKind, float]]
    """Of each result what each arm says, from 0 to 1."""
    cuts: tuple[Cut, ...]
    silent: bool
    """Whether hits were found and none was worth saying."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gathered:
    sources: Mapping[int, Episode]
    entries: Mapping[int, AtlasEntry]
    stale: Mapping[AtlasId, Staleness]


@dataclass(frozen=True, slots=True)
class _Ask:
    world: World
    project: ProjectId
    search: Search
    query: str
    tuning: Tuning


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    hits: SearchHits
    asked: Asked
    ranking: Sequence[Ranked]


async def recall(
    world: World, caller: Caller, question: Question, *, tuning: Tuning = SHIPPED
) -> Recollection:
    """Return the best passages; none when nothing is relevant.

    Raises:
        InvalidArgumentError: the question holds what no store holds.
        NotFoundError: no project has that id.
    """
    return (await explain(world, caller, question, tuning=tuning)).answer


async def explain(
    world: World, caller: Caller, question: Question, *, tuning: Tuning = SHIPPED
) -> Explained:
    """Return the best passages, and what was cut of what was found.

    Raises:
        InvalidArgumentError: the question holds what no store holds.
        NotFoundError: no project has that id.
    """
    check_text(question.query, name="query")
    k = max(1, min(question.k, LIMITS.recall_k))
    asked_for = checked_name(question.project_id, name="project_id")
    project = (await named_project(world, asked_for or caller.project)).id
    phrases = phrases_of(question.query)
    search = Search(
        phrases=phrases,
        limit=max(CANDIDATES, k + SPARE),
        common_share=COMMON_SHARE,
        session_id=checked_name(question.session_id, name="session_id"),
        file_path=await _path_in(world, project, question.file_path),
        include_folded=question.include_folded,
    )
    found = await _search(_Ask(world, project, search, question.query, tuning))
    said = telling(found.hits, found.asked.arms, found.ranking, tuning)
    if tuning.floor and not asks(question.query):
        said = []
    ranking = said[: k + SPARE]
    entries = await _entries(world, ranking)
    stale = await stale_among(world, list(entries.values()))
    sources = await _sources(world, ranking)
    there = [one for one in ranking if _is_there(one, sources, entries)]
    gathered = _Gathered(sources=sources, entries=entries, stale=stale)
    choice = chosen([_source(one, gathered) for one in there], k=k, tuning=tuning)
    passages = [await _passage(world, one, gathered, phrases) for one in choice.kept]
    shown = _within(passages)
    notes = _notes(found, left_out=len(passages) - len(shown), shown=bool(shown))
    answer = Recollection(
        query=question.query,
        k=k,
        project=project,
        results=tuple(shown),
        stale_flags=tuple(passage.id for passage in shown if passage.stale),
        notes=tuple(notes),
    )
    return Explained(
        answer=answer,
        weights=weights_of(found.hits, found.asked.arms, tuning),
        votes={one.id: one.ranked.votes for one in choice.kept},
        cuts=choice.cuts,
        silent=bool(found.ranking and not said),
    )


async def _search(ask: _Ask) -> _Found:
    """Return what is found once all is indexed: others may write, or rebuild, in between."""
    for _ in range(_SEARCHES_MAX - 1):
        found = await with_index(ask.world, ask.project, lambda reached: _look(ask, reached))
        if found.hits.complete:
            return found
    return await with_index(ask.world, ask.project, lambda reached: _look(ask, reached))


async def _look(ask: _Ask, reached: Progress) -> _Found:
    question = await asked(ask.world, ask.project, ask.query, reached=reached)
    search = replace(ask.search, near=question.near)
    hits = await ask.world.index.search(ask.project, search)
    ranking = fused(hits, question.arms, phrases=search.phrases, tuning=ask.tuning)
    found = _Found(hits=hits, asked=question, ranking=ranking)
    return await _walk(ask, search, found) if ask.tuning.graph > 0 else found


async def _walk(ask: _Ask, search: Search, found: _Found) -> _Found:
    """Return *found* with what shares names, files or facts with its best, two steps away."""
    seeds = seeds_of(found.ranking, SEEDS, ask.tuning)
    if not seeds:
        return found
    tied = await _step(ask, seeds)
    second = strongest(tied, besides=list(seeds))
    if second:
        halved = {position: strength * SECOND_STEP for position, strength in second.items()}
        for position, strength in (await _step(ask, halved)).items():
            tied[position] = max(tied.get(position, 0.0), strength)
    known = {one.position for one in found.hits.episodes}
    fresh = [position for position in sorted(tied) if position not in known]
    brought: Sequence[Candidate] = ()
    if fresh:
        brought = await ask.world.index.candidates(ask.project, search, positions=fresh)
    reached = placed(brought, found.hits, found.asked.arms, ask.tuning)
    return replace(found, ranking=with_graph(found.ranking, tied, reached, ask.tuning))


async def _step(ask: _Ask, seeds: Mapping[int, float]) -> dict[int, float]:
    links = await ask.world.index.links(ask.project, positions=list(seeds), holders_max=HOLDERS_MAX)
    return walked(seeds, links)


async def _entries(world: World, ranking: Sequence[Ranked]) -> dict[int, AtlasEntry]:
    rows = [one.item.row for one in ranking if isinstance(one.item, EntryCandidate)]
    return {entry.row: entry for entry in await world.atlas.at(rows)} if rows else {}


async def _sources(world: World, ranking: Sequence[Ranked]) -> dict[int, Episode]:
    positions = list(dict.fromkeys(one.item.position for one in ranking))
    return {episode.position: episode for episode in await world.episodes.at(positions)}


def _is_there(
    one: Ranked, sources: Mapping[int, Episode], entries: Mapping[int, AtlasEntry]
) -> bool:
    """Whether it was not purged a moment ago; then its facts and entries are gone as well."""
    there = one.item.position in sources
    return there and (not isinstance(one.item, EntryCandidate) or one.item.row in entries)


def _source(one: Ranked, gathered: _Gathered) -> Source:
    match one.item:
        case EntryCandidate(row=row):
            entry = gathered.entries[row]
            stale = entry.id in gathered.stale
            return Source(ranked=one, id=entry.id, text=entry.content, stale=stale)
        case FactHit(fact=fact):
            return Source(ranked=one, id=fact.id, text=fact.text, stale=False)
        case Candidate(position=position):
            episode = gathered.sources[position]
            return Source(ranked=one, id=episode.id, text=episode.content, stale=False)


async def current_of(world: World, episode: Episode) -> Episode | None:
    """Return the episode that says now what a corrected one said, along the whole chain."""
    current: Episode | None = episode
    for _ in range(_CHAIN_MAX):
        if current is None or current.superseded_by is None:
            break
        current = next(iter(await world.episodes.get([current.superseded_by])), None)
    return None if current is episode else current


async def _passage(
    world: World, one: Chosen, gathered: _Gathered, phrases: Sequence[Sequence[str]]
) -> Passage:
    source = gathered.sources[one.ranked.item.position]
    truth = await _truth(world, one.ranked, gathered, phrases)
    text = window_of(one.text, item=one.id, phrases=phrases)
    return Passage(
        kind=_KINDS[type(one.ranked.item)],
        id=one.id,
        score=one.ranked.score,
        retrievers=tuple(one.ranked.votes),
        stale=truth is not None,
        current_value=truth.value if truth else None,
        text=text,
        token_cost=source.token_count if text is source.content else world.tokens.count(text),
        reasons=(*one.reasons, truth.reason) if truth else one.reasons,
        created_at=source.created_at,
        session_id=source.session_id,
        role=source.role.value,
        tool_name=source.tool_name,
        fold_id=source.fold_id,
    )


_KINDS: Final = {
    Candidate: PassageKind.EPISODE,
    FactHit: PassageKind.FACT,
    EntryCandidate: PassageKind.ENTRY,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Truth:
    """Why a passage is stale, and what is true instead, if anything is."""

    reason: str
    value: str | None


async def _truth(
    world: World, one: Ranked, gathered: _Gathered, phrases: Sequence[Sequence[str]]
) -> _Truth | None:
    if isinstance(one.item, EntryCandidate):
        stale = gathered.stale.get(gathered.entries[one.item.row].id)
        return _Truth(reason=f"its source was {stale.reason}", value=stale.now) if stale else None
    source = gathered.sources[one.item.position]
    if source.superseded_by is None:
        return None
    current = await current_of(world, source)
    value = None
    if current is not None:
        value = window_of(
            current.content, item=current.id, phrases=phrases, chars_max=_CURRENT_CHARS_MAX
        )
    return _Truth(reason=f"corrected by {source.superseded_by}", value=value)


def _within(passages: Sequence[Passage]) -> list[Passage]:
    """Return as many of *passages* as one answer may carry, the first in any case."""
    shown: list[Passage] = []
    room = LIMITS.answer_chars
    for passage in passages:
        room -= len(passage.text) + len(passage.current_value or "") + _OVERHEAD_CHARS
        if shown and room < 0:
            break
        shown.append(passage)
    return shown


def _notes(found: _Found, *, left_out: int, shown: bool) -> list[str]:
    covered = "all of the project" if found.hits.complete else "not all yet"
    notes = [f"words: ready, {covered}"]
    arms = found.asked.arms
    for name, arm in (("static", arms.static), ("encoder", arms.encoder)):
        if arm is not None:
            coverage = found.hits.coverage[arm]
            share = int(100 * coverage.share)
            notes.append(f"{name}: ready, {share} % of {coverage.total} passages")
    notes += found.asked.notes
    if left_out:
        notes.append(
            f"{left_out} more results did not fit into {LIMITS.answer_chars} characters:"
            " ask for a smaller k, or narrow the question"
        )
    if not shown:
        notes.append("nothing relevant is remembered here")
    return notes


async def _path_in(world: World, project: ProjectId, file_path: str | None) -> str | None:
    """Return *file_path* as episodes name it: relative to the checkout when it lies inside one."""
    if file_path is None or not file_path.strip():
        return None
    check_text(file_path, name="file_path")
    wanted = normalised_path(file_path)
    known = await world.projects.get(project)
    for directory in known.directories if known else ():
        inside = normalised_path(directory)
        if wanted in ("", inside):
            return None  # the folder that all is below
        if wanted.startswith(f"{inside}/"):
            return wanted[len(inside) + 1 :]
    return wanted
