"""An embedder behind a server that speaks OpenAI's `/v1/embeddings`: llama.cpp, Ollama, a provider.

What it answers is not trusted: counted, ordered, bounded in time and size, and made finite rows.
"""

import hashlib
import math
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, cast

from typing_extensions import override

from lockstitch.domain.errors import EmbedderError
from lockstitch.embedding.posting import Address, Post
from lockstitch.ports.embedding import Embedder

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from lockstitch.ports.embedding import Matrix

TIMEOUT_S: Final = 10.0
BATCH: Final = 32
CHARACTERS_MAX: Final = 6_000
"""A longer text is cut: servers refuse what their model cannot read."""

_PROBE: Final = "probe"


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where to ask, for which model, and how long to wait. The key is in no text of this value."""

    url: str
    model: str
    key: str = field(default="", repr=False)
    timeout_s: float = TIMEOUT_S


class EndpointEmbedder(Embedder):
    """Asks a server for each batch. Its first answer tells how long its vectors are."""

    def __init__(self, endpoint: Endpoint) -> None:
        """Ask nothing yet.

        Raises:
            EmbedderError: the URL or the key is not of a form that can be sent.
        """
        self._endpoint = endpoint
        self._address = Address.of(endpoint.url).below("embeddings")
        self._post = Post(self._address, key=endpoint.key, timeout_s=endpoint.timeout_s)
        self._lock = threading.Lock()
        self._dimensions = 0

    @property
    @override
    def id(self) -> str:
        digest = hashlib.sha256(self._endpoint.url.encode("utf-8", "replace")).hexdigest()
        return f"endpoint:{self._endpoint.model}@{digest[:12]}"

    @property
    @override
    def dimensions(self) -> int:
        if not self._dimensions:
            self._ask([_PROBE])
        return self._dimensions

    @property
    @override
    def loaded(self) -> bool:
        return self._dimensions > 0

    @override
    def embed(self, texts: Sequence[str]) -> "Matrix":
        import numpy as np  # noqa: PLC0415 - loaded with the first text

        from lockstitch.embedding.rows import unit  # noqa: PLC0415 - imports numpy

        # A server refuses a text of nothing.
        asked = [at for at, text in enumerate(texts) if text and not text.isspace()]
        answers = [
            (batch, self._ask([_sendable(texts[at]) for at in batch])) for batch in _batches(asked)
        ]
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for batch, answer in answers:
            rows[batch] = unit(answer)
        return rows

    @override
    def release(self) -> None:
        """Forget how long the vectors are: the server may have another model by now."""
        with self._lock:
            self._dimensions = 0

    def _ask(self, texts: Sequence[str]) -> "npt.NDArray[np.float64]":
        answer = self._post.json({"model": self._endpoint.model, "input": list(texts)})
        rows = self._rows_of(answer, count=len(texts))
        with self._lock:
            self._dimensions = self._dimensions or rows.shape[1]
            if rows.shape[1] != self._dimensions:
                raise self._wrong("vectors of another length than before")
        return rows

    def _rows_of(self, answer: object, *, count: int) -> "npt.NDArray[np.float64]":
        import numpy as np  # noqa: PLC0415 - loaded with the first text

        vectors = _vectors_of(answer)
        if vectors is None or sorted(vectors) != list(range(count)):
            raise self._wrong("no list of one vector for each text")
        ordered = [vectors[at] for at in range(count)]
        if len({len(vector) for vector in ordered}) != 1:
            raise self._wrong("vectors of different lengths")
        rows = np.asarray(ordered, dtype=np.float64)
        if not np.isfinite(rows).all():
            raise self._wrong("numbers that are not finite")
        return rows

    def _wrong(self, what: str) -> EmbedderError:
        return EmbedderError(
            f"the embedding server at {self._address.shown} answered {what}",
            hint="check the model's name, and that the server serves an embedding model",
        )


def _batches(places: Sequence[int]) -> Iterator[list[int]]:
    for start in range(0, len(places), BATCH):
        yield list(places[start : start + BATCH])


def _sendable(text: str) -> str:
    return text[:CHARACTERS_MAX].encode("utf-8", "replace").decode("utf-8")


def _vectors_of(answer: object) -> dict[int, list[float]] | None:
    """Return the vectors by their index; None when the answer is not of its form."""
    entries = _list_of(answer, "data")
    found = [_entry_of(entry) for entry in entries]
    vectors = dict(entry for entry in found if entry is not None)
    return vectors if len(vectors) == len(found) else None


def _entry_of(entry: object) -> tuple[int, list[float]] | None:
    numbers = _list_of(entry, "embedding")
    match entry:
        case {"index": int(index)} if numbers:
            return index, [_number_of(number) for number in numbers]
        case _:
            return None


def _list_of(value: object, name: str) -> list[object]:
    """Return the list under *name*; an empty one when there is none."""
    found: object = cast("dict[str, Any]", value).get(name) if isinstance(value, dict) else None
    return cast("list[object]", found) if isinstance(found, list) else []


def _number_of(value: object) -> float:
    """Return a number; NaN for anything else, and for one too large."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.nan
