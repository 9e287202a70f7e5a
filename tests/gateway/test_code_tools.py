"""The tools of code: what they answer about the disk at that moment, and about one project alone."""

import itertools
import re
from collections.abc import Generator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Protocol, cast

import pytest
from inline_snapshot import snapshot
from jsonschema import Draft202012Validator
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, TextContent

from lockstitch.app.code_answers import BUDGET_OF_RESOURCE
from lockstitch.app.world import World
from lockstitch.domain.limits import LIMITS
from lockstitch.gateway.mcp.code_tools import CODE_TOOLS
from lockstitch.gateway.mcp.memory_surface import REPO_MAP
from tests.builders import a_folder, a_parser_without, a_world
from tests.fakes.clock import StoppedClock
from tests.gateway.surfaces import a_client, a_piped_client, a_surface

pytestmark = pytest.mark.anyio

SHED: Final = """class Loom:
    def weave(self, yarn: str) -> str:
        return wind(yarn)


def wind(yarn: str) -> str:
    return yarn
"""
MILL: Final = """from shed import Loom, wind


def run() -> str:
    return wind("silk")


def day() -> str:
    return run()
"""
YARD: Final = """def wind(north: int) -> int:
    return north


def blow() -> int:
    return wind(1)
"""


class Validator(Protocol):
    def validate(self, instance: object) -> None: ...


@pytest.fixture
def world(tmp_path: Path, clock: StoppedClock) -> Generator[World]:
    """Open a store whose home is no folder of a project."""
    opened = a_world(tmp_path / "home" / "data", clock=clock)
    yield opened
    opened.close()


def a_repository(folder: Path, files: Mapping[str, str]) -> Path:
    for path, text in files.items():
        a_folder((folder / path).parent)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    return a_repository(tmp_path / "mill", {"shed.py": SHED, "mill.py": MILL})


@pytest.fixture
def yard(tmp_path: Path) -> Path:
    return a_repository(tmp_path / "yard", {"yard.py": YARD})


def text_of(result: CallToolResult) -> str:
    [content] = result.content
    return cast("TextContent", content).text


def structure_of(result: CallToolResult) -> dict[str, Any]:
    assert not result.is_error, text_of(result)
    assert result.structured_content is not None
    return result.structured_content


async def a_map(client: Client, budget: int = 1_000, **more: object) -> dict[str, Any]:
    arguments = {"token_budget": budget, **more}
    return structure_of(await client.call_tool("code.get_repo_map", arguments))


async def a_symbol(client: Client, name: str) -> dict[str, Any]:
    return structure_of(await client.call_tool("code.query_symbol", {"qualified_name": name}))


async def an_impact(client: Client, name: str, **more: object) -> dict[str, Any]:
    arguments = {"qualified_name": name, **more}
    return structure_of(await client.call_tool("code.impact_of_change", arguments))


def callers_in(answer: Mapping[str, Any]) -> dict[str, int]:
    return {one["qualified_name"]: one["depth"] for one in answer["callers"]}


# What is answered


async def test_a_map_is_its_lines_and_then_what_is_said_about_it(world: World, mill: Path) -> None:
    async with a_client(a_surface(world, mill)) as client:
        answer = await client.call_tool("code.get_repo_map", {"token_budget": 400})
    assert re.sub(r"tree [0-9a-f]{12}", "tree TREE", text_of(answer)) == snapshot("""\
commit none tree TREE
shed.py:
  6: def wind(yarn: str) -> str
mill.py:
  4: def run() -> str
shed.py:
  1: class Loom
mill.py:
  8: def day() -> str
shed.py:
  2: Loom: def weave(self, yarn: str) -> str

tokens_used 82, token_budget 400: 5 of 5 symbols, in 2 files
as of commit none, indexed_at 2026-08-01T12:00:00Z, 2 files\
""")


