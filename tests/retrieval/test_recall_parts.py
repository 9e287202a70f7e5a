"""Names, pieces, twins, the walk and coding: each part of recall by itself."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstitch.domain.passage import Link
from lockstitch.retrieval.coding import coded, decoded
from lockstitch.retrieval.graph import walked
from lockstitch.retrieval.names import NAMES_MAX, names_in
from lockstitch.retrieval.pieces import PIECE_CHARS, PIECES_MAX, pieces_of
from lockstitch.retrieval.twins import print_of, twin_among
from lockstitch.retrieval.words import asks


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("see quartz-loom and read_bytes", ("quartz-loom", "read_bytes"), id="parted"),
        pytest.param("it raises E_ASSOC_017 here", ("e_assoc_017",), id="code"),
        pytest.param("closed by #9102", ("#9102",), id="issue"),
        pytest.param("then Mira asked Tomas", ("mira", "tomas"), id="people"),
        pytest.param("Then he left. Nobody came.", (), id="sentences-open-with-capitals"),
        pytest.param("call `run it` now", ("run it",), id="quoted"),
        pytest.param("in app.recall and Db::open", ("app.recall", "db::open"), id="dotted"),
        pytest.param("the parseHttpHeader of ours", ("parsehttpheader",), id="camel"),
    ],
)
def test_names_are_what_two_texts_can_share(text: str, names: tuple[str, ...]) -> None:
    assert names_in(text) == names


@given(st.text(max_size=2_000))
def test_names_never_fail_and_are_bounded(text: str) -> None:
    names = names_in(text)
    assert len(names) <= NAMES_MAX
    assert len(set(names)) == len(names)


@given(st.text(max_size=400), st.integers(1, 400))
def test_pieces_cover_a_text_from_beginning_to_end(text: str, times: int) -> None:
    whole = (text * times)[:200_000].strip()
    pieces = pieces_of(whole)
    assert 1 <= len(pieces) <= PIECES_MAX
    assert all(len(piece) <= PIECE_CHARS for piece in pieces)
    assert whole.startswith(pieces[0])
    assert whole.endswith(pieces[-1])


def test_twins_say_the_same_and_two_numbers_never_do() -> None:
    one = print_of("The build took 12 seconds on the old machine in the corner")
    same = print_of("the build took 12 seconds, on the old machine in the corner!")
    other = print_of("The build took 13 seconds on the old machine in the corner")
    assert twin_among(same, [one]) == 0
    assert twin_among(other, [one]) is None


def test_a_rare_name_ties_more_than_a_common_one() -> None:
    links = [
        *(Link(name="rare", position=p, holders=2) for p in (1, 2)),
        *(Link(name="common", position=p, holders=8) for p in (1, 3, 4, 5, 6, 7, 8, 9)),
    ]
    tied = walked({1: 1.0}, links)
    assert tied[2] > tied[3] > 0
    assert 1 not in tied


@given(st.permutations([Link(name=n, position=p, holders=3) for n in "abc" for p in (1, 2, 3)]))
def test_a_walk_gives_the_same_in_whatever_order_links_come(links: list[Link]) -> None:
    assert list(walked({1: 1.0, 2: 0.5}, links).items()) == list(
        walked({2: 0.5, 1: 1.0}, sorted(links, key=lambda one: (one.name, one.position))).items()
    )


@pytest.mark.parametrize("prompt", ["thanks!", "ok", "Good morning", "yes please", "LGTM 👍"])
def test_talk_asks_for_nothing(prompt: str) -> None:
    assert not asks(prompt)


@pytest.mark.parametrize("prompt", ["thanks, which port?", "why", "порт", "端口"])
def test_a_question_asks(prompt: str) -> None:
    assert asks(prompt)


def test_a_coded_vector_is_nearly_the_vector() -> None:
    rows = np.random.default_rng(7).normal(size=(50, 256)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    assert float((decoded(coded(rows)) * rows).sum(axis=1).min()) > 0.999


def test_a_vector_of_zeros_stays_one() -> None:
    zeros = np.zeros((1, 8), dtype=np.float32)
    assert coded(zeros) == [bytes(8)]
    assert not decoded([bytes(8)]).any()
