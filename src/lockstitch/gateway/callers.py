"""Who calls: settled once at the edge, from what the surface knows, and never looked up again."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from lockstitch.app.identify import identify, named_project
from lockstitch.app.world import World
from lockstitch.config import Settings
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.ids import ProjectId
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.project import Caller, SessionSource
from lockstitch.domain.text import check_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What a surface knows of one request. None of it comes from `clientInfo`."""

    project: str | None = None
    """Project id that the address of an HTTP request names."""
    meta: Mapping[str, object] | None = None
    """The request's `_meta`."""
    environment_session: str | None = None
    http_session: str | None = None
    process_session: str | None = None
    token_session: str | None = None
    client: str | None = None


class Callers:
    """Makes caller values. The server's own project is found with the first call, not before."""

    def __init__(self, world: World, settings: Settings) -> None:
        self._world = world
        self._settings = settings
        self._own: ProjectId | None = None
        self._lock = asyncio.Lock()

    async def caller(self, signs: Signs) -> Caller:
        """Return the caller that *signs* show.

        Raises:
            NotFoundError: the address names no project.
        """
        session, source = session_of(signs)
        return Caller(
            project=await self.project(signs.project),
            session_id=session,
            session_source=source,
            client=signs.client,
            working_directory=self._settings.directory,
        )

    async def project(self, named: str | None) -> ProjectId:
        """Return the project that is named, or the server's own."""
        if named is not None:
            return (await named_project(self._world, named)).id
        async with self._lock:
            known = None if self._own is None else await self._world.projects.get(self._own)
            # What was found stays, but it may be merged into another, or gone with a restore.
            self._own = known.id if known else await own_project(self._world, self._settings)
            return self._own


async def own_project(world: World, settings: Settings) -> ProjectId:
    """Return the project that the settings or else the working directory name.

    Raises:
        NotFoundError: what the settings name is no folder, and no project has that id or name.
    """
    if settings.project is None:
        return (await identify(world, settings.directory)).id
    folder = _folder(settings.project)
    if folder is not None:
        return (await identify(world, folder)).id
    return (await named_project(world, settings.project)).id


def _folder(named: str) -> str | None:
    folder = Path(named).expanduser()
    return str(folder.absolute()) if folder.is_dir() else None


def with_session(caller: Caller, session_id: str | None) -> Caller:
    """Return *caller* in the session that an argument names, when one does."""
    if session_id is None:
        return caller
    check_text(session_id, name="session_id")
    if not session_id.strip() or len(session_id) > LIMITS.name_chars:
        raise InvalidArgumentError(
            f"session_id must have 1 to {LIMITS.name_chars} characters that are not all blank"
        )
    return replace(caller, session_id=session_id, session_source=SessionSource.ARGUMENT)


def session_of(signs: Signs) -> tuple[str | None, SessionSource | None]:
    """Return the session of a call that names none, the surest sign first."""
    for value, source in (
        (_vendor_session(signs.meta), SessionSource.VENDOR_META),
        (signs.environment_session, SessionSource.ENVIRONMENT),
        (signs.http_session, SessionSource.HTTP_SESSION),
        (signs.process_session, SessionSource.PROCESS),
        (signs.token_session, SessionSource.TOKEN),
    ):
        if value and len(value) <= LIMITS.name_chars:
            return value, source
    return None, None


def _vendor_session(meta: Mapping[str, object] | None) -> str | None:
    if not meta:
        return None
    turn = meta.get("x-codex-turn-metadata")
    if isinstance(turn, Mapping):
        session = turn.get("session_id")  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType] - a stranger's object
        if isinstance(session, str) and session.strip():
            return session
    session = meta.get("sessionId")
    return session if isinstance(session, str) and session.strip() else None
