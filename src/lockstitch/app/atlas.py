"""Atlas entries: made from an episode and the facts seen in it, and stale when those say otherwise.

Nothing is marked when a source changes: whether an entry is stale is found out whenever it is read,
from the hashes of its sources.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lockstitch.app.aside import aside
from lockstitch.app.indexing import with_index
from lockstitch.app.world import World
from lockstitch.domain.atlas import AtlasEntry, AtlasSource, SourceKind, Staleness, StaleReason
from lockstitch.domain.episode import Episode, Role
from lockstitch.domain.fact import Fact
from lockstitch.domain.ids import ATLAS, AtlasId, EpisodeId, FactId, ProjectId
from lockstitch.domain.text import sha256_of
from lockstitch.intake.extracts import EXTRACT_CHARS_MAX, EXTRACTOR, extract_of

FACTS_MAX: Final = 32
"""How many facts of its episode an entry stands on."""
EXCERPT_CHARS_MAX: Final = 200
NOW_CHARS_MAX: Final = 1_000
_CHAIN_MAX: Final = 64
"""How many corrections of corrections are followed."""
FACTS_ALONE: Final = "facts-1"
"""The extractor that restates facts, where their newest episode has an entry of its own."""

_EPISODES_READ: Final = 50
"""How many episodes are held at once: each may have ten million characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """What the sources of some entries say now."""

    episodes: Mapping[EpisodeId, Episode]
    current: Mapping[EpisodeId, Episode]
    """What stands at the end of the corrections of an episode."""
    facts: Mapping[FactId, Fact]


async def staleness_of(world: World, entry: AtlasEntry) -> Staleness | None:
    """Return why *entry* is stale; None while all of its sources say what they said."""
    return (await stale_among(world, [entry])).get(entry.id)


async def stale_among(world: World, entries: Sequence[AtlasEntry]) -> dict[AtlasId, Staleness]:
    """Return why entries are stale, of those among *entries* that are."""
    found: dict[AtlasId, Staleness] = {}
    for start in range(0, len(entries), _EPISODES_READ):
        some = entries[start : start + _EPISODES_READ]
        for project in dict.fromkeys(entry.project for entry in some):
            own = [entry for entry in some if entry.project == project]
            seen = await _see(world, project, own)
            for entry in own:
                stale = _first_change(entry, seen)
                if stale is not None:
                    found[entry.id] = stale
    return found


async def last_correction(world: World, episode: Episode) -> Episode | None:
    """Return the end of the corrections of *episode*: itself when it has none, None when it is gone."""
    current: Episode | None = episode
    for _ in range(_CHAIN_MAX):
        if current is None or current.superseded_by is None:
            break
        current = next(iter(await world.episodes.get([current.superseded_by])), None)
    return current


async def entry_from(
    world: World,
    episode: Episode,
    *,
    facts: Sequence[Fact] | None = None,
    now_of: AtlasEntry | None = None,
) -> AtlasEntry:
    """Return the entry that *episode* gives: a new one, or *now_of* as it reads from now on.

    *facts* are those seen in it, where they were read already.
    """
    if facts is None:
        facts = await _facts_seen(world, episode)
    extract = await aside(
        world, len(episode.content), lambda: extract_of(episode.content, tokens=world.tokens)
    )
    return _entry(
        world,
        episode.project,
        content=extract,
        sources=(_of_episode(episode), *(_of_fact(fact) for fact in facts[:FACTS_MAX])),
        session_id=episode.session_id,
        made_by=EXTRACTOR,
        now_of=now_of,
    )


async def standing_facts(
    world: World, project: ProjectId, episodes: Sequence[Episode]
) -> dict[EpisodeId, Sequence[Fact]]:
    """Return the facts of each of *episodes*, without those where a fact has another value now."""

    async def ask(_: object) -> dict[EpisodeId, Sequence[Fact]]:
        seen = {
            episode.id: (await world.ledger.of_episode(project, episode.id))[:FACTS_MAX]
            for episode in episodes
            if episode.role is Role.TOOL
        }
        ids = list(dict.fromkeys(fact.id for facts in seen.values() for fact in facts))
        latest = {fact.id: fact.value for fact in await world.ledger.facts(project, ids)}
        return {
            episode: facts
            for episode, facts in seen.items()
            if all(latest.get(fact.id) == fact.value for fact in facts)
        }

    spoken: dict[EpisodeId, Sequence[Fact]] = {
        episode.id: () for episode in episodes if episode.role is not Role.TOOL
    }
    if len(spoken) == len(episodes):
        return spoken
    return spoken | await with_index(world, project, ask)


async def entry_of_facts(world: World, entry: AtlasEntry) -> AtlasEntry | None:
    """Return *entry* as what its changed facts say now; None when none of them is there any more."""
    ids = [FactId(source.id) for source in entry.sources if source.kind is SourceKind.FACT]
    facts = await with_index(world, entry.project, lambda _: world.ledger.facts(entry.project, ids))
    were = {source.id: source.hash for source in entry.sources}
    changed = [fact for fact in facts if sha256_of(fact.value) != were[fact.id]]
    if not changed:
        return None
    # The values stand in the episodes where they were seen last: a purge of those takes the entry.
    first = entry.sources[0]
    seen = dict.fromkeys(fact.episode for fact in facts if fact.episode != first.id)
    episodes = await world.episodes.get(list(seen))
    return _entry(
        world,
        entry.project,
        content=_sentences(changed),
        sources=(
            first,
            *(_of_fact(fact) for fact in facts),
            *(_of_episode(episode) for episode in episodes),
        ),
        session_id=entry.session_id,
        made_by=FACTS_ALONE,
        now_of=entry,
    )


