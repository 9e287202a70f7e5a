"""A fact: what a deterministic parser saw. No model writes one. Together: the symbolic ledger."""

from dataclasses import dataclass
from enum import StrEnum

from lockstitch.domain.ids import FACT, EpisodeId, FactId, ProjectId, derived_id


class FactKind(StrEnum):
    """What was seen in a tool's result."""

    JSON_FIELD = "json_field"
    CSV_COLUMN = "csv_column"
    HTTP_HEADER = "http_header"
    DIFF_HUNK = "diff_hunk"
    EXIT_CODE = "tool_exit_code"
    TEST_RESULT = "test_result"


@dataclass(frozen=True, slots=True, kw_only=True)
class FactDraft:
    """A fact as a parser gives it: a name, and the value that was seen under it.

    `name` is the path of a JSON field (`a.b[0].c`), a column, a header in lower case, a hunk
    (`src/a.py@@10,4`), a test (`tests/test_a.py::test_b`); `value` is the text of what stood there.
    """

    kind: FactKind
    name: str
    value: str
    file_path: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """All that was parsed from one tool result. `summary` is one line for a person."""

    facts: tuple[FactDraft, ...]
    summary: str
    left_out: int = 0
    """How many facts were seen and not kept, because of a limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A fact of the ledger: its latest value, and the episode where that was seen."""

    id: FactId
    project: ProjectId
    session_id: str
    tool_name: str
    kind: FactKind
    name: str
    value: str
    file_path: str | None
    episode: EpisodeId
    seq: int

    @property
    def text(self) -> str:
        """The fact in one line."""
        tool = f"{self.tool_name}: " if self.tool_name else ""
        return f"{tool}{self.name} = {self.value}"


def fact_id(project: ProjectId, session_id: str, tool_name: str, draft: FactDraft) -> FactId:
    """Return the id of *draft*.

    Facts belong to project, session and tool, so two tools' `id` fields are two facts.
    """
    return FactId(
        derived_id(
            FACT, project, session_id, tool_name, draft.kind, draft.name, draft.file_path or ""
        )
    )
