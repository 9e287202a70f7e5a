"""Sessions: the caller's own name for a conversation, unique within the project."""

from dataclasses import dataclass, replace
from datetime import datetime

from lockstitch.domain.ids import SESSION, ProjectId, derived_id
from lockstitch.stores.sqlite.database import Connection, to_us
from lockstitch.stores.sqlite.projects import project_now
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
    about = {
        "client": where.client,
        "working_directory": where.working_directory,
        "now": to_us(now),
    }
    home = project_now(connection, where.project)
    key = _key(connection, where, home)
    if key is not None:
        connection.run(query("see_session"), about | {"session_key": key})
        return key
    there = replace(where, project=home)
    new = _new_key(connection, there)
    binds = {"project": home, "session_id": where.session_id, "session_key": new}
    connection.run(query("add_session"), about | binds)
    return new


def _key(connection: Connection, where: Conversation, home: ProjectId) -> str | None:
    """Return the key of a session that is there.

    One that came *home* with a merge may have another name there: who goes on in the project it
    was in still means that one.
    """
    if home != where.project:
        came = derived_id(SESSION, where.project, where.session_id)
        if connection.value(query("project_of_session"), {"session_key": came}) == home:
            return came
    key = connection.value(query("session"), {"project": home, "session_id": where.session_id})
    return None if key is None else str(key)


def _new_key(connection: Connection, where: Conversation) -> str:
    """Return a key that is derived, so that two stores which saw one session can be joined."""
    parts = (where.project, where.session_id)
    key, number = derived_id(SESSION, *parts), 1
    # Taken where the session that it was made for went to another project.
    while connection.row(query("project_of_session"), {"session_key": key}):
        number += 1
        key = derived_id(SESSION, *parts, str(number))
    return key
