"""What is listed: names, arguments, what it costs to read, how long it holds; and the prompt."""

import itertools
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol, cast

import pytest
from jsonschema import Draft202012Validator
from mcp.shared.exceptions import MCPError
from rs_bpe import openai  # pyright: ignore[reportUnknownVariableType] - a compiled module without types

from lockstitch.app.world import World
from lockstitch.domain.errors import ConfigError
from lockstitch.gateway.mcp.preamble import PROMPT_NAME, preamble
from lockstitch.gateway.mcp.table import TOOLS
from lockstitch.gateway.mcp.tools import Toolbox
from tests.gateway.surfaces import a_client, a_piped_client, a_surface
from tests.gateway.wire import META, MODERN, a_request, a_wire, an_environment

pytestmark = pytest.mark.anyio

EXPECTED: Final[Mapping[str, tuple[Sequence[str], Sequence[str]]]] = {
    "memory.commit_episode": (
        ("role", "content"),
        ("tool_name", "session_id", "slot_id", "corrects"),
    ),
    "memory.pin": (("content",), ("kind", "session_id")),
    "memory.recall": (
        ("query",),
        ("k", "session_id", "file_path", "include_folded", "project_id"),
    ),
    "memory.fold": (("description", "goal"), ("session_id", "slot_id")),
    "memory.unfold": (("fold_id", "result_summary"), ("session_id", "slot_id")),
    "memory.recall_fold": (("fold_id",), ()),
    "memory.staleness": ((), ("limit", "project_id")),
    "code.get_repo_map": (("token_budget",), ("focus_paths", "names_only")),
    "code.query_symbol": (("qualified_name",), ()),
    "code.impact_of_change": (("qualified_name",), ("depth",)),
    "sakur4.dream": ((), ("force",)),
    "sakur4.status": ((), ()),
    "read_passage": (("id",), ()),
}
"""The tools, each with the arguments that it needs and those that it takes, as clients know them."""

ENUMS: Final = {
    ("memory.commit_episode", "role"): ["system", "user", "assistant", "tool", "internal"],
    ("memory.pin", "kind"): ["safety_constraint", "user_correction", "task_contract"],
}
DEFAULTS: Final = {
    ("memory.pin", "kind"): "task_contract",
    ("memory.recall", "k"): 8,
    ("memory.staleness", "limit"): 50,
    ("code.impact_of_change", "depth"): 4,
}
READING: Final = frozenset(
    {
        "code.get_repo_map",
        "code.impact_of_change",
        "code.query_symbol",
        "memory.recall",
        "memory.recall_fold",
        "memory.staleness",
        "read_passage",
        "sakur4.status",
    }
)
TOKENS_MAX: Final = 1_180
"""Of names, descriptions and input schemas: what a model reads of a listing."""
LIST_TOKENS_MAX: Final = 2_900
PROMPT_TOKENS_MAX: Final = 500

GROUPS: Final = ("memory", "operability", "durable", "code")
CHOICES: Final = [
    groups for size in range(len(GROUPS) + 1) for groups in itertools.combinations(GROUPS, size)
]
every_choice = pytest.mark.parametrize(
    "groups", [pytest.param(groups, id="+".join(groups) or "all") for groups in CHOICES]
)
both_spellings = pytest.mark.parametrize("tool_names", ["dotted", "underscore"])


class Encoding(Protocol):
    def count(self, text: str, /) -> int: ...


def tokens_of(value: object) -> int:
    encoding = cast("Encoding", openai.o200k_base())  # pyright: ignore[reportUnknownMemberType]
    return encoding.count(value if isinstance(value, str) else compact(value))


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def names_in(text: str) -> set[str]:
    """Return the names of tools in *text*, in either spelling."""
    known = {spelling for tool in TOOLS for spelling in (tool.name, tool.underscored)}
    return {word.rstrip(".") for word in re.findall(r"[a-z0-9_.]+", text)} & known


async def listed(
    world: World, folder: Path, *, tools: tuple[str, ...] = (), tool_names: str = "dotted"
) -> list[dict[str, Any]]:
    surface = a_surface(world, folder, tools=tools, tool_names=tool_names)
    async with a_piped_client(surface) as client:
        return (await client.ask("tools/list"))["result"]["tools"]


async def test_the_tools_are_listed_by_name_with_the_arguments_that_clients_know(
    world: World, tmp_path: Path
) -> None:
    tools = await listed(world, tmp_path)
    assert [tool["name"] for tool in tools] == sorted(EXPECTED)
    for tool in tools:
        required, optional = EXPECTED[tool["name"]]
        schema = tool["inputSchema"]
        assert sorted(schema.get("required", ())) == sorted(required)
        assert set(schema["properties"]) >= {*required, *optional}


