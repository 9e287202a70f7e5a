"""What of a long text to show: a window around what was asked for, never more than the limit."""

import re
from collections.abc import Sequence
from typing import Final

from lockstitch.domain.limits import LIMITS

_STEP: Final = 1_000


def window_of(
    text: str, *, item: str, phrases: Sequence[Sequence[str]], chars_max: int = LIMITS.passage_chars
) -> str:
    """Return *text* whole, or its window of *chars_max* with most of *phrases* and how to read on."""
    if len(text) <= chars_max:
        return text
    start = _best_start(text, phrases, chars_max)
    head = "" if start == 0 else f"[... {start} characters before this]\n"
    return f"{head}{text[start : start + chars_max]}{truncation_of(item)}"


def truncation_of(item: str) -> str:
    """Return the mark of a passage that was cut; clients match on its words."""
    return f"... [truncated: call read_passage with id {item} for the full text]"


def _best_start(text: str, phrases: Sequence[Sequence[str]], chars_max: int) -> int:
    words = {word for phrase in phrases for word in phrase}
    if not words:
        return 0
    pattern = re.compile(
        "|".join(re.escape(word) for word in sorted(words, reverse=True)), re.IGNORECASE
    )
    last = max(0, len(text) - chars_max)
    starts = [*range(0, last, _STEP), last]
    seen: list[set[str]] = [set() for _ in starts]
    for match in pattern.finditer(text):
        first = max(0, (match.end() - chars_max + _STEP - 1) // _STEP)
        for index in range(first, min(match.start() // _STEP, len(starts) - 1) + 1):
            seen[index].add(match.group().lower())
    best = max(range(len(starts)), key=lambda index: (len(seen[index]), -index))
    start = starts[best]
    line = text.rfind("\n", max(0, start - 200), start)
    return line + 1 if line >= 0 else start
