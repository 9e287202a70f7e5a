"""Every setting acts, wherever it is made; and the page of the settings is the table."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, cast

import click
import pytest

from lockstitch.cli.root import PROGRAM, root
from lockstitch.config import SETTINGS
from tests.cli.terminal import Terminal
from tests.embedding.server import Served, serving

PAGE: Final = Path(__file__).parents[2] / "docs" / "reference" / "settings.md"
TOKEN: Final = "gh" + "p_" + "a8Xk2Lm9Qr4Tz7Wv1Yb6Nc3Df5Gh0Js8Ku2Q"
INITIALIZE: Final = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}
Place = tuple[Terminal, tuple[str, ...], tuple[str, ...]]
"""A terminal, the flags in front of a command, and those behind it."""


# What shows that a setting acts: each returns what it says where it is made as given.


def holds_the_store(at: Place) -> str:
    """Return the folder that a commit was written to."""
    terminal, front, _ = at
    terminal.run(*front, "commit", "x")
    return next(path.parent.name for path in terminal.home.rglob("lockstitch.db"))


def enciphers(at: Place) -> str:
    """Return whether the store's file shows what it is."""
    terminal, front, _ = at
    terminal.run(*front, "commit", "x")
    head = next(terminal.home.rglob("lockstitch.db")).read_bytes()[:6]
    return "plain" if head == b"SQLite" else "enciphered"


def masks(at: Place) -> str:
    """Return whether a credential was replaced."""
    terminal, front, _ = at
    return str(len(cast("list[object]", terminal.ask(*front, "commit", TOKEN)["redactions"])))


def works_in(at: Place) -> str:
    """Return the name of the project."""
    terminal, front, _ = at
    return str(terminal.ask(*front, "status")["project_name"])


def speaks_in(at: Place) -> str:
    """Return the session of a commit."""
    terminal, front, behind = at
    return str(terminal.ask(*front, "commit", "x", *behind)["session_id"])


def logs(at: Place) -> str:
    """Return whether a debug line of the event loop is let through."""
    terminal, front, _ = at
    said = terminal.process(*front, "doctor").stderr.decode()
    return "all" if "DEBUG" in said else "little"


def encodes(at: Place) -> str:
    """Return whether there is an encoder beside the static embedder."""
    terminal, front, _ = at
    return "yes" if "minilm" in str(terminal.ask(*front, "status")["embedder"]) else "no"


def embeds_elsewhere(at: Place) -> str:
    """Return whether a server would embed in the encoder's place."""
    terminal, front, _ = at
    return "yes" if "endpoint:" in str(terminal.ask(*front, "status")["embedder"]) else "no"


def asks_for(at: Place) -> str:
    """Return the model that a server which embeds is asked for."""
    return str(_embedding(at).asked[-1]["model"])


def shows_key(at: Place) -> str:
    """Return the key that is shown to a server which embeds."""
    return _embedding(at).keys[-1]


def _embedding(at: Place) -> Served:
    terminal, front, _ = at
    with serving() as served:
        variables = {**terminal.variables, "LOCKSTITCH_EMBEDDER_URL": served.url}
        asking = Terminal(home=terminal.home, variables=variables)
        asking.run(*front, "commit", "the port is 9090")
        assert asking.ask(*front, "dream", "--force")["reembedded"]
    return served


def consolidates(at: Place) -> str:
    """Return whether a server would consolidate by itself."""
    return str(_dream_settings(at)["enabled"])


def archives_after(at: Place) -> str:
    """Return after how many days an episode leaves the window."""
    return str(_dream_settings(at)["archive_days"])


def waits_for(at: Place) -> str:
    """Return how long it must be quiet before a pass begins."""
    terminal, front, _ = at
    terminal.run(*front, "commit", "x")
    reason = str(terminal.ask(*front, "dream")["skipped_reason"])
    return reason.partition("waits for ")[2].partition(" s")[0]


