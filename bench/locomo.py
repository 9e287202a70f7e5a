"""Read LoCoMo's conversations: https://github.com/snap-research/locomo, `locomo*.json`."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.corpora import Asked, Corpus, Item

_EVIDENCE = re.compile(r"D(\d+):(\d+)")


def read_locomo(path: Path) -> list[Corpus]:
    """Return the conversations in *path*. Evidence that names no turn is left out."""
    return [_conversation(sample) for sample in json.loads(path.read_text(encoding="utf-8"))]


def _conversation(sample: dict[str, Any]) -> Corpus:
    talk: dict[str, Any] = sample["conversation"]
    turns: list[Item] = []
    for number in range(1, 200):
        session = f"session_{number}"
        if not talk.get(session):
            continue
        at = _moment(talk.get(f"{session}_date_time", ""))
        for line in talk[session]:
            caption = f" [photo: {line['blip_caption']}]" if line.get("blip_caption") else ""
            text = f"{line['speaker']}: {line['text']}{caption}"
            turns.append(Item(unit=line["dia_id"], session=session, text=text, at=at.isoformat()))
    known = {turn.unit for turn in turns}
    questions: list[Asked] = []
    for asked in sample["qa"]:
        gold = {f"D{a}:{b}" for a, b in _EVIDENCE.findall(" ".join(asked.get("evidence") or []))}
        if gold & known:
            question = Asked(text=asked["question"], gold=frozenset(gold & known))
            questions.append(question)
    return Corpus(name=sample["sample_id"], items=turns, questions=questions)


def _moment(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
    except ValueError:
        return datetime(2023, 1, 1, tzinfo=UTC)
