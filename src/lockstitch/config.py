"""Settings: one table of them, read once from flags, the environment and a file, in this order.

The only module that reads the environment.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from lockstitch.domain.anchor import WINDOW_DEFAULT
from lockstitch.domain.dreaming import DREAM_DEFAULT, DreamSettings
from lockstitch.domain.errors import ConfigError

TOOL_NAMES: Final = ("dotted", "underscore")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting: its key in the file, its variable in the environment, and what it does."""

    key: str
    variable: str
    default: str
    about: str


SETTINGS: Final = (
    Setting(
        key="data_dir",
        variable="LOCKSTITCH_DATA_DIR",
        default="the user's data directory",
        about="folder of the store, its derived files, backups, keys and tokens",
    ),
    Setting(
        key="key_file",
        variable="LOCKSTITCH_KEY_FILE",
        default="",
        about="file with a key of 64 hex digits; the store and its backups are enciphered with it",
    ),
    Setting(
        key="masking",
        variable="LOCKSTITCH_MASKING",
        default="on",
        about="`on` replaces credentials of well-known formats before they are stored, `off` does not",
    ),
    Setting(
        key="context_window",
        variable="LOCKSTITCH_CONTEXT_WINDOW",
        default=str(WINDOW_DEFAULT),
        about="tokens of the model's context window; pins beyond it are reported as an overflow",
    ),
    Setting(
        key="project",
        variable="LOCKSTITCH_PROJECT",
        default="",
        about="id, name or folder of the project; otherwise it is found from the working directory",
    ),
    Setting(
        key="session",
        variable="LOCKSTITCH_SESSION",
        default="",
        about="session of commands and of a stdio server that are told none",
    ),
    Setting(
        key="tools",
        variable="LOCKSTITCH_TOOLS",
        default="all",
        about="groups of tools that are listed, with commas between them",
    ),
    Setting(
        key="tool_names",
        variable="LOCKSTITCH_TOOL_NAMES",
        default="dotted",
        about="`dotted` lists memory.recall, `underscore` lists memory_recall; both always answer",
    ),
    Setting(
        key="encoder",
        variable="LOCKSTITCH_ENCODER",
        default="on",
        about="`on` finds by meaning with the encoder that is installed, `off` spares its 200 MB",
    ),
    Setting(
        key="embedder_url",
        variable="LOCKSTITCH_EMBEDDER_URL",
        default="",
        about="a server's `/v1` that embeds in the encoder's place, as OpenAI's does; texts are sent there",
    ),
    Setting(
        key="embedder_model",
        variable="LOCKSTITCH_EMBEDDER_MODEL",
        default="default",
        about="the model to ask it for",
    ),
    Setting(
        key="embedder_key",
        variable="LOCKSTITCH_EMBEDDER_KEY",
        default="",
        about="its key, if it wants one; better in the environment than in a file",
    ),
    Setting(
        key="dream",
        variable="LOCKSTITCH_DREAM",
        default="on",
        about="`on` lets a server consolidate by itself while nobody uses it, `off` only when asked",
    ),
    Setting(
        key="dream_quiet_seconds",
        variable="LOCKSTITCH_DREAM_QUIET_SECONDS",
        default=str(DREAM_DEFAULT.quiet_seconds),
        about="how long nobody may have written before a pass of consolidation begins",
    ),
    Setting(
        key="dream_tokens_min",
        variable="LOCKSTITCH_DREAM_TOKENS_MIN",
        default=str(DREAM_DEFAULT.tokens_min),
        about="turns of so many tokens or more get an atlas entry",
    ),
    Setting(
        key="dream_archive_days",
        variable="LOCKSTITCH_DREAM_ARCHIVE_DAYS",
        default=str(DREAM_DEFAULT.archive_days),
        about="episodes older than this leave the window",
    ),
    Setting(
        key="log",
        variable="LOCKSTITCH_LOG",
        default="warning",
        about="how much is said on standard error: error, warning, info or debug",
    ),
)
_NUMBERS: Final = {
    "context_window": ("tokens", 1),
    "dream_quiet_seconds": ("seconds", 0),
    "dream_tokens_min": ("tokens", 1),
    "dream_archive_days": ("days", 1),
}
"""Settings that are numbers: of what, and the least that makes sense."""
_LEVELS: Final = ("error", "warning", "info", "debug")
_SESSION_VARIABLES: Final = ("CLAUDE_CODE_SESSION_ID", "GEMINI_SESSION_ID")
_PROJECT_VARIABLES: Final = ("CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the settings say, checked. `session_id` and `directory` may come from a harness."""

    data_dir: Path
    key_file: Path | None = None
    key: str | None = None
    masking: bool = True
    context_window: int = WINDOW_DEFAULT
    project: str | None = None
    session_id: str | None = None
    directory: str = "."
    tools: tuple[str, ...] = ()
    tool_names: str = "dotted"
    encoder: bool = True
    embedder_url: str | None = None
    embedder_model: str = "default"
    embedder_key: str = field(default="", repr=False)
    dream: DreamSettings = DREAM_DEFAULT
    log: str = "warning"
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    """What programs that we run may see of the environment."""


def settings_file(environment: Mapping[str, str] | None = None) -> Path:
    """Return where the file of settings is looked for."""
    environment = os.environ if environment is None else environment
    named = environment.get("LOCKSTITCH_SETTINGS")
    if named:
        return Path(named).expanduser()
    base = environment.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(base).expanduser() / "lockstitch" / "settings.toml"


def read_settings(
    flags: Mapping[str, str | None], *, environment: Mapping[str, str] | None = None
) -> Settings:
    """Return the settings; *flags* win over the environment, and that over the file.

    Raises:
        ConfigError: a value, or the file, cannot be used; all problems are named at once.
    """
    environment = dict(os.environ) if environment is None else environment
    values = {setting.key: "" for setting in SETTINGS} | _of_file(settings_file(environment))
    for setting in SETTINGS:
        values[setting.key] = environment.get(setting.variable) or values[setting.key]
    values |= {key: value for key, value in flags.items() if value is not None}
    problems = _problems(values)
    if problems:
        raise ConfigError("; ".join(problems), hint="see docs/reference/settings.md")
    key_file = Path(values["key_file"]).expanduser().absolute() if values["key_file"] else None
    return Settings(
        data_dir=Path(values["data_dir"]).expanduser().absolute()
        if values["data_dir"]
        else _data_dir(environment),
        key_file=key_file,
        key=_key(key_file) if key_file else None,
        masking=values["masking"] != "off",
        context_window=int(values["context_window"] or WINDOW_DEFAULT),
        project=values["project"] or None,
        session_id=values["session"] or _first(environment, _SESSION_VARIABLES),
        directory=_first(environment, _PROJECT_VARIABLES) or str(Path.cwd()),
        tools=tuple(
            name.strip() for name in values["tools"].split(",") if name.strip() not in ("", "all")
        ),
        tool_names=values["tool_names"] or "dotted",
        encoder=values["encoder"] != "off",
        embedder_url=values["embedder_url"] or None,
        embedder_model=values["embedder_model"] or "default",
        embedder_key=values["embedder_key"],
        dream=_dream(values),
        log=values["log"] or "warning",
        environment=environment,
    )


def _of_file(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    import tomllib  # noqa: PLC0415 - few have a file, and every command reads the settings

    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error
    known = {setting.key for setting in SETTINGS}
    unknown = sorted(set(table) - known)
    if unknown:
        raise ConfigError(
            f"{path} has unknown settings: {', '.join(unknown)}",
            hint=f"known are {', '.join(sorted(known))}",
        )
    return {key: _plain(value) for key, value in table.items()}


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _problems(values: Mapping[str, str]) -> list[str]:
    problems = [
        f"{key} is {values[key]!r}, not on or off"
        for key in ("masking", "encoder", "dream")
        if values[key] not in ("", "on", "off")
    ]
    for key, (unit, least) in _NUMBERS.items():
        value = values[key]
        if value and not (value.isascii() and value.isdigit() and least <= int(value) < 10**9):
            problems.append(f"{key} is {value!r}, not a number of {unit}")
    if values["tool_names"] not in ("", *TOOL_NAMES):
        problems.append(f"tool_names is {values['tool_names']!r}, not dotted or underscore")
    if values["log"] not in ("", *_LEVELS):
        problems.append(f"log is {values['log']!r}, not one of {', '.join(_LEVELS)}")
    return problems


def _dream(values: Mapping[str, str]) -> DreamSettings:
    return DreamSettings(
        enabled=values["dream"] != "off",
        quiet_seconds=int(values["dream_quiet_seconds"] or DREAM_DEFAULT.quiet_seconds),
        tokens_min=int(values["dream_tokens_min"] or DREAM_DEFAULT.tokens_min),
        archive_days=int(values["dream_archive_days"] or DREAM_DEFAULT.archive_days),
    )


def _key(path: Path) -> str:
    try:
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the key file {path} cannot be read: {error}") from error
    if len(key) != 64 or any(digit not in "0123456789abcdefABCDEF" for digit in key):
        raise ConfigError(
            f"the key file {path} does not hold 64 hex digits",
            hint="make one: python -c 'import secrets; print(secrets.token_hex(32))' > FILE",
        )
    return key.lower()


def _first(environment: Mapping[str, str], names: tuple[str, ...]) -> str | None:
    return next((environment[name] for name in names if environment.get(name)), None)


def _data_dir(environment: Mapping[str, str]) -> Path:
    """Return the user's data directory for us, as the platform has it."""
    if os.name == "nt":
        return (
            Path(environment.get("LOCALAPPDATA") or "~/AppData/Local").expanduser() / "Lockstitch"
        )
    home = Path(environment.get("HOME") or "~").expanduser()
    if (home / "Library" / "Application Support").is_dir():
        return home / "Library" / "Application Support" / "Lockstitch"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "lockstitch"
