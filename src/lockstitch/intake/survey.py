"""Look through another tool's store before anything of it is taken: what fits, and who it is of.

Pure: values in, a survey out. Episodes pass by one at a time and are not held.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.export import ROWS
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.text import check_text
from lockstitch.ports.importers import ForeignContents, ForeignEpisode, ForeignFold, Unreadable

NOBODYS: Final = ""
"""The project of what names none."""


@dataclass(slots=True, kw_only=True)
class Part:
    """What one session has in one project: of a session that several share, each has its own."""

    first_id: str
    first_at: datetime
    last_at: datetime


@dataclass(slots=True, kw_only=True)
class Survey:
    """What is in a store. Ids are those of the other store."""

    total: int = 0
    oldest: str = ""
    refused: dict[str, str] = field(default_factory=dict[str, str])
    """Episodes that cannot be stored, each with the reason."""
    parts: dict[tuple[str, str], Part] = field(default_factory=dict[tuple[str, str], Part])
    """By session and project."""
    fold_projects: dict[str, str] = field(default_factory=dict[str, str])
    fold_episodes: Counter[str] = field(default_factory=Counter[str])
    mentioned: set[str] = field(default_factory=set[str])
    """Which of the episodes that corrections and folds mention will come."""
    nobodys: int = 0
    """How many episodes name no project, and neither does their session."""


def survey(contents: ForeignContents, episodes: Iterable[ForeignEpisode | Unreadable]) -> Survey:
    """Return what *contents* and *episodes* hold."""
    found = Survey()
    projects = session_projects(contents)
    mentioned = {item for pair in contents.corrections for item in pair}
    mentioned |= {fold.summary_episode for fold in contents.folds if fold.summary_episode}
    for episode in episodes:
        found.total += 1
        if isinstance(episode, Unreadable):
            found.refused[episode.item] = episode.reason
            continue
        found.oldest = found.oldest or episode.id
        moment = episode.created_at
        if moment is None:
            found.refused[episode.id] = "its created_at is no time"
        elif problem := problem_of(episode):
            found.refused[episode.id] = problem
        else:
            _note(found, episode, moment, project=project_of(episode, projects))
            if episode.id in mentioned:
                found.mentioned.add(episode.id)
    return found


def session_projects(contents: ForeignContents) -> dict[str, str]:
    """Return the project that each session names."""
    return {session.id: session.project or NOBODYS for session in contents.sessions}


def project_of(episode: ForeignEpisode, projects: dict[str, str]) -> str:
    """Return the project of *episode*: its own, else its session's."""
    return episode.project or projects.get(episode.session_id, NOBODYS)


def fold_project(fold: ForeignFold, found: Survey, projects: dict[str, str]) -> str:
    """Return the project of *fold*: that of what is in it, else its session's."""
    return found.fold_projects.get(fold.id, projects.get(fold.session_id, NOBODYS))


def projects_of(contents: ForeignContents, found: Survey) -> list[str]:
    """Return every project that the store names or has something in, `NOBODYS` last."""
    projects = session_projects(contents)
    used = [project.id for project in contents.projects]
    used += [project for _, project in found.parts]
    used += [fold_project(fold, found, projects) for fold in contents.folds]
    named = [session.project for session in contents.sessions]
    named += [anchor.project for anchor in contents.anchors]
    used += [project for project in named if project]
    return sorted(dict.fromkeys(used or [NOBODYS]), key=lambda project: project == NOBODYS)


def problem_of(episode: ForeignEpisode) -> str:
    """Return why *episode* cannot be stored; nothing when it can."""
    fields = ROWS["episode"]
    for name, value in (("episode_id", episode.id), ("role", episode.role)):
        if problem := fields[name].problem(value):
            return f"its {name} is {problem}"
    try:
        check_text(episode.content, name="content")
        check_name(episode.session_id, name="session_id")
        check_name(episode.slot_id, name="slot_id")
        if episode.tool_name:
            check_name(episode.tool_name, name="tool_name")
    except InvalidArgumentError as error:
        return error.message
    return ""


def check_name(value: str, *, name: str) -> str:
    """Return *value*, a name that another program made up, or raise `InvalidArgumentError`."""
    check_text(value, name=name)
    if not value.strip():
        raise InvalidArgumentError(f"{name} is blank")
    if len(value) > LIMITS.name_chars:
        raise InvalidArgumentError(
            f"{name} has {len(value)} characters, {LIMITS.name_chars} allowed"
        )
    return value


def _note(found: Survey, episode: ForeignEpisode, moment: datetime, *, project: str) -> None:
    part = found.parts.setdefault(
        (episode.session_id, project),
        Part(first_id=episode.id, first_at=moment, last_at=moment),
    )
    part.first_at = min(part.first_at, moment)
    part.last_at = max(part.last_at, moment)
    found.nobodys += project == NOBODYS
    if episode.fold_id is not None:
        found.fold_projects.setdefault(episode.fold_id, project)
        found.fold_episodes[episode.fold_id] += 1
