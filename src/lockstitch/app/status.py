"""What is attached, what is stored, and what the limits are."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from lockstitch import __version__
from lockstitch.app.identify import named_project
from lockstitch.app.indexing import with_index
from lockstitch.app.staleness import Tally, tally
from lockstitch.app.world import World
from lockstitch.domain.code import LeftOut
from lockstitch.domain.dreaming import DreamSettings
from lockstitch.domain.ids import FoldId, ProjectId
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Caller, SessionSource

_ENTRIES_LOOKED_AT: Final = 100
"""Whether an entry is stale is found out anew each time; a status is asked for often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFolds:
    """Folds of the project that nobody closed yet, outermost first."""

    count: int
    ids: tuple[FoldId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeIndex:
    """What the project's code index held when a code tool last brought it up to date."""

    commit: str | None
    dirty: bool | None
    indexed_at: datetime
    symbols: int
    edges: int
    files: dict[str, int]
    """By language."""
    files_in_part: int
    """Files with syntax errors, of which only what parsed is known."""
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The state of things. Counts are the store's, and the project's where they say so.

    None means that nobody knows, never zero.
    """

    version: str
    protocol_version: str
    project_id: ProjectId
    project_name: str
    session_id: str | None
    session_source: SessionSource | None
    backend: str
    backend_note: str
    capabilities: str
    cache_coherence: str
    cache_coherence_reason: str
    tokenizer: str
    embedder: str
    context_window: int
    episodes: int
    symbolic_facts: int | None
    atlas_entries: int
    stale_entries: int
    """Of the project's entries, as far as `stale_entries_note` says."""
    stale_entries_note: str
    anchors: int
    repo_files: int
    """Source files in the project's code index as it is; 0 before the first question about code."""
    code_index: CodeIndex | None
    languages: dict[str, str]
    """How much is understood of each language of code that can be read here."""
    languages_not_readable: dict[str, str]
    """Why the others cannot be."""
    open_folds: OpenFolds
    project_episodes: int
    project_facts: int | None
    project_atlas: int
    project_anchors: int
    store_holds_other_projects: bool
    masking: bool
    dream: DreamSettings
    limits: dict[str, int]


async def status(world: World, caller: Caller, *, protocol_version: str) -> Status:
    """Return the state of things for the caller."""
    project = await named_project(world, caller.project)
    await with_index(world, project.id, lambda _: world.index.progress(project.id))
    folds = await world.folds.open_of(project.id)
    store = await world.catalogue.counts(None)
    own = await world.catalogue.counts(project.id)
    stale = await tally(world, project.id, most=_ENTRIES_LOOKED_AT)
    index = await _code_index(world, project.id)
    spoken = await world.aside(world.code.parser.languages)
    return Status(
        version=__version__,
        protocol_version=protocol_version,
        project_id=project.id,
        project_name=project.name,
        session_id=caller.session_id,
        session_source=caller.session_source,
        backend="none",
        backend_note="no inference server is attached; memory does not need one",
        capabilities="",
        cache_coherence="none",
        cache_coherence_reason="no inference server is attached: pin what must not be lost",
        tokenizer=world.tokens.name,
        embedder=", ".join(world.embedders.ids) or "none: recall goes by words, names and facts",
        context_window=world.context_window,
        episodes=store.episodes,
        symbolic_facts=store.facts,
        atlas_entries=await world.atlas.count(None),
        stale_entries=stale.stale,
        stale_entries_note=_note(stale),
        anchors=store.anchors,
        repo_files=sum(index.files.values()) if index else 0,
        code_index=index,
        languages={one.language: one.tier for one in spoken if not one.reason},
        languages_not_readable={one.language: one.reason for one in spoken if one.reason},
        open_folds=OpenFolds(count=len(folds), ids=tuple(fold.id for fold in folds)),
        project_episodes=own.episodes,
        project_facts=own.facts,
        project_atlas=await world.atlas.count(project.id),
        project_anchors=own.anchors,
        store_holds_other_projects=store.episodes > own.episodes,
        masking=world.masking_key is not None,
        dream=world.dream,
        limits=asdict(LIMITS),
    )


async def _code_index(world: World, project: ProjectId) -> CodeIndex | None:
    """Return what the index holds as it is: a status brings nothing up to date."""
    found = await world.code.store.state(project)
    if found is None:
        return None
    state, _, _ = found
    symbols, edges = await world.code.queries.counts(project)
    return CodeIndex(
        commit=state.commit,
        dirty=state.dirty,
        indexed_at=state.indexed_at,
        symbols=symbols,
        edges=edges,
        files=state.languages,
        files_in_part=len(state.damaged),
        left_out=state.left_out,
    )


def _note(stale: Tally) -> str:
    if stale.whole:
        return "of this project, all entries looked at"
    return f"of this project's oldest {stale.looked_at} entries; memory.staleness looks at all"
