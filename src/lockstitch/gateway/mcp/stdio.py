"""The stdio transport: a message a line, in order, with nothing else on the wire.

The SDK runs requests side by side, drops lines that it cannot read, and holds a connection to the
era of its first request. Here every request takes its place in the line when it arrives, a line
that is no message is answered, a batch of the one revision that has them is answered as one, both
eras are served at once (a client that got no answer to its probe in time goes on with a handshake),
and the end of input waits for the answers still owed.
"""

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final, Protocol, cast

import anyio
import anyio.abc
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared._context_streams import ContextReceiveStream, create_context_streams
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from pydantic import ValidationError

from lockstitch.domain.limits import LIMITS
from lockstitch.gateway.mcp.faults import MISSING_META
from lockstitch.gateway.mcp.surface import Surface
from lockstitch.gateway.order import Line, Ticket

logger = logging.getLogger(__name__)

BATCHES_IN: Final = "2025-03-26"
_UNENDING: Final = "subscriptions/listen"
_CANCELLED: Final = "notifications/cancelled"
_BEFORE_HANDSHAKE: Final = frozenset({"initialize", "ping"})
_TOO_LONG: Final = b"\0too long"

Id = str | int
Frame = dict[str, Any]


class _ToServer(Protocol):
    """The end of a channel on which the server reads."""

    async def send(self, item: SessionMessage | Exception, /) -> None: ...
    async def aclose(self) -> None: ...


@dataclass(slots=True)
class _Batch:
    """The answers that a batch has, and the ids of those that it still owes."""

    owed: set[Id] = field(default_factory=set[Id])
    answers: list[Frame] = field(default_factory=list[Frame])


@dataclass(slots=True, kw_only=True)
class _Debt:
    """An answer that is owed. `waiting` is the task that holds it until its turn."""

    ticket: Ticket | None
    batch: _Batch | None
    unending: bool
    waiting: "asyncio.Task[None] | None" = None


