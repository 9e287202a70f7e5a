"""Measure what calls cost, in process, over stdio and over HTTP, and what starting costs.

    python -m bench.latency                       # 1,000 and 10,000 episodes
    python -m bench.latency --sizes 100000 --rival

Wall times are for a quiet machine; CPU times hold on a busy one. `--rival` measures the official
`@modelcontextprotocol/server-memory` beside it, installed with npm into a temporary folder.
"""

import argparse
import asyncio
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench.corpus import questions, turns
from lockstitch.app.commit import Turn, commit
from lockstitch.app.identify import identify
from lockstitch.app.recall import Question, recall
from lockstitch.app.world import World
from lockstitch.config import read_settings
from lockstitch.domain.project import Caller, SessionSource
from lockstitch.wiring import open_world

ROUNDS = 200
META: dict[str, Any] = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
Row = dict[str, float | int | str]


class Stopwatch:
    """Collects wall and CPU milliseconds of this process, call by call."""

    def __init__(self) -> None:
        self.wall: list[float] = []
        self.cpu: list[float] = []
        self._started = (0.0, 0.0)

    def __enter__(self) -> "Stopwatch":
        self._started = (time.perf_counter(), time.process_time())
        return self

    def __exit__(self, *_: object) -> None:
        self.wall.append((time.perf_counter() - self._started[0]) * 1000)
        self.cpu.append((time.process_time() - self._started[1]) * 1000)

    def row(self, what: str) -> Row:
        """Return the figures of one line."""
        ordered = sorted(self.wall)
        return {
            "what": what,
            "p50 ms": round(statistics.median(ordered), 2),
            "p95 ms": round(ordered[int(len(ordered) * 0.95)], 2),
            "cpu ms": round(statistics.mean(self.cpu), 2),
            "n": len(ordered),
        }


async def in_process(size: int) -> list[Row]:
    """Return the cost of commit and recall in a store of *size* episodes."""
    pieces = turns(size + ROUNDS)
    with tempfile.TemporaryDirectory() as folder:
        world = open_world(read_settings({"data_dir": folder}))
        try:
            project = (await identify(world, folder)).id
            caller = Caller(
                project=project, session_id="bench", session_source=SessionSource.ARGUMENT
            )
            filling = time.perf_counter()
            for piece in pieces[:size]:
                await commit(world, caller, Turn(role="assistant", content=piece))
            filled = time.perf_counter() - filling
            rows = await _calls(world, caller, pieces, size)
        finally:
            world.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rows.append(
        {
            "what": f"in process, {size}: filling",
            "p50 ms": round(filled / size * 1000, 2),
            "n": size,
        }
    )
    rows.append({"what": f"in process, {size}: peak memory", "MB": round(peak, 1)})
    return rows


async def _calls(world: World, caller: Caller, pieces: Sequence[str], size: int) -> list[Row]:
    writing, reading = Stopwatch(), Stopwatch()
    for piece in pieces[size:]:
        with writing:
            await commit(world, caller, Turn(role="assistant", content=piece))
    for question in questions(list(pieces), ROUNDS):
        with reading:
            await recall(world, caller, Question(query=question))
    return [
        writing.row(f"in process, {size}: commit, durable"),
        reading.row(f"in process, {size}: recall"),
    ]


def _warm() -> dict[str, str]:
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
            env=_warm() | (environment or {}),
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

    def cpu_ms(self) -> float:
        """Return the CPU time of the process so far, from the kernel's table."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") * 1000

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
        writing, reading = Stopwatch(), Stopwatch()
        for piece in pieces:
            with writing:
                arguments = {"role": "assistant", "content": piece}
                served.ask(
                    "tools/call",
                    {"name": "memory.commit_episode", "arguments": arguments, "_meta": META},
                )
        for question in questions(pieces, ROUNDS):
            with reading:
                served.ask(
                    "tools/call",
                    {"name": "memory.recall", "arguments": {"query": question}, "_meta": META},
                )
        rows += [writing.row("stdio: commit"), reading.row("stdio: recall")]
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

        writing, reading = Stopwatch(), Stopwatch()
        for piece in pieces:
            with writing:
                call("memory.commit_episode", {"role": "assistant", "content": piece})
        for question in questions(pieces, ROUNDS):
            with reading:
                call("memory.recall", {"query": question})
        rows = [writing.row("http: commit"), reading.row("http: recall")]
        rows.append({"what": "http: peak memory", "MB": round(served.peak_mb(), 1)})
        served.process.terminate()
        served.process.wait(timeout=30)
    return rows


def command_line() -> list[Row]:
    """Return the CPU time of whole commands, start and all, and of an interpreter that does nothing."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        base = [sys.executable, "-m", "lockstitch", "--data-dir", folder]
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "import click": [sys.executable, "-c", "import click"],
        }
        for what in (["--help"], ["commit", "hello there"], ["status"], ["recall", "hello"]):
            commands[f"lockstitch {what[0]}"] = [*base, *what]
        for name, command in commands.items():
            spent = Stopwatch()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=_warm())
            for _ in range(7):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                with spent:
                    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=_warm())
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                spent.cpu[-1] = (
                    after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                ) * 1000
            rows.append(spent.row(f"command line: {name}"))
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
        writing, reading = Stopwatch(), Stopwatch()
        for number, piece in enumerate(pieces):
            entity = {"name": f"turn {number}", "entityType": "turn", "observations": [piece]}
            with writing:
                served.ask(
                    "tools/call", {"name": "create_entities", "arguments": {"entities": [entity]}}
                )
        for question in questions(pieces, ROUNDS):
            with reading:
                served.ask(
                    "tools/call",
                    {"name": "search_nodes", "arguments": {"query": question.split()[2]}},
                )
        rows += [
            writing.row("server-memory: create_entities"),
            reading.row("server-memory: search_nodes"),
        ]
        rows.append({"what": "server-memory: peak memory", "MB": round(served.peak_mb(), 1)})
        served.end()
    return rows


def main() -> None:
    """Print a line a figure, or JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="*", default=[1_000, 10_000])
    parser.add_argument("--calls", type=int, default=1_000, help="commits over stdio and HTTP")
    parser.add_argument("--rival", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.only is not None:
        print(json.dumps(asyncio.run(in_process(given.only))))
        return
    rows = command_line() + over_stdio(given.calls) + over_http(given.calls)
    for size in given.sizes:  # each in a process of its own, for its peak memory
        own = [sys.executable, "-m", "bench.latency", "--only", str(size)]
        rows += json.loads(subprocess.check_output(own, text=True))
    if given.rival:
        rows += rival(given.calls)
    else:
        rows.append({"what": "server-memory: skipped, --rival was not given"})
    if given.json:
        print(json.dumps({"load": os.getloadavg()[0], "rows": rows}))
        return
    print(
        f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, Python {sys.version.split()[0]}"
    )
    for row in rows:
        figures = ", ".join(f"{name} {value}" for name, value in row.items() if name != "what")
        print(f"{row['what']:44} {figures}")


if __name__ == "__main__":
    main()
