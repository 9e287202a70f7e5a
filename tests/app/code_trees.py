"""Random repositories, as texts by path: small, and full of names that mean one another.

The names come from small pools, so that what one file defines another one is likely to look up, and an
edit anywhere is likely to change what something elsewhere means.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final

from tests.code.judging import CONSTRUCTS

Texts = dict[str, str]
"""What is in each file, by its path."""

FOLDERS: Final = ("core", "util", "web")
MODULES: Final = ("alpha", "beta", "gamma", "delta")
TYPES: Final = ("Engine", "Motor", "Pump", "Valve", "Gauge")
MEMBERS: Final = ("run", "stop", "open", "load")
FUNCTIONS: Final = ("make", "fetch", "send", "parse")
FIXTURES: Final = ("engine", "pump")
NAMES: Final = (*TYPES, *MEMBERS, *FUNCTIONS)


def a_repository(rng: Random, language: str) -> Texts:
    """Return a repository that is mostly in one language: a made one, or a copy of a small project."""
    made = _MADE.get(language)
    if made is None or rng.random() < 0.15:
        projects = projects_of(language)
        if projects:
            return texts_of(rng.choice(projects))
    return made(rng) if made else python_repository(rng)


def projects_of(language: str) -> Sequence[Path]:
    """Return the small projects that there are in a language."""
    return sorted(path for path in (CONSTRUCTS / language / "tune").glob("*") if path.is_dir())


def texts_of(folder: Path) -> Texts:
    """Return the files of a project."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


def a_file(rng: Random, path: str) -> str | None:
    """Return a text that may stand at *path*; None where no way is known to make one."""
    name, _, ending = path.rpartition("/")[2].rpartition(".")
    if ending == "py":
        return python_conftest(rng) if name == "conftest" else python_file(rng, path)
    if ending in {"ts", "tsx"}:
        return typescript_file(rng, path)
    if ending in {"js", "mjs"}:
        return javascript_file(rng, path)
    return go_file(rng, path) if ending == "go" else None


# Python


def python_repository(rng: Random) -> Texts:
    """Return packages that import one another, with tests and their fixtures."""
    paths = [f"{folder}/{module}.py" for folder in FOLDERS for module in MODULES]
    paths = [path for path in paths if rng.random() < 0.7]
    paths += [f"{folder}/__init__.py" for folder in FOLDERS if rng.random() < 0.7]
    texts = {path: python_file(rng, path) for path in paths}
    texts["main.py"] = python_file(rng, "main.py")
    texts["tests/conftest.py"] = python_conftest(rng)
    texts["tests/test_web.py"] = python_tests(rng)
    return texts


def python_file(rng: Random, path: str) -> str:
    """Return a module: imports, and types and functions that use what may be there."""
    top = [python_import(rng, path) for _ in range(rng.randint(1, 4))]
    if rng.random() < 0.1:
        top.append(f"__all__ = {[rng.choice(NAMES) for _ in range(3)]!r}")
    if path.endswith("__init__.py"):
        return "\n".join([*top, *(_python_function(rng) for _ in range(rng.randint(0, 1)))]) + "\n"
    body = [
        _python_class(rng) if rng.random() < 0.6 else _python_function(rng)
        for _ in range(rng.randint(1, 4))
    ]
    body.append(f"{rng.choice(MEMBERS)} = {_python_value(rng)}")
    return "\n".join([*top, *body]) + "\n"


def python_import(rng: Random, path: str) -> str:
    """Return an import of what may be there, and may not."""
    folder, module = rng.choice(FOLDERS), rng.choice(MODULES)
    name = rng.choice((*TYPES, *FUNCTIONS))
    forms = [
        f"from {folder}.{module} import {name}",
        f"from {folder}.{module} import {name} as {rng.choice(NAMES)}",
        f"from {folder}.{module} import *",
        f"from {folder} import {name}",
        f"from {folder} import {module}",
        f"from {folder} import *",
        f"import {folder}.{module}",
        f"import {folder}.{module} as {module}",
        f"import {module}",
    ]
    if "/" in path:
        forms += [
            f"from .{module} import {name}",
            f"from .{module} import *",
            f"from . import {module}",
            f"from . import {name}",
            f"from .. import {name}",
            "from . import *",
            f"from ..{folder}.{module} import {name}",
        ]
    return rng.choice(forms)


def _python_value(rng: Random) -> str:
    forms = (
        f"{rng.choice(TYPES)}()",
        f"{rng.choice(FUNCTIONS)}()",
        f"{rng.choice(MODULES)}.{rng.choice(NAMES)}()",
        f"{rng.choice(FUNCTIONS)}().{rng.choice(MEMBERS)}()",
        f"{rng.choice(TYPES)}().{rng.choice(MEMBERS)}()",
        f"{rng.choice(FOLDERS)}.{rng.choice(MODULES)}.{rng.choice(NAMES)}()",
        f"{rng.choice(TYPES)}.{rng.choice(MEMBERS)}",
        f"[{rng.choice(TYPES)}()]",
        rng.choice(FUNCTIONS),
    )
    return rng.choice(forms)


