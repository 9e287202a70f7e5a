"""Canonical names: one for each thing, whatever files there are and in whatever order."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstitch.code.naming import canonical, own_name, prefixes, short_prefix


@pytest.mark.parametrize(
    ("path", "prefix"),
    [
        pytest.param("src/flask/app.py", "src::flask::app", id="a-path-without-its-extension"),
        pytest.param("app.py", "app", id="at-the-root"),
        pytest.param("types/vue.d.ts", "types::vue.d", id="the-last-extension-only"),
        pytest.param("Makefile", "Makefile", id="no-extension"),
        pytest.param("a.b/c", "a.b::c", id="a-folder-has-none"),
        pytest.param("bin/.profile", "bin::.profile", id="a-leading-dot-begins-none"),
    ],
)
def test_a_prefix_is_the_path_without_extension(path: str, prefix: str) -> None:
    assert prefixes([path], {}) == {path: prefix}


@pytest.mark.parametrize(
    ("files", "prefix"),
    [
        pytest.param(
            {"src/foo.c": ["run"], "src/foo.h": ["run"], "src/bar.c": ["run"]},
            {"src/foo.c": "src::foo.c", "src/foo.h": "src::foo.h", "src/bar.c": "src::bar"},
            id="two-files-of-one-stem",
        ),
        pytest.param(
            {"src/foo.rs": ["bar"], "src/foo/bar.rs": ["x"], "src/foo/baz.rs": ["y"]},
            {
                "src/foo.rs": "src::foo.rs",
                "src/foo/bar.rs": "src::foo::bar.rs",
                "src/foo/baz.rs": "src::foo::baz",
            },
            id="a-definition-and-a-file-in-a-folder",
        ),
        pytest.param(
            {"foo.rs": ["bar"], "foo/bar/baz.rs": ["x"]},
            {"foo.rs": "foo.rs", "foo/bar/baz.rs": "foo::bar::baz.rs"},
            id="a-definition-and-a-folder-in-a-folder",
        ),
        pytest.param(
            {"src/foo.rs": ["other"], "src/foo/bar.rs": ["x"]},
            {"src/foo.rs": "src::foo", "src/foo/bar.rs": "src::foo::bar"},
            id="a-folder-of-the-stem-alone-is-no-clash",
        ),
        pytest.param(
            {"a.b": [], "a.c": [], "a.b.c": []},
            {"a.b": "a.b", "a.c": "a.c", "a.b.c": "a.b.c"},
            id="a-long-prefix-that-meets-a-short-one",
        ),
    ],
)
def test_files_whose_names_would_meet_keep_their_extensions(
    files: dict[str, list[str]], prefix: dict[str, str]
) -> None:
    assert prefixes(files, files) == prefix


@pytest.mark.parametrize(
    ("name", "own"),
    [
        pytest.param("a::Type::run", "run", id="the-last-component"),
        pytest.param("a::run#2", "run", id="without-the-number"),
        pytest.param("a::Type#2::run", "run", id="a-number-further-up"),
        pytest.param("a::Type::#secret", "#secret", id="a-private-field"),
        pytest.param("notes::Step #2", "Step #2", id="a-heading-that-ends-in-a-number"),
        pytest.param("run", "run", id="one-component"),
    ],
)
def test_an_own_name_is_the_last_component_without_number(name: str, own: str) -> None:
    assert own_name(name) == own


PARTS = st.sampled_from(["a", "b", "foo", "bar"])
PATHS = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", "a/", "foo/", "a/foo/", "foo/bar/", "a.c/"]),
    PARTS,
    st.sampled_from(["", ".c", ".h", ".d.ts", ".ts", ".rs", ".c.h"]),
)
QUALIFIED = st.lists(st.builds("::".join, st.lists(PARTS, min_size=1, max_size=3)), max_size=4)


def is_a_tree(path: str, paths: set[str]) -> bool:
    """Say whether none of the files is a folder of another one."""
    return not any(other.startswith(f"{path}/") for other in paths)


FILES = st.dictionaries(PATHS, QUALIFIED, max_size=8).map(
    lambda files: {path: names for path, names in files.items() if is_a_tree(path, set(files))}
)


@given(FILES)
def test_no_two_things_have_one_name(files: dict[str, list[str]]) -> None:
    given_prefixes = prefixes(files, files)
    things = [(path, name) for path, names in files.items() for name in {"", *names}]
    named = {canonical(given_prefixes[path], name) for path, name in things}
    assert len(named) == len(things)


@given(FILES, st.randoms())
def test_a_prefix_depends_on_no_order(files: dict[str, list[str]], chance: Random) -> None:
    paths = list(files)
    chance.shuffle(paths)
    turned = {path: files[path][::-1] for path in paths}
    assert prefixes(paths, turned) == prefixes(files, files)


@given(FILES)
def test_a_prefix_is_short_or_keeps_the_extension(files: dict[str, list[str]]) -> None:
    for path, prefix in prefixes(files, files).items():
        assert prefix in {short_prefix(path), path.replace("/", "::")}
