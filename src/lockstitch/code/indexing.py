"""One step of the index: from the files that changed to all that must be written anew.

The graph after any number of steps is the graph that one step over all files makes. A file is resolved again when it
changed, or when it mentions a name whose meaning changed: in a file that it can see or, through what others conclude
from it, anywhere else.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from typing_extensions import override

from lockstitch.code.inference import Inference
from lockstitch.code.interfaces import changed_names, interface_of, spread
from lockstitch.code.naming import canonical, own_name, prefixes
from lockstitch.code.resolving import MODULE, Resolved, resolve
from lockstitch.code.viewing import Sources, View
from lockstitch.domain.code import SourceFile, Symbol
from lockstitch.domain.source import Definition, FileRecord, Trait, nothing_in
from lockstitch.ports.code import IndexedFile, NewEdge, NewSymbol, NewUnbound, StoredFile

CONFIG: Final = "config"
"""The language of a file that says how modules are found: every file is resolved again when one changes."""
_TESTS: Final = frozenset(
    {"test", "tests", "testing", "__tests__", "spec", "specs", "e2e", "fixtures"}
)
_ASIDE: Final = frozenset(
    {"example", "examples", "doc", "docs", "demo", "demos", "samples", "benchmarks"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A file whose content is new: what the disk shows of it, and what is in it."""

    file: SourceFile
    hash: str
    record: FileRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The index as it is, and how a file that did not change is looked at."""

    files: Mapping[str, StoredFile]
    languages: Mapping[str, str]
    """The language of every path, by its name."""
    views: Mapping[str, View]
    load: Callable[[str], FileRecord]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What must be written."""

    written: tuple[IndexedFile, ...]
    files: Mapping[str, StoredFile]
    """Every file of the index afterwards."""
    views: Mapping[str, View]
    """Those that were looked at."""


def take_step(
    before: Before,
    read: Mapping[str, Read],
    *,
    removed: Iterable[str],
    configs: Mapping[str, str],
    words: Callable[[str], str],
    on_resolved: Callable[[int, int], None] = lambda _, __: None,
) -> Step:
    """Return the step that takes in *read*. *words* gives the words that a name is found by."""
    gone = frozenset(removed)
    paths = sorted((before.files.keys() - gone) | read.keys())
    views = {path: view for path, view in before.views.items() if path not in gone}
    views |= {path: View(path, one.record) for path, one in read.items()}

    def record(path: str) -> FileRecord:
        view = views.get(path)
        return view.record if view is not None else before.load(path)

    named = prefixes(paths, _Tops(paths, record))
    files: dict[str, StoredFile] = {}
    for path in paths:
        files[path] = _stored(before.files.get(path), read.get(path), named[path], record)
    moved = {
        path for path in paths if path in before.files and before.files[path].prefix != named[path]
    }
    affected = _affected(before, files, gone, read) | moved
    sources = Sources(
        paths=frozenset(path for path in paths if before.languages[path] != CONFIG),
        languages=before.languages,
        load=before.load,
        configs=configs,
        defined={name for one in files.values() for name in one.interface},
        views=views,
    )
    inference = Inference(sources)
    names = _Names(sources, files)
    written: list[IndexedFile] = []
    for done, path in enumerate(sorted(affected | read.keys())):
        on_resolved(done, len(affected))
        resolved = resolve(inference, path) if path in sources.paths else Resolved((), ())
        whole = path in read or path in moved
        written.append(_written(names, path, resolved, words if whole else None))
    return Step(written=tuple(written), files=files, views=sources.views)


def is_aside(path: str) -> bool:
    """Say whether a file is a test, an example or a page, and no part of what is shipped."""
    *folders, name = path.lower().split("/")
    if any(folder in _TESTS or folder in _ASIDE for folder in folders):
        return True
    bare = name.partition(".")[0]
    return (
        bare.startswith("test_")
        or bare.endswith(("_test", "_tests"))
        or ".test." in name
        or ".spec." in name
    )


class _Tops(Mapping[str, frozenset[str]]):
    """The names that each file defines at its top. They are asked for where two files may clash, and seldom."""

    def __init__(self, paths: Sequence[str], record: Callable[[str], FileRecord]) -> None:
        self._paths = paths
        self._record = record

    @override
    def __getitem__(self, path: str) -> frozenset[str]:
        return frozenset(
            one.qualified for one in self._record(path).definitions if "::" not in one.qualified
        )

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    @override
    def __len__(self) -> int:
        return len(self._paths)


def _stored(
    known: StoredFile | None, read: Read | None, prefix: str, record: Callable[[str], FileRecord]
) -> StoredFile:
    if read is None:
        assert known is not None, "a path is read, or known from before"
        if known.prefix == prefix:
            return known
        shown = interface_of(known.path, prefix, record(known.path))
        return known._replace(prefix=prefix, interface=shown.digests, leans=shown.leans)
    shown = interface_of(read.file.path, prefix, read.record)
    return StoredFile(
        path=read.file.path,
        hash=read.hash,
        size=read.file.size,
        modified_ns=read.file.modified_ns,
        inode=read.file.inode,
        prefix=prefix,
        mentions=shown.mentions,
        interface=shown.digests,
        leans=shown.leans,
    )


