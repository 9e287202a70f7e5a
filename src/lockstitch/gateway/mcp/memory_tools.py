"""The tools of the episodic memory, and the status."""

from collections.abc import Mapping
from typing import Final

from lockstitch.app.commit import Turn, commit
from lockstitch.app.fold import fold, recall_fold, unfold
from lockstitch.app.pin import pin
from lockstitch.app.read import read_passage
from lockstitch.app.recall import K_DEFAULT, Question, recall
from lockstitch.app.status import status
from lockstitch.app.world import World
from lockstitch.domain.anchor import AnchorKind
from lockstitch.domain.episode import Role
from lockstitch.gateway.callers import with_session
from lockstitch.gateway.mcp.tools import (
    FLAG,
    LIST,
    NUMBER,
    NUMBER_OR_NULL,
    OBJECT,
    OBJECT_OR_NULL,
    TEXT,
    TEXT_OR_NULL,
    Arguments,
    Call,
    Schema,
    Tool,
)

_SLOT: Final = {"type": ["integer", "string"]}


def _said(text: str, schema: Mapping[str, object] = TEXT) -> Schema:
    return dict(schema) | {"description": text}


def _text(arguments: Arguments, name: str) -> str | None:
    value = arguments.get(name)
    return None if value is None else str(value)


def _needed(arguments: Arguments, name: str) -> str:
    return str(arguments[name])


def _slot(arguments: Arguments) -> str | None:
    value = arguments.get("slot_id")
    return str(int(value)) if isinstance(value, float) else _text(arguments, "slot_id")


def _number(arguments: Arguments, name: str, default: int) -> int:
    value = arguments.get(name, default)
    assert isinstance(value, int | float)
    return int(value)


async def _commit(world: World, call: Call) -> object:
    given = call.arguments
    turn = Turn(
        role=_needed(given, "role"),
        content=_needed(given, "content"),
        tool_name=_text(given, "tool_name"),
        slot_id=_slot(given),
        corrects=_text(given, "corrects"),
        message_id=_text(given, "message_id"),
        tool_call_id=_text(given, "tool_call_id"),
        occurred_at=_text(given, "occurred_at"),
        fold_id=_text(given, "fold_id"),
        idempotency_key=_text(given, "idempotency_key"),
    )
    return await commit(world, with_session(call.caller, _text(given, "session_id")), turn)


async def _pin(world: World, call: Call) -> object:
    given = call.arguments
    session = _text(given, "session_id")
    with_session(call.caller, session)  # of its form, or refused
    return await pin(
        world,
        call.caller,
        _needed(given, "content"),
        kind=_text(given, "kind"),
        session_id=session,
    )


async def _recall(world: World, call: Call) -> object:
    given = call.arguments
    question = Question(
        query=_needed(given, "query"),
        k=_number(given, "k", K_DEFAULT),
        session_id=_text(given, "session_id"),
        file_path=_text(given, "file_path"),
        include_folded=bool(given.get("include_folded", False)),
        project_id=_text(given, "project_id"),
    )
    return await recall(world, call.caller, question)


async def _fold(world: World, call: Call) -> object:
    given = call.arguments
    return await fold(
        world,
        with_session(call.caller, _text(given, "session_id")),
        description=_needed(given, "description"),
        goal=_needed(given, "goal"),
        slot_id=_slot(given),
    )


async def _unfold(world: World, call: Call) -> object:
    given = call.arguments
    return await unfold(
        world,
        with_session(call.caller, _text(given, "session_id")),
        fold_id=_needed(given, "fold_id"),
        result_summary=_needed(given, "result_summary"),
    )


async def _recall_fold(world: World, call: Call) -> object:
    given = call.arguments
    return await recall_fold(
        world,
        call.caller,
        fold_id=_needed(given, "fold_id"),
        offset=_number(given, "offset", 0),
    )


async def _status(world: World, call: Call) -> object:
    return await status(world, call.caller, protocol_version=call.protocol_version)


async def _read_passage(world: World, call: Call) -> object:
    given = call.arguments
    return await read_passage(
        world,
        call.caller,
        _needed(given, "id"),
        offset=_number(given, "offset", 0),
        project_id=_text(given, "project_id"),
    )


COMMIT: Final = Tool(
    name="memory.commit_episode",
    groups=("memory",),
    title="Commit a turn",
    description="Record one turn or tool result, word for word. Append-only. Tool results also give facts.",
    properties={
        "role": {"type": "string", "enum": [role.value for role in Role]},
        "content": _said("verbatim, never paraphrased"),
        "tool_name": _said("for tool results"),
        "session_id": TEXT,
        "slot_id": _SLOT,
        "corrects": _said("episode_id that this turn corrects"),
        "message_id": TEXT,
        "tool_call_id": TEXT,
        "occurred_at": _said("ISO 8601"),
        "fold_id": TEXT,
        "idempotency_key": _said("same key, one episode"),
    },
    required=("role", "content"),
    output={
        "episode_id": TEXT,
        "seq": NUMBER,
        "token_count": NUMBER,
        "content_sha256": TEXT,
        "symbolic_facts": NUMBER,
        "symbolic_summary": TEXT,
        "suggested_anchor": OBJECT_OR_NULL,
        "supersedes": TEXT_OR_NULL,
        "fold_id": TEXT_OR_NULL,
        "redactions": LIST,
        "session_id": TEXT,
        "session_source": TEXT,
    },
    handler=_commit,
    reads=False,
    idempotent=False,
    trigger="After every turn and every tool result: {tool}, word for word; name what it corrects in `corrects`.",
)

