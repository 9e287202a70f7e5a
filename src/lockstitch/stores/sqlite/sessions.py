"""Sessions: the caller's own name for a conversation, unique within the project."""

from dataclasses import dataclass
from datetime import datetime

from lockstitch.domain.ids import SESSION, ProjectId, derived_id
from lockstitch.stores.sqlite.database import Connection, to_us
from lockstitch.stores.sqlite.queries import query


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """Which session is meant, and what is known of it when it is new."""

    project: ProjectId
    session_id: str
    client: str | None = None
    working_directory: str | None = None


def seen_session(connection: Connection, where: Conversation, *, now: datetime) -> str:
    """Return the key of a session, made when it is new and marked as seen."""
    binds = {"project": where.project, "session_id": where.session_id}
    row = connection.row(query("session"), binds)
    if row is not None:
        connection.run(query("see_session"), {"session_key": row[0], "now": to_us(now)})
        return str(row[0])
    # Derived, so that two stores which saw one session can be brought together.
    key = derived_id(SESSION, where.project, where.session_id)
    taken = connection.row("SELECT 1 FROM session WHERE session_key = ?", (key,))
    if taken is not None:  # it went to another project with a merge or a split
        key = derived_id(SESSION, where.project, where.session_id, str(to_us(now)))
    connection.run(
        query("add_session"),
        {
            "session_key": key,
            "project": where.project,
            "session_id": where.session_id,
            "client": where.client,
            "working_directory": where.working_directory,
            "now": to_us(now),
        },
    )
    return key
