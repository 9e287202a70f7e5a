"""Which episodes hold the same names, files and facts. Deterministic, and bounded."""

from collections.abc import Iterable, Sequence
from typing import Final

from lockstitch.domain.passage import Link
from lockstitch.stores.sqlite.database import Connection, whole
from lockstitch.stores.sqlite.queries import named

NAMES_MAX: Final = 64
"""How many names of one episode, or of the question, are followed; the rarest."""
LINKS_MAX: Final = 5_000
_FACT: Final = "fact:"


def links_of(
    connection: Connection, *, positions: Sequence[int], names: Sequence[str], holders_max: int
) -> list[Link]:
    """Return who holds what *positions* hold, or what *names* says; see `PassageIndex.links`."""
    counted: dict[str, int] = {}
    for position in dict.fromkeys(positions):
        binds = {"position": position, "holders_max": holders_max, "limit": NAMES_MAX}
        for name, holders in connection.rows(_sql("names_of"), binds):
            counted[str(name)] = whole(holders)
    asked = _counted(connection, names, holders_max=holders_max)
    counted |= dict(asked[:NAMES_MAX])
    links: list[Link] = []
    for name, holders in _rarest_first(counted.items()):
        if len(links) + holders > LINKS_MAX:
            break
        links += [
            Link(name=name, position=position, holders=holders)
            for position in _positions(connection, name)
        ]
    return sorted(links, key=lambda link: (link.name, link.position))


def _counted(
    connection: Connection, names: Sequence[str], *, holders_max: int
) -> list[tuple[str, int]]:
    """Return those of *names* that few enough episodes hold, with how many do, the rarest first."""
    counted: list[tuple[str, int]] = []
    for name in dict.fromkeys(names):
        binds = {"name": name, "holders_max": holders_max}
        holders = connection.number(_sql("holders_of_name"), binds)
        if 0 < holders <= holders_max:
            counted.append((name, holders))
    return _rarest_first(counted)


def _rarest_first(counted: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return sorted(counted, key=lambda each: (each[1], each[0]))


def _positions(connection: Connection, name: str) -> list[int]:
    if name.startswith(_FACT):
        binds = {"fact": name.removeprefix(_FACT)}
        rows = connection.rows(_sql("positions_of_fact"), binds)
    else:
        rows = connection.rows(_sql("positions_of_name"), {"name": name})
    return [whole(row[0]) for row in rows]


def _sql(name: str) -> str:
    return named("derived_queries.sql")[name]
