"""Measure recall through `app.recall` with the shipped defaults, beside its arms and plain FTS5.

    python -m bench.retrieval --locomo PATH/locomo_dev.json
    python -m bench.retrieval --sets tune --remem PATH/golden.json --coverage 0,100 --ablation

Every data set is committed once, to one project a corpus. The encoder's coverage is brought up step
by step; at the last one a pass of dream is made first.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import apsw

from bench.corpora import Corpus, read_sets
from bench.locomo import read_locomo
from bench.measures import all_at, hit_at, mean_of, ndcg_at, recall_at, reciprocal_rank
from bench.remem import read_remem
from lockstitch.app.commit import Turn, commit
from lockstitch.app.dream import dream
from lockstitch.app.embedding import embed_pending, embed_static
from lockstitch.app.identify import identify
from lockstitch.app.recall import Question, recall
from lockstitch.app.world import World
from lockstitch.config import read_settings
from lockstitch.domain.ids import AtlasId, ProjectId
from lockstitch.domain.passage import Passage, PassageKind
from lockstitch.domain.project import Caller, SessionSource
from lockstitch.retrieval.fusion import SHIPPED, Tuning
from lockstitch.stores.sqlite.database import Connection, whole
from lockstitch.wiring import open_world

K: Final = 10
K_SESSIONS: Final = 100
"""So many turns are asked for, so that they lie in ten sessions."""
Ranking = list[str]
MEASURES: dict[str, Callable[[Sequence[str], set[str]], float]] = {
    "hit@1": lambda ranked, gold: hit_at(1, ranked, gold),
    "hit@5": lambda ranked, gold: hit_at(5, ranked, gold),
    "hit@10": lambda ranked, gold: hit_at(10, ranked, gold),
    "recall@5": lambda ranked, gold: recall_at(5, ranked, gold),
    "recall@10": lambda ranked, gold: recall_at(10, ranked, gold),
    "all@5": lambda ranked, gold: all_at(5, ranked, gold),
    "NDCG@10": lambda ranked, gold: ndcg_at(10, ranked, gold),
    "MRR": reciprocal_rank,
}
_NO_ARM: Final = Tuning(words=0.0, static=0.0, encoder=0.0, graph=0.0, facts=False, floor=False)
ARMS: Final[Mapping[str, Tuning]] = {
    "words alone": replace(_NO_ARM, words=1.0, static_beside_encoder=0.0),
    "static alone": replace(_NO_ARM, static=1.0, static_beside_encoder=1.0),
    "encoder alone": replace(_NO_ARM, encoder=1.0, static_beside_encoder=0.0),
}
WITHOUT: Final[Mapping[str, Tuning]] = {
    "without the floor": Tuning(floor=False),
    "without the graph": Tuning(graph=0.0),
    "without static": Tuning(static=0.0, static_beside_encoder=0.0),
    "without encoder": Tuning(encoder=0.0),
    "without freshness": Tuning(freshness=0.0),
    "without twins": Tuning(twins=False),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A corpus in a project; `units` leads from episodes to the units of the data set."""

    corpus: Corpus
    project: ProjectId
    units: dict[str, str] = field(default_factory=dict[str, str])


async def told(world: World, folder: Path, corpus: Corpus) -> Told:
    """Commit a corpus to a project of its own."""
    place = folder / corpus.name.replace(" ", "-")
    place.mkdir()
    made = Told(corpus=corpus, project=(await identify(world, str(place))).id)
    for item in corpus.items:
        caller = Caller(
            project=made.project, session_id=item.session, session_source=SessionSource.ARGUMENT
        )
        turn = Turn(role="user", content=item.text, occurred_at=item.at)
        made.units[(await commit(world, caller, turn)).episode_id] = item.unit
    await embed_static(world, made.project)
    return made


async def answers(
    world: World, corpora: Iterable[Told], tuning: Tuning = SHIPPED, *, k: int = K
) -> list[Ranking]:
    """Return the units that recall gives to each question."""
    found: list[Ranking] = []
    for one in corpora:
        caller = Caller(project=one.project, session_id=None, session_source=None)
        for asked in one.corpus.questions:
            answer = await recall(world, caller, Question(query=asked.text, k=k), tuning=tuning)
            found.append([await _unit(world, one, hit) for hit in answer.results])
    return found


async def _unit(world: World, one: Told, hit: Passage) -> str:
    if hit.kind is PassageKind.ENTRY:
        (entry,) = await world.atlas.get([AtlasId(hit.id)])
        return one.units[entry.sources[0].id]
    return one.units[hit.id]


def plain_fts5(corpus: Corpus, *, tokenize: str) -> list[Ranking]:
    """Ask the same of an FTS5 table with one column and every word of the question."""
    table = Connection(apsw.Connection(":memory:"))
    table.run("CREATE VIRTUAL TABLE turn USING fts5(text, tokenize = '" + tokenize + "')")
    for row, item in enumerate(corpus.items, 1):
        table.run("INSERT INTO turn (rowid, text) VALUES (?, ?)", (row, item.text))
    found: list[Ranking] = []
    for asked in corpus.questions:
        words = ["".join(c for c in word if c.isalnum()) for word in asked.text.split()]
        match = " OR ".join(f'"{word}"' for word in words if word)
        rows = table.rows(
            "SELECT rowid FROM turn WHERE turn MATCH ? ORDER BY bm25(turn), rowid LIMIT ?",
            (match, K),
        )
        found.append([corpus.items[whole(row[0]) - 1].unit for row in rows])
    return found


