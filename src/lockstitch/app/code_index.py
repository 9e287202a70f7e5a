"""Bring a project's code index up to what the disk shows, before anything is answered from it."""

import gc
import hashlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lockstitch.app.code_memory import Remembered
from lockstitch.app.world import World
from lockstitch.code.indexing import CONFIG, Before, Read, Step, take_step
from lockstitch.domain.code import CodeState, LeftOut, SourceFile, Tree
from lockstitch.domain.errors import ConflictError, InvalidArgumentError, StoreDamagedError
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.project import Caller
from lockstitch.domain.source import nothing_in
from lockstitch.ports.code import IndexUpdate, Mark, Refused, StoredFile
from lockstitch.retrieval.words import searchable

logger = logging.getLogger(__name__)

TRIES: Final = 4
"""How often a step is taken anew because another process was faster."""
SETTLED_NS: Final = 2_000_000_000
"""A file that was written less than this before it was read is looked at again the next time."""
REFUSED: Final = "refused: "
"""Begins the hash of a file that was not read; the reason follows."""
_EXAMPLES: Final = 5
Stored = tuple[CodeState, str, int]
"""What the store knows of an index: its state, the parser's version, its revision."""
Users = Mapping[str, Mapping[str, str]]
"""Of a symbol, who uses it, and the file of each."""
Progress = Callable[[str, int, int], None]
"""Told what is done (`read`, `resolve`), how many of it are done, and of how many."""


def silent(what: str, done: int, total: int) -> None:
    """Tell nobody."""
    del what, done, total


@dataclass(frozen=True, slots=True, kw_only=True)
class Current:
    """An index that describes what the disk showed a moment ago."""

    project: ProjectId
    state: CodeState
    read: int
    """Files that were read for it just now."""
    resolved: int
    """Files whose uses were looked at again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    """A project's index that is brought up to date, and who is told how far it is."""

    world: World
    project: ProjectId
    root: str
    known: Remembered
    progress: Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """What reading and resolving gave."""

    step: Step
    removed: tuple[str, ...]
    touched: tuple[StoredFile, ...]
    read: frozenset[str]
    damaged: frozenset[str]
    """Of the files that were read."""

    @property
    def rewritten(self) -> frozenset[str]:
        """The files that have other contents now, or none."""
        written = (one.file.path for one in self.step.written if one.record is not None)
        return frozenset((*self.removed, *written))


async def root_of(world: World, caller: Caller) -> str:
    """Return the folder whose code the caller asks about: the checkout that it works in.

    Raises:
        InvalidArgumentError: no folder of the project is there.
    """
    project = await world.projects.get(caller.project)
    assert project is not None, "a caller's project is there"
    if caller.working_directory is not None and _is_there(caller.working_directory):
        located = world.workspace.located(caller.working_directory)
        if located.directory in project.directories:
            return located.directory
    for directory in project.directories:
        if _is_there(directory):
            return directory
    raise InvalidArgumentError(
        f"no folder of project {project.name!r} is on this machine",
        hint=f"name the checkout: lockstitch projects link {project.id} DIRECTORY",
    )


def _is_there(directory: str) -> bool:
    return Path(directory).is_dir()


async def up_to_date(
    world: World, project: ProjectId, root: str, *, progress: Progress = silent
) -> Current:
    """Return the index after it took in what changed below *root*.

    Raises:
        InvalidArgumentError: *root* is a home directory or no directory.
        ConflictError: other processes change the index faster than it can be read.
    """
    known = world.code.memory.of(project)
    job = _Job(world=world, project=project, root=root, known=known, progress=progress)
    async with known.lock:
        for _ in range(TRIES):
            try:
                current = await _try(job)
            except StoreDamagedError:
                logger.warning("code_index.damaged", exc_info=True)
                known.go_on((0, ""))
                continue
            if current is not None:
                return current
    raise ConflictError(
        "other processes kept changing the code index", hint="ask again in a moment"
    )


