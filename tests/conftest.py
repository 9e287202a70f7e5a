"""Fixtures for every test: a real store in a folder of its own, a stopped clock, counted ids."""

from collections.abc import Generator
from pathlib import Path

import pytest

from lockstitch.app.world import World
from lockstitch.domain.project import Caller
from tests.builders import a_caller, a_project, a_world
from tests.fakes.clock import StoppedClock
from tests.fakes.ids import CountedIds


@pytest.fixture
def anyio_backend() -> str:
    """Tests that are marked `anyio` run on asyncio, as the program does."""
    return "asyncio"


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """Return the folder of the store that `world` opens."""
    return tmp_path / "data"


@pytest.fixture
def world(data_dir: Path, clock: StoppedClock) -> Generator[World]:
    """Open a store; close it when the test is over."""
    opened = a_world(data_dir, clock=clock, ids=CountedIds())
    yield opened
    opened.close()


@pytest.fixture
async def caller(world: World, tmp_path: Path) -> Caller:
    """Return a caller in a project of one plain folder."""
    return a_caller(await a_project(world, tmp_path / "work"))
