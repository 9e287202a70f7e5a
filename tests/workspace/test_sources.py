"""Which sources a folder holds, with a real git in real directories."""

import os
import shutil
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lockstitch.domain.code import LeftOut, Tree
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.ports.code import Refused
from lockstitch.workspace.hunks import changed_lines
from lockstitch.workspace.limits import SourceLimits, printable
from lockstitch.workspace.sources import GitSourceTree

PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
PERSON = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A. Weaver",
    "GIT_AUTHOR_EMAIL": "weaver@example.org",
    "GIT_COMMITTER_NAME": "A. Weaver",
    "GIT_COMMITTER_EMAIL": "weaver@example.org",
    "LC_ALL": "C",
}
HOUR_NS = 3_600_000_000_000


def is_python(path: str) -> bool:
    return path.endswith(".py")


def a_tree(
    environment: dict[str, str] = PLAIN,
    *,
    limits: SourceLimits | None = None,
    clock_ns: Callable[[], int] | None = None,
) -> GitSourceTree:
    if clock_ns is None:
        return GitSourceTree(environment=environment, wanted=is_python, limits=limits)
    return GitSourceTree(
        environment=environment, wanted=is_python, limits=limits, clock_ns=clock_ns
    )


def without_git(folder: Path) -> dict[str, str]:
    return {"PATH": str(folder / "no-such-folder"), "HOME": str(folder / "no-such-home")}


def git(directory: Path, *command: str) -> str:
    """Return what git says in *directory*, run as a person would."""
    return subprocess.run(
        ["git", "-c", "protocol.file.allow=always", *command],
        cwd=directory,
        env=PLAIN | PERSON,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()


def write(root: Path, **texts: str) -> Path:
    """Write files, named with `__` for `/` and `_py` for `.py`."""
    for name, text in texts.items():
        path = root / (name.replace("__", "/").removesuffix("_py") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def a_repository(root: Path, **texts: str) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "-q", "-b", "main")
    write(root, **texts)
    if texts:
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "first")
    return root


def paths(tree: Tree) -> list[str]:
    return [file.path for file in tree.files]


def look(root: Path, tree: GitSourceTree | None = None) -> Tree:
    return (tree or a_tree()).look(str(root))


def left(tree: Tree) -> dict[str, tuple[int, tuple[str, ...]]]:
    return {each.reason: (each.count, each.examples) for each in tree.left_out}


def everything(root: Path) -> dict[str, tuple[int, int, int]]:
    """Return a listing of all below *root*, with what any writing would change."""
    return {
        str(path): (status.st_mtime_ns, status.st_size, status.st_ino)
        for path in [root, *root.rglob("*")]
        for status in [path.lstat()]
    }


# What there is


def test_a_look_shows_sources_by_path_with_their_status_and_config_files_apart(
    tmp_path: Path,
) -> None:
    root = a_repository(tmp_path / "loom", b_py="b = 1\n", a__c_py="")
    for name in ("pyproject.toml", "tsconfig.base.json", "README.md", "package.json"):
        (root / name).write_text("{}")
    found = look(root)
    status = (root / "b.py").stat()
    assert found.root == str(root)
    assert paths(found) == ["a/c.py", "b.py"]
    assert found.files[1].size == 6
    assert (found.files[1].modified_ns, found.files[1].inode) == (status.st_mtime_ns, status.st_ino)
    assert [file.path for file in found.config] == [
        "package.json",
        "pyproject.toml",
        "tsconfig.base.json",
    ]
    assert found.left_out == ()


def test_a_folder_of_a_repository_shows_what_lies_below_it(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="", src__b_py="", src__deep__c_py="")
    found = look(root / "src")
    assert paths(found) == ["b.py", "deep/c.py"]
    assert found.dirty is False
    write(root, a_py="changed")
    assert look(root / "src").dirty is False
    write(root, src__b_py="changed")
    assert look(root / "src").dirty is True


