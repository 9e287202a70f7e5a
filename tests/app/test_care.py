"""A check of the store tells of the code indexes, and of languages that cannot be read."""

from dataclasses import replace
from pathlib import Path

import pytest

from lockstitch.app.care import doctor, rebuild_all
from lockstitch.app.code_answers import query_symbol
from lockstitch.app.world import World
from lockstitch.domain.project import Caller
from lockstitch.domain.store import Finding
from tests.builders import a_parser_without

pytestmark = pytest.mark.anyio


@pytest.fixture
async def index(world: World, caller: Caller, data_dir: Path, tmp_path: Path) -> Path:
    """Return the file of a project's code index."""
    (tmp_path / "work" / "shed.py").write_text("def weave() -> int:\n    return 1\n")
    assert (await query_symbol(world, caller, name="weave")).found
    return data_dir / "code" / f"{caller.project}.db"


async def findings(world: World, check: str) -> list[Finding]:
    return [one for one in (await doctor(world)).findings if one.check == check]


async def test_a_code_index_is_looked_at_and_stays_as_it_is(
    world: World, caller: Caller, index: Path
) -> None:
    before = index.read_bytes()
    assert await findings(world, "code index") == [Finding(check="code index", detail=index.name)]
    assert index.read_bytes() == before


async def test_a_damaged_code_index_is_told_and_gone_after_a_rebuild(
    world: World, caller: Caller, index: Path
) -> None:
    for companion in index.parent.iterdir():
        companion.write_bytes(b"no store" * 1_000)
    health = await doctor(world)
    [finding] = [one for one in health.findings if one.check == "code index"]
    assert finding.problem
    assert finding.mend == "lockstitch doctor --rebuild"
    assert not health.sound
    await rebuild_all(world, told=lambda _name, _count: None)
    assert (await doctor(world)).sound
    assert (await query_symbol(world, caller, name="weave")).found


async def test_the_languages_that_are_read_are_told(world: World, caller: Caller) -> None:
    [finding] = await findings(world, "code is read in")
    assert "python" in finding.detail
    assert not await findings(world, "language")


async def test_a_language_that_cannot_be_read_is_a_problem(world: World, caller: Caller) -> None:
    world = replace(world, code=replace(world.code, parser=a_parser_without("go")))
    [finding] = await findings(world, "language")
    assert finding.detail == "go"
    assert "no_grammar_of_go cannot be loaded" in finding.problem
    assert finding.mend
    assert not (await doctor(world)).sound
