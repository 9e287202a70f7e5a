"""Look after the store: check it, rebuild what is derived, back it up, bring it back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lockstitch.app.indexing import catch_up, rebuild
from lockstitch.app.world import World
from lockstitch.domain.store import Backup, Finding, RestorePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """What a check found. `sound` is False when anything needs mending."""

    findings: tuple[Finding, ...]

    @property
    def sound(self) -> bool:
        """Whether everything holds."""
        return not any(finding.problem for finding in self.findings)


async def doctor(world: World) -> Health:
    """Look at every file of the store; change nothing."""
    return Health(findings=tuple(await world.caretaker.check()))


async def rebuild_all(world: World, *, told: Callable[[str, int], None]) -> int:
    """Make every derived file again; *told* hears each project's name and count as it is done."""
    total = 0
    for project in await world.projects.all():
        count = await rebuild(world, project.id)
        told(project.name, count)
        total += count
    return total


async def back_up(world: World, path: Path | None) -> Backup:
    """Copy the canonical file; to the store's own folder when no path is given."""
    return await world.caretaker.back_up(path, reason="asked for", now=world.clock.now())


async def backups(world: World) -> Sequence[Backup]:
    """Return the copies that we know of, newest first."""
    return await world.caretaker.backups()


async def plan_restore(world: World, path: Path) -> RestorePlan:
    """Return what a restore would bring and lose."""
    return await world.caretaker.compare(path)


async def restore(world: World, path: Path) -> Backup:
    """Back up what is there, then put *path* in its place; return that backup."""
    await world.caretaker.compare(path)
    kept = await world.caretaker.back_up(None, reason="before a restore", now=world.clock.now())
    await world.caretaker.restore(path)
    for project in await world.projects.all():
        await catch_up(world, project.id)
    return kept