def takes_in(at: Place) -> str:
    """Return how many turns a pass would look at, of one that has some twenty tokens."""
    terminal, front, _ = at
    terminal.run(*front, "commit", "The port is 9090. It was 8080 until today. " * 2)
    return str(terminal.ask(*front, "dream", "--dry-run")["promote"])


def _dream_settings(at: Place) -> Mapping[str, object]:
    terminal, front, _ = at
    return cast("Mapping[str, object]", terminal.ask(*front, "status")["dream"])


def has_a_window(at: Place) -> str:
    """Return the window that a server tells of."""
    status = _served(at, "tools/call", {"name": "sakur4.status", "arguments": {}})
    return str(cast("Mapping[str, object]", status["structuredContent"])["context_window"])


def names_tools(at: Place) -> str:
    """Return how a server spells its tools."""
    names = _listed(at)
    return "dotted" if "memory.recall" in names else "underscore"


def lists_tools(at: Place) -> str:
    """Return the groups that a server lists, told by one tool of each."""
    names = _listed(at)
    tools = {"memory.recall": "memory", "sakur4.status": "operability"}
    return ",".join(group for name, group in tools.items() if name in names)


CASES: Final[Mapping[str, tuple[str, str, Callable[[Place], str], str]]] = {
    # key: value to set, flag, what shows it, what is shown then
    "data_dir": ("~/elsewhere", "--data-dir", holds_the_store, "elsewhere"),
    "key_file": ("~/key", "--key-file", enciphers, "enciphered"),
    "masking": ("off", "", masks, "0"),
    "context_window": ("9999", "serve --context-window", has_a_window, "9999"),
    "project": ("~/loom", "--project", works_in, "loom"),
    "session": ("s7", "commit --session", speaks_in, "s7"),
    "tools": ("memory", "serve --tools", lists_tools, "memory"),
    "tool_names": ("underscore", "serve --tool-names", names_tools, "underscore"),
    "encoder": ("off", "", encodes, "no"),
    "embedder_url": ("http://127.0.0.1:9/v1", "", embeds_elsewhere, "yes"),
    "embedder_model": ("m2", "", asks_for, "m2"),
    "embedder_key": ("of-a-test", "", shows_key, "Bearer of-a-test"),
    "dream": ("off", "", consolidates, "False"),
    "dream_quiet_seconds": ("7", "", waits_for, "7"),
    "dream_tokens_min": ("9", "", takes_in, "1"),
    "dream_archive_days": ("3", "", archives_after, "3"),
    "log": ("debug", "--log", logs, "all"),
}
"""Each setting; a flag is in front of every command, or belongs to the one that is named."""
SERVED: Final = frozenset({has_a_window, names_tools, lists_tools})
"""What starts a server each time."""


