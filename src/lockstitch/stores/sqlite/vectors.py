"""The vectors of a project in memory, and how near each of its passages is to a question.

Products of whole numbers: each is exact in the floating point that it is done in, and so the same in
every order, on every machine, and however many rows are multiplied at once.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Final, TypeVar, cast

from lockstitch.domain.ids import ProjectId
from lockstitch.domain.passage import Near
from lockstitch.stores.sqlite.database import Cells, Connection, whole
from lockstitch.stores.sqlite.queries import named

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.floating]
    Wholes = NDArray[np.int64]
    S = TypeVar("S", bound=np.generic)

EPISODE: Final = 0
ENTRY: Final = 1

BYTES_MAX: Final = 512 * 1024 * 1024
"""What all matrices of a process may take; the one that is asked for is held in any case."""
_MICRO: Final = 1_000_000
_DECIMALS: Final = 6
_DIMENSIONS_SINGLE_MAX: Final = 1_024
"""Up to here 24 bits hold a sum of products of signed bytes: 1,024 times 128 times 128."""
_ROOM_MIN: Final = 1_024
_STEP_FIRST: Final = 64

Visible = Callable[[Sequence[int]], Collection[int]]
"""Says which of some numbers may be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearness:
    """How near every passage is to a question, as of one moment. Cosines are in millionths."""

    kinds: "NDArray[np.int8]"
    numbers: "Wholes"
    cosines: "Wholes"
    places: Mapping[int, int]
    """Where a passage stands in these, by twice its number and its kind."""

    def of(self, kind: int, number: int) -> float | None:
        """Return the cosine of a passage; None when it has no vector."""
        place = self.places.get(2 * number + kind)
        if place is None or place >= len(self.cosines):
            return None  # it came later
        return int(self.cosines[place]) / _MICRO

    def best(
        self, kind: int, limit: int, *, visible: Visible, among: Collection[int] | None = None
    ) -> list[int]:
        """Return the numbers of the nearest *limit* of a kind that are *visible*, nearest first."""
        import numpy as np  # noqa: PLC0415 - see `Matrices`

        numbers, cosines = self.numbers, self.cosines
        chosen = self.kinds == kind
        if among is not None:
            chosen &= np.isin(numbers, np.fromiter(among, dtype=np.int64, count=len(among)))
        if not chosen.all():
            numbers, cosines = numbers[chosen], cosines[chosen]
        found: list[int] = []
        done, step = 0, max(_STEP_FIRST, limit)
        while len(found) < limit and done < len(numbers):
            ranking = _top(numbers, cosines, done + step)
            shown = set(visible(ranking[done:]))
            found += [number for number in ranking[done:] if number in shown]
            done, step = len(ranking), step * 2
        return found[:limit]


def _top(numbers: "Wholes", cosines: "Wholes", count: int) -> list[int]:
    """Return the numbers with the highest *count* of cosines; of two alike the higher first."""
    import numpy as np  # noqa: PLC0415 - see `Matrices`

    if count < len(cosines):
        least = np.partition(cosines, len(cosines) - count)[len(cosines) - count]
        chosen = cosines >= least
        numbers, cosines = numbers[chosen], cosines[chosen]
    order = np.lexsort((-numbers, -cosines))[:count]
    return [int(number) for number in numbers[order]]


