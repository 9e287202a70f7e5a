"""Find the sources below a folder. What was found of a folder is kept, and taken again as long as it is so.

A folder shows a new time when a name in it comes or goes, and an ignore file when it is written. Where both
are as they were, a folder costs one look at it, and is not read again.
"""

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

from lockstitch.workspace.ignoring import (
    IGNORE_FILE,
    IgnoreFile,
    Rules,
    Stamp,
    ignore_file,
    is_ignored,
)
from lockstitch.workspace.limits import (
    GIT_FOLDER,
    IGNORED,
    LINK,
    MADE,
    NAME,
    NESTED,
    SETTLED_NS,
    SPECIAL,
    UNREADABLE,
    SourceLimits,
)

_CONFIGS: Final = frozenset(
    {
        *("jsconfig.json", "package.json", "go.mod", "go.work", "Cargo.toml"),
        *("pyproject.toml", "setup.cfg", "composer.json"),
    }
)


def is_config(path: str) -> bool:
    """Return whether a file says how modules are found."""
    name = path.rpartition("/")[2]
    return name in _CONFIGS or (name.startswith("tsconfig") and fnmatchcase(name, "tsconfig*.json"))


class Listing(NamedTuple):
    """What was found in a folder when it was read."""

    stamp: Stamp
    settled: bool
    """Its time is old enough to change with the next change."""
    ignore: IgnoreFile | None
    folders: tuple[str, ...]
    """Names of those to enter."""
    files: tuple[str, ...]
    """Paths of sources."""
    configs: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...]
    """Paths, with `/` at the end of a folder's, and the reason."""
    entries: int
    whole: bool
    """All its entries were gone through."""


@dataclass(slots=True)
class Found:
    """What there is below a root."""

    listings: dict[str, Listing] = field(default_factory=dict[str, Listing])
    files: list[str] = field(default_factory=list[str])
    configs: list[str] = field(default_factory=list[str])
    left_out: dict[str, str] = field(default_factory=dict[str, str])
    entries: int = 0


class _Folder(NamedTuple):
    path: str
    """Below the root, with `/` at its end; empty for the root."""
    depth: int
    """How many folders it lies below the top that rules are counted from."""
    rules: Rules
    known: bool
    """What was found of it before was found by these rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """How to go through a folder."""

    root: str
    above: tuple[bytes, ...]
    """The root's parts below the top that *rules* are counted from."""
    rules: Rules
    """What is ignored by files that do not lie below the root."""
    wanted: Callable[[str], bool]
    never: frozenset[str]
    """Folders that are not entered, by name or by the last two names."""
    nested: bool
    """Repositories in the folder are entered."""
    limits: SourceLimits
    now_ns: int

    def found(self, before: Mapping[str, Listing], *, known: bool) -> Found:
        """Return what there is; *before* is used where it still holds, if it is *known* at all."""
        found = Found()
        pending = [_Folder("", len(self.above), self.rules, known)]
        while pending:
            folder = pending.pop()
            if found.entries >= self.limits.entries_max:
                found.left_out[folder.path] = self.limits.too_wide
                continue
            old = before.get(folder.path)
            listing = self._listing(folder, old, self.limits.entries_max - found.entries)
            if isinstance(listing, str):
                found.left_out[folder.path or "./"] = listing
                continue
            _take(found, folder, listing)
            if not listing.whole:
                found.left_out[folder.path or "./"] = self.limits.too_wide
            pending.extend(_below(folder, listing, old))
        return found

    def _listing(self, folder: _Folder, old: Listing | None, room: int) -> Listing | str:
        """Return what is in a folder, or why that cannot be said."""
        if folder.path.count("/") > self.limits.depth_max:
            return self.limits.too_deep
        path = f"{self.root}/{folder.path}"
        try:
            status = os.lstat(path.removesuffix("/") or "/")
        except OSError:
            return UNREADABLE
        if not stat.S_ISDIR(status.st_mode):
            return LINK if stat.S_ISLNK(status.st_mode) else SPECIAL
        stamp = (status.st_dev, status.st_ino, status.st_mtime_ns)
        ignore = old.ignore if old is not None else None
        if old is None or not folder.known or not old.settled or old.stamp != stamp:
            return self._read(folder, stamp, ignore, room)
        # What had no ignore file and shows the same time has none.
        if ignore is not None and ignore_file(path + IGNORE_FILE, ignore) is not ignore:
            return self._read(folder, stamp, ignore, room)
        return old

    def _read(
        self, folder: _Folder, stamp: Stamp, ignore: IgnoreFile | None, room: int
    ) -> Listing | str:
        path = f"{self.root}/{folder.path}"
        ignore = ignore_file(path + IGNORE_FILE, ignore)
        rules = folder.rules if ignore is None else ((folder.depth, ignore), *folder.rules)
        try:
            with os.scandir(path) as entries:
                some = [entry for _, entry in zip(range(room + 1), entries, strict=False)]
        except OSError:
            return UNREADABLE
        whole = len(some) <= room
        seen = _Seen(self, folder, rules)
        for entry in some[:room]:
            seen.take(entry)
        return Listing(
            stamp=stamp,
            settled=whole and self.now_ns - stamp[2] > SETTLED_NS,
            ignore=ignore,
            folders=tuple(sorted(seen.folders)),
            files=tuple(seen.files),
            configs=tuple(seen.configs),
            left_out=tuple(seen.left_out),
            entries=min(len(some), room),
            whole=whole,
        )


