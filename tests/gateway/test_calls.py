"""Calls of tools: what is refused and how, what is echoed, and that both halves of an answer agree."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Protocol, cast

import pytest
from jsonschema import Draft202012Validator
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, TextContent

from lockstitch.app.world import World
from lockstitch.domain.errors import StoreBusyError
from lockstitch.domain.ids import EpisodeId
from lockstitch.domain.limits import LIMITS
from lockstitch.gateway.mcp.memory_tools import STATUS, TOOLS
from lockstitch.gateway.mcp.tools import Call, Toolbox
from tests.builders import a_caller, a_project, a_world, said
from tests.gateway.surfaces import a_client, a_piped_client, a_surface
from tests.gateway.wire import MODERN

pytestmark = pytest.mark.anyio

ROOM: Final = LIMITS.answer_chars + 4_000
"""What the text of one answer may have: the content that it pages, and what stands around it."""
SECRET: Final = "the-secret-in-the-bug"
DIFF: Final = """diff --git a/src/parse.py b/src/parse.py
--- a/src/parse.py
+++ b/src/parse.py
@@ -1,2 +1,3 @@
 import os
+import sys
 x = 1
"""


class Validator(Protocol):
    def validate(self, instance: object) -> None: ...


def text_of(result: CallToolResult) -> str:
    [content] = result.content
    return cast("TextContent", content).text


def structure_of(result: CallToolResult) -> dict[str, Any]:
    assert not result.is_error, text_of(result)
    assert result.structured_content is not None
    return result.structured_content


def leaves_of(value: object) -> list[str]:
    """Return every value in a structure that says something, as text."""
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, object]", value)
        return [leaf for field in fields.values() for leaf in leaves_of(field)]
    if isinstance(value, list):
        return [leaf for item in cast("list[object]", value) for leaf in leaves_of(item)]
    if isinstance(value, bool):
        return ["true" if value else "false"]
    return [] if value is None or value == "" else [str(value)]


# What is refused


@pytest.mark.parametrize("mode", ["legacy", MODERN])
async def test_a_tool_that_is_not_there_is_malformed_params(
    mode: str, world: World, tmp_path: Path
) -> None:
    async with a_client(a_surface(world, tmp_path), mode=mode) as client:
        for name in ("nope", "", "memory", "Memory.Recall", "memory.recall "):
            with pytest.raises(MCPError) as refused:
                await client.call_tool(name)
            assert refused.value.error.code == -32602
            assert refused.value.error.message == f"Unknown tool: {name}"


REFUSED: Final = [
    pytest.param(
        ("memory.recall", {"query": "x", "limit": 3, "depth": 1}),
        "error[invalid-argument]: memory.recall takes no argument depth, limit\n"
        "hint: it takes file_path, include_folded, k, project_id, query, session_id",
        id="unknown",
    ),
    pytest.param(
        ("sakur4.status", {"verbose": True}),
        "error[invalid-argument]: sakur4.status takes no argument verbose\nhint: it takes none",
        id="unknown-where-none-is-taken",
    ),
    pytest.param(
        ("memory.commit_episode", dict[str, object]()),
        "error[invalid-argument]: memory.commit_episode needs role, content\n"
        "hint: role is one of system, user, assistant, tool, internal; content is a string",
        id="missing",
    ),
    pytest.param(
        ("memory.pin", {"content": None}),
        "error[invalid-argument]: memory.pin needs content\nhint: content is a string",
        id="null",
    ),
    pytest.param(
        ("memory.pin", {"content": 7}),
        "error[invalid-argument]: content is 7, not a string",
        id="wrong-type",
    ),
    pytest.param(
        ("memory.recall", {"query": "x", "k": "8"}),
        "error[invalid-argument]: k is '8', not an integer",
        id="a-number-in-quotes",
    ),
    pytest.param(
        ("memory.recall", {"query": "x", "k": 2.5}),
        "error[invalid-argument]: k is 2.5, not an integer",
        id="half-a-number",
    ),
    pytest.param(
        ("memory.recall", {"query": "x", "include_folded": 1}),
        "error[invalid-argument]: include_folded is 1, not a boolean",
        id="a-number-for-a-boolean",
    ),
    pytest.param(
        ("memory.commit_episode", {"role": "user", "content": "x", "slot_id": [1]}),
        "error[invalid-argument]: slot_id is [1], not an integer or a string",
        id="neither-of-two-types",
    ),
    pytest.param(
        ("memory.commit_episode", {"role": "robot", "content": "x"}),
        "error[invalid-argument]: role is 'robot', not one of system, user, assistant, tool, internal",
        id="not-one-of-the-choices",
    ),
    pytest.param(
        ("memory.commit_episode", {"role": "user", "content": "x", "corrects": "ep_nothing"}),
        "error[not-found]: ",
        id="corrects-nothing",
    ),
    pytest.param(
        ("memory.commit_episode", {"role": "user", "content": "x", "fold_id": "fold_nothing"}),
        "error[not-found]: ",
        id="into-no-fold",
    ),
    pytest.param(
        ("memory.commit_episode", {"role": "user", "content": "a\0b"}),
        "error[invalid-argument]: content holds a NUL character at position 1\nhint: ",
        id="nul",
    ),
    pytest.param(
        ("memory.commit_episode", {"role": "user", "content": "x", "occurred_at": "yesterday"}),
        "error[invalid-argument]: occurred_at is no time in ISO 8601: 'yesterday'\nhint: such as ",
        id="no-time",
    ),
    pytest.param(
        ("memory.commit_episode", {"role": "user", "content": "x", "session_id": "  "}),
        "error[invalid-argument]: session_id must have ",
        id="blank-session",
    ),
    pytest.param(
        (
            "memory.commit_episode",
            {"role": "user", "content": "another", "idempotency_key": "used"},
        ),
        "error[conflict]: ",
        id="a-key-of-another-content",
    ),
    pytest.param(
        ("memory.pin", {"content": " \n "}),
        "error[invalid-argument]: content is blank\nhint: say something in content",
        id="blank-rule",
    ),
    pytest.param(
        ("memory.fold", {"description": "x", "goal": ""}),
        "error[invalid-argument]: goal is blank\nhint: say something in goal",
        id="blank-goal",
    ),
    pytest.param(
        ("memory.unfold", {"fold_id": "fold_nothing", "result_summary": "x"}),
        "error[not-found]: ",
        id="closes-nothing",
    ),
    pytest.param(
        ("memory.recall_fold", {"fold_id": "nothing"}), "error[not-found]: ", id="reads-no-fold"
    ),
    pytest.param(("read_passage", {"id": "nothing"}), "error[not-found]: ", id="reads-nothing"),
    pytest.param(
        ("memory.recall", {"query": "x", "project_id": "proj_nothing"}),
        "error[not-found]: ",
        id="in-no-project",
    ),
]


@pytest.mark.parametrize(("call", "text"), REFUSED)
async def test_what_cannot_be_is_an_answer_that_says_what_would_be_right_and_changes_nothing(
    call: tuple[str, dict[str, Any]], text: str, world: World, tmp_path: Path
) -> None:
    async with a_client(a_surface(world, tmp_path)) as client:
        used = {"role": "user", "content": "one", "idempotency_key": "used"}
        await client.call_tool("memory.commit_episode", used)
        before = await everything(world, client)
        refused = await client.call_tool(*call)
        assert refused.is_error
        assert refused.structured_content is None
        assert text_of(refused).startswith(text)
        assert re.fullmatch(r"error\[[a-z-]+\]: [^\n]+(\nhint: [^\n]+)?", text_of(refused))
        assert await everything(world, client) == before


async def everything(world: World, client: Client) -> object:
    """Return all that a call could have changed, as far as it can be seen."""
    status = structure_of(await client.call_tool("sakur4.status"))
    return (await world.catalogue.counts(None), status)


async def test_a_value_that_is_too_large_or_too_deep_to_show_is_refused_all_the_same(
    world: World, tmp_path: Path
) -> None:
    deep: object = 1
    for _ in range(800):
        deep = [deep]
    async with a_piped_client(a_surface(world, tmp_path)) as client:
        for value in (deep, float("nan"), float("inf"), {"a": "b" * 100_000}):
            answer = await client.call("memory.recall", query="x", k=value)
            [content] = answer["result"]["content"]
            assert answer["result"]["isError"] is True
            assert len(content["text"]) < 200


async def test_a_bug_in_a_tool_is_an_internal_error_and_nothing_of_it_leaks(
    world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(_world: World, _call: Call) -> object:
        raise RuntimeError(SECRET)

    surface = a_surface(world, tmp_path)
    surface.toolbox = Toolbox([replace(STATUS, handler=broken)])
    async with a_client(surface) as client:
        with pytest.raises(MCPError) as failed:
            await client.call_tool("sakur4.status")
    assert failed.value.error.code == -32603
    assert failed.value.error.message == "internal error in sakur4.status"
    assert failed.value.error.data is None
    assert SECRET in caplog.text


async def test_a_store_that_is_busy_is_no_bug(world: World, tmp_path: Path) -> None:
    async def busy(_world: World, _call: Call) -> object:
        raise StoreBusyError("the store stayed busy", hint="look for who holds it")

    surface = a_surface(world, tmp_path)
    surface.toolbox = Toolbox([replace(STATUS, handler=busy)])
    async with a_client(surface) as client:
        answer = await client.call_tool("sakur4.status")
    assert answer.is_error
    assert (
        text_of(answer) == "error[store-busy]: the store stayed busy\nhint: look for who holds it"
    )


# What is taken


async def test_null_means_omitted(world: World, tmp_path: Path) -> None:
    async with a_client(a_surface(world, tmp_path)) as client:
        for tool in TOOLS:
            if set(tool.required) <= {"role", "content", "query", "description", "goal"}:
                given = {"role": "user", "content": "x", "query": "x"} | {
                    "description": "x",
                    "goal": "x",
                }
                arguments = {name: given.get(name) for name in tool.properties}
                structure_of(await client.call_tool(tool.name, arguments))


@pytest.mark.parametrize(
    ("k", "used"),
    [(0, 1), (-5, 1), (1, 1), (3.0, 3), (100, 100), (101, 100), (10**30, 100), (None, 8)],
)
async def test_k_is_clamped_and_echoed(k: object, used: int, world: World, tmp_path: Path) -> None:
    async with a_client(a_surface(world, tmp_path)) as client:
        answer = await client.call_tool("memory.recall", {"query": "x", "k": k})
    assert structure_of(answer)["k"] == used
    assert f"\nk: {used}\n" in text_of(answer)


async def test_a_number_of_400_digits_is_clamped_too(world: World, tmp_path: Path) -> None:
    async with a_client(a_surface(world, tmp_path)) as client:
        answer = await client.call_tool("memory.recall", {"query": "x", "k": 10**400})
    assert structure_of(answer)["k"] == LIMITS.recall_k


async def test_an_offset_is_clamped_and_echoed(world: World, tmp_path: Path) -> None:
    async with a_client(a_surface(world, tmp_path)) as client:
        fold = structure_of(
            await client.call_tool("memory.fold", {"description": "x", "goal": "x"})
        )["fold_id"]
        turn = {"role": "user", "content": "0123456789"}
        episode = structure_of(await client.call_tool("memory.commit_episode", turn))["episode_id"]
        for offset, used, rest in ((-3, 0, "0123456789"), (4, 4, "456789"), (10**9, 10, "")):
            read = structure_of(
                await client.call_tool("read_passage", {"id": episode, "offset": offset})
            )
            assert (read["offset"], read["text"], read["next_offset"]) == (used, rest, None)
            trace = structure_of(
                await client.call_tool("memory.recall_fold", {"fold_id": fold, "offset": offset})
            )
            assert trace["offset"] == used
            assert "".join(step["content"] for step in trace["episodes"]) == rest


@pytest.mark.parametrize(("given", "kept"), [(3, "3"), ("3", "3"), (3.0, "3"), (None, "0")])
async def test_a_slot_is_an_integer_or_a_string(
    given: object, kept: str, world: World, tmp_path: Path
) -> None:
    async with a_client(a_surface(world, tmp_path)) as client:
        turn = {"role": "user", "content": "x", "slot_id": given}
        written = structure_of(await client.call_tool("memory.commit_episode", turn))
        task = {"description": "x", "goal": "x", "slot_id": given}
        opened = structure_of(await client.call_tool("memory.fold", task))
    [episode] = await world.episodes.get([EpisodeId(written["episode_id"])])
    assert episode.slot_id == kept
    found = await world.folds.get(opened["fold_id"])
    assert found is not None
    assert found[0].slot_id == kept


# Both halves of an answer


class Walk:
    """Calls every tool in the states that make it answer differently, and keeps the answers."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.answers: list[tuple[str, CallToolResult]] = []

    async def whole(self) -> list[tuple[str, CallToolResult]]:
        await self.call("sakur4.status")
        await self.call("memory.recall", query="anything at all")
        items = [*await self._turns(), *await self._rules(), *await self._folds()]
        for item in items:
            await self.call("read_passage", id=item)
        await self.call("sakur4.status")
        return self.answers

    async def call(self, tool: str, **arguments: object) -> dict[str, Any]:
        result = await self._client.call_tool(tool, arguments)
        self.answers.append((tool, result))
        return structure_of(result)

    async def _commit(self, role: str, content: str, **more: object) -> str:
        written = await self.call("memory.commit_episode", role=role, content=content, **more)
        return str(written["episode_id"])

    async def _turns(self) -> list[str]:
        first = await self._commit("user", "the port is 8080\n\nand the host is 'x'")
        await self._commit("user", "the port is 9090", corrects=first)
        await self._commit("tool", DIFF, tool_name="git", message_id="m1", tool_call_id="c1")
        await self._commit("user", "Never push to main without a review.")
        token = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
        await self._commit("user", f"use {token} for it")
        for _ in range(2):
            await self._commit("user", "once", idempotency_key="k")
        await self.call("memory.recall", query="which port is it")
        await self.call("memory.recall", query="sys", file_path="src/parse.py")
        hits = await self.call("memory.recall", query="parse.py")
        return [first, *(hit["id"] for hit in hits["results"])]

    async def _rules(self) -> list[str]:
        rule = "Never force-push.\nNever."
        pinned = await self.call("memory.pin", content=rule, kind="safety_constraint")
        await self.call("memory.pin", content=rule, kind="safety_constraint")
        await self.call("memory.pin", content="Only here " * 50, session_id="s1")
        return [pinned["anchor_id"]]

    async def _folds(self) -> list[str]:
        outer = await self.call("memory.fold", description="look\naround", goal="find it")
        inner = await self.call("memory.fold", description="deeper", goal="find more")
        folds = [inner["fold_id"], outer["fold_id"]]
        await self.call("memory.recall_fold", fold_id=folds[0])
        step = await self._commit("assistant", "step one\nof many")
        await self._commit("tool", "x" * (LIMITS.answer_chars + 10), tool_name="cat")
        await self.call("sakur4.status")
        for fold in folds:
            await self.call("memory.recall_fold", fold_id=fold)
            await self.call("memory.unfold", fold_id=fold, result_summary="found\nit")
            await self.call("memory.recall_fold", fold_id=fold)
        await self.call("memory.recall", query="step", include_folded=True)
        return [step, *folds]