@pytest.mark.parametrize("asked", [pytest.param(True, id="git"), pytest.param(False, id="no-git")])
def test_what_ignore_files_name_is_left_out_and_said(tmp_path: Path, *, asked: bool) -> None:
    root = a_repository(tmp_path / "loom", a_py="", made_py="", src__made_py="", src__own_py="")
    git(root, "rm", "-q", "--cached", "-r", ".")
    write(root, out_of_sight_py="", mine__x_py="")
    (root / ".gitignore").write_text("made.py\n/mine/\n")
    (root / "src" / ".gitignore").write_text("!made.py\nown.py\n")
    (root / ".git" / "info" / "exclude").write_text("out_of_*\n")
    found = look(root, a_tree(PLAIN if asked else without_git(tmp_path)))
    assert paths(found) == ["a.py", "src/made.py"]
    assert left(found) == {"ignored": (4, ("made.py", "mine/", "out_of_sight.py", "src/own.py"))}


def test_what_is_ignored_above_the_root_is_ignored_in_it(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", src__a_py="")
    write(root, src__made_py="", src__deep__own_py="")
    (root / ".gitignore").write_text("made.py\nsrc/deep/\n")
    tree = a_tree()
    assert paths(look(root / "src", tree)) == ["a.py"]
    (root / ".gitignore").write_text("own.py\n")
    assert paths(look(root / "src", tree)) == ["a.py", "made.py"]


def test_what_is_tracked_is_shown_though_it_is_ignored(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", made_py="", build__a_py="", node_modules__b_py="")
    (root / ".gitignore").write_text("made.py\nbuild/\n")
    write(root, build__untracked_py="", node_modules__untracked_py="")
    assert paths(look(root)) == ["build/a.py", "made.py", "node_modules/b.py"]


def test_the_persons_own_ignore_file_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "home" / ".config" / "git").mkdir(parents=True)
    (tmp_path / "home" / ".config" / "git" / "ignore").write_text("*.py\n")
    root = a_repository(tmp_path / "loom")
    write(root, a_py="")
    assert paths(look(root, a_tree(PLAIN | {"HOME": str(tmp_path / "home")}))) == ["a.py"]


def test_folders_of_dependencies_are_not_entered(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="", build__x_py="")
    write(root, node_modules__x_py="", deep__venv__x_py="", vendor__bundle__x_py="")
    (root / ".venv").mkdir()
    (root / ".venv" / "x.py").touch()
    reason = "a folder of dependencies or build output"
    found = look(root)
    assert paths(found) == ["a.py", "build/x.py", "deep/venv/x.py", "vendor/bundle/x.py"]
    assert left(found) == {reason: (2, (".venv/", "node_modules/"))}
    found = look(root, a_tree(without_git(tmp_path)))
    assert paths(found) == ["a.py"]
    names = (".venv/", "build/", "deep/venv/", "node_modules/", "vendor/bundle/")
    assert left(found) == {reason: (5, names)}


def test_another_repository_in_it_is_left_out_and_said(tmp_path: Path) -> None:
    a_repository(tmp_path / "lib", b_py="")
    root = a_repository(tmp_path / "loom", a_py="")
    git(root, "submodule", "--quiet", "add", str(tmp_path / "lib"), "lib")
    git(root, "commit", "-q", "-m", "with a submodule")
    a_repository(root / "nested", c_py="")
    found = look(root)
    assert paths(found) == ["a.py"]
    assert left(found) == {"another repository": (2, ("lib/", "nested/"))}
    assert found.dirty is False
    assert paths(look(root / "lib")) == ["b.py"]


def test_of_a_folder_of_repositories_all_are_shown(tmp_path: Path) -> None:
    a_repository(tmp_path / "work" / "one", a_py="")
    a_repository(tmp_path / "work" / "two", b_py="")
    found = look(tmp_path / "work")
    assert paths(found) == ["one/a.py", "two/b.py"]
    assert (found.commit, found.dirty) == (None, None)


def test_a_folder_that_the_repository_around_it_ignores_is_none_of_its_own(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="")
    (root / ".gitignore").write_text("*\n")
    write(root, mine__project__b_py="")
    found = look(root / "mine" / "project")
    assert paths(found) == ["b.py"]
    assert (found.commit, found.dirty) == (None, None)


def test_a_worktree_shows_its_own_commit(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="")
    git(root, "worktree", "add", "-q", "-b", "other", str(tmp_path / "other"))
    write(tmp_path / "other", b_py="")
    git(tmp_path / "other", "add", "-A")
    git(tmp_path / "other", "commit", "-q", "-m", "second")
    found = look(tmp_path / "other")
    assert paths(found) == ["a.py", "b.py"]
    assert (found.commit, found.dirty) == (git(tmp_path / "other", "rev-parse", "HEAD"), False)


# What is no plain file


def test_links_are_not_followed(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="", src__b_py="")
    write(tmp_path, secret_py="secret")
    (root / "out.py").symlink_to(tmp_path / "secret.py")
    (root / "dangling.py").symlink_to("nowhere.py")
    (root / "src" / "round").symlink_to("..")
    (root / "away").symlink_to(tmp_path)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "links")
    for tree in (a_tree(), a_tree(without_git(tmp_path))):
        found = look(root, tree)
        assert paths(found) == ["a.py", "src/b.py"]
        reason = "a link: what it leads to is read under its own name"
        assert left(found) == {reason: (2, ("dangling.py", "out.py"))}
        for path in ("out.py", "dangling.py", "away/secret.py", "src/round/a.py"):
            assert tree.read(str(root), path) == Refused(reason)


