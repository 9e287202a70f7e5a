"""Turns to measure with, cut from the standard library's own source: real words, the same every time."""

import re
import sysconfig
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

CHARS = 600
_WORD = re.compile(r"[A-Za-z_]{6,}")


def turns(count: int) -> list[str]:
    """Return *count* pieces of about `CHARS` characters; pieces come round again after the last."""
    pieces = list(islice(_pieces(), count))
    while len(pieces) < count:
        pieces += pieces[: count - len(pieces)]
    return pieces


def questions(pieces: list[str], count: int) -> list[str]:
    """Return *count* questions of three words from pieces spread over the whole."""
    asked: list[str] = []
    step = max(1, len(pieces) // count)
    for piece in pieces[::step]:
        words = list(dict.fromkeys(_WORD.findall(piece)))
        if len(words) >= 3:
            asked.append(f"where is {words[0]} with {words[len(words) // 2]} and {words[-1]}")
    return asked[:count]


def _pieces() -> Iterator[str]:
    for path in sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py")):
        if "site-packages" in path.parts or "test" in path.parts:
            continue
        text = path.read_text(encoding="utf-8", errors="ignore")
        for start in range(0, len(text), CHARS):
            piece = text[start : start + CHARS].strip()
            if len(piece) > CHARS // 2:
                yield piece
