"""Paths: which files a text names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstitch.retrieval.paths import PATHS_MAX, named_paths, normalised_path


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        pytest.param("see src/a/b.py.", ("src/a/b.py",), id="a-sentence-ends-behind-it"),
        pytest.param("edit ./x.txt, please", ("x.txt",), id="dot-slash"),
        pytest.param("in /srv/app/main.go:12", ("srv/app/main.go",), id="a-line-number-behind"),
        pytest.param(r"C:\Users\me\f.md", ("C:/Users/me/f.md",), id="a-windows-path"),
        pytest.param("--- a/lib/util.rs", ("a/lib/util.rs",), id="a-diff-header"),
        pytest.param("(tests/unit/)", ("tests/unit",), id="a-folder"),
        pytest.param("https://example.org/a/b.html", (), id="a-web-address-is-none"),
        pytest.param("no file here", (), id="prose"),
    ],
)
def test_a_text_names_files(text: str, paths: tuple[str, ...]) -> None:
    assert named_paths(text) == paths


@pytest.mark.parametrize(
    ("path", "normal"),
    [
        ("./a//b/../c.py", "a/c.py"),
        ("a\\b", "a/b"),
        ("/x/", "x"),
        ("../up.py", "../up.py"),
        ("", ""),
    ],
)
def test_a_path_has_one_spelling(path: str, normal: str) -> None:
    assert normalised_path(path) == normal


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert all(path == normalised_path(path) for path in named_paths(text))


def test_a_text_that_names_very_many_files_is_bounded() -> None:
    assert len(named_paths(" ".join(f"d/f{n}.py" for n in range(5_000)))) == PATHS_MAX


@pytest.mark.parametrize(
    "text", ["x" * 2_000_000, "." * 2_000_000, "a/" * 1_000_000, "a.b-" * 500_000]
)
def test_a_long_run_without_end_is_read_once(text: str) -> None:
    assert len(named_paths(text)) <= PATHS_MAX