async def test_a_symbol_is_its_place_and_signature(world: World, mill: Path) -> None:
    async with a_client(a_surface(world, mill)) as client:
        asked = {"qualified_name": "Loom.weave"}
        answer = await client.call_tool("code.query_symbol", asked)
    assert re.sub(r"ast_hash [0-9a-f]+", "ast_hash HASH", text_of(answer)) == snapshot("""\
found: true (parser)
method shed::Loom::weave
at shed.py:2-3, ast_hash HASH
as of commit none, indexed_at 2026-08-01T12:00:00Z, 2 files
signature:
def weave(self, yarn: str) -> str\
""")


async def test_an_impact_is_the_callers_by_depth_and_how_sure_that_is(
    world: World, mill: Path
) -> None:
    async with a_client(a_surface(world, mill)) as client:
        asked = {"qualified_name": "shed::wind"}
        answer = await client.call_tool("code.impact_of_change", asked)
    assert re.sub(r"ast_hash [0-9a-f]+", "ast_hash HASH", text_of(answer)) == snapshot("""\
symbol shed::wind
at shed.py:6, ast_hash HASH
callers: 4, depth 4
depth 1:
[1] mill mill.py import
[2] mill::run mill.py:5 call
[3] shed::Loom::weave shed.py:3 call
depth 2:
[4] mill::day mill.py:9 call of [2]
bound: exact
as of commit none, indexed_at 2026-08-01T12:00:00Z, 2 files
signature:
def wind(yarn: str) -> str\
""")


async def test_the_names_of_a_map_are_what_the_other_tools_take(world: World, mill: Path) -> None:
    async with a_client(a_surface(world, mill)) as client:
        names = (await a_map(client, names_only=True))["map"].splitlines()[1:]
        assert {"shed::Loom", "shed::Loom::weave", "shed::wind", "mill::run"} <= set(names)
        for name in names:
            assert (await a_symbol(client, name))["qualified_name"] == name
            assert (await an_impact(client, name))["symbol"] == name


async def test_what_is_in_focus_comes_first_and_what_is_nowhere_is_told(
    world: World, mill: Path
) -> None:
    async with a_client(a_surface(world, mill)) as client:
        for path in ("mill.py", "shed.py"):
            answer = await a_map(client, focus_paths=[path, "attic/"])
            assert answer["map"].splitlines()[1] == f"{path}:"
            assert answer["unknown_paths"] == ["attic/"]


async def test_a_name_that_is_not_there_finds_nothing_and_names_what_may_be_meant(
    world: World, mill: Path
) -> None:
    async with a_client(a_surface(world, mill)) as client:
        answer = await a_symbol(client, "shed::Loom::weeve")
    assert answer["found"] is False
    assert answer["signature"] is None
    assert "code.get_repo_map" in answer["note"]
    assert "shed::Loom::weave" in answer["near"]


async def test_an_impact_of_nothing_is_an_error_and_no_empty_list(world: World, mill: Path) -> None:
    async with a_client(a_surface(world, mill)) as client:
        asked = {"qualified_name": "shed::Loom::weeve"}
        answer = await client.call_tool("code.impact_of_change", asked)
    assert answer.is_error
    assert answer.structured_content is None
    assert text_of(answer).startswith("error[not-found]: no symbol is named 'shed::Loom::weeve'")
    assert "shed::Loom::weave" in text_of(answer)


@pytest.mark.parametrize(
    ("tool", "arguments", "text"),
    [
        pytest.param(
            "code.get_repo_map",
            {"token_budget": 100, "focus_paths": "shed.py"},
            "focus_paths is 'shed.py', not an array of strings",
            id="a-text-for-a-list",
        ),
        pytest.param(
            "code.get_repo_map",
            {"token_budget": 100, "focus_paths": ["shed.py", 1]},
            "focus_paths is ['shed.py', 1], not an array of strings",
            id="a-number-in-the-list",
        ),
        pytest.param(
            "code.get_repo_map",
            dict[str, object](),
            "code.get_repo_map needs token_budget",
            id="no-budget",
        ),
        pytest.param(
            "code.query_symbol",
            {"qualified_name": " "},
            "qualified_name must have ",
            id="a-blank-name",
        ),
    ],
)
async def test_what_cannot_be_asked_is_refused(
    tool: str, arguments: dict[str, Any], text: str, world: World, mill: Path
) -> None:
    async with a_client(a_surface(world, mill)) as client:
        answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    assert text_of(answer).startswith(f"error[invalid-argument]: {text}")


