"""An extract is a few of a text's own sentences: the telling ones, in order, and never more."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lockstitch.context.tokens import EstimatedTokens
from lockstitch.intake.extracts import EXTRACT_CHARS_MAX, extract_of

TOKENS = EstimatedTokens()

PROSE = """Let me look at the sync module again. I read the whole thing this morning and it is long.
We decided to keep the back-off in `sync/retry.py`, because the limiter resets every 60 seconds. It was
a nice day otherwise. Never call `flush_queue()` while the lock is held. I also cleaned up a bit.
Tomorrow there is more to come, if there is time for that."""
MARKDOWN = """# Migration plan

We move the queue next week. The team was informed, and everybody was fine with that as well.

- Create the stream `jobs:v2` with MAXLEN 10000
- Say hello to all of them
- Remove the old table after 14 days, not before: billing reads it

```python
payload = json.dumps(job.as_dict())
```
"""
LOG = "\n".join(
    [f"2026-08-01 12:00:{i:02d} INFO worker {i} heartbeat ok" for i in range(40)]
    + ["2026-08-01 12:01:00 ERROR worker 7 failed: connection refused to db-3.internal:5432"]
    + [f"2026-08-01 12:02:{i:02d} INFO worker {i} heartbeat ok" for i in range(40)]
)
CODE = """import os

class Ring:
    def __init__(self, size):
        self.size = size
        self.items = []

    def push(self, item):
        # The oldest goes first, because readers hold an index from the front.
        if len(self.items) >= self.size:
            raise RingFullError(f"{self.size} items")
        self.items.append(item)
"""
JAPANESE = (
    "昨日の会議はとても長かったです。データベースはPostgreSQLに移行すると決定しました。"
    "天気が良かったので散歩もしました。古いテーブルは絶対に削除しないでください。昼食はうどんでした。"
    "そのあと皆で駅まで歩いて、いろいろな話をしてから帰りました。"
)
CHINESE = (
    "今天大家都来了。我们决定使用连接池，因为数据库连接超时。午饭很好吃。下午继续讨论其他问题。"
)
PYTEST = """============================= test session starts ==============================
platform linux -- Python 3.11.9, pytest-9.0
collected 120 items

tests/a.py ..........................................                    [ 40%]
tests/b.py ........F........                                             [ 60%]

=================================== FAILURES ===================================
E       assert 1.0 == 1.01
tests/b.py:14: AssertionError
=========================== short test summary info ============================
FAILED tests/b.py::test_rounding - assert 1.0 == 1.01
========================= 1 failed, 119 passed in 3.21s ========================
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(PROSE, "We decided to keep the back-off in `sync/retry.py`", id="a-decision"),
        pytest.param(PROSE, "Never call `flush_queue()` while the lock is held.", id="a-rule"),
        pytest.param(
            MARKDOWN,
            "- Remove the old table after 14 days, not before: billing reads it",
            id="item",
        ),
        pytest.param(LOG, "ERROR worker 7 failed: connection refused to db-3.", id="log"),
        pytest.param(CODE, 'raise RingFullError(f"{self.size} items")', id="code"),
        pytest.param(JAPANESE, "データベースはPostgreSQLに移行すると決定しました。", id="japanese"),
        pytest.param(JAPANESE, "古いテーブルは絶対に削除しないでください。", id="japanese-rule"),
        pytest.param(CHINESE, "我们决定使用连接池，因为数据库连接超时。", id="chinese"),
        pytest.param(PYTEST, "1 failed, 119 passed in 3.21s", id="test-run"),
        pytest.param(PYTEST, "FAILED tests/b.py::test_rounding", id="failed-test"),
    ],
)
def test_the_telling_part_is_in_the_extract(text: str, said: str) -> None:
    assert said in extract_of(text, tokens=TOKENS)


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        pytest.param(PROSE, "It was a nice day otherwise", id="prose"),
        pytest.param(MARKDOWN, "Say hello", id="markdown"),
        pytest.param(LOG, "worker 12 heartbeat", id="a-line-that-is-there-in-forty-forms"),
        pytest.param(JAPANESE, "うどん", id="japanese"),
        pytest.param(PYTEST, "====", id="rules"),
    ],
)
def test_what_says_little_is_left_out(text: str, left_out: str) -> None:
    assert left_out not in extract_of(text, tokens=TOKENS)


@pytest.mark.parametrize("text", [PROSE, MARKDOWN, LOG, CODE, JAPANESE, CHINESE, PYTEST])
def test_a_text_of_some_length_gives_an_extract_that_is_shorter(text: str) -> None:
    extract = extract_of(text, tokens=TOKENS)
    assert TOKENS.count(extract) < TOKENS.count(text)
    assert extract_of(text, tokens=TOKENS) == extract


def test_sentences_stand_whole_and_in_their_order() -> None:
    sentences = [f"It names {chr(97 + number) * 6} of the store." for number in range(26)]
    extract = extract_of(" ".join(sentences), tokens=TOKENS)
    taken = [sentences.index(f"{one}.") for one in extract.removesuffix(".").split(". ")]
    assert taken == sorted(taken)
    assert len(taken) > 3


def test_a_sentence_is_not_cut_at_an_abbreviation_or_a_version() -> None:
    text = "Use a pool, e.g. pgbouncer v1.22.1, because of the limit. " + "It rained a lot. " * 6
    assert "Use a pool, e.g. pgbouncer v1.22.1, because of the limit." in extract_of(
        text, tokens=TOKENS
    )


def test_a_single_sentence_is_its_own_extract() -> None:
    assert extract_of("  The port is 9090.\n", tokens=TOKENS) == "The port is 9090."


def test_what_a_very_long_text_ends_with_is_read() -> None:
    text = "nothing to see here\n" * 400_000 + "FATAL: out of disk on /var/lib/pg\n"
    assert "FATAL: out of disk on /var/lib/pg" in extract_of(text, tokens=TOKENS)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a" * 2_000_000, id="one-word"),
        pytest.param("):" + " " * 60_000 + "x", id="spaces"),
        pytest.param(" " * 200_000 + "x" + " " * 200_000, id="a-word-in-the-middle"),
        pytest.param('{"a": [' + "[" * 50_000, id="brackets"),
        pytest.param("a.b/" * 20_000, id="paths"),
        pytest.param("_a" * 30_000, id="underscores"),
        pytest.param("x. " * 30_000, id="short-sentences"),
    ],
)
def test_a_text_with_a_word_gives_an_extract_whatever_it_is(text: str) -> None:
    assert 0 < len(extract_of(text, tokens=TOKENS)) <= EXTRACT_CHARS_MAX


@pytest.mark.parametrize("text", ["", "  \n\t ", "?!...", "=====\n-----"])
def test_a_text_without_a_word_gives_nothing(text: str) -> None:
    assert extract_of(text, tokens=TOKENS) == ""


PIECES = st.sampled_from(
    [
        *("The pool is full. ", "error: x\n", "- item\n", "```\n", "# Head\n", "x", "。", "決定"),
        *("a_b", "()", " ", ". ", "=" * 9, "12:00", "\t", "…", "\u2028", "\x85", "é", "𝄞", "\n\n"),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=900), st.lists(PIECES, max_size=120).map("".join)))
def test_an_extract_is_short_costs_no_more_and_is_empty_only_without_a_word(text: str) -> None:
    extract = extract_of(text, tokens=TOKENS)
    assert len(extract) <= EXTRACT_CHARS_MAX
    assert TOKENS.count(extract) <= TOKENS.count(text)
    assert bool(extract) or not any(char.isalnum() for char in text)
    assert extract == extract.strip()
