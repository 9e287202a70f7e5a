"""Unified diffs: one fact a changed file and one a hunk, with how many lines came and went.

A diff may stand anywhere in the text: under a command line, between commits, after a message. What a
hunk's header promises is counted off line by line, so that no line of a file passes for a header.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from lockstitch.domain.fact import FactDraft, FactKind
from lockstitch.domain.limits import LIMITS
from lockstitch.intake.facts.diff_paths import Sides, paths_of_command, paths_of_lines, unquoted
from lockstitch.intake.facts.found import Found, draft, plural
from lockstitch.intake.patterns import lazy

FILES_MAX: Final = 20_000
LINES_MAX: Final = 500_000
"""How many lines from the first header on are read."""

_CONTEXT: Final = 3
_MARKS: Final = ("diff --", "\n+++ ", "Binary files ")
_FIRST: Final = lazy(r"^(?:diff --|--- [^\n]*\n\+\+\+ |Binary files )", re.MULTILINE)
_HUNK: Final = lazy(
    r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(?: ?(.{0,400}))?.*"
)
_COMBINED: Final = ("diff --cc ", "diff --combined ")
_OF_COMBINED: Final = (
    "+",
    "-",
    " ",
    "@@@",
    "\\ ",
    "index ",
    "mode ",
    "new ",
    "deleted ",
    "Binary files ",
)
_EXTENDED: Final = lazy(
    r"((?:old|new|new file|deleted file) mode|index|(?:dis)?similarity index|"
    r"(?:rename|copy) (?:from|to)|Binary files|GIT binary patch)\b(.*)"
)
_BINARY: Final = lazy(r"Binary files (.{1,4096}) and (.{1,4096}) differ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The diffs of a text, and the text without them."""

    found: Found
    rest: str


class _Hunk(NamedTuple):
    start: int
    length: int
    added: int
    removed: int
    section: str
    whole: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    path: str
    state: str
    hunks: tuple[_Hunk, ...]

    @property
    def added(self) -> int:
        return sum(hunk.added for hunk in self.hunks)

    @property
    def removed(self) -> int:
        return sum(hunk.removed for hunk in self.hunks)


def read(text: str) -> Changes | None:
    """Return the changes that *text* shows, or None when it shows none."""
    marked = any(mark in text for mark in _MARKS)
    first = _FIRST.search(text) if marked else None
    if first is None:
        return None
    lines = text[first.start() :].split("\n", LINES_MAX)
    rest = [text[: first.start()]]
    files: list[_File] = []
    at = 0
    while at < len(lines) and len(files) < FILES_MAX:
        end = _end_of_combined(lines, at)
        if end == at:
            file, end = _file(lines, at)
            files.extend([file] if file else [])
        if end == at:
            rest.append(lines[at])
            end = at + 1
        at = end
    if not files:
        return None
    whole = at >= len(lines) and len(lines) <= LINES_MAX
    return Changes(found=_found(files, whole=whole), rest="\n".join(rest))


def _end_of_combined(lines: Sequence[str], at: int) -> int:
    """Return where the combined diff at *at* ends; its hunks have several parents, so it is skipped."""
    if not lines[at].startswith(_COMBINED):
        return at
    at += 1
    while at < len(lines) and lines[at].startswith(_OF_COMBINED):
        at += 1
    return at


def _file(lines: Sequence[str], at: int) -> tuple[_File | None, int]:
    """Return the file whose diff starts at *at*, and where it ends; without one, *at* itself."""
    line = lines[at]
    if line.startswith("diff --git "):
        return _git_file(lines, at)
    if line.startswith("--- ") and _is_pair(lines, at) and _hunk_header(lines, at + 2):
        sides = paths_of_lines(line, lines[at + 1])
        hunks, end = _hunks(lines, at + 2)
        return _File(path=sides.path, state=_state(sides), hunks=hunks), end
    binary = _BINARY.fullmatch(line) if line.startswith("Binary files ") else None
    if binary:
        sides = paths_of_lines(binary[1], binary[2])
        return _File(path=sides.path, state=f"{_state(sides)}, binary", hunks=()), at + 1
    return None, at


def _git_file(lines: Sequence[str], start: int) -> tuple[_File | None, int]:
    notes, at = _notes(lines, start + 1)
    sides = paths_of_command(lines[start])
    hunks: tuple[_Hunk, ...] = ()
    if at + 1 < len(lines) and _is_pair(lines, at):
        sides = paths_of_lines(lines[at], lines[at + 1])
        hunks, at = _hunks(lines, at + 2)
    elif at == start + 1:
        return None, start
    state = _git_state(sides, notes, has_hunks=bool(hunks))
    return _File(path=_path(sides, notes), state=state, hunks=hunks), at


def _notes(lines: Sequence[str], at: int) -> tuple[dict[str, str], int]:
    """Return what git's own header lines from *at* on say of the file, and where they end."""
    notes: dict[str, str] = {}
    while at < len(lines) and (match := _EXTENDED.fullmatch(lines[at])):
        notes[match[1]] = match[2].strip()
        at += 1
    return notes, at