def _python_class(rng: Random) -> str:
    base = rng.choice(("", f"({rng.choice(TYPES)})", f"({rng.choice(TYPES)})"))
    lines = [f"class {rng.choice(TYPES)}{base}:"]
    if rng.random() < 0.5:
        lines += [
            f"    def __init__(self, other: {rng.choice(TYPES)}) -> None:",
            f"        self.other = {rng.choice(('other', _python_value(rng)))}",
        ]
    if rng.random() < 0.3:
        lines.append(f"    part: {rng.choice(TYPES)}")
    for _ in range(rng.randint(1, 3)):
        lines += _python_method(rng)
    return "\n".join(lines)


def _python_method(rng: Random) -> list[str]:
    mark = rng.choice((None, None, None, "property", "staticmethod", "classmethod"))
    receiver = "" if mark == "staticmethod" else "self"
    use = rng.choice(
        (
            f"self.{rng.choice(MEMBERS)}()",
            f"self.other.{rng.choice(MEMBERS)}()",
            f"self.part.{rng.choice(MEMBERS)}()",
            f"super().{rng.choice(MEMBERS)}()",
            f"self.{rng.choice(MEMBERS)}",
            _python_value(rng),
        )
    )
    returns = rng.choice(("", "", f" -> {rng.choice(TYPES)}"))
    lines = [f"    @{mark}"] if mark else []
    return [*lines, f"    def {rng.choice(MEMBERS)}({receiver}){returns}:", f"        return {use}"]


def _python_function(rng: Random) -> str:
    returns = rng.choice(("", "", f" -> {rng.choice(TYPES)}"))
    given = rng.choice(("", "x", f"x: {rng.choice(TYPES)}"))
    lines = [f"def {rng.choice(FUNCTIONS)}({given}){returns}:"]
    if rng.random() < 0.3:
        inner = rng.choice(NAMES)
        lines += [f"    def {inner}(y):", f"        return {_python_value(rng)}"]
        lines.append(f"    {inner}(1)")
    if given:
        lines += [f"    x.{rng.choice(MEMBERS)}()", f"    z = x.{rng.choice(MEMBERS)}()"]
        lines.append(f"    z.{rng.choice(MEMBERS)}()")
    lines.append(f"    for each in {_python_value(rng)}:")
    lines.append(f"        each.{rng.choice(MEMBERS)}()")
    lines.append(f"    return {_python_value(rng)}")
    return "\n".join(lines)


def python_conftest(rng: Random) -> str:
    """Return fixtures."""
    lines = ["import pytest", python_import(rng, "main.py"), python_import(rng, "main.py")]
    for name in FIXTURES:
        if rng.random() < 0.7:
            lines += ["@pytest.fixture", f"def {name}():", f"    return {_python_value(rng)}"]
    return "\n".join(lines) + "\n"


def python_tests(rng: Random) -> str:
    """Return tests that ask for fixtures."""
    lines = [python_import(rng, "main.py")]
    for number in range(2):
        name = rng.choice(FIXTURES)
        lines += [f"def test_{number}({name}):", f"    {name}.{rng.choice(MEMBERS)}()"]
    return "\n".join(lines) + "\n"


# TypeScript and JavaScript


def typescript_repository(rng: Random) -> Texts:
    """Return folders with barrels, aliases and packages."""
    ending = rng.choice(("ts", "ts", "tsx"))
    texts = _script_files(rng, ending, typescript_file)
    if rng.random() < 0.5:
        texts["tools/extra.js"] = javascript_file(rng, "tools/extra.js")
    texts["tsconfig.json"] = tsconfig(rng)
    texts["util/package.json"] = json.dumps({"name": "@app/util", "main": "index.ts"})
    return texts


def javascript_repository(rng: Random) -> Texts:
    """Return folders with barrels, and modules of both kinds."""
    texts = _script_files(rng, "js", javascript_file)
    texts["util/package.json"] = json.dumps({"name": "@app/util", "main": "index.js"})
    return texts


def _script_files(rng: Random, ending: str, make: Callable[[Random, str], str]) -> Texts:
    paths = [f"{folder}/{module}.{ending}" for folder in FOLDERS for module in MODULES]
    paths = [path for path in paths if rng.random() < 0.7] + [f"main.{ending}"]
    texts = {path: make(rng, path) for path in paths}
    barrels = [f"{folder}/index.{ending}" for folder in FOLDERS if rng.random() < 0.7]
    return texts | {path: barrel(rng) for path in barrels}


