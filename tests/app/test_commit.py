import pytest
from lockstitch.app.world import World
from lockstitch.domain.project import Caller
from tests.builders import said, found
pytestmark = pytest.mark.anyio
async def test_a(world: World, caller: Caller) -> None:
    one = await said(world, caller, "the port is 8080")
    assert one.seq == 1
    assert [p.id for p in await found(world, caller, "port")] == [one.episode_id]
