"""Texts as vectors. An embedder is told from every other by its id: vectors of two never meet."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Matrix: TypeAlias = npt.NDArray[np.float32]
    """Rows of length 1, one a text; a row of zeros for a text that says nothing to the embedder."""


class Embedder(Protocol):
    """Turns texts into vectors. It loads what it needs with the first text, and not before."""

    @property
    def id(self) -> str:
        """What makes the vectors: name, version and weights. Known without loading."""
        ...

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        ...

    @property
    def loaded(self) -> bool:
        """Whether the next text is answered at once."""
        ...

    def embed(self, texts: Sequence[str]) -> "Matrix":
        """Return a row for each of *texts*. Blocking: for a thread that may wait.

        A text longer than the embedder reads is cut; `retrieval.pieces` makes windows of it first.

        Raises:
            EmbedderError: it cannot be loaded, or does not answer.
        """
        ...

    def release(self) -> None:
        """Let go of the memory; the next text loads it again."""
        ...
