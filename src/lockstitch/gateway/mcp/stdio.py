"""The stdio transport: a message a line, in order, with nothing else on standard output.

The SDK runs requests side by side and drops lines that it cannot read. Here every request takes
its place in the line when it arrives, a line that is no message is answered, a batch of the one
revision that has them is answered as one, and the end of input waits for the answers still owed.
"""

import asyncio
import contextlib
import json
import logging
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final, Protocol, cast

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared._context_streams import create_context_streams
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from pydantic import ValidationError

from lockstitch.domain.limits import LIMITS
from lockstitch.gateway.mcp.surface import Surface
from lockstitch.gateway.order import Line, Ticket

logger = logging.getLogger(__name__)

BATCHES_IN: Final = "2025-03-26"
_UNENDING: Final = "subscriptions/listen"
_TOO_LONG: Final = b"\0too long"

Id = str | int


class _ToServer(Protocol):
    """The end of the channel on which the server reads."""

    async def send(self, item: SessionMessage | Exception, /) -> None: ...


def claim_standard_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the wire, and put what any library prints on standard error instead."""
    wire_in, wire_out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    sys.stdout = sys.stderr
    return os.fdopen(wire_in, "rb"), os.fdopen(wire_out, "wb")


@dataclass(slots=True)
class _Batch:
    """The answers that a batch still owes."""

    owed: set[Id]
    answers: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])


class StdioTransport:
    """Serves one connection over a pair of byte streams."""

    def __init__(self, server: Server[dict[str, Any]], surface: Surface) -> None:
        self._server = server
        self._surface = surface
        self._line = Line()
        self._owed: dict[Id, Callable[[], None]] = {}
        self._queued: dict[Id, asyncio.Task[None]] = {}
        self._batches: dict[Id, _Batch] = {}
        self._idle = asyncio.Event()
        self._revision: str | None = None
        self._out: BinaryIO | None = None

    async def run(self, wire_in: BinaryIO, wire_out: BinaryIO) -> None:
        """Serve until the input ends and every answer is written."""
        self._out = wire_out
        arriving: asyncio.Queue[bytes] = asyncio.Queue()
        room = threading.Semaphore(LIMITS.queued_requests)
        _start_reading(wire_in, arriving, room, asyncio.get_running_loop())
        to_server, server_reads = create_context_streams[SessionMessage | Exception](0)
        server_writes, from_server = create_context_streams[SessionMessage](0)
        options = self._server.create_initialization_options()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._server.run, server_reads, server_writes, options)
            tasks.start_soon(self._write_all, from_server)
            while line := await arriving.get():
                self._take(line, to_server)
                room.release()
                await asyncio.sleep(0)
            await self._settled()
            await to_server.aclose()

    def _take(self, line: bytes, to_server: _ToServer) -> None:
        if line is _TOO_LONG:
            limit = LIMITS.stdio_line_bytes
            self._fault(None, types.INVALID_REQUEST, f"a line has at most {limit} bytes")
            return
        try:
            message: object = json.loads(line)
        except (ValueError, RecursionError):
            self._fault(None, types.PARSE_ERROR, "Parse error: the line is no JSON")
            return
        if isinstance(message, list):
            self._take_batch(cast("list[object]", message), to_server)
        else:
            self._take_message(message, to_server)

    def _take_batch(self, messages: list[object], to_server: _ToServer) -> None:
        if self._revision != BATCHES_IN or not messages:
            said = (
                "Invalid Request: an empty batch"
                if not messages
                else (f"Invalid Request: only revision {BATCHES_IN} has batches")
            )
            self._fault(None, types.INVALID_REQUEST, said)
            return
        ids = {identity for message in messages if (identity := _id_of(message)) is not None}
        batch = _Batch(owed=set(ids))
        self._batches |= dict.fromkeys(ids, batch)
        for message in messages:
            if not self._take_message(message, to_server, in_batch=True):
                batch.answers.append(_fault_of(None, types.INVALID_REQUEST, "Invalid Request"))
        if not ids and batch.answers:
            self._send(batch.answers)

    def _take_message(
        self, message: object, to_server: _ToServer, *, in_batch: bool = False
    ) -> bool:
        try:
            parsed = types.jsonrpc_message_adapter.validate_python(message, by_name=False)
        except ValidationError:
            if not in_batch:
                self._fault(_id_of(message), types.INVALID_REQUEST, "Invalid Request")
            return False
        if isinstance(parsed, types.JSONRPCRequest):
            self._take_request(parsed, to_server)
            return True
        if isinstance(parsed, types.JSONRPCNotification) and self._cancels_queued(parsed):
            return True
        self._spawn(to_server.send(SessionMessage(parsed)))
        return True

    def _take_request(self, request: types.JSONRPCRequest, to_server: _ToServer) -> None:
        if request.id in self._owed:
            self._fault(request.id, types.INVALID_REQUEST, "Invalid Request: this id is in use")
            return
        reads = self._surface.reads(request.method, request.params)
        ticket = None if reads is None else self._line.enter(reads=reads)
        if request.method != _UNENDING:
            self._idle.clear()
            self._owed[request.id] = ticket.leave if ticket else lambda: None
        self._queued[request.id] = self._spawn(self._forward(request, ticket, to_server))

    async def _forward(
        self, request: types.JSONRPCRequest, ticket: Ticket | None, to_server: _ToServer
    ) -> None:
        async def unanswered() -> None:
            self._settle(request.id)

        if ticket is not None:
            await ticket.turn()
        self._queued.pop(request.id, None)
        metadata = ServerMessageMetadata(on_request_unanswered=unanswered)
        await to_server.send(SessionMessage(request, metadata=metadata))

    def _cancels_queued(self, message: types.JSONRPCNotification) -> bool:
        """Take a request that nobody has begun out of the line, when *message* cancels it."""
        if message.method != "notifications/cancelled":
            return False
        identity = (message.params or {}).get("requestId")
        task = self._queued.pop(identity, None) if isinstance(identity, str | int) else None
        if task is None or identity is None:
            return False
        task.cancel()
        self._settle(identity)
        return True

    async def _write_all(self, from_server: AsyncIterator[SessionMessage]) -> None:
        async for message in from_server:
            frame = message.message.model_dump(by_alias=True, exclude_unset=True, mode="json")
            self._note_revision(frame)
            answered = frame.get("id") if "method" not in frame else None
            batch = self._batches.pop(answered, None) if answered is not None else None
            if batch is None:
                self._send(frame)
            else:
                batch.answers.append(frame)
                batch.owed.discard(answered)
                if not batch.owed:
                    self._send(batch.answers)
            if answered is not None:
                self._settle(answered)

    def _note_revision(self, frame: dict[str, Any]) -> None:
        result = frame.get("result")
        if self._revision is None and isinstance(result, dict):
            self._revision = cast("dict[str, Any]", result).get("protocolVersion")

    def _settle(self, identity: Id) -> None:
        leave = self._owed.pop(identity, None)
        if leave is not None:
            leave()
        batch = self._batches.pop(identity, None)
        if batch is not None:  # cancelled: it will never be answered
            batch.owed.discard(identity)
            if not batch.owed and batch.answers:
                self._send(batch.answers)
        if not self._owed:
            self._idle.set()

    async def _settled(self) -> None:
        if self._owed:
            await self._idle.wait()

    def _fault(self, identity: Id | None, code: int, message: str) -> None:
        self._send(_fault_of(identity, code, message))

    def _send(self, frame: object) -> None:
        assert self._out is not None
        data = json.dumps(frame, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "replace"
        )
        with contextlib.suppress(BrokenPipeError):
            self._out.write(data + b"\n")
            self._out.flush()

    @staticmethod
    def _spawn(work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        _RUNNING.add(task)
        task.add_done_callback(_RUNNING.discard)
        return task


_RUNNING: Final[set[asyncio.Task[None]]] = set()
"""Tasks that nobody awaits are held here, or the loop would lose them."""


def _start_reading(
    wire: BinaryIO,
    arriving: "asyncio.Queue[bytes]",
    room: threading.Semaphore,
    loop: asyncio.AbstractEventLoop,
) -> None:
    """Read lines in a thread that ends with the process; empty bytes are the end of input."""

    def tell(line: bytes) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed: nobody listens any more
            loop.call_soon_threadsafe(arriving.put_nowait, line)

    def read() -> None:
        limit = LIMITS.stdio_line_bytes
        while line := wire.readline(limit + 1):
            if len(line) > limit:
                while line and not line.endswith(b"\n"):
                    line = wire.readline(limit)
                line = _TOO_LONG
            if line.strip():
                room.acquire()
                tell(line)
        tell(b"")

    threading.Thread(target=read, name="lockstitch-stdin", daemon=True).start()


def _id_of(message: object) -> Id | None:
    if not isinstance(message, dict) or "method" not in message:
        return None
    identity = cast("dict[str, object]", message).get("id")
    return identity if isinstance(identity, str | int) and not isinstance(identity, bool) else None


def _fault_of(identity: Id | None, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": message}}
