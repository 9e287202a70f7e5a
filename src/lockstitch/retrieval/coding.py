"""Vectors as bytes: a signed byte a dimension, so that a product of two is a whole number.

Sums of whole numbers come out the same in every order, on every machine and however many rows are
multiplied at once; that makes recall give the same answer to the byte for the same store.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from lockstitch.ports.embedding import Matrix

_FULL: Final = 127


def coded(rows: "Matrix") -> list[bytes]:
    """Return each row scaled so that its largest entry is 127, rounded; zeros stay zeros."""
    largest = np.abs(rows).max(axis=1, keepdims=True, initial=0.0)
    scaled = rows * (_FULL / np.where(largest > 0, largest, 1.0))
    return [row.tobytes() for row in np.rint(scaled).astype(np.int8)]


def decoded(vectors: Sequence[bytes]) -> "Matrix":
    """Return coded vectors as rows of length 1."""
    rows = np.frombuffer(b"".join(vectors), dtype=np.int8).reshape(len(vectors), -1)
    rows = rows.astype(np.float32)
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    return (rows / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)


def mixed(rows: Sequence["Matrix"], context: Sequence["Matrix"], *, weight: float) -> "Matrix":
    """Return *rows* with *weight* of each row of *context* added, as rows of length 1."""
    found = np.stack(rows)
    for row in context:
        found = found + np.float32(weight) * row
    lengths = np.sqrt((found * found).sum(axis=1, keepdims=True))
    return (found / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)
