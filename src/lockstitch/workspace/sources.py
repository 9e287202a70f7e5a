"""Look at a folder of sources: which files there are, what is checked out, and what was changed.

A look keeps what it found, and the next one asks only what may have changed since: the status of each file
and folder, and git's commit. What is ignored is decided here as git does, so that one new file costs the
reading of one folder; what is tracked and what was changed is said by git, when its index, its commit or
a file's status is another.
"""

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import time_ns
from typing import Final

from typing_extensions import override

from lockstitch.domain.code import SourceFile, Tree
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.text import is_storable
from lockstitch.ports.code import Refused, SourceTree
from lockstitch.workspace.checkout import Above, Checkout, checkout_of
from lockstitch.workspace.git import GitWorkspace
from lockstitch.workspace.ignoring import Stamp
from lockstitch.workspace.limits import (
    IGNORED,
    NAME,
    NEVER_WITH_GIT,
    NEVER_WITHOUT_GIT,
    UNREADABLE,
    SourceLimits,
)
from lockstitch.workspace.reading import leads_away, read_source, refusal
from lockstitch.workspace.remembering import Basis, Memory, Said, Watched, nothing, tree
from lockstitch.workspace.running import GitProgram
from lockstitch.workspace.walking import Found, Walk, is_config

_MEMORIES_MAX: Final = 8
_HOMES: Final = frozenset({"/home", "/root", "/Users"})


