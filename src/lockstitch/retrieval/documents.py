"""Episodes as documents of the index. The same episodes give the same documents, always."""

from collections.abc import Mapping, Sequence
from typing import Final

from lockstitch.domain.atlas import AtlasEntry
from lockstitch.domain.episode import Episode, Role
from lockstitch.domain.fact import FactDraft
from lockstitch.domain.passage import Document, EntryDocument, IndexedFact
from lockstitch.retrieval.names import names_in
from lockstitch.retrieval.paths import named_paths
from lockstitch.retrieval.words import searchable

CONTEXT_TURNS: Final = 2
"""How many turns before an episode lend it their words."""
CONTEXT_CHARS: Final = 400
"""How much of each of them."""


def document_of(
    episode: Episode, *, before: Sequence[Episode], facts: Sequence[FactDraft]
) -> Document:
    """Return the document of *episode*; *before* are the turns before it, newest first."""
    context = "\n".join(turn.content[:CONTEXT_CHARS] for turn in before[:CONTEXT_TURNS])
    paths = dict.fromkeys(named_paths(episode.content))
    paths |= dict.fromkeys(fact.file_path for fact in facts if fact.file_path)
    return Document(
        position=episode.position,
        episode=episode.id,
        session_id=episode.session_id,
        tool_name=episode.tool_name or "",
        seq=episode.seq,
        body=searchable(episode.content),
        context=searchable(context),
        paths=tuple(paths),
        names=tuple(name for name in names_in(episode.content) if name not in paths),
        facts=tuple(
            IndexedFact(
                fact=fact, name_words=searchable(fact.name), value_words=searchable(fact.value)
            )
            for fact in facts
        ),
    )


def document_of_entry(entry: AtlasEntry) -> EntryDocument:
    """Return the document of an atlas entry."""
    return EntryDocument(row=entry.row, body=searchable(entry.content))


def lends_context(episode: Episode) -> bool:
    """Whether an episode's words help to find the turns after it: those of tools do not."""
    return episode.role is not Role.TOOL


def turns_before(
    episode: Episode, earlier: Mapping[tuple[str, str | None], Sequence[Episode]]
) -> Sequence[Episode]:
    """Return the turns before *episode* in its session and fold, newest first."""
    return earlier.get((episode.session_id, episode.fold_id), ())