def test_a_tracked_folder_that_became_a_link_is_not_followed(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="", src__b_py="")
    write(tmp_path, other__b_py="secret")
    shutil.rmtree(root / "src")
    (root / "src").symlink_to(tmp_path / "other")
    found = look(root)
    assert paths(found) == ["a.py"]
    assert found.dirty is True


def test_pipes_and_sockets_are_never_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = a_repository(tmp_path / "loom", a_py="")
    os.mkfifo(root / "pipe.py")
    (root / "deep").mkdir()
    os.mkfifo(root / "deep" / ".gitignore")
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(root)  # The name of a socket is short.
        server.bind("socket.py")
        tree = a_tree()
        assert left(look(root, tree)) == {"no plain file": (2, ("pipe.py", "socket.py"))}
        for name in ("pipe.py", "socket.py"):
            assert tree.read(str(root), name) == Refused("no plain file")


@pytest.mark.parametrize("asked", [pytest.param(True, id="git"), pytest.param(False, id="no-git")])
def test_names_that_are_no_printable_text_are_left_out_and_said(
    tmp_path: Path, *, asked: bool
) -> None:
    root = a_repository(tmp_path / "loom", a_py="")
    for name in (b"new\nline.py", b"\xff.py", "\u202e.py".encode(), "übung.py".encode()):
        Path(os.fsdecode(os.fsencode(root) + b"/" + name)).touch()
    git(root, "add", "-A")
    found = look(root, a_tree(PLAIN if asked else without_git(tmp_path)))
    assert paths(found) == ["a.py", "übung.py"]
    assert left(found) == {
        "a name that is no printable text": (3, (r"new\nline.py", r"\u202e.py", r"\udcff.py"))
    }


@given(st.text() | st.binary().map(os.fsdecode))
def test_an_example_of_a_path_is_always_printable(path: str) -> None:
    assert printable(path).isprintable()


# Limits


