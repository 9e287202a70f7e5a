"""Read one source file, or say why not. No link is followed, and nothing but a plain file is opened."""

import os
import stat
from typing import Final

from lockstitch.ports.code import Refused
from lockstitch.workspace.limits import (
    BINARY,
    GONE,
    LINK,
    OUTSIDE,
    SPECIAL,
    UNREADABLE,
    SourceLimits,
)

# Not blocking: between look and opening, a pipe may have taken the file's place.
_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def read_source(root: str, path: str, limits: SourceLimits) -> bytes | Refused:
    """Return the bytes of the file at *path*, relative to *root*, or the reason why it is not read."""
    parts = path.split("/")
    if "\0" in path or any(part in {"", ".", ".."} for part in parts):
        return Refused(OUTSIDE)
    try:
        if leads_away(root, parts[:-1]):
            return Refused(LINK)
        content = _content(f"{root}/{path}", limits)
    except (FileNotFoundError, NotADirectoryError):
        return Refused(GONE)
    except OSError:
        return Refused(UNREADABLE)
    if isinstance(content, Refused):
        return content
    reason = _reason_no_text(content, limits)
    return Refused(reason) if reason else content


def leads_away(root: str, folders: list[str]) -> bool:
    """Return whether one of these nested folders below *root* is a link.

    Raises:
        OSError: one of them is not there.
    """
    path = root
    for folder in folders:
        path = f"{path}/{folder}"
        if stat.S_ISLNK(os.lstat(path).st_mode):
            return True
    return False


def refusal(status: os.stat_result, limits: SourceLimits) -> str:
    """Return why a file with this status is not read; empty where nothing stands against it."""
    if stat.S_ISLNK(status.st_mode):
        return LINK
    if not stat.S_ISREG(status.st_mode):
        return SPECIAL
    return limits.too_large if status.st_size > limits.file_bytes_max else ""


def _content(path: str, limits: SourceLimits) -> bytes | Refused:
    reason = refusal(os.lstat(path), limits)
    if reason:
        return Refused(reason)
    with open(os.open(path, _FLAGS), "rb", buffering=0) as file:  # noqa: PTH123  # Path has no flags
        reason = refusal(os.fstat(file.fileno()), limits)
        content = b"" if reason else file.read(limits.file_bytes_max + 1)
    if len(content) > limits.file_bytes_max:  # It grew.
        reason = limits.too_large
    return Refused(reason) if reason else content


def _reason_no_text(content: bytes, limits: SourceLimits) -> str:
    if b"\0" in content[: limits.text_bytes_probed]:
        return BINARY
    if len(content) <= limits.line_bytes_max:
        return ""
    longest = max(len(line) for line in content.splitlines())
    return limits.too_long if longest > limits.line_bytes_max else ""
