"""Look after the store: check it, rebuild what is derived, back it up, bring it back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lockstitch.app.indexing import catch_up, rebuild
from lockstitch.app.world import World
from lockstitch.domain.store import Backup, Finding, RestorePlan
from lockstitch.ports.code import Spoken

GRAMMAR_MEND: Final = "pip install --force-reinstall lockstitch"


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
    spoken = await world.aside(world.code.parser.languages)
    return Health(findings=(*await world.caretaker.check(), *_languages(spoken)))


def _languages(spoken: Sequence[Spoken]) -> list[Finding]:
    """Return which languages of code are read, and a problem for each that is not."""
    read: dict[str, list[str]] = {}
    for one in spoken:
        if not one.reason:
            read.setdefault(one.tier, []).append(one.language)
    detail = "; ".join(f"{', '.join(names)} ({tier})" for tier, names in read.items())
    findings = [Finding(check="code is read in", detail=detail)] if read else []
    return findings + [
        Finding(check="language", detail=one.language, problem=one.reason, mend=GRAMMAR_MEND)
        for one in spoken
        if one.reason
    ]


async def rebuild_all(world: World, *, told: Callable[[str, int], None]) -> int:
    """Make every derived file again; *told* hears each project's name and count as it is done."""
    total = 0
    for project in await world.projects.all():
        count = await rebuild(world, project.id)
        told(project.name, count)
        await world.code.store.reset(project.id)  # the next question about code reads it anew
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
