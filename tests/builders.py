"""Valid values with one thing changed, and stores in folders of their own."""

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from lockstitch.app.commit import Committed, Turn, commit
from lockstitch.app.identify import identify
from lockstitch.app.recall import Question, recall
from lockstitch.app.world import World
from lockstitch.config import read_settings
from lockstitch.domain.atlas import AtlasEntry, AtlasSource, SourceKind
from lockstitch.domain.episode import Episode, EpisodeDraft, Role
from lockstitch.domain.ids import ATLAS, EPISODE, AtlasId, EpisodeId, ProjectId
from lockstitch.domain.passage import Passage, Recollection
from lockstitch.domain.project import Caller, SessionSource
from lockstitch.domain.text import sha256_of
from lockstitch.parsing.languages import GRAMMARS
from lockstitch.parsing.parser import TreeSitterParser
from lockstitch.ports.world import Clock, IdSource
from lockstitch.stores.sqlite.migrate import Migration, migrations
from lockstitch.wiring import open_world

KEY: Final = "5e" * 32
NEXT_STEP: Final = Migration(
    number=migrations()[-1].number + 1,
    name="a_step_further",
    sql="CREATE TABLE added (one INTEGER) STRICT; INSERT INTO added VALUES (1);",
)
"""A step of the schema that only the next release knows."""

_PASSED_ON: Final = ("PATH", "SYSTEMROOT", "TMPDIR")


def a_world(
    folder: Path,
    *,
    clock: Clock | None = None,
    ids: IdSource | None = None,
    key: str | None = None,
    settings: Mapping[str, str] | None = None,
    steps: Sequence[Migration] | None = None,
) -> World:
    """Return the store in *folder*, opened as the program opens it; the caller closes it."""
    flags = {"data_dir": str(folder)} | dict(settings or {})
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    environment["HOME"] = str(folder.parent)
    checked = replace(read_settings(flags, environment=environment), key=key)
    world = open_world(checked, steps=steps)
    return replace(world, clock=clock or world.clock, ids=ids or world.ids)


@contextmanager
def a_store(
    folder: Path,
    *,
    clock: Clock | None = None,
    ids: IdSource | None = None,
    key: str | None = None,
    settings: Mapping[str, str] | None = None,
    steps: Sequence[Migration] | None = None,
) -> Generator[World]:
    """Lend the store in *folder*, and close it when the block is left."""
    world = a_world(folder, clock=clock, ids=ids, key=key, settings=settings, steps=steps)
    try:
        yield world
    finally:
        world.close()


def a_parser_without(language: str) -> TreeSitterParser:
    """Return a parser whose grammar of *language* is not installed."""
    missing = f"no_grammar_of_{language}"
    return TreeSitterParser(
        [replace(one, module=missing) if one.language == language else one for one in GRAMMARS]
    )


async def a_project(world: World, directory: Path) -> ProjectId:
    """Return the project of *directory*, which is made when it is not there."""
    return (await identify(world, str(a_folder(directory)))).id


def a_folder(path: Path) -> Path:
    """Return *path*, made when it is not there."""
    path.mkdir(parents=True, exist_ok=True)
    return path


def a_caller(
    project: ProjectId,
    *,
    session_id: str | None = "s1",
    source: SessionSource = SessionSource.ARGUMENT,
    client: str | None = None,
    working_directory: str | None = None,
) -> Caller:
    """Return a caller whose session is one conversation, unless *source* says otherwise."""
    return Caller(
        project=project,
        session_id=session_id,
        session_source=None if session_id is None else source,
        client=client,
        working_directory=working_directory,
    )


def a_draft(world: World, caller: Caller, content: str) -> EpisodeDraft:
    """Return a turn as the store takes it: what writes many of them skips what comes after."""
    return EpisodeDraft(
        id=EpisodeId(world.ids.new(EPISODE)),
        project=caller.project,
        session_id=caller.session_id or "s1",
        role=Role.USER,
        content=content,
        content_sha256=sha256_of(content),
        token_count=world.tokens.count(content),
        token_counter=world.tokens.name,
        created_at=world.clock.now(),
    )


def an_entry(world: World, episode: Episode, content: str, *facts: AtlasSource) -> AtlasEntry:
    """Return an atlas entry that is made from *episode*, not written yet."""
    source = AtlasSource(
        kind=SourceKind.EPISODE,
        id=episode.id,
        hash=episode.content_sha256,
        was=episode.content[:200],
    )
    return AtlasEntry(
        id=AtlasId(world.ids.new(ATLAS)),
        project=episode.project,
        session_id=episode.session_id,
        content=content,
        token_count=world.tokens.count(content),
        sources=(source, *facts),
        made_by="a builder",
        created_at=world.clock.now(),
    )


async def concluded(world: World, episode: str, content: str, *facts: AtlasSource) -> AtlasEntry:
    """Write an atlas entry that is made from the episode with this id, and return it as stored."""
    (source,) = await world.episodes.get([EpisodeId(episode)])
    entry = an_entry(world, source, content, *facts)
    assert await world.atlas.add(entry)
    (stored,) = await world.atlas.get([entry.id])
    return stored


async def said(world: World, caller: Caller, content: str, *, role: str = "user") -> Committed:
    """Commit a turn that has nothing but its content."""
    return await commit(world, caller, Turn(role=role, content=content))


async def seen(
    world: World, caller: Caller, content: str, *, tool_name: str | None = "curl"
) -> Committed:
    """Commit a tool's result."""
    return await commit(world, caller, Turn(role="tool", content=content, tool_name=tool_name))


async def asked(world: World, caller: Caller, query: str, *, k: int = 8) -> Recollection:
    """Return what recall answers to *query* without any filter."""
    return await recall(world, caller, Question(query=query, k=k))


async def found(world: World, caller: Caller, query: str, *, k: int = 8) -> tuple[Passage, ...]:
    """Return the passages that recall finds for *query*."""
    return (await asked(world, caller, query, k=k)).results