@pytest.mark.parametrize(
    ("given", "used"),
    [(-5, 0), (0, 0), (3.0, 3), (10**9, LIMITS.map_tokens), (10**400, LIMITS.map_tokens)],
)
async def test_a_budget_is_clamped_echoed_and_kept(
    given: float, used: int, world: World, mill: Path
) -> None:
    async with a_client(a_surface(world, mill)) as client:
        answer = await client.call_tool("code.get_repo_map", {"token_budget": given})
    assert structure_of(answer)["token_budget"] == used
    assert structure_of(answer)["tokens_used"] <= used
    assert f"token_budget {used}:" in text_of(answer)


@pytest.mark.parametrize(("given", "used"), [(None, 4), (-1, 1), (0, 1), (2.0, 2), (99, 16)])
async def test_a_depth_is_clamped_echoed_and_kept(
    given: float | None, used: int, world: World, tmp_path: Path
) -> None:
    chain = ["def f0():\n    pass\n\n\n"]
    chain += [f"def f{n}():\n    return f{n - 1}()\n\n\n" for n in range(1, 7)]
    folder = a_repository(tmp_path / "chain", {"chain.py": "".join(chain)})
    async with a_client(a_surface(world, folder)) as client:
        asked = {"qualified_name": "f0", "depth": given}
        answer = await client.call_tool("code.impact_of_change", asked)
    found = structure_of(answer)
    assert found["depth"] == used
    assert f", depth {used}\n" in text_of(answer)
    assert callers_in(found) == {f"chain::f{n}": n for n in range(1, min(used, 6) + 1)}


async def test_the_map_of_a_budget_begins_that_of_a_larger_one(world: World, mill: Path) -> None:
    async with a_client(a_surface(world, mill)) as client:
        maps = [(await a_map(client, budget))["map"] for budget in range(0, 200, 10)]
    for smaller, larger in itertools.pairwise(maps):
        assert larger.startswith(smaller)
    assert len(set(maps)) > 3


# Both halves of an answer


def leaves_of(value: object) -> list[str]:
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, object]", value)
        return [leaf for field in fields.values() for leaf in leaves_of(field)]
    if isinstance(value, list):
        return [leaf for item in cast("list[object]", value) for leaf in leaves_of(item)]
    return [] if value is None or isinstance(value, bool) else [str(value)]


async def test_all_that_the_structure_holds_stands_in_the_text_and_fits_the_schema(
    world: World, mill: Path
) -> None:
    more = {
        "broken.py": "def half(:\n\n\ndef whole():\n    return wind('x')\n",
        "later.py": "def use(loom):\n    return loom.weave('x') + loom.nothing()\n",
        "twice.py": "def wind():\n    return Loom().weave('y')\n",
        "big.py": "x = 1\n" * 1_000_000,
    }
    a_repository(mill, more)
    calls: list[tuple[str, dict[str, Any]]] = [
        ("code.get_repo_map", {"token_budget": 60, "focus_paths": ["nowhere"]}),
        ("code.get_repo_map", {"token_budget": 5_000, "names_only": True}),
        ("code.get_repo_map", {"token_budget": 0}),
        *(("code.query_symbol", {"qualified_name": name}) for name in ("Loom", "wind", "weeve")),
        *(
            ("code.impact_of_change", {"qualified_name": name})
            for name in ("shed::wind", "weave", "use")
        ),
    ]
    async with a_client(a_surface(world, mill)) as client:
        for name, arguments in calls:
            answer = await client.call_tool(name, arguments)
            structure, text = structure_of(answer), text_of(answer)
            [tool] = [tool for tool in CODE_TOOLS if tool.name == name]
            cast("Validator", Draft202012Validator(tool.output_schema)).validate(structure)
            assert structure["index"]["left_out"]
            assert structure["index"]["files_in_part"]
            for leaf in leaves_of(structure):
                if leaf != "0":
                    assert leaf in text, (name, arguments, leaf)