async def _try(job: _Job) -> Current | None:
    code, known = job.world.code, job.known
    tree = await job.world.aside(lambda: code.tree.look(job.root))
    stored = await code.store.state(job.project)
    known.go_on((stored[2], stored[0].indexed_at.isoformat()) if stored else (0, ""))
    if known.files is None:
        known.files = await code.store.files(job.project) if stored else {}
    files = known.files
    usable = stored if stored is not None and stored[1] == code.parser.version else None
    if usable is None:
        known.views.clear()
    elif not _differs(tree, files, usable[0]):
        return Current(project=job.project, state=usable[0], read=0, resolved=0)
    fresh = usable is None
    work = await job.world.aside(lambda: _work(job, tree, files, fresh=fresh))
    return await _write(job, tree, work, stored)


def _differs(tree: Tree, files: Mapping[str, StoredFile], state: CodeState) -> bool:
    """Say whether the disk shows anything that the index does not know."""
    if (state.root, state.commit, state.dirty) != (tree.root, tree.commit, tree.dirty):
        return True
    if len(files) != len(tree.files) + len(tree.config):
        return True
    indexed_ns = int(state.indexed_at.timestamp() * 1e9)
    return any(
        not _same(file, files.get(file.path), indexed_ns) for file in (*tree.files, *tree.config)
    )


def _same(file: SourceFile, known: StoredFile | None, indexed_ns: int) -> bool:
    return (
        known is not None
        and (known.size, known.modified_ns, known.inode)
        == (file.size, file.modified_ns, file.inode)
        and file.modified_ns + SETTLED_NS < indexed_ns
    )


def _work(job: _Job, tree: Tree, files: Mapping[str, StoredFile], *, fresh: bool) -> _Work:
    """Read what changed, and resolve what it touches. Blocking, and long the first time."""
    code = job.world.code
    enabled = gc.isenabled()
    gc.disable()  # nothing here makes cycles, and millions of small values would be looked through
    try:
        reading = _Reading(job.world, tree, {} if fresh else files)
        reading.run(job.progress)
        there = {file.path for file in (*tree.files, *tree.config)}
        removed = tuple(sorted(files.keys() - there))
        step = take_step(
            Before(
                files={} if fresh else files,
                languages={
                    path: code.parser.language_of(path) or CONFIG for path in there | files.keys()
                },
                views=job.known.views,
                load=lambda path: code.store.load(job.project, path),
            ),
            reading.read,
            removed=removed,
            configs=reading.configs,
            words=searchable,
            on_resolved=lambda done, total: job.progress("resolve", done, total),
        )
    finally:
        if enabled:
            gc.enable()
    return _Work(
        step=step,
        removed=removed,
        touched=tuple(reading.touched.values()),
        read=frozenset(reading.read),
        damaged=frozenset(path for path, one in reading.read.items() if one.record.damaged),
    )


class _Reading:
    """Reads the files that the index does not know as they are."""

    def __init__(self, world: World, tree: Tree, files: Mapping[str, StoredFile]) -> None:
        self._world = world
        self._tree = tree
        self._files = files
        self._now_ns = int(world.clock.now().timestamp() * 1e9)
        self.read: dict[str, Read] = {}
        self.touched: dict[str, StoredFile] = {}
        self.configs: dict[str, str] = {}

    def run(self, progress: Progress) -> None:
        """Read them, one after another."""
        total = len(self._tree.files)
        for file in self._tree.config:
            content = self._content(file)
            self.configs[file.path] = "" if isinstance(content, str) else _text(content)
            self._take(file, content, is_config=True)
        for done, file in enumerate(self._tree.files):
            progress("read", done, total)
            if not _same(file, self._files.get(file.path), self._now_ns):
                self._take(file, self._content(file), is_config=False)

    def _content(self, file: SourceFile) -> bytes | str:
        """Return what is in a file, or why it was not read."""
        content = self._world.code.tree.read(self._tree.root, file.path)
        return content.reason if isinstance(content, Refused) else content

    def _take(self, file: SourceFile, content: bytes | str, *, is_config: bool) -> None:
        refused = isinstance(content, str)
        digest = REFUSED + content if refused else hashlib.sha256(content).hexdigest()
        known = self._files.get(file.path)
        if known is not None and known.hash == digest:
            seen = known._replace(size=file.size, modified_ns=file.modified_ns, inode=file.inode)
            if seen != known:
                self.touched[file.path] = seen
            return
        parser = self._world.code.parser
        if refused or is_config:
            language = CONFIG if is_config else parser.language_of(file.path)
            record = nothing_in(language or CONFIG)
        else:
            record = parser.parse(file.path, content)
        self.read[file.path] = Read(file=file, hash=digest, record=record)


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


