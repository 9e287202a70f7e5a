"""Bodies of requests: read whole or refused, and looked at before the SDK sees them."""

import json
from typing import Final, cast

import mcp_types as types
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response
from starlette.types import Message, Receive, Scope

from lockstitch.domain.limits import LIMITS
from lockstitch.gateway.mcp.faults import MISSING_META

MODERN: Final = "2026-07-28"


async def whole(scope: Scope, receive: Receive) -> bytes | None:
    """Return the body, or None as soon as it is known to be larger than allowed.

    Raises:
        ClientDisconnect: the client went away in the middle of it.
    """
    declared = Headers(scope=scope).get("content-length", "")
    if declared.isdecimal() and int(declared) > LIMITS.http_body_bytes:
        return None
    parts: list[bytes] = []
    room = LIMITS.http_body_bytes
    while True:
        event = await receive()
        if event["type"] != "http.request":
            raise ClientDisconnect
        part = cast("bytes", event.get("body", b""))
        room -= len(part)
        if room < 0:
            return None
        parts.append(part)
        if not event.get("more_body"):
            return b"".join(parts)


def replayed(body: bytes, receive: Receive) -> Receive:
    """Return a channel that gives *body* once, and after it what the client really does."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return replay


def message_in(body: bytes) -> dict[str, object]:
    """Return the message that *body* holds; an empty one when it holds none."""
    try:
        message: object = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, object]", message) if isinstance(message, dict) else {}


def lacks_meta(scope: Scope, message: dict[str, object]) -> bool:
    """Whether this is a request of the modern revision without what each of its requests carries."""
    if Headers(scope=scope).get("mcp-protocol-version") != MODERN:
        return False
    if "method" not in message or "id" not in message:
        return False
    params = message.get("params")
    return not (
        isinstance(params, dict)
        and isinstance(cast("dict[str, object]", params).get("_meta"), dict)
    )


def missing_meta(message: dict[str, object]) -> Response:
    """Return the answer to such a request."""
    error = {"code": types.INVALID_PARAMS, "message": MISSING_META}
    body = {"jsonrpc": "2.0", "id": message.get("id"), "error": error}
    return JSONResponse(body, status_code=400)
