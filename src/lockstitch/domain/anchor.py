"""An anchor: a pinned rule, out of reach of every tier, withdrawn by a person alone."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from lockstitch.domain.ids import AnchorId, ProjectId


class AnchorKind(StrEnum):
    """What kind of rule it is."""

    SAFETY_CONSTRAINT = "safety_constraint"
    USER_CORRECTION = "user_correction"
    TASK_CONTRACT = "task_contract"

    @property
    def label(self) -> str:
        """The label in front of the rule wherever it is rendered."""
        return self.value.replace("_", " ").upper()


class Scope(StrEnum):
    """Where a rule holds."""

    SESSION = "session"
    PROJECT = "project"
    EVERYWHERE = "everywhere"


WINDOW_DEFAULT: Final = 32_768
"""Tokens of a context window that nobody named and no server told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A pinned rule as it is stored. `project` is None only in scope everywhere."""

    id: AnchorId
    content: str
    kind: AnchorKind
    scope: Scope
    project: ProjectId | None
    session_id: str | None
    token_count: int
    pinned_by: str
    created_at: datetime
    withdrawn_at: datetime | None = None

    @property
    def rendered(self) -> str:
        """The line that stands in every assembled prompt."""
        return f"[{self.kind.label}] {self.content}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestedAnchor:
    """A rule that a turn seems to state. Only ever a suggestion; a caller pins it or not."""

    kind: AnchorKind
    excerpt: str
    rule: str
    confidence: float
