"""Episodes: appended, never changed; their state beside them."""

from collections.abc import Sequence
from dataclasses import replace

from typing_extensions import override

from lockstitch.domain.episode import Episode, EpisodeDraft
from lockstitch.domain.errors import ConflictError, NotFoundError
from lockstitch.domain.ids import EpisodeId, FoldId, ProjectId
from lockstitch.ports.stores import EpisodeStore
from lockstitch.stores.sqlite.database import Connection, Database, to_us, whole
from lockstitch.stores.sqlite.projects import project_now
from lockstitch.stores.sqlite.queries import query
from lockstitch.stores.sqlite.rows import episode_of
from lockstitch.stores.sqlite.sessions import Conversation, seen_session


class SqliteEpisodes(EpisodeStore):
    """Episodes in the canonical file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def append(self, draft: EpisodeDraft) -> tuple[Episode, bool]:
        return await self._database.write(lambda connection: append(connection, draft))

    @override
    async def get(self, ids: Sequence[EpisodeId]) -> Sequence[Episode]:
        return await self._database.read(
            lambda connection: _each(connection, "episode_by_id", "episode", ids)
        )

    @override
    async def at(self, positions: Sequence[int]) -> Sequence[Episode]:
        return await self._database.read(
            lambda connection: _each(connection, "episode_by_position", "position", positions)
        )

    @override
    async def after(self, project: ProjectId, *, position: int, limit: int) -> Sequence[Episode]:
        binds = {"project": project, "position": position, "limit": limit}
        return await self._database.read(
            lambda connection: [
                episode_of(row) for row in connection.rows(query("episodes_after"), binds)
            ]
        )

    @override
    async def before(
        self, episodes: Sequence[Episode], *, limit: int
    ) -> Sequence[Sequence[Episode]]:
        return await self._database.read(
            lambda connection: [_before(connection, episode, limit) for episode in episodes]
        )


def append(connection: Connection, draft: EpisodeDraft) -> tuple[Episode, bool]:
    """Write *draft* in the transaction that is open; see `EpisodeStore.append`."""
    where = Conversation(
        project=draft.project,
        session_id=draft.session_id,
        client=draft.client,
        working_directory=draft.working_directory,
    )
    session = seen_session(connection, where, now=draft.created_at)
    draft = replace(draft, project=project_now(connection, draft.project))
    corrected = _corrected(connection, draft)
    if draft.idempotency_key is not None:
        binds = {"session_key": session, "idempotency_key": draft.idempotency_key}
        row = connection.row(query("episode_by_key"), binds)
        if row is not None:
            return _repeated(episode_of(row), draft), True
    fold = _fold_for(connection, draft, session)
    position = _insert(connection, draft, session=session, fold=fold)
    if corrected is not None:
        binds = {"episode": draft.id, "target": corrected}
        connection.run(query("supersede"), binds)
        connection.run(query("add_edge"), {"source": draft.id, "target": corrected})
    row = connection.row(query("episode_by_position"), {"position": position})
    assert row is not None
    return episode_of(row), False


def _insert(
    connection: Connection, draft: EpisodeDraft, *, session: str, fold: FoldId | None
) -> int:
    project = {"project": draft.project}
    seq = connection.number(query("next_seq"), project)
    (position,) = connection.row(
        query("add_episode"),
        {
            "episode": draft.id,
            "session_key": session,
            "seq": seq,
            "role": draft.role,
            "tool_name": draft.tool_name,
            "slot_id": draft.slot_id,
            "message_id": draft.message_id,
            "tool_call_id": draft.tool_call_id,
            "corrects": draft.corrects,
            "idempotency_key": draft.idempotency_key,
            "occurred_at": None if draft.occurred_at is None else to_us(draft.occurred_at),
            "created_at": to_us(draft.created_at),
            "content_sha256": draft.content_sha256,
            "content": draft.content,
        },
    ) or (0,)
    connection.run(
        query("add_episode_state"),
        {
            "position": position,
            "fold": fold,
            "token_count": draft.token_count,
            "token_counter": draft.token_counter,
            "session_key": session,
        },
    )
    connection.run(query("see_position"), project | {"position": position})
    return whole(position)


def _corrected(connection: Connection, draft: EpisodeDraft) -> EpisodeId | None:
    """Return what *draft* corrects, after checking that it is there, in the same project."""
    if draft.corrects is None:
        return None
    row = connection.row(query("episode_by_id"), {"episode": draft.corrects})
    if row is None or episode_of(row).project != draft.project:
        raise NotFoundError(
            f"corrects names no episode of this project: {draft.corrects}",
            hint="take the episode_id from the answer of the commit, or find it with recall",
        )
    return draft.corrects


def _repeated(episode: Episode, draft: EpisodeDraft) -> Episode:
    if episode.content_sha256 != draft.content_sha256 or episode.role != draft.role:
        raise ConflictError(
            f"idempotency_key {draft.idempotency_key!r} was used for another content,"
            f" as episode {episode.id}",
            hint="use a new key for a new turn",
        )
    return episode


def _fold_for(connection: Connection, draft: EpisodeDraft, session: str) -> FoldId | None:
    if draft.fold_id is not None:
        row = connection.row(query("fold"), {"fold": draft.fold_id})
        if row is None or row[1] != draft.project:
            raise NotFoundError(
                f"fold_id names no fold of this project: {draft.fold_id}",
                hint="see open_folds in sakur4.status",
            )
        if row[7] != "open":
            raise ConflictError(f"fold {draft.fold_id} is {row[7]}", hint="open a new fold")
        return draft.fold_id
    if not draft.into_open_fold:
        return None
    row = connection.row(query("innermost_fold"), {"session_key": session})
    return None if row is None else FoldId(str(row[0]))


def _before(connection: Connection, episode: Episode, limit: int) -> list[Episode]:
    binds = {"position": episode.position, "fold": episode.fold_id, "limit": limit}
    return [episode_of(row) for row in connection.rows(query("turns_before"), binds)]


def _each(
    connection: Connection, name: str, key: str, values: Sequence[str] | Sequence[int]
) -> list[Episode]:
    rows = (connection.row(query(name), {key: value}) for value in values)
    return [episode_of(row) for row in rows if row is not None]
