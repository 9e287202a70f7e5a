"""What every embedder keeps to, and the files that ship with two of them."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from lockstitch.embedding.artefact import sums, verify
from lockstitch.embedding.minilm import MiniLmEmbedder
from lockstitch.embedding.static import StaticEmbedder
from lockstitch.ports.embedding import Embedder

STATIC = StaticEmbedder()
MINILM = MiniLmEmbedder()
TEXTS = (
    "the linker is slow",
    "Der Linker ist langsam",
    "数据库连接超时",
    "データベースの接続",
    "база данных не отвечает",
    "قاعدة البيانات لا تستجيب",
    "naïve café — crème brûlée",
    "🎉🎉",
    "word " * 10_000,
    "a\ud800b",
    "",
)

every_embedder = pytest.mark.parametrize(
    "embedder", [pytest.param(STATIC, id="static"), pytest.param(MINILM, id="minilm")]
)


@every_embedder
def test_rows_have_length_one_or_say_nothing(embedder: Embedder) -> None:
    rows = embedder.embed(TEXTS)
    assert rows.shape == (len(TEXTS), embedder.dimensions)
    lengths = np.linalg.norm(rows, axis=1)
    assert np.all(np.isclose(lengths, 1.0, atol=1e-5) | (lengths == 0.0))
    assert lengths[0] > 0.9
    assert lengths[-1] == 0.0


@every_embedder
def test_a_text_has_the_same_row_in_whatever_company(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS[:7])
    for row, text in zip(together, TEXTS[:7], strict=True):
        assert np.allclose(embedder.embed([text])[0], row, atol=1e-2)


@every_embedder
def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)


@every_embedder
def test_what_is_released_is_loaded_again(embedder: Embedder) -> None:
    before = embedder.embed(TEXTS[:1])
    embedder.release()
    assert not embedder.loaded
    assert np.array_equal(embedder.embed(TEXTS[:1]), before)
    assert embedder.loaded


@every_embedder
def test_many_threads_may_ask_at_once(embedder: Embedder) -> None:
    expected = embedder.embed(TEXTS[:3])
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(embedder.embed, [TEXTS[:3]] * 16))
    assert all(np.allclose(rows, expected, atol=1e-5) for rows in found)


def test_two_embedders_have_two_ids() -> None:
    assert STATIC.id != MINILM.id


def test_what_means_the_same_is_nearer_than_what_does_not() -> None:
    rows = MINILM.embed(
        ["who looks after the releases", "Ana is in charge of shipping", "the tea is cold"]
    )
    assert rows[0] @ rows[1] > rows[0] @ rows[2]


def test_the_files_are_as_they_were_shipped_and_small() -> None:
    assert verify() is None
    folder = Path(__file__).parents[2] / "src" / "lockstitch" / "embedding" / "data"
    assert sum((folder / name).stat().st_size for name in sums()) < 10_000_000


def test_the_static_embedder_needs_no_runtime_of_the_encoder() -> None:
    program = (
        "import sys; from lockstitch.embedding.static import StaticEmbedder;"
        "StaticEmbedder().embed(['x']); print('onnxruntime' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
