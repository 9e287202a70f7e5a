"""Patterns that are compiled when they are first used: there are hundreds, and most calls need few.

Compiling them all costs more than everything else that a short command does.
"""

import re
import sys
from collections.abc import Callable, Iterator
from typing import Final

_END: Final = sys.maxsize


class Pattern:
    """A regular expression with the methods of `re.Pattern` that are used here."""

    __slots__ = ("_compiled", "_flags", "source")

    def __init__(self, source: str, flags: int = 0) -> None:
        self.source = source
        self._flags = flags
        self._compiled: re.Pattern[str] | None = None

    @property
    def compiled(self) -> re.Pattern[str]:
        """The expression itself, compiled once."""
        if self._compiled is None:
            self._compiled = re.compile(self.source, self._flags)
        return self._compiled

    def search(self, text: str, pos: int = 0, endpos: int = _END) -> re.Match[str] | None:
        """Return the first place that matches."""
        return self.compiled.search(text, pos, endpos)

    def match(self, text: str, pos: int = 0, endpos: int = _END) -> re.Match[str] | None:
        """Return a match that begins at *pos*."""
        return self.compiled.match(text, pos, endpos)

    def fullmatch(self, text: str, pos: int = 0, endpos: int = _END) -> re.Match[str] | None:
        """Return a match of the whole."""
        return self.compiled.fullmatch(text, pos, endpos)

    def finditer(self, text: str, pos: int = 0, endpos: int = _END) -> Iterator[re.Match[str]]:
        """Return every match, in order."""
        return self.compiled.finditer(text, pos, endpos)

    def findall(self, text: str, pos: int = 0, endpos: int = _END) -> list[str]:
        """Return the text of every match, of its one group when it has one."""
        return self.compiled.findall(text, pos, endpos)

    def sub(self, by: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """Return *text* with every match replaced."""
        return self.compiled.sub(by, text, count)

    def split(self, text: str, maxsplit: int = 0) -> list[str]:
        """Return what stands between the matches."""
        return self.compiled.split(text, maxsplit)


def lazy(source: str, flags: int = 0) -> Pattern:
    """Return a pattern, in the place of `re.compile`."""
    return Pattern(source, flags)
