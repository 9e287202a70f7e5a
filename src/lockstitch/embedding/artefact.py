"""The files that ship with the package: the table of the static embedder, and the tokenizer of both.

`python -m scripts.distil` makes the table; docs/reference/embedder.md says from what.
"""

import hashlib
import io
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Final

from lockstitch.domain.errors import EmbedderError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

TABLE: Final = "static-1.npy"
TOKENIZER: Final = "tokenizer.json"
DIMENSIONS: Final = 256

HINT: Final = "install Lockstitch again"
_SUMS: Final = "SHA256SUMS"


@cache
def sums() -> Mapping[str, str]:
    """Return the SHA-256 that each file has to have, by name.

    Raises:
        EmbedderError: the list is not there.
    """
    lines = _bytes_of(_SUMS).decode("ascii").splitlines()
    return {name: digest for digest, name in (line.split() for line in lines)}


def tokenizer_text() -> str:
    """Return the definition of the tokenizer, checked.

    Raises:
        EmbedderError: the file is missing or not the one that was shipped.
    """
    return _checked(TOKENIZER).decode("utf-8")


def table() -> "npt.NDArray[np.void]":
    """Return a record for each word piece: `row`, 256 signed bytes, and `weight`, a whole number.

    Raises:
        EmbedderError: the file is missing or not the one that was shipped.
    """
    import numpy as np  # noqa: PLC0415 - 60 ms that a process without vectors does not spend

    return np.load(io.BytesIO(_checked(TABLE)), allow_pickle=False)


def verify() -> str | None:
    """Return what is wrong with the files, or None when they are as shipped."""
    try:
        for name in sums():
            _checked(name)
    except EmbedderError as error:
        return error.message
    return None


def _checked(name: str) -> bytes:
    content = _bytes_of(name)
    if hashlib.sha256(content).hexdigest() != sums().get(name):
        raise EmbedderError(f"the embedder's file {name} is not as it was shipped", hint=HINT)
    return content


def _bytes_of(name: str) -> bytes:
    try:
        return _folder().joinpath(name).read_bytes()
    except OSError as error:
        raise EmbedderError(f"the embedder's file {name} cannot be read", hint=HINT) from error


def _folder() -> Traversable:
    return files("lockstitch.embedding") / "data"
