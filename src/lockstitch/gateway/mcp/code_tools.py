"""The tools of code: a map of it, a symbol as it is now, and who depends on one."""

from typing import Final, cast

from lockstitch.app.code_answers import DEPTH_DEFAULT, impact, query_symbol, repo_map
from lockstitch.app.code_text import impact_text, map_text, symbol_text
from lockstitch.app.world import World
from lockstitch.gateway.mcp.tools import (
    FLAG,
    LIST,
    NUMBER,
    NUMBER_OR_NULL,
    OBJECT,
    TEXT,
    TEXT_OR_NULL,
    TEXTS,
    Call,
    Said,
    Tool,
)


async def _get_repo_map(world: World, call: Call) -> object:
    given = call.arguments
    answer = await repo_map(
        world,
        call.caller,
        token_budget=_whole(given["token_budget"]),
        focus_paths=cast("list[str]", given.get("focus_paths", [])),
        names_only=bool(given.get("names_only", False)),
    )
    return Said(structure=answer, text=map_text(answer))


async def _query_symbol(world: World, call: Call) -> object:
    answer = await query_symbol(world, call.caller, name=str(call.arguments["qualified_name"]))
    return Said(structure=answer, text=symbol_text(answer))


async def _impact_of_change(world: World, call: Call) -> object:
    answer = await impact(
        world,
        call.caller,
        name=str(call.arguments["qualified_name"]),
        depth=_whole(call.arguments.get("depth", DEPTH_DEFAULT)),
    )
    return Said(structure=answer, text=impact_text(answer))


def _whole(value: object) -> int:
    assert isinstance(value, int | float)
    return int(value)


GET_REPO_MAP: Final = Tool(
    name="code.get_repo_map",
    groups=("code",),
    title="Map of the repository",
    description="Outline of the code, the most load-bearing symbols first. A smaller budget's map begins a larger one's.",
    properties={
        "token_budget": NUMBER,
        "focus_paths": TEXTS | {"description": "files or folders to start from"},
        "names_only": FLAG | {"description": "qualified names, no signatures"},
    },
    required=("token_budget",),
    output={
        "map": TEXT,
        "tokens_used": NUMBER,
        "token_budget": NUMBER,
        "files": NUMBER,
        "symbols": NUMBER,
        "symbols_total": NUMBER,
        "truncated": FLAG,
        "unknown_paths": LIST,
        "indexed_at": TEXT,
        "index": OBJECT,
    },
    handler=_get_repo_map,
    reads=True,
    idempotent=True,
    in_line=False,
    trigger="Before you open files in full: {tool}; names_only gives the names that code tools take.",
)

QUERY_SYMBOL: Final = Tool(
    name="code.query_symbol",
    groups=("code",),
    title="Look up a symbol",
    description="A symbol's signature, place and hash, parsed now: never stale.",
    properties={"qualified_name": TEXT | {"description": "path::Type::member, or its end"}},
    required=("qualified_name",),
    output={
        "found": FLAG,
        "qualified_name": TEXT,
        "kind": TEXT_OR_NULL,
        "signature": TEXT_OR_NULL,
        "file": TEXT_OR_NULL,
        "line": NUMBER_OR_NULL,
        "end_line": NUMBER_OR_NULL,
        "ast_hash": TEXT_OR_NULL,
        "source": TEXT,
        "note": TEXT,
        "near": LIST,
        "index": OBJECT,
    },
    handler=_query_symbol,
    reads=True,
    idempotent=True,
    in_line=False,
    trigger="When unsure whether code you remember is still so: {tool}.",
)

IMPACT_OF_CHANGE: Final = Tool(
    name="code.impact_of_change",
    groups=("code",),
    title="Who depends on a symbol",
    description="Who depends on a symbol, transitively, and whether that is all.",
    properties={
        "qualified_name": TEXT,
        "depth": NUMBER | {"default": DEPTH_DEFAULT, "description": "1-16"},
    },
    required=("qualified_name",),
    output={
        "symbol": TEXT,
        "signature": TEXT,
        "ast_hash": TEXT,
        "file": TEXT,
        "line": NUMBER,
        "depth": NUMBER,
        "callers": LIST,
        "callers_total": NUMBER,
        "bound": OBJECT,
        "index": OBJECT,
    },
    handler=_impact_of_change,
    reads=True,
    idempotent=True,
    in_line=False,
    trigger="Before you change a signature: {tool}, then read the callers.",
)

CODE_TOOLS: Final = (GET_REPO_MAP, QUERY_SYMBOL, IMPACT_OF_CHANGE)
