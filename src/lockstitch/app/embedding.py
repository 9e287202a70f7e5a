"""Give passages their vectors: the static ones at once, the encoder's behind, in small batches."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Final

from lockstitch.app.world import World
from lockstitch.domain.episode import Episode
from lockstitch.domain.errors import EmbedderError, StoreDamagedError
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.passage import Embedded, Near, PassageKind, PassageRef
from lockstitch.domain.text import sha256_of
from lockstitch.retrieval.documents import CONTEXT_TURNS
from lockstitch.retrieval.fusion import Arms
from lockstitch.retrieval.pieces import pieces_of

if TYPE_CHECKING:
    from lockstitch.ports.embedding import Embedder, Matrix
    from lockstitch.ports.stores import Progress

logger = logging.getLogger(__name__)

STATIC_BATCH: Final = 500
ENCODER_BATCH: Final = 8
RECALL_SECONDS: Final = 0.05
"""How long a recall embeds what is missing before it answers with what there is."""
CONTEXT_WEIGHT: Final = 0.3
"""What each of the turns before adds to an episode's vector: a short turn is about what they say."""
_TEXTS_KEPT: Final = 256

Alive = Callable[[], Awaitable[bool]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as vectors, and which arm each of them is."""

    near: tuple[Near, ...] = ()
    arms: Arms
    notes: tuple[str, ...] = ()
    """What is missing, and why."""


async def embed_pending(
    world: World,
    project: ProjectId,
    *,
    seconds: float,
    alive: Alive | None = None,
    share: float = 1.0,
) -> int:
    """Give vectors to passages that lack them; return how many passages got some.

    Stops after about *seconds*, when *alive* says so between two batches, or when the encoder covers
    *share* of the project. What an embedder cannot do now is logged, and left for the next time.
    """
    until = monotonic() + seconds
    done = 0
    if world.embedders.static is not None:
        done += await _embed_with(
            world, project, world.embedders.static, _Limits(until, alive, 1.0, STATIC_BATCH)
        )
    for encoder in world.embedders.encoders[:1]:
        try:
            limits = _Limits(until, alive, share, ENCODER_BATCH)
            done += await _embed_with(world, project, encoder, limits)
        except EmbedderError as error:
            logger.warning("encoder.unavailable: %s", error.message)
    if not done and world.embedders.encoders:
        # Nothing is left to do, so nobody needs what another embedder made. With the encoder switched
        # off its vectors stay: they took hours, and it may be switched on again.
        await world.vectors.keep_only(project, world.embedders.ids)
    return done


async def embed_static(world: World, project: ProjectId, *, seconds: float | None = None) -> int:
    """Give static vectors to all passages that lack them, within *seconds* if any are named."""
    static = world.embedders.static
    if static is None:
        return 0
    until = monotonic() + seconds if seconds is not None else None
    return await _embed_with(world, project, static, _Limits(until, None, 1.0, STATIC_BATCH))


async def asked(world: World, project: ProjectId, query: str, *, reached: "Progress") -> Asked:
    """Return *query* as a vector of each arm that has something to compare it with."""
    near: list[Near] = []
    notes: list[str] = []
    static = encoder = None
    if world.embedders.static is not None:
        await _complete_static(world, project, reached)
        vector = await _question(world, world.embedders.static, query)
        if any(vector):
            static = len(near)
            near.append(Near(embedder=world.embedders.static.id, vector=vector))
    for serving in await _serving(world, project):
        try:
            vector = await _question(world, serving, query)
        except EmbedderError as error:
            notes.append(f"encoder: {serving.id} is left out, {error.message}")
            continue
        encoder = len(near)
        near.append(Near(embedder=serving.id, vector=vector))
        break
    arms = Arms(static=static, encoder=encoder)
    return Asked(near=tuple(near), arms=arms, notes=tuple(notes))


async def _complete_static(world: World, project: ProjectId, reached: "Progress") -> None:
    mark = (reached.generation, reached.indexed, reached.entries_indexed)
    static = world.embedders.static
    if static is None or world.embedders.is_complete(project, mark):
        return
    until = monotonic() + RECALL_SECONDS
    await _embed_with(world, project, static, _Limits(until, None, 1.0, STATIC_BATCH, batches=1))
    if not await world.vectors.pending(project, static.id, limit=1):
        world.embedders.completed(project, mark)


async def _serving(world: World, project: ProjectId) -> "list[Embedder]":
    """Return the encoders that cover something, the one that covers most first.

    So the old one serves until the new one has caught up.
    """
    if not world.embedders.encoders:
        return []
    known = set(await world.vectors.embedders(project))
    serving = [encoder for encoder in world.embedders.encoders if encoder.id in known]
    if len(serving) > 1:
        covered = {
            encoder.id: (await world.vectors.coverage(project, encoder.id)).embedded
            for encoder in serving
        }
        serving.sort(key=lambda encoder: -covered[encoder.id])
    return serving


async def _question(world: World, embedder: "Embedder", query: str) -> bytes:
    from lockstitch.retrieval.coding import coded  # noqa: PLC0415 - numpy, and few commands need it

    world.embedders.used()
    known = world.embedders.question(embedder.id, query)
    if known is None:
        slow = embedder is not world.embedders.static
        rows = (
            await world.aside(lambda: embedder.embed([query])) if slow else embedder.embed([query])
        )
        known = coded(rows)[0]
        world.embedders.keep_question(embedder.id, query, known)
    return known


@dataclass(frozen=True, slots=True)
class _Limits:
    until: float | None
    alive: Alive | None
    share: float
    batch: int
    batches: int | None = None

    async def reached(self, done: int) -> bool:
        late = self.until is not None and monotonic() >= self.until
        enough = self.batches is not None and done >= self.batches
        return late or enough or (self.alive is not None and not await self.alive())


async def _embed_with(
    world: World, project: ProjectId, embedder: "Embedder", limits: _Limits
) -> int:
    texts = _Texts(embedder)
    done = batches = 0
    while not await limits.reached(batches):
        room = limits.batch
        if limits.share < 1.0:
            covered = await world.vectors.coverage(project, embedder.id)
            room = min(room, int(covered.total * limits.share) - covered.embedded)
        if room <= 0:
            break
        refs = await world.vectors.pending(project, embedder.id, limit=room)
        if not refs:
            break
        passages = await _passages(world, refs)
        world.embedders.used()
        vectors = await world.aside(lambda batch=passages: texts.vectors_of(batch))
        try:
            kept = await world.vectors.put(project, embedder.id, vectors)
        except StoreDamagedError:
            logger.warning("vectors.damaged", exc_info=True)
            break
        done += kept
        batches += 1
        if not kept:
            break  # others changed the project meanwhile: the next time goes on from there
    return done


@dataclass(frozen=True, slots=True, kw_only=True)
class _Passage:
    ref: PassageRef
    hash: str
    text: str
    before: tuple[str, ...] = ()
    context: tuple[int, ...] = ()
    """Where *before* stands."""


async def _passages(world: World, refs: Sequence[PassageRef]) -> list[_Passage]:
    positions = [ref.number for ref in refs if ref.kind is PassageKind.EPISODE]
    rows = [ref.number for ref in refs if ref.kind is PassageKind.ENTRY]
    episodes = await world.episodes.at(positions)
    turns_before = await world.episodes.before(episodes, limit=CONTEXT_TURNS)
    found = [_of(episode, before) for episode, before in zip(episodes, turns_before, strict=True)]
    for entry in await world.atlas.at(rows) if rows else ():
        ref = PassageRef(kind=PassageKind.ENTRY, number=entry.row)
        found.append(_Passage(ref=ref, hash=sha256_of(entry.content), text=entry.content))
    return found


def _of(episode: Episode, before: Sequence[Episode]) -> _Passage:
    return _Passage(
        ref=PassageRef(kind=PassageKind.EPISODE, number=episode.position),
        hash=episode.content_sha256,
        text=episode.content,
        # Their first windows: they are embedded for themselves as well.
        before=tuple(pieces_of(turn.content)[0] for turn in before),
        context=tuple(turn.position for turn in before),
    )


class _Texts:
    """Texts and their vectors: what is one turn's text is the context of the two after it."""

    def __init__(self, embedder: "Embedder") -> None:
        self._embedder = embedder
        self._known: dict[str, Matrix] = {}

    def vectors_of(self, passages: Sequence[_Passage]) -> list[Embedded]:
        """Return the vectors of *passages*, each window with the turns before it."""
        from lockstitch.retrieval.coding import coded, mixed  # noqa: PLC0415 - numpy

        pieces = [pieces_of(passage.text) for passage in passages]
        wanted = {text for each in pieces for text in each}
        wanted |= {text for passage in passages for text in passage.before}
        new = sorted(wanted - self._known.keys())
        if len(self._known) > _TEXTS_KEPT:
            self._known = {text: self._known[text] for text in wanted & self._known.keys()}
        if new:
            self._known |= dict(zip(new, self._embedder.embed(new), strict=True))
        return [
            Embedded(
                ref=passage.ref,
                hash=passage.hash,
                context=passage.context,
                vectors=tuple(
                    coded(
                        mixed(
                            [self._known[text] for text in windows],
                            [self._known[text] for text in passage.before],
                            weight=CONTEXT_WEIGHT,
                        )
                    )
                ),
            )
            for passage, windows in zip(passages, pieces, strict=True)
        ]