# The disk at that moment


async def test_an_answer_describes_the_disk_as_it_is_when_it_is_asked_for(
    world: World, mill: Path
) -> None:
    async with a_client(a_surface(world, mill)) as client:
        before = await a_symbol(client, "shed::wind")
        a_repository(mill, {"shed.py": SHED.replace("wind(yarn: str)", "wind(yarn: bytes)")})
        after = await a_symbol(client, "shed::wind")
        assert "bytes" not in before["signature"]
        assert "bytes" in after["signature"]
        assert after["ast_hash"] != before["ast_hash"]
        assert "yarn: bytes" in (await a_map(client))["map"]


async def test_a_use_that_comes_or_goes_between_two_questions_is_seen(
    world: World, mill: Path
) -> None:
    async with a_client(a_surface(world, mill)) as client:
        assert "shop::sell" not in callers_in(await an_impact(client, "shed::wind"))
        shop = "from shed import wind\n\n\ndef sell() -> str:\n    return wind('x')\n"
        a_repository(mill, {"shop.py": shop})
        assert callers_in(await an_impact(client, "shed::wind"))["shop::sell"] == 1
        (mill / "shop.py").unlink()
        assert "shop::sell" not in callers_in(await an_impact(client, "shed::wind"))
        assert not (await a_symbol(client, "shop::sell"))["found"]
        assert "shop.py" not in (await a_map(client))["map"]


async def test_a_symbol_that_was_deleted_is_found_nowhere_any_more(
    world: World, mill: Path
) -> None:
    async with a_client(a_surface(world, mill)) as client:
        assert "mill::day" in callers_in(await an_impact(client, "shed::wind"))
        a_repository(mill, {"mill.py": MILL.partition("\n\n\ndef day")[0] + "\n"})
        assert callers_in(await an_impact(client, "shed::wind")).keys() >= {"mill::run"}
        assert "mill::day" not in callers_in(await an_impact(client, "shed::wind"))
        assert not (await a_symbol(client, "mill::day"))["found"]


async def test_a_caller_is_stale_from_the_change_of_its_target_until_it_is_edited(
    world: World, mill: Path
) -> None:
    async def stale(client: Client) -> dict[str, str]:
        answer = await an_impact(client, "shed::wind", depth=1)
        marks = {one["qualified_name"]: one["stale_reason"] for one in answer["callers"]}
        return {name: reason for name, reason in marks.items() if reason}

    async with a_client(a_surface(world, mill)) as client:
        assert await stale(client) == {}
        changed = SHED.replace("wind(yarn: str)", "wind(yarn: str, turns: int = 1)")
        a_repository(mill, {"shed.py": changed})
        assert await stale(client) == {"mill::run": "target-changed"}
        a_repository(mill, {"mill.py": MILL.replace('"silk"', '"silk", 2')})
        assert await stale(client) == {}


# One project alone


async def test_projects_of_one_store_never_mix(world: World, mill: Path, yard: Path) -> None:
    async with (
        a_client(a_surface(world, mill)) as miller,
        a_client(a_surface(world, yard)) as keeper,
    ):
        assert (await a_symbol(miller, "wind"))["qualified_name"] == "shed::wind"
        assert (await a_symbol(keeper, "wind"))["qualified_name"] == "yard::wind"
        assert not (await a_symbol(keeper, "Loom"))["found"]
        assert callers_in(await an_impact(keeper, "wind")) == {"yard::blow": 1}
        assert "yard.py" not in (await a_map(miller))["map"]
        (yard / "yard.py").unlink()
        assert not (await a_symbol(keeper, "wind"))["found"]
        assert (await a_symbol(miller, "wind"))["found"]


async def test_a_file_of_one_name_in_two_projects_is_forgotten_in_one(
    world: World, mill: Path, tmp_path: Path
) -> None:
    copy = a_repository(tmp_path / "copy", {"shed.py": SHED, "mill.py": MILL})
    async with a_client(a_surface(world, mill)) as one, a_client(a_surface(world, copy)) as other:
        before = await an_impact(one, "shed::wind")
        assert callers_in(await an_impact(other, "shed::wind")) == callers_in(before)
        (copy / "mill.py").unlink()
        assert "mill::run" not in callers_in(await an_impact(other, "shed::wind"))
        assert callers_in(await an_impact(one, "shed::wind")) == callers_in(before)


