"""Passages that say the same: of near-twins one is shown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

TWIN_LIKENESS: Final = 0.9
"""Share of the runs of three words that two texts must have in common."""
_COMPARED_CHARS: Final = 4_000
_RUN: Final = 3
_WORD: Final = re.compile(r"\w+", re.UNICODE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Print:
    """What of a text is compared: its runs of three words, and its numbers in order."""

    runs: frozenset[tuple[str, ...]]
    numbers: tuple[str, ...]


def print_of(text: str) -> Print:
    """Return what of *text* is compared."""
    text = text[:_COMPARED_CHARS].lower()
    words = _WORD.findall(text)
    short = [(word,) for word in words] if len(words) < _RUN else ()
    return Print(
        runs=frozenset(short or zip(words, words[1:], words[2:], strict=False)),
        numbers=tuple(word for word in words if not word.isalpha()),
    )


def twin_among(one: Print, others: Sequence[Print]) -> int | None:
    """Return the place of the first of *others* that says the same; two numbers never do."""
    for place, other in enumerate(others):
        if one.numbers == other.numbers and _likeness(one, other) >= TWIN_LIKENESS:
            return place
    return None


def _likeness(one: Print, other: Print) -> float:
    if not one.runs or not other.runs:
        return 0.0
    if min(len(one.runs), len(other.runs)) < TWIN_LIKENESS * max(len(one.runs), len(other.runs)):
        return 0.0
    return len(one.runs & other.runs) / len(one.runs | other.runs)
