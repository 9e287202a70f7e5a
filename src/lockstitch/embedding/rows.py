"""Rows of length 1, from rows of any length."""

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from lockstitch.ports.embedding import Matrix


def unit(rows: "npt.NDArray[np.floating[Any]]") -> "Matrix":
    """Return *rows* scaled to length 1; what is zero stays zero. Huge and tiny entries are safe."""
    wide = rows.astype(np.float64)
    largest = np.abs(wide).max(axis=1, keepdims=True, initial=0.0)
    wide /= np.where(largest > 0, largest, 1.0)
    lengths = np.sqrt((wide * wide).sum(axis=1, keepdims=True))
    return (wide / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)