@dataclass(slots=True)
class _Matrix:
    """The vectors of one embedder in one file, as many as were read; grows at its end alone."""

    mark: int
    embedder: int
    dimensions: int
    lock: threading.Lock = field(default_factory=threading.Lock)
    read: int = 0
    """The newest row of the file that was seen."""
    rows: int = 0
    passages: int = 0
    values: "Floats | None" = None
    lengths: "Floats | None" = None
    starts: "Wholes | None" = None
    """Where the windows of each passage begin."""
    kinds: "NDArray[np.int8] | None" = None
    numbers: "Wholes | None" = None
    places: dict[int, int] = field(default_factory=dict[int, int])
    last: "tuple[bytes, int, Nearness] | None" = None
    """The question asked last, at how many rows, and its answer: a recall asks more than once."""

    @property
    def size(self) -> int:
        """How many bytes it takes, about."""
        values = 0 if self.values is None else self.values.nbytes
        return values + self.rows * 8 + self.passages * 150

    def nearness(self, connection: Connection, vector: bytes) -> Nearness:
        """Return how near each passage is to *vector*, the newest included."""
        import numpy as np  # noqa: PLC0415 - see `Matrices`

        with self.lock:
            self._read(connection)
            rows = self.rows
            if self.last is not None and self.last[:2] == (vector, rows):
                return self.last[2]
            if self.values is None or not self.rows:
                none = np.zeros(0, dtype=np.int64)
                return Nearness(kinds=none.astype(np.int8), numbers=none, cosines=none, places={})
            assert self.lengths is not None
            assert self.starts is not None
            assert self.kinds is not None
            assert self.numbers is not None
            values, lengths = self.values[: self.rows], self.lengths[: self.rows]
            starts, kinds = self.starts[: self.passages], self.kinds[: self.passages]
            numbers = self.numbers[: self.passages]
        # What is read here is never written again: others may go on behind it.
        question = np.frombuffer(vector, dtype=np.int8).astype(values.dtype)
        length = sqrt(float(np.vecdot(question, question)))
        # Row by row: a product of a matrix wakes threads, which under load wait for each other.
        cosines = np.vecdot(values, question).astype(np.float64)
        cosines /= lengths * (length or 1.0)
        cosines *= _MICRO
        nearest = np.rint(cosines, out=cosines)
        if len(starts) < len(nearest):
            nearest = np.maximum.reduceat(nearest, starts)
        found = Nearness(
            kinds=kinds, numbers=numbers, cosines=nearest.astype(np.int64), places=self.places
        )
        self.last = vector, rows, found
        return found

    def _read(self, connection: Connection) -> None:
        sql = named("derived_queries.sql")
        newest = connection.number(sql["newest_vector"])
        if newest <= self.read:
            return
        binds = {"row": self.read, "number": self.embedder, "dimensions": self.dimensions}
        rows = connection.rows(sql["vectors_after"], binds)
        self.read = newest
        if rows:
            self._append(rows)

    def _append(self, rows: Sequence[Cells]) -> None:
        import numpy as np  # noqa: PLC0415 - see `Matrices`

        kinds, numbers, blobs = zip(*rows, strict=True)
        keys = 2 * np.array(numbers, dtype=np.int64) + np.array(kinds, dtype=np.int64)
        data = np.frombuffer(b"".join(cast("Sequence[bytes]", blobs)), dtype=np.int8)
        single = self.dimensions <= _DIMENSIONS_SINGLE_MAX
        values = data.reshape(len(rows), -1).astype(np.float32 if single else np.float64)
        squares = np.vecdot(values, values).astype(np.float64)
        lengths = np.sqrt(np.where(squares > 0, squares, 1.0))
        # Windows of a passage follow each other, and were written in one transaction.
        opens = np.flatnonzero(np.diff(keys, prepend=-1))
        self.places |= zip(
            keys[opens].tolist(), range(self.passages, self.passages + len(opens)), strict=True
        )
        self.values = _grown(self.values, self.rows, values)
        self.lengths = _grown(self.lengths, self.rows, lengths)
        self.starts = _grown(self.starts, self.passages, self.rows + opens)
        self.kinds = _grown(self.kinds, self.passages, (keys[opens] & 1).astype(np.int8))
        self.numbers = _grown(self.numbers, self.passages, keys[opens] >> 1)
        self.rows += len(rows)
        self.passages += len(opens)


class Matrices:
    """The matrices of the projects that were asked about last. Used by several threads.

    What they are made with is imported by the first question that has a vector: a command that
    compares nothing starts without it.
    """

    def __init__(self, *, bytes_max: int = BYTES_MAX) -> None:
        self._bytes_max = bytes_max
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[ProjectId, str], _Matrix] = OrderedDict()

    def nearness(
        self, connection: Connection, project: ProjectId, near: Near, *, mark: int
    ) -> Nearness | None:
        """Return how near the passages in *connection*'s file are; None where nothing has vectors.

        *mark* tells the file from those before it. Within a transaction, so that what is known of
        the passages is of the same moment.
        """
        sql = named("derived_queries.sql")
        number = connection.value(sql["embedder"], {"embedder": near.embedder})
        if number is None or not near.vector:
            return None
        matrix = self._matrix(project, near, mark=mark, number=whole(number))
        nearness = matrix.nearness(connection, near.vector)
        self._make_room()
        return nearness

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._known.clear()

    @property
    def size(self) -> int:
        """How many bytes all of them take, about."""
        with self._lock:
            return sum(matrix.size for matrix in self._known.values())

    def _matrix(self, project: ProjectId, near: Near, *, mark: int, number: int) -> _Matrix:
        key = project, near.embedder
        with self._lock:
            matrix = self._known.get(key)
            wanted = mark, number, len(near.vector)
            if matrix is None or (matrix.mark, matrix.embedder, matrix.dimensions) != wanted:
                matrix = _Matrix(mark, number, len(near.vector))
                self._known[key] = matrix
            self._known.move_to_end(key)
            return matrix

    def _make_room(self) -> None:
        with self._lock:
            sizes = [(key, matrix.size) for key, matrix in self._known.items()]
            total = sum(size for _, size in sizes)
            for key, size in sizes[:-1]:
                if total <= self._bytes_max:
                    break
                del self._known[key]
                total -= size


def numbers_json(numbers: Collection[int]) -> str:
    """Return *numbers* as SQL takes many at once."""
    return json.dumps(sorted(numbers))


def _grown(old: "NDArray[S] | None", count: int, new: "NDArray[S]") -> "NDArray[S]":
    """Return *old* with *new* behind its first *count* rows, in place while it has room."""
    import numpy as np  # noqa: PLC0415 - see `Matrices`

    needed = count + len(new)
    if old is None:
        return new
    if len(old) < needed:
        room = max(_ROOM_MIN, needed, count + count // 2)
        grown = np.empty((room, *new.shape[1:]), dtype=new.dtype)
        grown[:count] = old[:count]
        old = grown
    old[count:needed] = new
    return old