class GitSourceTree(SourceTree):
    """Shows the sources below a root, as git sees them where there is git.

    *wanted* says by its path whether a file is a source. *environment* is where git and the home
    directory are found; what begins with GIT_ in it is left out. *clock_ns* is compared with the
    times of files. May be used by several threads.
    """

    def __init__(
        self,
        *,
        environment: Mapping[str, str],
        wanted: Callable[[str], bool],
        limits: SourceLimits | None = None,
        clock_ns: Callable[[], int] = time_ns,
    ) -> None:
        self._wanted = wanted
        self._limits = limits or SourceLimits()
        self._clock_ns = clock_ns
        self._workspace = GitWorkspace(environment=environment)
        self._git = GitProgram(environment=environment, limits=self._limits)
        self._home = environment.get("HOME") or environment.get("USERPROFILE")
        self._memories: dict[str, Memory] = {}
        self._keeping = threading.Lock()

    @override
    def look(self, root: str) -> Tree:
        """Return what there is to read.

        Links are not followed: what a link leads to is read under its own name, or lies outside.
        The commit and whether anything differs from it are said of sources and config files alone.
        """
        at_ns = self._clock_ns()
        root, checkout = self._placed(root)
        memory = self._memories.get(root) or nothing(root)
        said = None if checkout is None else self._said(checkout, memory.said)
        above: Above = {} if checkout is None else checkout.above(memory.basis.above)
        if checkout is not None and not (said and said.tracked) and checkout.is_ignored(above):
            checkout, said, above = None, None, {}  # The repository around it is none of its own.
        never = NEVER_WITHOUT_GIT if said is None else NEVER_WITH_GIT
        basis = Basis(above=above, never=never)
        known = memory.basis == basis
        if known and memory.said is said and memory.settled and memory.holds():
            return memory.tree
        found = self._walk(root, checkout, basis, at_ns).found(memory.listings, known=known)
        if said is not None:
            self._add_tracked(root, found, said)
        files, watched = self._statuses(root, found, memory.files)
        if checkout is not None and said is not None:
            said = self._compared(checkout, said, files, memory)
        memory = Memory(
            at_ns=at_ns,
            basis=basis,
            listings=found.listings,
            files=files,
            watched=watched,
            said=said,
            tree=tree(root, found, files, said),
        )
        self._keep(root, memory)
        return memory.tree

    @override
    def read(self, root: str, path: str) -> bytes | Refused:
        """Return a file's bytes, or why it is not read."""
        return read_source(root, path, self._limits)

    @override
    def changed_since(self, root: str, revision: str) -> Mapping[str, Sequence[tuple[int, int]]]:
        """Return the lines that differ from a revision, by path: of the old text for a removed file.

        A source that git does not track is new in all its lines. Where lines are only taken away,
        the line before them stands for them. Only sources are shown.
        """
        root, checkout = self._placed(root)
        if checkout is None:
            raise InvalidArgumentError(
                f"{root!r} is in no work tree of git: nothing differs from {revision!r}",
                hint="name a folder that git keeps",
            )
        differing = checkout.differing(revision)
        changed = {
            path: lines
            for path, lines in differing.items()
            if path.isprintable() and self._wanted(path)
        }
        tracked = checkout.tracked() or frozenset[str]()
        for file in self.look(root).files:
            if file.path not in tracked and file.path not in changed:
                changed[file.path] = self._all_lines(root, file.path)
        return dict(sorted(changed.items()))

    def _all_lines(self, root: str, path: str) -> tuple[tuple[int, int], ...]:
        content = self.read(root, path)
        if isinstance(content, Refused) or not content:
            return ()
        return ((1, content.count(b"\n") + (not content.endswith(b"\n"))),)

    def _placed(self, root: str) -> tuple[str, Checkout | None]:
        """Return a root without links, and the work tree that it is in.

        Raises:
            InvalidArgumentError: the root is a home directory, a file system's root, or no directory.
        """
        located = self._workspace.located(root)
        resolved = Path(root).resolve()
        if not is_storable(str(resolved)):
            raise InvalidArgumentError(
                f"the path {str(resolved)!r} is not UTF-8",
                hint="rename the directory, or work in another",
            )
        if resolved == Path(resolved.anchor) or self._is_home(resolved):
            raise InvalidArgumentError(
                f"{str(resolved)!r} holds more than the sources of one project",
                hint="name the folder of the project that you ask about",
            )
        return str(resolved), checkout_of(str(resolved), located, self._git)

    def _is_home(self, folder: Path) -> bool:
        home = Path(self._home or "~")
        try:
            return str(folder) in _HOMES or folder == home.expanduser().resolve()
        except (OSError, RuntimeError, ValueError):  # Nobody knows where home is.
            return False

    def _is_ours(self, path: str) -> bool:
        return self._wanted(path) or is_config(path)

    def _said(self, checkout: Checkout, before: Said | None) -> Said | None:
        """Return what git says; None where it does not answer. What was changed is not asked yet."""
        answer = checkout.commit()
        if answer is None:
            return None
        commit = None if answer.code else answer.output.decode().strip()
        index = checkout.index_stamp()
        if before is not None and before.index == index:
            same = before.commit == commit
            return before if same else replace(before, commit=commit, modified=None)
        tracked = checkout.tracked()
        if tracked is None:
            return None
        ours = frozenset(path for path in tracked if self._is_ours(path))
        return Said(commit=commit, index=index, tracked=ours, modified=None)

    def _walk(self, root: str, checkout: Checkout | None, basis: Basis, at_ns: int) -> Walk:
        return Walk(
            root=root,
            above=() if checkout is None else checkout.parts,
            rules=tuple(basis.above.values()),
            wanted=self._wanted,
            never=basis.never,
            nested=checkout is None,  # Of a folder of checkouts, all are read.
            limits=self._limits,
            now_ns=at_ns,
        )

    def _add_tracked(self, root: str, found: Found, said: Said) -> None:
        """Add what is tracked although it is ignored, or lies where nobody looked."""
        away: dict[str, bool] = {}
        for path in said.tracked.difference(found.files, found.configs):
            folder, _, name = path.rpartition("/")
            known = found.left_out.get(path, IGNORED) != IGNORED
            if known or path.count("/") > self._limits.depth_max:
                continue
            if not path.isprintable():
                found.left_out[path] = NAME
                continue
            if folder not in away:
                away[folder] = _leads_away(root, folder)
            if away[folder]:
                continue
            found.left_out.pop(path, None)
            if self._wanted(path):
                found.files.append(path)
            if is_config(name):
                found.configs.append(path)

    def _statuses(
        self, root: str, found: Found, before: Mapping[str, SourceFile]
    ) -> tuple[dict[str, SourceFile], Watched]:
        """Return all files as they are, by path and sorted; what is not read goes to the left out."""
        files: dict[str, SourceFile] = {}
        watched = list[tuple[str, Stamp | None]]()
        for path in sorted({*found.files, *found.configs}):
            if len(files) >= self._limits.files_max:
                found.left_out[path] = self._limits.too_many
                continue
            whole = f"{root}/{path}"
            try:
                status = os.lstat(whole)
            except OSError as error:
                watched.append((whole, None))
                if not isinstance(error, FileNotFoundError | NotADirectoryError):
                    found.left_out[path] = UNREADABLE
                continue  # Else it is tracked and removed, or went just now.
            watched.append((whole, (status.st_ino, status.st_mtime_ns, status.st_size)))
            reason = refusal(status, self._limits)
            if reason:
                found.left_out[path] = reason
            else:
                files[path] = _source_file(path, status, before.get(path))
        return files, tuple(watched)

    def _compared(
        self, checkout: Checkout, said: Said, files: Mapping[str, SourceFile], before: Memory
    ) -> Said:
        """Return what git says with what was changed, asked of no more files than may be."""
        if said.commit is None:
            return said
        kept, paths = said.modified, list[str]()
        if kept is not None:
            paths = [path for path in before.stirred(files) if path in said.tracked]
            if not paths:
                return said
        again = checkout.modified(paths or ["."])
        if again is None:
            return replace(said, modified=None)
        ours = {path for path in again if path in said.tracked or self._is_ours(path)}
        return replace(said, modified=frozenset((kept or frozenset()).difference(paths) | ours))

    def _keep(self, root: str, memory: Memory) -> None:
        with self._keeping:
            self._memories.pop(root, None)
            self._memories[root] = memory
            if len(self._memories) > _MEMORIES_MAX:
                del self._memories[next(iter(self._memories))]


def _leads_away(root: str, folder: str) -> bool:
    try:
        return leads_away(root, folder.split("/") if folder else [])
    except OSError:  # It is tracked and removed.
        return True


def _source_file(path: str, status: os.stat_result, known: SourceFile | None) -> SourceFile:
    """Return a file with its status; the very one that is *known* where nothing of it is new."""
    size, modified_ns, inode = status.st_size, status.st_mtime_ns, status.st_ino
    if (
        known is not None
        and known.modified_ns == modified_ns
        and known.size == size
        and known.inode == inode
    ):
        return known
    return SourceFile(path=path, size=size, modified_ns=modified_ns, inode=inode)
