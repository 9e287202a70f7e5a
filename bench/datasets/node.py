"""A value of a JSON file that knows where it stands, so that what is wrong is said in one sentence."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from bench.datasets.shape import DatasetError


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its place, such as `file.json: [3].qa[0]`."""

    value: object
    place: str

    def field(self, name: str) -> "Node":
        """Return a field that must be there."""
        found = self.maybe(name)
        if found is None:
            raise DatasetError(f"{self.place} has no {name!r}")
        return found

    def maybe(self, name: str) -> "Node | None":
        """Return a field, or None when it is missing or null."""
        value = self._fields().get(name)
        return None if value is None else Node(value, self._at(f".{name}"))

    def fields(self) -> list[tuple[str, "Node"]]:
        """Return every field with its name."""
        return [(name, Node(value, self._at(f".{name}"))) for name, value in self._fields().items()]

    def each(self) -> list["Node"]:
        """Return the items of a list."""
        if not isinstance(self.value, list):
            raise DatasetError(f"{self.place} is no list")
        values = cast("list[object]", self.value)
        return [Node(value, self._at(f"[{number}]")) for number, value in enumerate(values)]

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            raise DatasetError(f"{self.place} is no text")
        return self.value

    def name(self) -> str:
        """Return an id, which some files write as a number."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | str):
            raise DatasetError(f"{self.place} is no id")
        return str(self.value)

    def whole(self) -> int:
        """Return a whole number."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise DatasetError(f"{self.place} is no whole number")
        return self.value

    def _fields(self) -> dict[str, object]:
        if not isinstance(self.value, dict):
            raise DatasetError(f"{self.place} is no object")
        return cast("dict[str, object]", self.value)

    def _at(self, step: str) -> str:
        return f"{self.place}{step}" if ": " in self.place else f"{self.place}: {step.lstrip('.')}"


def read_json(path: Path) -> Node:
    """Return what a JSON file holds.

    Raises:
        DatasetError: it cannot be read, or is no JSON.
    """
    return _parsed(read_text(path), str(path))


def read_lines(path: Path) -> list[Node]:
    """Return what each line of a file holds, one JSON value a line.

    Raises:
        DatasetError: it cannot be read, or a line is no JSON.
    """
    lines = read_text(path).splitlines()
    return [
        _parsed(line, f"{path}: line {number}")
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        DatasetError: it cannot be read, or is no UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise DatasetError(f"{path} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise DatasetError(f"{path} is no UTF-8") from error


def _parsed(text: str, place: str) -> Node:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{place} is no JSON") from error
    return Node(value, place)
