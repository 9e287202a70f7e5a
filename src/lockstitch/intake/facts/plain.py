"""The text of a tool result as the parsers read it: no colours, one kind of line end, no wrapping.

What belongs to one format alone is in that format's module.
"""

from itertools import islice
from typing import Final

from lockstitch.intake.patterns import lazy

WINDOW_CHARS: Final = 400_000
"""How much of a long text's head, and of its tail, is searched for lines that stand anywhere."""
FENCES_MAX: Final = 20_000
"""How many lines of fences are looked at."""

_COLOURS: Final = lazy(
    r"\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b\n]{0,2048}(?:\x07|\x1b\\)|[@-Z\\-_])"
)
_FENCE: Final = lazy(r"(```+|~~~+)[ \t]*([A-Za-z0-9_+-]{0,20})[ \t]*")
_FENCE_LINE: Final = lazy(r"\n```+([^\n]*)")
_DATA_LANGUAGES: Final = frozenset(
    ["json", "jsonl", "ndjson", "jsonlines", "csv", "tsv", "diff", "patch", "http", "udiff"]
)


def plain(content: str) -> str:
    """Return *content* without a byte order mark, colour codes and carriage returns at line ends."""
    text = content.lstrip("\ufeff")
    if "\x1b" in text:
        text = _COLOURS.sub("", text)
    return text.replace("\r\n", "\n")


def edges(text: str) -> tuple[str, bool]:
    """Return the head and the tail of *text*, and whether something between them was left out."""
    if len(text) <= 2 * WINDOW_CHARS:
        return text, False
    head = text[:WINDOW_CHARS].rpartition("\n")[0]
    tail = text[-WINDOW_CHARS:].partition("\n")[2]
    return f"{head}\n{tail}", True


def redrawn(text: str) -> str:
    """Return *text* as a terminal would show it: of a line that was redrawn, the last drawing."""
    if "\r" not in text:
        return text
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))


def unfenced(text: str) -> str:
    """Return what is inside, when all of *text* is one fenced block of a data language."""
    body = text.strip()
    opening, newline, rest = body.partition("\n")
    fence = _FENCE.fullmatch(opening)
    if fence is None or not newline or fence[2].lower() not in _DATA_LANGUAGES:
        return text
    inner, _, closing = rest.rpartition("\n")
    return inner if closing == fence[1] and f"\n{fence[1]}" not in inner else text


def without_fences(text: str) -> str:
    """Return *text* without its fenced blocks: they quote, they are not what happened here.

    A fence that is never closed hides nothing.
    """
    if "```" not in text:
        return text
    shown: list[str] = []
    lines = f"\n{text}"
    start = 0
    opened: int | None = None
    for fence in islice(_FENCE_LINE.finditer(lines), FENCES_MAX):
        if opened is None:
            opened = fence.start()
        elif not fence[1].strip():
            shown.append(lines[start:opened])
            start, opened = fence.end(), None
    return "".join([*shown, lines[start:]])[1:] if shown else text
