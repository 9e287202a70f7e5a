"""What is ignored is what git ignores: the same patterns on the same files, asked of a real git."""

import os
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lockstitch.workspace.ignoring import IgnoreFile, is_ignored, patterns_of

PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
NAMES = ("a", "b", "ab", "c", "a.b", "*", "!a", "#a", " ", "ac", "é")
ATOMS = (
    *("a", "b", "ab", "c", "a.b", "é", " ", "#a", "*", "**", "***", "?", "??", "a*", "*b", "*a*b*"),
    *(
        "[ab]",
        "[!a]",
        "[^b]",
        "[a-c]c",
        "[]a]",
        "[!]a]",
        "[--a]",
        "[a-]",
        "[]-a]",
        "[a/b]",
        "[a-\\c]",
    ),
    *("[[:alpha:]]", "[![:alpha:]]", "[[:digit:]a]", "[[:alpha:]-b]", "[[:no:]]", "[[:x]", "[[:]"),
    *("[", "[!]", "[a\\]", "[[:alpha:]", "\\", "\\a", "\\*", "\\!a", "\\#a", "\\ ", "*\\"),
)
ENDS = ("", "", "/", "//", " ", "\\ ", "\r", " \r")


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with many names, none of them tracked."""
    garden = tmp_path_factory.mktemp("garden")
    for one, other, name in product(NAMES[:5], NAMES[:7], NAMES[3:]):
        folder = garden / one / other
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    for name in NAMES[5:]:
        (garden / name).touch()
    subprocess.run(["git", "init", "-q", "."], cwd=garden, env=PLAIN, check=True)
    return garden


def seen_by_git(garden: Path, text: bytes) -> set[str]:
    (garden / ".git" / "info" / "exclude").write_bytes(text)
    command = ["git", "-c", "core.excludesFile=/dev/null", "ls-files", "-z", "-o"]
    listed = subprocess.run(
        [*command, "--exclude-standard"], cwd=garden, env=PLAIN, check=True, capture_output=True
    )
    return {os.fsdecode(path) for path in listed.stdout.split(b"\0") if path}


def seen_by_us(folder: Path, file: IgnoreFile, parts: tuple[bytes, ...] = ()) -> Iterator[str]:
    for entry in os.scandir(folder):
        below = (*parts, os.fsencode(entry.name))
        if entry.name == ".git" or is_ignored(((0, file),), below, folder=entry.is_dir()):
            continue
        if entry.is_dir():
            yield from seen_by_us(Path(entry), file, below)
        else:
            yield os.fsdecode(b"/".join(below))


@st.composite
def patterns(draw: st.DrawFn) -> str:
    start = draw(st.sampled_from(("", "", "!"))) + draw(st.sampled_from(("", "", "/")))
    atoms = draw(st.lists(st.sampled_from(ATOMS), min_size=1, max_size=3))
    return start + "/".join(atoms) + draw(st.sampled_from(ENDS))


@given(lines=st.lists(patterns(), min_size=1, max_size=4))
@example(lines=["**"])
@example(lines=["/**"])
@example(lines=["a/**"])
@example(lines=["a/**/c", "!a/**/**"])
@example(lines=["**/b/**/c"])
@example(lines=["", "/", "!", "#", "!/"])
@example(lines=["\ufeff" + "a"])
@example(lines=["a\0b"])
@settings(max_examples=60, deadline=None)
def test_any_patterns_leave_the_files_that_git_leaves(garden: Path, lines: list[str]) -> None:
    text = "\n".join(lines).encode()
    file = IgnoreFile((0, 0, 0), patterns_of(text))
    assert set(seen_by_us(garden, file)) == seen_by_git(garden, text)


@given(text=st.binary(max_size=60), parts=st.lists(st.binary(min_size=1), min_size=1, max_size=4))
def test_no_ignore_file_raises(text: bytes, parts: list[bytes]) -> None:
    file = IgnoreFile((0, 0, 0), patterns_of(text))
    assert file.says(parts, folder=True) in {None, True, False}


def test_many_stars_take_no_longer_than_one() -> None:
    file = IgnoreFile((0, 0, 0), patterns_of(b"*a" * 100 + b"*b\n" + b"**/a*/" * 30 + b"c"))
    assert file.says([b"a" * 250] * 60, folder=False) is None


def test_the_nearest_ignore_file_that_says_anything_decides() -> None:
    near, far = (IgnoreFile((0, 0, 0), patterns_of(text)) for text in (b"!a.log", b"*.log"))
    rules = ((1, near), (0, far))
    assert not is_ignored(rules, (b"src", b"a.log"), folder=False)
    assert is_ignored(rules, (b"src", b"b.log"), folder=False)
