"""The tools of the atlas: what is stale in it, and a pass of consolidation."""

from typing import Final

from lockstitch.app.dream import dream
from lockstitch.app.staleness import LIMIT_DEFAULT, staleness
from lockstitch.app.world import World
from lockstitch.gateway.mcp.tools import LIST, NUMBER, TEXT, Call, Tool

DREAM_SECONDS: Final = 20
"""A call waits for its answer, and others wait behind it: what is left over is another call's."""


async def _staleness(world: World, call: Call) -> object:
    limit = call.arguments.get("limit", LIMIT_DEFAULT)
    project = call.arguments.get("project_id")
    assert isinstance(limit, int | float)
    return await staleness(
        world,
        call.caller,
        limit=int(limit),
        project_id=None if project is None else str(project),
    )


async def _dream(world: World, call: Call) -> object:
    return await dream(
        world,
        call.caller.project,
        force=bool(call.arguments.get("force", False)),
        seconds=DREAM_SECONDS,
    )


STALENESS: Final = Tool(
    name="memory.staleness",
    groups=("memory",),
    title="What is stale",
    description="Summaries whose source changed, was corrected or is gone: re-read these.",
    properties={"limit": NUMBER | {"default": LIMIT_DEFAULT}, "project_id": TEXT},
    required=(),
    output={
        "total": NUMBER,
        "stale": NUMBER,
        "stale_rate": {"type": "number"},
        "deleted_anchors": NUMBER,
        "limit": NUMBER,
        "entries": LIST,
    },
    handler=_staleness,
    reads=True,
    idempotent=True,
    trigger="Before you trust old summaries, and at the end of a session: {tool}.",
)

DREAM: Final = Tool(
    name="sakur4.dream",
    groups=("operability",),
    title="Consolidate",
    description="Consolidate: summarise, renew what is stale, embed, archive.",
    properties={"force": {"type": "boolean", "description": "do not wait for quiet"}},
    required=(),
    output={
        "ran": {"type": "boolean"},
        "skipped_reason": {"type": ["string", "null"]},
        "promoted": NUMBER,
        "regenerated": NUMBER,
        "reembedded": NUMBER,
        "archived": NUMBER,
        "elapsed_ms": NUMBER,
        "notes": LIST,
    },
    handler=_dream,
    reads=False,
    idempotent=True,
    in_line=False,
    trigger="Between tasks: {tool}.",
)

ATLAS_TOOLS: Final = (STALENESS, DREAM)
