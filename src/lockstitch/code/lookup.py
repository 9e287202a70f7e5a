"""Find the symbol that somebody means by a name, in whatever form they wrote it.

A name is read as a run of parts, whatever stands between them. It means a symbol when its parts end
the symbol's own, and no other's. Where several could be meant, none is taken.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from lockstitch.code.graph import FILE_KINDS
from lockstitch.code.naming import SEPARATOR, full_prefix, own_name, short_prefix
from lockstitch.domain.code import Symbol

NEAR_MAX: Final = 5
"""How many names are offered instead."""
_BETWEEN: Final = re.compile(r"::|->|[./:\\]|#(?!\d+(?:[./:\\#]|$))|\s+")
_CALL: Final = re.compile(r"\([^()]*\)$")
_RECEIVER: Final = re.compile(r"\([&*]?(?:\w+ +\*?)?(\w+)\)")
_GENERIC: Final = re.compile(r"(?<=\w)(?:::)?<[^<>]*>")
_NUMBER: Final = re.compile(r"#\d+$")
_FILE: Final = re.compile(r"(?P<file>[^:#]*?[^/:#.]\.\w+)(?:(?:::?|#)(?P<rest>.+))?")
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_NESTED_MAX: Final = 8
_ROOTS: Final = frozenset({"crate", "self"})

_EXACT, _WHOLE, _ENDING, _PACKAGE, _UNNUMBERED, _OTHER = range(6)
"""How well a symbol fits, the best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A name as it was written, and what to look up for it."""

    text: str
    plain: str
    """Without what is no part of a name, with forward slashes."""
    names: tuple[str, ...]
    """Canonical names that it may stand for."""
    own_names: tuple[str, ...]
    """What the symbol itself may be called."""
    words: str
    """The words in it, for a search by parts of names."""
    parts: tuple[str, ...]
    file: str
    """The file that it names; empty where it names none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The one symbol that is meant."""

    symbol: Symbol


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """No symbol, or more than one, is meant."""

    near: tuple[str, ...]
    """Canonical names; with *several*, some of those that could be meant."""
    several: bool


Lookup: TypeAlias = Found | Missing


def look_up(
    text: str,
    *,
    exact: Callable[[Sequence[str]], Iterable[Symbol]],
    ending: Callable[[str], Iterable[Symbol]],
    matching: Callable[[str], Iterable[Symbol]],
) -> Lookup:
    """Return the symbol that *text* means. *ending* must leave none out: it decides what is unique."""
    asked = asked_for(text)
    found = [*exact(asked.names)]
    if not any(symbol.name == asked.text for symbol in found):
        found += [symbol for own in asked.own_names for symbol in ending(own)]
    chosen = choose(asked, found)
    if isinstance(chosen, Found) or chosen.several:
        return chosen
    return Missing(near=near_names(asked, [*found, *matching(asked.words)]), several=False)


def asked_for(text: str, *, root: str = "") -> Asked:
    """Return how *text* can be read; *root* is the folder that an absolute path may begin with."""
    plain = _plain(text.strip().strip("`").strip(), root)
    match = _FILE.fullmatch(plain)
    file, rest = (match["file"], match["rest"] or "") if match else ("", "")
    parts = _parts(plain)
    names = [text, plain, SEPARATOR.join(parts)]
    if file:
        inner = _parts(rest)
        names += [
            SEPARATOR.join((prefix, *inner)) for prefix in (short_prefix(file), full_prefix(file))
        ]
    owns = [_NUMBER.sub("", parts[-1]) if parts else "", own_name(text)]
    if file and not rest:
        owns += [own_name(short_prefix(file)), own_name(full_prefix(file))]
    return Asked(
        text=text,
        plain=plain,
        names=tuple(dict.fromkeys(name for name in names if name)),
        own_names=tuple(dict.fromkeys(own for own in owns if own)),
        words=" ".join(dict.fromkeys(word.lower() for part in parts for word in _words(part))),
        parts=parts,
        file=file,
    )


def _plain(text: str, root: str) -> str:
    """Leave away what is no part of a name: a call's parentheses, a pointer, type arguments."""
    plain = _without(_GENERIC, _RECEIVER.sub(r"\1", _without(_CALL, text))).replace("\\", "/")
    root = root.replace("\\", "/").rstrip("/")
    if root and plain.startswith(f"{root}/"):
        plain = plain[len(root) :]
    while plain.startswith(("./", "/")):
        plain = plain[1:].lstrip("/") if plain.startswith("./") else plain.lstrip("/")
    return plain


def _without(pattern: re.Pattern[str], text: str) -> str:
    """Take away what matches, from the inside out."""
    for _ in range(_NESTED_MAX):
        text, taken = pattern.subn("", text)
        if not taken:
            break
    return text


def _parts(text: str) -> tuple[str, ...]:
    parts = [part for part in _BETWEEN.split(text) if part]
    while len(parts) > 1 and parts[0] in _ROOTS:
        del parts[0]
    return tuple(parts)


def _words(part: str) -> Sequence[str]:
    return _WORDS.findall(_NUMBER.sub("", part))


