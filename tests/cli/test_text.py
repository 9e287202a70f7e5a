"""How text is set."""

import time
from collections.abc import Generator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from lockstitch.cli.invocation import visible
from lockstitch.cli.text import columns, counted, indented, local, one_line


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    rows = [("a", "織機", "x"), ("long name", "b", "y"), ("é", "", "z")]

    assert columns(rows, headings=("NAME", "WHAT", "LAST")) == snapshot("""\
NAME       WHAT  LAST
a          織機  x
long name  b     y
é                z\
""")


@pytest.fixture
def tokyo(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("tokyo")
def test_a_time_is_that_of_the_place_with_its_date() -> None:
    assert local(datetime(2026, 7, 28, 20, 30, tzinfo=UTC)) == "2026-07-29 05:30"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("a\n\tb  c", "a b c", id="white space"),
        pytest.param("x" * 10, "x" * 10, id="just fits"),
        pytest.param("x" * 11, "x" * 10 + "…", id="too long"),
        pytest.param(" " * 50 + "x", "…", id="long white space"),
    ],
)
def test_a_text_in_one_line_is_cut_where_it_is_too_long(text: str, line: str) -> None:
    assert one_line(text, chars_max=10) == line


def test_one_is_counted_without_an_s() -> None:
    assert [counted(n, "file") for n in (0, 1, 2)] == ["0 files", "1 file", "2 files"]


def test_an_indented_text_keeps_its_empty_lines() -> None:
    assert indented("a\n\n b") == "   a\n\n    b"


@given(st.text())
def test_what_is_visible_commands_no_terminal(text: str) -> None:
    shown = visible(text)

    assert all(char in "\n\t" or not (ord(char) < 32 or 127 <= ord(char) < 160) for char in shown)
    if not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in text):
        assert shown == text


def test_an_escape_is_written_out() -> None:
    assert visible("a\x1b[2Jb\x9b\r\n\tc") == "a\\x1b[2Jb\\x9b\\x0d\n\tc"
