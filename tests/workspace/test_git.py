"""What a working directory shows of its project, with a real git in real directories."""

import asyncio
import contextlib
import os
import select
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.project import Evidence
from lockstitch.workspace.asking import ROOT_COMMITS_MAX
from lockstitch.workspace.birth import birth_ns
from lockstitch.workspace.git import GitWorkspace
from lockstitch.workspace.remotes import normalised_remote

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
BASE = Path("/work/space")
WORKSPACE = GitWorkspace(environment=PLAIN)


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


def a_repository(directory: Path, *, commit: str | None = "first", remote: str = "") -> Path:
    directory.mkdir(parents=True)
    git(directory, "init", "-q", "-b", "main")
    if commit:
        git(directory, "commit", "-q", "--allow-empty", "-m", commit)
    if remote:
        git(directory, "remote", "add", "origin", remote)
    return directory


def configure(repository: Path, text: str) -> None:
    with (repository / ".git" / "config").open("a") as config:
        config.write(text)


def located(directory: Path) -> Evidence:
    return WORKSPACE.located(str(directory))


def examined(directory: Path, workspace: GitWorkspace = WORKSPACE) -> Evidence:
    async def bounded() -> Evidence:
        async with asyncio.timeout(60):
            return await workspace.examined(workspace.located(str(directory)))

    return asyncio.run(bounded())


def one_project(one: Evidence, other: Evidence) -> bool:
    """Say whether both share the common directory, as worktrees do, and folders of a checkout."""
    return one.common_dir is not None and (one.common_dir, one.common_dir_inode) == (
        other.common_dir,
        other.common_dir_inode,
    )


# Where the project is


