"""When a directory was made, as its file system remembers. Linux keeps it; Python does not ask."""

import ctypes
import os
import struct
import sys
from functools import cache
from pathlib import Path
from typing import Final

# From linux/stat.h, the same on every machine: what is asked for, and where it is answered.
_HERE: Final = -100
_BIRTH_ASKED: Final = 0x800
_ANSWER_BYTES: Final = 256
_MASK_AT: Final = 0
_BIRTH_AT: Final = 80


def birth_ns(path: Path) -> int | None:
    """Return when *path* was made, in nanoseconds since 1970; None when nobody remembers.

    An inode's number is given to the next file as soon as this one is deleted. With its birth it
    means one file for ever, and both stay when that is moved within its file system.
    """
    if sys.platform == "linux":
        return _birth_ns_linux(os.fsencode(path))
    try:
        status = path.stat()
    except OSError:
        return None
    birth: float | None = getattr(status, "st_birthtime", None)
    return None if birth is None else round(birth * 1_000_000_000)


def _birth_ns_linux(path: bytes) -> int | None:
    answer = ctypes.create_string_buffer(_ANSWER_BYTES)
    try:
        failed = _c_library().statx(_HERE, path, 0, _BIRTH_ASKED, answer)
    except (OSError, AttributeError):  # A C library from before 2018.
        return None
    mask: int = struct.unpack_from("=I", answer, _MASK_AT)[0]
    if failed or not mask & _BIRTH_ASKED:
        return None
    seconds, nanoseconds = struct.unpack_from("=qI", answer, _BIRTH_AT)
    return seconds * 1_000_000_000 + nanoseconds


@cache
def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL(None)