# The resource


async def test_the_resource_is_the_map_below_its_time_and_only_its_own_projects(
    world: World, mill: Path, yard: Path
) -> None:
    async with (
        a_client(a_surface(world, mill)) as miller,
        a_client(a_surface(world, yard)) as keeper,
    ):
        [own] = await addresses(miller)
        [other] = await addresses(keeper)
        [content] = (await miller.read_resource(own)).contents
        answer = await a_map(miller, BUDGET_OF_RESOURCE)
        body = content.model_dump()["text"]
        assert body == f"indexed_at {answer['indexed_at']}\n{answer['map']}"
        assert content.mime_type == "text/plain"
        with pytest.raises(MCPError) as refused:
            await miller.read_resource(other)
    assert refused.value.error.code == -32602
    assert refused.value.error.data == {"uri": other}


async def addresses(client: Client) -> list[str]:
    listed = (await client.list_resources()).resources
    return [one.uri for one in listed if one.uri.startswith(REPO_MAP)]


async def test_the_resource_holds_for_half_a_minute(world: World, mill: Path) -> None:
    async with a_piped_client(a_surface(world, mill)) as client:
        listed = (await client.ask("resources/list"))["result"]["resources"]
        [uri] = [one["uri"] for one in listed if one["uri"].startswith(REPO_MAP)]
        read = (await client.ask("resources/read", {"uri": uri}))["result"]
    assert (read["ttlMs"], read["cacheScope"]) == (30_000, "private")


async def test_a_project_without_a_folder_of_sources_has_a_resource_that_says_so(
    world: World, tmp_path: Path
) -> None:
    async with a_client(a_surface(world, tmp_path / "home")) as client:
        [own] = await addresses(client)
        [content] = (await client.read_resource(own)).contents
        refused = await client.call_tool("code.get_repo_map", {"token_budget": 100})
    assert content.model_dump()["text"].startswith("There is no map: ")
    assert text_of(refused).startswith("error[invalid-argument]: ")


@pytest.mark.parametrize("tool", [tool.name for tool in CODE_TOOLS])
def test_a_first_look_at_a_repository_keeps_nobody_waiting(
    tool: str, world: World, mill: Path
) -> None:
    surface = a_surface(world, mill)
    assert surface.reads("tools/call", {"name": tool, "arguments": {}}) is None
    assert surface.reads("resources/read", {"uri": f"{REPO_MAP}any"}) is None
    assert surface.reads("resources/read", {"uri": "sakur4://anchors/any"}) is True


# Status


async def test_a_status_tells_of_the_index_as_it_is_and_makes_none(
    world: World, mill: Path, tmp_path: Path
) -> None:
    async with a_client(a_surface(world, mill)) as client:
        before = structure_of(await client.call_tool("sakur4.status"))
        assert (before["repo_files"], before["code_index"]) == (0, None)
        assert not list((tmp_path / "home" / "data").glob("code/*"))
        asked = await a_map(client)
        a_repository(mill, {"later.py": "def later():\n    pass\n"})
        after = structure_of(await client.call_tool("sakur4.status"))
    assert after["repo_files"] == 2
    index = after["code_index"]
    assert index["indexed_at"] == asked["indexed_at"]
    assert index["files"] == {"python": 2}
    assert index["symbols"] >= asked["symbols"]
    assert index["edges"] > 0
    assert after["languages"]["python"] == "full"
    assert after["languages_not_readable"] == {}


async def test_a_language_that_cannot_be_read_is_told(world: World, mill: Path) -> None:
    code = replace(world.code, parser=a_parser_without("python"))
    async with a_client(a_surface(replace(world, code=code), mill)) as client:
        said = structure_of(await client.call_tool("sakur4.status"))
    assert list(said["languages_not_readable"]) == ["python"]
    assert "python" not in said["languages"]
