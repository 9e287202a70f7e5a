"""How TypeScript and JavaScript find modules: relative paths, `tsconfig` paths, packages of a workspace."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

_ENDINGS: Final = (".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs")
_WRITTEN: Final = re.compile(r"\.(?:[mc]?js|jsx|[mc]?ts|tsx)$")
_COMMENTS: Final = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', re.S)
_TRAILING: Final = re.compile(r",(\s*[}\]])")
_ENTRIES: Final = ("source", "types", "typings", "module", "main")
_EXTENDS_MAX: Final = 8


class EcmascriptModules:
    """Modules by what an import writes."""

    def __init__(self, paths: Iterable[str], configs: Mapping[str, str]) -> None:
        self._paths = {path for path in paths if path.endswith(_ENDINGS)}
        self._configs = configs
        self._packages = self._named_packages()
        self._aliases: dict[str, list[tuple[str, list[str]]]] = {}

    def find(self, importer: str, module: str) -> str | None:
        """Return the file that *module* names in *importer*; None where it is not ours."""
        folder = importer.rpartition("/")[0]
        if module.startswith("."):
            return self._file(_joined(folder, module))
        for pattern, targets in self._aliases_of(folder):
            rest = _matched(pattern, module)
            if rest is not None:
                for target in targets:
                    found = self._file(_joined("", target.replace("*", rest)))
                    if found is not None:
                        return found
        return self._in_package(module)

    def _file(self, where: str | None) -> str | None:
        """Return the file that a path without, or with another, ending means."""
        if where is None:
            return None
        if where in self._paths:
            return where
        bare = _WRITTEN.sub("", where)
        for base in dict.fromkeys((where, bare)):
            for ending in _ENDINGS:
                if base + ending in self._paths:
                    return base + ending
        for ending in _ENDINGS:
            inside = f"{where}/index{ending}" if where else f"index{ending}"
            if inside in self._paths:
                return inside
        return None

    def _named_packages(self) -> dict[str, str]:
        """Return the folder of each package by its name."""
        found: dict[str, str] = {}
        for path in sorted(self._configs):
            if path.rpartition("/")[2] == "package.json":
                name = _parsed(self._configs[path]).get("name")
                if isinstance(name, str):
                    found.setdefault(name, path.rpartition("/")[0])
        return found

    def _in_package(self, module: str) -> str | None:
        parts = module.split("/")
        for length in (2, 1):
            name = "/".join(parts[:length])
            folder = self._packages.get(name)
            if folder is None:
                continue
            rest = "/".join(parts[length:])
            if rest:
                return self._first(folder, (rest, f"src/{rest}"))
            told = _parsed(self._configs[f"{folder}/package.json" if folder else "package.json"])
            entries = [told[key] for key in _ENTRIES if isinstance(told.get(key), str)]
            return self._first(folder, ("src/index", "index", "lib/index", "src/main", *entries))
        return None

    def _first(self, folder: str, names: Iterable[str]) -> str | None:
        for name in names:
            found = self._file(_joined(folder, name))
            if found is not None:
                return found
        return None

    def _aliases_of(self, folder: str) -> list[tuple[str, list[str]]]:
        """Return the path aliases that hold in a folder, from the nearest file that has any."""
        known = self._aliases.get(folder)
        if known is None:
            known = []
            for name in ("tsconfig.json", "jsconfig.json"):
                known = known or self._read(_joined(folder, name) or name, 0)
            known = known + self._imports(folder)
            if not known and folder:
                known = self._aliases_of(folder.rpartition("/")[0])
            self._aliases[folder] = known
        return known

    def _imports(self, folder: str) -> list[tuple[str, list[str]]]:
        """Return what a package calls its own files by: `"imports": {"#util/*": "./src/util/*.js"}`."""
        path = f"{folder}/package.json" if folder else "package.json"
        found: list[tuple[str, list[str]]] = []
        for pattern, target in _table(_parsed(self._configs.get(path, "")).get("imports")).items():
            told = _table(target)
            one = target if isinstance(target, str) else told.get("default")
            place = _joined(folder, one) if isinstance(one, str) else None
            if place is not None:
                found.append((pattern, [place]))
        return found

    def _read(self, path: str, depth: int) -> list[tuple[str, list[str]]]:
        if path not in self._configs or depth > _EXTENDS_MAX:
            return []
        told = _parsed(self._configs[path])
        folder = path.rpartition("/")[0]
        options = _table(told.get("compilerOptions"))
        base = options.get("baseUrl")
        root = _joined(folder, base) if isinstance(base, str) else folder
        found: list[tuple[str, list[str]]] = []
        for pattern, targets in _table(options.get("paths")).items():
            listed = cast("list[object]", targets) if isinstance(targets, list) else []
            places = [_joined(root or "", one) for one in listed if isinstance(one, str)]
            found.append((pattern, [place for place in places if place is not None]))
        found.sort(key=lambda alias: (-len(alias[0]), alias[0]))
        if isinstance(base, str):
            found.append(("*", [f"{root}/*" if root else "*"]))
        extends = told.get("extends")
        if not found and isinstance(extends, str) and extends.startswith("."):
            above = _joined(folder, extends)
            for name in (above, f"{above}.json"):
                found = found or self._read(name or "", depth + 1)
        return found


def _joined(folder: str, path: str) -> str | None:
    """Return a path below the root without dots; None where it leads out."""
    parts = folder.split("/") if folder else []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def _matched(pattern: str, module: str) -> str | None:
    before, star, after = pattern.partition("*")
    if not star:
        return "" if module == pattern else None
    if module.startswith(before) and module.endswith(after) and len(module) >= len(before + after):
        return module[len(before) : len(module) - len(after)]
    return None


def _parsed(text: str) -> dict[str, Any]:
    """Return a JSON table that may hold comments and trailing commas; an empty one when it is none."""
    try:
        return _table(json.loads(text))
    except ValueError:
        pass
    try:
        bare = _COMMENTS.sub(lambda found: found[1] or "", text)
        return _table(json.loads(_TRAILING.sub(r"\1", bare)))
    except (ValueError, RecursionError):
        return {}


def _table(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
