"""Match paths against the patterns of `.gitignore` files, as git does: bytes, last match first.

No pattern, however it is written, takes more than time in proportion to the path and to itself: stars are
matched without going back, for the leftmost match of what follows a star is as good as any later one.
"""

import os
import re
import stat
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

IGNORE_FILE: Final = ".gitignore"

_BYTES_MAX: Final = 1_000_000
_CLASSES: Final = {
    b"alnum": r"[0-9A-Za-z]",
    b"alpha": r"[A-Za-z]",
    b"blank": r"[ \t]",
    b"cntrl": r"[\x00-\x1f\x7f]",
    b"digit": r"[0-9]",
    b"graph": r"[!-~]",
    b"lower": r"[a-z]",
    b"print": r"[ -~]",
    b"punct": r"[!-/:-@\[-`{-~]",
    b"space": r"[ \t\n\x0b\x0c\r]",
    b"upper": r"[A-Z]",
    b"xdigit": r"[0-9A-Fa-f]",
}
_ITEM: Final = re.compile(
    rb"\[:(?P<named>[^\]]*):\]|(?P<low>\\.|.)(?:-(?P<high>\\.|[^\]\\]))?", re.DOTALL
)
_SPECIAL: Final = frozenset(b"*?[\\")

Stamp: TypeAlias = tuple[int, int, int]
Component: TypeAlias = bytes | re.Pattern[bytes]
Group: TypeAlias = tuple[Component, ...]


class Pattern(NamedTuple):
    """A line of a `.gitignore`."""

    negative: bool
    folders_only: bool
    anchored: bool
    """It is matched against the whole path, not the name alone."""
    groups: tuple[Group, ...]
    """Its components; between two groups stands a `**`."""

    def matches(self, parts: Sequence[bytes]) -> bool:
        """Return whether it fits a path that is given in its parts."""
        if not self.anchored:
            return _fits(self.groups[0][0], parts[-1])
        first, *middle = self.groups
        if not middle:
            return len(parts) == len(first) and _stands(first, parts, 0)
        last = middle.pop()
        at = len(first) if _stands(first, parts, 0) else None
        for group in middle:
            at = _next(group, parts, at)
        stop = len(parts) - (len(last) or 1)
        return at is not None and stop >= at and (not last or _stands(last, parts, stop))


class IgnoreFile(NamedTuple):
    """The patterns of one file, the last first, and by what the file is known."""

    stamp: Stamp
    patterns: tuple[Pattern, ...]

    def says(self, parts: Sequence[bytes], *, folder: bool) -> bool | None:
        """Return whether a path is ignored; None where no pattern fits."""
        for pattern in self.patterns:
            if (folder or not pattern.folders_only) and pattern.matches(parts):
                return not pattern.negative
        return None


Rules: TypeAlias = tuple[tuple[int, IgnoreFile], ...]
"""Ignore files, the nearest first, each with the number of folders that it lies below the top."""


def is_ignored(rules: Rules, parts: Sequence[bytes], *, folder: bool) -> bool:
    """Return whether a path, in its parts from the top on, is ignored where its folder is not."""
    for depth, file in rules:
        said = file.says(parts[depth:], folder=folder)
        if said is not None:
            return said
    return False


def ignore_file(path: str, known: IgnoreFile | None) -> IgnoreFile | None:
    """Return the ignore file at *path*, *known* where it is still that; None where there is none."""
    try:
        status = os.lstat(path)
        if not stat.S_ISREG(status.st_mode):  # As git: a link could show any file of the machine.
            return None
        stamp = (status.st_ino, status.st_mtime_ns, status.st_size)
        if known is not None and known.stamp == stamp:
            return known
        with open(os.open(path, _FLAGS), "rb") as file:  # noqa: PTH123  # Path has no such flags
            return IgnoreFile(stamp, patterns_of(file.read(_BYTES_MAX)))
    except OSError:
        return None


_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def patterns_of(text: bytes) -> tuple[Pattern, ...]:
    """Return the patterns of an ignore file, the last first. One that can fit nothing is dropped."""
    lines = text.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return tuple(found for line in reversed(lines) if (found := _pattern(line)) is not None)


def _pattern(line: bytes) -> Pattern | None:
    if line.startswith(b"#"):
        return None
    text = _trimmed(line.removesuffix(b"\r").partition(b"\0")[0])
    negative = text.startswith(b"!")
    text = text[negative:]
    folders_only = text.endswith(b"/")
    text = text[: len(text) - folders_only]
    anchored = b"/" in text
    components = _split(text.removeprefix(b"/"))
    groups = _groups(components, anchored=anchored) if components else None
    return Pattern(negative, folders_only, anchored, groups) if text and groups else None


