"""DevMemBench, coding sessions: https://github.com/prosperitypirate/opencode-memory.

A folder such as `benchmark/src/dataset`, with `sessions.json` and `questions.json`.
"""

from pathlib import Path
from typing import Final

from bench.datasets.moments import moment_of
from bench.datasets.node import Node, read_json
from bench.datasets.shape import Asked, Corpus, Dataset, Item, Level

_ABSTENTION: Final = "abstention"


def read_devmembench(folder: Path) -> Dataset:
    """Return the sessions as one project; the gold are sessions."""
    sessions = read_json(folder / "sessions.json").each()
    items = [item for one in sessions for item in _session(one)]
    questions = [_asked(one) for one in read_json(folder / "questions.json").each()]
    project = Corpus(name="DevMemBench", items=items, questions=questions)
    return Dataset(
        name="DevMemBench", projects=[project], levels=(Level.SESSIONS,), unit="messages"
    )


def _session(one: Node) -> list[Item]:
    name = one.field("sessionId").name()
    about = one.maybe("metadata")
    date = about.maybe("date") if about else None
    at = moment_of(date.text(), "%Y-%m-%d") if date else None
    return [
        Item(
            unit=f"{name}/{number}",
            session=name,
            text=message.field("content").text(),
            at=at,
            role=message.field("role").text(),
        )
        for number, message in enumerate(one.field("messages").each())
    ]


def _asked(one: Node) -> Asked:
    kind = one.field("questionType").text()
    gold = frozenset(each.name() for each in one.field("haystackSessionIds").each())
    return Asked(
        text=one.field("question").text(),
        sessions=frozenset() if kind == _ABSTENTION else gold,
        category=kind,
    )
