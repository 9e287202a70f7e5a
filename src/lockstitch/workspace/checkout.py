"""Ask git what is checked out around a folder: its commit, what is tracked, and what was changed.

A repository of a stranger may name programs to run on the contents of its files. They are found out first
and named as nothing; where that is not possible, git is not asked what was changed.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.project import Evidence
from lockstitch.workspace.hunks import Lines, changed_lines
from lockstitch.workspace.ignoring import IGNORE_FILE, IgnoreFile, ignore_file, is_ignored
from lockstitch.workspace.running import Answer, GitProgram

Above: TypeAlias = Mapping[str, tuple[int, IgnoreFile]]
"""Ignore files by path, the nearest first; and how many folders below the top each lies."""

_POINTER_BYTES_MAX: Final = 16_384
_PATHS_MAX: Final = 200
"""Of more paths than these, git is asked about all."""
_STATUS: Final = (
    *("status", "--porcelain", "-z", "--untracked-files=no", "--ignore-submodules=dirty"),
    "--",
)
_DIFF: Final = (
    *("diff-index", "-p", "--unified=0", "--inter-hunk-context=0", "--relative", "--no-renames"),
    *("--no-ext-diff", "--no-textconv", "--no-color", "--src-prefix=a/", "--dst-prefix=b/"),
    *("--ignore-submodules=dirty", "--submodule=short", "--diff-algorithm=myers"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkout:
    """A work tree of git, and a folder in it that is asked about."""

    git: GitProgram
    root: str
    """The folder."""
    top: str
    git_dir: str
    common_dir: str

    @property
    def parts(self) -> tuple[bytes, ...]:
        """The folder's path below the top, in its parts; none for the top itself."""
        return tuple(os.fsencode(part) for part in Path(self.root).relative_to(self.top).parts)

    def ask(self, *command: str, options: Sequence[str] = ()) -> Answer | None:
        """Return what git says of the folder."""
        # Both named: git then follows no path of the config, and asks not whose it is.
        places = (f"--git-dir={self.git_dir}", f"--work-tree={self.top}")
        return self.git.answer(self.root, *places, *options, *command)

    def above(self, known: Above) -> Above:
        """Return what ignores paths in the folder from outside of it, the nearest first."""
        folders = [self.top]
        for part in self.parts:
            folders.append(f"{folders[-1]}/{os.fsdecode(part)}")
        places = [(f"{folder}/{IGNORE_FILE}", depth) for depth, folder in enumerate(folders[:-1])]
        places = [*reversed(places), (f"{self.common_dir}/info/exclude", 0)]
        found: dict[str, tuple[int, IgnoreFile]] = {}
        for path, depth in places:
            file = ignore_file(path, known[path][1] if path in known else None)
            if file is not None:
                found[path] = (depth, file)
        return found

    def is_ignored(self, above: Above) -> bool:
        """Return whether the folder itself is ignored, or one that it lies in."""
        parts = self.parts
        for depth in range(1, len(parts) + 1):
            rules = tuple(rule for rule in above.values() if rule[0] < depth)
            if is_ignored(rules, parts[:depth], folder=True):
                return True
        return False

    def commit(self, revision: str = "HEAD") -> Answer | None:
        """Return the id of a commit as git says it; its code is not 0 where there is none."""
        return self.ask("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")

    def index_stamp(self) -> tuple[int, int, int]:
        """Return what changes with each writing of git's index."""
        try:
            status = (Path(self.git_dir) / "index").stat()
        except OSError:
            return (0, 0, 0)
        return (status.st_ino, status.st_mtime_ns, status.st_size)

    def tracked(self) -> frozenset[str] | None:
        """Return the tracked paths below the folder, deleted ones too; None when git does not say."""
        answer = self.ask("ls-files", "-z", "--cached")
        return None if answer is None or answer.code else frozenset(_paths(answer.output))

    def modified(self, paths: Sequence[str]) -> frozenset[str] | None:
        """Return which tracked paths below the folder differ from the commit; None when git does not say.

        Only these *paths* are looked at, or all where there are too many to name.
        """
        options = self._unfiltered()
        if options is None:
            return None
        named = paths if len(paths) <= _PATHS_MAX else (".",)
        answer = self.ask(*_STATUS, *named, options=options)
        if answer is None or answer.code:
            return None
        prefix = "".join(f"{os.fsdecode(part)}/" for part in self.parts)
        changed = (path[3:] for path in _paths(answer.output))
        return frozenset(path.removeprefix(prefix) for path in changed if path.startswith(prefix))

    def differing(self, revision: str) -> dict[str, Lines]:
        """Return the lines that differ from a revision, by tracked path below the folder.

        Raises:
            InvalidArgumentError: there is no such revision, or git does not say.
        """
        commit = self._resolved(revision)
        options = self._unfiltered()
        answer = None
        if options is not None:
            answer = self.ask(*_DIFF, commit, "--", ".", options=options)
        if answer is None or answer.code:
            raise InvalidArgumentError(
                f"git does not tell what differs from {revision!r}",
                hint="name a revision that is nearer to what is checked out",
            )
        return changed_lines(answer.output)

    def _resolved(self, revision: str) -> str:
        unsafe = revision.startswith("-") or not revision or not revision.isprintable()
        answer = None if unsafe else self.commit(revision)
        if not unsafe and answer is None:
            raise InvalidArgumentError(
                "git does not answer", hint="see that git is installed, and on the PATH"
            )
        if answer is None or answer.code:
            raise InvalidArgumentError(
                f"there is no revision {revision!r}",
                hint="name a commit, a branch or a tag that `git rev-parse` knows",
            )
        return answer.output.decode().strip()

    def _unfiltered(self) -> tuple[str, ...] | None:
        """Return options that name every program of the repository's config as nothing."""
        answer = self.ask(
            *("config", "-z", "--includes", "--name-only", "--get-regexp", r"^filter\."),
        )
        if answer is None or answer.code not in {0, 1}:  # 1: there is none.
            return None
        drivers = {key.rpartition(".")[0] for key in _paths(answer.output)}
        if any("=" in driver for driver in drivers):  # No option can name it.
            return None
        nothing = ("clean=", "smudge=", "process=", "required=false")
        settings = (f"{driver}.{each}" for driver in sorted(drivers) for each in nothing)
        return tuple(part for each in settings for part in ("-c", each))


def checkout_of(root: str, located: Evidence, git: GitProgram) -> Checkout | None:
    """Return the work tree around *root*; None where there is none, or *root* is in git's own folder."""
    if located.common_dir is None:
        return None
    entry = Path(located.directory) / ".git"
    git_dir = entry.resolve() if entry.is_dir() else _led_to(entry)
    if git_dir is None or Path(root).is_relative_to(git_dir):
        return None
    return Checkout(
        git=git,
        root=root,
        top=located.directory,
        git_dir=str(git_dir),
        common_dir=located.common_dir,
    )


def _led_to(pointer: Path) -> Path | None:
    """Return the git directory that a `.git` file names."""
    try:
        if not pointer.is_file() or pointer.stat().st_size > _POINTER_BYTES_MAX:
            return None
        named = os.fsdecode(pointer.read_bytes()).rstrip("\r\n")
    except OSError:
        return None
    prefix, found, path = named.partition("gitdir: ")
    return (pointer.parent / path).resolve() if found and not prefix else None


def _paths(output: bytes) -> list[str]:
    return [os.fsdecode(each) for each in output.split(b"\0") if each]
