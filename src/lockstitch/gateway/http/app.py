"""The HTTP application: who may enter, in which order, and to which project."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any, Final

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.context import CallNext, HandlerResult
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecurityMiddleware, TransportSecuritySettings
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lockstitch.domain.limits import LIMITS
from lockstitch.gateway.http.bodies import lacks_meta, message_in, missing_meta, replayed, whole
from lockstitch.gateway.http.tokens import Tokens
from lockstitch.gateway.mcp.announce import Announcer, watching
from lockstitch.gateway.mcp.surface import Context, Surface
from lockstitch.gateway.order import Line, Ticket

PATH: Final = "/mcp"
_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
_STANDING: Final = "lockstitch.standing"


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


@dataclass(slots=True)
class _Standing:
    """A request's place in the line, kept while it is worked on even when nobody awaits it."""

    ticket: Ticket
    worked_on: bool = False


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
        server.middleware.append(_kept_in_line)
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
        self._arriving = asyncio.Lock()

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

    def close(self) -> None:
        """End the streams that would stay open for as long as their clients like."""
        self._announcer.close()

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = dict(scope)
        scope["headers"] = [(name, value.strip(b" \t")) for name, value in scope["headers"]]
        request = Request(scope)
        client = self._client(request)
        refusal = await self._refusal(request, client)
        if refusal is not None or client is None:
            assert refusal is not None
            await refusal(scope, receive, send)
            return
        project = _project_of(scope["path"])
        scope["lockstitch"] = {"client": client} | ({"project": project} if project else {})
        scope["user"] = _user(client)
        scope["path"] = PATH
        scope["raw_path"] = PATH.encode()
        if scope["method"] != "POST":
            await _closed_in_form(self._inner, scope, receive, send)
            return
        with contextlib.suppress(ClientDisconnect):
            await self._post(scope, receive, send, project=project)

    async def _refusal(self, request: Request, client: str | None) -> Response | None:
        """Return the answer for one who may not enter, or asks for what is not there."""
        refused = await self._checks.validate_request(request, is_post=False)
        if refused is not None:
            return refused
        if client is None:
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

    async def _post(
        self, scope: Scope, receive: Receive, send: Send, *, project: str | None
    ) -> None:
        body = await whole(scope, receive)
        if body is None:
            answer = PlainTextResponse("Payload too large", status_code=413)
            await answer(scope, receive, send)
            return
        message = message_in(body)
        if lacks_meta(scope, message):
            await missing_meta(message)(scope, receive, send)
            return
        reads = None
        if isinstance(message.get("method"), str):
            reads = self._surface.reads(str(message["method"]), message.get("params"))
        if reads is None:
            await self._inner(scope, replayed(body, receive), send)
            return
        # One at a time, in the order of arrival: a project that takes longer to find must not
        # cost its request the place before one that came later.
        async with self._arriving:
            place = await self._surface.place(project)
            line = self._lines.setdefault(place, Line())
            ticket = line.enter(reads=reads) if line.length < LIMITS.queued_requests else None
        if ticket is None:
            busy = PlainTextResponse("Too many requests wait for this project", status_code=503)
            await busy(scope, receive, send)
            return
        scope[_STANDING] = standing = _Standing(ticket)
        try:
            await _turn(ticket, receive)
            await self._inner(scope, replayed(body, receive), send)
        finally:
            if not standing.worked_on:
                ticket.leave()
            if line.empty and self._lines.get(place) is line:
                del self._lines[place]


async def _closed_in_form(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a request, and end its answer as HTTP does when *app*, on our way out, just drops it."""
    open_still = False

    async def noting(message: Message) -> None:
        nonlocal open_still
        open_still = message["type"] == "http.response.start" or bool(message.get("more_body"))
        await send(message)

    await app(scope, receive, noting)
    if open_still:
        await send({"type": "http.response.body", "body": b""})


async def _turn(ticket: Ticket, receive: Receive) -> None:
    """Wait for the turn.

    Raises:
        ClientDisconnect: the client went away before it came.
    """
    if ticket.admitted.is_set():
        return
    turn = asyncio.ensure_future(ticket.turn())
    gone = asyncio.ensure_future(receive())  # after the whole body nothing else can come
    try:
        await asyncio.wait((turn, gone), return_when=asyncio.FIRST_COMPLETED)
        if gone.done():
            raise ClientDisconnect
    finally:
        turn.cancel()
        gone.cancel()


async def _kept_in_line(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Keep a request's place until it is done, when its client has stopped listening before."""
    standing: object = None
    if ctx.request is not None:
        standing = ctx.request.scope.get(_STANDING)
    if not isinstance(standing, _Standing):
        return await call_next(ctx)
    standing.worked_on = True
    try:
        return await call_next(ctx)
    finally:
        standing.worked_on = False
        standing.ticket.leave()


def _user(client: str) -> AuthenticatedUser:
    """Return the holder of a token as the SDK knows one: a session answers to nobody else."""
    return AuthenticatedUser(AccessToken(token="", client_id=client, scopes=[]))


def _project_of(path: str) -> str | None:
    """Return the project id of `/mcp/p/<project_id>`."""
    prefix = f"{PATH}/p/"
    project = path.removeprefix(prefix).strip("/")
    return project if path.startswith(prefix) and project and "/" not in project else None
