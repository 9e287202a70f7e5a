"""The rows of an export: each kind with its fields in order, and what a field may hold.

Times are microseconds since 1970 in UTC. Positions, generations and whatever else is derived do
not stand in an export: the order of its lines says as much. Of an atlas entry the present wording
stands there, with what that came from: what it said before is read by nobody.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from lockstitch.domain.anchor import AnchorKind, Scope
from lockstitch.domain.atlas import SourceKind
from lockstitch.domain.episode import Role, Tier
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.fold import FoldState
from lockstitch.domain.ids import ANCHOR, ATLAS, EPISODE, FOLD, PROJECT, SESSION
from lockstitch.domain.text import check_text, sha256_of

FORMAT: Final = "lockstitch-export"
VERSION: Final = 1
LINE_BYTES_MAX: Final = 64 * 1024 * 1024

_SHOWN_CHARS: Final = 60
_WHOLE_MAX: Final = 2**53 - 1  # what every reader of JSON keeps exactly
_TIME_MIN: Final = -62_135_596_800_000_000  # the years 1 to 9999, as other programs have them
_TIME_MAX: Final = 253_402_300_799_999_999


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What one field of a row may hold."""

    holds: type[str | int | bool | list[object]]
    says: str
    """In words, for a message."""
    optional: bool = False
    items: "Mapping[str, Field] | None" = None
    """The fields of each object in a list."""
    pattern: re.Pattern[str] | None = None
    least: int = -_WHOLE_MAX
    most: int = _WHOLE_MAX

    def problem(self, value: object) -> str:
        """Return what is wrong with *value*; nothing when it may stand here."""
        if value is None and self.optional:
            return ""
        fits = type(value) is self.holds
        if fits and isinstance(value, int):
            fits = self.least <= value <= self.most
        if fits and isinstance(value, str) and self.pattern is not None:
            fits = self.pattern.fullmatch(value) is not None
        if fits:
            return ""
        shown = repr(value)
        if len(shown) > _SHOWN_CHARS:
            shown = f"{shown[:_SHOWN_CHARS]}…"
        return f"{shown}, not {self.says}{' or null' if self.optional else ''}"


def _id(prefix: str, *, optional: bool = False) -> Field:
    # Ids become names of files: no dot that leads upwards, no separator, no wildcard.
    pattern = re.compile(f"{prefix}[A-Za-z0-9_-]{{1,100}}")
    return Field(holds=str, says=f"an id such as {prefix}…", optional=optional, pattern=pattern)


def _one_of(values: type[Role | Tier | FoldState | AnchorKind | Scope | SourceKind]) -> Field:
    names = [str(value) for value in values]
    pattern = re.compile("|".join(names))
    return Field(holds=str, says=f"one of {', '.join(names)}", pattern=pattern)


_TEXT: Final = Field(holds=str, says="a text")
_TEXT_OR_NULL: Final = Field(holds=str, says="a text", optional=True)
_WHOLE: Final = Field(holds=int, says="a whole number")
_WHOLE_OR_NULL: Final = Field(holds=int, says="a whole number", optional=True)
_COUNT: Final = Field(holds=int, says="a whole number from 0", least=0)
_SEQ: Final = Field(holds=int, says="a whole number from 1", least=1)
_TIME: Final = Field(holds=int, says="microseconds since 1970", least=_TIME_MIN, most=_TIME_MAX)
_TIME_OR_NULL: Final = Field(
    holds=int, says="microseconds since 1970", optional=True, least=_TIME_MIN, most=_TIME_MAX
)
_FLAG: Final = Field(holds=bool, says="true or false")
_ANY_ID: Final = re.compile("[a-z]+_[A-Za-z0-9_-]{1,100}")
_HASH: Final = Field(holds=str, says="64 hex digits", pattern=re.compile("[0-9a-f]{64}"))

