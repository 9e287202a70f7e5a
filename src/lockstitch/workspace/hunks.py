"""Read which lines a patch changes. The patch has no context and no renames, and knows `a/` and `b/`."""

import os
import re
from collections.abc import Iterator
from typing import Final, TypeAlias

Lines: TypeAlias = tuple[tuple[int, int], ...]
"""First and last lines, from 1, in the order of the text."""

_HUNK: Final = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_FILE: Final = b"diff --git "
# Header lines that say that a file differs, beside its hunks: without any, it was only looked at anew.
_DIFFERENT: Final = (b"old mode ", b"new file mode ", b"deleted file mode ", b"Binary files ")
_ESCAPE: Final = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_ESCAPED: Final = dict(zip(b"abfnrtv", b"\a\b\f\n\r\t\v", strict=True))


def changed_lines(patch: bytes) -> dict[str, Lines]:
    """Return the changed lines of each file: of the new side, and of the old one where it was removed.

    Where lines are only taken away, the line before them stands for them. A file that differs in no line
    that is shown (a binary, an empty one, a mode) has none.
    """
    changed: dict[str, list[tuple[int, int]]] = {}
    path, removed = "", False
    lines = iter(patch.split(b"\n"))
    for line in lines:
        if line.startswith(_FILE):
            path, removed = _path(line.removeprefix(_FILE)), False
        elif line.startswith(_DIFFERENT):
            removed = line.startswith(b"deleted ")
            changed.setdefault(path, [])
        elif hunk := _HUNK.match(line):
            old, olds, new, news = (1 if each is None else int(each) for each in hunk.groups())
            first, count = (old, olds) if removed else (new, news)
            found = (max(first, 1), max(first + count - 1, first, 1))
            changed.setdefault(path, []).append(found)
            _skip(lines, olds + news)
    return {path: tuple(found) for path, found in changed.items()}


def _skip(lines: Iterator[bytes], count: int) -> None:
    """Pass over the text of a hunk, in which anything may stand."""
    while count > 0:
        line = next(lines, None)
        if line is None:
            return
        count -= not line.startswith(b"\\")  # That the text ends without a newline is no line.


def _path(names: bytes) -> str:
    """Return the path of a header, which names it twice: `a/loom.py b/loom.py`."""
    name = names[: (len(names) - 1) // 2]
    if name.startswith(b'"'):
        name = _ESCAPE.sub(_unescaped, name[1:-1])
    return os.fsdecode(name.removeprefix(b"a/"))


def _unescaped(escape: re.Match[bytes]) -> bytes:
    code = escape[1]
    return bytes([int(code, 8) & 0xFF if len(code) == 3 else _ESCAPED.get(code[0], code[0])])
