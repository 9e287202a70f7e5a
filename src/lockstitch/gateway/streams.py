"""The standard streams of a process that serves on them. Standard library alone: it runs first."""

import os
import sys
from typing import BinaryIO


def claim_standard_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the wire, and put what any library or child process prints on standard error instead.

    To be called before anything else is imported: an import may print, too.
    """
    _hold(2)
    wire_in, wire_out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    sys.stdout = sys.stderr
    return os.fdopen(wire_in, "rb"), os.fdopen(wire_out, "wb")


def _hold(number: int) -> None:
    """Keep a standard stream that we were started without from becoming some file of ours."""
    try:
        os.fstat(number)
    except OSError:
        nothing = os.open(os.devnull, os.O_WRONLY)
        if nothing != number:
            os.dup2(nothing, number)
            os.close(nothing)