ROWS: Final[Mapping[str, Mapping[str, Field]]] = {
    "project": {
        "project_id": _id(PROJECT),
        "name": _TEXT,
        "created_at": _TIME,
        "remote": _TEXT_OR_NULL,
        "merged_into": _id(PROJECT, optional=True),
        "next_seq": _SEQ,
    },
    "place": {
        "directory": _TEXT,
        "project_id": _id(PROJECT),
        "common_dir": _TEXT_OR_NULL,
        "inode": _TEXT_OR_NULL,
        "examined_at": _TIME,
    },
    "root": {"commit_hash": _TEXT, "project_id": _id(PROJECT)},
    "session": {
        "session_key": _id(SESSION),
        "project_id": _id(PROJECT),
        "session_id": _TEXT,
        "client": _TEXT_OR_NULL,
        "working_directory": _TEXT_OR_NULL,
        "created_at": _TIME,
        "last_seen_at": _TIME,
    },
    "fold": {
        "fold_id": _id(FOLD),
        "session_key": _id(SESSION),
        "slot_id": _TEXT,
        "parent_id": _id(FOLD, optional=True),
        "description": _TEXT,
        "goal": _TEXT,
        "state": _one_of(FoldState),
        "tokens_at_open": _WHOLE,
        "opened_at": _TIME,
        "closed_at": _TIME_OR_NULL,
        "result_summary": _TEXT_OR_NULL,
        "summary_episode": _id(EPISODE, optional=True),
        "tokens_reclaimed": _WHOLE_OR_NULL,
        "episodes_folded": _WHOLE_OR_NULL,
    },
    "episode": {
        "episode_id": _id(EPISODE),
        "session_key": _id(SESSION),
        # Null asks for the next number of its project; an export always names one.
        "seq": Field(holds=int, says="a whole number from 1", optional=True, least=1),
        "role": _one_of(Role),
        "tool_name": _TEXT_OR_NULL,
        "slot_id": _TEXT,
        "message_id": _TEXT_OR_NULL,
        "tool_call_id": _TEXT_OR_NULL,
        "corrects": _id(EPISODE, optional=True),
        "idempotency_key": _TEXT_OR_NULL,
        "occurred_at": _TIME_OR_NULL,
        "created_at": _TIME,
        "tier": _one_of(Tier),
        "droppable": _FLAG,
        "superseded_by": _id(EPISODE, optional=True),
        "fold_id": _id(FOLD, optional=True),
        "folded": _FLAG,
        "token_count": _COUNT,
        "token_counter": _TEXT,
        "content_sha256": _HASH,
        "content": _TEXT,
    },
    "edge": {
        "source_id": _id(EPISODE),
        "edge_kind": Field(holds=str, says="supersedes", pattern=re.compile("supersedes")),
        "target_id": _id(EPISODE),
    },
    "anchor": {
        "anchor_id": _id(ANCHOR),
        "content": _TEXT,
        "anchor_kind": _one_of(AnchorKind),
        "scope": _one_of(Scope),
        "project_id": _id(PROJECT, optional=True),
        "session_id": _TEXT_OR_NULL,
        "token_count": _COUNT,
        "pinned_by": _TEXT,
        "created_at": _TIME,
        "withdrawn_at": _TIME_OR_NULL,
    },
    "atlas_entry": {
        "atlas_id": _id(ATLAS),
        "content": _TEXT,
        "token_count": _COUNT,
        "made_by": _TEXT,
        "created_at": _TIME,
        "regenerated_at": _TIME_OR_NULL,
        "sources": Field(
            holds=list,
            says="a list of sources, the episode that it was made from first",
            items={
                "kind": _one_of(SourceKind),
                "id": Field(holds=str, says="an id", pattern=_ANY_ID),
                "hash": _HASH,
                "was": _TEXT,
            },
        ),
    },
    "tombstone": {
        "item_id": Field(holds=str, says="an id", pattern=_ANY_ID),
        "item_kind": Field(holds=str, says="a kind of thing", pattern=re.compile("[a-z_]{1,40}")),
        "project_id": _id(PROJECT, optional=True),
        "keyed_hash": _TEXT,
        "purged_at": _TIME,
    },
}
"""Every kind in the order of the file: what a row refers to stands before it. The first field of
each names the row."""


def named(row: Mapping[str, object]) -> str:
    """Return what to call *row* in a message."""
    kind = str(row["kind"])
    return f"{kind} {row[next(iter(ROWS[kind]))]}"


def checked_row(value: object) -> dict[str, object]:
    """Return *value* as a row, its fields in order, or raise `InvalidArgumentError` naming a fault."""
    row = as_object(value)
    kind = row.get("kind")
    fields = ROWS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        shown = "no kind" if kind is None else f"the unknown kind {str(kind)[:_SHOWN_CHARS]!r}"
        raise InvalidArgumentError(f"a row of {shown}", hint=f"known are {', '.join(ROWS)}")
    _check_names(f"a row of kind {kind}", row, fields, besides={"kind"})
    checked = {"kind": kind} | _checked(str(kind), row, fields)
    _check_together(checked)
    return checked


def as_object(value: object) -> dict[str, object]:
    """Return *value*, which came out of JSON, as an object with named fields."""
    if not isinstance(value, dict):
        raise InvalidArgumentError("a line that is no JSON object")
    return cast("dict[str, object]", value)


def _checked(
    what: str, row: Mapping[str, object], fields: Mapping[str, Field]
) -> dict[str, object]:
    """Return the values of *fields*, in their order."""
    return {name: _checked_value(f"{what}.{name}", row[name], of) for name, of in fields.items()}


def _checked_value(what: str, value: object, field: Field) -> object:
    if problem := field.problem(value):
        raise InvalidArgumentError(f"{what} is {problem}")
    if isinstance(value, str):
        check_text(value, name=what, bytes_max=LINE_BYTES_MAX)
    if field.items is None:
        return value
    items: list[dict[str, object]] = []
    for item in cast("list[object]", value):
        if not isinstance(item, dict):
            raise InvalidArgumentError(f"{what} holds what is no JSON object")
        row = cast("dict[str, object]", item)
        _check_names(f"an item of {what}", row, field.items, besides=set())
        items.append(_checked(what, row, field.items))
    return items


def _check_names(
    what: str, row: Mapping[str, object], fields: Mapping[str, Field], *, besides: set[str]
) -> None:
    missing = [name for name in fields if name not in row]
    if missing:
        raise InvalidArgumentError(f"{what} lacks {', '.join(missing)}")
    unknown = sorted(row.keys() - fields.keys() - besides)
    if unknown:
        names = ", ".join(ascii(name)[:_SHOWN_CHARS] for name in unknown[:5])
        raise InvalidArgumentError(
            f"{what} has fields that are not known: {names}",
            hint="it may come from a newer Lockstitch: pip install --upgrade lockstitch",
        )


def _check_together(row: Mapping[str, object]) -> None:
    if row["kind"] == "episode" and sha256_of(str(row["content"])) != row["content_sha256"]:
        raise InvalidArgumentError(f"{named(row)} has a content_sha256 of another content")
    if row["kind"] == "atlas_entry":
        sources = cast("Sequence[Mapping[str, object]]", row["sources"])
        if not sources or sources[0]["kind"] != SourceKind.EPISODE:
            raise InvalidArgumentError(f"{named(row)} names no episode as its first source")
    for name in ("merged_into", "parent_id", "superseded_by", "corrects"):
        if row.get(name) is not None and named(row).endswith(f" {row[name]}"):
            raise InvalidArgumentError(f"{named(row)} names itself as its {name}")
