"""A process of its own on a store: answers a line of JSON for each line of JSON it is sent.

Run as `python -m tests.stores.worker`; it says "ready", and opens a store when it is told to.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, cast

from lockstitch.app.care import back_up, restore
from lockstitch.app.indexing import rebuild
from lockstitch.app.world import World
from lockstitch.domain.project import Caller
from tests.builders import a_caller, a_project, a_world, asked, said

Asked = dict[str, Any]


async def _commit(world: World, caller: Caller, line: Asked) -> object:
    return (await said(world, caller, line["content"])).episode_id


async def _commit_many(world: World, caller: Caller, line: Asked) -> object:
    """Say the id of each episode as soon as it is acknowledged."""
    for number in range(line["count"]):
        content = f"{line['name']} says {number}"
        committed = await said(world, caller, content)
        _say([committed.episode_id, committed.seq, content])
    return None


async def _recall(world: World, caller: Caller, line: Asked) -> object:
    return [passage.text for passage in (await asked(world, caller, line["query"])).results]


async def _scores(world: World, caller: Caller, line: Asked) -> object:
    results = (await asked(world, caller, line["query"], k=100)).results
    return [[passage.id, repr(passage.score), passage.text] for passage in results]


async def _rebuild(world: World, caller: Caller, line: Asked) -> object:
    return [await rebuild(world, caller.project) for _ in range(line["times"])]


async def _back_up(world: World, caller: Caller, line: Asked) -> object:
    del caller, line
    return (await back_up(world, None)).path


async def _restore(world: World, caller: Caller, line: Asked) -> object:
    del caller
    return (await restore(world, Path(line["path"]))).path


_DO: Final[dict[str, Callable[[World, Caller, Asked], Awaitable[object]]]] = {
    "commit": _commit,
    "commit_many": _commit_many,
    "recall": _recall,
    "scores": _scores,
    "rebuild": _rebuild,
    "back_up": _back_up,
    "restore": _restore,
}


def _say(answer: object) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


async def main() -> None:
    _say("ready")
    world: World | None = None
    caller: Caller | None = None
    while text := await asyncio.to_thread(sys.stdin.readline):
        line = cast("Asked", json.loads(text))
        if line["do"] == "open":
            world = a_world(Path(line["data_dir"]), key=line["key"])
            project = await a_project(world, Path(line["directory"]))
            caller = a_caller(project, session_id=line["session"])
            _say("open")
            continue
        assert world is not None
        assert caller is not None
        if line["do"] == "close":
            world.close()
            _say("closed")
        else:
            _say(await _DO[line["do"]](world, caller, line))


if __name__ == "__main__":
    asyncio.run(main())