async def measure(
    corpora: Sequence[Corpus], *, coverages: Sequence[int], ablation: bool, sessions: bool
) -> dict[str, dict[str, str]]:
    """Return each system's measures over all questions."""
    table: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        world = open_world(read_settings({"data_dir": folder}))
        try:
            projects = [await told(world, Path(folder), corpus) for corpus in corpora]
            for covered in coverages:
                await _cover(world, projects, covered / 100)
                name = f"lockstitch, {covered} % encoded"
                table[name] = measured(corpora, await answers(world, projects))
                if sessions:
                    deep = await answers(world, projects, k=K_SESSIONS)
                    table[f"{name}, sessions"] = measured(*_by_session(corpora, deep))
                for label, tuning in ({**ARMS, **WITHOUT} if ablation else ARMS).items():
                    row = measured(corpora, await answers(world, projects, tuning))
                    table[f"  {label}"] = row
        finally:
            world.close()
    for name, tokenize in (("fts5 plain", "unicode61"), ("fts5 porter", "porter unicode61")):
        rankings = [one for corpus in corpora for one in plain_fts5(corpus, tokenize=tokenize)]
        table[name] = measured(corpora, rankings)
    return table


async def _cover(world: World, projects: Sequence[Told], share: float) -> None:
    for one in projects:
        if share > 0:
            await embed_pending(world, one.project, seconds=float("inf"), share=share)
        if share >= 1:
            await dream(world, one.project, force=True)


def measured(corpora: Sequence[Corpus], rankings: Sequence[Ranking]) -> dict[str, str]:
    """Return the measures of the questions that have an answer, and the share of silence."""
    asked = [one for corpus in corpora for one in corpus.questions]
    pairs = list(zip(asked, rankings, strict=True))
    row = {
        name: str(mean_of([score(ranked, set(one.gold)) for one, ranked in pairs if one.gold]))
        for name, score in MEASURES.items()
    }
    row["n"] = str(sum(bool(one.gold) for one in asked))
    for part in sorted({one.slice for one in asked if one.slice}):
        own = [(one, ranked) for one, ranked in pairs if one.slice == part]
        if any(one.gold for one, _ in own):
            hits = [hit_at(5, ranked, set(one.gold)) for one, ranked in own if one.gold]
            row[f"{part} hit@5 (n {len(hits)})"] = str(mean_of(hits))
        else:
            row[f"{part} silent (n {len(own)})"] = str(mean_of([float(not r) for _, r in own]))
    return row


def _by_session(
    corpora: Sequence[Corpus], rankings: Sequence[Ranking]
) -> tuple[list[Corpus], list[Ranking]]:
    """Return the same with sessions in the place of turns; each where its first turn stands."""
    made: list[Corpus] = []
    found: list[Ranking] = []
    ranked = iter(rankings)
    for corpus in corpora:
        session = {item.unit: item.session for item in corpus.items}
        questions = [
            type(one)(text=one.text, gold=frozenset(session[u] for u in one.gold), slice=one.slice)
            for one in corpus.questions
        ]
        made.append(Corpus(name=corpus.name, items=corpus.items, questions=questions))
        found += [list(dict.fromkeys(session[u] for u in next(ranked))) for _ in questions]
    return made, found


def main() -> None:
    """Print a table a data set, or JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--locomo", type=Path, help="LoCoMo's JSON file")
    parser.add_argument("--remem", type=Path, help="remem's golden.json")
    parser.add_argument("--sets", choices=["tune", "report"], help="our own sets: which half")
    parser.add_argument("--coverage", default="0,50,100", help="the encoder's, in %%, rising")
    parser.add_argument("--ablation", action="store_true", help="also leave each part out")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    coverages = [int(share) for share in given.coverage.split(",")]
    sets: dict[str, list[Corpus]] = {}
    try:
        if given.locomo:
            sets["LoCoMo, turns"] = read_locomo(given.locomo)
        if given.remem:
            sets["remem"] = read_remem(given.remem)
    except (OSError, ValueError, KeyError, TypeError) as error:
        parser.error(f"a data set cannot be read: {error!r}")
    if given.sets:
        sets[f"bench/sets, {given.sets}"] = read_sets(given.sets)
    if not sets:
        parser.error("name a data set: --locomo, --remem or --sets")
    for name, corpora in sets.items():
        table = asyncio.run(
            measure(
                corpora,
                coverages=coverages,
                ablation=given.ablation,
                sessions=name.startswith("LoCoMo"),
            )
        )
        print(json.dumps({name: table}) if given.json else _text(name, table))


def _text(name: str, table: Mapping[str, Mapping[str, str]]) -> str:
    lines = [name]
    for system, row in table.items():
        lines.append(f"{system:36}" + "  ".join(f"{key} {value}" for key, value in row.items()))
    return "\n".join(lines)


if __name__ == "__main__":
    main()
