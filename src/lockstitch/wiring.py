"""The composition root: the only module that names an adapter."""

import hashlib
import hmac
import os
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from typing_extensions import override

from lockstitch.app.code_memory import CodeMemory, CodePorts
from lockstitch.app.embedders import Embedders
from lockstitch.app.world import World
from lockstitch.config import Settings
from lockstitch.context.tokens import EstimatedTokens
from lockstitch.domain.errors import ConfigError, EmbedderError
from lockstitch.domain.project import Evidence
from lockstitch.embedding.minilm import MiniLmEmbedder
from lockstitch.embedding.static import StaticEmbedder
from lockstitch.parsing.parser import TreeSitterParser
from lockstitch.ports.workspace import Workspace
from lockstitch.ports.world import Clock, IdSource
from lockstitch.stores.sqlite.anchors import SqliteAnchors
from lockstitch.stores.sqlite.atlas import SqliteAtlas
from lockstitch.stores.sqlite.care import SqliteCaretaker, copy_to
from lockstitch.stores.sqlite.catalogue import SqliteCatalogue
from lockstitch.stores.sqlite.code_files import CodeFiles, SqliteCode
from lockstitch.stores.sqlite.code_marks import SqliteMarks
from lockstitch.stores.sqlite.code_queries import SqliteCodeQueries
from lockstitch.stores.sqlite.database import Connection, Database, private_folder, to_us
from lockstitch.stores.sqlite.derived import DerivedFiles
from lockstitch.stores.sqlite.episodes import SqliteEpisodes
from lockstitch.stores.sqlite.erase import SqliteEraser
from lockstitch.stores.sqlite.folds import SqliteFolds
from lockstitch.stores.sqlite.leases import SqliteLeases
from lockstitch.stores.sqlite.migrate import Migration, migrations, prepare
from lockstitch.stores.sqlite.projects import SqliteProjectEditor, SqliteProjects
from lockstitch.stores.sqlite.queries import query
from lockstitch.stores.sqlite.transfer import SqliteTransfer
from lockstitch.stores.sqlite.vectors_store import SqliteVectors
from lockstitch.stores.sqlite.workers import beside
from lockstitch.workspace.git import GitWorkspace
from lockstitch.workspace.sources import GitSourceTree

if TYPE_CHECKING:
    from lockstitch.ports.embedding import Embedder
    from lockstitch.ports.importers import ForeignReader

T = TypeVar("T")

CANONICAL = "lockstitch.db"


class SystemClock(Clock):
    """The machine's clock."""

    @override
    def now(self) -> datetime:
        return datetime.now(UTC)