def test_a_repository_shows_its_top_level_and_its_git_directory(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom")
    evidence = located(repository)
    assert evidence == Evidence(
        directory=str(repository),
        common_dir=str(repository / ".git"),
        common_dir_inode=evidence.common_dir_inode,
    )
    status, birth = (repository / ".git").stat(), birth_ns(repository / ".git")
    assert birth is not None
    assert evidence.common_dir_inode == f"{status.st_dev}:{status.st_ino}:{birth}"


def test_a_birth_is_when_a_directory_was_made_and_stays(tmp_path: Path) -> None:
    (tmp_path / "loom").mkdir()
    made, birth = (tmp_path / "loom").stat().st_mtime_ns, birth_ns(tmp_path / "loom")
    assert birth is not None
    assert abs(birth - made) < 1_000_000_000
    (tmp_path / "loom" / "src").mkdir()
    os.utime(tmp_path / "loom", (0, 0))
    shutil.move(tmp_path / "loom", tmp_path / "moved")
    assert birth_ns(tmp_path / "moved") == birth


def test_what_is_not_there_has_no_birth(tmp_path: Path) -> None:
    assert birth_ns(tmp_path / "loom") is None


def test_a_folder_and_a_link_into_a_checkout_show_what_its_top_level_shows(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom")
    (repository / "src" / "deep").mkdir(parents=True)
    (tmp_path / "link").symlink_to(repository / "src")
    top = located(repository)
    assert located(repository / "src" / "deep") == top
    assert located(tmp_path / "link" / "deep") == top
    assert located(tmp_path / "link" / "deep" / "..") == top
    assert located(repository / ".git" / "refs") == top


def test_a_worktree_shares_the_project_and_has_its_own_top_level(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom", remote="https://git.example.org/a/loom")
    git(repository, "worktree", "add", "-q", "-b", "side", "../side")
    (tmp_path / "side" / "src").mkdir()
    main, side = examined(repository), examined(tmp_path / "side" / "src")
    assert one_project(main, side)
    assert side.directory == str(tmp_path / "side")
    assert (side.root_commits, side.remote) == (main.root_commits, main.remote)


def test_a_worktree_of_a_bare_repository_shares_its_project(tmp_path: Path) -> None:
    a_repository(tmp_path / "loom")
    git(tmp_path, "clone", "-q", "--bare", "loom", "bare.git")
    git(tmp_path / "bare.git", "worktree", "add", "-q", "../side", "main")
    assert one_project(examined(tmp_path / "side"), examined(tmp_path / "bare.git"))


def test_a_bare_repository_is_its_own_top_level(tmp_path: Path) -> None:
    bare = tmp_path / "loom.git"
    git(tmp_path, "init", "-q", "--bare", str(bare))
    git(bare, "remote", "add", "origin", "../up.git")
    evidence = examined(bare / "objects")
    assert (evidence.directory, evidence.common_dir) == (str(bare), str(bare))
    assert evidence.remote == f"local:{tmp_path}/up"


def test_a_submodule_is_a_project_of_its_own(tmp_path: Path) -> None:
    part = a_repository(tmp_path / "part", commit="the part")
    whole = a_repository(tmp_path / "whole", commit="the whole")
    git(whole, "submodule", "add", "-q", str(part), "parts/part")
    evidence = examined(whole / "parts" / "part")
    assert evidence.directory == str(whole / "parts" / "part")
    assert evidence.common_dir == str(whole / ".git" / "modules" / "parts" / "part")
    assert evidence.root_commits == examined(part).root_commits
    assert evidence.remote == f"local:{part}"
    assert not set(evidence.root_commits) & set(examined(whole).root_commits)


def test_a_submodule_whose_files_are_gone_still_tells_its_roots(tmp_path: Path) -> None:
    part = a_repository(tmp_path / "part", commit="the part")
    whole = a_repository(tmp_path / "whole", commit="the whole")
    git(whole, "submodule", "add", "-q", str(part), "part")
    shutil.rmtree(whole / "part")
    assert examined(whole / ".git" / "modules" / "part").root_commits == examined(part).root_commits


def test_a_git_directory_kept_elsewhere_is_followed(tmp_path: Path) -> None:
    (tmp_path / "loom").mkdir()
    git(tmp_path / "loom", "init", "-q", "--separate-git-dir", "../kept")
    assert located(tmp_path / "loom").common_dir == str(tmp_path / "kept")
    (tmp_path / "loom" / ".git").write_text("gitdir: ../kept\n")
    assert located(tmp_path / "loom").common_dir == str(tmp_path / "kept")


def test_a_moved_checkout_keeps_its_inode_and_nothing_else_of_its_place(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom")
    before = located(repository)
    git(repository, "commit", "-q", "--allow-empty", "-m", "second")
    git(repository, "remote", "add", "origin", "https://git.example.org/a/loom")
    shutil.move(repository, tmp_path / "moved")
    after = located(tmp_path / "moved")
    assert after.common_dir_inode == before.common_dir_inode is not None
    assert after.common_dir != before.common_dir


def test_a_new_repository_does_not_pass_for_a_deleted_one(tmp_path: Path) -> None:
    inodes: set[str | None] = set()
    for number in range(8):  # A disk may well give all eight the same inode.
        repository = a_repository(tmp_path / f"loom-{number}", commit=None)
        inodes.add(located(repository).common_dir_inode)
        shutil.rmtree(repository)
    assert len(inodes) == 8
    assert None not in inodes


def test_two_clones_of_a_template_share_roots_and_neither_place_nor_inode(tmp_path: Path) -> None:
    template = a_repository(tmp_path / "template")
    for name in ("one", "two"):
        git(tmp_path, "clone", "-q", str(template), name)
        git(tmp_path / name, "remote", "set-url", "origin", f"https://git.example.org/a/{name}")
    one, two = examined(tmp_path / "one"), examined(tmp_path / "two")
    assert one.root_commits == two.root_commits != ()
    assert one.common_dir_inode != two.common_dir_inode
    assert (one.remote, two.remote) == ("git.example.org/a/one", "git.example.org/a/two")


def test_a_directory_outside_git_shows_itself_alone(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    assert examined(tmp_path / "notes") == Evidence(directory=str(tmp_path / "notes"))


def test_an_empty_git_directory_is_passed_over(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom")
    (repository / "src" / ".git").mkdir(parents=True)
    assert located(repository / "src") == located(repository)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"gitdir: /nowhere/at/all\n", id="leads-nowhere"),
        pytest.param(b"gitdir: ..\n", id="leads-to-no-git-directory"),
        pytest.param(b"../.git\n", id="has-no-prefix"),
        pytest.param(b"", id="empty"),
        pytest.param(b"gitdir: \n", id="names-nothing"),
        pytest.param(b"gitdir: a\0b\n", id="nul"),
        pytest.param(b"gitdir: \xff\xfe\n", id="not-utf-8"),
        pytest.param(b"gitdir: " + b"x" * 10_000, id="longer-than-a-path"),
    ],
)
def test_a_git_file_that_leads_nowhere_is_outside_of_git(tmp_path: Path, content: bytes) -> None:
    inner = a_repository(tmp_path / "loom") / "inner"
    (inner / "src").mkdir(parents=True)
    (inner / ".git").write_bytes(content)
    assert located(inner / "src") == Evidence(directory=str(inner / "src"))


def test_a_pipe_named_git_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".git")
    assert located(tmp_path) == Evidence(directory=str(tmp_path))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("été 織機", id="unicode"),
        pytest.param(" two  spaces ", id="spaces"),
        pytest.param("two\nlines\n", id="newlines"),
        pytest.param("-c it's $HOME;*", id="shell"),
    ],
)
def test_any_name_will_do(tmp_path: Path, name: str) -> None:
    repository = a_repository(tmp_path / name / name, remote="../up.git")
    git(repository, "worktree", "add", "-q", "-b", "side", f"../{name}side")
    main, side = examined(repository), examined(tmp_path / name / f"{name}side")
    assert one_project(main, side)
    assert main.directory == str(repository)
    assert side.directory == str(tmp_path / name / f"{name}side")
    assert main.root_commits == (git(repository, "rev-parse", "HEAD"),)
    assert main.remote == f"local:{tmp_path}/{name}/up"


