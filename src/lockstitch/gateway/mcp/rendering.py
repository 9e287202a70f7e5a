"""An answer as text: the same that its structure holds, for clients that show their model only text."""

from collections.abc import Mapping, Sequence
from typing import Final

_QUOTE: Final = '"""'


def rendered(answer: Mapping[str, object]) -> str:
    """Return *answer* a line a field; texts of several lines stand word for word between quotes."""
    lines: list[str] = []
    _fields(answer, lines, indent="")
    return "\n".join(lines)


def _fields(fields: Mapping[str, object], lines: list[str], *, indent: str) -> None:
    for name, value in fields.items():
        if value is None or value in ([], {}, ""):
            continue
        _field(name, value, lines, indent=indent)


def _field(name: str, value: object, lines: list[str], *, indent: str) -> None:
    if isinstance(value, Mapping):
        lines.append(f"{indent}{name}:")
        _fields(_named(value), lines, indent=f"{indent}  ")  # pyright: ignore[reportUnknownArgumentType] - plain JSON
    elif isinstance(value, Sequence) and not isinstance(value, str):
        _items(name, list(value), lines, indent=indent)  # pyright: ignore[reportUnknownArgumentType] - plain JSON
    else:
        lines.append(f"{indent}{name}: {_scalar(value)}")


def _items(name: str, items: list[object], lines: list[str], *, indent: str) -> None:
    if all(not isinstance(item, Mapping | list) for item in items):
        if all("\n" not in str(item) and ", " not in str(item) for item in items):
            lines.append(f"{indent}{name}: {', '.join(_scalar(item) for item in items)}")
            return
        lines.append(f"{indent}{name}:")
        lines.extend(f"{indent}- {_scalar(item)}" for item in items)
        return
    lines.append(f"{indent}{name}: {len(items)}")
    for number, item in enumerate(items, 1):
        lines.append(f"{indent}[{number}]")
        if isinstance(item, Mapping):
            _fields(_named(item), lines, indent=indent)  # pyright: ignore[reportUnknownArgumentType] - plain JSON
        else:
            lines.append(f"{indent}{_scalar(item)}")


def _named(fields: Mapping[object, object]) -> Mapping[str, object]:
    return {str(name): value for name, value in fields.items()}


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return f"\n{_QUOTE}\n{text}\n{_QUOTE}" if "\n" in text else text
