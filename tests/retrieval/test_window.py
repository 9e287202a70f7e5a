"""Windows: what of a long text is shown."""

from hypothesis import given
from hypothesis import strategies as st

from lockstitch.retrieval.window import window_of

ITEM = "ep_1"
MARK = "... [truncated: call read_passage with id ep_1 for the full text]"


def test_a_short_text_is_shown_whole() -> None:
    assert window_of("short", item=ITEM, phrases=[("short",)]) == "short"


def test_a_long_text_is_cut_at_eight_thousand_characters_and_says_how_to_read_on() -> None:
    text = "x" * 9_000
    assert window_of(text, item=ITEM, phrases=[]) == "x" * 8_000 + MARK


def test_the_window_is_where_the_words_of_the_question_are() -> None:
    text = "filler " * 5_000 + "the needle is here" + " filler" * 5_000
    shown = window_of(text, item=ITEM, phrases=[("needle",)])
    assert "the needle is here" in shown
    assert shown.endswith(MARK)
    assert shown.startswith("[... ")


@given(
    st.text(min_size=1, max_size=400),
    st.integers(min_value=10, max_value=60),
    st.lists(st.text(min_size=1, max_size=5), max_size=3),
)
def test_a_window_is_a_run_of_the_text_and_never_too_long(
    text: str, chars_max: int, words: list[str]
) -> None:
    shown = window_of(text, item=ITEM, phrases=[words], chars_max=chars_max)
    if len(text) <= chars_max:
        assert shown == text
    else:
        run = shown.removesuffix(MARK)
        if run.startswith("[... "):
            run = run.partition("\n")[2]
        assert len(run) <= chars_max
        assert run in text
