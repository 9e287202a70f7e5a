"""A client that speaks to a server process line by line, and the lines that it says."""

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

Frame = dict[str, Any]

MODERN: Final = "2026-07-28"
LEGACY: Final = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
VERSION_KEY: Final = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY: Final = "io.modelcontextprotocol/clientCapabilities"
META: Final[Mapping[str, object]] = {VERSION_KEY: MODERN, CAPABILITIES_KEY: {}}
INITIALIZED: Final[Mapping[str, object]] = {
    "jsonrpc": "2.0",
    "method": "notifications/initialized",
}
SOURCE: Final = Path(__file__).parents[2] / "src"
WAIT_SECONDS: Final = 120
_PASSED_ON: Final = ("PATH", "SYSTEMROOT", "TMPDIR", "COVERAGE_PROCESS_START")


def a_request(
    identity: str | int,
    method: str,
    params: Mapping[str, object] | None = None,
    *,
    meta: Mapping[str, object] | None = META,
) -> Frame:
    """Return a request of the modern era; *meta* None makes it one of an older era."""
    given = dict(params or {})
    if meta is not None:
        given["_meta"] = dict(meta)
    return {"jsonrpc": "2.0", "id": identity, "method": method, "params": given}


def a_call(
    identity: str | int, tool: str, *, meta: Mapping[str, object] | None = META, **arguments: object
) -> Frame:
    """Return a call of *tool*."""
    return a_request(identity, "tools/call", {"name": tool, "arguments": arguments}, meta=meta)


def an_initialize(identity: str | int, version: str, *, client: str = "wire") -> Frame:
    """Return the request that opens a connection of an older era."""
    params = {
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": client, "version": "1"},
    }
    return a_request(identity, "initialize", params, meta=None)


def a_cancel(identity: str | int) -> Frame:
    """Return the notification that cancels a request."""
    params = {"requestId": identity, "reason": "not needed any more"}
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}


def an_environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of a server whose store is in *folder*, and nothing of ours."""
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    environment |= {
        "HOME": str(folder),
        "LOCKSTITCH_DATA_DIR": str(folder / "data"),
        "PYTHONPATH": os.pathsep.join([str(SOURCE), str(SOURCE.parent)]),
    }
    return environment | more


def a_command(*options: str) -> list[str]:
    """Return the command that serves on standard streams."""
    return [sys.executable, "-m", "lockstitch", "serve", *options]


def line_of(message: object) -> bytes:
    """Return *message* as it goes over the wire; bytes go as they are."""
    return message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n"


def answers(frame: Frame, identity: object) -> bool:
    """Whether *frame* is the answer to the request with this id."""
    return "method" not in frame and frame.get("id") == identity


def text_of(frame: Frame) -> str:
    """Return the text of a tool's answer."""
    return str(frame["result"]["content"][0]["text"])


def structure_of(frame: Frame) -> dict[str, Any]:
    """Return the structure of a tool's answer."""
    return dict(frame["result"]["structuredContent"])


class Wire:
    """A client of a server process. Every wait is bounded."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        command: Sequence[str] | None = None,
        environment: Mapping[str, str] | None = None,
        directory: Path | None = None,
    ) -> None:
        self.process = subprocess.Popen(
            command or a_command(*options),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(environment or an_environment(folder)),
            cwd=directory or folder,
        )
        self._in = cast("BinaryIO", self.process.stdin)
        self._arrived: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._errors: list[bytes] = []
        self._next = 0
        self.frames: list[Frame] = []
        """Every message that came, in the order of arrival."""
        self.lines: list[bytes] = []
        """The same, as they came."""
        self._threads = (
            threading.Thread(
                target=self._read, args=(cast("BinaryIO", self.process.stdout),), daemon=True
            ),
            threading.Thread(
                target=self._note, args=(cast("BinaryIO", self.process.stderr),), daemon=True
            ),
        )
        for thread in self._threads:
            thread.start()

    def send(self, *messages: object) -> None:
        """Send messages without waiting for any answer; bytes go as they are."""
        self._in.write(b"".join(line_of(message) for message in messages))
        self._in.flush()

    def ask(
        self,
        method: str,
        params: Mapping[str, object] | None = None,
        *,
        meta: Mapping[str, object] | None = META,
    ) -> Frame:
        """Send a request and return its answer."""
        self._next += 1
        identity = f"ask-{self._next}"
        self.send(a_request(identity, method, params, meta=meta))
        return self.answer(identity)

    def call(
        self, tool: str, *, meta: Mapping[str, object] | None = META, **arguments: object
    ) -> Frame:
        """Call a tool and return its answer."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments}, meta=meta)

    def initialize(self, version: str) -> Frame:
        """Open a connection of an older era, and return what the server said to it."""
        self.send(an_initialize("open", version))
        answer = self.answer("open")
        self.send(INITIALIZED)
        return answer

    def answer(self, identity: object) -> Frame:
        """Wait for the answer with this id."""
        return self.until(lambda frame: answers(frame, identity))

    def until(self, wanted: Callable[[Frame], bool]) -> Frame:
        """Wait for a frame, of those that came already or will come."""
        for frame in self.frames:
            if wanted(frame):
                return frame
        while not wanted(frame := self.next()):
            pass
        return frame

    def next(self) -> Frame:
        """Wait for the next message."""
        line = self._arrived.get(timeout=WAIT_SECONDS)
        assert line, f"the server ended: {self.errors}"
        self.lines.append(line)
        self.frames.append(json.loads(line))
        return self.frames[-1]

    @property
    def errors(self) -> str:
        """What the server has said on standard error."""
        return b"".join(self._errors).decode(errors="replace")

    def finish(self) -> int:
        """End the input, take in all that is still answered, and return the exit code."""
        self.close_input()
        return self.ended()

    def close_input(self) -> None:
        """End the input, and wait for nothing."""
        with contextlib.suppress(BrokenPipeError):
            self._in.close()

    def ended(self) -> int:
        """Wait for the end of the process, take in what it said, and return its exit code."""
        code = self.process.wait(WAIT_SECONDS)
        while line := self._arrived.get(timeout=WAIT_SECONDS):
            self.frames.append(json.loads(line))
        for thread in self._threads:
            thread.join(WAIT_SECONDS)
        return code

    def close(self) -> None:
        """End the process whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(WAIT_SECONDS)
        for thread in self._threads:
            thread.join(WAIT_SECONDS)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(BrokenPipeError):
                assert stream is not None
                stream.close()

    def _read(self, stream: BinaryIO) -> None:
        for line in stream:
            self._arrived.put(line)
        self._arrived.put(b"")

    def _note(self, stream: BinaryIO) -> None:
        self._errors.extend(stream)


@contextlib.contextmanager
def a_wire(
    folder: Path,
    *options: str,
    command: Sequence[str] | None = None,
    environment: Mapping[str, str] | None = None,
    directory: Path | None = None,
) -> Generator[Wire]:
    """Run a server process and a client of it."""
    folder.mkdir(parents=True, exist_ok=True)
    wire = Wire(folder, *options, command=command, environment=environment, directory=directory)
    try:
        yield wire
    finally:
        wire.close()
