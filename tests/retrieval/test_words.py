"""Words: what the index is given, and what a question looks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstitch.domain.limits import LIMITS
from lockstitch.retrieval.words import STOP_WORDS, phrases_of, searchable, split_case


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        pytest.param("getUserName", ["get", "User", "Name"], id="camel"),
        pytest.param("HTTPServer", ["HTTP", "Server"], id="an-abbreviation-in-front"),
        pytest.param("parseJSON", ["parse", "JSON"], id="an-abbreviation-behind"),
        pytest.param("widget42", ["widget", "42"], id="digits"),
        pytest.param("Caroline", [], id="a-capital-in-front-is-a-plain-word"),
        pytest.param("caroline", [], id="a-plain-word"),
        pytest.param("README", [], id="capitals-alone"),
        pytest.param("aB" * 40, [], id="noise-is-left-alone"),
    ],
)
def test_an_identifier_is_split_where_its_case_changes(name: str, parts: list[str]) -> None:
    assert split_case(name) == parts


def test_text_without_identifiers_goes_in_as_it_is() -> None:
    assert searchable("plain words only") == "plain words only"


def test_a_script_without_spaces_becomes_pairs_and_single_characters() -> None:
    assert searchable("日本語") == " 日本 本語 日 本 語 "


@pytest.mark.parametrize(
    ("question", "phrases"),
    [
        pytest.param("where is the port", (("port",),), id="stop-words-are-left-out"),
        pytest.param(
            "what is it", (("what",), ("is",), ("it",)), id="unless-there-is-nothing-else"
        ),
        pytest.param(
            "memory.recall broke",
            (("memory", "recall"), ("memory",), ("recall",), ("broke",)),
            id="a-dotted-name-is-a-phrase",
        ),
        pytest.param(
            "src/app.py",
            (("src", "app", "py"), ("src",), ("app",), ("py",)),
            id="a-path-is-a-phrase",
        ),
        pytest.param(
            "getUserName",
            (("get",), ("user",), ("name",), ("getusername",)),
            id="a-camel-name-and-its-parts",
        ),
        pytest.param("?!", (), id="marks-alone-ask-nothing"),
        pytest.param("日本", (("日本",),), id="a-fragment-of-a-script-without-spaces"),
        pytest.param("語", (("語",),), id="a-single-character"),
    ],
)
def test_a_question_becomes_phrases(question: str, phrases: tuple[tuple[str, ...], ...]) -> None:
    assert phrases_of(question) == phrases


@given(st.text())
def test_any_text_gives_bounded_phrases_of_letters_and_digits(text: str) -> None:
    phrases = phrases_of(text)
    assert len(phrases) <= LIMITS.query_terms
    assert all(
        word and '"' not in word and "\0" not in word for phrase in phrases for word in phrase
    )


@given(st.text())
def test_searchable_text_holds_every_word_of_the_text(text: str) -> None:
    assert set(text.split()) <= set(searchable(text).split()) or not text.isascii()


def test_stop_words_are_lower_case() -> None:
    assert all(word == word.lower() for word in STOP_WORDS)


@pytest.mark.parametrize(
    "text", ["x" * 2_000_000, "aB" * 1_000_000, "a1" * 1_000_000, "日" * 500_000, "a." * 1_000_000]
)
def test_a_long_run_without_end_is_read_once(text: str) -> None:
    assert searchable(text)
    assert len(phrases_of(text)) <= LIMITS.query_terms
