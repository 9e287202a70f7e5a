"""After any edits, the code index is the one that is made from nothing.

`CODE_SCRIPTS=1000` in the environment runs as many scripts as it says.
"""

import os
from pathlib import Path
from time import time_ns

import pytest

from lockstitch.app.code_answers import impact, query_symbol
from lockstitch.app.code_index import up_to_date
from lockstitch.app.world import World
from lockstitch.domain.project import Caller
from tests.app.code_scripts import run_script
from tests.builders import a_caller, a_folder, a_project, a_store

QUICK = 30
SCRIPTS = int(os.environ.get("CODE_SCRIPTS", "60"))

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("seed", range(QUICK))
async def test_an_index_that_went_along_is_the_one_made_from_nothing(
    seed: int, tmp_path: Path
) -> None:
    outcome = await run_script(seed, tmp_path)
    assert not outcome.differences, outcome


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(QUICK, SCRIPTS))
async def test_many_indexes_that_went_along_are_those_made_from_nothing(
    seed: int, tmp_path: Path
) -> None:
    outcome = await run_script(seed, tmp_path)
    assert not outcome.differences, outcome


async def test_an_edit_that_no_time_and_no_size_shows_is_seen(tmp_path: Path) -> None:
    path = a_folder(tmp_path / "work") / "loom.py"
    just_now = time_ns()
    path.write_text("def warp(): pass\n", encoding="utf-8")
    os.utime(path, ns=(just_now, just_now))
    with a_store(tmp_path / "data") as world:
        there = a_caller(await a_project(world, path.parent))
        assert (await query_symbol(world, there, name="loom::warp")).found
        path.write_text("def weft(): pass\n", encoding="utf-8")
        os.utime(path, ns=(just_now, just_now))
        assert (await query_symbol(world, there, name="loom::weft")).found
        assert not (await query_symbol(world, there, name="loom::warp")).found


async def test_a_tree_that_nobody_touched_is_not_read_again(
    world: World, caller: Caller, tmp_path: Path
) -> None:
    root = tmp_path / "work"
    (root / "loom.py").write_text("def warp(): pass\n", encoding="utf-8")
    os.utime(root / "loom.py", ns=(1_000_000_000, 1_000_000_000))
    first = await up_to_date(world, caller.project, str(root))
    again = await up_to_date(world, caller.project, str(root))
    assert (first.read, first.resolved) == (1, 1)
    assert (again.read, again.resolved) == (0, 0)
    assert again.state == first.state


async def test_a_key_that_is_called_like_a_kind_of_expression_is_a_key(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "work")
    kinds = ["attr", "key", "name", "import", "call", "def", "lambda", "object"]
    pairs = ", ".join(f"{kind}: {{ of: warp() }}" for kind in kinds)
    (folder / "loom.js").write_text(
        f"export const kinds = {{ {pairs} }};\nexport function warp() {{}}\n"
    )
    with a_store(tmp_path / "data") as world:
        there = a_caller(await a_project(world, folder))
        answer = await impact(world, there, name="loom::warp")
    assert answer.callers_total == 1


async def test_a_file_with_errors_stays_one_when_only_its_place_among_modules_changed(
    tmp_path: Path,
) -> None:
    folder = a_folder(tmp_path / "work")
    (folder / "package.json").write_text('{"name": "loom"}')
    (folder / "index.js").write_text("export class Loom { run( {}\n")
    with a_store(tmp_path / "data") as world:
        project = await a_project(world, folder)
        first = await up_to_date(world, project, str(folder))
        (folder / "package.json").write_text('{"name": "weaver", "main": "index.js"}')
        again = await up_to_date(world, project, str(folder))
    assert first.state.damaged == again.state.damaged == ("index.js",)