@pytest.mark.parametrize(
    ("directory", "message"),
    [
        pytest.param("/nowhere/at/all", "directory '/nowhere/at/all' does not exist", id="missing"),
        pytest.param("", "directory '' is not absolute", id="empty"),
        pytest.param("src", "directory 'src' is not absolute", id="relative"),
        pytest.param(
            "/a\0b", r"directory '/a\x00b' cannot be reached: embedded null byte", id="nul"
        ),
        pytest.param(
            "/" + "x" * 300,
            f"directory '/{'x' * 300}' cannot be reached: File name too long",
            id="too-long",
        ),
    ],
)
def test_a_directory_that_cannot_be_is_refused(directory: str, message: str) -> None:
    with pytest.raises(InvalidArgumentError) as refused:
        WORKSPACE.located(directory)
    assert refused.value.message == message


def test_a_file_and_a_link_to_itself_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(InvalidArgumentError, match=r"file' is not a directory$"):
        located(tmp_path / "file")
    with pytest.raises(InvalidArgumentError, match=r"loop' cannot be reached: "):
        located(tmp_path / "loop")


def test_a_path_that_no_store_can_keep_is_refused(tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"\xff")
    odd.mkdir()
    with pytest.raises(InvalidArgumentError, match=r"\\udcff' is not UTF-8$"):
        located(odd)


# What git tells