async def _facts_seen(world: World, episode: Episode) -> Sequence[Fact]:
    """Return the facts seen in an episode, with the values that they had there."""
    if episode.role is not Role.TOOL:
        return ()
    return await with_index(
        world, episode.project, lambda _: world.ledger.of_episode(episode.project, episode.id)
    )


def _entry(
    world: World,
    project: ProjectId,
    *,
    content: str,
    sources: tuple[AtlasSource, ...],
    session_id: str,
    made_by: str,
    now_of: AtlasEntry | None,
) -> AtlasEntry:
    now = world.clock.now()
    return AtlasEntry(
        id=AtlasId(world.ids.new(ATLAS)) if now_of is None else now_of.id,
        project=project,
        session_id=session_id,
        content=content,
        token_count=world.tokens.count(content),
        sources=sources,
        made_by=made_by,
        created_at=now if now_of is None else now_of.created_at,
        regenerated_at=None if now_of is None else now,
    )


def _of_episode(episode: Episode) -> AtlasSource:
    return AtlasSource(
        kind=SourceKind.EPISODE,
        id=episode.id,
        hash=episode.content_sha256,
        was=episode.content[:EXCERPT_CHARS_MAX],
    )


def _of_fact(fact: Fact) -> AtlasSource:
    return AtlasSource(
        kind=SourceKind.FACT,
        id=fact.id,
        hash=sha256_of(fact.value),
        was=_line(fact)[:EXCERPT_CHARS_MAX],
    )


def _line(fact: Fact) -> str:
    return f"{fact.name} = {fact.value}"


def _sentences(facts: Iterable[Fact]) -> str:
    """Return a line a fact, as many as an extract has room for, the first in any case."""
    lines: list[str] = []
    room = EXTRACT_CHARS_MAX
    for fact in facts:
        line = " ".join(_line(fact)[:EXTRACT_CHARS_MAX].split())
        room -= len(line) + 1
        if lines and room < 0:
            break
        lines.append(line)
    return "\n".join(lines)


# What the sources say now, and the first of them that says something else.


async def _see(world: World, project: ProjectId, entries: Sequence[AtlasEntry]) -> _Seen:
    sources = [source for entry in entries for source in entry.sources]
    named = [EpisodeId(one.id) for one in sources if one.kind is SourceKind.EPISODE]
    facts = list(dict.fromkeys(FactId(one.id) for one in sources if one.kind is SourceKind.FACT))
    episodes = {one.id: one for one in await world.episodes.get(list(dict.fromkeys(named)))}
    current: dict[EpisodeId, Episode] = {}
    for episode in episodes.values():
        if episode.superseded_by is not None:
            last = await last_correction(world, episode)
            if last is not None:
                current[episode.id] = last
    known: dict[FactId, Fact] = {}
    if facts:
        there = await with_index(world, project, lambda _: world.ledger.facts(project, facts))
        known = {fact.id: fact for fact in there}
        if len(known) < len(facts):
            known |= await _moved(world, project, entries, episodes=episodes, known=known)
    return _Seen(episodes=episodes, current=current, facts=known)


async def _moved(
    world: World,
    project: ProjectId,
    entries: Sequence[AtlasEntry],
    *,
    episodes: Mapping[EpisodeId, Episode],
    known: Mapping[FactId, Fact],
) -> dict[FactId, Fact]:
    """Return facts that have another id since their episode belongs to another project or session."""
    moved: dict[FactId, Fact] = {}
    for entry in entries:
        missing = [
            source
            for source in entry.sources
            if source.kind is SourceKind.FACT and FactId(source.id) not in known
        ]
        episode = episodes.get(EpisodeId(entry.sources[0].id))
        if not missing or episode is None:
            continue
        there = {
            _line(fact)[:EXCERPT_CHARS_MAX]: fact.id for fact in await _facts_seen(world, episode)
        }
        ids = [there[source.was] for source in missing if source.was in there]
        latest = {fact.id: fact for fact in await world.ledger.facts(project, ids)}
        for source in missing:
            fact = latest.get(there.get(source.was, FactId("")))
            if fact is not None:
                moved[FactId(source.id)] = fact
    return moved


def _first_change(entry: AtlasEntry, seen: _Seen) -> Staleness | None:
    for source in entry.sources:
        match source.kind:
            case SourceKind.EPISODE:
                stale = _of_its_episode(source, seen)
            case SourceKind.FACT:
                stale = _of_its_fact(source, seen)
        if stale is not None:
            return stale
    return None


def _of_its_episode(source: AtlasSource, seen: _Seen) -> Staleness | None:
    episode = seen.episodes.get(EpisodeId(source.id))
    if episode is None:
        return Staleness(source=source, reason=StaleReason.DELETED, now=None)
    if episode.superseded_by is not None:
        current = seen.current.get(episode.id)
        now = None if current is None else current.content[:NOW_CHARS_MAX]
        return Staleness(source=source, reason=StaleReason.CORRECTED, now=now)
    if episode.content_sha256 != source.hash:
        now = episode.content[:NOW_CHARS_MAX]
        return Staleness(source=source, reason=StaleReason.CHANGED, now=now)
    return None


def _of_its_fact(source: AtlasSource, seen: _Seen) -> Staleness | None:
    fact = seen.facts.get(FactId(source.id))
    if fact is None:
        return Staleness(source=source, reason=StaleReason.DELETED, now=None)
    if sha256_of(fact.value) != source.hash:
        return Staleness(source=source, reason=StaleReason.CHANGED, now=_line(fact)[:NOW_CHARS_MAX])
    return None
