"""Canonical names: the path of a file, its scopes and a name, joined by `::`."""

from collections.abc import Iterable, Mapping
from typing import Final

SEPARATOR: Final = "::"


def canonical(prefix: str, qualified: str) -> str:
    """Return the name of what is *qualified* in the file of that prefix; of the file itself, empty."""
    return f"{prefix}{SEPARATOR}{qualified}" if qualified else prefix


def own_name(name: str) -> str:
    """Return the last component of *name*, without the number of what is defined again."""
    last = name.rpartition(SEPARATOR)[2]
    bare, _, number = last.rpartition("#")
    # A heading may end in a number of its own: "Step #2".
    return bare if bare and not bare.endswith(" ") and number.isdecimal() else last


def full_prefix(path: str) -> str:
    """Return the prefix that keeps the extension."""
    return path.replace("/", SEPARATOR)


def short_prefix(path: str) -> str:
    """Return the prefix without the last extension; a leading dot begins none."""
    folder, slash, file = path.rpartition("/")
    stem, dot, _ = file.rpartition(".")
    return full_prefix(f"{folder}{slash}{stem if dot and stem else file}")


def prefixes(paths: Iterable[str], tops: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Return what the names of each file's symbols begin with.

    *tops* are the names that a file defines at its top. The prefix is short, unless two files could
    then give one name to two things: then all of them keep their extensions. It depends on the set
    of files alone, never on their order.
    """
    given = {path: short_prefix(path) for path in sorted(set(paths))}
    while True:
        # A prefix that became long may meet a short one (`a.b` and `a.b.c`): look again.
        long = [path for path in sorted(_clashing(given, tops)) if given[path] != full_prefix(path)]
        if not long:
            return given
        given.update({path: full_prefix(path) for path in long})


def _clashing(given: Mapping[str, str], tops: Mapping[str, Iterable[str]]) -> set[str]:
    below: dict[str, list[str]] = {}
    """The files whose prefix is a name, or goes on after it."""
    homes: dict[str, list[str]] = {}
    for path, prefix in given.items():
        homes.setdefault(prefix, []).append(path)
        end = len(prefix)
        while end >= 0:
            below.setdefault(prefix[:end], []).append(path)
            end = prefix.rfind(SEPARATOR, 0, end)
    found = {path for sharing in homes.values() if len(sharing) > 1 for path in sharing}
    for path, prefix in given.items():
        if len(below[prefix]) == 1:
            continue
        for top in tops.get(path, ()):
            inner = below.get(canonical(prefix, top.partition(SEPARATOR)[0]), ())
            if inner:
                found.update(inner, (path,))
    return found
