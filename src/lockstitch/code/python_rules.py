"""How names go from file to file in Python."""

from collections.abc import Sequence

from typing_extensions import override

from lockstitch.code.python_modules import PythonModules
from lockstitch.code.rules import STARS_MAX, Alone, Place
from lockstitch.code.viewing import Sources, View
from lockstitch.domain.source import Expr, Trait

FOLDER = "python:"


class PythonRules(Alone):
    """Modules, packages, star imports, and pytest's fixtures."""

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._modules = PythonModules(sources.paths)

    @override
    def imported(self, view: View, module: str, name: str) -> Sequence[Place] | None:
        found = self._modules.find(view.path, module)
        if found is None:
            return None
        return self._exported(found, name, set()) if name else (self._whole(found),)

    @override
    def exported(self, module: str, name: str) -> Sequence[Place] | None:
        return self._exported(module.removeprefix(FOLDER), name, set())

    def _whole(self, module: str) -> Place:
        return Place(module if module in self.sources.paths else FOLDER + module)

    def _exported(self, module: str, name: str, seen: set[str]) -> Sequence[Place] | None:
        if module in seen or len(seen) >= STARS_MAX:
            return ()
        seen.add(module)
        below = self._modules.submodule(module, name)
        if module not in self.sources.paths:
            return () if below is None else (self._whole(below),)
        view = self.sources.view(module)
        values = view.record.scopes[0].names.get(name)
        if values is not None and not (below is not None and self._is_own(view, values, name)):
            return (Place(module, 0, values, name),)
        if below is not None:
            return (self._whole(below),)
        return self._starred(view, name, seen)

    def _is_own(self, view: View, values: Sequence[Expr], name: str) -> bool:
        """Say whether a package binds a name only to what it holds below itself."""
        return all(
            value[0] == "import"
            and value[2] in {name, ""}
            and self._modules.find(view.path, value[1]) in {view.path, None}
            for value in values
        )

    def _starred(self, view: View, name: str, seen: set[str]) -> Sequence[Place] | None:
        foreign = False
        for star in view.record.stars:
            source = self._modules.find(view.path, star)
            if source is None:
                foreign = True
                continue
            if not self._is_public(source, name):
                continue
            found = self._exported(source, name, seen)
            if found:
                return found
            foreign = foreign or found is None
        return None if foreign else ()

    def _is_public(self, module: str, name: str) -> bool:
        if module not in self.sources.paths:
            return False
        public = self.sources.view(module).record.public
        return not name.startswith("_") if public is None else name in public

    @override
    def outside(self, view: View, name: str) -> Sequence[Place] | None:
        return self._starred(view, name, {view.path}) if view.record.stars else ()

    @override
    def fixture(self, view: View, owner: int, name: str) -> tuple[View, int] | None:
        one = view.definition(owner)
        if not (one.name.startswith("test") or one.traits & Trait.FIXTURE):
            return None
        if one.traits & Trait.LOCAL or name in {"self", "cls", "request"}:
            return None
        for container in dict.fromkeys((one.container, "")):
            found = self._fixture_in(view, name, container)
            if found is not None and found[1] != owner:
                return found
        folder = view.path.rpartition("/")[0]
        while True:
            path = f"{folder}/conftest.py" if folder else "conftest.py"
            if path in self.sources.paths and path != view.path:
                found = self._fixture_in(self.sources.view(path), name, "")
                if found is not None:
                    return found
            if not folder:
                return None
            folder = folder.rpartition("/")[0]

    def _fixture_in(self, view: View, name: str, container: str) -> tuple[View, int] | None:
        for value in view.record.exports.get(f"fixture {name}", ()):
            if value[0] == "def" and view.definition(value[1]).container in {"", container}:
                return view, value[1]
        number = view.by_name.get(f"{container}::{name}" if container else name)
        if number is not None and view.definition(number).traits & Trait.FIXTURE:
            return view, number
        return None if container else self._imported_fixture(view, name)

    def _imported_fixture(self, view: View, name: str) -> tuple[View, int] | None:
        for value in view.record.scopes[0].names.get(name, ()):
            if value[0] != "import":
                continue
            for place in self.imported(view, value[1], value[2]) or ():
                if place.name is None:
                    continue
                where = self.sources.view(place.path)
                found = where.by_name.get(place.name)
                if found is not None and where.definition(found).traits & Trait.FIXTURE:
                    return where, found
        return None
