"""Call edges by other projects. Runs by itself under an interpreter that has them, with nothing of ours.

PYTHON bench/code_peers.py NAME ROOT FILE...     # prints [file, line, file, line] a call, as JSON
"""

import ast
import importlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

Edge = tuple[str, int, str, int]


def jedi(root: Path, paths: Sequence[str]) -> Iterator[Edge]:
    """Yield where jedi's `goto` leads from each call in a function."""
    engine: Any = importlib.import_module("jedi")
    more = [str(root / "src")] if (root / "src").is_dir() else []
    project = engine.Project(str(root), added_sys_path=more)
    for path in paths:
        text = (root / path).read_text(encoding="utf-8", errors="replace")
        script = engine.Script(text, path=str(root / path), project=project)
        for caller, line, column in _calls(text):
            for found in script.goto(line, column, follow_imports=True):
                place = found.module_path
                if place is not None and found.line and Path(place).is_relative_to(root):
                    yield path, caller, Path(place).relative_to(root).as_posix(), found.line


def _calls(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield each call in a function: the function's line, and where the called name stands."""
    try:
        waiting: list[tuple[ast.AST, int]] = [(ast.parse(text), 0)]
    except SyntaxError:
        return
    lines = text.splitlines()
    while waiting:
        node, inside = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inside = node.lineno
        elif isinstance(node, ast.Call) and inside:
            called = node.func
            if isinstance(called, ast.Name):
                yield inside, called.lineno, called.col_offset
            elif isinstance(called, ast.Attribute) and called.end_lineno:
                line = lines[called.end_lineno - 1].encode()[: called.end_col_offset]
                yield inside, called.end_lineno, len(line.decode(errors="replace")) - 1
        waiting.extend((child, inside) for child in ast.iter_child_nodes(node))


def pyan3(root: Path, paths: Sequence[str]) -> Iterator[Edge]:
    """Yield pyan's uses between functions, methods and classes."""
    analyzer: Any = importlib.import_module("pyan.analyzer")
    graph = analyzer.CallGraphVisitor([str(root / path) for path in paths], root=str(root))
    for source, targets in graph.uses_edges.items():
        for target in targets:
            ends = [_pyan_place(root, one) for one in (source, target)]
            if ends[0] is not None and ends[1] is not None:
                yield *ends[0], *ends[1]


def _pyan_place(root: Path, node: object) -> tuple[str, int] | None:
    definition, filename = (getattr(node, name, None) for name in ("ast_node", "filename"))
    known = isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    if not known or not filename:
        return None
    return Path(str(filename)).resolve().relative_to(root).as_posix(), definition.lineno


def code2flow(root: Path, paths: Sequence[str]) -> Iterator[Edge]:
    """Yield code2flow's calls between functions; a class is where its constructor is."""
    engine: Any = importlib.import_module("code2flow.engine")
    made: dict[int, str] = {}
    plain = engine.make_file_group

    def noted(tree: object, name: str, extension: str) -> object:
        group = plain(tree, name, extension)
        made[id(group)] = Path(name).resolve().relative_to(root).as_posix()
        return group

    engine.make_file_group = noted
    sources = [str(root / path) for path in paths]
    settings = engine.LanguageParams()
    whole = {"no_trimming": True, "skip_parse_errors": True}
    limits = dict.fromkeys(
        f"{what}_{kind}"
        for what in ("exclude", "include_only")
        for kind in ("namespaces", "functions")
    )
    _, _, edges = engine.map_it(sources, "py", lang_params=settings, **whole, **limits)
    for edge in edges:
        ends = [edge.node0, edge.node1]
        lines = [one.line_number for one in ends]
        if all(lines):
            first, second = (made[id(one.file_group())] for one in ends)
            yield first, lines[0], second, lines[1]


PEERS: Final[Mapping[str, Callable[[Path, Sequence[str]], Iterator[Edge]]]] = {
    "jedi": jedi,
    "pyan3": pyan3,
    "code2flow": code2flow,
}


def main() -> None:
    """Print the edges of one peer."""
    name, root, *paths = sys.argv[1:]
    sys.setrecursionlimit(10_000)
    print(json.dumps(sorted(set(PEERS[name](Path(root).resolve(), paths)))))


if __name__ == "__main__":
    main()
