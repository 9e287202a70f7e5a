"""Write a store with every kind of row into one file: `python -m tests.stores.saved.make FILE`.

A file from every schema that was released is kept beside this one, and still opens.
"""

import asyncio
import sys
import tempfile
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from lockstitch.app.care import back_up
from lockstitch.app.commit import Turn, commit
from lockstitch.app.fold import abandon, fold, unfold
from lockstitch.app.forget import plan_purge, purge
from lockstitch.app.pin import pin, unpin
from lockstitch.app.projects import merge
from lockstitch.app.world import World
from lockstitch.domain.atlas import AtlasSource, SourceKind
from lockstitch.domain.episode import Role
from lockstitch.domain.project import Caller, Evidence
from lockstitch.domain.text import sha256_of
from lockstitch.ports.code import Mark
from tests.builders import a_caller, a_project, a_world, concluded, said, seen
from tests.fakes.clock import StoppedClock
from tests.fakes.ids import CountedIds


async def fill(world: World, folder: Path) -> Caller:
    """Write every kind of row; return a caller of the project that has most of them."""
    project = await a_project(world, folder / "work")
    await world.editor.link(project, evidence=_EVIDENCE, now=world.clock.now())
    caller = a_caller(project, client="a-client", working_directory=str(folder / "work"))
    for role in Role:
        await said(world, caller, f"said by {role}", role=role)
    await seen(world, caller, '{"port": 8080, "name": "zebra"}')
    port = await said(world, caller, "the port is 8080")
    turn = Turn(role="user", content="no: the port is 9090", corrects=port.episode_id)
    await commit(world, caller, turn)
    fact = AtlasSource(kind=SourceKind.FACT, id="fact_0", hash=sha256_of("8080"), was="port = 8080")
    first = await concluded(world, port.episode_id, "It listens on 8080.", fact)
    renewed = replace(first, content="It listens on 9090.", regenerated_at=world.clock.now())
    assert await world.atlas.regenerate(renewed, of_row=first.row)
    now = world.clock.now()
    await world.leases.take("dream", holder="a server", now=now, until=now + timedelta(days=1))
    await _folds(world, caller)
    await _rules(world, caller)
    gone = await said(world, caller, "said by mistake")
    await back_up(world, None)
    await purge(world, await plan_purge(world, caller, gone.episode_id))
    other = a_caller(await a_project(world, folder / "other"), session_id="s9")
    await said(world, other, "said in the other folder")
    await merge(world, other.project, into=project)
    await world.code.marks.change(project, added=(a_mark(now),), removed=())
    return caller


def a_mark(now: datetime) -> Mark:
    """Return what the file holds of a caller that was not edited since its target changed."""
    return Mark(
        caller="loom::weave",
        target="loom::warp",
        file="loom.py",
        file_hash=sha256_of("weave"),
        marked_at=now,
    )


_EVIDENCE = Evidence(
    directory="/checkouts/loom",
    common_dir="/checkouts/loom/.git",
    common_dir_inode="1:2:3",
    root_commits=("f" * 40,),
    remote="example.org/loom",
)


async def _folds(world: World, caller: Caller) -> None:
    closed = await fold(world, caller, description="look around", goal="find the parser")
    await said(world, caller, "a step of the closed fold", role="assistant")
    await unfold(world, caller, fold_id=closed.fold_id, result_summary="the parser is found")
    given_up = await fold(world, caller, description="try it", goal="see whether it works")
    await said(world, caller, "a step of the fold that was given up", role="assistant")
    await abandon(world, given_up.fold_id)
    await fold(world, caller, description="go on", goal="be done")
    await said(world, caller, "a step of the open fold", role="assistant")


async def _rules(world: World, caller: Caller) -> None:
    await pin(world, caller, "Never force-push", kind="safety_constraint")
    await pin(world, caller, "Use tabs", session_id="s1")
    await pin(world, caller, "Answer in English", everywhere=True)
    taken_back = await pin(world, caller, "Use spaces")
    await unpin(world, taken_back.anchor_id)


async def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = a_world(Path(folder) / "data", clock=StoppedClock(), ids=CountedIds())
        try:
            await fill(world, Path(folder))
            await back_up(world, target)
        finally:
            world.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
