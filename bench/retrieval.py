"""Measure recall through `app.recall` with the shipped defaults, beside plain FTS5 in the same run.

python -m bench.retrieval --locomo PATH/locomo_dev.json
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import apsw

from bench.locomo import Conversation, read_locomo
from bench.measures import all_at, hit_at, mean_of, recall_at, reciprocal_rank
from lockstitch.app.commit import Turn, commit
from lockstitch.app.identify import identify
from lockstitch.app.recall import Question, recall
from lockstitch.app.world import World
from lockstitch.config import read_settings
from lockstitch.domain.project import Caller, SessionSource
from lockstitch.stores.sqlite.database import Connection, whole
from lockstitch.wiring import open_world

K = 10
Ranking = list[str]
MEASURES: dict[str, Callable[[Sequence[str], set[str]], float]] = {
    "hit@1": lambda ranked, gold: hit_at(1, ranked, gold),
    "hit@5": lambda ranked, gold: hit_at(5, ranked, gold),
    "hit@10": lambda ranked, gold: hit_at(10, ranked, gold),
    "recall@5": lambda ranked, gold: recall_at(5, ranked, gold),
    "recall@10": lambda ranked, gold: recall_at(10, ranked, gold),
    "all@5": lambda ranked, gold: all_at(5, ranked, gold),
    "MRR": reciprocal_rank,
}


async def lockstitch(world: World, folder: Path, conversation: Conversation) -> list[Ranking]:
    """Commit a conversation to a project of its own, then ask every question."""
    place = folder / conversation.name
    place.mkdir()
    project = (await identify(world, str(place))).id
    units: dict[str, str] = {}
    for turn in conversation.turns:
        caller = Caller(
            project=project, session_id=turn.session, session_source=SessionSource.ARGUMENT
        )
        committed = await commit(
            world, caller, Turn(role="user", content=turn.text, occurred_at=turn.at.isoformat())
        )
        units[committed.episode_id] = turn.unit
    caller = Caller(project=project, session_id=None, session_source=None)
    answers: list[Ranking] = []
    for asked in conversation.questions:
        found = await recall(world, caller, Question(query=asked.text, k=K))
        answers.append([units[hit.id] for hit in found.results if hit.id in units])
    return answers


def plain_fts5(conversation: Conversation, *, tokenize: str) -> list[Ranking]:
    """Ask the same of an FTS5 table with one column and every word of the question."""
    table = Connection(apsw.Connection(":memory:"))
    table.run("CREATE VIRTUAL TABLE turn USING fts5(text, tokenize = '" + tokenize + "')")
    for row, turn in enumerate(conversation.turns, 1):
        table.run("INSERT INTO turn (rowid, text) VALUES (?, ?)", (row, turn.text))
    answers: list[Ranking] = []
    for asked in conversation.questions:
        words = ["".join(c for c in word if c.isalnum()) for word in asked.text.split()]
        match = " OR ".join(f'"{word}"' for word in words if word)
        rows = table.rows(
            "SELECT rowid FROM turn WHERE turn MATCH ? ORDER BY bm25(turn), rowid LIMIT ?",
            (match, K),
        )
        answers.append([conversation.turns[whole(row[0]) - 1].unit for row in rows])
    return answers


async def measure(conversations: Sequence[Conversation]) -> dict[str, dict[str, Any]]:
    """Return each system's measures over all questions."""
    systems: dict[str, list[Ranking]] = {"lockstitch": []}
    with tempfile.TemporaryDirectory() as folder:
        world = open_world(read_settings({"data_dir": folder}))
        try:
            for conversation in conversations:
                systems["lockstitch"] += await lockstitch(world, Path(folder), conversation)
        finally:
            world.close()
    for name, tokenize in (("fts5 plain", "unicode61"), ("fts5 porter", "porter unicode61")):
        systems[name] = [
            ranking
            for conversation in conversations
            for ranking in plain_fts5(conversation, tokenize=tokenize)
        ]
    golds = [set(asked.gold) for one in conversations for asked in one.questions]
    return {
        system: {
            name: mean_of(
                [score(ranked, gold) for ranked, gold in zip(answers, golds, strict=True)]
            )
            for name, score in MEASURES.items()
        }
        for system, answers in systems.items()
    }


def main() -> None:
    """Print a table, or JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--locomo", type=Path, required=True, help="LoCoMo's JSON file")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    conversations = read_locomo(given.locomo)
    table = asyncio.run(measure(conversations))
    if given.json:
        print(json.dumps({s: {m: str(v) for m, v in row.items()} for s, row in table.items()}))
        return
    turns = sum(len(one.turns) for one in conversations)
    n = sum(len(one.questions) for one in conversations)
    print(f"LoCoMo, turn level: {len(conversations)} conversations, {turns} turns, {n} questions")
    print(f"{'':14}" + "".join(f"{name:>15}" for name in MEASURES))
    for system, row in table.items():
        print(f"{system:14}" + "".join(f"{row[name]!s:>15}" for name in MEASURES))


if __name__ == "__main__":
    main()
