"""The one shape of every data set: projects with items to remember and questions about them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum


class DatasetError(Exception):
    """A file is not of its format; the message says in one sentence which, where and why."""


class Level(StrEnum):
    """What is ranked and counted as found."""

    UNITS = "units"
    SESSIONS = "sessions"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something that is committed; `unit` is its id in the data set, `at` a time in ISO 8601."""

    unit: str
    session: str
    text: str
    at: str | None = None
    role: str = "user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question with what answers it; when nothing does, the right answer is silence."""

    text: str
    gold: frozenset[str] = frozenset()
    """The units that answer it, as far as the data set names units."""
    sessions: frozenset[str] = frozenset()
    """The sessions that do."""
    category: str = ""

    @property
    def answerable(self) -> bool:
        """Whether anything answers it."""
        return bool(self.gold or self.sessions)

    def at(self, level: Level) -> frozenset[str]:
        """Return what answers it on one level; nothing where the data set does not say."""
        return self.gold if level is Level.UNITS else self.sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """What goes into one project, and what is asked of it."""

    name: str
    items: Sequence[Item]
    questions: Sequence[Asked]

    def __post_init__(self) -> None:
        units = [item.unit for item in self.items]
        if len(set(units)) < len(units):
            raise DatasetError(f"{self.name} names a unit twice")
        known, sessions = set(units), {item.session for item in self.items}
        for asked in self.questions:
            if missing := sorted((asked.gold - known) | (asked.sessions - sessions)):
                raise DatasetError(
                    f"{self.name} asks {asked.text[:60]!r}, and its evidence {missing[0]!r}"
                    " is nowhere in it"
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """Projects that are measured together; `levels` are those that the data set has gold for."""

    name: str
    projects: Sequence[Corpus]
    levels: tuple[Level, ...]
    unit: str
    """What a unit is, in the plural."""

    def part(self, first: int, last: int) -> "Dataset":
        """Return the projects from the *first* to the *last*, counted from 1."""
        name = f"{self.name}, projects {first} to {last}"
        return replace(self, name=name, projects=self.projects[first - 1 : last])


def with_sessions(items: Sequence[Item], questions: Sequence[Asked]) -> list[Asked]:
    """Return *questions* with the sessions that their gold units lie in."""
    session = {item.unit: item.session for item in items}
    return [replace(one, sessions=frozenset(session[u] for u in one.gold)) for one in questions]
