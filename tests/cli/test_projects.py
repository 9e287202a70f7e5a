"""Projects: which one a command works in, and how they are listed, renamed, linked, merged, split."""

import subprocess
from pathlib import Path

import pytest
from inline_snapshot import snapshot

from tests.cli.terminal import Terminal, tidy


def git(folder: Path, *words: str) -> None:
    """Run git as a person without any settings."""
    person = ["-c", "user.name=A. Weaver", "-c", "user.email=weaver@example.org"]
    command = ["git", *person, "-c", "init.defaultBranch=main", *words]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repositories(terminal: Terminal) -> tuple[Path, Path]:
    """Return a repository and a clone of it without a remote: they share a root commit alone."""
    first, second = terminal.home / "loom", terminal.home / "fork"
    first.mkdir()
    git(first, "init", "-q")
    git(first, "commit", "-q", "--allow-empty", "-m", "first")
    git(terminal.home, "clone", "-q", str(first), str(second))
    git(second, "remote", "remove", "origin")
    return first, second


def project_of(terminal: Terminal, *words: str | Path) -> object:
    return terminal.ask(*words, "status")["project_name"]


def test_the_folder_decides_and_below_a_repository_it_is_the_repository(
    terminal: Terminal, repositories: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert project_of(terminal) == "work"
    below = repositories[0] / "src" / "deep"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert project_of(terminal) == "loom"


def test_a_project_is_named_by_id_by_name_or_by_folder(
    terminal: Terminal, repositories: tuple[Path, Path]
) -> None:
    known = terminal.ask("--project", repositories[0], "status")["project_id"]

    assert project_of(terminal, "--project", "loom") == "loom"
    assert project_of(terminal, "--project", str(known)) == "loom"
    assert project_of(terminal, "--project", "~/loom") == "loom"
    named = Terminal(home=terminal.home, variables={"LOCKSTITCH_PROJECT": "loom"})
    assert project_of(named) == "loom"
    harness = Terminal(home=terminal.home, variables={"CLAUDE_PROJECT_DIR": str(repositories[1])})
    assert project_of(harness) == "fork"


def test_a_name_of_nothing_makes_no_project(terminal: Terminal) -> None:
    ended = terminal.run("--project", "lom", "status")

    assert (ended.code, ended.out) == (3, "")
    assert ended.err == snapshot("""\
error[not-found]: no project has the id or name 'lom'
hint: list them: lockstitch projects
""")
    assert terminal.ask("projects")["projects"] == []


def test_projects_are_listed_oldest_first(
    terminal: Terminal, repositories: tuple[Path, Path]
) -> None:
    assert terminal.run("projects").out == snapshot(
        "there is no project yet: the first thing committed in a folder makes one\n"
    )
    for folder in repositories:
        terminal.run("--project", folder, "commit", "x")

    assert tidy(terminal.run("projects").out, folder=terminal.home) == snapshot("""\
ID                                     NAME  SINCE             FOLDER
proj_1  loom  TIME  ~/loom
proj_2  fork  TIME  ~/fork
""")
    assert terminal.run("projects", "list").out == terminal.run("projects").out


def test_a_project_shows_what_it_may_be_one_with_and_the_commands_for_it(
    terminal: Terminal, repositories: tuple[Path, Path]
) -> None:
    for folder in repositories:
        terminal.run("--project", folder, "commit", "x")

    out = tidy(terminal.run("projects", "show", "fork").out, folder=terminal.home)
    root = next(line for line in out.splitlines() if line.startswith("root"))
    assert out.replace(root, "root     COMMIT") == snapshot("""\
fork (proj_1)
since    TIME
folder   ~/fork
root     COMMIT
shares its first commit with loom (proj_2); if they are one:
  lockstitch projects merge proj_1 proj_2
  lockstitch projects link proj_2 ~/fork  (from now on only)
""")


def test_a_project_is_renamed(terminal: Terminal) -> None:
    terminal.run("commit", "x")

    assert tidy(terminal.run("projects", "rename", "work", "weaving").out) == snapshot(
        "proj_1 is named weaving now\n"
    )
    assert project_of(terminal) == "weaving"


def test_a_linked_folder_belongs_to_the_project_from_now_on(
    terminal: Terminal, repositories: tuple[Path, Path]
) -> None:
    first, second = repositories
    terminal.run("--project", first, "commit", "x")

    ended = terminal.run("projects", "link", "loom", second)

    assert tidy(ended.out, folder=terminal.home) == snapshot(
        "~/fork belongs to loom (proj_1) from now on\n"
    )
    assert project_of(terminal, "--project", second) == "loom"


def test_a_merge_is_planned_first_and_then_done(
    terminal: Terminal, repositories: tuple[Path, Path]
) -> None:
    first, second = repositories
    terminal.run("--project", first, "commit", "warp")
    terminal.run("--project", second, "commit", "weft")
    terminal.run("--project", second, "pin", "Never tangle")

    plan = terminal.run("projects", "merge", "fork", "loom")
    assert tidy(plan.out) == snapshot("""\
would move 1 session with 1 episode and 1 rule from fork (proj_1) to loom (proj_2)
nothing was changed; do it: lockstitch projects merge fork loom --yes
""")
    assert len(terminal.items("projects", "projects")) == 2

    done = terminal.run("projects", "merge", "fork", "loom", "--yes")
    assert tidy(done.out) == snapshot(
        "moved 1 session with 1 episode and 1 rule from fork (proj_1) to loom (proj_2)\n"
    )
    assert terminal.ask("--project", second, "status")["project_episodes"] == 2
    assert terminal.items("results", "--project", "loom", "recall", "weft") != []


def test_a_project_is_not_merged_into_itself(terminal: Terminal) -> None:
    terminal.run("commit", "x")

    assert terminal.run("projects", "merge", "work", "work").code == 4


def test_a_split_is_planned_first_and_then_done(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal.run("commit", "stays", "--session", "s1")
    terminal.run("commit", "goes", "--session", "s2")
    terminal.run("commit", "goes too", "--session", "s2")
    terminal.run("pin", "Never tangle", "--session-only", "s2")

    plan = terminal.run("projects", "split", "work", "web", "--session", "s2")
    assert tidy(plan.out) == snapshot("""\
would move 1 session with 2 episodes and 1 rule from work (proj_1) to web
nothing was changed; do it: lockstitch projects split work web --session s2 --yes
""")
    assert len(terminal.items("projects", "projects")) == 1

    done = terminal.run("projects", "split", "work", "web", "--session", "s2", "--yes")
    assert tidy(done.out) == snapshot("""\
moved 1 session with 2 episodes and 1 rule from work (proj_1) to web
the new project is web (proj_2)
""")
    assert terminal.ask("--project", "web", "status")["project_episodes"] == 2
    assert terminal.ask("status")["project_episodes"] == 1


def test_a_split_by_folder_moves_what_worked_below_it(
    terminal: Terminal, repositories: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    web = repositories[0] / "web"
    web.mkdir()
    monkeypatch.chdir(repositories[0])
    terminal.run("commit", "stays", "--session", "s1")
    monkeypatch.chdir(web)
    terminal.run("commit", "goes", "--session", "s2")
    monkeypatch.chdir(terminal.home)

    plan = terminal.ask("projects", "split", "loom", "web", "--directory", "loom/web")
    assert (plan["sessions"], plan["episodes"]) == (1, 1)
    terminal.run("projects", "split", "loom", "web", "--directory", "loom/web", "--yes")
    assert terminal.ask("--project", "web", "status")["project_episodes"] == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        pytest.param([], 2, id="nothing is named"),
        pytest.param(["--session", "unheard"], 3, id="no such session"),
        pytest.param(["--directory", "/nowhere"], 4, id="nobody worked there"),
    ],
)
@pytest.mark.parametrize("yes", [[], ["--yes"]], ids=["plan", "deed"])
def test_a_split_of_nothing_is_refused(
    words: list[str], code: int, yes: list[str], terminal: Terminal
) -> None:
    terminal.run("commit", "x")

    assert terminal.run("projects", "split", "work", "web", *words, *yes).code == code
    assert len(terminal.items("projects", "projects")) == 1


def test_sessions_are_listed_latest_first_for_the_project_that_is_asked(
    terminal: Terminal,
) -> None:
    there = terminal.home / "elsewhere"
    there.mkdir()
    for number in range(3):
        terminal.run("--project", there, "commit", "x", "--session", f"s{number}")

    assert terminal.run("sessions").out == snapshot("no session has said anything here yet\n")
    listed = terminal.run("sessions", "--project", "elsewhere", "--limit", "2").out
    assert tidy(listed, folder=terminal.home) == snapshot("""\
SESSION  TURNS  LAST SEEN         CLIENT  FOLDER
s2       1      TIME  cli     ~/work
s1       1      TIME  cli     ~/work
""")
