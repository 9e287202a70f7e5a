"""How names go from file to file in Go: packages are folders, and all their files share their names."""

import re
from collections.abc import Sequence
from typing import Final

from typing_extensions import override

from lockstitch.code.rules import Alone, Members, Place
from lockstitch.code.viewing import Sources, View

FOLDER: Final = "go:"
_MODULE: Final = re.compile(r"^\s*module\s+(\S+)", re.M)


class GoRules(Alone):
    """Packages by their import paths, and methods beside their types."""

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._files: dict[str, list[str]] = {}
        for path in sorted(sources.paths):
            if sources.languages[path] == "go":
                self._files.setdefault(path.rpartition("/")[0], []).append(path)
        found = (
            (match[1].strip('"'), path.rpartition("/")[0])
            for path, text in sorted(sources.configs.items())
            if path.rpartition("/")[2] == "go.mod"
            for match in _MODULE.finditer(text)
        )
        self._roots = sorted(found, key=lambda root: (-len(root[0]), root))
        self._groups: dict[tuple[str, str], list[View]] = {}

    @override
    def imported(self, view: View, module: str, name: str) -> Sequence[Place] | None:
        folder = self._folder(module)
        if folder is None:
            return None
        return self.exported(FOLDER + folder, name) if name else (Place(FOLDER + folder),)

    def _folder(self, module: str) -> str | None:
        for root, folder in self._roots:
            if module == root or module.startswith(root + "/"):
                rest = module[len(root) :].strip("/")
                where = "/".join(part for part in (folder, rest) if part)
                return where if where in self._files else None
        return None

    @override
    def exported(self, module: str, name: str) -> Sequence[Place] | None:
        folder = module.removeprefix(FOLDER)
        for path in self._files.get(folder, ()):
            if not path.endswith("_test.go"):
                found = self._bound_in(self.sources.view(path), name)
                if found is not None:
                    return (found,)
        return ()

    def _bound_in(self, view: View, name: str) -> Place | None:
        values = view.record.scopes[0].names.get(name, ())
        own = tuple(value for value in values if value[0] != "import")
        return Place(view.path, 0, own, name) if own else None

    def _package(self, view: View) -> list[View]:
        """Return the files that share the names of a file."""
        folder = view.path.rpartition("/")[0]
        key = (folder, view.record.package)
        known = self._groups.get(key)
        if known is None:
            views = (self.sources.view(path) for path in self._files.get(folder, ()))
            known = [one for one in views if one.record.package == view.record.package]
            self._groups[key] = known
        return known

    @override
    def outside(self, view: View, name: str) -> Sequence[Place] | None:
        for other in self._package(view):
            found = self._bound_in(other, name)
            if found is not None:
                return (found,)
        for values in view.record.scopes[0].names.values():
            for value in values:
                if value[0] == "import" and self._is_called(str(value[1]), name):
                    return self.imported(view, str(value[1]), "")
        foreign = False
        for star in view.record.stars:
            found_there = self.imported(view, star, name)
            if found_there:
                return found_there
            foreign = foreign or found_there is None
        return None if foreign else ()

    def _is_called(self, module: str, name: str) -> bool:
        """Say whether a package that is imported calls itself otherwise than its folder."""
        folder = self._folder(module)
        files = self._files[folder] if folder is not None else []
        return bool(files) and self.sources.view(files[0]).record.package == name

    @override
    def container(self, view: View, qualified: str) -> tuple[str, int] | None:
        for other in (view, *self._package(view)):
            number = other.by_name.get(qualified)
            if number is not None:
                return other.path, number
        return None

    @override
    def members(self, view: View, number: int) -> Members:
        key = (view.path, number)
        known = self._members.get(key)
        if known is None:
            qualified = view.definition(number).qualified
            found: dict[str, list[tuple[View, int]]] = {}
            for other in self._package(view):
                for name, numbers in other.members_of(qualified).items():
                    found.setdefault(name, []).extend((other, one) for one in numbers)
            known = self._members[key] = found
        return known
