"""How names go from script to script in Bash: what a script sources, and what that sources, is there."""

from collections.abc import Iterator, Sequence
from typing import Final

from typing_extensions import override

from lockstitch.code.rules import STARS_MAX, Alone, Place
from lockstitch.code.viewing import Sources, View

_SUFFIXES: Final = (".sh", ".bash")


class BashRules(Alone):
    """Scripts by how they are sourced: beside the script, from the root, or by an end that no other has."""

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._by_file: dict[str, list[str]] = {}
        for path in sorted(sources.paths):
            if sources.languages[path] == "bash":
                plain = _plain(path)
                self._by_file.setdefault(plain.rpartition("/")[2], []).append(path)

    @override
    def outside(self, view: View, name: str) -> Sequence[Place] | None:
        for path in self._sourced(view.path):
            values = self.sources.view(path).record.scopes[0].names.get(name)
            if values is not None:
                return (Place(path, 0, values, name),)
        return ()

    def _sourced(self, path: str) -> Iterator[str]:
        """Yield the scripts that one sources, directly or not; what is sourced later comes first."""
        seen, waiting = {path}, [path]
        while waiting and len(seen) <= STARS_MAX:
            at = waiting.pop()
            for star in self.sources.view(at).record.stars:
                found = self._script(at, star)
                if found is not None and found not in seen:
                    seen.add(found)
                    waiting.append(found)
            if at != path:
                yield at

    def _script(self, at: str, star: str) -> str | None:
        folder = at.rpartition("/")[0]
        known = self._by_file.get(star.rpartition("/")[2], ())
        for wanted in (f"{folder}/{star}" if folder else star, star):
            for path in known:
                if _plain(path) == wanted:
                    return path
        ending = [path for path in known if _plain(path).endswith(f"/{star}")]
        return ending[0] if len(ending) == 1 else None


def _plain(path: str) -> str:
    for suffix in _SUFFIXES:
        if path.endswith(suffix):
            return path.removesuffix(suffix)
    return path
