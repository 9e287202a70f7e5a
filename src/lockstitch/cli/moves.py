"""What a merge or a split of projects would move: looked up before anything is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from lockstitch.app.identify import named_project
from lockstitch.cli.text import counted, quoted
from lockstitch.domain.errors import ConflictError, NotFoundError, UsageError

if TYPE_CHECKING:
    from lockstitch.app.world import World
    from lockstitch.domain.ids import ProjectId
    from lockstitch.domain.project import Session

_ALL: Final = 2**53


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What goes from one project to another. `into` is None for a project that is not there yet."""

    source: "ProjectId"
    source_name: str
    into: "ProjectId | None"
    into_name: str
    sessions: int
    episodes: int
    anchors: int


async def plan_merge(world: "World", source: str, *, into: str) -> Move:
    """Return what a merge would move.

    Raises:
        NotFoundError: one of them is no project.
        ConflictError: they are one already.
    """
    gone = await named_project(world, source)
    target = await named_project(world, into)
    if gone.id == target.id:
        raise ConflictError(f"{source} and {into} are one project already: {gone.id}")
    counts = await world.catalogue.counts(gone.id)
    return Move(
        source=gone.id,
        source_name=gone.name,
        into=target.id,
        into_name=target.name,
        sessions=counts.sessions,
        episodes=counts.episodes,
        anchors=counts.anchors,
    )


async def plan_split(
    world: "World", project: str, *, name: str, sessions: Sequence[str], directory: str | None
) -> Move:
    """Return what a split would move.

    Raises:
        UsageError: it is not said what to move.
        NotFoundError: the project has no such session.
        ConflictError: nothing would move.
    """
    if not sessions and directory is None:
        raise UsageError(
            "nothing to split off was named", hint="give --session NAME or --directory FOLDER"
        )
    found = await named_project(world, project)
    there = await world.catalogue.sessions(found.id, limit=_ALL)
    missing = sorted(set(sessions) - {session.session_id for session in there})
    if missing:
        raise NotFoundError(
            f"{found.name} has no session {', '.join(missing)}",
            hint=f"list them: lockstitch sessions --project {found.id}",
        )
    moved = [
        session
        for session in there
        if session.session_id in sessions or _worked_below(session, directory)
    ]
    if not moved:
        raise ConflictError(f"no session of {found.name} worked in or below {directory}")
    names = {session.session_id for session in moved}
    standing = await world.anchors.standing(found.id)
    return Move(
        source=found.id,
        source_name=found.name,
        into=None,
        into_name=name,
        sessions=len(moved),
        episodes=sum(session.episode_count for session in moved),
        anchors=sum(1 for anchor in standing if anchor.session_id in names),
    )


def text_of_move(move: Move, *, again: Sequence[str] = ()) -> str:
    """Return what moves; with *again*, the command that would move it."""
    what = f"{counted(move.sessions, 'session')} with {counted(move.episodes, 'episode')}"
    what += f" and {counted(move.anchors, 'rule')}"
    where = f"from {move.source_name} ({move.source}) to {move.into_name}"
    if move.into is not None:
        where += f" ({move.into})"
    if not again:
        return f"moved {what} {where}"
    words = " ".join(quoted(word) for word in again)
    return (
        f"would move {what} {where}\nnothing was changed; do it: lockstitch projects {words} --yes"
    )


def _worked_below(session: "Session", directory: str | None) -> bool:
    where = session.working_directory
    return where is not None and directory is not None and PurePath(where).is_relative_to(directory)
