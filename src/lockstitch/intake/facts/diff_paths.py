"""The paths of a diff: from its `---` and `+++` lines, or from the command that git prints."""

import re
from typing import Final, NamedTuple

from lockstitch.intake.patterns import lazy

_NOWHERE: Final = "/dev/null"
_PREFIXES: Final = ("a/", "b/", "c/", "i/", "o/", "w/")
"""What git puts before a path: a and b; or commit, index, object and work tree."""

_QUOTED: Final = lazy(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE: Final = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_CHARS: Final = {
    b"n": b"\n",
    b"t": b"\t",
    b"r": b"\r",
    b"a": b"\a",
    b"b": b"\b",
    b"f": b"\f",
    b"v": b"\v",
}


class Sides(NamedTuple):
    """A file before and after; None where it was not there."""

    old: str | None
    new: str | None

    @property
    def path(self) -> str:
        """The path it has now, or had last."""
        return self.new or self.old or "?"


def paths_of_lines(old: str, new: str) -> Sides:
    """Return the paths of a `---` line and of the `+++` line under it."""
    return _sides(_path(old.removeprefix("--- ")), _path(new.removeprefix("+++ ")))


def paths_of_command(line: str) -> Sides:
    """Return the paths of a line `diff --git a/x b/x`, for a file whose lines are not shown."""
    both = line.removeprefix("diff --git ")
    # Without spaces or quotes to tell where one ends: both are of one length.
    half = len(both) // 2
    sides = _sides(both[:half], both[half + 1 :])
    if both[half : half + 1] == " " and sides.old == sides.new and not both.startswith('"'):
        return sides
    quoted = _QUOTED.search(both)
    if quoted is None:
        old, _, new = both.partition(" ")
    elif quoted.start() == 0:
        old, new = quoted[0], both[quoted.end() :].strip()
    else:
        old, new = both[: quoted.start()].strip(), quoted[0]
    return _sides(_path(old), _path(new))


def unquoted(path: str) -> str:
    """Return *path* without the quotes and escapes that git gives to one of unusual characters."""
    match = _QUOTED.fullmatch(path)
    if match is None:
        return path
    raw = match[1].encode("utf-8", "replace")
    return _ESCAPE.sub(_unescaped, raw).decode("utf-8", "replace")


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if len(code) == 3:
        return bytes([int(code, 8) & 0xFF])
    return _CHARS.get(code, code)


def _path(text: str) -> str | None:
    """Return the path that *text* begins with: a tab and a date may follow it."""
    path = unquoted(text.partition("\t")[0].rstrip("\r"))
    return None if path == _NOWHERE else path


def _sides(old: str | None, new: str | None) -> Sides:
    """Return both paths without git's prefixes, where they have them."""
    if old is None or new is None:
        return Sides(_bare(old), _bare(new))
    if old[:2] != new[:2] and old.startswith(_PREFIXES) and new.startswith(_PREFIXES):
        return Sides(old[2:], new[2:])
    return Sides(old, new)


def _bare(path: str | None) -> str | None:
    return path[2:] if path and path.startswith(_PREFIXES) else path
