"""A hostile tree is survived within limits, and what of it was not read is said.

`HOSTILE_FILES=20000` and `HOSTILE_LINE=50000000` in the environment make the tree as large as they say.
"""

import errno
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from typing_extensions import override

from lockstitch.app.code_answers import impact, query_symbol, repo_map
from lockstitch.app.code_index import Current, up_to_date
from lockstitch.app.world import World
from lockstitch.domain.code import Tree
from lockstitch.domain.project import Caller
from lockstitch.parsing.languages import GRAMMARS
from lockstitch.ports.code import Refused, SourceTree
from lockstitch.workspace.limits import BINARY, GONE, LINK, NAME, SPECIAL, UNREADABLE, SourceLimits
from lockstitch.workspace.sources import GitSourceTree
from tests.app.code_folders import callers, write

pytestmark = pytest.mark.anyio

FILES = int(os.environ.get("HOSTILE_FILES", "300"))
LINE = int(os.environ.get("HOSTILE_LINE", "3000000"))
NESTED = 1_000
SUFFIXES = sorted({suffix for one in GRAMMARS for suffix in one.suffixes})
KEPT = {"kept.py": "def kept(): pass\n\ndef caller():\n    kept()\n"}
"""Beside everything hostile there is a file that must be read all the same."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return the folder of the caller's project, in which one file is as it should be."""
    return write(tmp_path / "work", KEPT)


async def look(world: World, caller: Caller, root: Path) -> Current:
    """Return the index, in which the good file must be."""
    current = await up_to_date(world, caller.project, str(root))
    assert await callers(world, caller, "kept::kept") == {"kept::caller"}
    return current


def left(current: Current) -> dict[str, tuple[str, ...]]:
    """Return examples of what was left out, by reason."""
    return {one.reason: one.examples for one in current.state.left_out}


def limited(world: World, limits: SourceLimits) -> World:
    """Return a world that reads no more than *limits*."""
    tree = GitSourceTree(
        environment=dict(os.environ),
        wanted=lambda path: world.code.parser.language_of(path) is not None,
        limits=limits,
    )
    return replace(world, code=replace(world.code, tree=tree))


def nested(kind: str) -> str:
    """Return a text that nests as deep as no reader goes."""
    deep = NESTED
    return {
        "brackets": "x = " + "[" * deep + "1" + "]" * deep + "\n",
        "parentheses": "f(" * deep + "1" + ")" * deep + "\n",
        "open": "f([{" * deep + "\n",
        "braces": "function f() {" * deep + "}" * deep + "\n",
        "blocks": "".join(" " * n + f"def f{n}():\n" for n in range(deep)) + " " * deep + "pass\n",
        "classes": "".join(" " * n + f"class C{n}:\n" for n in range(deep))
        + " " * deep
        + "x = 1\n",
        "chain": "x = a" + ".b()" * deep + "\n",
        "operators": "x = 1" + " + a" * deep + "\n",
        "types": "let x: " + "A<" * deep + "B" + ">" * deep + ";\n",
        "arrows": "x = " + "() => " * deep + "1;\n",
        "lambdas": "x = " + "lambda: " * deep + "1\n",
        "elements": "x = " + "<a>" * deep + "</a>" * deep + ";\n",
        "ifs": "if (a) { " * deep + "} else { b() }" * deep + "\n",
        "elses": "if (a) { b() }" + " else if (a) { b() }" * deep + "\n",
        "unary": "x = " + "!" * deep + "a\n",
        "pointers": "package a\nvar x " + "*" * deep + "int\nfunc f() {" + "{" * deep + "}" * deep,
        "strings": "x = " + "`${" * deep + "1" + "}`" * deep + "\n",
        "headings": "".join("#" * (1 + n % 6) + f" h{n}\n" for n in range(deep)),
        "comments": "/*" * deep + "*/" * deep + "\n",
    }[kind]


