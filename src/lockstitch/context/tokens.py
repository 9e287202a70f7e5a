"""A count of tokens without a vocabulary: an estimate, and named as one."""

import re
from typing import Final

from typing_extensions import override

from lockstitch.ports.world import TokenCounter

_PIECE: Final = re.compile(r"[A-Za-z0-9_'-]+|[^\S\n]{2,}|\n+|[^\sA-Za-z0-9_'-]")
_CHARS_PER_TOKEN: Final = 4.6


class EstimatedTokens(TokenCounter):
    """Counts words by their length, marks in pairs, and characters beyond ASCII one by one."""

    @property
    @override
    def name(self) -> str:
        return "estimate"

    @override
    def count(self, text: str) -> int:
        marks = 0
        tokens = 0.0
        for match in _PIECE.finditer(text):
            piece = match.group()
            first = piece[0]
            if (first.isalnum() and first.isascii()) or first in "_'-":
                tokens += max(1, round(len(piece) / _CHARS_PER_TOKEN))
            elif first.isspace():
                tokens += (len(piece) + 3) // 4
            elif first.isascii():
                marks += 1
            else:
                tokens += 0.8
        return max(1, round(tokens + marks * 0.75)) if text else 0
