"""The table of tools: the one source of the listing, the validation, the prompt and the docs."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

from lockstitch.app.world import World
from lockstitch.domain.errors import ConfigError, InvalidArgumentError
from lockstitch.domain.project import Caller

TEXT: Final = {"type": "string"}
NUMBER: Final = {"type": "integer"}
FLAG: Final = {"type": "boolean"}
LIST: Final = {"type": "array"}
TEXTS: Final = {"type": "array", "items": TEXT}
OBJECT: Final = {"type": "object"}
TEXT_OR_NULL: Final = {"type": ["string", "null"]}
NUMBER_OR_NULL: Final = {"type": ["integer", "null"]}
OBJECT_OR_NULL: Final = {"type": ["object", "null"]}

Arguments: TypeAlias = Mapping[str, object]
Schema: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of a tool: who, with what, in which revision of the protocol."""

    caller: Caller
    arguments: Arguments
    protocol_version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """An answer with a text of its own, where a line a field would cost many times what it says."""

    structure: object
    text: str


Handler: TypeAlias = Callable[[World, Call], Awaitable[object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool. `trigger` is its line in the prompt: when to call it, with `{tool}` for its name."""

    name: str
    groups: tuple[str, ...]
    title: str
    description: str
    properties: Mapping[str, Schema]
    required: tuple[str, ...]
    output: Mapping[str, Schema]
    handler: Handler
    reads: bool
    idempotent: bool
    trigger: str
    in_line: bool = True
    """Whether a call takes its place among the others of its project; one that takes long does not."""

    @property
    def underscored(self) -> str:
        """The name for clients that refuse dots."""
        return self.name.replace(".", "_")

    @property
    def input_schema(self) -> dict[str, object]:
        """The JSON Schema of the arguments; what it does not name is refused."""
        schema: dict[str, object] = {
            "type": "object",
            "properties": dict(self.properties),
            "additionalProperties": False,
        }
        if self.required:
            schema["required"] = list(self.required)
        return schema

    @property
    def output_schema(self) -> dict[str, object]:
        """The JSON Schema of the answer."""
        return {
            "type": "object",
            "properties": dict(self.output),
            "required": list(self.output),
        }

    def checked(self, arguments: Arguments) -> Arguments:
        """Return *arguments* without those that are null.

        Raises:
            InvalidArgumentError: one is unknown, missing, or not of its type.
        """
        given = {name: value for name, value in arguments.items() if value is not None}
        unknown = sorted(set(given) - set(self.properties))
        if unknown:
            raise InvalidArgumentError(
                f"{self.name} takes no argument {', '.join(unknown)}",
                hint=f"it takes {', '.join(sorted(self.properties)) or 'none'}",
            )
        missing = [name for name in self.required if name not in given]
        if missing:
            raise InvalidArgumentError(
                f"{self.name} needs {', '.join(missing)}",
                hint="; ".join(_right(name, self.properties[name]) for name in missing),
            )
        for name in given:
            _check_type(name, given[name], self.properties[name])
        return given


_TYPES: Final[Mapping[str, Callable[[object], bool]]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: (
        (isinstance(value, int) and not isinstance(value, bool))
        or (isinstance(value, float) and value.is_integer())
    ),
    "array": lambda value: (
        isinstance(value, list)
        and all(isinstance(item, str) for item in cast("list[object]", value))
    ),
}
_NAMES: Final = {"array": "array of strings"}


def _check_type(name: str, value: object, schema: Schema) -> None:
    choices = _choices(schema)
    if not any(_TYPES[kind](value) for kind in _kinds(schema)):
        raise InvalidArgumentError(f"{name} is {_shown(value)}, not {_kind(schema)}")
    if choices and value not in choices:
        raise InvalidArgumentError(f"{name} is {_shown(value)}, not one of {', '.join(choices)}")


def _right(name: str, schema: Schema) -> str:
    choices = _choices(schema)
    return f"{name} is {'one of ' + ', '.join(choices) if choices else _kind(schema)}"


def _choices(schema: Schema) -> list[str]:
    return cast("list[str]", schema.get("enum", []))


def _kinds(schema: Schema) -> list[str]:
    kinds = schema.get("type", "string")
    return [kinds] if isinstance(kinds, str) else cast("list[str]", kinds)


def _kind(schema: Schema) -> str:
    return " or ".join(_article(_NAMES.get(kind, kind)) for kind in _kinds(schema))


def _article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


class Toolbox:
    """The tools that a server has, and those of them that it lists."""

    def __init__(
        self, tools: Sequence[Tool], *, groups: Sequence[str] = (), tool_names: str = "dotted"
    ) -> None:
        known = sorted({group for tool in tools for group in tool.groups})
        unknown = [group for group in groups if group not in known]
        if unknown:
            raise ConfigError(
                f"no group of tools is named {', '.join(unknown)}",
                hint=f"the groups are {', '.join(known)}",
            )
        self.all: Sequence[Tool] = tuple(tools)
        self._underscore = tool_names == "underscore"
        self._by_name = {name: tool for tool in tools for name in (tool.name, tool.underscored)}
        chosen = [tool for tool in tools if not groups or set(tool.groups) & set(groups)]
        self.listed: Sequence[Tool] = sorted(chosen, key=lambda tool: tool.name)

    def named(self, name: str) -> Tool | None:
        """Return the tool of this name, dotted or with underscores, listed or not."""
        return self._by_name.get(name)

    def shown(self, tool: Tool) -> str:
        """Return a tool's name as this server lists it."""
        return tool.underscored if self._underscore else tool.name

    def rename(self, text: str) -> str:
        """Return *text* with the names of tools as this server lists them."""
        if self._underscore:
            for tool in sorted(self._by_name.values(), key=lambda tool: -len(tool.name)):
                text = text.replace(tool.name, tool.underscored)
        return text