class TimedIds(IdSource):
    """Ids as UUIDs of version 7: they sort by time, and within a process by the order of making."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0

    @override
    def new(self, prefix: str) -> str:
        with self._lock:
            moment = max(time.time_ns() // 250, self._last + 1)  # 4 a microsecond, never one twice
            self._last = moment
        milliseconds, rest = divmod(moment, 4_000_000 // 1_000)
        value = milliseconds << 80 | 0x7 << 76 | rest << 64 | 0b10 << 62 | _chance(8) >> 2
        return f"{prefix}{value:032x}"


def open_world(
    settings: Settings, *, threads: bool = True, steps: Sequence[Migration] | None = None
) -> World:
    """Open the store that *settings* name, made or migrated when need be, and all around it.

    Without *threads* nothing in it ever waits: `at_once` runs its use cases with no event loop.
    *steps* are those of the schema that this release knows, unless a test knows more.
    """
    folder = private_folder(settings.data_dir)
    path = folder / CANONICAL
    backups = folder / "backups"
    clock = SystemClock()
    made: list[Path] = []

    def back_up(connection: Connection, version: int) -> None:
        moment = clock.now()
        target = (
            private_folder(backups) / f"before-schema-change-{version}-{moment:%Y%m%d-%H%M%S-%f}.db"
        )
        copy_to(connection, target, key=settings.key)
        made.append(target)

    steps = steps or migrations()
    prepare(path, key=settings.key, steps=steps, back_up=back_up)
    database = Database(path, key=settings.key, threads=threads)
    workspace = GitWorkspace(environment=settings.environment)
    derived = DerivedFiles(database, folder / "derived")
    code_files = CodeFiles(database, folder / "code")
    parser = TreeSitterParser()
    if made:
        _register(database, made, clock)
    secret = _secret(folder / "secret.key")

    def close() -> None:
        code_files.close()
        derived.close()
        database.close()

    return World(
        clock=clock,
        ids=TimedIds(),
        tokens=EstimatedTokens(),
        aside=beside if threads else _here,
        workspace=workspace if threads else _WithoutLoop(workspace),
        projects=SqliteProjects(database),
        editor=SqliteProjectEditor(database),
        episodes=SqliteEpisodes(database),
        anchors=SqliteAnchors(database),
        folds=SqliteFolds(database),
        index=derived,
        ledger=derived,
        vectors=SqliteVectors(derived),
        atlas=SqliteAtlas(database),
        leases=SqliteLeases(database),
        embedders=_embedders(settings),
        code=CodePorts(
            store=SqliteCode(code_files),
            queries=SqliteCodeQueries(code_files),
            marks=SqliteMarks(database),
            parser=parser,
            tree=GitSourceTree(
                environment=settings.environment,
                wanted=lambda path: parser.language_of(path) is not None,
            ),
            memory=CodeMemory(),
        ),
        catalogue=SqliteCatalogue(database, derived),
        caretaker=SqliteCaretaker(
            database,
            derived=folder / "derived",
            code=folder / "code",
            backups=backups,
            steps=steps,
        ),
        eraser=SqliteEraser(database, derived=folder / "derived"),
        transfer=SqliteTransfer(database),
        sakur4=_sakur4,
        masking_key=_use(secret, "masking") if settings.masking else None,
        tombstone_key=_use(secret, "tombstones"),
        context_window=settings.context_window,
        dream=settings.dream,
        close=close,
    )


def _embedders(settings: Settings) -> Embedders:
    """Return the embedders, none of them loaded yet; what comes first is preferred.

    The encoder that ships stays behind a server's: its vectors serve until that one has caught up.

    Raises:
        ConfigError: the address of the server cannot be used.
    """
    encoders: list[Embedder] = []
    if settings.embedder_url:
        from lockstitch.embedding.endpoint import Endpoint, EndpointEmbedder

        where = Endpoint(
            url=settings.embedder_url, model=settings.embedder_model, key=settings.embedder_key
        )
        try:
            encoders.append(EndpointEmbedder(where))
        except EmbedderError as error:
            raise ConfigError(error.message, hint=error.hint) from error
    if settings.encoder:
        encoders.append(MiniLmEmbedder())
    return Embedders(static=StaticEmbedder(), encoders=encoders)


def at_once(work: Coroutine[object, object, T]) -> T:
    """Return what *work* gives, in a world without threads."""
    try:
        work.send(None)
    except StopIteration as done:
        return cast("T", done.value)
    work.close()
    raise RuntimeError("a world without threads has waited for something")


def _sakur4() -> "ForeignReader":
    from lockstitch.importers.sakur4 import Sakur4Reader

    return Sakur4Reader()


async def _here(work: Callable[[], T], /) -> T:
    return work()


class _WithoutLoop(Workspace):
    """A workspace for a caller that has no event loop: git gets one of its own."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    @override
    def located(self, directory: str) -> Evidence:
        return self._workspace.located(directory)

    @override
    async def examined(self, located: Evidence) -> Evidence:
        if located.common_dir is None:
            return located
        import asyncio

        return asyncio.run(_awaited(self._workspace.examined(located)))


async def _awaited(work: Awaitable[T]) -> T:
    return await work


def _register(database: Database, made: list[Path], clock: Clock) -> None:
    """Note our backups, so that a purge reaches them."""
    moment = to_us(clock.now())
    for path in made:
        binds = {"path": str(path.resolve()), "reason": "before a schema change", "now": moment}
        database.write_now(
            lambda connection, binds=binds: connection.run(query("add_backup"), binds)
        )


def _secret(path: Path) -> bytes:
    """Return the store's own secret, made for its owner alone when it is not there."""
    fresh = os.urandom(32).hex().encode("ascii")
    partial = path.with_name(f"{path.name}.{os.urandom(4).hex()}")
    if not path.exists():
        descriptor = os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(fresh)
        try:
            os.link(partial, path)  # whoever is first wins, and the others read that one
        except FileExistsError:
            pass
        finally:
            partial.unlink()
    return bytes.fromhex(path.read_text(encoding="ascii").strip())


def _chance(size: int) -> int:
    return int.from_bytes(os.urandom(size), "big")


def _use(secret: bytes, purpose: str) -> bytes:
    return hmac.new(secret, purpose.encode(), hashlib.sha256).digest()
