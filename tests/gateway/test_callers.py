"""Who calls: which session and which project a call belongs to, and what an answer says of it."""

import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstitch.app.care import back_up, restore
from lockstitch.app.identify import identify
from lockstitch.app.projects import merge
from lockstitch.app.world import World
from lockstitch.config import read_settings
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import SessionSource
from lockstitch.gateway.callers import Callers, Signs, session_of, with_session
from tests.builders import a_caller, a_project
from tests.gateway.piped import Piped
from tests.gateway.surfaces import a_piped_client, a_surface
from tests.gateway.wire import META, Frame, a_wire, an_environment, structure_of, text_of

pytestmark = pytest.mark.anyio

CODEX: Final = {"x-codex-turn-metadata": {"session_id": "of-codex", "turn_id": "t"}}
ALL_SIGNS: Final = Signs(
    meta=CODEX | {"sessionId": "of-meta"},
    environment_session="of-the-environment",
    http_session="of-http",
    process_session="of-the-process",
    token_session="token:codex",
)
LADDER: Final[list[tuple[Mapping[str, Any], str | None, SessionSource | None]]] = [
    ({}, "of-codex", SessionSource.VENDOR_META),
    ({"meta": {"sessionId": "of-meta"}}, "of-meta", SessionSource.VENDOR_META),
    ({"meta": None}, "of-the-environment", SessionSource.ENVIRONMENT),
    ({"environment_session": None}, "of-http", SessionSource.HTTP_SESSION),
    ({"http_session": None}, "of-the-process", SessionSource.PROCESS),
    ({"process_session": None}, "token:codex", SessionSource.TOKEN),
    ({"token_session": None}, None, None),
]
"""What is taken away, one after another, and what counts then."""


# The session


@pytest.mark.parametrize("steps", range(1, len(LADDER) + 1))
def test_the_surest_sign_of_a_session_counts(steps: int) -> None:
    signs = ALL_SIGNS
    for change, _, _ in LADDER[:steps]:
        signs = replace(signs, **change)
    assert session_of(signs) == LADDER[steps - 1][1:]


@pytest.mark.parametrize(
    "meta",
    [
        pytest.param({"x-codex-turn-metadata": "text"}, id="metadata-is-text"),
        pytest.param({"x-codex-turn-metadata": {"session_id": 7}}, id="id-is-a-number"),
        pytest.param({"x-codex-turn-metadata": {"session_id": " "}}, id="id-is-blank"),
        pytest.param({"x-codex-turn-metadata": {}}, id="no-id"),
        pytest.param({"sessionId": ["a"]}, id="id-is-a-list"),
        pytest.param({"sessionId": ""}, id="id-is-empty"),
        pytest.param({"sessionId": "x" * (LIMITS.name_chars + 1)}, id="id-is-too-long"),
        pytest.param({"progressToken": 1}, id="something-else"),
    ],
)
def test_a_sign_that_is_none_is_passed_over(meta: Mapping[str, object]) -> None:
    signs = Signs(meta=meta, process_session="of-the-process")
    assert session_of(signs) == ("of-the-process", SessionSource.PROCESS)


@given(
    st.dictionaries(
        st.sampled_from(["x-codex-turn-metadata", "sessionId", "other"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.just("session_id"), inner),
        ),
    )
)
def test_whatever_stands_in_meta_a_session_is_text_or_none(meta: Mapping[str, object]) -> None:
    session, source = session_of(Signs(meta=meta))
    assert (session is None) == (source is None)
    assert session is None or session.strip()


@pytest.mark.parametrize("session", ["", " ", "\n", "x" * (LIMITS.name_chars + 1), "a\0b"])
def test_a_session_that_is_no_name_is_refused_as_an_argument(session: str) -> None:
    caller = a_caller(project=_any_project())
    with pytest.raises(InvalidArgumentError):
        with_session(caller, session)


def _any_project() -> Any:  # noqa: ANN401 - any id will do
    return "proj_any"


@pytest.mark.parametrize(
    ("environment", "session"),
    [
        ({"LOCKSTITCH_SESSION": "l", "CLAUDE_CODE_SESSION_ID": "c", "GEMINI_SESSION_ID": "g"}, "l"),
        ({"CLAUDE_CODE_SESSION_ID": "c", "GEMINI_SESSION_ID": "g"}, "c"),
        ({"GEMINI_SESSION_ID": "g"}, "g"),
        ({"CLAUDE_CODE_SESSION_ID": "", "GEMINI_SESSION_ID": "g"}, "g"),
        ({}, None),
    ],
)
def test_a_harness_names_the_session_in_the_environment(
    environment: dict[str, str], session: str | None
) -> None:
    assert read_settings({}, environment=environment).session_id == session


async def sessions_said(client: Piped, meta: Mapping[str, object] | None) -> list[tuple[str, str]]:
    """Return what commit, fold and status say of the session, for a call that names none."""
    answers = [
        await client.call("memory.commit_episode", meta=meta, role="user", content="x"),
        await client.call("memory.fold", meta=meta, description="x", goal="x"),
        await client.call("sakur4.status", meta=meta),
    ]
    return [_session_of(answer) for answer in answers]


