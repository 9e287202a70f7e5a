"""A long text as windows that an embedder can read whole."""

from typing import Final

PIECE_CHARS: Final = 1_000
"""About 250 tokens of prose: what the encoder reads at once."""
OVERLAP_CHARS: Final = 150
"""What two windows share, so that nothing is cut in two in both."""
PIECES_MAX: Final = 64
"""Of a longer text the beginning and the end are kept: three quarters of them, and one."""
_HEAD: Final = 48
_BREAK_CHARS: Final = 120


def pieces_of(text: str) -> list[str]:
    """Return *text* in windows of about `PIECE_CHARS`, in order; one for a short text."""
    text = text.strip()
    if len(text) <= PIECE_CHARS:
        return [text]
    starts = list(range(0, len(text) - OVERLAP_CHARS, PIECE_CHARS - OVERLAP_CHARS))
    if len(starts) > PIECES_MAX:
        starts = starts[:_HEAD] + starts[_HEAD - PIECES_MAX :]
    return [_cut(text, start) for start in starts]


def _cut(text: str, start: int) -> str:
    """Return the window at *start*, begun at a word's beginning where one is near."""
    if start:
        space = text.find(" ", start, start + _BREAK_CHARS)
        start = start if space < 0 else space + 1
    return text[start : start + PIECE_CHARS]
