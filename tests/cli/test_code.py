"""Questions about code at the terminal, in a small repository of its own."""

import os
import re
import subprocess
from pathlib import Path
from typing import cast

import pytest
from inline_snapshot import snapshot

from tests.app.code_folders import write
from tests.cli.terminal import Terminal

TEXTS = {
    "loom.py": """
        class Loom:
            def weave(self, threads: int) -> str:
                return cut("cloth" * threads)


        def cut(cloth: str) -> str:
            return cloth[1:]
    """,
    "shop.py": """
        from loom import Loom


        def sell() -> str:
            return Loom().weave(3)
    """,
    "notes.txt": "nothing to parse\n",
}


@pytest.fixture
def shop(terminal: Terminal) -> Path:
    """Return the working directory, with a repository in it that has one commit."""
    root = write(terminal.home / "work", TEXTS)
    _git(root, "init", "-q", "-b", "main")
    _git(root, "add", "-A")
    _git(root, "commit", "-q", "-m", "the shop")
    return root


def _git(root: Path, *words: str) -> None:
    person = {"GIT_AUTHOR_NAME": "A. Weaver", "GIT_AUTHOR_EMAIL": "weaver@example.org"}
    person |= {name.replace("AUTHOR", "COMMITTER"): value for name, value in person.items()}
    environment = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, **person}
    subprocess.run(["git", *words], cwd=root, env=environment, check=True, capture_output=True)


def _tidy(text: str, root: Path) -> str:
    text = text.replace(str(root), "ROOT")
    text = re.sub(r"indexed_at \S+,", "indexed_at TIME,", text)
    return re.sub(r"\b[0-9a-f]{12,16}\b", "HASH", text)


def test_an_index_says_what_it_read_and_then_reads_nothing(terminal: Terminal, shop: Path) -> None:
    assert _tidy(terminal.run("index").out, shop) == snapshot("""\
ROOT: 2 files (python 2)
read now: 2, resolved again: 2
as of commit HASH, indexed_at TIME, 2 files
""")
    assert "read now: 0, resolved again: 0" in terminal.run("index").out
    assert "read now: 2, resolved again: 2" in terminal.run("index", "--rebuild").out
    answer = terminal.ask("index")
    assert cast("dict[str, object]", answer["state"])["languages"] == {"python": 2}


def test_a_map_is_as_long_as_it_may_be(terminal: Terminal, shop: Path) -> None:
    assert _tidy(terminal.run("map").out, shop) == snapshot("""\
commit HASH tree HASH
loom.py:
  6: def cut(cloth: str) -> str
  1: class Loom
  2: Loom: def weave(self, threads: int) -> str
shop.py:
  4: def sell() -> str

tokens_used 60, token_budget 2000: 4 of 4 symbols, in 2 files
as of commit HASH, indexed_at TIME, 2 files
""")
    answer = terminal.ask("map", "--tokens", "40", "--names-only")
    assert cast("int", answer["tokens_used"]) <= 40
    assert "nothing is at: src" in terminal.run("map", "src").out


def test_a_symbol_is_told_as_it_is_now(terminal: Terminal, shop: Path) -> None:
    ended = terminal.run("symbol", "Loom.weave")
    assert ended.code == 0
    assert _tidy(ended.out, shop) == snapshot("""\
found: true (parser)
method loom::Loom::weave
at loom.py:2-3, ast_hash HASH
as of commit HASH, indexed_at TIME, 2 files
signature:
def weave(self, threads: int) -> str
""")
    write(shop, {"loom.py": TEXTS["loom.py"].replace("threads: int", "threads: float")})
    assert terminal.ask("symbol", "weave")["signature"] == "def weave(self, threads: float) -> str"


def test_a_name_that_nothing_has_is_answered_with_near_ones(terminal: Terminal, shop: Path) -> None:
    ended = terminal.run("symbol", "weeve")
    assert ended.code == 3
    assert _tidy(ended.out, shop) == snapshot("""\
found: false (parser)
qualified_name: weeve
note: no such symbol now; code.get_repo_map with names_only shows the names in use
near: loom::Loom::weave
as of commit HASH, indexed_at TIME, 2 files
""")
    ended = terminal.run("impact", "weeve")
    assert ended.code == 3
    assert ended.err == snapshot("""\
error[not-found]: no symbol is named 'weeve': no such symbol now; code.get_repo_map with names_only shows the names in use
hint: near names: loom::Loom::weave
""")


def test_who_depends_on_a_symbol(terminal: Terminal, shop: Path) -> None:
    assert _tidy(terminal.run("impact", "cut").out, shop) == snapshot("""\
symbol loom::cut
at loom.py:6, ast_hash HASH
callers: 2, depth 4
depth 1:
[1] loom::Loom::weave loom.py:3 call
depth 2:
[2] shop::sell shop.py:5 call of [1]
bound: exact
as of commit HASH, indexed_at TIME, 2 files
signature:
def cut(cloth: str) -> str
""")
    assert terminal.ask("impact", "cut", "--depth", "1")["callers_total"] == 1


def test_what_a_change_touches_and_who_depends_on_that(terminal: Terminal, shop: Path) -> None:
    assert terminal.ask("impact", "--diff", "HEAD")["symbols"] == []
    (shop / "notes.txt").write_text("still nothing\n")
    write(shop, {"loom.py": TEXTS["loom.py"].replace("cloth[1:]", "cloth[2:]")})
    assert _tidy(terminal.run("impact", "--diff", "HEAD").out, shop) == snapshot("""\
changed since HEAD: 1
- function loom::cut loom.py:6, callers 2
callers: 2, depth 4
depth 1:
[1] loom::Loom::weave loom.py:3 call of loom::cut
depth 2:
[2] shop::sell shop.py:5 call of [1]
bound: exact
as of commit HASH+dirty, indexed_at TIME, 2 files
""")


def test_a_revision_that_is_not_there_is_refused(terminal: Terminal, shop: Path) -> None:
    assert shop.is_dir()
    ended = terminal.run("impact", "--diff", "nowhere")
    assert (ended.code, ended.err) == snapshot(
        (
            2,
            """\
error[invalid-argument]: there is no revision 'nowhere'
hint: name a commit, a branch or a tag that `git rev-parse` knows
""",
        )
    )


@pytest.mark.parametrize("words", [(), ("cut", "--diff", "HEAD")], ids=["neither", "both"])
def test_impact_is_asked_of_one_thing(terminal: Terminal, words: tuple[str, ...]) -> None:
    ended = terminal.run("impact", *words)
    assert ended.code == 2
    assert "name one thing" in ended.err


def test_a_folder_without_git_has_no_revisions(terminal: Terminal) -> None:
    write(terminal.home / "work", TEXTS)
    assert terminal.ask("symbol", "cut")["found"] is True
    ended = terminal.run("impact", "--diff", "HEAD")
    assert ended.code == 2
    assert "in no work tree of git" in ended.err