def tsconfig(rng: Random) -> str:
    """Return aliases."""
    paths = {f"@{folder}/*": [f"{rng.choice(FOLDERS)}/*"] for folder in FOLDERS}
    options: dict[str, object] = {"paths": paths} if rng.random() < 0.8 else {}
    if rng.random() < 0.5:
        options["baseUrl"] = "."
    return json.dumps({"compilerOptions": options})


def barrel(rng: Random) -> str:
    """Return a file that passes on what others export."""
    lines: list[str] = []
    for _ in range(rng.randint(1, 4)):
        module, name = rng.choice(MODULES), rng.choice((*TYPES, *FUNCTIONS))
        lines.append(
            rng.choice(
                (
                    f"export * from './{module}';",
                    f"export * from '../{rng.choice(FOLDERS)}';",
                    f"export {{ {name} }} from './{module}';",
                    f"export {{ {name} as {rng.choice(NAMES)} }} from './{module}';",
                    f"export {{ default as {name} }} from './{module}';",
                    f"export * as {module} from './{module}';",
                )
            )
        )
    return "\n".join(lines) + "\n"


def script_import(rng: Random, path: str) -> str:
    """Return an import of what may be there, and may not."""
    folder, module = rng.choice(FOLDERS), rng.choice(MODULES)
    up = ".." if "/" in path else "."
    source = rng.choice(
        (f"{up}/{folder}/{module}", f"{up}/{folder}", f"@{folder}/{module}", "@app/util")
        + ((f"./{module}", ".", "./index", "..") if "/" in path else ())
    )
    name = rng.choice((*TYPES, *FUNCTIONS))
    forms = (
        f"import {{ {name} }} from '{source}';",
        f"import {{ {name}, {rng.choice(NAMES)} as {rng.choice(NAMES)} }} from '{source}';",
        f"import {rng.choice(TYPES)} from '{source}';",
        f"import * as {module} from '{source}';",
    )
    return rng.choice(forms)


def _script_value(rng: Random) -> str:
    forms = (
        f"new {rng.choice(TYPES)}()",
        f"{rng.choice(FUNCTIONS)}()",
        f"{rng.choice(MODULES)}.{rng.choice(NAMES)}()",
        f"new {rng.choice(TYPES)}().{rng.choice(MEMBERS)}()",
        f"{rng.choice(FUNCTIONS)}().{rng.choice(MEMBERS)}()",
        f"new {rng.choice(MODULES)}.{rng.choice(TYPES)}()",
        f"[new {rng.choice(TYPES)}()].map((it) => it.{rng.choice(MEMBERS)}())",
        rng.choice(NAMES),
    )
    return rng.choice(forms)


def typescript_file(rng: Random, path: str) -> str:
    """Return a module with types."""
    if path.rpartition("/")[2].startswith("index."):
        return barrel(rng)
    lines = [script_import(rng, path) for _ in range(rng.randint(1, 4))]
    for _ in range(rng.randint(1, 4)):
        lines += _script_class(rng, typed=True) if rng.random() < 0.5 else _script_function(rng)
    if rng.random() < 0.4:
        members = f"{rng.choice(MEMBERS)}(): {rng.choice(TYPES)}; part: {rng.choice(TYPES)};"
        lines.append(f"export interface {rng.choice(TYPES)} {{ {members} }}")
    if rng.random() < 0.2:
        lines.append(f"export * from './{rng.choice(MODULES)}';")
    return "\n".join(lines) + "\n"


def javascript_file(rng: Random, path: str) -> str:
    """Return a module without types."""
    if path.rpartition("/")[2].startswith("index."):
        return barrel(rng)
    if rng.random() < 0.3:
        name, member = rng.choice(FUNCTIONS), rng.choice(MEMBERS)
        return (
            f"const {name} = require('./{rng.choice(MODULES)}');\n"
            f"function {rng.choice(FUNCTIONS)}() {{ return {name}.{member}(); }}\n"
            f"module.exports = {{ {rng.choice(FUNCTIONS)}, {member}: {name} }};\n"
        )
    lines = [script_import(rng, path) for _ in range(rng.randint(1, 4))]
    for _ in range(rng.randint(1, 4)):
        lines += (
            _script_class(rng, typed=False)
            if rng.random() < 0.5
            else _script_function(rng, typed=False)
        )
    return "\n".join(lines) + "\n"


