"""Which project a directory belongs to, with a real git in real directories."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from lockstitch.app.identify import identify
from lockstitch.app.world import World
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.project import Project
from tests.builders import a_caller, a_folder, found, said
from tests.fakes.clock import StoppedClock

pytestmark = pytest.mark.anyio

_PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
_PERSON = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A. Weaver",
    "GIT_AUTHOR_EMAIL": "weaver@example.org",
    "GIT_COMMITTER_NAME": "A. Weaver",
    "GIT_COMMITTER_EMAIL": "weaver@example.org",
    "LC_ALL": "C",
}
ORIGIN = "https://example.org/team/loom.git"
FORK = "git@example.org:someone/loom.git"


def git(directory: Path, *command: str) -> str:
    return subprocess.run(
        ["git", "-c", "protocol.file.allow=always", *command],
        cwd=directory,
        env=_PLAIN | _PERSON,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()


def commit(directory: Path, message: str) -> None:
    git(directory, "commit", "-q", "--allow-empty", "-m", message)


def a_repository(directory: Path, *, first: str | None = "first", remote: str = "") -> Path:
    """Make a repository; its root commit is the same for the same *first*, message and moment."""
    a_folder(directory)
    git(directory, "init", "-q", "-b", "main")
    if first is not None:
        commit(directory, first)
    if remote:
        git(directory, "remote", "add", "origin", remote)
    return directory


def a_clone(source: Path, directory: Path, *options: str, remote: str = "") -> Path:
    git(source.parent, "clone", "-q", *options, source.as_uri(), str(directory))
    if remote:
        git(directory, "remote", "set-url", "origin", remote)
    else:
        git(directory, "remote", "remove", "origin")
    return directory


async def project_at(world: World, directory: Path) -> Project:
    return await identify(world, str(directory))


async def test_a_checkout_is_one_project_from_every_folder_in_it(
    world: World, tmp_path: Path
) -> None:
    top = a_repository(tmp_path / "loom", remote=ORIGIN)
    project = await project_at(world, top)
    assert (project.name, project.remote) == ("loom", "example.org/team/loom")
    assert project.directories == (str(top),)
    for inside in (top / "src" / "deep", top / ".git" / "hooks"):
        assert await project_at(world, a_folder(inside)) == project


async def test_a_worktree_is_the_same_project(world: World, tmp_path: Path) -> None:
    top = a_repository(tmp_path / "loom")
    git(top, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    first = await project_at(world, tmp_path / "side")
    assert (await project_at(world, top)).id == first.id


@pytest.mark.parametrize("remote", [ORIGIN, ""], ids=["with-a-remote", "without-a-remote"])
async def test_a_checkout_that_was_moved_is_the_same_project(
    world: World, tmp_path: Path, remote: str
) -> None:
    top = a_repository(tmp_path / "loom", remote=remote)
    before = await project_at(world, top)
    await said(world, a_caller(before.id), "said before the move")
    top.rename(tmp_path / "moved")
    after = await project_at(world, tmp_path / "moved")
    assert after.id == before.id
    assert await found(world, a_caller(after.id), "before the move")


async def test_what_comes_to_the_old_place_of_a_moved_checkout_is_another_project(
    world: World, tmp_path: Path
) -> None:
    moved = await project_at(world, a_repository(tmp_path / "loom"))
    (tmp_path / "loom").rename(tmp_path / "moved")
    assert (await project_at(world, tmp_path / "moved")).id == moved.id
    newcomer = await project_at(world, a_repository(tmp_path / "loom", first="of another"))
    assert newcomer.id != moved.id
    assert (await project_at(world, tmp_path / "moved")).id == moved.id


async def test_two_clones_of_one_repository_are_one_project(world: World, tmp_path: Path) -> None:
    source = a_repository(tmp_path / "source")
    one = a_clone(source, tmp_path / "one", remote=ORIGIN)
    two = a_clone(source, tmp_path / "two", remote="ssh://git@example.org:22/team/loom")
    assert (await project_at(world, one)).id == (await project_at(world, two)).id


async def test_a_fork_is_another_project_with_a_suggested_link(
    world: World, tmp_path: Path
) -> None:
    source = a_repository(tmp_path / "source")
    upstream = await project_at(world, a_clone(source, tmp_path / "one", remote=ORIGIN))
    fork = await project_at(world, a_clone(source, tmp_path / "two", remote=FORK))
    assert fork.id != upstream.id
    assert fork.suggested_links == (upstream.id,)
    again = await world.projects.get(upstream.id)
    assert again is not None
    assert again.suggested_links == (fork.id,)


async def test_two_clones_of_a_template_without_a_remote_are_two_projects(
    world: World, tmp_path: Path
) -> None:
    template = a_repository(tmp_path / "template")
    one = await project_at(world, a_clone(template, tmp_path / "one"))
    two = await project_at(world, a_clone(template, tmp_path / "two"))
    assert one.id != two.id
    assert two.suggested_links == (one.id,)


async def test_two_projects_made_from_a_template_with_their_own_history_share_nothing(
    world: World, tmp_path: Path
) -> None:
    one = await project_at(world, a_repository(tmp_path / "one", first="from the template: one"))
    two = await project_at(world, a_repository(tmp_path / "two", first="from the template: two"))
    assert one.id != two.id
    assert two.suggested_links == ()


async def test_a_shallow_clone_is_known_by_its_place_and_becomes_one_with_its_kind_when_deepened(
    world: World, tmp_path: Path, clock: StoppedClock
) -> None:
    source = a_repository(tmp_path / "source")
    commit(source, "second")
    shallow = a_clone(source, tmp_path / "shallow", "--depth", "1", remote=ORIGIN)
    first = await project_at(world, shallow)
    assert first.root_commits == ()
    assert await project_at(world, a_folder(shallow / "src")) == first
    git(shallow, "fetch", "-q", "--unshallow", source.as_uri())
    clock.advance(3_600)
    deepened = await project_at(world, shallow)
    assert deepened.id == first.id
    assert len(deepened.root_commits) == 1
    whole = a_clone(source, tmp_path / "whole", remote=ORIGIN)
    assert (await project_at(world, whole)).id == first.id


async def test_two_shallow_clones_with_one_remote_are_two_projects_until_a_root_is_known(
    world: World, tmp_path: Path
) -> None:
    source = a_repository(tmp_path / "source")
    commit(source, "second")
    one = a_clone(source, tmp_path / "one", "--depth", "1", remote=ORIGIN)
    two = a_clone(source, tmp_path / "two", "--depth", "1", remote=ORIGIN)
    assert (await project_at(world, one)).id != (await project_at(world, two)).id


async def test_an_empty_repository_stays_the_same_project_with_its_first_commit(
    world: World, tmp_path: Path, clock: StoppedClock
) -> None:
    top = a_repository(tmp_path / "loom", first=None)
    empty = await project_at(world, top)
    commit(top, "first")
    assert (await project_at(world, top)).id == empty.id
    clock.advance(3_600)
    grown = await project_at(world, top)
    assert (grown.id, len(grown.root_commits)) == (empty.id, 1)


async def test_an_orphan_branch_stays_in_its_project(
    world: World, tmp_path: Path, clock: StoppedClock
) -> None:
    top = a_repository(tmp_path / "loom", remote=ORIGIN)
    before = await project_at(world, top)
    git(top, "checkout", "-q", "--orphan", "pages")
    commit(top, "of the pages")
    assert (await project_at(world, top)).id == before.id
    git(top, "branch", "-q", "-D", "main")  # the root that was known is gone
    top.rename(tmp_path / "moved")
    clock.advance(3_600)
    assert (await project_at(world, tmp_path / "moved")).id != before.id


async def test_a_clone_with_an_orphan_branch_shares_the_other_root(
    world: World, tmp_path: Path
) -> None:
    source = a_repository(tmp_path / "source")
    git(source, "checkout", "-q", "--orphan", "pages")
    commit(source, "of the pages")
    git(source, "checkout", "-q", "main")
    both = await project_at(world, a_clone(source, tmp_path / "both", remote=ORIGIN))
    assert len(both.root_commits) == 2
    one = a_clone(source, tmp_path / "one", "--single-branch", remote=ORIGIN)
    assert (await project_at(world, one)).id == both.id


async def test_a_repository_made_anew_at_the_same_place_is_another_project(
    world: World, tmp_path: Path
) -> None:
    top = a_repository(tmp_path / "loom")
    before = await project_at(world, top)
    await said(world, a_caller(before.id), "said before it was deleted")
    shutil.rmtree(top)
    after = await project_at(world, a_repository(top, first="another beginning"))
    assert after.id != before.id
    assert after.suggested_links == ()
    assert not await found(world, a_caller(after.id), "deleted")


async def test_a_repository_cloned_anew_at_the_same_place_is_the_same_project(
    world: World, tmp_path: Path
) -> None:
    source = a_repository(tmp_path / "source")
    top = a_clone(source, tmp_path / "loom", remote=ORIGIN)
    before = await project_at(world, top)
    shutil.rmtree(top)
    assert (await project_at(world, a_clone(source, top, remote=ORIGIN))).id == before.id


async def test_a_plain_folder_is_a_project_by_itself_and_not_what_is_below_it(
    world: World, tmp_path: Path
) -> None:
    folder = await project_at(world, a_folder(tmp_path / "notes"))
    assert await project_at(world, tmp_path / "notes") == folder
    below = await project_at(world, a_folder(tmp_path / "notes" / "2026"))
    assert below.id != folder.id


async def test_a_folder_that_becomes_a_repository_is_looked_at_anew(
    world: World, tmp_path: Path
) -> None:
    plain = await project_at(world, a_folder(tmp_path / "loom"))
    repository = await project_at(world, a_repository(tmp_path / "loom"))
    assert repository.id != plain.id


async def test_a_directory_that_is_not_there_is_no_project(world: World, tmp_path: Path) -> None:
    with pytest.raises(InvalidArgumentError):
        await project_at(world, tmp_path / "nowhere")
    assert await world.projects.all() == []


async def test_what_was_seen_before_is_recognised_without_asking_git(
    world: World, tmp_path: Path
) -> None:
    top = a_repository(tmp_path / "loom")
    before = await project_at(world, top)
    config = top / ".git" / "config"
    config.write_text("this is not a file of settings [")  # any question to git fails from now on
    assert await project_at(world, top) == before
