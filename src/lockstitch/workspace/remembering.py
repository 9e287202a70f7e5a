"""What a look at a folder leaves for the next one, and what of it may have changed since."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from lockstitch.domain.code import SourceFile, Tree
from lockstitch.workspace.checkout import Above
from lockstitch.workspace.ignoring import IGNORE_FILE, Stamp, ignore_file
from lockstitch.workspace.limits import SETTLED_NS, left_out
from lockstitch.workspace.walking import Found, Listing

Watched: TypeAlias = tuple[tuple[str, Stamp | None], ...]
"""Whole paths of files, and by what each is known; None for one that was not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What git said of a work tree."""

    commit: str | None
    index: Stamp
    tracked: frozenset[str]
    """Sources and config files alone."""
    modified: frozenset[str] | None
    """Of these, what differs from the commit; None where git was not asked, or does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What decides which files are shown, beside the folders themselves."""

    above: Above
    never: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What a look found."""

    at_ns: int
    basis: Basis
    listings: Mapping[str, Listing]
    files: Mapping[str, SourceFile]
    watched: Watched
    said: Said | None
    tree: Tree

    @property
    def settled(self) -> bool:
        """Whatever is written from now on will show another time than it has here."""
        last_ns = self.at_ns - SETTLED_NS
        return all(listing.settled for listing in self.listings.values()) and all(
            stamp is None or stamp[1] < last_ns for _, stamp in self.watched
        )

    def holds(self) -> bool:
        """Return whether every folder and file is as it was: one look at the disk for each."""
        for path, stamp in self.watched:
            try:
                status = os.lstat(path)
            except OSError:
                if stamp is not None:
                    return False
                continue
            if stamp != (status.st_ino, status.st_mtime_ns, status.st_size):
                return False
        return all(_holds(self.tree.root, *each) for each in self.listings.items())

    def stirred(self, files: Mapping[str, SourceFile]) -> list[str]:
        """Return which of *files* may have been written since, and which are gone."""
        last_ns = self.at_ns - SETTLED_NS
        written = [
            path
            for path, file in files.items()
            if self.files.get(path) is not file or file.modified_ns >= last_ns
        ]
        return written + [path for path in self.files if path not in files]


def nothing(root: str) -> Memory:
    """Return what is known before the first look."""
    return Memory(
        at_ns=0,
        basis=Basis(above={}, never=frozenset()),
        listings={},
        files={},
        watched=(),
        said=None,
        tree=tree(root, Found(), {}, None),
    )


def tree(root: str, found: Found, files: Mapping[str, SourceFile], said: Said | None) -> Tree:
    """Return what there is to read."""
    dirty = None
    if said is not None and said.commit is not None and said.modified is not None:
        dirty = bool(said.modified) or not said.tracked.issuperset(files)
    sources, configs = set(found.files), set(found.configs)
    return Tree(
        root=root,
        files=tuple(file for path, file in files.items() if path in sources),
        left_out=left_out(found.left_out),
        commit=None if said is None else said.commit,
        dirty=dirty,
        config=tuple(file for path, file in files.items() if path in configs),
    )


def _holds(root: str, folder: str, listing: Listing) -> bool:
    path = f"{root}/{folder}"
    try:
        status = os.lstat(path[:-1])
    except OSError:
        return False
    if listing.stamp != (status.st_dev, status.st_ino, status.st_mtime_ns):
        return False
    ignore = listing.ignore
    return ignore is None or ignore_file(path + IGNORE_FILE, ignore) is ignore
