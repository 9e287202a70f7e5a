"""A project is a repository, or a folder that is none; a session is one conversation in it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from lockstitch.domain.ids import ProjectId, SessionKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a working directory shows of the project that it belongs to.

    Two directories are one project when they share the git common directory, or else a root
    commit **and** the normalised remote. A root commit alone only suggests a link.
    """

    directory: str
    """The git top level, else the directory itself; absolute, links resolved."""
    common_dir: str | None = None
    """The git common directory (shared by worktrees); None outside git."""
    common_dir_inode: str | None = None
    """Device and inode of the common directory: it stays when the checkout is moved."""
    root_commits: tuple[str, ...] = ()
    """Root commits, sorted; empty for a shallow clone or before the first commit."""
    remote: str | None = None
    """The remote's address, normalised: host/path, lower-case host, no scheme, user, port or .git."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A project as it is stored."""

    id: ProjectId
    name: str
    created_at: datetime
    directories: tuple[str, ...] = ()
    remote: str | None = None
    root_commits: tuple[str, ...] = ()
    merged_into: ProjectId | None = None
    suggested_links: tuple[ProjectId, ...] = ()
    """Projects that share a root commit and nothing more: a fork, or a clone without a remote."""


class SessionSource(StrEnum):
    """Where the session of a call was taken from, the surest first."""

    ARGUMENT = "argument"
    VENDOR_META = "vendor-meta"
    ENVIRONMENT = "environment"
    HTTP_SESSION = "http-session"
    PROCESS = "process"
    DEFAULT = "default"
    """The one session of a person at a terminal who names none."""
    TOKEN = "token"

    @property
    def known(self) -> bool:
        """Whether the session is one conversation, and not merely shared by a token."""
        return self is not SessionSource.TOKEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who calls, settled once at the edge; nothing behind it looks elsewhere."""

    project: ProjectId
    session_id: str | None
    session_source: SessionSource | None
    client: str | None = None
    working_directory: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A session as it is stored: the caller's own name for it, unique within the project."""

    key: SessionKey
    project: ProjectId
    session_id: str
    client: str | None
    working_directory: str | None
    created_at: datetime
    last_seen_at: datetime
    episode_count: int