class StdioTransport:
    """Serves one connection over a pair of byte streams."""

    def __init__(
        self,
        server: Server[dict[str, Any]],
        surface: Surface,
        *,
        line_bytes_max: int = LIMITS.stdio_line_bytes,
    ) -> None:
        self._server = server
        self._surface = surface
        self._line_bytes_max = line_bytes_max
        self._line = Line()
        self._owed: dict[Id, _Debt] = {}
        self._awaited = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._handshake: object = None
        self._modern: _ToServer | None = None
        self._legacy: _ToServer | None = None
        self._out: BinaryIO | None = None

    async def run(self, wire_in: BinaryIO, wire_out: BinaryIO) -> None:
        """Serve until the input ends and every answer is written."""
        self._out = wire_out
        arriving: asyncio.Queue[bytes] = asyncio.Queue()
        room = threading.Semaphore(LIMITS.queued_requests)
        reader = _Reader(wire_in, arriving, room=room, line_bytes_max=self._line_bytes_max)
        reader.start(asyncio.get_running_loop())
        async with anyio.create_task_group() as tasks:
            self._modern, self._legacy = self._serve(tasks), self._serve(tasks)
            while line := await arriving.get():
                self._take(line)
                room.release()
                await asyncio.sleep(0)
            await self._idle.wait()
            await self._modern.aclose()
            await self._legacy.aclose()

    def _serve(self, tasks: anyio.abc.TaskGroup) -> _ToServer:
        """Start a server for one era, and return where it reads."""
        to_server, server_reads = create_context_streams[SessionMessage | Exception](0)
        server_writes, from_server = create_context_streams[SessionMessage](0)
        options = self._server.create_initialization_options()
        tasks.start_soon(self._server.run, server_reads, server_writes, options)
        tasks.start_soon(self._write_all, from_server)
        return to_server

    def _take(self, line: bytes) -> None:
        if line is _TOO_LONG:
            said = f"a line has at most {self._line_bytes_max} bytes"
            self._say(_fault_of(None, types.INVALID_REQUEST, said), None)
            return
        try:
            message: object = json.loads(line)
        except (ValueError, RecursionError):
            said = "Parse error: the line is no JSON"
            self._say(_fault_of(None, types.PARSE_ERROR, said), None)
            return
        if isinstance(message, list):
            self._take_batch(cast("list[object]", message))
        else:
            self._take_message(message, None)

    def _take_batch(self, messages: list[object]) -> None:
        if not messages or self._handshake != BATCHES_IN:
            said = f"only revision {BATCHES_IN} has batches" if messages else "an empty batch"
            fault = _fault_of(None, types.INVALID_REQUEST, f"Invalid Request: {said}")
            self._say(fault, None)
            return
        batch = _Batch()
        for message in messages:
            self._take_message(message, batch)
        self._say_when_whole(batch)

    def _take_message(self, message: object, batch: _Batch | None) -> None:
        try:
            parsed = types.jsonrpc_message_adapter.validate_python(message, by_name=False)
        except ValidationError:
            parsed = None
        if isinstance(parsed, types.JSONRPCRequest):
            self._take_request(parsed, batch)
        elif isinstance(parsed, types.JSONRPCNotification) and "id" not in cast("Frame", message):
            self._take_notification(parsed)
        elif isinstance(parsed, types.JSONRPCResponse | types.JSONRPCError):
            assert self._legacy is not None
            _spawn(_hand_over(SessionMessage(parsed), self._legacy))
        else:
            self._say(_fault_of(_id_of(message), types.INVALID_REQUEST, "Invalid Request"), batch)

    def _take_request(self, request: types.JSONRPCRequest, batch: _Batch | None) -> None:
        if request.id in self._owed:
            said = "Invalid Request: this id is in use"
            self._say(_fault_of(request.id, types.INVALID_REQUEST, said), batch)
            return
        if request.method == "initialize":
            self._handshake = (request.params or {}).get("protocolVersion")
        to_server = self._way_of(request)
        if to_server is None:
            self._say(_fault_of(request.id, types.INVALID_PARAMS, MISSING_META), batch)
            return
        reads = self._surface.reads(request.method, request.params)
        ticket = None if reads is None else self._line.enter(reads=reads)
        debt = _Debt(ticket=ticket, batch=batch, unending=request.method == _UNENDING)
        self._owed[request.id] = debt
        self._await(debt, 1)
        if batch is not None:
            batch.owed.add(request.id)
        debt.waiting = _spawn(self._forward(request, debt, to_server))

    def _way_of(self, request: types.JSONRPCRequest) -> _ToServer | None:
        """Return the server that *request* goes to; None when it belongs to neither era."""
        meta = (request.params or {}).get("_meta")
        if (
            request.method != "initialize"
            and isinstance(meta, Mapping)
            and types.PROTOCOL_VERSION_META_KEY in meta
        ):
            return self._modern
        if self._handshake is not None or request.method in _BEFORE_HANDSHAKE:
            return self._legacy
        return None

    async def _forward(
        self, request: types.JSONRPCRequest, debt: _Debt, to_server: _ToServer
    ) -> None:
        async def unanswered() -> None:
            self._settle(request.id, None)

        if debt.ticket is not None:
            await debt.ticket.turn()
        debt.waiting = None
        metadata = ServerMessageMetadata(on_request_unanswered=unanswered)
        await _hand_over(SessionMessage(request, metadata=metadata), to_server)

    def _take_notification(self, notification: types.JSONRPCNotification) -> None:
        assert self._legacy is not None
        assert self._modern is not None
        if notification.method == _CANCELLED:
            if self._takes_back((notification.params or {}).get("requestId")):
                return
            _spawn(_hand_over(SessionMessage(notification), self._modern))
        _spawn(_hand_over(SessionMessage(notification), self._legacy))

    def _takes_back(self, identity: object) -> bool:
        """Take a request that nobody has begun out of the line."""
        debt = self._owed.get(identity) if isinstance(identity, str | int) else None
        if debt is None or debt.waiting is None:
            return False
        debt.waiting.cancel()
        self._settle(cast("Id", identity), None)
        return True

    async def _write_all(self, from_server: ContextReceiveStream[SessionMessage]) -> None:
        async with from_server:
            async for message in from_server:
                frame = message.message.model_dump(by_alias=True, exclude_unset=True, mode="json")
                if "method" in frame:
                    self._say(frame, None)
                else:
                    self._settle(cast("Id", frame.get("id")), frame)

    def _settle(self, identity: Id, answer: Frame | None) -> None:
        """Write *answer*, and let in those who stood behind; None when there will be no answer."""
        debt = self._owed.pop(identity, None)
        batch = None if debt is None else debt.batch
        if answer is not None:
            self._say(answer, batch)
        if batch is not None:
            batch.owed.discard(identity)
            self._say_when_whole(batch)
        if debt is not None:
            if debt.ticket is not None:
                debt.ticket.leave()
            self._await(debt, -1)

    def _await(self, debt: _Debt, change: int) -> None:
        """Count the answers that the end of input waits for."""
        self._awaited += 0 if debt.unending else change
        if self._awaited:
            self._idle.clear()
        else:
            self._idle.set()

    def _say_when_whole(self, batch: _Batch) -> None:
        if batch.answers and not batch.owed:
            self._write(batch.answers)

    def _say(self, frame: Frame, batch: _Batch | None) -> None:
        if batch is None:
            self._write(frame)
        else:
            batch.answers.append(frame)

    def _write(self, frames: Frame | list[Frame]) -> None:
        assert self._out is not None
        with contextlib.suppress(BrokenPipeError):  # nobody reads any more; the input ends next
            self._out.write(_encoded(frames) + b"\n")
            self._out.flush()


