"""How the command line sets text: columns, times, cut lines, and text that is piped in."""

import sys
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final, cast

from lockstitch.domain.errors import InvalidArgumentError, UsageError
from lockstitch.domain.limits import LIMITS

if TYPE_CHECKING:
    from io import BufferedReader

LINE_CHARS: Final = 72
"""Where a text is cut that stands for itself in one line."""

_PIECE_BYTES: Final = 65_536


def columns(rows: Sequence[Sequence[str]], *, headings: Sequence[str]) -> str:
    """Return *rows* below their headings, each column as wide as its widest cell."""
    lines = [tuple(headings), *(tuple(row) for row in rows)]
    widths = [max(_width(line[i]) for line in lines) for i in range(len(headings))]
    return "\n".join(_padded(line, widths) for line in lines)


def local(moment: datetime) -> str:
    """Return *moment* as the clock on the wall shows it, with its date."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def one_line(text: str, *, chars_max: int = LINE_CHARS) -> str:
    """Return the beginning of *text* in one line."""
    flat = " ".join(text[: 4 * chars_max].split())
    return flat if len(flat) <= chars_max and len(text) <= 4 * chars_max else f"{flat[:chars_max]}…"


def indented(text: str) -> str:
    """Return *text* with every line set in."""
    return "\n".join(f"   {line}" if line else "" for line in text.splitlines())


def counted(count: int, noun: str) -> str:
    """Return *count* with its noun, which takes an s from two on."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def quoted(text: str) -> str:
    """Return *text* as one word of a shell command."""
    import shlex

    return shlex.quote(text)


def text_or_piped(text: str | None, *, name: str) -> str:
    """Return *text*; or what is piped in, when it is `-` or when there is none.

    Raises:
        UsageError: there is no text, and nothing is piped in.
        InvalidArgumentError: what is piped in is too long, or not UTF-8.
    """
    if text is not None and text != "-":
        return text
    if text is None and sys.stdin.isatty():
        raise UsageError(f"{name} is missing", hint=f"give {name}, or pipe it in")
    piped = _piped()
    if text is None and not piped:
        raise UsageError(
            f"{name} is missing, and nothing is piped in", hint=f'give {name}; an empty one is ""'
        )
    return piped


def utf8_of(data: bytes, *, name: str) -> str:
    """Return the text that *data* holds.

    Raises:
        InvalidArgumentError: it is not UTF-8.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidArgumentError(
            f"{name} is not UTF-8: byte 0x{data[error.start]:02x} at position {error.start}",
            hint="convert it first, such as: iconv -f LATIN1 -t UTF-8",
        ) from error


def _piped() -> str:
    data = bytearray()
    source = cast("BufferedReader", sys.stdin.buffer)
    while piece := source.read1(_PIECE_BYTES):  # by pieces, so that Ctrl-C is heard
        data += piece
        if len(data) > LIMITS.content_bytes:
            raise InvalidArgumentError(
                f"standard input has more than {LIMITS.content_bytes} bytes",
                hint="split it into several turns",
            )
    return utf8_of(bytes(data), name="standard input")


def _padded(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        cell + " " * (width - _width(cell)) for cell, width in zip(cells, widths, strict=True)
    ]
    return "  ".join(padded).rstrip()


def _width(text: str) -> int:
    """Return how many columns *text* takes: two for each wide character, none for a mark on one."""
    if text.isascii():
        return len(text)
    import unicodedata

    width = 0
    for char in text:
        if not unicodedata.combining(char):
            width += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return width
