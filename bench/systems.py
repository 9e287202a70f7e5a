"""Every system that is measured on a data set: recall at each coverage, its parts, plain FTS5."""

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bench.datasets.shape import Dataset, Level
from bench.floors import FLOORS, plain_fts5
from bench.told import K, Told, a_place, a_store, answers, cover, told
from bench.tunings import ARMS, SHIPPED_ALONE, WITHOUT
from lockstitch.app.world import World
from lockstitch.retrieval.fusion import Tuning

NAME: Final = "lockstitch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rankings:
    """What each system gave to each question, in the order of the data set's questions."""

    units: dict[Level, dict[str, list[list[str]]]] = field(
        default_factory=dict[Level, dict[str, list[list[str]]]]
    )

    def add(self, level: Level, system: str, found: list[list[str]]) -> None:
        """Keep what *system* gave."""
        self.units.setdefault(level, {})[system] = found


async def rankings_of(
    dataset: Dataset, *, coverages: Sequence[int], ablation: bool
) -> Mapping[Level, Mapping[str, list[list[str]]]]:
    """Return the rankings on each level by system: of units, or of sessions."""
    made = Rankings()
    with a_store() as (world, folder):
        projects: list[Told] = []
        for number, corpus in enumerate(dataset.projects, 1):
            projects.append(await told(world, a_place(folder, str(number)), corpus))
            _say(f"{dataset.name}: {number} of {len(dataset.projects)} projects told")
        run = _Run(world=world, dataset=dataset, projects=projects, made=made)
        reached = 0
        for percent in coverages:
            reached = await cover(world, projects, percent=percent)
            _say(f"{dataset.name}: the encoder covers {reached} %")
            await run.ask(f"{NAME}, {reached} % encoded", SHIPPED_ALONE)
        parts = {**ARMS, **WITHOUT} if ablation else ARMS
        await run.ask("", parts if reached else without_encoder(parts))
    for system, tokenize in FLOORS.items():
        run.ask_floor(system, tokenize)
    return made.units


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    world: World
    dataset: Dataset
    projects: Sequence[Told]
    made: Rankings

    async def ask(self, name: str, tunings: Mapping[str, Tuning]) -> None:
        """Ask everything with each of *tunings*."""
        for part, tuning in tunings.items():
            began = time.perf_counter()
            system = ", ".join(one for one in (name, part) if one)
            for level in self.dataset.levels:
                found = await answers(self.world, self.projects, tuning, k=K[level])
                self._keep(level, system, found)
            _say(f"{self.dataset.name}: {system}, {time.perf_counter() - began:.0f} s")

    def ask_floor(self, name: str, tokenize: str) -> None:
        """Ask plain FTS5 everything."""
        for level in self.dataset.levels:
            found = [
                ranked
                for corpus in self.dataset.projects
                for ranked in plain_fts5(corpus, tokenize=tokenize, k=K[level])
            ]
            self._keep(level, name, found)

    def _keep(self, level: Level, system: str, found: list[list[str]]) -> None:
        if level is Level.SESSIONS:
            found = sessions_of(self.dataset, found)
        self.made.add(level, system, found)


def sessions_of(dataset: Dataset, rankings: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the sessions of ranked units, each where its first unit stands."""
    made: list[list[str]] = []
    for corpus in dataset.projects:
        session = {item.unit: item.session for item in corpus.items}
        own = rankings[len(made) : len(made) + len(corpus.questions)]
        made += [list(dict.fromkeys(session[unit] for unit in ranked)) for ranked in own]
    return made


def without_encoder(parts: Mapping[str, Tuning]) -> dict[str, Tuning]:
    """Return *parts* but those that say something only where the encoder covers something."""
    return {name: tuning for name, tuning in parts.items() if "encoder" not in name}


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)