class _Reader:
    """Reads lines in a thread that ends with the process; empty bytes are the end of input."""

    def __init__(
        self,
        wire: BinaryIO,
        arriving: "asyncio.Queue[bytes]",
        *,
        room: threading.Semaphore,
        line_bytes_max: int,
    ) -> None:
        self._wire = wire
        self._arriving = arriving
        self._room = room
        self._line_bytes_max = line_bytes_max

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start the thread; what it reads arrives in *loop*."""
        threading.Thread(target=self._run, args=(loop,), name="stdin", daemon=True).start()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed: nobody listens any more
            while line := self._next():
                if line.strip():
                    self._room.acquire()
                    loop.call_soon_threadsafe(self._arriving.put_nowait, line)
            loop.call_soon_threadsafe(self._arriving.put_nowait, b"")

    def _next(self) -> bytes:
        line = self._wire.readline(self._line_bytes_max + 1)
        if len(line) <= self._line_bytes_max:
            return line
        while line and not line.endswith(b"\n"):
            line = self._wire.readline(self._line_bytes_max)
        return _TOO_LONG


_RUNNING: Final[set[asyncio.Task[None]]] = set()
"""Tasks that nobody awaits are held here, or the loop would lose them."""


def _spawn(work: Coroutine[object, object, None]) -> "asyncio.Task[None]":
    task: asyncio.Task[None] = asyncio.ensure_future(work)
    _RUNNING.add(task)
    task.add_done_callback(_RUNNING.discard)
    return task


async def _hand_over(message: SessionMessage, to_server: _ToServer) -> None:
    with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):  # we are ending
        await to_server.send(message)


def _id_of(message: object) -> Id | None:
    if not isinstance(message, dict) or "method" not in message:
        return None
    identity = cast("dict[str, object]", message).get("id")
    return identity if isinstance(identity, str | int) and not isinstance(identity, bool) else None


def _fault_of(identity: Id | None, code: int, message: str) -> Frame:
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": message}}


def _encoded(frames: Frame | list[Frame]) -> bytes:
    try:
        return json.dumps(frames, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:  # a lone surrogate, which JSON can say in an escape alone
        return json.dumps(frames, separators=(",", ":")).encode()
