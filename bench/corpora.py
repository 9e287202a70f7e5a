"""What is measured on: items to remember, and questions with the items that answer them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SETS = Path(__file__).parent / "sets"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something that is committed; `unit` is its id in the data set, `at` a time in ISO 8601."""

    unit: str
    session: str
    text: str
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question with the units that answer it; without any, nothing should be answered."""

    text: str
    gold: frozenset[str]
    slice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """What goes into one project, and what is asked of it."""

    name: str
    items: Sequence[Item]
    questions: Sequence[Asked]


def read_sets(half: str) -> list[Corpus]:
    """Return our own paraphrases and silence prompts, of the half `tune` or `report`."""
    facts = _lines(SETS / f"paraphrase_{half}.jsonl")
    prompts = _lines(SETS / f"silence_{half}.jsonl")
    items = [Item(unit=one["id"], session=one["id"], text=one["fact"]) for one in facts]
    asked = [
        Asked(text=one["question"], gold=frozenset({one["id"]}), slice="paraphrase")
        for one in facts
    ]
    asked += [Asked(text=one["prompt"], gold=frozenset(), slice=one["kind"]) for one in prompts]
    return [Corpus(name=f"paraphrase and silence, {half}", items=items, questions=asked)]


def _lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