async def every_answer(tmp_path: Path) -> list[tuple[str, CallToolResult]]:
    world = a_world(tmp_path / "data", settings={"context_window": "100"})
    try:
        async with a_client(a_surface(world, tmp_path / "work")) as client:
            return await Walk(client).whole()
    finally:
        world.close()


async def test_all_that_the_structure_holds_stands_in_the_text_and_fits_the_schema(
    tmp_path: Path,
) -> None:
    answers = await every_answer(tmp_path)
    for tool in TOOLS:
        validator = cast("Validator", Draft202012Validator(tool.output_schema))
        of_tool = [result for name, result in answers if name == tool.name]
        assert len(of_tool) >= 2
        for result in of_tool:
            structure, text = structure_of(result), text_of(result)
            validator.validate(structure)
            for leaf in leaves_of(structure):
                assert leaf in text, (tool.name, leaf[:200])
            for field, value in structure.items():
                if isinstance(value, int) and not isinstance(value, bool):
                    assert f"{field}: {value}" in text


async def test_the_states_of_that_walk_are_really_reached(tmp_path: Path) -> None:
    answers = [(tool, structure_of(result)) for tool, result in await every_answer(tmp_path)]

    def some(tool: str, field: str) -> bool:
        return any(answer[field] for name, answer in answers if name == tool)

    for field in ("supersedes", "symbolic_facts", "suggested_anchor", "redactions", "repeated"):
        assert some("memory.commit_episode", field), field
    for field in ("overflow", "existed", "session_id"):
        assert some("memory.pin", field), field
    for field in ("results", "stale_flags"):
        assert some("memory.recall", field), field
    assert some("memory.recall_fold", "next_offset")
    assert {answer["kind"] for name, answer in answers if name == "read_passage"} == {
        "episode",
        "anchor",
        "fold",
        "symbolic_fact",
    }