def test_git_tells_the_root_and_the_remote(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom", remote="git@git.example.org:a/loom.git")
    root = git(repository, "rev-parse", "HEAD")
    git(repository, "commit", "-q", "--allow-empty", "-m", "second")
    evidence = examined(repository)
    assert evidence.root_commits == (root,)
    assert evidence.remote == "git.example.org/a/loom"
    assert (evidence.directory, evidence.common_dir) == (str(repository), str(repository / ".git"))


def test_the_roots_of_an_orphan_branch_are_added(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom")
    before = examined(repository).root_commits
    git(repository, "checkout", "-q", "--orphan", "pages")
    git(repository, "commit", "-q", "--allow-empty", "-m", "pages")
    pages = git(repository, "rev-parse", "HEAD")
    assert examined(repository).root_commits == tuple(sorted({*before, pages}))


def test_a_head_that_no_branch_holds_counts(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom", commit=None)
    git(repository, "commit", "-q", "--allow-empty", "-m", "first")
    git(repository, "checkout", "-q", "--detach")
    git(repository, "branch", "-q", "-D", "main")
    assert examined(repository).root_commits == (git(repository, "rev-parse", "HEAD"),)


def test_a_stash_is_no_root(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom")
    before = examined(repository).root_commits
    (repository / "new.txt").write_text("not tracked")
    git(repository, "stash", "push", "-q", "--include-untracked")
    assert examined(repository).root_commits == before


def test_history_that_is_pasted_over_keeps_its_root(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom")
    before = examined(repository).root_commits
    git(repository, "commit", "-q", "--allow-empty", "-m", "second")
    git(repository, "replace", "--graft", "HEAD")
    grafts = repository / ".git" / "info" / "grafts"
    grafts.parent.mkdir(exist_ok=True)
    grafts.write_text(git(repository, "rev-parse", "HEAD") + "\n")
    # The stand-in that `replace` keeps is itself a commit without parents.
    assert set(before) < set(examined(repository).root_commits)


def test_roots_are_sorted_and_at_most_thirty_two(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom")
    tree = git(repository, "rev-parse", "HEAD^{tree}")
    roots = [git(repository, "rev-parse", "HEAD")]
    for number in range(ROOT_COMMITS_MAX + 3):
        roots.append(git(repository, "commit-tree", tree, "-m", str(number)))
        git(repository, "update-ref", f"refs/heads/orphan-{number}", roots[-1])
    assert examined(repository).root_commits == tuple(sorted(roots)[:ROOT_COMMITS_MAX])


def test_a_shallow_clone_tells_no_root_but_its_remote(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom")
    git(repository, "commit", "-q", "--allow-empty", "-m", "second")
    git(tmp_path, "clone", "-q", "--depth", "1", repository.as_uri(), "shallow")
    evidence = examined(tmp_path / "shallow")
    assert (evidence.root_commits, evidence.remote) == ((), f"local:{repository}")


def test_an_empty_repository_tells_its_root_from_the_first_commit_on(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom", commit=None)
    before = examined(repository)
    git(repository, "commit", "-q", "--allow-empty", "-m", "first")
    after = examined(repository)
    assert one_project(before, after)
    assert (before.root_commits, before.remote) == ((), None)
    assert after.root_commits == (git(repository, "rev-parse", "HEAD"),)


def test_a_fork_shares_the_root_and_not_the_remote(tmp_path: Path) -> None:
    upstream = a_repository(tmp_path / "loom", remote="https://git.example.org/a/loom")
    git(tmp_path, "clone", "-q", str(upstream), "fork")
    git(tmp_path / "fork", "remote", "set-url", "origin", "https://git.example.org/b/loom")
    one, other = examined(upstream), examined(tmp_path / "fork")
    assert one.root_commits == other.root_commits
    assert (one.remote, other.remote) == ("git.example.org/a/loom", "git.example.org/b/loom")


@pytest.mark.parametrize(
    ("remotes", "expected"),
    [
        pytest.param({}, None, id="none"),
        pytest.param({"zeta": "ssh://h/z"}, "h/z", id="the-only-one"),
        pytest.param({"zeta": "ssh://h/z", "alpha": "ssh://h/a"}, "h/a", id="first-by-name"),
        pytest.param(
            {"zeta": "ssh://h/z", "origin": "ssh://h/o", "a": "ssh://h/a"}, "h/o", id="origin"
        ),
        pytest.param({"a.b": "ssh://h/dots"}, "h/dots", id="a-dot-in-the-name"),
    ],
)
def test_one_remote_speaks_for_all(
    tmp_path: Path, remotes: Mapping[str, str], expected: str | None
) -> None:
    repository = a_repository(tmp_path / "loom")
    for name, url in remotes.items():
        git(repository, "remote", "add", name, url)
    assert examined(repository).remote == expected


def test_a_remote_is_read_as_it_was_written(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom", remote="https://git.example.org/a/loom")
    configure(
        repository, '[url "https://mirror.example.org/"]\n insteadOf = https://git.example.org/\n'
    )
    configure(repository, '[remote "origin"]\n url\n url =\n url = https://second.example.org/x\n')
    assert examined(repository).remote == "git.example.org/a/loom"


def test_an_address_with_a_password_is_told_without_it(tmp_path: Path) -> None:
    secret = "gh" + "p_" + "0123456789abcdef" * 2
    repository = a_repository(tmp_path / "loom", remote=f"https://me:{secret}@git.example.org/a/b")
    evidence = examined(repository)
    assert evidence.remote == "git.example.org/a/b"
    assert secret not in repr(evidence)


# What git does not do


def test_the_variables_of_git_are_not_heeded(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom", remote="https://git.example.org/a/loom")
    other = a_repository(tmp_path / "other", commit="another first")
    marker = tmp_path / "trace"
    misled = GitWorkspace(
        environment=PLAIN
        | {
            "GIT_DIR": str(other / ".git"),
            "GIT_COMMON_DIR": str(other / ".git"),
            "GIT_OBJECT_DIRECTORY": str(other / ".git" / "objects"),
            "GIT_WORK_TREE": str(other),
            "GIT_INDEX_FILE": str(other / ".git" / "index"),
            "GIT_CEILING_DIRECTORIES": str(tmp_path),
            "GIT_TRACE": str(marker),
            "GIT_CONFIG_PARAMETERS": "'remote.origin.url=https://evil.example.org/x'",
        }
    )
    assert examined(repository, misled) == examined(repository)
    assert not marker.exists()


def programs(marker: Path, hooks: Path) -> str:
    """Return a config with every way to start a program that a look at a repository might take."""
    touch = f"touch {marker}"
    return f"""
[core]
    fsmonitor = "{touch}; false"
    sshCommand = "{touch}; false"
    gitProxy = "{touch}; false"
    askPass = "{touch}; false"
    pager = "{touch}; cat"
    editor = "{touch}; false"
    alternateRefsCommand = "{touch}; false"
    hooksPath = {hooks}
[pager]
    rev-list = "{touch}; cat"
    config = "{touch}; cat"
[alias]
    rev-list = "!{touch}"
    config = "!{touch}"
[credential]
    helper = "!{touch}"
[diff]
    external = "{touch}; false"
[gpg]
    program = "{touch}; false"
[log]
    showSignature = true
[protocol "ext"]
    allow = always
[remote "origin"]
    promisor = true
    partialclonefilter = blob:none
    url = "ext::{touch}"
    uploadpack = "{touch}; false"
[extensions]
    partialClone = origin
"""


@pytest.mark.parametrize("included", [False, True], ids=["in-its-config", "in-an-included-file"])
def test_a_hostile_config_starts_no_program(tmp_path: Path, *, included: bool) -> None:
    repository = a_repository(tmp_path / "loom")
    root = git(repository, "rev-parse", "HEAD")
    git(repository, "commit", "-q", "--allow-empty", "-m", "second")
    marker, hooks, more = tmp_path / "marker", tmp_path / "hooks", tmp_path / "more.config"
    hooks.mkdir()
    for hook in ("post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"):
        (hooks / hook).write_text(f"#!/bin/sh\ntouch {marker}\n")
        (hooks / hook).chmod(0o755)
    text = programs(marker, hooks)
    if included:
        more.write_text(text)
        configure(
            repository,
            "[core]\n repositoryformatversion = 1\n[extensions]\n partialClone = origin\n",
        )
        text = f'[includeIf "gitdir:/**"]\n path = {more}\n'
    else:
        text = "[core]\n repositoryformatversion = 1\n" + text
    configure(repository, text)
    (repository / ".git" / "objects" / root[:2] / root[2:]).unlink()  # So that it would be fetched.

    for command in ("status", "rev-list --all"):  # The traps are good: a plain git falls into them.
        with contextlib.suppress(subprocess.CalledProcessError):
            git(repository, *command.split())
        assert marker.exists(), command
        marker.unlink()

    evidence = examined(repository)
    assert not marker.exists()
    assert (evidence.root_commits, evidence.remote) == ((), None)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a repository away")
def test_a_repository_of_another_user_is_read(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "loom", remote="https://git.example.org/a/loom")
    before = examined(repository)
    for path in (repository, *repository.rglob("*")):
        os.chown(path, 12_345, 12_345)
    with pytest.raises(subprocess.CalledProcessError):
        git(repository, "status")
    assert examined(repository) == before


@pytest.mark.parametrize("path", ["", "empty"], ids=["no-path", "a-path-without-git"])
def test_without_git_the_files_alone_speak(tmp_path: Path, path: str) -> None:
    repository = a_repository(tmp_path / "loom", remote="https://git.example.org/a/loom")
    (tmp_path / "empty").mkdir()
    without = GitWorkspace(environment=PLAIN | {"PATH": str(tmp_path / path) if path else ""})
    assert examined(repository, without) == located(repository)


def test_a_checkout_that_went_away_in_between_shows_no_more(tmp_path: Path) -> None:
    before = located(a_repository(tmp_path / "loom"))
    shutil.rmtree(tmp_path / "loom")
    assert asyncio.run(WORKSPACE.examined(before)) == before


def a_fake_git(directory: Path, script: str) -> GitWorkspace:
    directory.mkdir()
    (directory / "git").write_text(f"#!/bin/sh\n{script}\n")
    (directory / "git").chmod(0o755)
    path = f"{directory}{os.pathsep}{PLAIN['PATH']}"
    return GitWorkspace(environment=PLAIN | {"PATH": path}, time_limit_s=1.0)


@pytest.mark.parametrize(
    "ending",
    [
        pytest.param("sleep 600", id="it-hangs-with-its-child"),
        pytest.param("trap '' TERM INT HUP; while :; do sleep 600; done", id="it-heeds-no-signal"),
        pytest.param("sleep 600 & exit 0", id="it-ends-and-its-child-holds-the-pipe"),
        pytest.param("exec >&-; sleep 600", id="it-closes-the-pipe-and-stays"),
        pytest.param("yes a-root", id="it-talks-without-end"),
    ],
)
def test_a_git_that_does_not_end_is_ended_with_all_it_started(tmp_path: Path, ending: str) -> None:
    repository = a_repository(tmp_path / "loom")
    pipe = tmp_path / "alive"
    os.mkfifo(pipe)
    # Whatever lives of a run holds the pipe open: its end is the end of them all.
    workspace = a_fake_git(tmp_path / "bin", f"exec 3>'{pipe}'; echo started >&3\n{ending}")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert examined(repository, workspace) == located(repository)
        said = b""
        while select.select([reader], [], [], 30)[0] and (piece := os.read(reader, 4_096)):
            said += piece
        ready, _, _ = select.select([reader], [], [], 0)
    finally:
        os.close(reader)
    assert said == b"started\n" * 2
    assert ready, "something of git lives on"


def test_a_caller_that_gives_up_leaves_no_git_behind(tmp_path: Path) -> None:
    evidence = located(a_repository(tmp_path / "loom"))
    pipe = tmp_path / "alive"
    os.mkfifo(pipe)
    workspace = a_fake_git(tmp_path / "bin", f"exec 3>'{pipe}'; echo started >&3; exec sleep 600")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    async def given_up() -> None:
        started = asyncio.Event()
        asyncio.get_running_loop().add_reader(reader, started.set)
        task = asyncio.create_task(workspace.examined(evidence))
        async with asyncio.timeout(30):
            await started.wait()
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()

    try:
        asyncio.run(given_up())
        while select.select([reader], [], [], 30)[0] and os.read(reader, 4_096):
            pass
        ready, _, _ = select.select([reader], [], [], 0)
    finally:
        os.close(reader)
    assert ready, "something of git lives on"


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("echo a-root; exit 3", id="it-fails-after-it-spoke"),
        pytest.param("printf '\\377'; exit 1", id="it-stammers"),
        pytest.param("kill -9 $$", id="it-is-killed"),
    ],
)
def test_a_git_that_fails_is_no_evidence(tmp_path: Path, script: str) -> None:
    repository = a_repository(tmp_path / "loom")
    assert examined(repository, a_fake_git(tmp_path / "bin", script)) == located(repository)


# One spelling of a remote


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        pytest.param("https://git.example.org/a/loom.git", "git.example.org/a/loom", id="https"),
        pytest.param(
            "http://Git.Example.ORG/a/loom/", "git.example.org/a/loom", id="upper-case-host"
        ),
        pytest.param(
            "HTTPS://git.example.org/a/loom", "git.example.org/a/loom", id="upper-case-scheme"
        ),
        pytest.param("git@git.example.org:a/loom.git", "git.example.org/a/loom", id="scp"),
        pytest.param("git.example.org:a/loom.git", "git.example.org/a/loom", id="scp-without-user"),
        pytest.param("git@git.example.org:/a/loom.git/", "git.example.org/a/loom", id="scp-rooted"),
        pytest.param("ssh://git@git.example.org/a/loom.git", "git.example.org/a/loom", id="ssh"),
        pytest.param("git+ssh://git.example.org/a/loom", "git.example.org/a/loom", id="git+ssh"),
        pytest.param("git://git.example.org/a/loom.git", "git.example.org/a/loom", id="git"),
        pytest.param("https://git.example.org:443/a/b", "git.example.org/a/b", id="port-of-https"),
        pytest.param("ssh://git@git.example.org:22/a/b", "git.example.org/a/b", id="port-of-ssh"),
        pytest.param("git://git.example.org:9418/a/b", "git.example.org/a/b", id="port-of-git"),
        pytest.param(
            "https://git.example.org:/a/b", "git.example.org/a/b", id="no-digits-of-a-port"
        ),
        pytest.param(
            "ssh://git@git.example.org:2222/a/b", "git.example.org:2222/a/b", id="other-port"
        ),
        pytest.param(
            "ssh://git@h.example.org:443/a", "h.example.org:443/a", id="port-of-another-scheme"
        ),
        pytest.param("https://h.example.org:99999999/a", None, id="no-port"),
        pytest.param("https://h.example.org:x/a", None, id="no-number"),
        pytest.param("ssh://git@[2001:DB8::1]:22/a/b", "[2001:db8::1]/a/b", id="ipv6"),
        pytest.param("git@[2001:db8::1]:a/b", "[2001:db8::1]/a/b", id="ipv6-scp"),
        pytest.param(
            "https://git.example.org/A/Loom", "git.example.org/A/Loom", id="case-of-a-path"
        ),
        pytest.param("https://github.com/Acme/Loom.git", "github.com/acme/loom", id="github"),
        pytest.param("git@GitLab.com:Acme/Sub/Loom.git", "gitlab.com/acme/sub/loom", id="gitlab"),
        pytest.param(
            "https://me@bitbucket.org/Acme/Loom", "bitbucket.org/acme/loom", id="bitbucket"
        ),
        pytest.param("https://xgithub.com/Acme/Loom", "xgithub.com/Acme/Loom", id="like-github"),
        pytest.param("https://h.example.org//a/./b.git.git//", "h.example.org/a/b", id="untidy"),
        pytest.param("https://h.example.org/a/.git", "h.example.org/a", id="its-git-directory"),
        pytest.param(
            "https://h.example.org/a%20b/%C3%A9t%C3%A9", "h.example.org/a b/été", id="escapes"
        ),
        pytest.param("https://h.example.org/a%00b", None, id="escaped-nul"),
        pytest.param("https://h.example.org/a%ff", None, id="escaped-junk"),
        pytest.param("https://h.example.org/a\nb", None, id="newline"),
        pytest.param("https://h.example.org/a?private_token=x#y", "h.example.org/a", id="query"),
        pytest.param("https://h.example.org", None, id="no-path"),
        pytest.param("https://h.example.org/.git", None, id="nothing-but-git"),
        pytest.param("https:///a/b", None, id="no-host"),
        pytest.param("git@:a/b", None, id="no-host-scp"),
        pytest.param("git@h.example.org:", None, id="no-path-scp"),
        pytest.param("ext::sh -c 'a b'", None, id="helper"),
        pytest.param("", None, id="empty"),
        pytest.param("https://h.example.org/" + "a" * 5_000, None, id="too-long"),
        pytest.param("/srv/loom.git", "local:/srv/loom", id="local"),
        pytest.param("/srv/loom/.git/", "local:/srv/loom", id="local-git-directory"),
        pytest.param("/srv//x/../loom", "local:/srv/loom", id="local-untidy"),
        pytest.param("../loom.git", "local:/work/loom", id="relative"),
        pytest.param("loom", "local:/work/space/loom", id="relative-below"),
        pytest.param("./a:b", "local:/work/space/a:b", id="relative-with-colon"),
        pytest.param(".", "local:/work/space", id="itself"),
        pytest.param("/", None, id="root"),
        pytest.param("file:///srv/loom.git", "local:/srv/loom", id="file"),
        pytest.param("file:///srv/my%20loom", "local:/srv/my loom", id="file-escapes"),
        pytest.param("file://server/share/loom", "local:/server/share/loom", id="file-share"),
        pytest.param(
            "/home/me@corp.example/loom", "local:/home/me@corp.example/loom", id="at-in-a-path"
        ),
        pytest.param("/srv/a\0b", None, id="local-nul"),
        pytest.param("/srv/\udcff", None, id="local-not-utf-8"),
    ],
)
def test_a_remote_has_one_spelling(url: str, expected: str | None) -> None:
    assert normalised_remote(url, BASE) == expected


@pytest.mark.parametrize(
    "form",
    [
        pytest.param("https://{}@git.example.org/a/b", id="user"),
        pytest.param("https://me:{}@git.example.org/a/b", id="password"),
        pytest.param("ssh://me:{}@git.example.org:22/a/b", id="ssh"),
        pytest.param("me:{}@git.example.org:a/b", id="scp"),
        pytest.param("me:{}@git.example.org/a/b", id="without-scheme"),
        pytest.param("https:/me:{}@git.example.org/a/b", id="one-slash-short"),
        pytest.param("//me:{}@git.example.org/a/b", id="without-scheme-but-slashes"),
        pytest.param("file://me:{}@git.example.org/a/b", id="file"),
    ],
)
@given(secret=st.text(min_size=1))
@example(secret="pa/ss")
@example(secret="12/34")
@example(secret="p@ss?#:[")
@example(secret="//x")
def test_no_secret_comes_through(form: str, secret: str) -> None:
    for written in (secret, quote(secret.encode(errors="replace"), safe="")):
        remote = normalised_remote(form.format(written), BASE)
        assert remote in {None, "git.example.org/a/b"}


def test_a_bare_token_before_a_host_does_not_come_through() -> None:
    token = "gh" + "p_" + "0123456789abcdef"
    assert normalised_remote(f"{token}@git.example.org/a/b", BASE) is None
    assert normalised_remote(f"file://{token}@git.example.org/a/b", BASE) is None
    assert normalised_remote(f"https://git.example.org/a/b?token={token}", BASE) is not None
    assert token not in str(normalised_remote(f"https://git.example.org/a/b?token={token}", BASE))


REMOTES = st.one_of(
    st.text(),
    st.from_regex(r"[a-z+]{1,5}://[^/]{0,8}(/[^/]{0,5}){0,4}", fullmatch=True),
    st.from_regex(r"([^/]{1,4}@)?[^/]{1,8}:.{0,12}", fullmatch=True),
    st.text(alphabet="/.:@git%2?#[]a~"),
)


@given(url=REMOTES)
@example(url="#:0")
@example(url="/a/...git/..git")
def test_a_spelling_is_spelled_as_itself(url: str) -> None:
    remote = normalised_remote(url, BASE)
    if remote is None:
        return
    remote.encode()
    assert "\0" not in remote
    if remote.startswith("local:/"):
        again = normalised_remote("file://" + quote(remote.removeprefix("local:")), BASE)
    else:
        host, _, path = remote.partition("/")
        again = normalised_remote(f"any://{host}/{quote(path)}", BASE)
    assert again == remote