def test_what_is_beyond_a_limit_is_left_out_and_said(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", large_py="x" * 11, one__two__three__x_py="")
    write(root, a_py="", b_py="", c_py="", d_py="")
    found = look(root, a_tree(limits=SourceLimits(file_bytes_max=10, files_max=3, depth_max=2)))
    assert paths(found) == ["a.py", "b.py", "c.py"]
    assert found.left_out == (
        LeftOut(reason="deeper than 2 folders", count=1, examples=("one/two/three/",)),
        LeftOut(reason="more than 3 files", count=2, examples=("d.py", "large.py")),
    )


def test_a_large_file_is_left_out_until_it_is_small(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="x" * 11)
    tree = a_tree(limits=SourceLimits(file_bytes_max=10), clock_ns=an_hour_on)
    assert left(look(root, tree)) == {"larger than 10 bytes": (1, ("a.py",))}
    with (root / "a.py").open("r+") as file:
        file.truncate(10)
    assert paths(look(root, tree)) == ["a.py"]


def an_hour_on() -> int:
    """A clock that has every file settled."""
    return Path(__file__).stat().st_mtime_ns + 1_000_000 * HOUR_NS


def test_a_walk_ends_at_its_limit_of_entries(tmp_path: Path) -> None:
    root = tmp_path / "loom"
    write(root, a_py="", one__b_py="", one__c_py="", two__d_py="")
    found = look(root, a_tree(limits=SourceLimits(entries_max=4)))
    assert left(found) == {"more than 4 entries": (2, ("one/", "two/"))}
    assert len(found.files) == 2


def test_at_most_five_examples_are_given(tmp_path: Path) -> None:
    root = tmp_path / "loom"
    write(root, **{f"f{n}_py": "xx" for n in range(9)})
    found = look(root, a_tree(limits=SourceLimits(file_bytes_max=1)))
    names = ("f0.py", "f1.py", "f2.py", "f3.py", "f4.py")
    assert left(found) == {"larger than 1 bytes": (9, names)}


# What is checked out


def test_before_the_first_commit_there_is_nothing_to_differ_from(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom")
    write(root, a_py="")
    found = look(root)
    assert (paths(found), found.commit, found.dirty) == (["a.py"], None, None)


def test_without_git_the_files_are_there_and_nobody_knows_the_commit(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="", src__b_py="")
    found = look(root, a_tree(without_git(tmp_path)))
    assert (paths(found), found.commit, found.dirty) == (["a.py", "src/b.py"], None, None)


def test_a_git_that_does_not_answer_is_ended_and_gone_without(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="")
    (tmp_path / "bin").mkdir()
    slow = tmp_path / "bin" / "git"
    slow.write_text("#!/bin/sh\nsleep 300 & sleep 300\n")
    slow.chmod(0o755)
    environment = PLAIN | {"PATH": f"{tmp_path / 'bin'}:{PLAIN['PATH']}"}
    found = look(root, a_tree(environment, limits=SourceLimits(git_time_s=0.2)))
    assert (paths(found), found.commit) == (["a.py"], None)


def test_a_git_that_says_too_much_is_gone_without(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="")
    found = look(root, a_tree(limits=SourceLimits(git_bytes_max=10)))
    assert (paths(found), found.commit) == (["a.py"], None)


def test_a_tree_is_dirty_while_a_source_differs_and_clean_again(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="a\n", b_py="b\n")
    tree = a_tree()
    assert look(root, tree).dirty is False
    write(root, a_py="A\n")
    assert look(root, tree).dirty is True
    write(root, a_py="a\n")
    assert look(root, tree).dirty is False
    (root / "b.py").unlink()
    found = look(root, tree)
    assert (paths(found), found.dirty, found.left_out) == (["a.py"], True, ())
    git(root, "checkout", "-q", "b.py")
    assert look(root, tree).dirty is False
    write(root, new_py="")
    assert look(root, tree).dirty is True
    git(root, "add", "-A")
    assert look(root, tree).dirty is True
    git(root, "commit", "-q", "-m", "second")
    found = look(root, tree)
    assert (found.dirty, found.commit) == (False, git(root, "rev-parse", "HEAD"))
    git(root, "reset", "-q", "--soft", "HEAD~")
    assert look(root, tree).dirty is True


def test_what_is_no_source_makes_nothing_dirty(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="")
    (root / "notes.txt").write_text("new")
    assert look(root).dirty is False
    (root / "pyproject.toml").touch()
    assert look(root).dirty is True


def test_a_file_that_was_only_touched_is_clean(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="a\n")
    tree = a_tree()
    os.utime(root / "a.py", ns=(0, 0))
    assert look(root, tree).dirty is False
    os.utime(root / "a.py", ns=(0, 1_000))
    assert look(root, tree).dirty is False


def test_a_switch_of_branches_shows_the_files_and_the_commit_of_the_other(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="a\n", shared_py="")
    first = git(root, "rev-parse", "HEAD")
    tree = a_tree()
    assert look(root, tree).commit == first
    git(root, "switch", "-q", "-c", "other")
    git(root, "rm", "-q", "a.py")
    write(root, b_py="")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "second")
    second = git(root, "rev-parse", "HEAD")
    found = look(root, tree)
    assert (paths(found), found.commit, found.dirty) == (["b.py", "shared.py"], second, False)
    git(root, "switch", "-q", "--detach", first)
    found = look(root, tree)
    assert (paths(found), found.commit, found.dirty) == (["a.py", "shared.py"], first, False)


def append(path: Path, text: str) -> None:
    with path.open("a") as file:
        file.write(text)


CHANGES: tuple[Callable[[Path], object], ...] = (
    lambda root: write(root, empty__new_py=""),
    lambda root: write(root, src__deep__new_py="", made__x_py=""),
    lambda root: (root / ".gitignore").write_text("new.py\nmade/\n"),
    lambda root: (root / "src" / ".gitignore").write_text("!new.py\n"),
    lambda root: append(root / "src" / ".gitignore", "c.py\n"),
    lambda root: git(root, "rm", "-q", "--cached", "src/deep/c.py"),
    lambda root: append(root / "a.py", "b\n"),
    lambda root: (root / "src" / "deep").rename(root / "moved"),
    lambda root: (root / "src").rename(root / "moved" / "src"),
    lambda root: (root / "src").symlink_to("moved"),
    lambda root: git(root, "add", "-A"),
    lambda root: git(root, "commit", "-q", "-m", "all"),
    lambda root: (root / ".gitignore").unlink(),
    lambda root: append(root / ".git" / "info" / "exclude", "a*\n"),
    lambda root: shutil.rmtree(root / ".git"),
)


def test_every_look_shows_what_a_first_look_would(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="a\n", src__b_py="", src__deep__c_py="")
    (root / "empty").mkdir()
    trees = [a_tree(), a_tree(clock_ns=lambda: 0), a_tree(clock_ns=an_hour_on)]
    for number, change in enumerate(CHANGES):
        change(root)
        fresh = look(root)
        assert [look(root, tree) for tree in trees * 2] == [fresh] * 6, number


def test_a_look_at_what_nobody_changed_is_the_very_same(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="", src__b_py="")
    tree = a_tree(clock_ns=an_hour_on)
    assert look(root, tree) is look(root, tree)


def test_many_files_are_all_shown(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom")
    for folder in range(50):
        (root / f"d{folder:02}").mkdir()
        for file in range(100):
            (root / f"d{folder:02}" / f"f{file:02}.py").touch()
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "many")
    tree = a_tree()
    found = look(root, tree)
    assert (len(found.files), found.dirty, found.left_out) == (5_000, False, ())
    assert found.files == tuple(sorted(found.files, key=lambda file: file.path))
    assert look(root, tree) == found


# Safety


def test_a_look_writes_nothing(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="a\n", b_py="b\n")
    os.utime(root / "a.py", ns=(0, 0))  # A git that refreshes its index would write it.
    write(root, b_py="B\n", new_py="")
    before = everything(root)
    tree = a_tree()
    for _ in range(2):
        look(root, tree)
        tree.read(str(root), "a.py")
        tree.changed_since(str(root), "HEAD")
    assert everything(root) == before


def test_no_program_of_the_repository_is_started(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="a\n", b_py="b\n")
    started = tmp_path / "started"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {started}\ncat\n")
    script.chmod(0o755)
    with (root / ".git" / "config").open("a") as config:
        config.write(
            f'[core]\n\tfsmonitor = "{script}"\n\tpager = "{script}"\n'
            f'[filter "evil"]\n\tclean = "{script}"\n\tsmudge = "{script}"\n\trequired = true\n'
            f'[diff "evil"]\n\tcommand = "{script}"\n\ttextconv = "{script}"\n'
            f'[diff]\n\texternal = "{script}"\n\tnoprefix = true\n'
            f"[include]\n\tpath = {tmp_path / 'more'}\n"
        )
    (tmp_path / "more").write_text(f'[filter "Worse. one"]\n\tprocess = "{script}"\n')
    (root / ".gitattributes").write_text("a.py filter=evil diff=evil\nb.py filter=Worse.\\ one\n")
    write(root, a_py="A\n", b_py="B\n")
    tree = a_tree()
    assert look(root, tree).dirty is True
    changed = tree.changed_since(str(root), "HEAD")
    assert changed == {"a.py": ((1, 1),), "b.py": ((1, 1),)}
    assert not started.exists()


def test_a_filter_that_no_option_can_name_leaves_open_what_was_changed(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="a\n")
    with (root / ".git" / "config").open("a") as config:
        config.write('[filter "a=b"]\n\tclean = false\n')
    found = look(root)
    assert found.commit is not None
    assert found.dirty is None


def test_a_git_of_the_folder_is_not_started(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="a\n")
    (root / "git").write_text(f"#!/bin/sh\ntouch {tmp_path / 'started'}\n")
    (root / "git").chmod(0o755)
    look(root, a_tree(PLAIN | {"PATH": f".:{PLAIN['PATH']}"}))
    assert not (tmp_path / "started").exists()


def test_a_home_directory_and_the_root_of_all_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "link").symlink_to("home")
    tree = a_tree(PLAIN | {"HOME": str(tmp_path / "home")})
    for root in ("/", str(tmp_path / "home"), str(tmp_path / "link")):
        with pytest.raises(InvalidArgumentError, match="more than the sources of one") as caught:
            tree.look(root)
        assert caught.value.hint
    (tmp_path / "home" / "loom").mkdir()
    assert look(tmp_path / "home" / "loom", tree).files == ()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("gone", id="that-is-not-there"),
        pytest.param("file", id="that-is-a-file"),
        pytest.param("\udcff", id="that-has-no-text-for-a-name"),
    ],
)
def test_a_root_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "\udcff").mkdir()
    with pytest.raises(InvalidArgumentError):
        look(tmp_path / name)
    with pytest.raises(InvalidArgumentError):
        a_tree().look("relative")


