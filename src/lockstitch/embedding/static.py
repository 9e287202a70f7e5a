"""An embedder that looks word pieces up in a table: thousands of texts a second, no model to run.

The table's entries and weights are whole numbers, and a sum of them stays below 2**53. So a text's
sum is exact in double precision: the same to the bit beside any other texts and on every machine.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from typing_extensions import override

from lockstitch.embedding.artefact import DIMENSIONS, TABLE, sums, table
from lockstitch.embedding.pieces import WordPieces
from lockstitch.ports.embedding import Embedder

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from lockstitch.ports.embedding import Matrix

_BATCH: Final = 256
_STRETCH: Final = 4096
"""So many pieces are summed at a time: the memory for a long text stays below 10 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Loaded:
    pieces: WordPieces
    rows: "npt.NDArray[np.int8]"
    weights: "npt.NDArray[np.float64]"

    def sum_of(self, ids: Sequence[int]) -> "npt.NDArray[np.float64] | float":
        """Return the weighted sum of the rows of *ids*; 0 for none."""
        import numpy as np  # noqa: PLC0415 - loaded with the first text

        numbers = np.array(ids, dtype=np.intp)
        stretches = (numbers[at : at + _STRETCH] for at in range(0, len(ids), _STRETCH))
        return sum(self.weights[part] @ self.rows[part] for part in stretches)


class StaticEmbedder(Embedder):
    """The weighted mean of the vectors of a text's word pieces. What it cannot read counts as zero."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None

    @property
    @override
    def id(self) -> str:
        return f"lockstitch-static-1:{sums()[TABLE][:12]}"

    @property
    @override
    def dimensions(self) -> int:
        return DIMENSIONS

    @property
    @override
    def loaded(self) -> bool:
        return self._loaded is not None

    @override
    def embed(self, texts: Sequence[str]) -> "Matrix":
        import numpy as np  # noqa: PLC0415 - loaded with the first text

        from lockstitch.embedding.rows import unit  # noqa: PLC0415 - imports numpy

        found = self._load()
        totals = np.zeros((len(texts), DIMENSIONS), dtype=np.float64)
        for start in range(0, len(texts), _BATCH):
            for at, ids in enumerate(found.pieces.ids(texts[start : start + _BATCH]), start):
                totals[at] = found.sum_of(ids)
        return unit(totals)

    @override
    def release(self) -> None:
        with self._lock:
            self._loaded = None
            _read.cache_clear()

    def _load(self) -> _Loaded:
        with self._lock:
            if self._loaded is None:
                self._loaded = _read()
            return self._loaded


@cache
def _read() -> _Loaded:
    """Return the table and the pieces; one copy serves every store that a process opens."""
    records: Any = table()
    return _Loaded(
        pieces=WordPieces(),
        rows=records["row"],
        weights=records["weight"].astype("f8"),
    )
