"""Read LoCoMo's conversations: https://github.com/snap-research/locomo, `locomo*.json`."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

_EVIDENCE = re.compile(r"D(\d+):(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn; `unit` is its id in the data set."""

    unit: str
    session: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question, with the turns that hold its answer."""

    text: str
    gold: frozenset[str]
    category: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One conversation with its questions that have evidence."""

    name: str
    turns: Sequence[Turn]
    questions: Sequence[Asked]


def read_locomo(path: Path) -> list[Conversation]:
    """Return the conversations in *path*. Evidence that names no turn is left out."""
    return [_conversation(sample) for sample in json.loads(path.read_text(encoding="utf-8"))]


def _conversation(sample: dict[str, Any]) -> Conversation:
    talk: dict[str, Any] = sample["conversation"]
    turns: list[Turn] = []
    for number in range(1, 200):
        session = f"session_{number}"
        if not talk.get(session):
            continue
        at = _moment(talk.get(f"{session}_date_time", ""))
        for line in talk[session]:
            caption = f" [photo: {line['blip_caption']}]" if line.get("blip_caption") else ""
            text = f"{line['speaker']}: {line['text']}{caption}"
            turns.append(Turn(unit=line["dia_id"], session=session, text=text, at=at))
    known = {turn.unit for turn in turns}
    questions: list[Asked] = []
    for asked in sample["qa"]:
        gold = {f"D{a}:{b}" for a, b in _EVIDENCE.findall(" ".join(asked.get("evidence") or []))}
        if gold & known:
            question = Asked(
                text=asked["question"], gold=frozenset(gold & known), category=asked["category"]
            )
            questions.append(question)
    return Conversation(name=sample["sample_id"], turns=turns, questions=questions)


def _moment(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
    except ValueError:
        return datetime(2023, 1, 1, tzinfo=UTC)