def _session_of(answer: Frame) -> tuple[str, str]:
    structure = structure_of(answer)
    assert f"session_source: {structure['session_source']}" in text_of(answer)
    return structure["session_id"], structure["session_source"]


@pytest.mark.parametrize(
    ("signs", "said"),
    [
        pytest.param((CODEX, "env"), ("of-codex", "vendor-meta"), id="codex"),
        pytest.param(({"sessionId": "m"}, "env"), ("m", "vendor-meta"), id="session-id-in-meta"),
        pytest.param(({"progressToken": 1}, "env"), ("env", "environment"), id="environment"),
        pytest.param(({"progressToken": 1}, None), ("of-the-process", "process"), id="process"),
    ],
)
async def test_answers_say_which_session_was_used_and_how_it_is_known(
    signs: tuple[dict[str, object], str | None],
    said: tuple[str, str],
    world: World,
    tmp_path: Path,
) -> None:
    meta, environment = signs
    surface = a_surface(world, tmp_path, session_id=environment)
    async with a_piped_client(surface) as client:
        assert await sessions_said(client, dict(META) | meta) == [said] * 3
        await client.initialize("2025-06-18")
        assert await sessions_said(client, meta or None) == [said] * 3


async def test_an_argument_is_surer_than_any_sign(world: World, tmp_path: Path) -> None:
    async with a_piped_client(a_surface(world, tmp_path, session_id="env")) as client:
        for tool, arguments in (
            ("memory.commit_episode", {"role": "user", "content": "x"}),
            ("memory.fold", {"description": "x", "goal": "x"}),
        ):
            call = {"name": tool, "arguments": arguments | {"session_id": "named"}}
            answer = await client.ask("tools/call", call, meta=dict(META) | CODEX)
            assert _session_of(answer) == ("named", "argument")


async def test_what_a_client_calls_itself_makes_no_session(world: World, tmp_path: Path) -> None:
    seen: set[tuple[str, str]] = set()
    for name in ("claude-code", "codex"):
        info = {"io.modelcontextprotocol/clientInfo": {"name": name, "version": "1"}}
        async with a_piped_client(a_surface(world, tmp_path)) as client:
            seen |= set(await sessions_said(client, dict(META) | info))
    assert seen == {("of-the-process", "process")}


async def test_a_call_without_any_sign_of_a_session_is_told_to_name_one(
    world: World, tmp_path: Path
) -> None:
    async with a_piped_client(a_surface(world, tmp_path, process_session=None)) as client:
        refused = await client.call("memory.commit_episode", role="user", content="x")
        assert text_of(refused) == (
            "error[invalid-argument]: no session is known for this call\n"
            "hint: pass session_id, any name of your own"
        )
        assert structure_of(await client.call("sakur4.status"))["session_id"] is None


# An omitted session


async def test_recall_without_a_session_asks_the_whole_project(
    world: World, tmp_path: Path
) -> None:
    async with a_piped_client(a_surface(world, tmp_path)) as client:
        for session in ("a", "b"):
            said = {"role": "user", "content": f"the port in {session}", "session_id": session}
            call = {"name": "memory.commit_episode", "arguments": said}
            await client.ask("tools/call", call)

        async def sessions(**narrowed: str) -> set[str]:
            call = {"name": "memory.recall", "arguments": {"query": "port"} | narrowed}
            answer = await client.ask("tools/call", call)
            return {hit["session_id"] for hit in structure_of(answer)["results"]}

        assert await sessions() == {"a", "b"}
        assert await sessions(session_id="a") == {"a"}
        assert await sessions(session_id="never") == set()


async def test_a_rule_pinned_without_a_session_holds_in_the_whole_project(
    world: World, tmp_path: Path
) -> None:
    async with a_piped_client(a_surface(world, tmp_path, session_id="here")) as client:
        whole = structure_of(await client.call("memory.pin", content="for all"))
        only = structure_of(await client.call("memory.pin", content="for b", session_id="b"))
    assert (whole["scope"], whole["session_id"]) == ("project", None)
    assert (only["scope"], only["session_id"]) == ("session", "b")
    rules = {
        session: await rules_of(world, tmp_path, session) for session in ("here", "b", "elsewhere")
    }
    for_all = "[TASK CONTRACT] for all"
    others = "(1 more hold in other sessions only)"
    assert rules["here"] == rules["elsewhere"] == [for_all, others]
    assert rules["b"] == [for_all, "[TASK CONTRACT] for b"]


async def rules_of(world: World, directory: Path, session: str) -> list[str]:
    async with a_piped_client(a_surface(world, directory, session_id=session)) as client:
        resources = (await client.ask("resources/list"))["result"]["resources"]
        read = await client.ask("resources/read", {"uri": resources[0]["uri"]})
    return read["result"]["contents"][0]["text"].splitlines()


# The project


