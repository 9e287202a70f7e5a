"""Texts as numbers of word pieces: the one place that names the library `tokenizers`.

Its types are partly unknown; what leaves this module is plain.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from lockstitch.domain.errors import EmbedderError
from lockstitch.embedding.artefact import HINT, tokenizer_text

if TYPE_CHECKING:
    from tokenizers import Tokenizer

CLS: Final = 101
SEP: Final = 102
UNKNOWN: Final = 100
"""The piece that stands for what the vocabulary does not have."""

_KEPT_MAX: Final = 20_000
_KEPT_LENGTH_MAX: Final = 40
"""Together 5 MB at most."""


class _Encoding(Protocol):
    @property
    def ids(self) -> list[int]: ...


class WordPieces:
    """Cuts texts into the pieces of BERT's uncased vocabulary. Safe for many threads at once.

    Words are cut apart from each other, so what a word was cut into is kept for the next time it
    comes: four times as fast on text as people write it.
    """

    def __init__(self) -> None:
        """Load the vocabulary: about 0.1 s.

        Raises:
            EmbedderError: the library or the vocabulary is missing.
        """
        tokenizer = cast("Any", _tokenizer())
        # What a person writes is text: "[SEP]" in an episode ends nothing.
        tokenizer.encode_special_tokens = True
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self._encode = tokenizer.encode_batch_fast
        self._known: dict[str, list[int]] = {}

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the numbers of each text's pieces, in order."""
        lines = [text.encode("utf-8", "ignore").decode("utf-8").split() for text in texts]
        found = self._found({word for words in lines for word in words})
        return [[number for word in words for number in found[word]] for words in lines]

    def _found(self, words: set[str]) -> Mapping[str, list[int]]:
        # Another thread may empty what is known at any moment: it is asked once for each word.
        looked_up = ((word, self._known.get(word)) for word in words)
        found = {word: numbers for word, numbers in looked_up if numbers is not None}
        new = sorted(words - found.keys())
        if new:
            encodings = cast("list[_Encoding]", self._encode(new, add_special_tokens=False))
            fresh = {word: made.ids for word, made in zip(new, encodings, strict=True)}
            self._keep({word: fresh[word] for word in new if len(word) <= _KEPT_LENGTH_MAX})
            found |= fresh
        return found

    def _keep(self, fresh: Mapping[str, list[int]]) -> None:
        if len(self._known) + len(fresh) > _KEPT_MAX:
            self._known.clear()
        if len(fresh) <= _KEPT_MAX:
            self._known.update(fresh)


def _tokenizer() -> "Tokenizer":
    try:
        from tokenizers import Tokenizer  # noqa: PLC0415 - loaded with the first text
    except ImportError as error:
        raise EmbedderError("the library tokenizers cannot be loaded", hint=HINT) from error
    return Tokenizer.from_str(tokenizer_text())
