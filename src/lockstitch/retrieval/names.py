"""The names that a text uses: what two episodes must share to speak of the same thing.

Identifiers, error codes, packages, issue numbers, quoted code and proper names; files are found by
`paths`. Precision first: an everyday word links what has nothing to do with each other.
"""

import re
from collections.abc import Iterator
from typing import Final

from lockstitch.retrieval.words import STOP_WORDS

NAMES_MAX: Final = 64
"""How many names of one text are kept, in the order of their first use."""
_SCANNED_MAX: Final = 50_000
_NAME_CHARS_MAX: Final = 80

_QUOTED: Final = re.compile(r"`([^`\n]{2,80})`")
_ISSUE: Final = re.compile(r"(?<![\w#&])#\d{1,9}\b")
_TOKEN: Final = re.compile(r"[^\W_][\w.:-]*[^\W_]", re.UNICODE)
_PARTED: Final = re.compile(r"[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+", re.IGNORECASE)
_DOTTED: Final = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)+")
_CAMEL: Final = re.compile(r"[A-Za-z]*[a-z][A-Z]\w*|[A-Z]{2,}[a-z]\w*")
_CODE: Final = re.compile(r"(?=\w*\d)(?=\w*[A-Z])[A-Z][A-Z0-9_]{2,}")
_PROPER: Final = re.compile(r"[A-Z][^\W\d_]{2,}", re.UNICODE)
_SENTENCE_ENDS: Final = frozenset(".!?:\n\"'([{*#>-")


def names_in(text: str) -> tuple[str, ...]:
    """Return the names that *text* uses, in lower case, each once."""
    text = text[:_SCANNED_MAX]
    found: dict[str, None] = {}
    for name in _names(text):
        if 2 < len(name) <= _NAME_CHARS_MAX:
            found[name.lower()] = None
            if len(found) >= NAMES_MAX:
                break
    return tuple(found)


def _names(text: str) -> Iterator[str]:
    for match in _QUOTED.finditer(text):
        yield " ".join(match[1].split())
    for match in _ISSUE.finditer(text):
        yield match[0]
    for match in _TOKEN.finditer(text):
        token = match[0]
        if _is_identifier(token) or (_is_proper(token) and not _opens(text, match.start())):
            yield token


def _is_identifier(token: str) -> bool:
    return any(form.fullmatch(token) is not None for form in (_PARTED, _DOTTED, _CAMEL, _CODE))


def _is_proper(token: str) -> bool:
    return _PROPER.fullmatch(token) is not None and token.lower() not in STOP_WORDS


def _opens(text: str, start: int) -> bool:
    """Whether a sentence or a line begins there: a capital letter says nothing then."""
    before = text[max(0, start - 3) : start].rstrip(" \t")
    return not before or before[-1] in _SENTENCE_ENDS