class _Seen:
    """Sorts the entries of one folder."""

    def __init__(self, walk: Walk, folder: _Folder, rules: Rules) -> None:
        self._walk = walk
        self._folder = folder
        self._rules = rules
        self._parts = (*walk.above, *os.fsencode(folder.path).split(b"/")[:-1])
        self.folders: list[str] = []
        self.files: list[str] = []
        self.configs: list[str] = []
        self.left_out: list[tuple[str, str]] = []

    def take(self, entry: os.DirEntry[str]) -> None:
        """Put an entry where it belongs."""
        if entry.name == GIT_FOLDER:
            return
        if entry.is_dir(follow_symlinks=False):
            self._take_folder(entry.name)
        else:
            self._take_file(entry)

    def _take_folder(self, name: str) -> None:
        path = self._folder.path + name
        reason = self._reason_not_entered(name, path)
        if reason:
            self.left_out.append((f"{path}/", reason))
        else:
            self.folders.append(name)

    def _reason_not_entered(self, name: str, path: str) -> str:
        never = self._walk.never
        if name in never or "/".join(path.split("/")[-2:]) in never:
            return MADE
        if not name.isprintable():
            return NAME
        if self._is_ignored(name, folder=True):
            return IGNORED
        nested = not self._walk.nested and _exists(f"{self._walk.root}/{path}/{GIT_FOLDER}")
        return NESTED if nested else ""

    def _take_file(self, entry: os.DirEntry[str]) -> None:
        path = self._folder.path + entry.name
        wanted, config = self._walk.wanted(path), is_config(path)
        if not (wanted or config):
            return
        reason = self._reason_not_read(entry)
        if reason:
            self.left_out.append((path, reason))
            return
        if wanted:
            self.files.append(path)
        if config:
            self.configs.append(path)

    def _reason_not_read(self, entry: os.DirEntry[str]) -> str:
        if not entry.name.isprintable():
            return NAME
        if self._is_ignored(entry.name, folder=False):
            return IGNORED
        if entry.is_symlink():
            return LINK
        return "" if entry.is_file(follow_symlinks=False) else SPECIAL

    def _is_ignored(self, name: str, *, folder: bool) -> bool:
        parts = (*self._parts, os.fsencode(name))
        return bool(self._rules) and is_ignored(self._rules, parts, folder=folder)


def _take(found: Found, folder: _Folder, listing: Listing) -> None:
    found.listings[folder.path] = listing
    found.files += listing.files
    found.configs += listing.configs
    if listing.left_out:
        found.left_out.update(listing.left_out)
    found.entries += listing.entries


def _below(folder: _Folder, listing: Listing, old: Listing | None) -> Iterator[_Folder]:
    """Return the folders to enter, the first by name last: it is taken first."""
    rules, ignore = folder.rules, listing.ignore
    if ignore is not None:
        rules = ((folder.depth, ignore), *rules)
    known = folder.known and old is not None and old.ignore is ignore
    for name in reversed(listing.folders):
        yield _Folder(f"{folder.path}{name}/", folder.depth + 1, rules, known)


def _exists(path: str) -> bool:
    try:
        os.lstat(path)
    except OSError:
        return False
    return True
