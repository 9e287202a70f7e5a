"""A data set in a store of its own, and what recall answers from it."""

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.datasets.shape import Corpus, DatasetError, Level
from lockstitch.app.commit import Turn, commit
from lockstitch.app.dream import dream
from lockstitch.app.embedders import Embedders
from lockstitch.app.embedding import embed_pending, embed_static
from lockstitch.app.identify import identify
from lockstitch.app.recall import Question, recall
from lockstitch.app.world import World
from lockstitch.config import read_settings
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.ids import AtlasId, FactId, ProjectId
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.passage import Passage, PassageKind
from lockstitch.domain.project import Caller, SessionSource
from lockstitch.retrieval.fusion import Tuning
from lockstitch.wiring import open_world

K = {Level.UNITS: 10, Level.SESSIONS: LIMITS.recall_k}
"""How many passages are asked for: for sessions as many as there may be, since they share some."""


def shipped_world(folder: Path, **settings: str) -> World:
    """Return the store in *folder* with the shipped defaults, whatever this machine's settings are."""
    environment = {"XDG_CONFIG_HOME": str(folder), "PATH": os.environ.get("PATH", "")}
    flags = {"data_dir": str(folder / "data"), **settings}
    return open_world(read_settings(flags, environment=environment))


@contextmanager
def a_store() -> Generator[tuple[World, Path]]:
    """Give an empty store and its folder; both are gone afterwards."""
    with TemporaryDirectory() as folder:
        world = shipped_world(Path(folder))
        try:
            yield world, Path(folder)
        finally:
            world.close()


def a_place(folder: Path, name: str) -> Path:
    """Return a new folder for a project."""
    place = folder / name
    place.mkdir()
    return place


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A corpus in a project; `units` leads from episodes to the units of the data set."""

    corpus: Corpus
    project: ProjectId
    units: dict[str, str] = field(default_factory=dict[str, str])


async def told(world: World, place: Path, corpus: Corpus) -> Told:
    """Commit a corpus to the project of *place*, with one pass of dreaming over it.

    Raises:
        DatasetError: an item is what no store holds.
    """
    made = Told(corpus=corpus, project=(await identify(world, str(place))).id)
    for item in corpus.items:
        caller = Caller(
            project=made.project, session_id=item.session, session_source=SessionSource.ARGUMENT
        )
        turn = Turn(role=item.role, content=item.text, occurred_at=item.at)
        try:
            made.units[(await commit(world, caller, turn)).episode_id] = item.unit
        except InvalidArgumentError as error:
            raise DatasetError(f"{corpus.name}: {item.unit}: {error.message}") from error
    # A pass embeds what it finds; how much the encoder covers is for the bench to say.
    without_encoder = replace(world, embedders=Embedders(static=world.embedders.static))
    await dream(without_encoder, made.project, force=True)
    await embed_static(world, made.project)
    return made


async def cover(world: World, projects: Sequence[Told], *, percent: int) -> int:
    """Let the encoder cover *percent* of each project; return how many it covers of all."""
    embedded = total = 0
    for one in projects:
        if percent:
            share = percent / 100
            await embed_pending(world, one.project, seconds=float("inf"), share=share)
        for encoder in world.embedders.encoders[:1]:
            covered = await world.vectors.coverage(one.project, encoder.id)
            embedded, total = embedded + covered.embedded, total + covered.total
    return round(100 * embedded / total) if total else 0


async def answers(
    world: World, projects: Sequence[Told], tuning: Tuning, *, k: int
) -> list[list[str]]:
    """Return the units that recall gives to each question, best first.

    Raises:
        DatasetError: a question is what no store is asked.
    """
    found: list[list[str]] = []
    for one in projects:
        caller = Caller(project=one.project, session_id=None, session_source=None)
        for asked in one.corpus.questions:
            question = Question(query=asked.text, k=k)
            try:
                answer = await recall(world, caller, question, tuning=tuning)
            except InvalidArgumentError as error:
                raise DatasetError(f"{one.corpus.name}: a question: {error.message}") from error
            found.append([await _unit(world, one, hit) for hit in answer.results])
    return found


async def _unit(world: World, one: Told, hit: Passage) -> str:
    """Return the unit of a passage: of the episode that an entry was made from, or a fact seen in."""
    if hit.kind is PassageKind.ENTRY:
        (entry,) = await world.atlas.get([AtlasId(hit.id)])
        return next(one.units[source.id] for source in entry.sources if source.id in one.units)
    if hit.kind is PassageKind.FACT:
        sources = await world.ledger.sources(one.project, FactId(hit.id))
        return one.units[sources[-1]]
    return one.units[hit.id]
