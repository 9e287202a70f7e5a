"""Folds: opened inside one another, closed by a result, given up by a person."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from typing_extensions import override

from lockstitch.domain.episode import Episode, EpisodeDraft, Tier
from lockstitch.domain.errors import ConflictError, NotFoundError
from lockstitch.domain.fold import Fold, FoldState
from lockstitch.domain.ids import FoldId, ProjectId
from lockstitch.ports.stores import FoldClosing, FoldStore
from lockstitch.stores.sqlite.database import Connection, Database, to_us
from lockstitch.stores.sqlite.episodes import append
from lockstitch.stores.sqlite.projects import project_now
from lockstitch.stores.sqlite.queries import query
from lockstitch.stores.sqlite.rows import TIERS, episode_of, fold_of
from lockstitch.stores.sqlite.sessions import Conversation, seen_session


class SqliteFolds(FoldStore):
    """Folds in the canonical file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def open(self, fold: Fold, *, depth_max: int, nests: bool) -> Fold:
        def work(connection: Connection) -> Fold:
            where = Conversation(project=fold.project, session_id=fold.session_id)
            session = seen_session(connection, where, now=fold.opened_at)
            parent = _innermost(connection, session) if nests else None
            if parent is not None and len(_above(connection, parent)) >= depth_max:
                raise ConflictError(
                    f"folds are nested {depth_max} deep already", hint="close the innermost first"
                )
            tokens = connection.value(query("live_tokens"), {"session_key": session})
            connection.run(
                query("add_fold"),
                {
                    "fold": fold.id,
                    "session_key": session,
                    "slot_id": fold.slot_id,
                    "parent": parent,
                    "description": fold.description,
                    "goal": fold.goal,
                    "tokens_at_open": tokens,
                    "now": to_us(fold.opened_at),
                },
            )
            return _load(connection, fold.id)

        return await self._database.write(work)

    @override
    async def close(self, fold: FoldId, *, summary: EpisodeDraft, now: datetime) -> FoldClosing:
        def work(connection: Connection) -> FoldClosing:
            found = _open(connection, fold, project=project_now(connection, summary.project))
            inner = connection.row(query("open_inside"), {"fold": fold})
            if inner is not None:
                raise ConflictError(
                    f"fold {inner[0]} is open inside fold {fold}", hint=f"unfold {inner[0]} first"
                )
            inside = _inside(connection, fold)
            reclaimed = sum(e.token_count for e in inside if e.tier is Tier.LIVE)
            _leave_the_window(connection, inside)
            # The result stands where the fold stood: in the fold around it, or in the session.
            where = replace(
                summary,
                session_id=found.session_id,
                fold_id=found.parent,
                into_open_fold=False,
            )
            written, _ = append(connection, where)
            connection.run(
                query("close_fold"),
                {
                    "fold": fold,
                    "now": to_us(now),
                    "result_summary": summary.content,
                    "summary_episode": written.id,
                    "tokens_reclaimed": reclaimed - written.token_count,
                    "episodes_folded": len(inside),
                },
            )
            return FoldClosing(fold=_load(connection, fold), summary=written)

        return await self._database.write(work)

    @override
    async def abandon(self, fold: FoldId, *, now: datetime) -> Fold:
        def work(connection: Connection) -> Fold:
            found = _open(connection, fold, project=None)
            inner = connection.row(query("open_inside"), {"fold": fold})
            if inner is not None:
                raise ConflictError(f"fold {inner[0]} is open inside fold {fold}")
            connection.run(query("abandon_fold"), {"fold": found.id, "now": to_us(now)})
            return _load(connection, fold)

        return await self._database.write(work)

    @override
    async def get(self, fold: FoldId) -> tuple[Fold, Sequence[Episode]] | None:
        def work(connection: Connection) -> tuple[Fold, Sequence[Episode]] | None:
            row = connection.row(query("fold"), {"fold": fold})
            return None if row is None else (fold_of(row), _inside(connection, fold))

        return await self._database.read(work)

    @override
    async def open_of(self, project: ProjectId) -> Sequence[Fold]:
        def work(connection: Connection) -> Sequence[Fold]:
            return [
                fold_of(row) for row in connection.rows(query("open_folds"), {"project": project})
            ]

        return await self._database.read(work)


def _load(connection: Connection, fold: FoldId) -> Fold:
    row = connection.row(query("fold"), {"fold": fold})
    if row is None:
        raise NotFoundError(f"no fold has the id {fold}", hint="see open_folds in sakur4.status")
    return fold_of(row)


def _open(connection: Connection, fold: FoldId, *, project: ProjectId | None) -> Fold:
    found = _load(connection, fold)
    if project is not None and found.project != project:
        raise NotFoundError(f"no fold of this project has the id {fold}")
    if found.state is not FoldState.OPEN:
        raise ConflictError(
            f"fold {fold} is {found.state} already", hint="read it: memory.recall_fold"
        )
    return found


def _innermost(connection: Connection, session: str) -> FoldId | None:
    row = connection.row(query("innermost_fold"), {"session_key": session})
    return None if row is None else FoldId(str(row[0]))


def _above(connection: Connection, fold: FoldId) -> list[str]:
    return [str(row[0]) for row in connection.rows(query("folds_above"), {"fold": fold})]


def _inside(connection: Connection, fold: FoldId) -> list[Episode]:
    return [episode_of(row) for row in connection.rows(query("inside_fold"), {"fold": fold})]


def _leave_the_window(connection: Connection, episodes: Sequence[Episode]) -> None:
    """Move each to tier referenced, a step at a time, and out of recall unless folds are asked for."""
    for episode in episodes:
        binds = {"position": episode.position}
        connection.run(query("fold_away"), binds)
        for tier in range(TIERS.index(Tier.MASKED), TIERS.index(Tier.REFERENCED) + 1):
            connection.run(query("step_tier"), binds | {"tier": tier})
