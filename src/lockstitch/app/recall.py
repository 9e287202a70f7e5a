"""Recall: what the project remembers that a question asks for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lockstitch.app.arguments import checked_name
from lockstitch.app.identify import named_project
from lockstitch.app.indexing import with_index
from lockstitch.app.world import World
from lockstitch.domain.episode import Episode
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.passage import (
    EpisodeHit,
    FactHit,
    Passage,
    PassageKind,
    Recollection,
    Search,
    SearchHits,
)
from lockstitch.domain.project import Caller
from lockstitch.domain.text import check_text
from lockstitch.retrieval.paths import normalised_path
from lockstitch.retrieval.rank import Ranked, ranked
from lockstitch.retrieval.window import window_of
from lockstitch.retrieval.words import phrases_of

K_DEFAULT: Final = 8
CANDIDATES: Final = 200
"""How many of each kind a search brings before they are ranked; never fewer than k asks for."""
COMMON_SHARE: Final = 0.4
"""A word that more of the episodes hold tells none from another, and costs most of the time.

On LoCoMo's development part recall@10 is the same with and without them (.795), and a search
looks at a fifth of the rows; at .2 it would be .791, at .1 .768.
"""
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


async def recall(world: World, caller: Caller, question: Question) -> Recollection:
    """Return the best passages; none when nothing is relevant.

    Raises:
        InvalidArgumentError: the question holds what no store holds.
        NotFoundError: no project has that id.
    """
    check_text(question.query, name="query")
    k = max(1, min(question.k, LIMITS.recall_k))
    asked_for = checked_name(question.project_id, name="project_id")
    project = (await named_project(world, asked_for or caller.project)).id
    phrases = phrases_of(question.query)
    path = await _path_in(world, project, question.file_path)
    search = Search(
        phrases=phrases,
        limit=max(CANDIDATES, k),
        common_share=COMMON_SHARE,
        session_id=checked_name(question.session_id, name="session_id"),
        file_path=path,
        include_folded=question.include_folded,
    )
    hits = await _search(world, project, search)
    best = ranked(hits, phrases=phrases, k=k)
    positions = list(dict.fromkeys(one.item.position for one in best))
    sources = {episode.position: episode for episode in await world.episodes.at(positions)}
    # What was purged a moment ago is not there any more, and neither are its facts.
    passages = [
        await _passage(world, one, source=sources[one.item.position], phrases=phrases)
        for one in best
        if one.item.position in sources
    ]
    shown = _within(passages)
    notes = _notes(hits, left_out=len(passages) - len(shown), found=bool(shown))
    return Recollection(
        query=question.query,
        k=k,
        project=project,
        results=tuple(shown),
        stale_flags=tuple(passage.id for passage in shown if passage.stale),
        notes=tuple(notes),
    )


async def _search(world: World, project: ProjectId, search: Search) -> SearchHits:
    """Return what is found once all is indexed: others may write, or rebuild, in between."""
    hits = SearchHits(complete=False)
    for _ in range(_SEARCHES_MAX):
        hits = await with_index(world, project, lambda: world.index.search(project, search))
        if hits.complete:
            break
    return hits


async def current_of(world: World, episode: Episode) -> Episode | None:
    """Return the episode that says now what a corrected one said, along the whole chain."""
    current: Episode | None = episode
    for _ in range(_CHAIN_MAX):
        if current is None or current.superseded_by is None:
            break
        current = next(iter(await world.episodes.get([current.superseded_by])), None)
    return None if current is episode else current


async def _passage(
    world: World, one: Ranked, *, source: Episode, phrases: Sequence[Sequence[str]]
) -> Passage:
    match one.item:
        case EpisodeHit():
            kind, item, content = PassageKind.EPISODE, source.id, source.content
        case FactHit(fact=fact):
            kind, item, content = PassageKind.FACT, fact.id, fact.text
    text = window_of(content, item=item, phrases=phrases)
    stale = source.superseded_by is not None
    current = await current_of(world, source) if stale else None
    value = None
    if current is not None:
        value = window_of(
            current.content, item=current.id, phrases=phrases, chars_max=_CURRENT_CHARS_MAX
        )
    return Passage(
        kind=kind,
        id=item,
        score=round(one.score, 6),
        retrievers=("words",),
        stale=stale,
        current_value=value,
        text=text,
        token_cost=source.token_count if text is source.content else world.tokens.count(text),
        reasons=(*one.reasons, f"corrected by {source.superseded_by}") if stale else one.reasons,
        created_at=source.created_at,
        session_id=source.session_id,
        role=source.role.value,
        tool_name=source.tool_name,
        fold_id=source.fold_id,
    )


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


def _notes(hits: SearchHits, *, left_out: int, found: bool) -> list[str]:
    covered = "all of the project" if hits.complete else "not all yet"
    notes = [f"words: ready, {covered}"]
    if left_out:
        notes.append(
            f"{left_out} more results did not fit into {LIMITS.answer_chars} characters:"
            " ask for a smaller k, or narrow the question"
        )
    if not found:
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
