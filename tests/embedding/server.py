"""A server that speaks OpenAI's `/v1/embeddings` on 127.0.0.1, well or as it is told."""

import contextlib
import hashlib
import json
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from typing_extensions import override

MODEL: Final = "tiny-embedder"
DIMENSIONS: Final = 8

Asked = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What goes back: a body, in stretches if it takes a while."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    stretches: Iterator[bytes] | None = None


@dataclass(slots=True)
class Served:
    """A running server: where it is, what it was asked, and how it answers."""

    url: str
    answer: "Callable[[Asked], Answer]"
    asked: list[Asked] = field(default_factory=list[Asked])
    keys: list[str] = field(default_factory=list[str])
    over: threading.Event = field(default_factory=threading.Event)


def vector_of(text: str) -> list[float]:
    """Return numbers that hang on *text* alone; not of length 1."""
    return [byte - 127.5 for byte in hashlib.sha256(text.encode()).digest()[:DIMENSIONS]]


def entries_of(asked: Asked) -> list[Asked]:
    """Return what a good server puts under `data`."""
    return [
        {"object": "embedding", "index": at, "embedding": vector_of(text)}
        for at, text in enumerate(asked["input"])
    ]


def with_data(data: object) -> Answer:
    """Return a well-formed answer with *data* in it."""
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    body = {"object": "list", "model": MODEL, "data": data, "usage": usage}
    return Answer(body=json.dumps(body).encode())


def refusal(status: int, message: str) -> Answer:
    """Return an error as OpenAI words it."""
    return Answer(status=status, body=json.dumps({"error": {"message": message}}).encode())


def well(asked: Asked) -> Answer:
    """Answer as the interface promises, the last text first."""
    if any(not text.strip() for text in asked["input"]):
        return refusal(400, "input cannot be an empty string")
    return with_data(entries_of(asked)[::-1])


class _Server(ThreadingHTTPServer):
    daemon_threads = False

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(address, handler)
        self.failures: list[BaseException | None] = []

    @override
    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exc_info()[1], OSError):  # who asked has gone away
            self.failures.append(sys.exc_info()[1])


@contextlib.contextmanager
def serving(answer: Callable[[Asked], Answer] = well, *, key: str = "") -> Generator[Served]:
    """Run a server until the block ends; with a *key*, it refuses who does not show it."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            asked: Asked = json.loads(self.rfile.read(length))
            shown = self.headers.get("Authorization", "")
            served.asked.append(asked)
            served.keys.append(shown)
            if self.path != "/v1/embeddings":
                return self._send(refusal(404, "not found"))
            if key and shown != f"Bearer {key}":
                return self._send(refusal(401, f"no such key: {shown}"))
            return self._send(served.answer(asked))

        def _send(self, answer: Answer) -> None:
            self.send_response(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            if answer.stretches is None:
                self.send_header("Content-Length", str(len(answer.body)))
            else:
                self.send_header("Connection", "close")
            self.end_headers()
            with contextlib.suppress(OSError):  # who asked may have gone away
                self.wfile.write(answer.body)
                for stretch in answer.stretches or ():
                    self.wfile.write(stretch)

        @override
        def log_message(self, format: str, *args: object) -> None:
            pass

    with _Server(("127.0.0.1", 0), Handler) as server:
        served = Served(url=f"http://127.0.0.1:{server.server_port}/v1", answer=answer)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield served
        finally:
            served.over.set()
            server.shutdown()
            thread.join()
    assert not server.failures
