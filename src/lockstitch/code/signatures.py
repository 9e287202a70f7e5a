"""A signature on one line: without decorators, comments and line breaks, and never long."""

import re
from typing import Final

CHARS_MAX: Final = 200
_CUT: Final = "..."
_READ_MAX: Final = 20_000
_HASH_LANGUAGES: Final = frozenset(
    {"python", "ruby", "bash", "shell", "r", "elixir", "yaml", "toml"}
)
_STRING: Final = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
_HASHED: Final = re.compile(rf"({_STRING})|#[^\n]*", re.DOTALL)
_SLASHED: Final = re.compile(rf"({_STRING})|//[^\n]*|/\*.*?\*/", re.DOTALL)
_BRACKET_LANGUAGES: Final = frozenset({"csharp", "c", "cpp"})
"""Where a bracket at the start of a definition opens an attribute."""
_OPENING: Final = re.compile(r"@(?!interface\b)[\w.:]*|#!?(?=\[)")
_OPENING_OR_BRACKET: Final = re.compile(rf"{_OPENING.pattern}|(?=\[)")
_QUOTED: Final = re.compile(_STRING, re.DOTALL)
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}


def one_line(signature: str, *, language: str, chars_max: int = CHARS_MAX) -> str:
    """Return *signature* without decorators on one line of at most *chars_max* characters."""
    comments = _HASHED if language in _HASH_LANGUAGES else _SLASHED
    bare = comments.sub(lambda match: match[1] or " ", signature[:_READ_MAX])
    opening = _OPENING_OR_BRACKET if language in _BRACKET_LANGUAGES else _OPENING
    line = " ".join(_joined(_undecorated(bare, opening)).split()).rstrip(" :{")
    return line if len(line) <= chars_max else f"{line[: chars_max - len(_CUT)]}{_CUT}"


def _joined(text: str) -> str:
    """Put the lines of a list in brackets together as if it had always been one line."""
    joined = ""
    for line in filter(None, map(str.strip, text.splitlines())):
        if line[0] in ")]":
            joined = f"{joined.removesuffix(',')}{line}"
        else:
            joined = f"{joined}{'' if joined.endswith(('(', '[')) else ' '}{line}"
    return joined


def _undecorated(text: str, opening: re.Pattern[str]) -> str:
    """Leave away decorators, annotations and attributes; all of it where nothing else would be left."""
    rest = text.lstrip()
    while match := opening.match(rest):
        end = match.end()
        while end < len(rest) and rest[end] in "([":
            end = _closed(rest, end)
            while end < len(rest) and (rest[end].isalnum() or rest[end] in "._"):
                end += 1
        if end == 0 or not rest[end:].strip():
            break
        rest = rest[end:].lstrip()
    return rest


def _closed(text: str, start: int) -> int:
    """Return where the bracket at *start* is closed; the end where it never is."""
    open_ones: list[str] = []
    place = start
    while place < len(text):
        quoted = _QUOTED.match(text, place)
        if quoted:
            place = quoted.end()
            continue
        letter = text[place]
        place += 1
        if letter in _CLOSING:
            open_ones.append(_CLOSING[letter])
        elif open_ones and letter == open_ones[-1]:
            open_ones.pop()
            if not open_ones:
                return place
    return len(text)
