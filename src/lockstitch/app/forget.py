"""Purge: erase what must not stay, from every file of ours, and show that it is gone."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from lockstitch.app.identify import named_project
from lockstitch.app.indexing import follow, with_index
from lockstitch.app.world import World
from lockstitch.domain.errors import InvalidArgumentError, NotFoundError
from lockstitch.domain.ids import (
    ANCHOR,
    ATLAS,
    EPISODE,
    FACT,
    AnchorId,
    AtlasId,
    EpisodeId,
    FactId,
    ProjectId,
)
from lockstitch.domain.project import Caller
from lockstitch.domain.store import PurgeProof, PurgeTarget
from lockstitch.domain.text import check_text


@dataclass(frozen=True, slots=True, kw_only=True)
class PurgePlan:
    """What a purge would erase, and what else holds the same words."""

    targets: tuple[PurgeTarget, ...]
    also_held_by: tuple[str, ...]
    """Ids of other things that hold the text word for word; they are not touched."""
    backups: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Purged:
    """What was erased, and the search for what might be left of it."""

    ids: tuple[str, ...]
    proof: PurgeProof
    unreachable_backups: tuple[str, ...]

    @property
    def proven(self) -> bool:
        """Whether the bytes were found nowhere, and nothing was out of reach."""
        return not self.proof.found_in and not self.unreachable_backups


async def plan_purge(world: World, caller: Caller, item: str) -> PurgePlan:
    """Return what `purge` would do. A fact stands in the episodes it was seen in: they go with it.

    Raises:
        NotFoundError: nothing has this id.
        InvalidArgumentError: what has it cannot be purged.
    """
    targets = await _targets(world, caller, check_text(item, name="id"))
    ids = [target.id for target in targets]
    held: dict[str, None] = {}
    for target in targets:
        for text in target.texts:
            held |= dict.fromkeys(await world.eraser.holders(text, besides=ids))
    backups = await world.caretaker.backups()
    return PurgePlan(
        targets=tuple(targets),
        also_held_by=tuple(held),
        backups=tuple(backup.path for backup in backups),
    )


async def purge(world: World, plan: PurgePlan) -> Purged:
    """Erase what *plan* names, make the derived files again, and search all files for the bytes."""
    unreachable = await world.eraser.erase(plan.targets, now=world.clock.now())
    for project in dict.fromkeys(t.project for t in plan.targets if t.project is not None):
        await follow(world, (await named_project(world, project)).id)
    for project in await world.projects.all():
        await world.code.store.reset(project.id)  # sources may hold the same words
    texts = [text for target in plan.targets for text in target.texts]
    proof = await world.eraser.prove(texts)
    return Purged(
        ids=tuple(target.id for target in plan.targets),
        proof=proof,
        unreachable_backups=tuple(unreachable),
    )


async def _targets(world: World, caller: Caller, item: str) -> Sequence[PurgeTarget]:
    if item.startswith(EPISODE):
        return [await _episode_target(world, EpisodeId(item))]
    if item.startswith(ANCHOR):
        anchor = await world.anchors.get(AnchorId(item))
        if anchor is None:
            raise _nothing(item)
        about = f"rule ({anchor.kind}), {len(anchor.content)} characters"
        return [_target(world, "anchor", item, anchor.project, anchor.content, about)]
    if item.startswith(ATLAS):
        entry = next(iter(await world.atlas.get([AtlasId(item)])), None)
        if entry is None:
            raise _nothing(item)
        about = f"atlas entry, {len(entry.content)} characters"
        return [_target(world, "atlas", item, entry.project, entry.content, about)]
    if item.startswith(FACT):
        project = (await named_project(world, caller.project)).id
        sources = await with_index(
            world, project, lambda _: world.ledger.sources(project, FactId(item))
        )
        if not sources:
            raise _nothing(item)
        return [await _episode_target(world, episode) for episode in sources]
    raise InvalidArgumentError(
        f"{item!r} is no id of an episode, a rule, a fact or an atlas entry",
        hint="take the id from lockstitch recall or lockstitch anchors",
    )


async def _episode_target(world: World, item: EpisodeId) -> PurgeTarget:
    episode = next(iter(await world.episodes.get([item])), None)
    if episode is None:
        raise _nothing(item)
    about = f"episode {episode.seq} ({episode.role}), {len(episode.content)} characters"
    return _target(world, "episode", item, episode.project, episode.content, about)


def _target(  # noqa: PLR0917 - one line a target above
    world: World, kind: str, item: str, project: ProjectId | None, text: str, about: str
) -> PurgeTarget:
    digest = hmac.new(world.tombstone_key, text.encode(), hashlib.sha256).hexdigest()
    return PurgeTarget(
        kind=kind, id=item, project=project, texts=(text,), keyed_hash=digest, about=about
    )


def _nothing(item: str) -> NotFoundError:
    return NotFoundError(
        f"nothing has the id {item}", hint="find ids with lockstitch recall, or lockstitch anchors"
    )
