"""Bring a project's derived file up to what is written. Safe at any time, from any process."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

from lockstitch.app.aside import aside
from lockstitch.app.embedding import embed_static
from lockstitch.app.world import World
from lockstitch.domain.episode import Episode, Role
from lockstitch.domain.errors import StoreDamagedError, StoreError
from lockstitch.domain.fact import Extraction
from lockstitch.domain.ids import EpisodeId, ProjectId
from lockstitch.domain.passage import Document
from lockstitch.intake.facts import extract
from lockstitch.ports.stores import Progress
from lockstitch.retrieval.documents import (
    CONTEXT_TURNS,
    document_of,
    document_of_entry,
    lends_context,
)

logger = logging.getLogger(__name__)

BATCH: Final = 500

T = TypeVar("T")
Place = tuple[str, str | None]
Parsed = Mapping[EpisodeId, Extraction]
"""What the parsers saw already, so that nothing is parsed twice."""
NO_FACTS: Final = Extraction(facts=(), summary="not a tool result")


async def catch_up(world: World, project: ProjectId, *, parsed: Parsed | None = None) -> Progress:
    """Index what other calls and other processes have written; return how far the index is then."""
    recent: dict[Place, list[Episode]] = {}
    while True:
        progress = await world.index.progress(project)
        if progress.indexed < progress.written:
            if not await _index_episodes(world, project, progress, _Context(recent, parsed or {})):
                return progress
        elif progress.entries_indexed < progress.entries_written:
            if not await _index_entries(world, project, progress):
                return progress
        else:
            return progress


@dataclass(frozen=True, slots=True)
class _Context:
    """What is known already of the turns before, and of what the parsers saw."""

    recent: dict[Place, list[Episode]]
    parsed: Parsed


async def _index_episodes(
    world: World, project: ProjectId, progress: Progress, context: _Context
) -> bool:
    """Index the next batch; False when there is none. Others may do the same at the same time."""
    episodes = await world.episodes.after(project, position=progress.indexed, limit=BATCH)
    if not episodes:
        return False
    documents = await _documents(world, episodes, context.recent, context.parsed)
    upto = episodes[-1].position
    if not await world.index.put(project, since=progress, upto=upto, documents=documents):
        context.recent.clear()
    return True


async def _index_entries(world: World, project: ProjectId, progress: Progress) -> bool:
    entries = await world.atlas.after(project, row=progress.entries_indexed, limit=BATCH)
    upto = entries[-1].row if len(entries) == BATCH else progress.entries_written
    documents = [document_of_entry(entry) for entry in entries]
    await world.index.put_entries(project, since=progress, upto=upto, entries=documents)
    return True


async def with_index(
    world: World, project: ProjectId, ask: Callable[[Progress], Awaitable[T]]
) -> T:
    """Return what *ask* gives of an index that is up to date; a damaged one is made again first."""
    try:
        return await ask(await catch_up(world, project))
    except StoreDamagedError:
        logger.warning("index.damaged", exc_info=True)
        return await ask(await catch_up(world, project))


async def follow(world: World, project: ProjectId, *, parsed: Parsed | None = None) -> None:
    """Catch up with a write that is safe already: what fails here is done by the next call."""
    try:
        await catch_up(world, project, parsed=parsed)
    except StoreError:
        logger.exception("index.behind")


def facts_of(episode: Episode) -> Extraction:
    """Return what the parsers see in an episode: facts come from tool results alone."""
    if episode.role is not Role.TOOL:
        return NO_FACTS
    return extract(episode.content, tool_name=episode.tool_name)


async def _documents(
    world: World,
    episodes: Sequence[Episode],
    recent: dict[Place, list[Episode]],
    parsed: Parsed,
) -> list[Document]:
    documents: list[Document] = []
    for episode in episodes:
        place: Place = (episode.session_id, episode.fold_id)
        if place not in recent:
            (before,) = await world.episodes.before([episode], limit=CONTEXT_TURNS)
            recent[place] = list(before)
        before = recent[place]
        make = partial(_document, episode, before, parsed.get(episode.id))
        documents.append(await aside(world, len(episode.content), make))
        if lends_context(episode):
            recent[place] = [episode, *before][:CONTEXT_TURNS]
    return documents


def _document(
    episode: Episode, before: Sequence[Episode], extraction: Extraction | None
) -> Document:
    facts = (extraction or facts_of(episode)).facts
    return document_of(episode, before=before, facts=facts)


async def rebuild(world: World, project: ProjectId) -> int:
    """Throw the derived file away and make it again; return how many episodes it holds.

    The encoder's vectors are carried over, the static ones are as quickly made.
    """
    await world.index.reset(project)
    await catch_up(world, project)
    await embed_static(world, project)
    return (await world.catalogue.counts(project)).episodes