# Reading


@pytest.mark.parametrize(
    ("content", "read"),
    [
        pytest.param(b"a = '\xff'\r\n", b"a = '\xff'\r\n", id="bytes-that-are-no-utf-8-are-kept"),
        pytest.param(b"", b"", id="an-empty-file"),
        pytest.param(b"a\0b", Refused("binary"), id="a-binary"),
        pytest.param(b"a" * 50 + b"\0", b"a" * 50 + b"\0", id="a-late-nul-is-text"),
        pytest.param(b"a" * 101, Refused("larger than 100 bytes"), id="too-large"),
        pytest.param(b"\n" + b"a" * 80, b"\n" + b"a" * 80, id="the-longest-line"),
        pytest.param(
            b"\n" + b"a" * 81, Refused("a line longer than 80 bytes"), id="too-long-a-line"
        ),
    ],
)
def test_a_file_is_read_or_refused(tmp_path: Path, content: bytes, read: bytes | Refused) -> None:
    limits = SourceLimits(file_bytes_max=100, line_bytes_max=80, text_bytes_probed=50)
    (tmp_path / "a.py").write_bytes(content)
    assert a_tree(limits=limits).read(str(tmp_path), "a.py") == read


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        pytest.param("gone.py", "gone", id="that-is-not-there"),
        pytest.param("file.py/a.py", "gone", id="below-a-file"),
        pytest.param("folder", "no plain file", id="a-folder"),
        pytest.param("n" * 300, "unreadable", id="that-no-disk-takes"),
        pytest.param("../secret.py", "outside of the root", id="above"),
        pytest.param("folder/../file.py", "outside of the root", id="up-and-down"),
        pytest.param("/etc/passwd", "outside of the root", id="absolute"),
        pytest.param("", "outside of the root", id="empty"),
        pytest.param("a\0b", "outside of the root", id="with-a-nul"),
    ],
)
def test_a_path_is_refused(tmp_path: Path, path: str, reason: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.py").touch()
    assert a_tree().read(str(tmp_path), path) == Refused(reason)


# What differs


def test_the_lines_that_differ_are_those_of_the_new_text(tmp_path: Path) -> None:
    text = "".join(f"{n}\n" for n in range(1, 21))
    root = a_repository(tmp_path / "loom", a_py=text, gone_py="1\n2\n3\n", same_py="", mode_py="x")
    lines = text.splitlines(keepends=True)
    lines[1:3] = ["two\n"]
    lines[10:10] = ["--- a/x\n", "+++ b/x\n", "diff --git a/x b/x\n"]
    del lines[15]
    lines[-1] = "20"
    write(root, a_py="".join(lines), new_py="1\n2", src__empty_py="")
    (root / "gone.py").unlink()
    (root / "mode.py").chmod(0o755)
    os.utime(root / "same.py", ns=(0, 0))
    (root / "notes.txt").write_text("no source")
    assert a_tree().changed_since(str(root), "HEAD") == {
        "a.py": ((2, 2), (11, 13), (15, 15), (21, 21)),
        "gone.py": ((1, 3),),
        "mode.py": (),
        "new.py": ((1, 2),),
        "src/empty.py": (),
    }


def test_a_deletion_at_the_top_stands_at_the_first_line(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="1\n2\n3\n")
    write(root, a_py="3\n")
    assert a_tree().changed_since(str(root), "HEAD") == {"a.py": ((1, 1),)}


def test_what_differs_is_told_of_older_revisions_and_of_a_folder(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", src__a_py="1\n", b_py="1\n")
    git(root, "tag", "v1")
    write(root, src__a_py="1\n2\n", b_py="2\n")
    git(root, "commit", "-q", "-a", "-m", "second")
    tree = a_tree()
    assert tree.changed_since(str(root / "src"), "v1") == {"a.py": ((2, 2),)}
    assert tree.changed_since(str(root), "HEAD~1") == {"b.py": ((1, 1),), "src/a.py": ((2, 2),)}
    assert tree.changed_since(str(root), "main") == {}


def test_names_that_git_quotes_are_read(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom")
    names = ('say "a" b.py', "back\\slash.py", "ü ber b.py", "a b/a b.py")
    for name in names:
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text("1\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "names")
    for name in names:
        (root / name).write_text("2\n")
    changed = a_tree().changed_since(str(root), "HEAD")
    assert changed == dict.fromkeys(sorted(names), ((1, 1),))


@pytest.mark.parametrize(
    "revision",
    [
        pytest.param("no-such", id="unknown"),
        pytest.param("--output=/tmp/x", id="an-option"),
        pytest.param("-h", id="a-short-option"),
        pytest.param("", id="empty"),
        pytest.param("a\nb", id="two-lines"),
        pytest.param("HEAD..HEAD", id="a-range"),
        pytest.param("HEAD:a.py", id="a-file"),
    ],
)
def test_a_revision_that_is_not_there_is_named(tmp_path: Path, revision: str) -> None:
    root = a_repository(tmp_path / "loom", a_py="")
    with pytest.raises(InvalidArgumentError) as caught:
        a_tree().changed_since(str(root), revision)
    assert repr(revision) in caught.value.message


def test_outside_of_git_nothing_can_differ(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "loom", a_py="")
    with pytest.raises(InvalidArgumentError, match="git does not answer"):
        a_tree(without_git(tmp_path)).changed_since(str(root), "HEAD")
    shutil.rmtree(root / ".git")
    with pytest.raises(InvalidArgumentError, match="in no work tree of git"):
        a_tree().changed_since(str(root), "HEAD")


@given(st.binary(max_size=200))
@example(b"diff --git \n@@ -1 +1 @@\n")
@example(b'diff --git "a/\\777\\q" "b/\\777\\q"\nnew file mode 100644\n')
@example(b"@@ -1,9999999999 +1 @@\n-a")
def test_no_patch_raises(patch: bytes) -> None:
    assert isinstance(changed_lines(patch), dict)
