"""An embedder that needs no model: texts with the same words are near, and it can fail."""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from typing_extensions import override

from lockstitch.domain.errors import EmbedderError
from lockstitch.ports.embedding import Embedder

if TYPE_CHECKING:
    from lockstitch.ports.embedding import Matrix

DIMENSIONS = 64


class WordHashes(Embedder):
    """Hashes words into dimensions. *failing* may be switched while it is in use."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.failing = False
        self.embedded: list[str] = []

    @property
    @override
    def id(self) -> str:
        return f"word-hashes:{self._name}"

    @property
    @override
    def dimensions(self) -> int:
        return DIMENSIONS

    @property
    @override
    def loaded(self) -> bool:
        return True

    @override
    def embed(self, texts: Sequence[str]) -> "Matrix":
        if self.failing:
            raise EmbedderError("nobody answers")
        self.embedded += texts
        rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                row[int(hashlib.sha256((self._name + word).encode()).hexdigest(), 16) % 64] += 1.0
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return (rows / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)

    @override
    def release(self) -> None:
        """Nothing is held."""