KINDS = (
    *("brackets", "parentheses", "open", "braces", "blocks", "classes", "chain", "operators"),
    *("types", "arrows", "lambdas", "elements", "ifs", "elses", "unary", "pointers", "strings"),
    *("headings", "comments"),
)


@pytest.mark.parametrize("suffix", SUFFIXES)
async def test_what_nests_a_thousand_times_is_read_or_called_damaged(
    world: World, caller: Caller, root: Path, suffix: str
) -> None:
    write(root, {f"deep/{kind}{suffix}": nested(kind) for kind in KINDS})
    current = await look(world, caller, root)
    assert current.state.files == 1 + len(KINDS)
    assert set(current.state.damaged) <= {f"deep/{kind}{suffix}" for kind in KINDS}
    assert f"deep/open{suffix}" in current.state.damaged or suffix in {".md", ".markdown"}
    await repo_map(world, caller, token_budget=2_000)


ODD = {
    "empty": b"",
    "blank": b"\n" * 9,
    "no-utf-8": b"\xff\xfe\xfa def \xc3\x28(): \xf0\x28\x8c\xbc\n",
    "latin-1": "name = 'caf\u00e9'\ndef stra\u00dfe(): pass\n".encode("latin-1"),
    "a-mark-of-order": b"\xef\xbb\xbfdef marked(): pass\n",
    "letters": "def \u4e2d\u6587(): pass\nclass \U0001d504: pass\n".encode(),
    "returns": b"\r\rdef a(): pass\r\rdef b(): pass\r",
    "a-late-nul": b"x" * 9_000 + b"\0" + b"y" * 9,
    "controls": b"\x01\x02\x1b[31m\x7f\x0c\x0b def f(): pass\n",
    "half-a-letter": "\ud800".encode("utf-8", "surrogatepass") + b" = 1\n",
}


@pytest.mark.parametrize("suffix", SUFFIXES)
async def test_any_bytes_are_survived(
    world: World, caller: Caller, root: Path, suffix: str
) -> None:
    for name, content in ODD.items():
        (root / f"{name}{suffix}").write_bytes(content)
    current = await look(world, caller, root)
    assert current.state.files == 1 + len(ODD)
    told = await repo_map(world, caller, token_budget=4_000)
    assert "kept" in told.map


async def test_what_is_no_plain_readable_text_is_left_out_and_said(
    world: World, caller: Caller, root: Path
) -> None:
    (root / "nul.py").write_bytes(b"x = 1\0")
    (root / "line.py").write_bytes(b"x = '" + b"y" * 200_000 + b"'\n")
    (root / "large.py").write_bytes(b"x = '" + b"y" * LINE + b"'\n")
    os.mkfifo(root / "pipe.py")
    (root / "new\nline.py").write_text("x = 1\n")
    (root / "link.py").symlink_to(root / "kept.py")
    (root / "round").mkdir()
    (root / "round" / "again").symlink_to(root, target_is_directory=True)
    (root / "self.py").symlink_to(root / "self.py")
    limits = SourceLimits()
    found = left(await look(world, caller, root))
    assert found[BINARY] == ("nul.py",)
    assert found[limits.too_long] == ("line.py",)
    assert found[limits.too_large] == ("large.py",)
    assert found[SPECIAL] == ("pipe.py",)
    assert found[NAME] == (r"new\nline.py",)
    assert found[LINK] == ("link.py", "self.py")


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="the superuser reads everything"
)
async def test_what_may_not_be_read_is_left_out_and_said(
    world: World, caller: Caller, root: Path
) -> None:
    write(root, {"secret.py": "x = 1\n"})
    (root / "secret.py").chmod(0)
    found = left(await look(world, caller, root))
    assert found[UNREADABLE] == ("secret.py",)


