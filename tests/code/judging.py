"""Scores a call graph against the projects in `constructs`, each of which says what a careful reader finds there.

Lambdas and functions inside of functions count as the outermost function around them, a constructor as
its type, overloads of one name as one. An edge to something that overrides what was meant is neither
right nor wrong; nor is an edge from who makes an instance to a constructor that its type inherits.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from lockstitch.code.inference import Inference
from lockstitch.code.resolving import Resolved, resolve
from lockstitch.code.viewing import CALLABLE, Sources
from lockstitch.domain.code import Sureness, Via
from lockstitch.domain.source import FileRecord
from lockstitch.parsing.parser import TreeSitterParser

CONSTRUCTS: Final = Path(__file__).parent / "constructs"
CONFIGS: Final = ("go.mod", "package.json", "tsconfig.json", "jsconfig.json", "Cargo.toml")
_COUNTED: Final = {Via.CALL, Via.INSTANTIATE, Via.PROPERTY, Via.REFERENCE, Via.FIXTURE}
_REFERRED: Final = CALLABLE | {"table", "view", "trigger", "heading", "module"}
"""What counts when it is used and not called: naming a type is no edge there."""
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How a half of a language's projects came out."""

    right: int
    wrong: tuple[Pair, ...]
    missed: tuple[Pair, ...]
    forbidden: tuple[Pair, ...]

    @property
    def precision(self) -> float:
        """The share of what was drawn that is right."""
        drawn = self.right + len(self.wrong)
        return self.right / drawn if drawn else 0.0

    @property
    def recall(self) -> float:
        """The share of what is there that was drawn."""
        return self.right / (self.right + len(self.missed))


def records_of(root: Path, parser: TreeSitterParser) -> dict[str, FileRecord]:
    """Return the records of every file below *root*."""
    paths = sorted(path for path in root.rglob("*") if path.is_file())
    names = {path.relative_to(root).as_posix(): path for path in paths}
    return {
        name: parser.parse(name, path.read_bytes())
        for name, path in names.items()
        if parser.language_of(name)
    }


def sources_of(root: Path, records: dict[str, FileRecord]) -> Sources:
    """Return what a resolver sees of records."""
    configs = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*"))
        if path.name in CONFIGS
    }
    return Sources(
        paths=frozenset(records),
        languages={path: record.language for path, record in records.items()},
        load=records.__getitem__,
        configs=configs,
        defined={one.name for record in records.values() for one in record.definitions},
        views={},
    )


def judge(language: str, half: str) -> Score:
    """Return the score of our resolver over all projects of a half."""
    root = CONSTRUCTS / language / half
    told = cast(
        "dict[str, list[Any]]", json.loads((root / "edges.json").read_text(encoding="utf-8"))
    )
    wanted = {(edge["caller"], edge["callee"]) for edge in told["edges"]}
    absent = {(edge["caller"], edge["callee"]) for edge in told["absent"]}
    related: dict[str, set[str]] = {}
    for derived, base in told["overrides"]:
        related.setdefault(derived, set()).add(base)
        related.setdefault(base, set()).add(derived)
    parser = TreeSitterParser()
    drawn: set[Pair] = set()
    for case in sorted(path for path in root.iterdir() if path.is_dir()):
        records = records_of(case, parser)
        inference = Inference(sources_of(case, records))
        for path in sorted(records):
            drawn |= {
                (f"{case.name}/{caller}", f"{case.name}/{callee}")
                for caller, callee in edges(records, path, resolve(inference, path))
            }
    wrong = {
        pair
        for pair in drawn - wanted
        if not any((pair[0], other) in wanted for other in related.get(pair[1], ()))
    }
    return Score(
        right=len(drawn & wanted),
        wrong=tuple(sorted(wrong)),
        missed=tuple(sorted(wanted - drawn)),
        forbidden=tuple(sorted(drawn & absent)),
    )


def edges(records: dict[str, FileRecord], path: str, resolved: Resolved) -> Iterator[Pair]:
    """Yield the edges of a file as the projects name them."""
    for one in resolved.found:
        if one.via not in _COUNTED or one.sureness is Sureness.CANDIDATE or one.target < 0:
            continue
        ends = (records[one.path], one.target)
        if one.via is Via.REFERENCE and ends[0].definitions[one.target].kind not in _REFERRED:
            continue
        if one.via is Via.INSTANTIATE and ends[0].definitions[one.target].kind == "method":
            continue
        loose = records[path].language in {"bash", "sql", "markdown"}
        if one.source < 0:
            if loose:
                yield f"{path}::<module>", outermost(*ends, one.path)
            continue
        source = records[path].definitions[one.source]
        if source.kind not in CALLABLE and not loose:
            continue
        caller, callee = outermost(records[path], one.source, path), outermost(*ends, one.path)
        if caller != callee or (path, one.source) == (one.path, one.target):
            yield caller, callee


def outermost(record: FileRecord, number: int, path: str) -> str:
    """Return the id of a definition: of the outermost function around it, or of the type it makes."""
    one = record.definitions[number]
    qualified = _plain(one.qualified)
    known = {_plain(other.qualified): other.kind for other in record.definitions}
    if one.kind == "method" and one.name in {"__init__", "__new__", "constructor"}:
        qualified = _plain(one.container) or qualified
    parts = qualified.split("::")
    for length in range(1, len(parts)):
        inside = "::".join(parts[:length])
        if known.get(inside) in CALLABLE:
            qualified = inside
            break
    return f"{path}::{qualified}"


def _plain(qualified: str) -> str:
    return "::".join(
        part.partition("#")[0] if not part.startswith("#") else part
        for part in qualified.split("::")
    )
