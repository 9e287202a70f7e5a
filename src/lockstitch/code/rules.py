"""Between files: what the rules of a language answer, and the rules of one whose files stand alone."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from lockstitch.code.viewing import Sources, View
from lockstitch.domain.source import Expr

STARS_MAX: Final = 16
"""Files that are passed on through one another, at most."""


class Place(NamedTuple):
    """Where a name is bound: a file, a scope there, and to what. Without a name: a module as a whole."""

    path: str
    scope: int = 0
    values: tuple[Expr, ...] = ()
    name: str | None = None


Members = Mapping[str, Sequence[tuple[View, int]]]


class Rules(Protocol):
    """How names go from file to file in a language. An answer of None means: not of this repository."""

    def imported(self, view: View, module: str, name: str) -> Sequence[Place] | None:
        """Return where a module that a file names binds *name*; the module itself for an empty one."""
        ...

    def exported(self, module: str, name: str) -> Sequence[Place] | None:
        """Return where a module binds *name*, through what it takes in from others."""
        ...

    def outside(self, view: View, name: str) -> Sequence[Place] | None:
        """Return where a name comes from that no scope of the file binds."""
        ...

    def container(self, view: View, qualified: str) -> tuple[str, int] | None:
        """Return the type of that name which a member of the file belongs to."""
        ...

    def members(self, view: View, number: int) -> Members:
        """Return the members that a type has by itself, wherever they are written."""
        ...

    def fixture(self, view: View, owner: int, name: str) -> tuple[View, int] | None:
        """Return what a test's parameter of that name is given."""
        ...


class Alone:
    """Rules of a language in which each file stands alone; what others have in common."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._members: dict[tuple[str, int], Members] = {}

    def imported(self, view: View, module: str, name: str) -> Sequence[Place] | None:
        """Return nothing: no other file is known."""
        del view, module, name
        return None

    def exported(self, module: str, name: str) -> Sequence[Place] | None:
        """Return what the file itself binds."""
        if module not in self.sources.paths:
            return ()
        values = self.sources.view(module).record.scopes[0].names.get(name)
        return () if values is None else (Place(module, 0, values, name),)

    def outside(self, view: View, name: str) -> Sequence[Place] | None:
        """Return nothing: what a file does not bind is the language's own."""
        del view, name
        return ()

    def container(self, view: View, qualified: str) -> tuple[str, int] | None:
        """Return the type in the file itself."""
        number = view.by_name.get(qualified)
        return None if number is None else (view.path, number)

    def members(self, view: View, number: int) -> Members:
        """Return the members that the file itself writes."""
        key = (view.path, number)
        known = self._members.get(key)
        if known is None:
            own = view.members_of(view.definition(number).qualified)
            known = {name: [(view, one) for one in numbers] for name, numbers in own.items()}
            self._members[key] = known
        return known

    def fixture(self, view: View, owner: int, name: str) -> tuple[View, int] | None:
        """Return nothing: only pytest gives by name."""
        del view, owner, name
        return None
