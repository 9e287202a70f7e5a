"""An embedder behind a server, with a real server on this machine that behaves, or does not."""

import logging
import socket
from collections.abc import Callable, Iterator, Mapping
from itertools import repeat
from typing import Final

import numpy as np
import pytest

from lockstitch.domain.errors import EmbedderError
from lockstitch.embedding.endpoint import Endpoint, EndpointEmbedder
from tests.embedding.server import (
    DIMENSIONS,
    MODEL,
    Answer,
    Asked,
    Served,
    entries_of,
    refusal,
    serving,
    vector_of,
    with_data,
)

KEY = "sk" + "-" + "weft" * 6


def an_embedder(url: str, *, key: str = "", timeout_s: float = 10.0) -> EndpointEmbedder:
    return EndpointEmbedder(Endpoint(url=url, model=MODEL, key=key, timeout_s=timeout_s))


@pytest.fixture
def served() -> Iterator[Served]:
    with serving() as running:
        yield running


def test_rows_are_in_the_order_of_the_texts_whatever_the_order_of_the_answer(
    served: Served,
) -> None:
    texts = [f"text {number}" for number in range(5)]
    expected = np.array([vector_of(text) for text in texts])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    assert np.allclose(an_embedder(served.url).embed(texts), expected, atol=1e-6)


def test_a_request_has_32_texts_at_most_and_none_of_nothing(served: Served) -> None:
    rows = an_embedder(served.url + "/").embed([f"t{number}" for number in range(70)] + ["", " \n"])
    assert [len(asked["input"]) for asked in served.asked] == [32, 32, 6]
    assert {asked["model"] for asked in served.asked} == {MODEL}
    assert rows.shape == (72, DIMENSIONS)
    assert not rows[70:].any()


def test_the_dimensions_are_asked_for_once(served: Served) -> None:
    embedder = an_embedder(served.url)
    assert not embedder.loaded
    assert (embedder.dimensions, embedder.dimensions) == (DIMENSIONS, DIMENSIONS)
    assert embedder.loaded
    embedder.embed(["a"])
    assert len(served.asked) == 2


def test_another_model_behind_the_url_is_an_error_until_it_is_released(served: Served) -> None:
    embedder = an_embedder(served.url)
    embedder.embed(["a"])
    served.answer = lambda _: with_data([{"index": 0, "embedding": [3.0, 4.0]}])
    with pytest.raises(EmbedderError, match="another length"):
        embedder.embed(["a"])
    embedder.release()
    assert np.allclose(embedder.embed(["a"]), [[0.6, 0.8]])


def test_the_id_names_the_model_and_hides_the_url(served: Served) -> None:
    one = an_embedder(served.url, key=KEY)
    assert one.id.startswith(f"endpoint:{MODEL}@")
    assert "127.0.0.1" not in one.id
    assert one.id == an_embedder(served.url).id
    assert one.id != an_embedder("http://127.0.0.1:1/v1").id
    assert not served.asked


