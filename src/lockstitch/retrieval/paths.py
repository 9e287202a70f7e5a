"""The files that a text names, as they are compared with a `file_path` that is asked for."""

import re
from typing import Final

_PATH: Final = re.compile(
    r"(?<![\w/.\\-])(?:[A-Za-z]:)?[./~\\]*(?:[\w.@+-]+[/\\])*[\w@+-][\w.@+-]*\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w/\\])"
    r"|(?<![\w.\\-])(?:[A-Za-z]:)?[./~]*(?:[\w.@+-]+/)+[\w.@+-]+"
)
_WEB: Final = re.compile(r"\b[a-z][a-z0-9+.-]*://\S+")
_CANDIDATE: Final = re.compile(r"[\w.~@+:/\\-]{3,}")
_CANDIDATE_CHARS_MAX: Final = 1_000
_SEPARATORS: Final = frozenset("/\\.")
PATHS_MAX: Final = 200
_SCANNED_MAX: Final = 400_000


def named_paths(text: str) -> tuple[str, ...]:
    """Return the paths that *text* names, normalised, in order, each once; web addresses are none."""
    text = text[:_SCANNED_MAX]
    if "://" in text:
        text = _WEB.sub(" ", text)
    found: dict[str, None] = {}
    for candidate in _CANDIDATE.findall(text):
        if len(candidate) > _CANDIDATE_CHARS_MAX or not _SEPARATORS & set(candidate):
            continue
        for match in _PATH.finditer(candidate):
            path = normalised_path(match.group())
            if path:
                found[path] = None
        if len(found) >= PATHS_MAX:
            break
    return tuple(found)[:PATHS_MAX]


def normalised_path(path: str) -> str:
    """Return *path* with forward slashes, without `./`, `a//b`, a leading or a trailing slash."""
    parts: list[str] = []
    for part in path.strip().replace("\\", "/").split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in ("", ".", "~"):
            parts.append(part)
    return "/".join(parts).rstrip(".,;:")