PIN: Final = Tool(
    name="memory.pin",
    groups=("memory",),
    title="Pin a rule",
    description="Pin a rule, correction or contract in the user's own words: no compaction loses it. Costs its tokens in every prompt.",
    properties={
        "content": TEXT,
        "kind": {
            "type": "string",
            "enum": [kind.value for kind in AnchorKind],
            "default": AnchorKind.TASK_CONTRACT.value,
        },
        "session_id": _said("only in this session; omitted: in the project"),
    },
    required=("content",),
    output={
        "anchor_id": TEXT,
        "kind": TEXT,
        "token_cost": NUMBER,
        "note": TEXT,
        "overflow": OBJECT_OR_NULL,
    },
    handler=_pin,
    reads=False,
    idempotent=True,
    trigger="When the user states a rule, corrects you or sets a hard requirement: {tool} at once, in their words.",
)

RECALL: Final = Tool(
    name="memory.recall",
    groups=("memory",),
    title="Recall",
    description="Search what was said and seen in this project. A stale hit carries current_value: trust that. No results means nothing is known.",
    properties={
        "query": TEXT,
        "k": _said("1-100", {"type": "integer", "default": K_DEFAULT}),
        "session_id": _said("omitted: all sessions"),
        "file_path": _said("only what names this file or folder"),
        "include_folded": FLAG,
        "project_id": _said("another project, on purpose"),
    },
    required=("query",),
    output={
        "query": TEXT,
        "k": NUMBER,
        "results": LIST,
        "stale_flags": LIST,
        "notes": LIST,
    },
    handler=_recall,
    reads=True,
    idempotent=True,
    trigger="When you do not remember, or before you rely on something from earlier: {tool}; do not guess.",
)

FOLD: Final = Tool(
    name="memory.fold",
    groups=("memory",),
    title="Open a fold",
    description="Open a sub-task: what is committed until memory.unfold leaves the window then and stays readable.",
    properties={
        "description": TEXT,
        "goal": TEXT,
        "session_id": TEXT,
        "slot_id": _SLOT,
    },
    required=("description", "goal"),
    output={
        "fold_id": TEXT,
        "checkpoint": TEXT_OR_NULL,
        "token_position": NUMBER,
        "tokens_at_open": NUMBER,
        "cache_note": TEXT,
        "session_id": TEXT,
        "session_source": TEXT,
    },
    handler=_fold,
    reads=False,
    idempotent=False,
    trigger="Before exploring for more than a few steps: {tool}; keep the fold_id.",
)

UNFOLD: Final = Tool(
    name="memory.unfold",
    groups=("memory",),
    title="Close a fold",
    description="Close a fold by its result; its steps leave the window.",
    properties={
        "fold_id": TEXT,
        "result_summary": _said("what the sub-task established"),
        "session_id": TEXT,
        "slot_id": _SLOT,
    },
    required=("fold_id", "result_summary"),
    output={
        "fold_id": TEXT,
        "tokens_reclaimed": NUMBER,
        "episodes_folded": NUMBER,
        "rollback_performed": FLAG,
        "rollback_detail": TEXT,
        "trace_retrievable": FLAG,
    },
    handler=_unfold,
    reads=False,
    idempotent=False,
    trigger="When that sub-task is done: {tool} with one line of result.",
)

RECALL_FOLD: Final = Tool(
    name="memory.recall_fold",
    groups=("memory",),
    title="Read a fold",
    description="A fold's steps, verbatim, in order.",
    properties={"fold_id": TEXT, "offset": _said("next_offset of the page before", NUMBER)},
    required=("fold_id",),
    output={
        "fold_id": TEXT,
        "status": TEXT,
        "episode_count": NUMBER,
        "next_offset": NUMBER_OR_NULL,
        "episodes": LIST,
    },
    handler=_recall_fold,
    reads=True,
    idempotent=True,
    trigger="When a fold's result is not enough: {tool} gives its steps.",
)

STATUS: Final = Tool(
    name="sakur4.status",
    groups=("operability",),
    title="Status",
    description="Backend, tokenizer, embedder, counts, open folds, limits.",
    properties={},
    required=(),
    output={
        "version": TEXT,
        "project_id": TEXT,
        "session_id": TEXT_OR_NULL,
        "backend": TEXT,
        "cache_coherence": TEXT,
        "context_window": NUMBER,
        "episodes": NUMBER,
        "project_episodes": NUMBER,
        "anchors": NUMBER,
        "open_folds": OBJECT,
        "limits": OBJECT,
    },
    handler=_status,
    reads=True,
    idempotent=True,
    trigger="Once at the start: {tool}; close any fold left open.",
)

READ_PASSAGE: Final = Tool(
    name="read_passage",
    groups=("memory", "durable"),
    title="Read a passage",
    description="The whole text of one result, by its id.",
    properties={
        "id": TEXT,
        "offset": _said("next_offset of the page before", NUMBER),
        "project_id": TEXT,
    },
    required=("id",),
    output={
        "id": TEXT,
        "kind": TEXT,
        "text": TEXT,
        "next_offset": NUMBER_OR_NULL,
        "about": OBJECT,
    },
    handler=_read_passage,
    reads=True,
    idempotent=True,
    trigger="When a passage ends in a truncation mark: {tool} with its id.",
)

TOOLS: Final = (STATUS, COMMIT, PIN, RECALL, READ_PASSAGE, FOLD, UNFOLD, RECALL_FOLD)
"""Every tool that works, in the order of the prompt."""
