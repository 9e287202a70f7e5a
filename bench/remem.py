"""Read remem's golden set: all of its items as one project. https://github.com/majiayu000/remem."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.corpora import Asked, Corpus, Item


def read_remem(path: Path) -> list[Corpus]:
    """Return the set in *path*; a query without evidence is one that nothing answers."""
    golden: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    memories: list[dict[str, Any]] = golden["corpus"]
    items = [
        Item(unit=str(number), session=str(number), text=f"{one['title']}: {one['content']}")
        for number, one in enumerate(memories)
    ]
    asked = [
        Asked(text=query["query"], gold=_gold(query, memories), slice=query["slice"])
        for query in golden["queries"]
    ]
    return [Corpus(name="remem", items=items, questions=asked)]


def _gold(query: Mapping[str, Any], memories: list[dict[str, Any]]) -> frozenset[str]:
    references: list[Mapping[str, Any]] = query.get("evidence_refs") or []
    found = (
        str(number)
        for reference in references
        for number, memory in enumerate(memories)
        if _is_meant(reference, memory)
    )
    return frozenset(found)


def _is_meant(reference: Mapping[str, Any], memory: Mapping[str, Any]) -> bool:
    same = all(
        memory.get(key) == reference[key]
        for key in ("topic_key", "memory_type")
        if reference.get(key)
    )
    return same and reference.get("text_contains", "") in f"{memory['title']} {memory['content']}"
