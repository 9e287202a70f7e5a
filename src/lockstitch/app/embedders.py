"""The embedders of a store, and what this process knows of how far their vectors have come."""

from collections import OrderedDict
from time import monotonic
from typing import TYPE_CHECKING, Final

from lockstitch.domain.ids import ProjectId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lockstitch.ports.embedding import Embedder

_QUESTIONS_KEPT: Final = 256


class Embedders:
    """A static embedder that answers at once, and encoders behind it, the preferred one first.

    All of it may be missing: recall then goes by words, names and facts.
    """

    def __init__(
        self, *, static: "Embedder | None" = None, encoders: "Sequence[Embedder]" = ()
    ) -> None:
        self.static = static
        self.encoders = tuple(encoders)
        self._complete: dict[ProjectId, tuple[int, int, int]] = {}
        self._used_at = monotonic()
        self._questions: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all of them."""
        static = () if self.static is None else (self.static.id,)
        return (*static, *(one.id for one in self.encoders))

    def is_complete(self, project: ProjectId, reached: tuple[int, int, int]) -> bool:
        """Whether all that was indexed up to there is known to have its static vectors."""
        return self._complete.get(project) == reached

    def completed(self, project: ProjectId, reached: tuple[int, int, int]) -> None:
        """Note that all that was indexed up to there has its static vectors."""
        self._complete[project] = reached

    def used(self) -> None:
        """Note that an encoder was needed just now."""
        self._used_at = monotonic()

    def release_idle(self, *, seconds: float) -> None:
        """Let go of encoders that nobody has needed for so long; the next text loads them again."""
        if monotonic() - self._used_at >= seconds:
            for encoder in self.encoders:
                if encoder.loaded:
                    encoder.release()

    def question(self, embedder: str, query: str) -> bytes | None:
        """Return the vector of a question that was asked before."""
        found = self._questions.get((embedder, query))
        if found is not None:
            self._questions.move_to_end((embedder, query))
        return found

    def keep_question(self, embedder: str, query: str, vector: bytes) -> None:
        """Keep the vector of a question."""
        self._questions[embedder, query] = vector
        while len(self._questions) > _QUESTIONS_KEPT:
            self._questions.popitem(last=False)
