"""Our own sets in `bench/sets`: questions in other words than their facts, and prompts of silence."""

from pathlib import Path
from typing import Final

from bench.datasets.node import read_lines
from bench.datasets.shape import Asked, Corpus, Dataset, Item, Level

HALVES: Final = ("tune", "report")
PARAPHRASE: Final = "paraphrase"
_SETS: Final = Path(__file__).parent.parent / "sets"


def read_own(half: str, *, folder: Path = _SETS) -> Dataset:
    """Return one half: its facts as one project, its questions, and what no fact answers."""
    facts = read_lines(folder / f"paraphrase_{half}.jsonl")
    prompts = read_lines(folder / f"silence_{half}.jsonl")
    items = [
        Item(unit=name, session=name, text=one.field("fact").text())
        for one in facts
        for name in [one.field("id").name()]
    ]
    questions = [
        Asked(
            text=one.field("question").text(),
            gold=frozenset({one.field("id").name()}),
            category=PARAPHRASE,
        )
        for one in facts
    ]
    questions += [
        Asked(text=one.field("prompt").text(), category=one.field("kind").text()) for one in prompts
    ]
    name = f"paraphrases and silence, {half}"
    project = Corpus(name=name, items=items, questions=questions)
    return Dataset(name=name, projects=[project], levels=(Level.UNITS,), unit="facts")