# How long an answer is


async def test_a_hundred_long_results_do_not_make_one_long_answer(
    world: World, tmp_path: Path
) -> None:
    await many(world, tmp_path, [f"needle {number} " + "hay " * 3_000 for number in range(100)])
    async with a_client(a_surface(world, tmp_path)) as client:
        answer = await client.call_tool("memory.recall", {"query": "needle", "k": 100})
    assert len(text_of(answer)) <= ROOM
    results = structure_of(answer)["results"]
    assert len(results) >= 5
    assert any("did not fit" in note for note in structure_of(answer)["notes"])


async def test_a_hundred_short_results_are_all_there(world: World, tmp_path: Path) -> None:
    await many(world, tmp_path, [f"needle number {number}" for number in range(100)])
    async with a_client(a_surface(world, tmp_path)) as client:
        answer = await client.call_tool("memory.recall", {"query": "needle", "k": 100})
    assert len(text_of(answer)) <= ROOM
    assert len(structure_of(answer)["results"]) == 100


@pytest.mark.parametrize(
    "contents",
    [
        pytest.param(["a" * 150_000, "b", "", "c" * 70_000], id="long-steps"),
        pytest.param([f"step {number}\n" for number in range(700)], id="many-short-steps"),
    ],
)
async def test_a_fold_is_read_page_by_page_and_nothing_of_it_is_lost(
    contents: Sequence[str], world: World, tmp_path: Path
) -> None:
    async with a_client(a_surface(world, tmp_path)) as client:
        task = {"description": "x", "goal": "x", "session_id": "s1"}
        fold = structure_of(await client.call_tool("memory.fold", task))["fold_id"]
        await many(world, tmp_path, contents)
        offset: int | None = 0
        read = ""
        pages = 0
        while offset is not None:
            arguments = {"fold_id": fold, "offset": offset}
            answer = await client.call_tool("memory.recall_fold", arguments)
            assert len(text_of(answer)) <= ROOM
            page = structure_of(answer)
            assert page["episode_count"] == len(contents)
            read += "".join(step["content"] for step in page["episodes"])
            offset = page["next_offset"]
            pages += 1
    assert read == "".join(contents)
    assert 1 < pages < 10


async def test_a_passage_is_read_page_by_page_and_nothing_of_it_is_lost(
    world: World, tmp_path: Path
) -> None:
    content = "".join(f"line {number}\n" for number in range(20_000))
    [episode] = await many(world, tmp_path, [content])
    async with a_client(a_surface(world, tmp_path)) as client:
        offset: int | None = 0
        read = ""
        while offset is not None:
            arguments = {"id": episode, "offset": offset}
            answer = await client.call_tool("read_passage", arguments)
            assert len(text_of(answer)) <= ROOM
            page = structure_of(answer)
            read += page["text"]
            offset = page["next_offset"]
    assert read == content


async def many(world: World, directory: Path, contents: Sequence[str]) -> list[str]:
    """Commit every one of *contents*, and return their ids."""
    caller = a_caller(await a_project(world, directory))
    written = [await said(world, caller, content) for content in contents]
    return [one.episode_id for one in written]