def _trimmed(text: bytes) -> bytes:
    """Return *text* without the spaces at its end, but for one that is escaped."""
    kept = text.rstrip(b" ")
    escapes = len(kept) - len(kept.rstrip(b"\\"))
    return text[: len(kept) + 1] if escapes % 2 else kept


def _groups(components: list[list[bytes]], *, anchored: bool) -> tuple[Group, ...] | None:
    """Return the components of a pattern, split at each `**`; None where it can fit nothing."""
    groups: list[list[Component]] = [[]]
    for tokens in components:
        component = _component(tokens)
        if component is None:
            return None
        if anchored and len(tokens) > 1 and set(tokens) == {b"*"}:
            groups.append([])
        else:
            groups[-1].append(component)
    return tuple(tuple(group) for group in groups)


def _split(text: bytes) -> list[list[bytes]] | None:
    """Return each component's tokens: a byte, an escaped one, or a class; None where one is open."""
    components: list[list[bytes]] = [[]]
    at = 0
    while at < len(text):
        token = _token(text, at)
        if token is None:
            return None
        at += len(token)
        if token in {b"/", b"\\/"}:
            components.append([])
        else:
            components[-1].append(token)
    return components


def _token(text: bytes, at: int) -> bytes | None:
    if text[at : at + 1] == b"\\":
        return text[at : at + 2]
    if text[at : at + 1] != b"[":
        return text[at : at + 1]
    stop = at + (2 if text[at + 1 : at + 2] in {b"!", b"^"} else 1)
    first = True
    while first or text[stop : stop + 1] != b"]":
        found = _ITEM.match(text, stop)
        if found is None:
            return None
        stop, first = found.end(), False
    return text[at : stop + 1]


def _component(tokens: list[bytes]) -> Component | None:
    """Return what fits one name: itself, or an expression; None where nothing can."""
    if not tokens:
        return None
    if all(len(token) == 1 and token[0] not in _SPECIAL for token in tokens):
        return b"".join(tokens)
    fixed: list[list[bytes]] = [[]]
    for token in tokens:
        if token == b"*":
            fixed.append([])
            continue
        expression = _expression(token)
        if expression is None:
            return None
        fixed[-1].append(expression)
    first, *rest = (b"".join(each) for each in fixed)
    if not rest:
        return re.compile(first, re.DOTALL)
    *middle, last = rest
    inner = b"".join(b"(?>.*?" + each + b")" for each in middle if each)
    return re.compile(first + inner + b".*" + last, re.DOTALL)


def _expression(token: bytes) -> bytes | None:
    if token == b"?":
        return b"."
    if token.startswith(b"["):
        return _class(token)
    if token == b"\\":
        return None
    return re.escape(token[-1:])


def _class(token: bytes) -> bytes | None:
    """Return the expression of a class in brackets; None where it is malformed, and fits nothing."""
    inner = token[1:-1]
    negative = inner[:1] in {b"!", b"^"}
    found: set[int] = set()
    for item in _ITEM.finditer(inner, negative):
        named, low, high = item.group("named", "low", "high")
        if named is None:
            found |= {low[-1], *range(low[-1], (high or low)[-1] + 1)}
        elif named in _CLASSES:
            found |= {each for each in range(128) if re.match(_CLASSES[named], chr(each))}
        else:
            return None
    found = (set(range(256)) - found) if negative else found
    bytes_taken = b"".join(b"\\x%02x" % each for each in sorted(found - {ord("/")}))
    return b"[" + bytes_taken + b"]" if bytes_taken else b"(?!)"


def _fits(component: Component, part: bytes) -> bool:
    if isinstance(component, bytes):
        return component == part
    return component.fullmatch(part) is not None


def _stands(group: Group, parts: Sequence[bytes], at: int) -> bool:
    if at + len(group) > len(parts):
        return False
    return all(_fits(each, parts[at + n]) for n, each in enumerate(group))


def _next(group: Group, parts: Sequence[bytes], at: int | None) -> int | None:
    """Return where the first match of *group* from *at* on ends."""
    if at is None:
        return None
    starts = range(at, len(parts) - len(group) + 1)
    return next((start + len(group) for start in starts if _stands(group, parts, start)), None)