def test_a_key_is_shown_to_the_server_and_to_nobody_else(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    endpoint = Endpoint(url="", model=MODEL, key=KEY)
    with serving(key=KEY) as served:
        good = an_embedder(served.url, key=KEY)
        assert good.embed(["a"]).any()
        with pytest.raises(EmbedderError) as refused:
            an_embedder(served.url, key=KEY + "x").embed(["a"])
    assert served.keys[0] == f"Bearer {KEY}"
    said = f"{refused.value.message} {refused.value.hint} {refused.value.__cause__} {caplog.text}"
    assert KEY not in said + good.id + repr(endpoint)
    assert refused.value.hint == "check the key"


def test_huge_numbers_make_a_row_of_length_one(served: Served) -> None:
    served.answer = lambda _: with_data([{"index": 0, "embedding": [3e300, 4e300]}])
    assert np.allclose(an_embedder(served.url).embed(["a"]), [[0.6, 0.8]])


def _one(embedding: object, *, index: object = 0) -> Callable[[Asked], Answer]:
    return lambda asked: with_data(
        [{"index": index, "embedding": embedding}, *entries_of(asked)[1:]]
    )


WRONG: Final[Mapping[str, tuple[Callable[[Asked], Answer], str]]] = {
    "bad-request": (lambda _: refusal(400, "bad"), "status 400"),
    "no-such-model": (lambda _: refusal(404, "no model"), "status 404"),
    "too-many": (lambda _: refusal(429, "slow down"), "status 429"),
    "its-own-failure": (lambda _: refusal(500, "oh"), "status 500"),
    "nothing-at-all": (lambda _: Answer(status=204), "status 204"),
    "a-page": (lambda _: Answer(body=b"<html>"), "does not answer JSON"),
    "bytes": (lambda _: Answer(body=b"\xff\xfe\x00"), "does not answer JSON"),
    "a-pit": (lambda _: Answer(body=b"[" * 100_000), "does not answer JSON"),
    "a-bare-list": (lambda _: Answer(body=b"[]"), "no list of one vector"),
    "no-data": (lambda _: with_data(None), "no list of one vector"),
    "no-entries": (lambda _: with_data([1, 2]), "no list of one vector"),
    "one-short": (lambda asked: with_data(entries_of(asked)[1:]), "no list of one vector"),
    "twice": (lambda asked: with_data(entries_of(asked) * 2), "no list of one vector"),
    "a-strange-index": (_one([1.0] * 8, index=7), "no list of one vector"),
    "a-worded-index": (_one([1.0] * 8, index="0"), "no list of one vector"),
    "an-empty-vector": (_one([]), "no list of one vector"),
    "base64": (_one("AAAA"), "no list of one vector"),
    "a-short-vector": (_one([1.0] * 7), "different lengths"),
    "not-a-number": (_one([float("nan")] * 8), "not finite"),
    "infinite": (_one([float("inf")] * 8), "not finite"),
    "a-whole-number-too-large": (_one([10**400] * 8), "not finite"),
    "words-for-numbers": (_one(["1.0"] * 8), "not finite"),
    "truths-for-numbers": (_one([True] * 8), "not finite"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_not_an_answer_is_an_error(served: Served, case: str) -> None:
    served.answer, says = WRONG[case]
    with pytest.raises(EmbedderError, match=says) as caught:
        an_embedder(served.url, key=KEY).embed(["a", "b"])
    assert caught.value.hint
    assert "\n" not in caught.value.message


def test_a_redirect_is_not_followed(served: Served) -> None:
    with serving() as elsewhere:
        location = (("Location", f"{elsewhere.url}/embeddings"),)
        served.answer = lambda _: Answer(status=307, headers=location)
        with pytest.raises(EmbedderError, match="status 307"):
            an_embedder(served.url, key=KEY).embed(["a"])
        assert not elsewhere.asked


def test_an_endless_answer_is_not_read_to_its_end(served: Served) -> None:
    served.answer = lambda _: Answer(stretches=repeat(b" " * 1_000_000, 200))
    with pytest.raises(EmbedderError, match="more than 64 MB"):
        an_embedder(served.url).embed(["a"])


def test_an_answer_by_drops_is_given_up_in_time(served: Served) -> None:
    def drops() -> Iterator[bytes]:
        while not served.over.wait(0.02):
            yield b" "

    served.answer = lambda _: Answer(stretches=drops())
    with pytest.raises(EmbedderError, match=r"within 0\.3 s"):
        an_embedder(served.url, timeout_s=0.3).embed(["a"])


def test_a_server_that_says_nothing_is_given_up_in_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        with pytest.raises(EmbedderError, match=r"within 0\.2 s"):
            an_embedder(url, timeout_s=0.2).embed(["a"])


def test_nobody_at_the_address_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/v1"
    with pytest.raises(EmbedderError, match="cannot be reached"):
        an_embedder(url).embed(["a"])


def test_a_query_is_sent_and_not_shown(served: Served) -> None:
    with pytest.raises(EmbedderError) as caught:
        an_embedder(f"{served.url}/deep?api-key={KEY}").embed(["a"])
    assert caught.value.message.startswith(f"the embedding server at {served.url}/deep/embeddings ")
    assert KEY not in caught.value.message


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("", id="nothing"),
        pytest.param("127.0.0.1:8080/v1", id="no-scheme"),
        pytest.param("ftp://example.org/v1", id="another-scheme"),
        pytest.param("http:///v1", id="no-host"),
        pytest.param("http://[::1/v1", id="half-a-bracket"),
        pytest.param("http://host:99999/v1", id="no-such-port"),
        pytest.param("http://a:b@example.org/v1", id="a-password"),
        pytest.param("http://example.org/v 1", id="a-space"),
        pytest.param("http://example.org/v1\r\nX: y", id="a-header"),
        pytest.param("http://exämple.org/v1", id="letters-no-host-has"),
    ],
)
def test_a_url_that_cannot_be_asked_is_refused_at_once(url: str) -> None:
    with pytest.raises(EmbedderError, match="the embedding server's URL"):
        an_embedder(url)


def test_a_key_that_no_header_carries_is_refused_at_once() -> None:
    with pytest.raises(EmbedderError, match="key") as caught:
        an_embedder("http://127.0.0.1:1/v1", key=KEY + "\n")
    assert KEY not in caught.value.message