def choose(asked: Asked, symbols: Iterable[Symbol]) -> Lookup:
    """Return the one of *symbols* that fits best, or all that fit equally well."""
    fits: dict[int, dict[str, Symbol]] = {}
    for symbol in symbols:
        fits.setdefault(_fit(asked, symbol), {})[symbol.name] = symbol
    best = min(fits, default=_OTHER)
    if best == _OTHER:
        return Missing(near=(), several=False)
    meant = _narrowed(list(fits[best].values()))
    if len(meant) == 1:
        return Found(symbol=meant[0])
    meant.sort(key=lambda symbol: (symbol.test, symbol.name))
    return Missing(near=tuple(symbol.name for symbol in meant[:NEAR_MAX]), several=True)


def _fit(asked: Asked, symbol: Symbol) -> int:
    if symbol.name == asked.text:
        return _EXACT
    folder, file, scopes = _places(symbol)
    short, whole = (*folder, *file[:-1], *scopes), (*folder, *file, *scopes)
    if symbol.name == asked.plain or asked.parts in (short, whole):
        return _WHOLE
    if _ends(short, asked.parts) or _ends(whole, asked.parts):
        return _ENDING
    # A package is often a folder, and the file no part of the name: `render.JSON.Render`.
    package = (*folder, *scopes)
    if scopes and len(asked.parts) > len(scopes) and _ends(package, asked.parts):
        return _PACKAGE
    bare = tuple(_NUMBER.sub("", part) for part in short)
    return _UNNUMBERED if bare != short and _ends(bare, asked.parts) else _OTHER


def _places(symbol: Symbol) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
    """Return the parts of a symbol's folder, of its file's name, and of its name in that file."""
    folder, _, file = symbol.file.rpartition("/")
    scopes = ""
    for prefix in (full_prefix(symbol.file), short_prefix(symbol.file)):
        if symbol.name.startswith(f"{prefix}{SEPARATOR}"):
            scopes = symbol.name[len(prefix) + len(SEPARATOR) :]
            break
    named = _BETWEEN.split(file)
    return (
        [part for part in _BETWEEN.split(folder) if part],
        named if len(named) > 1 else [*named, ""],
        [part for part in _BETWEEN.split(scopes) if part],
    )


def _ends(parts: Sequence[str], ending: Sequence[str]) -> bool:
    return bool(ending) and tuple(parts[-len(ending) :]) == tuple(ending)


def _narrowed(meant: list[Symbol]) -> list[Symbol]:
    """Leave what a reader would think of first: no file where a definition fits, no constructor."""
    inner = [symbol for symbol in meant if symbol.kind not in FILE_KINDS] or meant
    for symbol in inner:
        within = f"{symbol.name}{SEPARATOR}"
        if all(other is symbol or other.name.startswith(within) for other in inner):
            return [symbol]
    return inner


def near_names(asked: Asked, symbols: Iterable[Symbol]) -> tuple[str, ...]:
    """Return up to five names that could have been meant: of the same own name, a similar, a same file."""
    own = asked.own_names[0] if asked.own_names else ""
    ranks: dict[str, tuple[int, int, int, bool, str]] = {}
    for symbol in symbols:
        distance = edits(own.lower(), own_name(symbol.name).lower(), most=_most(own))
        same_file = bool(asked.file) and symbol.file.endswith(asked.file)
        if distance is None and not same_file:
            continue
        alike = len(set(asked.parts) & set(_BETWEEN.split(symbol.name)))
        away = _most(own) + 1 if distance is None else distance
        ranks[symbol.name] = (away, -same_file, -alike, symbol.test, symbol.name)
    return tuple(sorted(ranks, key=ranks.__getitem__)[:NEAR_MAX])


def similar_names(asked: Asked, own_names: Iterable[str]) -> list[str]:
    """Return up to five of *own_names* that may be misspelt in what was asked for, the nearest first."""
    own = asked.own_names[0].lower() if asked.own_names else ""
    letters, most = set(own), _most(own)
    found: list[tuple[int, str]] = []
    for name in own_names:
        other = set(name.lower())
        if len(letters - other) <= most and len(other - letters) <= most:
            distance = edits(own, name.lower(), most=most)
            if distance is not None:
                found.append((distance, name))
    return [name for _, name in sorted(found)[:NEAR_MAX]]


def lengths_near(asked: Asked) -> tuple[int, int]:
    """Return how short and how long a name may be that is misspelt in what was asked for."""
    own = asked.own_names[0] if asked.own_names else ""
    return (max(1, len(own) - _most(own)), len(own) + _most(own))


def _most(own: str) -> int:
    return min(3, 1 + len(own) // 5)


def edits(one: str, other: str, *, most: int) -> int | None:
    """Return how many letters must be changed, added, left away or swapped; None for more than *most*."""
    if abs(len(one) - len(other)) > most:
        return None
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        following = [place]
        for at, against in enumerate(other, 1):
            cost = min(row[at] + 1, following[-1] + 1, row[at - 1] + (letter != against))
            if at > 1 and place > 1 and letter == other[at - 2] and against == one[place - 2]:
                cost = min(cost, before[at - 2] + 1)
            following.append(cost)
        if min(following) > most and min(row) > most:
            return None
        before, row = row, following
    return row[-1] if row[-1] <= most else None
