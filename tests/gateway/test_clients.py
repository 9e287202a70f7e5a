"""What `lockstitch config` prints: it parses, it works as it stands, and it holds no secret."""

import json
import shlex
import stat
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

import pytest

from lockstitch.gateway.clients import CLIENTS, TOKEN_VARIABLE, Client, Reach, client_named
from tests.cli.terminal import Terminal
from tests.gateway.wire import a_wire

ODD: Final = '/odd dir/it\'s "quoted" \\ $HOME `x` ümläut \N{GRINNING FACE}'
"""A path that no format and no shell may stumble over."""
URL: Final = "http://127.0.0.1:8765/mcp"
REFUSE_DOTS: Final = {"claude-desktop", "cursor", "vscode", "generic"}

every_client = pytest.mark.parametrize(
    "client", [pytest.param(client, id=client.name) for client in CLIENTS]
)


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(home=tmp_path)


def parsed(client: Client, text: str) -> dict[str, Any]:
    """Return the entry of this server in what is to be pasted."""
    table: Any = tomllib.loads(text) if client.name == "codex" else json.loads(text)
    while set(table) != {"lockstitch"}:
        [table] = table.values()
    return table["lockstitch"]


def command_in(entry: Mapping[str, Any]) -> list[str]:
    """Return the command that a client would start."""
    command = entry["command"]
    return list(command) if isinstance(command, list) else [command, *entry["args"]]  # pyright: ignore[reportUnknownArgumentType] - parsed JSON


@every_client
def test_a_command_is_read_back_as_it_was_written(client: Client) -> None:
    command = [ODD, "--data-dir", f"{ODD}/data", "serve"]
    assert command_in(parsed(client, client.render(Reach(command=command)))) == command


@every_client
def test_an_address_is_read_back_with_the_variable_that_holds_the_token(client: Client) -> None:
    entry = parsed(client, client.render(Reach(url=URL)))
    assert URL in entry.values()
    assert "command" not in entry
    if client.name == "codex":
        assert entry["bearer_token_env_var"] == TOKEN_VARIABLE
    else:
        assert TOKEN_VARIABLE in entry["headers"]["Authorization"]
        assert entry["headers"]["Authorization"].startswith("Bearer ")


def test_the_command_for_claude_is_read_back_by_a_shell_as_it_was_written() -> None:
    claude = client_named("claude-code")
    assert claude is not None
    assert claude.shell is not None
    command = [ODD, "serve", ""]
    words = shlex.split(claude.shell(Reach(command=command)))
    assert words[words.index("--") + 1 :] == command
    words = shlex.split(claude.shell(Reach(url=URL)))
    assert words[:3] == ["claude", "mcp", "add"]
    assert {URL, "lockstitch"} <= set(words)


def test_the_command_for_claude_hands_over_the_variable_and_not_its_value() -> None:
    claude = client_named("claude-code")
    assert claude is not None
    assert claude.shell is not None
    said = claude.shell(Reach(url=URL))
    assert f"'Authorization: Bearer ${{{TOKEN_VARIABLE}}}'" in said  # no shell looks into these


def test_every_client_has_a_name_of_its_own() -> None:
    assert len({client.name for client in CLIENTS}) == len(CLIENTS)
    assert client_named("nobody") is None
    assert {client.name for client in CLIENTS if client.refuses_dots} == REFUSE_DOTS


@every_client
def test_a_paste_for_standard_streams_starts_a_program_by_its_whole_path(
    client: Client, terminal: Terminal
) -> None:
    ended = terminal.run("--data-dir", "~/somewhere", "config", client.name)
    assert ended.code == 0
    program, *arguments = command_in(parsed(client, ended.out))
    assert Path(program).is_absolute()
    assert Path(arguments[arguments.index("--data-dir") + 1]).is_absolute()
    assert "serve" in arguments
    assert ("underscore" in arguments) is client.refuses_dots
    assert not (terminal.data / "tokens.json").exists()


@every_client
def test_a_paste_for_http_holds_no_token_but_makes_one(client: Client, terminal: Terminal) -> None:
    ended = terminal.run("config", client.name, "--http", "--url", URL)
    assert ended.code == 0
    assert URL in parsed(client, ended.out).values()
    tokens = json.loads((terminal.data / "tokens.json").read_text())
    assert list(tokens) == [client.name]
    assert tokens[client.name] not in ended.out + ended.err
    assert f"lockstitch config {client.name} --token" in ended.err
    assert ("serve --http --tool-names underscore" in ended.err) is client.refuses_dots


def test_the_same_is_said_in_json(terminal: Terminal) -> None:
    answer = terminal.ask("config", "codex", "--http")
    assert answer == {
        "client": "codex",
        "file": "~/.codex/config.toml",
        "paste": terminal.run("config", "codex", "--http").out.rstrip("\n"),
        "token_variable": TOKEN_VARIABLE,
    }
    assert terminal.ask("config", "codex")["token_variable"] is None


def test_a_token_is_printed_alone_and_stays_the_same_for_its_client(terminal: Terminal) -> None:
    first = terminal.run("config", "codex", "--token")
    assert (first.code, first.err) == (0, "")
    token = first.out.strip()
    assert len(token) >= 43
    assert first.out == f"{token}\n"
    terminal.run("config", "codex", "--http")
    other = terminal.run("config", "cursor", "--token").out.strip()
    assert other != token
    assert terminal.run("config", "codex", "--token").out.strip() == token
    tokens = cast("dict[str, str]", json.loads((terminal.data / "tokens.json").read_text()))
    assert tokens == {"codex": token, "cursor": other}


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits are POSIX")
def test_tokens_are_for_their_owner_alone(terminal: Terminal) -> None:
    terminal.run("config", "codex", "--token")
    path = terminal.data / "tokens.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(terminal.data.stat().st_mode) == 0o700
    assert [entry.name for entry in terminal.data.iterdir()] == ["tokens.json"]
    path.chmod(0o644)
    refused = terminal.run("config", "codex", "--token")
    assert refused.code != 0
    assert refused.out == ""
    assert "error[config]: " in refused.err
    assert "chmod 600" in refused.err


def test_a_client_that_nobody_knows_is_refused_with_those_that_are_known(
    terminal: Terminal,
) -> None:
    refused = terminal.run("config", "nobody")
    assert refused.code != 0
    for client in CLIENTS:
        assert client.name in refused.err


def test_what_is_pasted_for_a_client_that_refuses_dots_starts_a_server_without_them(
    terminal: Terminal, tmp_path: Path
) -> None:
    cursor = client_named("cursor")
    assert cursor is not None
    pasted = terminal.run("--data-dir", str(tmp_path / "store"), "config", "cursor").out
    with a_wire(tmp_path / "elsewhere", command=command_in(parsed(cursor, pasted))) as wire:
        names = [tool["name"] for tool in wire.ask("tools/list")["result"]["tools"]]
        wire.call(names[0], role="user", content="kept in the store that was named")
        assert wire.finish() == 0
    assert names
    assert not [name for name in names if "." in name]
    assert (tmp_path / "store" / "lockstitch.db").exists()