async def test_choices_and_defaults_are_those_that_clients_know(
    world: World, tmp_path: Path
) -> None:
    tools = {
        tool["name"]: tool["inputSchema"]["properties"] for tool in await listed(world, tmp_path)
    }
    assert {key: tools[key[0]][key[1]]["enum"] for key in ENUMS} == ENUMS
    assert {key: tools[key[0]][key[1]]["default"] for key in DEFAULTS} == DEFAULTS
    for name in ("memory.commit_episode", "memory.fold", "memory.unfold"):
        assert sorted(tools[name]["slot_id"]["type"]) == ["integer", "string"]


async def test_every_tool_says_all_that_a_client_may_ask(world: World, tmp_path: Path) -> None:
    for tool in await listed(world, tmp_path):
        assert tool["title"]
        assert tool["description"]
        assert set(tool["annotations"]) == {
            "readOnlyHint",
            "destructiveHint",
            "idempotentHint",
            "openWorldHint",
        }
        assert tool["annotations"]["readOnlyHint"] is (tool["name"] in READING)
        assert tool["annotations"]["destructiveHint"] is False
        assert tool["annotations"]["openWorldHint"] is False
        for schema in (tool["inputSchema"], tool["outputSchema"]):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
        assert tool["inputSchema"]["additionalProperties"] is False
        assert tool["outputSchema"]["required"]


async def test_what_is_clamped_has_no_bounds_in_its_schema(world: World, tmp_path: Path) -> None:
    said = compact([tool["inputSchema"] for tool in await listed(world, tmp_path)])
    assert "minimum" not in said
    assert "maximum" not in said


async def test_names_with_underscores_are_names_that_every_client_takes(
    world: World, tmp_path: Path
) -> None:
    names = [tool["name"] for tool in await listed(world, tmp_path, tool_names="underscore")]
    assert sorted(names) == sorted({name.replace(".", "_") for name in EXPECTED})
    for name in names:
        assert re.fullmatch(r"[a-z0-9_]{1,40}", name)


@both_spellings
async def test_the_listing_is_small(tool_names: str, world: World, tmp_path: Path) -> None:
    surface = a_surface(world, tmp_path, tool_names=tool_names)
    async with a_piped_client(surface) as client:
        result = (await client.ask("tools/list"))["result"]
    shown = [
        {key: tool[key] for key in ("name", "description", "inputSchema")}
        for tool in result["tools"]
    ]
    assert tokens_of(shown) <= TOKENS_MAX
    assert tokens_of(result) <= LIST_TOKENS_MAX


def test_the_listings_are_the_same_bytes_from_call_to_call_and_from_run_to_run(
    tmp_path: Path,
) -> None:
    seen: set[tuple[bytes, ...]] = set()
    for seed in ("0", "1", "4711"):
        environment = an_environment(tmp_path / seed, PYTHONHASHSEED=seed)
        with a_wire(tmp_path / seed, environment=environment) as wire:
            for _ in range(2):
                start = len(wire.lines)
                for method in ("tools/list", "prompts/list", "resources/templates/list"):
                    wire.send(a_request(1, method))
                    wire.next()
                seen.add(tuple(wire.lines[start:]))
    assert len(seen) == 1


@every_choice
@both_spellings
def test_the_prompt_names_what_is_listed_and_nothing_else(
    groups: tuple[str, ...], tool_names: str
) -> None:
    toolbox = Toolbox(TOOLS, groups=groups, tool_names=tool_names)
    text = preamble(toolbox)
    assert names_in(text) == {toolbox.shown(tool) for tool in toolbox.listed}
    assert tokens_of(text) <= PROMPT_TOKENS_MAX


@every_choice
@both_spellings
async def test_descriptions_name_tools_as_they_are_listed(
    groups: tuple[str, ...], tool_names: str, world: World, tmp_path: Path
) -> None:
    tools = await listed(world, tmp_path, tools=groups, tool_names=tool_names)
    assert names_in(compact(tools)) == {tool["name"] for tool in tools}
    assert [tool["name"] for tool in tools] == sorted(tool["name"] for tool in tools)


async def test_the_prompt_has_a_numbered_trigger_for_each_tool(
    world: World, tmp_path: Path
) -> None:
    async with a_client(a_surface(world, tmp_path)) as client:
        [listed_prompt] = (await client.list_prompts()).prompts
        answer = (await client.get_prompt(PROMPT_NAME)).model_dump()
    assert listed_prompt.name == PROMPT_NAME == "sakur4_system_preamble"
    text = answer["messages"][0]["content"]["text"]
    assert re.findall(r"(?m)^(\d+)\. ", text) == [str(n + 1) for n in range(len(EXPECTED))]


