"""LongMemEval, a haystack of chats a question: https://github.com/xiaowu0162/LongMemEval.

Evidence sessions carry ids that give them away, so sessions and turns get ids of their own. Both
sides of a chat are remembered, as a harness commits them; the authors index the user's turns alone.
"""

from pathlib import Path
from typing import Final

from bench.datasets.moments import moment_of
from bench.datasets.node import Node, read_json
from bench.datasets.shape import Asked, Corpus, Dataset, DatasetError, Item, Level

ABSTENTION: Final = "abstention"
_FORMS: Final = ("%Y/%m/%d (%a) %H:%M", "%Y/%m/%d %H:%M", "%Y/%m/%d", "%Y-%m-%d")
_ROLES: Final = frozenset({"user", "assistant"})


def read_longmemeval(path: Path) -> Dataset:
    """Return the questions in *path*, each a project with its haystack."""
    projects = [_haystack(one) for one in read_json(path).each()]
    return Dataset(
        name="LongMemEval", projects=projects, levels=(Level.SESSIONS, Level.UNITS), unit="turns"
    )


def _haystack(one: Node) -> Corpus:
    ids = [each.name() for each in one.field("haystack_session_ids").each()]
    dates = [each.text() for each in one.field("haystack_dates").each()]
    chats = one.field("haystack_sessions").each()
    if not len(ids) == len(dates) == len(chats):
        raise DatasetError(
            f"{one.place} has {len(ids)} haystack_session_ids, {len(dates)} haystack_dates"
            f" and {len(chats)} haystack_sessions"
        )
    labels = {name: f"s{number}" for number, name in enumerate(dict.fromkeys(ids), 1)}
    items: list[Item] = []
    evidence: set[str] = set()
    for name, date, chat in zip(ids, dates, chats, strict=True):
        at = moment_of(date, *_FORMS)
        for turn in chat.each():
            item = _turn(turn, session=labels[name], number=len(items), at=at)
            if item.text.strip():
                items.append(item)
                marked = turn.maybe("has_answer")
                if marked is not None and marked.value is True:
                    evidence.add(item.unit)
    asked = _asked(one, labels, evidence)
    return Corpus(name=one.field("question_id").name(), items=items, questions=[asked])


def _turn(turn: Node, *, session: str, number: int, at: str | None) -> Item:
    role = turn.field("role").text()
    if role not in _ROLES:
        raise DatasetError(f"{turn.place} has the role {role!r}, not user or assistant")
    text = turn.field("content").text()
    return Item(unit=f"{session}/{number}", session=session, text=text, at=at, role=role)


def _asked(one: Node, labels: dict[str, str], evidence: set[str]) -> Asked:
    text = one.field("question").text()
    if one.field("question_id").name().endswith("_abs"):
        return Asked(text=text, category=ABSTENTION)
    kind = one.field("question_type").text()
    gold = [each.name() for each in one.field("answer_session_ids").each()]
    for name in gold:
        if name not in labels:
            raise DatasetError(f"{one.place} has the answer in {name!r}, which is no session of it")
    sessions = frozenset(labels[name] for name in gold)
    return Asked(text=text, gold=frozenset(evidence), sessions=sessions, category=kind)
