"""How names go from file to file in TypeScript and JavaScript."""

from collections.abc import Sequence

from typing_extensions import override

from lockstitch.code.ecmascript_modules import EcmascriptModules
from lockstitch.code.rules import STARS_MAX, Alone, Place
from lockstitch.code.viewing import Sources, View


class EcmascriptRules(Alone):
    """Imports and exports, re-exports, path aliases, packages of a workspace."""

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._modules = EcmascriptModules(sources.paths, sources.configs)

    @override
    def imported(self, view: View, module: str, name: str) -> Sequence[Place] | None:
        found = self._modules.find(view.path, module)
        if found is None:
            return None
        return self.exported(found, name) if name else (Place(found),)

    @override
    def exported(self, module: str, name: str) -> Sequence[Place] | None:
        return self._exported(module, name, set())

    def _exported(self, module: str, name: str, seen: set[str]) -> Sequence[Place] | None:
        if module in seen or len(seen) >= STARS_MAX:
            return ()
        seen.add(module)
        view = self.sources.view(module)
        values = view.record.exports.get(name)
        if values is not None:
            # Marked, for a file may export one thing by the name that another has inside of it.
            return (Place(module, 0, values, f"export {name}"),)
        foreign = False
        for star in view.record.stars if name != "default" else ():
            source = self._modules.find(module, star)
            found = None if source is None else self._exported(source, name, seen)
            if found:
                return found
            foreign = foreign or found is None
        return None if foreign else ()
