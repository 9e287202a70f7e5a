"""BEAM, very long chats with ten abilities probed: https://github.com/mohammadtavakoli78/BEAM.

A folder such as `chats/100K`: a folder a chat, in it `chat.json` and `probing_questions/`.
"""

import re
from pathlib import Path
from typing import Final

from bench.datasets.moments import moment_of
from bench.datasets.node import Node, read_json
from bench.datasets.shape import Asked, Corpus, Dataset, DatasetError, Item, Level

_ABSTENTION: Final = "abstention"
_CUT: Final = "chat_trunecated.json"
"""So it is spelt; where it is there, the authors ask of it and not of `chat.json`."""
_PLAN: Final = re.compile(r"\s*->->[\d,/NA\s]*(\)?)$")
"""Where in its plan a message stands: left over from how the chats were made, and never said."""


def read_beam(folder: Path) -> Dataset:
    """Return the chats below *folder*, one a project; the gold are messages."""
    chats = [one for one in _folders(folder) if one.name.isdecimal()]
    if not chats:
        raise DatasetError(f"{folder} holds no numbered folders, one a chat")
    projects = [_chat(one) for one in sorted(chats, key=lambda one: int(one.name))]
    return Dataset(
        name=f"BEAM {folder.name}", projects=projects, levels=(Level.UNITS,), unit="messages"
    )


def _folders(folder: Path) -> list[Path]:
    try:
        return [one for one in folder.iterdir() if one.is_dir()]
    except OSError as error:
        raise DatasetError(f"{folder} cannot be read: {error.strerror or error}") from error


def _chat(folder: Path) -> Corpus:
    cut = folder / _CUT
    batches = read_json(cut if cut.exists() else folder / "chat.json")
    items = [item for number, one in enumerate(batches.each(), 1) for item in _batch(one, number)]
    probes = read_json(folder / "probing_questions" / "probing_questions.json")
    known = {item.unit for item in items}
    questions = [
        asked
        for ability, group in probes.fields()
        for one in group.each()
        if (asked := _asked(one, ability, known)) is not None
    ]
    return Corpus(name=folder.name, items=items, questions=questions)


def _batch(batch: Node, number: int) -> list[Item]:
    items: list[Item] = []
    at: str | None = None
    for turn in batch.field("turns").each():
        for message in turn.each():
            anchor = message.maybe("time_anchor")
            if anchor is not None:
                at = moment_of(anchor.text(), "%B-%d-%Y") or at
            items.append(
                Item(
                    unit=message.field("id").name(),
                    session=f"batch {number}",
                    text=_PLAN.sub(r"\1", message.field("content").text()),
                    at=at,
                    role=message.field("role").text(),
                )
            )
    return items


def _asked(one: Node, ability: str, known: set[str]) -> Asked | None:
    """Return a probe; None when it should be answered and no message is said to answer it."""
    sources = one.maybe("source_chat_ids")
    gold = frozenset(_ids(sources)) & known if sources else frozenset[str]()
    if ability != _ABSTENTION and not gold:
        return None
    return Asked(
        text=one.field("question").text(),
        gold=frozenset() if ability == _ABSTENTION else gold,
        category=ability.replace("_", " "),
    )


def _ids(sources: Node) -> list[str]:
    """Return the ids in lists, and in objects of lists, however deep."""
    if isinstance(sources.value, list):
        return [name for each in sources.each() for name in _ids(each)]
    if isinstance(sources.value, dict):
        return [name for _, each in sources.fields() for name in _ids(each)]
    return [sources.name()]
