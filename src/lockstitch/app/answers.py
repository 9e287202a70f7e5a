"""Answers as plain JSON values, for every surface alike."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import cast


def plain(value: object) -> object:
    """Return *value* as JSON has it: names of fields unchanged, times in ISO 8601 with a Z."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    return _plain_whole(value)


def _plain_whole(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        pairs = cast("Mapping[object, object]", value).items()
        return {str(plain(key)): plain(item) for key, item in pairs}
    if isinstance(value, Sequence | set | frozenset):
        return [plain(item) for item in cast("Sequence[object]", value)]
    return str(value)