@both_spellings
async def test_both_spellings_of_a_name_are_answered_listed_or_not(
    tool_names: str, world: World, tmp_path: Path
) -> None:
    surface = a_surface(world, tmp_path, tools=("durable",), tool_names=tool_names)
    async with a_client(surface) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["read_passage"]
        for name in ("sakur4.status", "sakur4_status"):
            assert not (await client.call_tool(name)).is_error
        for name in ("memory.recall", "memory_recall"):
            assert not (await client.call_tool(name, {"query": "anything"})).is_error


def test_a_group_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(ConfigError, match="no group of tools is named bogus") as refused:
        Toolbox(TOOLS, groups=("memory", "bogus"))
    assert refused.value.hint == "the groups are code, durable, memory, operability"


def test_a_server_with_such_a_group_says_so_and_nothing_on_its_wire(tmp_path: Path) -> None:
    with a_wire(tmp_path, "--tools", "bogus") as wire:
        assert wire.finish() == ConfigError.exit_code
        assert wire.frames == []
        assert "error[config]: no group of tools is named bogus" in wire.errors
        assert "Traceback" not in wire.errors


# How long a result holds

CACHED: Final = {
    "server/discover": (300_000, "public"),
    "tools/list": (300_000, "public"),
    "prompts/list": (300_000, "public"),
    "resources/templates/list": (300_000, "public"),
    "resources/list": (10_000, "private"),
}


async def test_every_cacheable_result_says_how_long_it_holds_and_for_whom(
    world: World, tmp_path: Path
) -> None:
    async with a_piped_client(a_surface(world, tmp_path)) as client:
        said = {method: (await client.ask(method))["result"] for method in CACHED}
        reads = [
            (await client.ask("resources/read", {"uri": resource["uri"]}))["result"]
            for resource in said["resources/list"]["resources"]
        ]
        fresh = [
            (await client.ask("prompts/get", {"name": PROMPT_NAME}))["result"],
            (await client.call("sakur4.status"))["result"],
        ]
    assert {method: (r["ttlMs"], r["cacheScope"]) for method, r in said.items()} == CACHED
    assert [(result["ttlMs"], result["cacheScope"]) for result in reads] == [
        (0, "private"),
        (30_000, "private"),
        (0, "private"),
    ]
    assert not [result for result in fresh if "ttlMs" in result or "cacheScope" in result]
    for result in [*said.values(), *reads, *fresh]:
        assert result["resultType"] == "complete"


async def test_results_of_the_older_eras_hold_nothing_that_those_do_not_know(
    world: World, tmp_path: Path
) -> None:
    async with a_piped_client(a_surface(world, tmp_path)) as client:
        await client.initialize("2025-06-18")
        for method in ("tools/list", "prompts/list", "resources/list"):
            result = (await client.ask(method, meta=None))["result"]
            assert not {"ttlMs", "cacheScope", "resultType"} & set(result)


# Resources


@pytest.mark.parametrize("mode", ["legacy", MODERN])
async def test_a_resource_of_another_project_or_none_is_not_found(
    mode: str, world: World, tmp_path: Path
) -> None:
    async with a_client(a_surface(world, tmp_path / "other")) as client:
        others = [resource.uri for resource in (await client.list_resources()).resources]
    async with a_client(a_surface(world, tmp_path / "own"), mode=mode) as client:
        own = [resource.uri for resource in (await client.list_resources()).resources]
        assert len({*own, *others}) == len(own) + len(others)
        for uri in [*others, "sakur4://anchors/", "sakur4://nothing/at-all", "file:///etc/passwd"]:
            with pytest.raises(MCPError) as refused:
                await client.read_resource(uri)
            assert refused.value.error.code == -32602
            assert refused.value.error.data == {"uri": uri}
        for uri in own:
            [content] = (await client.read_resource(uri)).contents
            assert content.mime_type == "text/plain"


async def test_a_prompt_that_is_not_there_is_refused(world: World, tmp_path: Path) -> None:
    async with a_client(a_surface(world, tmp_path)) as client:
        with pytest.raises(MCPError, match="Unknown prompt: nope") as refused:
            await client.get_prompt("nope")
    assert refused.value.error.code == -32602


async def test_the_project_of_an_address_is_completed(world: World, tmp_path: Path) -> None:
    async with a_piped_client(a_surface(world, tmp_path)) as client:
        resources = (await client.ask("resources/list"))["result"]["resources"]
        project = resources[0]["uri"].rpartition("/")[2]

        async def values(typed: str) -> list[str]:
            ref = {"type": "ref/resource", "uri": "sakur4://anchors/{project}"}
            params = {"ref": ref, "argument": {"name": "project", "value": typed}}
            answer = await client.ask("completion/complete", params, meta=META)
            return answer["result"]["completion"]["values"]

        assert await values("") == [project]
        assert await values(project[:8]) == [project]
        assert await values("nothing-like-it") == []
