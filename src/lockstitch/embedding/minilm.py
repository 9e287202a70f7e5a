"""An embedder that runs a small encoder: it knows what was said in other words, at 20 texts a second.

Built to be a background guest: one thread, small batches, memory given back when it is released.
"""

import ctypes
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from lockstitch.embedding.encoder import DIMENSIONS, MODEL_SHA256, Encoder
from lockstitch.embedding.pieces import CLS, SEP, UNKNOWN, WordPieces
from lockstitch.ports.embedding import Embedder

if TYPE_CHECKING:
    from lockstitch.ports.embedding import Matrix

PIECES_MAX: Final = 256
"""What the model was trained to read; a longer text is cut."""

_BATCH_MAX: Final = 8
_PIECES_AT_ONCE_MAX: Final = 512
"""Two of the longest texts: running the model then takes no more memory than loading it."""

_AHEAD: Final = 256
"""So many texts are cut into pieces, and sorted, at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Loaded:
    pieces: WordPieces
    encoder: Encoder


class MiniLmEmbedder(Embedder):
    """The mean of what all-MiniLM-L6-v2, with int8 weights, makes of a text's pieces."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None

    @property
    @override
    def id(self) -> str:
        return f"minilm-l6-int8-1:{MODEL_SHA256[:12]}"

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

        means = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for start in range(0, len(texts), _AHEAD):
            self._fill(means[start : start + _AHEAD], texts[start : start + _AHEAD])
        return unit(means)

    @override
    def release(self) -> None:
        with self._lock:
            self._loaded = None
            _give_back()

    def _fill(self, means: "Matrix", texts: Sequence[str]) -> None:
        ids = [_framed(numbers) for numbers in self._pieces(texts)]
        for batch in _batches([len(framed) for framed in ids]):
            means[batch] = self._means([ids[at] for at in batch])

    def _pieces(self, texts: Sequence[str]) -> list[list[int]]:
        with self._lock:
            pieces = self._load().pieces
        return pieces.ids(texts)

    def _means(self, batch: Sequence[Sequence[int]]) -> "Matrix":
        import numpy as np  # noqa: PLC0415 - loaded with the first text

        longest = max(len(ids) for ids in batch)
        framed = np.zeros((len(batch), longest), dtype=np.int64)
        mask = np.zeros_like(framed)
        for row, ids in enumerate(batch):
            framed[row, : len(ids)] = ids
            mask[row, : len(ids)] = 1
        # Another thread's texts may be answered between two batches, but not during one.
        with self._lock:
            hidden = self._load().encoder.hidden(framed, mask)
        weights = mask.astype(np.float32)
        return np.einsum("tpd,tp->td", hidden, weights) / weights.sum(axis=1, keepdims=True)

    def _load(self) -> _Loaded:
        if self._loaded is None:
            self._loaded = _read()
        return self._loaded


def _read() -> _Loaded:
    return _Loaded(pieces=WordPieces(), encoder=Encoder())


def _give_back() -> None:
    """Ask the C library to return what is free to the system, where it knows how: 100 MB."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def _framed(numbers: Sequence[int]) -> Sequence[int]:
    """Return what the encoder reads; nothing when no piece is known to it."""
    if all(number == UNKNOWN for number in numbers):
        return ()
    return (CLS, *numbers[: PIECES_MAX - 2], SEP)


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield which texts to run together: of like lengths, so that little is computed for padding."""
    batch: list[int] = []
    for at in sorted((at for at, length in enumerate(lengths) if length), key=lengths.__getitem__):
        # Each is as long as those before it, so it gives the batch its length.
        if len(batch) == _BATCH_MAX or (len(batch) + 1) * lengths[at] > _PIECES_AT_ONCE_MAX:
            yield batch
            batch = []
        batch.append(at)
    if batch:
        yield batch