def _script_class(rng: Random, *, typed: bool) -> list[str]:
    base = rng.choice(("", f" extends {rng.choice(TYPES)}"))
    shown = rng.choice(("export ", "export ", "export default ", ""))
    lines = [f"{shown}class {rng.choice(TYPES)}{base} {{"]
    if typed:
        lines.append(f"  part: {rng.choice(TYPES)};")
        lines.append(f"  constructor(private other: {rng.choice(TYPES)}) {{ super(); }}")
    else:
        lines.append(f"  constructor(other) {{ this.other = {_script_value(rng)}; }}")
    for _ in range(rng.randint(1, 3)):
        use = rng.choice(
            (
                f"this.{rng.choice(MEMBERS)}()",
                f"this.other.{rng.choice(MEMBERS)}()",
                f"this.part.{rng.choice(MEMBERS)}()",
                f"super.{rng.choice(MEMBERS)}()",
                _script_value(rng),
            )
        )
        mark = rng.choice(("", "", "static ", "get "))
        returns = f": {rng.choice(TYPES)}" if typed and rng.random() < 0.4 else ""
        lines.append(f"  {mark}{rng.choice(MEMBERS)}(){returns} {{ return {use}; }}")
    return [*lines, "}"]


def _script_function(rng: Random, *, typed: bool = True) -> list[str]:
    shown = rng.choice(("export ", "export ", ""))
    given = f"x: {rng.choice(TYPES)}" if typed else "x"
    returns = f": {rng.choice(TYPES)}" if typed and rng.random() < 0.4 else ""
    name, member = rng.choice(FUNCTIONS), rng.choice(MEMBERS)
    if rng.random() < 0.3:
        return [f"{shown}const {name} = ({given}){returns} => {_script_value(rng)};"]
    inner = f"  const {rng.choice(MEMBERS)} = (y) => {_script_value(rng)};"
    return [
        f"{shown}function {name}({given}){returns} {{",
        inner,
        f"  const z = x.{member}(); z.{rng.choice(MEMBERS)}();",
        f"  return {_script_value(rng)};",
        "}",
    ]


# Go


def go_repository(rng: Random) -> Texts:
    """Return packages of several files."""
    paths = [f"{folder}/{module}.go" for folder in FOLDERS for module in MODULES]
    paths = [path for path in paths if rng.random() < 0.7]
    texts = {path: go_file(rng, path) for path in paths}
    texts["main.go"] = go_file(rng, "main.go")
    texts["go.mod"] = "module example.com/app\n\ngo 1.22\n"
    return texts


def go_file(rng: Random, path: str) -> str:
    """Return a file of a package."""
    folder = path.rpartition("/")[0].rpartition("/")[2]
    lines = [f"package {folder or 'main'}"]
    for other in FOLDERS:
        if other != folder and rng.random() < 0.5:
            name = rng.choice(("", "", ". ", "u "))
            lines.append(f'import {name}"example.com/app/{other}"')
    for _ in range(rng.randint(1, 3)):
        lines += _go_type(rng) if rng.random() < 0.5 else _go_function(rng)
    return "\n".join(lines) + "\n"


def _go_value(rng: Random) -> str:
    forms = (
        f"&{rng.choice(TYPES)}{{}}",
        f"{rng.choice(FUNCTIONS)}()",
        f"{rng.choice(FOLDERS)}.{rng.choice(NAMES)}()",
        f"{rng.choice(FOLDERS)}.{rng.choice(FUNCTIONS)}().{rng.choice(MEMBERS)}()",
        f"{rng.choice(FUNCTIONS)}().{rng.choice(MEMBERS)}()",
    )
    return rng.choice(forms)


def _go_of(rng: Random) -> str:
    return rng.choice(("", "", f"{rng.choice(FOLDERS)}.")) + rng.choice(TYPES)


def _go_type(rng: Random) -> list[str]:
    name, member = rng.choice(TYPES), rng.choice(MEMBERS)
    if rng.random() < 0.3:
        return [f"type {name} interface {{", f"\t{member}() {_go_of(rng)}", "}"]
    owner = rng.choice((name, rng.choice(TYPES)))
    return [
        f"type {name} struct {{",
        f"\t{rng.choice(('', '*'))}{_go_of(rng)}",
        f"\tpart {_go_of(rng)}",
        "}",
        f"func (it *{owner}) {member}() {_go_of(rng)} {{",
        f"\tit.{rng.choice(('', 'part.'))}{rng.choice(MEMBERS)}()",
        f"\treturn {_go_value(rng)}",
        "}",
    ]


def _go_function(rng: Random) -> list[str]:
    return [
        f"func {rng.choice(FUNCTIONS)}(x {_go_of(rng)}) {_go_of(rng)} {{",
        f"\tx.{rng.choice(MEMBERS)}()",
        f"\tz := {_go_value(rng)}",
        f"\tz.{rng.choice(MEMBERS)}()",
        f"\treturn {_go_value(rng)}",
        "}",
    ]


_MADE: Final[Mapping[str, Callable[[Random], Texts]]] = {
    "python": python_repository,
    "typescript": typescript_repository,
    "javascript": javascript_repository,
    "go": go_repository,
}