@pytest.mark.parametrize(
    ("environment", "directory"),
    [
        ({"CLAUDE_PROJECT_DIR": "/c", "GEMINI_PROJECT_DIR": "/g"}, "/c"),
        ({"GEMINI_PROJECT_DIR": "/g"}, "/g"),
        ({}, str(Path.cwd())),
    ],
)
def test_a_harness_names_the_folder_in_the_environment(
    environment: dict[str, str], directory: str
) -> None:
    settings = read_settings({}, environment=environment)
    assert (settings.directory, settings.project) == (directory, None)


def test_a_project_that_is_named_is_surer_than_the_environment() -> None:
    environment = {"LOCKSTITCH_PROJECT": "b", "CLAUDE_PROJECT_DIR": "/c"}
    assert read_settings({}, environment=environment).project == "b"
    assert read_settings({"project": "a"}, environment=environment).project == "a"


async def own_project(world: World, directory: Path, project: str | None = None) -> str:
    surface = a_surface(world, directory, project=project)
    return await surface.callers.project(None)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    made = tmp_path / "a-checkout"
    subprocess.run(["git", "init", "-q", str(made)], check=True)
    return made


async def test_a_folder_below_a_checkout_is_that_checkouts_project(
    world: World, checkout: Path
) -> None:
    top = await own_project(world, checkout)
    assert await own_project(world, checkout / "src" / "deep") == top


async def test_a_folder_outside_git_is_a_project_of_its_own(world: World, tmp_path: Path) -> None:
    outer = await own_project(world, tmp_path / "plain")
    inner = await own_project(world, tmp_path / "plain" / "inner")
    assert outer != inner
    assert await own_project(world, tmp_path / "plain") == outer


async def test_a_project_is_named_by_its_id_its_name_or_a_folder(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await identify(world, str(_made(tmp_path / "other")))
    monkeypatch.chdir(tmp_path)
    for named in (other.id, other.name, str(tmp_path / "other"), "other", "./other"):
        assert await own_project(world, tmp_path / "here", named) == other.id


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


async def test_a_project_that_is_not_there_is_told_to_every_call(
    world: World, tmp_path: Path
) -> None:
    async with a_piped_client(a_surface(world, tmp_path, project="nope")) as client:
        for _ in range(2):
            refused = await client.call("sakur4.status")
            assert refused["error"]["message"] == "no project has the id or name 'nope'"
    assert (await world.catalogue.counts(None)).episodes == 0


async def test_looking_at_what_a_server_has_makes_no_project(world: World, tmp_path: Path) -> None:
    surface = a_surface(world, tmp_path)
    async with a_piped_client(surface) as client:
        for method in ("server/discover", "tools/list", "prompts/list", "resources/templates/list"):
            await client.ask(method)
    assert await world.projects.all() == []


async def test_the_project_of_a_caller_is_found_once(world: World, tmp_path: Path) -> None:
    surface = a_surface(world, tmp_path)
    callers: Callers = surface.callers
    first = await callers.caller(Signs(process_session="p"))
    assert first.project == await a_project(world, tmp_path)
    assert first.working_directory == str(tmp_path)
    assert (await callers.caller(Signs())).session_id is None


async def test_a_server_follows_its_project_into_the_one_it_is_merged_into(
    world: World, tmp_path: Path
) -> None:
    callers = a_surface(world, tmp_path / "one").callers
    before = await callers.project(None)
    other = await a_surface(world, tmp_path / "two").callers.project(None)
    await merge(world, before, into=other)
    assert await callers.project(None) == other


async def test_a_server_finds_its_project_anew_when_a_restore_took_it_away(
    world: World, tmp_path: Path
) -> None:
    empty = await back_up(world, tmp_path / "empty.db")
    callers = a_surface(world, tmp_path / "one").callers
    await callers.project(None)
    await restore(world, Path(empty.path))
    found = await callers.project(None)
    assert await world.projects.get(found) is not None


def test_a_server_process_takes_session_and_project_from_its_harness(
    checkout: Path, tmp_path: Path
) -> None:
    harness = {"CLAUDE_CODE_SESSION_ID": "of-claude", "CLAUDE_PROJECT_DIR": str(checkout)}
    with a_wire(tmp_path, environment=an_environment(tmp_path, **harness)) as wire:
        status = structure_of(wire.call("sakur4.status"))
        assert (status["session_id"], status["session_source"]) == ("of-claude", "environment")
        assert status["project_name"] == "a-checkout"
        meta = dict(META) | CODEX
        status = structure_of(wire.call("sakur4.status", meta=meta))
        assert (status["session_id"], status["session_source"]) == ("of-codex", "vendor-meta")
        own = status["project_id"]
    with a_wire(tmp_path, "--project", str(checkout)) as wire:
        status = structure_of(wire.call("sakur4.status"))
        assert status["project_id"] == own
        assert status["session_source"] == "process"
        session = status["session_id"]
    with a_wire(tmp_path, "--project", own) as wire:
        status = structure_of(wire.call("sakur4.status"))
        assert status["project_id"] == own
        assert status["session_id"] != session
