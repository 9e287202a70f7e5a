"""LoCoMo, long dialogues of two people: https://github.com/snap-research/locomo, `locomo*.json`."""

import re
from pathlib import Path
from typing import Final

from bench.datasets.moments import moment_of
from bench.datasets.node import Node, read_json
from bench.datasets.shape import Asked, Corpus, Dataset, Item, Level, with_sessions

_SESSION: Final = re.compile(r"session_(\d+)")
_EVIDENCE: Final = re.compile(r"D(\d+):(\d+)")
_CATEGORIES: Final = {
    1: "multi-hop",
    2: "temporal",
    3: "commonsense",
    4: "single-hop",
    5: "adversarial",
}
_UNDATED: Final = "2023-01-01T00:00:00+00:00"


def read_locomo(path: Path) -> Dataset:
    """Return the dialogues in *path*, one a project. A question without evidence is left out."""
    projects = [_dialogue(sample) for sample in read_json(path).each()]
    return Dataset(
        name="LoCoMo", projects=projects, levels=(Level.UNITS, Level.SESSIONS), unit="turns"
    )


def _dialogue(sample: Node) -> Corpus:
    talk = sample.field("conversation")
    numbers = [int(m[1]) for name, _ in talk.fields() if (m := _SESSION.fullmatch(name))]
    items = [item for number in sorted(numbers) for item in _session(talk, f"session_{number}")]
    known = {item.unit for item in items}
    asked = [_asked(one, known) for one in sample.field("qa").each()]
    questions = with_sessions(items, [one for one in asked if one.gold])
    return Corpus(name=sample.field("sample_id").name(), items=items, questions=questions)


def _session(talk: Node, name: str) -> list[Item]:
    turns, date = talk.maybe(name), talk.maybe(f"{name}_date_time")
    at = moment_of(date.text(), "%I:%M %p on %d %B, %Y") if date else None
    return [
        Item(unit=line.field("dia_id").text(), session=name, text=_said(line), at=at or _UNDATED)
        for line in (turns.each() if turns else [])
    ]


def _said(line: Node) -> str:
    caption = line.maybe("blip_caption")
    photo = f" [photo: {caption.text()}]" if caption and caption.text() else ""
    return f"{line.field('speaker').text()}: {line.field('text').text()}{photo}"


def _asked(one: Node, known: set[str]) -> Asked:
    """Return a question; what its evidence names in a form of its own, or nowhere, is left out."""
    evidence = one.maybe("evidence")
    cited = " ".join(each.text() for each in evidence.each()) if evidence else ""
    gold = {f"D{a}:{b}" for a, b in _EVIDENCE.findall(cited)} & known
    kind = one.maybe("category")
    category = _CATEGORIES.get(kind.whole(), "other") if kind else "other"
    return Asked(text=one.field("question").text(), gold=frozenset(gold), category=category)