def _is_pair(lines: Sequence[str], at: int) -> bool:
    return at + 1 < len(lines) and lines[at].startswith("--- ") and lines[at + 1].startswith("+++ ")


def _path(sides: Sides, notes: Mapping[str, str]) -> str:
    moved = notes.get("rename to") or notes.get("copy to")
    return unquoted(moved) if moved else sides.path


def _git_state(sides: Sides, notes: Mapping[str, str], *, has_hunks: bool) -> str:
    binary = ", binary" if notes.keys() & {"Binary files", "GIT binary patch"} else ""
    for key, said in (("rename from", "renamed from"), ("copy from", "copied from")):
        if key in notes:
            return f"{said} {unquoted(notes[key])}{binary}"
    for key, said in (("new file mode", "added"), ("deleted file mode", "deleted")):
        if key in notes:
            return f"{said}{binary}"
    if not has_hunks and "new mode" in notes and not binary:
        return f"mode {notes.get('old mode', '?')} to {notes['new mode']}"
    return f"{_state(sides)}{binary}"


def _state(sides: Sides) -> str:
    if sides.old is None:
        return "added"
    return "deleted" if sides.new is None else "modified"


def _hunk_header(lines: Sequence[str], at: int) -> re.Match[str] | None:
    if at >= len(lines) or not lines[at].startswith("@@ -"):
        return None
    return _HUNK.fullmatch(lines[at])


def _hunks(lines: Sequence[str], at: int) -> tuple[tuple[_Hunk, ...], int]:
    """Return the hunks that follow one another from *at* on, and where the last one ends."""
    hunks: list[_Hunk] = []
    while header := _hunk_header(lines, at):
        hunk, at = _hunk(lines, at + 1, header)
        hunks.append(hunk)
        if not hunk.whole:
            break
    return tuple(hunks), at


def _hunk(lines: Sequence[str], at: int, header: re.Match[str]) -> tuple[_Hunk, int]:
    old, new = _count(header[2]), _count(header[4])
    added = removed = 0
    while old > 0 or new > 0:
        mark = lines[at][:1] if at < len(lines) else "?"
        if mark == "+" and new > 0:
            added, new = added + 1, new - 1
        elif mark == "-" and old > 0:
            removed, old = removed + 1, old - 1
        elif mark in (" ", "") and old > 0 and new > 0:
            old, new = old - 1, new - 1
        elif mark != "\\":
            break
        at += 1
    if at < len(lines) and lines[at].startswith("\\ "):
        at += 1
    # Tools strip the end of what they print, and blank context lines go with it.
    stripped = at >= len(lines) and old == new <= _CONTEXT
    hunk = _Hunk(
        start=int(header[3]),
        length=_count(header[4]),
        added=added,
        removed=removed,
        section=(header[5] or "").strip(),
        whole=old == new == 0 or stripped,
    )
    return hunk, at


def _count(text: str | None) -> int:
    return 1 if text is None else int(text)


def _found(files: Sequence[_File], *, whole: bool) -> Found:
    files_told = list(islice(_file_facts(files), LIMITS.facts_per_episode))
    hunks_told = list(islice(_hunk_facts(files), LIMITS.facts_per_episode))
    hunks = sum(len(file.hunks) for file in files)
    paths = len({file.path for file in files})
    added, removed = sum(file.added for file in files), sum(file.removed for file in files)
    return Found(
        facts=(*files_told, *hunks_told),
        summary=f"diff: {plural(paths, 'file')}, {plural(hunks, 'hunk')}, +{added} -{removed}"
        + ("" if whole else " (the rest was not read)"),
        left_out=paths + hunks - len(files_told) - len(hunks_told),
    )


def _file_facts(files: Sequence[_File]) -> Iterator[FactDraft]:
    """Yield one fact a path; a path that several commits changed has the sum of their lines."""
    by_path: dict[str, list[_File]] = {}
    for file in files:
        by_path.setdefault(file.path, []).append(file)
    for path, each in by_path.items():
        added, removed = sum(file.added for file in each), sum(file.removed for file in each)
        lines = f" +{added} -{removed}" if added or removed else ""
        yield draft(FactKind.DIFF_HUNK, path, f"{each[0].state}{lines}", file_path=path)


def _hunk_facts(files: Sequence[_File]) -> Iterator[FactDraft]:
    """Yield one fact a place; of the commits that changed a place, the first in the text counts."""
    seen: set[str] = set()
    for file in files:
        for hunk in file.hunks:
            name = f"{file.path}@@{hunk.start},{hunk.length}"
            if name in seen:
                continue
            seen.add(name)
            value = f"+{hunk.added} -{hunk.removed} {hunk.section}".rstrip()
            yield draft(
                FactKind.DIFF_HUNK,
                name,
                value if hunk.whole else f"{value} (cut short)",
                file_path=file.path,
            )
