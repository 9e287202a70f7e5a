"""What one parser found: facts whose names and values fit on a line, and a word on them for a person."""

import re
from dataclasses import dataclass
from typing import Final

from lockstitch.domain.fact import FactDraft, FactKind
from lockstitch.domain.limits import LIMITS
from lockstitch.intake.patterns import lazy

VALUE_CHARS: Final = 500
"""The characters of a value that are kept, the mark of the cut included."""
PATH_CHARS: Final = 4_096
"""The characters of a file's path that are kept: more than any file system has."""

_UNSAFE: Final = lazy("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_SHORT_ESCAPES: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The facts of one parser, in the order of the text. `left_out` were seen and not kept."""

    facts: tuple[FactDraft, ...]
    summary: str
    left_out: int = 0


def draft(kind: FactKind, name: str, value: str, *, file_path: str | None = None) -> FactDraft:
    """Return a fact whose name and value are one line each, cut to their limits."""
    return FactDraft(
        kind=kind,
        name=one_line(name, chars_max=LIMITS.name_chars),
        value=one_line(value, chars_max=VALUE_CHARS),
        file_path=None if file_path is None else one_line(file_path, chars_max=PATH_CHARS),
    )


def one_line(text: str, *, chars_max: int) -> str:
    """Return *text* without what no line and no store carries.

    Line breaks and other control characters are written as escapes, lone surrogates as U+FFFD, and
    a text that is cut ends in `…`.
    """
    # Cut before the escapes are written, so that a value of megabytes costs no more than its head.
    clean = _UNSAFE.sub(_escape, text[: chars_max + 1])
    return clean if len(clean) <= chars_max else clean[: chars_max - 1] + "…"


def plural(count: int, noun: str) -> str:
    """Return *count* with its noun: `1 file`, `2 files`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    if "\ud800" <= char <= "\udfff":
        return "\ufffd"
    return _SHORT_ESCAPES.get(char) or f"\\u{ord(char):04x}"
