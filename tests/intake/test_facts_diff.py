"""Diffs: what came of each file, and each hunk with its place and its lines."""

import difflib
import subprocess
from pathlib import Path

import pytest
from inline_snapshot import snapshot

from lockstitch.domain.fact import FactKind
from lockstitch.domain.limits import LIMITS
from lockstitch.intake.facts import extract


def hunks(text: str) -> dict[str, str]:
    found = extract(text, tool_name=None).facts
    assert all(fact.file_path for fact in found if fact.kind is FactKind.DIFF_HUNK)
    return {fact.name: fact.value for fact in found if fact.kind is FactKind.DIFF_HUNK}


class Repo:
    """A git repository in a folder of its own, out of reach of anyone's settings."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str, ok: tuple[int, ...] = (0,)) -> str:
        done = subprocess.run(
            ["git", "-c", "user.name=T", "-c", "user.email=t@example.test", *arguments],
            cwd=self.root,
            env={
                "PATH": "/usr/bin:/bin:/usr/local/bin",
                "HOME": str(self.root),
                "GIT_CONFIG_NOSYSTEM": "1",
            },
            capture_output=True,
            check=False,
        )
        assert done.returncode in ok, done.stderr
        return done.stdout.decode("utf-8", "replace")

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")

    def commit(self, message: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path)


def lines(*numbers: int) -> str:
    return "".join(f"line {number}\n" for number in numbers)


def test_what_git_shows_is_read(repo: Repo) -> None:
    body = "".join(f"    {number}\n" for number in range(30))
    repo.write("a.py", "def first():\n    return 1\n" + body + "def last():\n    return 2\n")
    repo.write("gone.txt", lines(1, 2))
    repo.write("old name.txt", lines(*range(9)))
    repo.write("größe.txt", "one\n")
    (repo.root / "image.bin").write_bytes(b"\0\1\2")
    repo.write("run.sh", "#!/bin/sh\n")
    repo.commit("first")
    repo.write(
        "a.py", "def first():\n    return 3\n" + body + "def last():\n    return 4\n    pass\n"
    )
    (repo.root / "gone.txt").unlink()
    (repo.root / "old name.txt").rename(repo.root / "new name.txt")
    repo.write("größe.txt", "two\n")
    (repo.root / "image.bin").write_bytes(b"\0\1\3")
    (repo.root / "run.sh").chmod(0o755)
    repo.write("src/new.py", "x = 1\n")
    repo.write("empty.txt", "")
    repo.git("add", "-A")
    text = repo.git("diff", "--cached", "-M")
    assert hunks(text) == snapshot(
        {
            "a.py": "modified +3 -2",
            "empty.txt": "added",
            "gone.txt": "deleted +0 -2",
            "größe.txt": "modified +1 -1",
            "image.bin": "modified, binary",
            "new name.txt": "renamed from old name.txt",
            "run.sh": "mode 100644 to 100755",
            "src/new.py": "added +1 -0",
            "a.py@@1,5": "+1 -1",
            "a.py@@31,5": "+2 -1 def first():",
            "gone.txt@@0,0": "+0 -2",
            "größe.txt@@1,1": "+1 -1",
            "src/new.py@@1,1": "+1 -0",
        }
    )
    assert extract(text, tool_name="Bash").summary == snapshot("diff: 8 files, 5 hunks, +5 -5")


def test_a_diff_without_context_or_prefix_is_read(repo: Repo) -> None:
    repo.write("a.txt", lines(*range(9)))
    repo.commit("first")
    repo.write("a.txt", lines(0, 2, 3, 40, 5, 6, 7, 8))
    assert hunks(repo.git("diff", "-U0", "--no-prefix")) == snapshot(
        {"a.txt": "modified +1 -2", "a.txt@@1,0": "+0 -1 line 0", "a.txt@@4,1": "+1 -1 line 3"}
    )


def test_colours_change_nothing(repo: Repo) -> None:
    repo.write("a.txt", lines(1, 2))
    repo.commit("first")
    repo.write("a.txt", lines(1, 3))
    assert hunks(repo.git("diff", "--color=always")) == hunks(repo.git("diff"))


def test_a_log_adds_up_the_lines_of_a_path(repo: Repo) -> None:
    repo.write("a.txt", lines(1))
    repo.commit("first")
    repo.write("a.txt", lines(1, 2))
    repo.commit("second")
    repo.write("a.txt", lines(1, 2, 3))
    repo.commit("third")
    assert hunks(repo.git("log", "-p", "--no-decorate")) == snapshot(
        {
            "a.txt": "modified +3 -0",
            "a.txt@@1,3": "+1 -0",
            "a.txt@@1,2": "+1 -0",
            "a.txt@@1,1": "+1 -0",
        }
    )


def test_the_diff_of_a_merge_is_passed_over(repo: Repo) -> None:
    repo.write("a.txt", lines(1, 2, 3))
    repo.commit("first")
    repo.git("checkout", "-q", "-b", "side")
    repo.write("a.txt", lines(1, 20, 3))
    repo.commit("side")
    repo.git("checkout", "-q", "main")
    repo.write("a.txt", lines(1, 30, 3))
    repo.commit("main")
    repo.git("merge", "-q", "side", ok=(0, 1))
    text = repo.git("diff")
    assert text.startswith("diff --cc a.txt")
    assert hunks(text) == {}
    assert hunks(text + "diff --git a/b b/b\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n") == {
        "b": "modified +1 -1",
        "b@@1,1": "+1 -1",
    }


def test_a_changed_diff_is_not_taken_for_a_diff(repo: Repo) -> None:
    inner = "--- a/inner\n+++ b/inner\n@@ -1 +1 @@\n-x\n+y\n"
    repo.write("fix.patch", inner)
    repo.write("log.sql", "-- a\n-- b\n")
    repo.commit("first")
    repo.write("fix.patch", inner.replace("inner", "other"))
    repo.write("log.sql", "++ a\n-- b\n")
    assert hunks(repo.git("diff")) == snapshot(
        {
            "fix.patch": "modified +2 -2",
            "log.sql": "modified +1 -1",
            "fix.patch@@1,5": "+2 -2",
            "log.sql@@1,2": "+1 -1",
        }
    )


def test_results_in_a_changed_file_are_no_results(repo: Repo) -> None:
    repo.write("out.txt", "  2 passing (3ms)\nexit code: 1\n1 passed in 2s\n")
    repo.commit("first")
    repo.write("out.txt", "  2 passing (3ms)\nexit code: 2\n1 passed in 2s\n")
    found = extract(repo.git("diff"), tool_name=None).facts
    assert {fact.kind for fact in found} == {FactKind.DIFF_HUNK}


def test_what_difflib_writes_is_read() -> None:
    made = difflib.unified_diff(
        ["a\n", "b\n"], ["a\n", "c\n"], "old.txt", "new.txt", "2026-02-03", "2026-02-04"
    )
    assert hunks("".join(made)) == {"new.txt": "modified +1 -1", "new.txt@@1,2": "+1 -1"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "$ diff -u a.c b.c\n--- a.c\t2026-02-03 10:00:00\n+++ b.c\t2026-02-03 11:00:00\n@@ -1,2 +1,3 @@\n x\n+y\n z\nexit code: 1",
            {"b.c": "modified +1 -0", "b.c@@1,3": "+1 -0"},
            id="under-its-command",
        ),
        pytest.param(
            "--- /dev/null\n+++ b/n.py\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n",
            {"n.py": "added +1 -0", "n.py@@1,1": "+1 -0"},
            id="from-nowhere",
        ),
        pytest.param(
            'diff --git "a/t\\tb.txt" "b/t\\tb.txt"\nold mode 100644\nnew mode 100755\n',
            {"t\\tb.txt": "mode 100644 to 100755"},
            id="a-quoted-path",
        ),
        pytest.param(
            "diff --git a/a b b/a b\nindex 1..2 100644\nBinary files a/a b and b/a b differ\n",
            {"a b": "modified, binary"},
            id="a-path-with-a-space",
        ),
        pytest.param(
            "diff --git a/x.py b/y.py\nsimilarity index 90%\nrename from x.py\nrename to y.py\n"
            "--- a/x.py\n+++ b/y.py\n@@ -1 +1 @@ class A:\n-a\n+b\n",
            {"y.py": "renamed from x.py +1 -1", "y.py@@1,1": "+1 -1 class A:"},
            id="a-rename-with-changes",
        ),
        pytest.param(
            "diff --git i/x.py w/x.py\nindex 1..2\n--- i/x.py\n+++ w/x.py\n@@ -1 +1 @@\n-a\n+b\n",
            {"x.py": "modified +1 -1", "x.py@@1,1": "+1 -1"},
            id="other-prefixes",
        ),
        pytest.param(
            "--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\n-b\n[output cut]\n",
            {"x": "modified +0 -1", "x@@1,9": "+0 -1 (cut short)"},
            id="cut-short",
        ),
        pytest.param(
            "--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n a\n-b\n+c\n\n d",
            {"x": "modified +1 -1", "x@@1,4": "+1 -1"},
            id="a-blank-context-line-lost-its-space",
        ),
        pytest.param(
            "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+c",
            {"x": "modified +1 -1", "x@@1,3": "+1 -1"},
            id="the-end-was-stripped",
        ),
        pytest.param("diff --git a/x b/x\nis what git prints.\n", {}, id="a-command-in-prose"),
        pytest.param("--- Expected\n+++ Actual\n@@ @@\n-a\n+b\n", {}, id="what-a-test-prints"),
        pytest.param("--- a\n+++ b\n", {}, id="no-hunk"),
        pytest.param("@@ -1 +1 @@\n-a\n+b\n", {}, id="a-hunk-of-no-file"),
        pytest.param("See:\n```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\nThat is all.", {}, id="quoted-in-prose"),
        pytest.param("```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```", {"x": "modified +1 -1", "x@@1,1": "+1 -1"}, id="all-in-a-fence"),
    ],
)  # fmt: skip
def test_a_diff_is_read_in_every_dress(text: str, expected: dict[str, str]) -> None:
    assert hunks(text) == expected


def test_a_file_is_named_by_its_path() -> None:
    text = "--- a/src/x.py\n+++ b/src/x.py\n@@ -1 +1 @@\n-a\n+b\n"
    found = extract(text, tool_name="git diff").facts
    assert {fact.file_path for fact in found} == {"src/x.py"}


def test_a_result_under_a_diff_is_read_too() -> None:
    text = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\n1 passed in 0.01s\n[exit 0]\n"
    assert extract(text, tool_name=None).summary == snapshot(
        "pytest: 1 passed; diff: 1 file, 1 hunk, +1 -1; exit code 0"
    )


def test_a_diff_past_the_limit_says_so() -> None:
    text = "diff --git a/x b/x\nindex 1..2\n" * 20_001
    assert extract(text, tool_name=None).summary == snapshot(
        "diff: 1 file, 0 hunks, +0 -0 (the rest was not read)"
    )


def test_files_are_kept_before_hunks() -> None:
    one = "--- a/{0}\n+++ b/{0}\n@@ -1 +1 @@\n-a\n+b\n"
    count = LIMITS.facts_per_episode - 10
    found = extract("".join(one.format(at) for at in range(count)), tool_name=None)
    assert sum("@@" not in fact.name for fact in found.facts) == count
    assert (len(found.facts), found.left_out) == (LIMITS.facts_per_episode, count - 10)
