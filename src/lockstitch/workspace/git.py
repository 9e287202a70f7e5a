"""See which project a working directory belongs to. Reads what git keeps; decides nothing about it.

Looking is safe in a folder that a stranger made: no hook, no filter, no pager, no helper and no
transport is started, no remote is contacted, and the person's own git settings are left out.
"""

import os
import stat
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from typing_extensions import override

from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.project import Evidence
from lockstitch.domain.text import is_storable
from lockstitch.ports.workspace import Workspace
from lockstitch.workspace.birth import birth_ns

_POINTER_BYTES_MAX: Final = 16_384

_GIT_ENVIRONMENT: Final = {
    "LC_ALL": "C",
    "GIT_ALLOW_PROTOCOL": "none",  # A partial clone would fetch what it lacks, as its config says.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_GRAFT_FILE": os.devnull,  # Roots are those that were committed, whatever is pasted over.
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}


class GitWorkspace(Workspace):
    """Shows a directory's project by the files of its git directory, and by asking git itself.

    *environment* is where git is found; what begins with GIT_ in it is left out. One question to
    git takes *time_limit_s* at most: what is not answered by then is no evidence.
    """

    def __init__(self, *, environment: Mapping[str, str], time_limit_s: float = 10.0) -> None:
        self._environment = {
            name: value for name, value in environment.items() if not name.startswith("GIT_")
        } | _GIT_ENVIRONMENT
        self._time_limit_s = time_limit_s

    @override
    def located(self, directory: str) -> Evidence:
        """Return what the files around *directory*, an absolute path, show of its project.

        A bare repository is its own top level. A `.git` file that leads nowhere leaves the
        directory outside git, as git has it: what lies further up is another project.
        """
        start = _resolved(directory)
        found = _repository_around(start)
        if found is None:
            return Evidence(directory=_storable(start))
        top_level, common_dir = found
        return Evidence(
            directory=_storable(top_level),
            common_dir=_storable(common_dir),
            common_dir_inode=_inode_of(common_dir),
        )

    @override
    async def examined(self, located: Evidence) -> Evidence:
        """Return *located* with root commits and remote, as far as git knows them in time."""
        if located.common_dir is None:
            return located
        # Here, since most commands ask git nothing, and an event loop is most of what they would pay.
        from lockstitch.workspace.asking import Git  # noqa: PLC0415

        git = Git(environment=self._environment, time_limit_s=self._time_limit_s)
        common_dir = Path(located.common_dir)
        root_commits, remote = await git.together(
            git.root_commits(common_dir), git.remote(common_dir)
        )
        return replace(located, root_commits=root_commits, remote=remote)


def _resolved(directory: str) -> Path:
    path = Path(directory)
    if not path.is_absolute():
        raise InvalidArgumentError(
            f"directory {directory!r} is not absolute", hint="give the whole path, from the root on"
        )
    try:
        resolved = path.resolve(strict=True)
    except FileNotFoundError as error:
        raise InvalidArgumentError(
            f"directory {directory!r} does not exist", hint="name a directory that is there"
        ) from error
    except (OSError, RuntimeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InvalidArgumentError(
            f"directory {directory!r} cannot be reached: {reason}"
        ) from error
    if not _is_directory(resolved):
        raise InvalidArgumentError(
            f"{directory!r} is not a directory", hint="name the directory that it is in"
        )
    return resolved


def _repository_around(start: Path) -> tuple[Path, Path] | None:
    """Return top level and common directory of the innermost repository that *start* is in."""
    for level in (start, *start.parents):
        entry = level / ".git"
        if (pointer := _line_of(entry)) is not None:
            prefix, _, git_dir = pointer.partition("gitdir: ")
            common_dir = _common_dir(level / git_dir) if git_dir and not prefix else None
            return (level, common_dir) if common_dir else None
        if common_dir := _common_dir(entry):
            return level, common_dir
        if common_dir := _common_dir(level):  # Bare, or we started inside of a .git directory.
            return (level.parent if level.name == ".git" else level), common_dir
    return None


def _common_dir(git_dir: Path) -> Path | None:
    """Return what *git_dir* shares with its worktrees; None when it is no git directory."""
    # Not followed: an old HEAD is a link, and leads nowhere before the first commit.
    if _status(git_dir / "HEAD", follow=False) is None:
        return None
    common_dir = git_dir / (_line_of(git_dir / "commondir") or "")
    if _is_directory(common_dir / "objects") and _is_directory(common_dir / "refs"):
        return common_dir.resolve()
    return None


def _inode_of(common_dir: Path) -> str | None:
    """Return device, inode and birth of *common_dir*; None without a birth.

    A disk gives the inode of a deleted repository to the next one that is made, and without the
    birth a new project would pass for an old one that was moved.
    """
    status, birth = _status(common_dir), birth_ns(common_dir)
    if status is None or birth is None:
        return None
    return f"{status.st_dev}:{status.st_ino}:{birth}"


def _line_of(path: Path) -> str | None:
    """Return what the small file *path* says, or None when it is no such file.

    Only the end of the line is cut: a path may begin and end in white space, or hold a newline.
    """
    status = _status(path)
    # Only a plain file: a pipe would keep us waiting.
    if status is None or not stat.S_ISREG(status.st_mode) or status.st_size > _POINTER_BYTES_MAX:
        return None
    try:
        return os.fsdecode(path.read_bytes()).rstrip("\r\n")
    except OSError:
        return None


def _status(path: Path, *, follow: bool = True) -> os.stat_result | None:
    try:
        return path.stat(follow_symlinks=follow)
    except (OSError, ValueError):  # What we may not look at is, to us, not there.
        return None


def _is_directory(path: Path) -> bool:
    status = _status(path)
    return status is not None and stat.S_ISDIR(status.st_mode)


def _storable(path: Path) -> str:
    text = str(path)
    if not is_storable(text):
        raise InvalidArgumentError(
            f"the path {text!r} is not UTF-8", hint="rename the directory, or work in another"
        )
    return text
