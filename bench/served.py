"""What a server costs its caller, over stdio and over HTTP, and what another memory server does."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench.corpus import questions, turns
from bench.stopwatch import Row, Stopwatch, percentile

ROUNDS = 200
META: dict[str, Any] = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


def warm() -> dict[str, str]:
    """Return an environment in which compiled modules are kept, as on a user's machine."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class Served:
    """A server as a process, and its CPU time when it is done."""

    def __init__(
        self, command: Sequence[str], *, environment: dict[str, str] | None = None
    ) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=warm() | (environment or {}),
            encoding="utf-8",
        )
        self._next = 0

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send one request over stdio and wait for its answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._next += 1
        frame = {"jsonrpc": "2.0", "id": self._next, "method": method, "params": params}
        self.process.stdin.write(json.dumps(frame) + "\n")
        self.process.stdin.flush()
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self._next:
                return answer

    def use(
        self, tool: str, arguments: dict[str, Any], *, meta: dict[str, Any] | None = META
    ) -> None:
        """Call a tool."""
        params: dict[str, Any] = {"name": tool, "arguments": arguments}
        self.ask("tools/call", params if meta is None else {**params, "_meta": meta})

    def cpu_ms(self) -> float:
        """Return the CPU time of the process so far, from the kernel's table."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") * 1000

    def times(self, work: Iterable[Callable[[], object]], *, what: str) -> Row:
        """Do each piece of *work*; return its wall time here, and the CPU time of the server."""
        watch, before = Stopwatch(), self.cpu_ms()
        for call in work:
            with watch:
                call()
        n = len(watch.wall)
        return {
            "what": what,
            "p50 ms": percentile(watch.wall, 50),
            "p95 ms": percentile(watch.wall, 95),
            # The kernel counts a process's time in steps of 10 ms: of one call it knows nothing.
            "cpu mean ms": round((self.cpu_ms() - before) / max(1, n), 2),
            "n": n,
        }

    def peak_mb(self) -> float:
        """Return the peak resident memory of the process so far."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
        return 0.0

    def end(self) -> None:
        """Close its input and wait."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=30)


def over_stdio(count: int) -> list[Row]:
    """Return the cost of starting, committing and recalling over stdio."""
    pieces = turns(count)
    with tempfile.TemporaryDirectory() as folder:
        Served([sys.executable, "-m", "lockstitch", "--data-dir", folder, "serve"]).end()
        started = time.perf_counter()
        served = Served([sys.executable, "-m", "lockstitch", "--data-dir", folder, "serve"])
        served.ask("tools/call", {"name": "sakur4.status", "arguments": {}, "_meta": META})
        rows: list[Row] = [
            {
                "what": "stdio: start to first answer",
                "p50 ms": round((time.perf_counter() - started) * 1000, 1),
                "cpu ms": round(served.cpu_ms(), 1),
                "n": 1,
            }
        ]
        rows += [
            served.times(
                (
                    partial(
                        served.use, "memory.commit_episode", {"role": "assistant", "content": p}
                    )
                    for p in pieces
                ),
                what="stdio: commit",
            ),
            served.times(
                (
                    partial(served.use, "memory.recall", {"query": question})
                    for question in questions(pieces, ROUNDS)
                ),
                what="stdio: recall",
            ),
        ]
        rows.append({"what": "stdio: peak memory", "MB": round(served.peak_mb(), 1)})
        served.end()
    return rows


def over_http(count: int) -> list[Row]:
    """Return the cost of committing and recalling over HTTP, on one kept connection."""
    pieces = turns(count)
    base = [sys.executable, "-m", "lockstitch"]
    with tempfile.TemporaryDirectory() as folder:
        place = ["--data-dir", folder]
        token = subprocess.check_output(
            [*base, *place, "config", "generic", "--token"], text=True
        ).strip()
        served = Served([*base, *place, "serve", "--http", "--port", "0"])
        assert served.process.stderr is not None
        line = served.process.stderr.readline()
        port = int(line.rpartition(":")[2].partition("/")[0])
        connection = HTTPConnection("127.0.0.1", port)

        def call(name: str, arguments: dict[str, Any]) -> None:
            params = {"name": name, "arguments": arguments, "_meta": META}
            body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
            headers = {
                "Authorization": f"Bearer {token}",
                "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream",
                "MCP-Protocol-Version": "2026-07-28",
                "Mcp-Method": "tools/call",
                "Mcp-Name": name,
            }
            connection.request("POST", "/mcp", body.encode(), headers)
            answer = connection.getresponse()
            said = answer.read()
            if answer.status != 200:
                raise SystemExit(f"the server said {answer.status}: {said[:300]!r}")

        rows = [
            served.times(
                (
                    partial(call, "memory.commit_episode", {"role": "assistant", "content": piece})
                    for piece in pieces
                ),
                what="http: commit",
            ),
            served.times(
                (
                    partial(call, "memory.recall", {"query": question})
                    for question in questions(pieces, ROUNDS)
                ),
                what="http: recall",
            ),
        ]
        rows.append({"what": "http: peak memory", "MB": round(served.peak_mb(), 1)})
        served.process.terminate()
        served.process.wait(timeout=30)
    return rows


def rival(count: int) -> list[Row]:
    """Return the same for the official memory server, or the reason why not."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return [{"what": "server-memory: skipped, npm or node is not installed"}]
    pieces = turns(count)
    with tempfile.TemporaryDirectory() as folder:
        package = "@modelcontextprotocol/server-memory"
        done = subprocess.run(
            [npm, "install", "--silent", "--prefix", folder, package], check=False
        )
        if done.returncode:
            return [{"what": "server-memory: skipped, npm could not install it"}]
        script = Path(folder) / "node_modules" / package / "dist" / "index.js"
        environment = {"MEMORY_FILE_PATH": str(Path(folder) / "memory.json")}
        started = time.perf_counter()
        served = Served([node, str(script)], environment=environment)
        hello = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "bench", "version": "1"},
        }
        served.ask("initialize", hello)
        rows: list[Row] = [
            {
                "what": "server-memory: start to first answer",
                "p50 ms": round((time.perf_counter() - started) * 1000, 1),
                "cpu ms": round(served.cpu_ms(), 1),
                "n": 1,
            }
        ]
        entities = (
            {"name": f"turn {number}", "entityType": "turn", "observations": [piece]}
            for number, piece in enumerate(pieces)
        )
        rows += [
            served.times(
                (
                    partial(served.use, "create_entities", {"entities": [entity]}, meta=None)
                    for entity in entities
                ),
                what="server-memory: create_entities",
            ),
            served.times(
                (
                    partial(served.use, "search_nodes", {"query": asked.split()[2]}, meta=None)
                    for asked in questions(pieces, ROUNDS)
                ),
                what="server-memory: search_nodes",
            ),
        ]
        rows.append({"what": "server-memory: peak memory", "MB": round(served.peak_mb(), 1)})
        served.end()
    return rows
