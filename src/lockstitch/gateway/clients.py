"""What each coding agent wants to read in its configuration to find this server.

Pure text: no heavy import, so that `lockstitch config` starts at once.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

TOKEN_VARIABLE: Final = "LOCKSTITCH_TOKEN"
NAME: Final = "lockstitch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """How a client reaches the server: a command to start, or an address to call."""

    command: Sequence[str] = ()
    url: str | None = None


Rendered = Callable[[Reach], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """A coding agent. `refuses_dots` is true where names such as memory.recall are not accepted."""

    name: str
    title: str
    file: str
    render: Rendered
    refuses_dots: bool = False
    shell: Callable[[Reach], str] | None = None
    """A command that does the same as pasting, where the client has one."""


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _servers(
    key: str,
    *,
    bearer: str,
    stdio: Mapping[str, object],
    http: Mapping[str, object],
    url: str = "url",
) -> Rendered:
    """Return a renderer for the common form: a table of servers under *key*."""

    def render(reach: Reach) -> str:
        if reach.url is None:
            program, *arguments = reach.command
            entry = dict(stdio) | {"command": program, "args": arguments}
        else:
            entry = dict(http) | {url: reach.url, "headers": {"Authorization": f"Bearer {bearer}"}}
        return _json({key: {NAME: entry}})

    return render


def _opencode(reach: Reach) -> str:
    if reach.url is None:
        entry: dict[str, object] = {
            "type": "local",
            "command": list(reach.command),
            "enabled": True,
            "timeout": 30_000,
        }
    else:
        bearer = f"Bearer {{env:{TOKEN_VARIABLE}}}"
        entry = {"type": "remote", "url": reach.url, "headers": {"Authorization": bearer}}
    return _json({"mcp": {NAME: entry}})


def _codex(reach: Reach) -> str:
    lines = [f"[mcp_servers.{NAME}]"]
    if reach.url is None:
        program, *arguments = reach.command
        lines += [f"command = {_toml(program)}", f"args = {_toml(arguments)}"]
    else:
        lines += [
            f"url = {_toml(reach.url)}",
            f"bearer_token_env_var = {_toml(TOKEN_VARIABLE)}",
        ]
    return "\n".join([*lines, "startup_timeout_sec = 30", "required = true"])


def _toml(value: str | Sequence[str]) -> str:
    # Strings of JSON are strings of TOML, but for escapes in pairs: so nothing is escaped that may stand.
    return json.dumps(value, ensure_ascii=False)


def _claude(reach: Reach) -> str:
    if reach.url is None:
        return f"claude mcp add {NAME} -- {' '.join(_quoted(part) for part in reach.command)}"
    # In single quotes: the client is to keep the name of the variable, and not what it holds now.
    header = f"'Authorization: Bearer ${{{TOKEN_VARIABLE}}}'"
    return f"claude mcp add -t http {NAME} {_quoted(reach.url)} -H {header}"


def _quoted(part: str) -> str:
    safe = part.replace("/", "").replace("-", "").replace("_", "").replace(".", "").isalnum()
    return part if safe else "'" + part.replace("'", "'\\''") + "'"


_SHELL: Final = f"${{{TOKEN_VARIABLE}}}"
_EDITOR: Final = f"${{env:{TOKEN_VARIABLE}}}"

CLIENTS: Final = (
    Client(
        name="claude-code",
        title="Claude Code",
        file=".mcp.json in the project",
        render=_servers(
            "mcpServers", bearer=_SHELL, stdio={"type": "stdio"}, http={"type": "http"}
        ),
        shell=_claude,
    ),
    Client(
        name="claude-desktop",
        title="Claude Desktop",
        file="claude_desktop_config.json",
        render=_servers("mcpServers", bearer=_SHELL, stdio={}, http={}),
        refuses_dots=True,
    ),
    Client(name="codex", title="Codex", file="~/.codex/config.toml", render=_codex),
    Client(name="opencode", title="opencode", file="opencode.json", render=_opencode),
    Client(
        name="gemini",
        title="Gemini CLI",
        file="~/.gemini/settings.json",
        render=_servers(
            "mcpServers", bearer=_SHELL, stdio={"timeout": 60_000}, http={}, url="httpUrl"
        ),
    ),
    Client(
        name="qwen",
        title="Qwen Code",
        file="~/.qwen/settings.json",
        render=_servers(
            "mcpServers", bearer=_SHELL, stdio={"timeout": 60_000}, http={}, url="httpUrl"
        ),
    ),
    Client(
        name="cursor",
        title="Cursor",
        file=".cursor/mcp.json",
        render=_servers("mcpServers", bearer=_EDITOR, stdio={}, http={}),
        refuses_dots=True,
    ),
    Client(
        name="vscode",
        title="VS Code and GitHub Copilot",
        file=".vscode/mcp.json",
        render=_servers("servers", bearer=_EDITOR, stdio={"type": "stdio"}, http={"type": "http"}),
        refuses_dots=True,
    ),
    Client(
        name="generic",
        title="Any other client",
        file="its list of MCP servers",
        render=_servers("mcpServers", bearer=_SHELL, stdio={}, http={}),
        refuses_dots=True,
    ),
)
"""Every client that `lockstitch config` knows."""


def client_named(name: str) -> Client | None:
    """Return the client of this name."""
    return next((client for client in CLIENTS if client.name == name), None)