async def _write(job: _Job, tree: Tree, work: _Work, stored: Stored | None) -> Current | None:
    """Write the step, with the marks that follow from it; None when another process was faster."""
    world, project, known, code = job.world, job.project, job.known, job.world.code
    files = {**work.step.files, **{one.path: one for one in work.touched}}
    changed: Users = await _changed_targets(world, project, work) if stored else {}
    update = IndexUpdate(
        removed=work.removed,
        written=work.step.written,
        touched=work.touched,
        state=_state(world, tree, work, before=stored[0] if stored else None),
        parser=code.parser.version,
    )
    if not await code.store.update(project, update, since=stored[2] if stored else 0):
        return None
    after = await code.store.state(project)
    if after is None:
        return None
    await _mark(world, project, work, changed)
    known.go_on((after[2], after[0].indexed_at.isoformat()), rewritten=work.rewritten)
    known.views.update(work.step.views)
    known.files = files
    return Current(
        project=project,
        state=after[0],
        read=len(work.rewritten),
        resolved=len(work.step.written),
    )


def _state(world: World, tree: Tree, work: _Work, *, before: CodeState | None) -> CodeState:
    files = work.step.files
    digest = hashlib.sha256()
    languages: dict[str, int] = {}
    refused: dict[str, list[str]] = {}
    for path in sorted(files):
        digest.update(f"{path}\0{files[path].hash}\0".encode())
        language = world.code.parser.language_of(path)
        if files[path].hash.startswith(REFUSED):
            refused.setdefault(files[path].hash.removeprefix(REFUSED), []).append(path)
        elif language is not None:
            languages[language] = languages.get(language, 0) + 1
    damaged = {path for path in (before.damaged if before else ()) if path in files}
    return CodeState(
        root=tree.root,
        commit=tree.commit,
        dirty=tree.dirty,
        digest=digest.hexdigest(),
        indexed_at=world.clock.now(),
        files=sum(languages.values()),
        left_out=(*tree.left_out, *_left_out(refused)),
        damaged=tuple(sorted(damaged - work.read | work.damaged)),
        languages=dict(sorted(languages.items())),
    )


def _left_out(refused: Mapping[str, list[str]]) -> tuple[LeftOut, ...]:
    return tuple(
        LeftOut(reason=reason, count=len(paths), examples=tuple(paths[:_EXAMPLES]))
        for reason, paths in sorted(refused.items())
    )


async def _changed_targets(world: World, project: ProjectId, work: _Work) -> Users:
    """Return the symbols whose interface is another now, each with its users before, and their files."""
    written = {
        one.symbol.name: one.symbol.interface_hash
        for file in work.step.written
        for one in file.symbols or ()
        if one.symbol.kind != "module"
    }
    old = await world.code.queries.symbols(project, sorted(written))
    changed = [one.name for one in old if written[one.name] != one.interface_hash]
    users: dict[str, dict[str, str]] = {}
    for user, target, path in await world.code.queries.users(project, changed):
        users.setdefault(target, {})[user] = path
    return users


async def _mark(world: World, project: ProjectId, work: _Work, changed: Users) -> None:
    """Mark who was not edited since its target changed, and unmark who was edited now."""
    files = work.step.files
    now = world.clock.now()
    removed = [
        (one.caller, one.target)
        for one in await world.code.marks.marks(project)
        if one.file not in files or files[one.file].hash != one.file_hash
    ]
    added = [
        Mark(caller=user, target=target, file=path, file_hash=files[path].hash, marked_at=now)
        for target, users in sorted(changed.items())
        for user, path in sorted(users.items())
        if path in files and path not in work.read
    ]
    if added or removed:
        await world.code.marks.change(project, added=added, removed=removed)
