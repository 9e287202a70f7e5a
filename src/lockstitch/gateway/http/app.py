"""The HTTP application: who may enter, in which order, and to which project."""

import contextlib
import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any, Final, cast

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecurityMiddleware, TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lockstitch.domain.limits import LIMITS
from lockstitch.gateway.http.tokens import Tokens
from lockstitch.gateway.mcp.announce import Announcer, watching
from lockstitch.gateway.mcp.surface import Surface
from lockstitch.gateway.order import Line

PATH: Final = "/mcp"
MODERN: Final = "2026-07-28"
MISSING_META: Final = "Invalid params: request _meta is missing"
"""Clients match on it."""
_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """Which hosts a request may name. Loopback always; others only when they were allowed."""

    allowed_hosts: tuple[str, ...] = ()

    def settings(self) -> TransportSecuritySettings:
        """Return the checks of Host and Origin."""
        hosts = [*_LOOPBACK, *self.allowed_hosts]
        return TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=[*hosts, *(f"{host}:*" for host in hosts)],
            allowed_origins=[
                f"{scheme}://{host}{port}"
                for scheme in ("http", "https")
                for host in hosts
                for port in ("", ":*")
            ],
        )


class HttpApp:
    """An ASGI application around the SDK's: the SDK speaks the protocol, this keeps the door."""

    def __init__(
        self,
        server: Server[dict[str, Any]],
        surface: Surface,
        *,
        tokens: Tokens,
        doors: Doors,
        announcer: Announcer,
    ) -> None:
        security = doors.settings()
        self._inner = server.streamable_http_app(
            streamable_http_path=PATH,
            max_request_body_size=LIMITS.http_body_bytes,
            transport_security=security,
        )
        self._checks = TransportSecurityMiddleware(security)
        self._surface = surface
        self._tokens = tokens
        self._announcer = announcer
        self._lines: dict[str, Line] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "lifespan":
            await self._inner(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Run what stands beside the requests."""
        async with watching(self._announcer):
            yield

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        refusal = await self._refusal(request)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        project = _project_of(scope["path"])
        client = self._client(request)
        assert client is not None
        scope = dict(scope)
        scope["lockstitch"] = {"client": client} | ({"project": project} if project else {})
        scope["path"] = PATH
        scope["raw_path"] = PATH.encode()
        if scope["method"] != "POST":
            await self._inner(scope, receive, send)
            return
        await self._post(scope, receive, send, place=project or "")

    async def _refusal(self, request: Request) -> Response | None:
        """Return the answer for one who may not enter, or asks for what is not there."""
        refused = await self._checks.validate_request(request, is_post=False)
        if refused is not None:
            return refused
        if self._client(request) is None:
            return PlainTextResponse(
                "A bearer token is needed; make one: lockstitch config CLIENT --http",
                status_code=401,
                headers={"WWW-Authenticate": 'Bearer realm="lockstitch"'},
            )
        if request.url.path != PATH and _project_of(request.url.path) is None:
            return PlainTextResponse("Not found", status_code=404)
        return None

    def _client(self, request: Request) -> str | None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            return None
        return self._tokens.client_of(token.strip())

    async def _post(self, scope: Scope, receive: Receive, send: Send, *, place: str) -> None:
        body = await _whole_body(receive)
        if body is None:
            answer = PlainTextResponse("Payload too large", status_code=413)
            await answer(scope, receive, send)
            return
        message = _message(body)
        if _lacks_meta(scope, message):
            await _missing_meta(message)(scope, receive, send)
            return
        reads = None
        if isinstance(message.get("method"), str):
            reads = self._surface.reads(str(message["method"]), message.get("params"))
        if reads is None:
            await self._inner(scope, _replayed(body, receive), send)
            return
        await self._in_turn(scope, _replayed(body, receive), send, place=place, reads=reads)

    async def _in_turn(
        self, scope: Scope, receive: Receive, send: Send, *, place: str, reads: bool
    ) -> None:
        line = self._lines.setdefault(place, Line())
        if line.length >= LIMITS.queued_requests:
            busy = PlainTextResponse("Too many requests wait for this project", status_code=503)
            await busy(scope, receive, send)
            return
        ticket = line.enter(reads=reads)
        try:
            await ticket.turn()
            await self._inner(scope, receive, send)
        finally:
            ticket.leave()
            if line.empty:
                self._lines.pop(place, None)


def _project_of(path: str) -> str | None:
    """Return the project id of `/mcp/p/<project_id>`."""
    prefix = f"{PATH}/p/"
    project = path.removeprefix(prefix).strip("/")
    return project if path.startswith(prefix) and project and "/" not in project else None


async def _whole_body(receive: Receive) -> bytes | None:
    """Return the body, or None when it is larger than allowed; what is too large is not kept."""
    parts: list[bytes] = []
    size = 0
    while True:
        event = await receive()
        if event["type"] != "http.request":
            return b"".join(parts)
        part = cast("bytes", event.get("body", b""))
        size += len(part)
        if size <= LIMITS.http_body_bytes:
            parts.append(part)
        else:
            parts.clear()
        if not event.get("more_body"):
            return b"".join(parts) if size <= LIMITS.http_body_bytes else None


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a channel that gives *body* once, and after it what the client really does."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return replay


def _message(body: bytes) -> dict[str, object]:
    try:
        message: object = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, object]", message) if isinstance(message, dict) else {}


def _lacks_meta(scope: Scope, message: dict[str, object]) -> bool:
    """Whether this is a request of the modern revision without what each of its requests carries."""
    headers = dict(cast("list[tuple[bytes, bytes]]", scope["headers"]))
    if headers.get(b"mcp-protocol-version", b"").decode("latin-1") != MODERN:
        return False
    if "method" not in message or "id" not in message:
        return False
    params = message.get("params")
    return not (
        isinstance(params, dict)
        and isinstance(cast("dict[str, object]", params).get("_meta"), dict)
    )


def _missing_meta(message: dict[str, object]) -> ASGIApp:
    identity = message.get("id")
    error = {"code": types.INVALID_PARAMS, "message": MISSING_META}
    return JSONResponse({"jsonrpc": "2.0", "id": identity, "error": error}, status_code=400)