class _Moving(SourceTree):
    """Shows a tree whose files change between being listed and being read."""

    def __init__(self, tree: SourceTree, root: Path) -> None:
        self._tree = tree
        self._root = root

    @override
    def look(self, root: str) -> Tree:
        return self._tree.look(root)

    @override
    def read(self, root: str, path: str) -> bytes | Refused:
        if path == "gone.py":
            (self._root / path).unlink(missing_ok=True)
        if path == "grown.py":
            (self._root / path).write_text("def grown(): pass\n", encoding="utf-8")
        if path == "folder.py" and (self._root / path).is_file():
            (self._root / path).unlink()
            (self._root / path).mkdir()
        if path == "locked.py":
            return Refused(os.strerror(errno.EIO))
        return self._tree.read(root, path)

    @override
    def changed_since(self, root: str, revision: str) -> Mapping[str, Sequence[tuple[int, int]]]:
        return self._tree.changed_since(root, revision)


async def test_files_that_change_while_they_are_read_are_read_as_they_are_then(
    world: World, caller: Caller, root: Path
) -> None:
    write(root, dict.fromkeys(("gone.py", "grown.py", "folder.py", "locked.py"), "x = 1\n"))
    moving = replace(world, code=replace(world.code, tree=_Moving(world.code.tree, root)))
    found = left(await up_to_date(moving, caller.project, str(root)))
    assert found == {
        GONE: ("gone.py",),
        SPECIAL: ("folder.py",),
        os.strerror(errno.EIO): ("locked.py",),
    }
    assert (await query_symbol(world, caller, name="grown::grown")).found
    current = await look(world, caller, root)
    assert "gone.py" not in str(current.state.left_out)
    assert current.state.files == 3


async def test_of_too_many_files_the_first_are_read_and_the_rest_said(
    world: World, caller: Caller, root: Path
) -> None:
    count = FILES
    write(root, {f"many/m{number:05}.py": f"def f{number}(): pass\n" for number in range(count)})
    small = limited(world, SourceLimits(files_max=count // 2))
    current = await up_to_date(small, caller.project, str(root))
    assert current.state.files == count // 2
    assert [one.count for one in current.state.left_out] == [count + 1 - count // 2]
    whole = await up_to_date(world, caller.project, str(root))
    assert whole.state.files == count + 1
    assert not whole.state.left_out


async def test_one_name_everywhere_is_no_explosion(
    world: World, caller: Caller, root: Path
) -> None:
    body = "def run(x):\n    x.run()\n    run(x)\n\nclass T:\n    def run(self): self.run()\n"
    write(root, {f"m{number}.py": body for number in range(FILES)})
    await look(world, caller, root)
    _, edges = await world.code.queries.counts(caller.project)
    assert edges <= 12 * FILES + 12
    told = await impact(world, caller, name="m1::run", depth=16)
    assert {one.file for one in told.callers} <= {"m1.py"}


async def test_circles_end(world: World, caller: Caller, root: Path) -> None:
    """Of imports, of stars, of bases, of values that are one another, and of re-exports."""
    write(
        root,
        {
            "a.py": "from b import *\nfrom b import x\nx = x\n\nclass A(B): pass\n",
            "b.py": "from a import *\nfrom a import x\ny = x\nx = y\n\nclass B(A): pass\n",
            "own.py": "from own import *\n\nclass C(C):\n    def f(self): return self.f().f()\n",
            "e.ts": "export * from './f'; export { g } from './f'; export class E extends F {}\n",
            "f.ts": "export * from './e'; export { g } from './e'; export class F extends E {}\n",
            "loop.py": "def f(): return g()\n\ndef g(): return f()\n\nf().x().y()\n",
        },
    )
    current = await look(world, caller, root)
    assert current.state.files == 7
    assert await callers(world, caller, "loop::f") == {"loop::g", "loop"}


async def test_a_deep_tree_of_folders_is_read_as_far_as_the_limit(
    world: World, caller: Caller, root: Path
) -> None:
    folder = root
    for _ in range(80):
        folder /= "d"
    write(folder, {"low.py": "x = 1\n"})
    write(root / "d", {"high.py": "x = 1\n"})
    current = await look(world, caller, root)
    assert current.state.files == 2
    assert SourceLimits().too_deep in left(current)
