"""An answer as text says all that its structure says, word for word."""

from collections.abc import Mapping
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstitch.gateway.mcp.rendering import rendered


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        pytest.param({}, "", id="nothing"),
        pytest.param({"id": "ep_1", "seq": 0, "score": 0.5}, "id: ep_1\nseq: 0\nscore: 0.5", id="scalars"),
        pytest.param({"stale": False, "existed": True}, "stale: false\nexisted: true", id="booleans"),
        pytest.param({"a": None, "b": [], "c": {}, "d": ""}, "", id="what-says-nothing"),
        pytest.param({"ids": ["a", "b"]}, "ids: a, b", id="short-texts"),
        pytest.param({"notes": ["a, b", "c"]}, "notes:\n- a, b\n- c", id="texts-with-commas"),
        pytest.param({"text": "a\nb"}, 'text: \n"""\na\nb\n"""', id="several-lines"),
        pytest.param({"open_folds": {"count": 0, "ids": []}}, "open_folds:\n  count: 0", id="inner"),
        pytest.param(
            {"results": [{"id": "a", "reasons": ["x", "y"]}, {"id": "b"}]},
            "results: 2\n[1]\nid: a\nreasons: x, y\n[2]\nid: b",
            id="results",
        ),
    ],
)  # fmt: skip
def test_an_answer_is_a_line_a_field(answer: Mapping[str, object], text: str) -> None:
    assert rendered(answer) == text


texts = st.text(st.characters(exclude_categories=["Cs"]))
scalars = texts | st.integers() | st.booleans() | st.floats(allow_nan=False) | st.none()
names = st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True)
answers = st.recursive(
    st.dictionaries(names, scalars | st.lists(scalars, max_size=4), max_size=4),
    lambda inner: st.dictionaries(names, scalars | inner | st.lists(inner, max_size=3), max_size=4),
    max_leaves=12,
)


def leaves_of(value: object) -> list[str]:
    if isinstance(value, Mapping):
        return [
            leaf
            for item in cast("Mapping[str, object]", value).values()
            for leaf in leaves_of(item)
        ]
    if isinstance(value, list):
        return [leaf for item in cast("list[object]", value) for leaf in leaves_of(item)]
    if isinstance(value, bool):
        return ["true" if value else "false"]
    return [] if value is None else [str(value)]


@given(answers)
def test_every_value_stands_in_the_text_word_for_word(answer: dict[str, object]) -> None:
    text = rendered(answer)
    for leaf in leaves_of(answer):
        assert leaf in text


@given(texts, texts)
def test_two_texts_do_not_run_into_each_other(first: str, second: str) -> None:
    lines = rendered({"first": first or "-", "second": second or "-"}).split("\n")
    assert any(line.startswith("second: ") for line in lines)
    assert lines[0].startswith("first: ")
