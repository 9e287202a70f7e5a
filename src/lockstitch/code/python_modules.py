"""How Python finds modules: source roots, packages, folders without `__init__`."""

import sys
from collections.abc import Iterable
from typing import Final

_STANDARD: Final = sys.stdlib_module_names
_ENDINGS: Final = (".py", ".pyi", ".pyw")


class PythonModules:
    """Modules by their dotted names. A path of a folder stands for a package without `__init__`."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = {path for path in paths if path.endswith(_ENDINGS)}
        self._folders: set[str] = {""}
        self._names: dict[str, set[str]] = {}
        for path in self._paths:
            folder, _, file = path.rpartition("/")
            self._names.setdefault(folder, set()).add(file.rpartition(".")[0])
            while folder not in self._folders:
                self._folders.add(folder)
                above, _, name = folder.rpartition("/")
                self._names.setdefault(above, set()).add(name)
                folder = above
        packages = {
            path.rpartition("/")[0]
            for path in self._paths
            if path.rpartition("/")[2].startswith("__init__.")
        }
        self.packages = packages
        self._roots = sorted(
            (folder for folder in self._folders if not _within(folder, packages)),
            key=lambda folder: (folder.count("/") if folder else -1, folder),
        )
        self._starts: dict[str, list[str]] = {}
        for root in self._roots:
            for name in self._inside(root):
                self._starts.setdefault(name, []).append(root)

    def _inside(self, root: str) -> set[str]:
        """Return the names of the modules and folders right below a root."""
        return self._names.get(root, set())

    def find(self, importer: str, module: str) -> str | None:
        """Return the file, or the folder, that *module* names in *importer*; None where it is not ours."""
        if module.startswith("."):
            return self._relative(importer, module)
        parts = module.split(".")
        roots = self._starts.get(parts[0], ())
        folder = importer.rpartition("/")[0]
        if parts[0] in _STANDARD:
            roots = [root for root in roots if root == folder]
        # The importer's own roots first, the deepest before all: a script sees its own folder first.
        for root in sorted(roots, key=lambda root: not root or f"{folder}/".startswith(f"{root}/"))[
            ::-1
        ]:
            found = self._below(root, parts)
            if found is not None:
                return found
        return None

    def _relative(self, importer: str, module: str) -> str | None:
        name = module.lstrip(".")
        folder = importer.rpartition("/")[0]
        for _ in range(len(module) - len(name) - 1):
            folder = folder.rpartition("/")[0]
        return self._below(folder, name.split(".")) if name else self.of_folder(folder)

    def _below(self, root: str, parts: list[str]) -> str | None:
        where = "/".join((root, *parts)) if root else "/".join(parts)
        for ending in _ENDINGS:
            if where + ending in self._paths:
                return where + ending
        return self.of_folder(where)

    def of_folder(self, folder: str) -> str | None:
        """Return what a folder is as a module: its `__init__`, or itself; None where there is none."""
        for ending in _ENDINGS:
            inside = f"{folder}/__init__{ending}" if folder else f"__init__{ending}"
            if inside in self._paths:
                return inside
        return folder if folder and folder in self._folders else None

    def submodule(self, module: str, name: str) -> str | None:
        """Return the module of a name in a package; None where there is none."""
        if module in self._folders:
            return self._below(module, [name])
        folder, _, file = module.rpartition("/")
        return self._below(folder, [name]) if file.startswith("__init__.") else None


def _within(folder: str, packages: set[str]) -> bool:
    while True:
        if folder in packages:
            return True
        if not folder:
            return False
        folder = folder.rpartition("/")[0]
