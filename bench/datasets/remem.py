"""remem's golden set, short memories of several kinds: https://github.com/majiayu000/remem."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bench.datasets.node import Node, read_json
from bench.datasets.shape import Asked, Corpus, Dataset, DatasetError, Item, Level

_ABSTENTION: Final = "abstention"
_SAME: Final = ("topic_key", "memory_type", "scope")
"""What a reference and the memory that it means have in common, as far as the reference says."""


def read_remem(path: Path) -> Dataset:
    """Return the set in *path*: all of its memories in one project, each in a session of its own."""
    golden = read_json(path)
    memories = golden.field("corpus").each()
    items = [_item(number, one) for number, one in enumerate(memories)]
    questions = [_asked(query, memories) for query in golden.field("queries").each()]
    project = Corpus(name="remem", items=items, questions=questions)
    return Dataset(name="remem", projects=[project], levels=(Level.UNITS,), unit="memories")


def _item(number: int, memory: Node) -> Item:
    text = f"{memory.field('title').text()}: {memory.field('content').text()}"
    epoch = memory.maybe("created_at_epoch")
    at = _moment(epoch) if epoch else None
    return Item(unit=str(number), session=str(number), text=text, at=at)


def _moment(epoch: Node) -> str:
    try:
        return datetime.fromtimestamp(epoch.whole(), UTC).isoformat()
    except (OverflowError, OSError, ValueError) as error:
        raise DatasetError(f"{epoch.place} is no time") from error


def _asked(query: Node, memories: list[Node]) -> Asked:
    text, part = query.field("query").text(), query.field("slice").text()
    evidence = query.maybe("evidence_refs")
    references = evidence.each() if evidence else []
    kind = query.maybe("category")
    if not references or (kind is not None and kind.text() == _ABSTENTION):
        return Asked(text=text, category=part)
    gold: set[str] = set()
    for reference in references:
        found = {str(number) for number, one in enumerate(memories) if _is_meant(reference, one)}
        if not found:
            raise DatasetError(f"{reference.place} means no memory of the corpus")
        gold |= found
    return Asked(text=text, gold=frozenset(gold), category=part)


def _is_meant(reference: Node, memory: Node) -> bool:
    for key in _SAME:
        wanted = reference.maybe(key)
        if wanted is not None:
            had = memory.maybe(key)
            if had is None or had.text() != wanted.text():
                return False
    held = reference.maybe("text_contains")
    said = f"{memory.field('title').text()} {memory.field('content').text()}"
    return held is None or held.text() in said
