"""Rows of ours from the values of another tool's store. Pure: values in, rows out, one at a time.

Ids are kept, and what has none of our form gets one that is derived from where it came from, so
that the same store gives the same rows again.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from lockstitch.domain.anchor import AnchorKind, Scope
from lockstitch.domain.episode import Tier
from lockstitch.domain.errors import InvalidArgumentError
from lockstitch.domain.export import ROWS, checked_row
from lockstitch.domain.fold import FoldState
from lockstitch.domain.ids import SESSION, ProjectId, derived_id
from lockstitch.domain.limits import LIMITS
from lockstitch.domain.text import check_not_blank, check_text, sha256_of
from lockstitch.intake.survey import (
    NOBODYS,
    Part,
    Survey,
    check_name,
    fold_project,
    project_of,
    session_projects,
)
from lockstitch.ports.importers import (
    ForeignAnchor,
    ForeignContents,
    ForeignEpisode,
    ForeignFold,
    ForeignSession,
    Unreadable,
)
from lockstitch.ports.stores import Row
from lockstitch.ports.world import TokenCounter

ORIGIN: Final = "sakur4"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_EXCERPT_CHARS: Final = 200
_TIERS: Final = frozenset(tier.value for tier in Tier)
_ENDS: Final = {"open": FoldState.OPEN, "closed": FoldState.CLOSED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """Where what belongs to a project of the other store goes, and the rows that make it."""

    project: ProjectId
    name: str
    rows: tuple[Row, ...] = ()
    working_directory: str | None = None


class ForeignRows:
    """Gives rows, and keeps account of what was left out on the way.

    *homes* has every project of the survey and of the contents; *masked* returns a text as it may
    be stored, and how many credentials were replaced in it.
    """

    def __init__(
        self,
        contents: ForeignContents,
        survey: Survey,
        *,
        homes: Mapping[str, Home],
        masked: Callable[[str], tuple[str, int]],
        tokens: TokenCounter,
    ) -> None:
        self.refused: list[str] = [f"{one.item}: {one.reason}" for one in contents.unreadable]
        self.refused += [f"episode {item}: {reason}" for item, reason in survey.refused.items()]
        self.notes: list[str] = []
        self.masked_count = 0
        self._contents = contents
        self._survey = survey
        self._homes = homes
        self._mask = masked
        self._tokens = tokens
        self._projects = session_projects(contents)
        self._sessions = {session.id: session for session in contents.sessions}
        # The first of a kind counts: what an episode says of itself stands before its edges.
        pairs = [pair for pair in reversed(contents.corrections) if pair[0] != pair[1]]
        self._corrects = dict(pairs)
        self._superseded = {of: by for by, of in pairs}
        self._folds: dict[str, FoldState] = {}

    def rows(self, episodes: Iterable[ForeignEpisode | Unreadable]) -> Iterator[Row]:
        """Yield every row in the order in which they may be loaded."""
        for home in {home.project: home for home in self._homes.values()}.values():
            yield from home.rows
        parts: dict[tuple[str, str], Part | None] = dict(self._survey.parts)
        folds: list[Row] = []
        for fold in self._contents.folds:
            with self._refusing(f"fold {fold.id}"):
                project = fold_project(fold, self._survey, self._projects)
                folds.append(self._fold(fold, project))
                self._folds[fold.id] = _ENDS[fold.status]
                parts.setdefault((fold.session_id, project), None)
        for (session_id, project), part in parts.items():
            yield self._session(session_id, project, part)
        yield from folds
        for episode in episodes:
            if not isinstance(episode, Unreadable) and episode.id not in self._survey.refused:
                yield self._episode(episode)
        yield from self._edges()
        for anchor in self._contents.anchors:
            row = self._anchor(anchor)
            if row is not None:
                yield row
        self._conclude()

    def _session(self, session_id: str, project: str, part: Part | None) -> Row:
        session = self._sessions.get(session_id) or _unknown(session_id)
        home = self._homes[project]
        start = session.created_at or (part.first_at if part else _EPOCH)
        seen = [session.last_seen_at or start, part.last_at if part else start, start]
        row: Row = {
            "kind": "session",
            "session_key": self._session_key(session_id, project),
            "project_id": home.project,
            "session_id": session_id,
            "client": ORIGIN,
            "working_directory": home.working_directory,
            "created_at": us(start),
            "last_seen_at": us(max(seen)),
        }
        return checked_row(row)

    def _session_key(self, session_id: str, project: str) -> str:
        """Return the key of what a session has in a project, the same whenever it is asked for."""
        session = self._sessions.get(session_id)
        part = self._survey.parts.get((session_id, project))
        origin = part.first_id if part else ""
        if session is not None and session.created_at is not None:
            origin = session.created_at.isoformat()
        return derived_id(SESSION, ORIGIN, session_id, project, origin)

    def _fold(self, fold: ForeignFold, project: str) -> Row:
        if fold.status not in _ENDS:
            raise InvalidArgumentError(f"its status is {fold.status!r}, not open or closed")
        check_name(fold.session_id, name="session_id")
        check_name(fold.slot_id, name="slot_id")
        for name, text in (("description", fold.description), ("goal", fold.goal)):
            check_not_blank(text, name=name, chars_max=LIMITS.content_bytes)
        opened_at = _moment(fold.created_at)
        closed = _ENDS[fold.status] is FoldState.CLOSED
        result = check_text(fold.result_summary or "", name="result_summary")
        summary = fold.summary_episode if closed else None
        row: Row = {
            "kind": "fold",
            "fold_id": fold.id,
            "session_key": self._session_key(fold.session_id, project),
            "slot_id": fold.slot_id,
            "parent_id": None,
            "description": self._masked(fold.description),
            "goal": self._masked(fold.goal),
            "state": _ENDS[fold.status].value,
            "tokens_at_open": fold.tokens_at_open,
            "opened_at": us(opened_at),
            "closed_at": us(fold.closed_at or opened_at) if closed else None,
            "result_summary": self._masked(result) if closed else None,
            "summary_episode": summary if summary in self._survey.mentioned else None,
            "tokens_reclaimed": (fold.tokens_reclaimed or 0) if closed else None,
            "episodes_folded": self._survey.fold_episodes[fold.id] if closed else None,
        }
        return checked_row(row)

    def _episode(self, episode: ForeignEpisode) -> Row:
        content = self._masked(episode.content)
        by = self._superseded.get(episode.id)
        fold = episode.fold_id if episode.fold_id in self._folds else None
        project = project_of(episode, self._projects)
        row: Row = {
            "kind": "episode",
            "episode_id": episode.id,
            "session_key": self._session_key(episode.session_id, project),
            "seq": None,
            "role": episode.role,
            "tool_name": episode.tool_name or None,
            "slot_id": episode.slot_id,
            "message_id": None,
            "tool_call_id": None,
            "corrects": self._known(self._corrects.get(episode.id)),
            "idempotency_key": None,
            "occurred_at": None,
            "created_at": us(episode.created_at or _EPOCH),
            "tier": episode.tier if episode.tier in _TIERS else Tier.LIVE.value,
            "droppable": episode.droppable or by is not None,
            "superseded_by": self._known(by),
            "fold_id": fold,
            "folded": fold is not None and self._folds[fold] is FoldState.CLOSED,
            "token_count": self._tokens.count(content),
            "token_counter": self._tokens.name,
            "content_sha256": sha256_of(content),
            "content": content,
        }
        return checked_row(row)

    def _known(self, episode: str | None) -> str | None:
        return episode if episode in self._survey.mentioned else None

    def _edges(self) -> Iterator[Row]:
        dangling = 0
        for by, of in self._contents.corrections:
            if by == of or not {by, of} <= self._survey.mentioned:
                dangling += 1
                continue
            row: Row = {"kind": "edge", "source_id": by, "edge_kind": "supersedes", "target_id": of}
            yield checked_row(row)
        if dangling:
            self.notes.append(f"{dangling} corrections lead to what did not come: left out")

    def _anchor(self, anchor: ForeignAnchor) -> Row | None:
        with self._refusing(f"rule {anchor.id}"):
            return self._anchor_row(anchor)
        return None

    def _anchor_row(self, anchor: ForeignAnchor) -> Row | None:
        if problem := ROWS["anchor"]["anchor_kind"].problem(anchor.kind):
            raise InvalidArgumentError(f"its kind is {problem}")
        text = self._masked(
            check_not_blank(anchor.content, name="content", chars_max=LIMITS.anchor_chars)
        )
        project = self._anchor_project(anchor)
        if project is None:
            excerpt = text if len(text) <= _EXCERPT_CHARS else f"{text[:_EXCERPT_CHARS]}…"
            self.notes.append(
                f"rule {anchor.id} ({anchor.kind}) names no project, and the store has several:"
                f" pin it where it holds, with lockstitch pin: {excerpt}"
            )
            return None
        session = anchor.session_id
        if session is not None:
            check_name(session, name="session_id")
        label = AnchorKind(anchor.kind).label
        row: Row = {
            "kind": "anchor",
            "anchor_id": anchor.id,
            "content": text,
            "anchor_kind": anchor.kind,
            "scope": (Scope.PROJECT if session is None else Scope.SESSION).value,
            "project_id": project,
            "session_id": session,
            "token_count": self._tokens.count(f"[{label}] {text}"),
            "pinned_by": anchor.pinned_by,
            "created_at": us(_moment(anchor.created_at)),
            "withdrawn_at": None,
        }
        return checked_row(row)

    def _anchor_project(self, anchor: ForeignAnchor) -> ProjectId | None:
        """Return the one project that a rule can be of; None when it may be of several."""
        if anchor.session_id is not None:
            used = [key for session, key in self._survey.parts if session == anchor.session_id]
            own = self._projects.get(anchor.session_id, NOBODYS)
            keys = used or ([own] if own != NOBODYS else [])
        else:
            keys = [anchor.project] if anchor.project else []
        candidates = {self._homes[key].project for key in keys or self._homes}
        return candidates.pop() if len(candidates) == 1 else None

    @contextmanager
    def _refusing(self, what: str) -> Generator[None]:
        """Leave *what* out when it turns out that it cannot be stored."""
        try:
            yield
        except InvalidArgumentError as error:
            self.refused.append(f"{what}: {error.message}")

    def _masked(self, text: str) -> str:
        stored, count = self._mask(text)
        self.masked_count += count
        return stored

    def _conclude(self) -> None:
        """Say what a person should know of the store as a whole."""
        still_open = sum(state is FoldState.OPEN for state in self._folds.values())
        lost = sum(
            count for fold, count in self._survey.fold_episodes.items() if fold not in self._folds
        )
        said = (
            (self._survey.nobodys, "episodes name no project: they went to {nobodys}"),
            (self.masked_count, "credentials were masked"),
            (
                still_open,
                "folds are open: close each with lockstitch unfold, or give it up with fold --abandon",
            ),
            (lost, "episodes name a fold that did not come: they stay in the window"),
        )
        nobodys = self._homes[NOBODYS].name if NOBODYS in self._homes else ""
        self.notes += [f"{n} {text.format(nobodys=nobodys)}" for n, text in said if n]
        left_out = self._contents.left_out
        self.notes += [f"not imported yet: {n} {what}" for what, n in left_out.items() if n]


def _unknown(session_id: str) -> ForeignSession:
    return ForeignSession(id=session_id, project=None, created_at=None, last_seen_at=None)


def _moment(moment: datetime | None) -> datetime:
    if moment is None:
        raise InvalidArgumentError("its created_at is no time")
    return moment


def us(moment: datetime) -> int:
    """Return *moment* as microseconds since 1970."""
    return (moment - _EPOCH) // timedelta(microseconds=1)