def _marks(key: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if CASES[key][2] in SERVED else []


WAYS: Final = [
    pytest.param(key, way, id=f"{key} by {way}", marks=_marks(key))
    for key, (_, flag, _, _) in CASES.items()
    for way in ("environment", "file", "flag")
    if flag or way != "flag"
]


@pytest.fixture
def furnished(terminal: Terminal) -> Terminal:
    """Return a terminal in whose home is all that a value names, and whose store is the usual one."""
    (terminal.home / "loom").mkdir()
    (terminal.home / "key").write_text("a1" * 32, encoding="ascii")
    return terminal


def test_there_is_a_case_for_every_setting() -> None:
    assert list(CASES) == [setting.key for setting in SETTINGS]


@pytest.mark.parametrize(("key", "way"), WAYS)
def test_a_setting_acts_wherever_it_is_made(key: str, way: str, furnished: Terminal) -> None:
    _, _, shows, shown = CASES[key]

    assert shows(_made(furnished, key, way)) == shown


@pytest.mark.parametrize("key", [pytest.param(key, marks=_marks(key)) for key in CASES])
def test_a_setting_that_is_made_nowhere_is_as_the_table_says(key: str, furnished: Terminal) -> None:
    _, _, shows, shown = CASES[key]

    assert shows((furnished, (), ())) != shown


def test_a_flag_wins_over_the_environment_and_that_over_the_file(furnished: Terminal) -> None:
    _write_settings(furnished, "session", "file")
    assert speaks_in((furnished, (), ())) == "file"
    named = Terminal(home=furnished.home, variables={"LOCKSTITCH_SESSION": "environment"})
    assert speaks_in((named, (), ())) == "environment"
    assert speaks_in((named, (), ("--session", "flag"))) == "flag"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param("sesion = 's7'\n", "has unknown settings: sesion", id="unknown"),
        pytest.param("session = \n", "cannot be read:", id="no toml"),
        pytest.param("context_window = 'wide'\n", "context_window is 'wide'", id="no number"),
        pytest.param("dream = 'maybe'\n", "dream is 'maybe', not on or off", id="no choice"),
        pytest.param("dream_tokens_min = 0\n", "dream_tokens_min is '0'", id="too little"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(
    content: str, said: str, furnished: Terminal
) -> None:
    (furnished.home / "config" / "lockstitch").mkdir(parents=True)
    (furnished.home / "config" / "lockstitch" / "settings.toml").write_text(content)

    ended = furnished.run("status")
    assert (ended.code, ended.out) == (10, "")
    assert ended.err.startswith("error[config]: ")
    assert said in ended.err


def test_the_page_is_the_table() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    lines = re.findall(r"^\| `\w+` \| .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)

    assert rows == [setting.key for setting in SETTINGS]
    assert lines == [
        f"| `{setting.key}` | `{setting.variable}` | {_flag_cell(CASES[setting.key][1])} |"
        f" {_default_cell(setting.default)} | {setting.about} |"
        for setting in SETTINGS
    ]


@pytest.mark.parametrize("key", [key for key, case in CASES.items() if case[1]])
def test_a_flag_that_the_page_names_is_there(key: str) -> None:
    *names, flag = CASES[key][1].split()
    command: click.Command = root
    if names:
        with click.Context(root, info_name=PROGRAM) as ctx:
            found = root.get_command(ctx, names[0])
        assert found is not None
        command = found

    assert any(flag in option.opts for option in command.params)


def _made(terminal: Terminal, key: str, way: str) -> Place:
    """Return where the setting of *key* is made in one *way*, and nothing else is."""
    value, flag, *_ = CASES[key]
    value = value.replace("~", str(terminal.home))
    setting = next(setting for setting in SETTINGS if setting.key == key)
    usual = {} if key != "data_dir" else {"LOCKSTITCH_DATA_DIR": ""}
    if way == "environment":
        return Terminal(home=terminal.home, variables={setting.variable: value}), (), ()
    at = Terminal(home=terminal.home, variables=usual)
    if way == "file":
        _write_settings(at, key, value)
        return at, (), ()
    *names, option = flag.split()
    made = (option, value)
    return (at, (), made) if names else (at, made, ())


def _write_settings(terminal: Terminal, key: str, value: str) -> None:
    folder = terminal.home / "config" / "lockstitch"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text(f"{key} = {json.dumps(value)}\n", encoding="utf-8")


def _served(at: Place, method: str, params: Mapping[str, object]) -> Mapping[str, object]:
    """Return what a server on standard streams answers to one request."""
    terminal, front, behind = at
    frames: list[Mapping[str, object]] = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": method, "params": params},
    ]
    piped = "".join(json.dumps(frame) + "\n" for frame in frames).encode()
    ended = terminal.process(*front, "serve", *behind, piped=piped)
    answers = [cast("dict[str, object]", json.loads(line)) for line in ended.stdout.splitlines()]
    result = next(answer["result"] for answer in answers if answer.get("id") == 2)
    return cast("Mapping[str, object]", result)


def _listed(at: Place) -> set[str]:
    tools = cast("list[Mapping[str, str]]", _served(at, "tools/list", {})["tools"])
    return {tool["name"] for tool in tools}


def _flag_cell(flag: str) -> str:
    return f"`{flag}`" if flag else ""


def _default_cell(default: str) -> str:
    return f"`{default}`" if re.fullmatch(r"[\w.]+", default) else default