def _affected(
    before: Before,
    files: Mapping[str, StoredFile],
    gone: frozenset[str],
    read: Mapping[str, Read],
) -> set[str]:
    """Return the paths whose uses may mean something else now."""
    if not before.files:
        return set(files)
    changed: set[str] = set()
    for path in gone | files.keys():
        old, new = before.files.get(path), files.get(path)
        if old is new:
            continue
        is_config = before.languages.get(path, CONFIG) == CONFIG
        if is_config and (old is None or new is None or old.hash != new.hash):
            return set(files)
        changed |= changed_names(old.interface if old else {}, new.interface if new else {})
    changed |= _moved_modules(before, files)
    if not changed:
        return set(read)
    old_leans = [
        before.files[path].leans
        for path in before.files
        if files.get(path) is not before.files[path]
    ]
    reached = spread(changed, [*(one.leans for one in files.values()), *old_leans])
    return {path for path, one in files.items() if not reached.isdisjoint(one.mentions)} | set(read)


def _moved_modules(before: Before, files: Mapping[str, StoredFile]) -> set[str]:
    """Return the names by which modules may be found otherwise: what decides it is not in any file."""
    come_or_gone = before.files.keys() ^ files.keys()
    if not come_or_gone:
        return set()
    changed = {
        folder.rpartition("/")[2]
        for folder, _ in _folders(before, before.files) ^ _folders(before, files)
    }
    for path in come_or_gone:
        folder, slash, file = path.rpartition("/")
        if file.startswith("__init__."):
            # A folder that is a package is no place to find modules from, nor is any below it.
            below = (other for other in files if other.startswith(folder + slash))
            changed.update(part.partition(".")[0] for one in below for part in one.split("/"))
    return changed


def _folders(before: Before, paths: Iterable[str]) -> set[tuple[str, str]]:
    """Return the folders that hold files of a language, however deep, each with the language."""
    found: set[tuple[str, str]] = set()
    for path in paths:
        language, folder = before.languages[path], path.rpartition("/")[0]
        while folder and (folder, language) not in found:
            found.add((folder, language))
            folder = folder.rpartition("/")[0]
    return found


def _written(
    names: "_Names", path: str, resolved: Resolved, words: Callable[[str], str] | None
) -> IndexedFile:
    """Return a file as it is written; without *words* only its uses are new."""
    sources, files = names.sources, names.files
    if path not in sources.paths:
        return IndexedFile(
            file=files[path], record=nothing_in(CONFIG), symbols=(), edges=(), unbound=()
        )
    view = sources.view(path)
    edges = dict.fromkeys(
        NewEdge(
            names.of(path, one.source),
            names.of(one.path, one.target),
            one.via,
            one.sureness,
            one.line,
        )
        for one in resolved.found
    )
    unbound = tuple(
        NewUnbound(names.of(path, one.source), one.name, one.line, one.reason)
        for one in resolved.vain
    )
    return IndexedFile(
        file=files[path],
        record=None if words is None else view.record,
        symbols=None if words is None else tuple(_symbols(view, files[path].prefix, words)),
        edges=tuple(edges),
        unbound=unbound,
    )


class _Names:
    """Canonical names of definitions."""

    def __init__(self, sources: Sources, files: Mapping[str, StoredFile]) -> None:
        self.sources = sources
        self.files = files

    def of(self, path: str, number: int) -> str:
        prefix = self.files[path].prefix
        if number == MODULE:
            return prefix
        return canonical(prefix, self.sources.view(path).definition(number).qualified)


def _symbols(view: View, prefix: str, words: Callable[[str], str]) -> Iterable[NewSymbol]:
    record = view.record
    aside = is_aside(view.path)
    last = max((one.last for one in record.definitions), default=1)
    whole = hashlib.blake2b(
        "".join(one.ast for one in record.definitions).encode(), digest_size=8
    ).hexdigest()
    yield NewSymbol(
        Symbol(
            name=prefix,
            kind="module",
            signature=view.path,
            file=view.path,
            line=1,
            first=1,
            last=last,
            start=0,
            stop=0,
            ast_hash=whole,
            interface_hash=whole,
            language=record.language,
            test=aside,
        ),
        words(prefix),
    )
    for one in record.definitions:
        name = canonical(prefix, one.qualified)
        yield NewSymbol(
            Symbol(
                name=name,
                kind=one.kind,
                signature=one.signature,
                file=view.path,
                line=one.line,
                first=one.first,
                last=one.last,
                start=one.start,
                stop=one.stop,
                ast_hash=one.ast,
                interface_hash=_interface_hash(one),
                language=record.language,
                test=aside or bool(one.traits & Trait.FIXTURE),
            ),
            words(f"{own_name(name)} {name}"),
        )


def _interface_hash(one: Definition) -> str:
    """Return a hash of what a caller must know of a definition: its signature, layout left away."""
    text = "".join(one.signature.split())
    return hashlib.blake2b(f"{one.kind}\0{text}".encode(), digest_size=8).hexdigest()
