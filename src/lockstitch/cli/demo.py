"""A day of an agent in half a minute: real commands, their true output, remembered over MCP."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from http.client import HTTPConnection
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

import click
from typing_extensions import override

_META: dict[str, object] = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
_TEST = """import unittest

from click.utils import make_default_short_help


class ShortHelp(unittest.TestCase):
    def test_a_first_sentence_is_the_short_help(self):
        self.assertEqual(make_default_short_help("Add a file. Then more."), "Add a file.")

    def test_a_long_sentence_is_cut(self):
        self.assertTrue(make_default_short_help("word " * 40, 20).endswith("..."))


if __name__ == "__main__":
    unittest.main()
"""
_LISTING = (
    "import csv, pathlib, sys\n"
    "out = csv.writer(sys.stdout)\n"
    "out.writerow(['file', 'lines', 'bytes'])\n"
    "for path in sorted(pathlib.Path('click').glob('*.py')):\n"
    "    data = path.read_bytes()\n"
    "    out.writerow([path.name, data.count(b'\\n'), len(data)])\n"
)
_ABOUT = (
    "import importlib.metadata, json, platform\n"
    "about = importlib.metadata.metadata('click')\n"
    "print(json.dumps({'name': about['Name'], 'version': about['Version'],"
    " 'python': {'version': platform.python_version(), 'requires': about['Requires-Python']}}))\n"
)


class _Agent:
    """An agent's end of a stdio connection to a real server."""

    def __init__(self, data_dir: Path, folder: Path) -> None:
        command = [sys.executable, "-m", "lockstitch", "--data-dir", str(data_dir), "serve"]
        environment = {
            k: v for k, v in os.environ.items() if not k.startswith(("CLAUDE", "GEMINI"))
        }
        self._server = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            env=environment,
            encoding="utf-8",
        )
        self._next = 0
        self.calls: list[float] = []

    def __exit__(self, *_: object) -> None:
        assert self._server.stdin is not None
        self._server.stdin.close()
        self._server.wait(timeout=30)

    def __enter__(self) -> Self:
        return self

    def call(self, tool: str, **arguments: object) -> dict[str, Any]:
        """Call a tool and return its structured answer."""
        self._next += 1
        params: dict[str, object] = {"name": tool, "arguments": arguments, "_meta": _META}
        frame: dict[str, object] = {
            "jsonrpc": "2.0",
            "id": self._next,
            "method": "tools/call",
            "params": params,
        }
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        started = time.perf_counter()
        self._server.stdin.write(json.dumps(frame) + "\n")
        self._server.stdin.flush()
        line = self._server.stdout.readline()
        self.calls.append((time.perf_counter() - started) * 1000)
        answer = json.loads(line)
        if "error" in answer or answer["result"].get("isError"):
            raise click.ClickException(f"{tool} said {line.strip()[:500]}")
        return answer["result"]["structuredContent"]


class _Story:
    """Tells what happens, and keeps what the end is measured by."""

    def __init__(self, agent: _Agent, folder: Path) -> None:
        self._agent = agent
        self._folder = folder
        self.kept: dict[str, str] = {}

    def says(self, role: str, content: str, **more: object) -> str:
        """Commit a turn; return its id."""
        done = self._agent.call("memory.commit_episode", role=role, content=content, **more)
        self.kept[done["episode_id"]] = hashlib.sha256(content.encode()).hexdigest()
        if done["content_sha256"] != self.kept[done["episode_id"]]:
            raise click.ClickException(f"episode {done['episode_id']} was stored with other bytes")
        facts = f", {done['symbolic_summary']}" if role == "tool" else ""
        first = content.strip().splitlines()[0][:60] if content.strip() else ""
        click.echo(f"  {role:9} {len(content):6} characters{facts}: {first}")
        suggested = done["suggested_anchor"]
        if suggested:
            click.echo(
                f"            looks like a rule ({suggested['kind']}): {suggested['excerpt'][:60]}"
            )
        return str(done["episode_id"])

    def runs(self, tool: str, command: Sequence[str]) -> str:
        """Run a real command and commit what it really said."""
        done = subprocess.run(
            command,
            cwd=self._folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        ending = f"exit code: {done.returncode}\n" if done.returncode else ""
        return self.says("tool", done.stdout + ending, tool_name=tool)


@click.command(
    epilog="""\b
Examples:
  lockstitch demo
  lockstitch demo --keep
"""
)
@click.option("--keep", is_flag=True, help="Leave the demo's folder, to look around in it.")
def command(*, keep: bool) -> None:
    """Show the memory at work: real commands in a real repository, over a real server."""
    folder = Path(tempfile.mkdtemp(prefix="lockstitch-demo-"))
    try:
        repository = _repository(folder / "click-checkout")
        data_dir = folder / "store"
        click.echo(f"A repository from the installed package click: {repository}")
        with _Agent(data_dir, repository) as agent:
            story = _Story(agent, repository)
            _work(story, repository)
            _remember(agent, story)
            _measure(agent, story, data_dir)
        with _Agent(data_dir, repository) as later:
            _next_week(later)
    finally:
        if keep:
            click.echo(f"Kept: {folder} (try: lockstitch --data-dir {folder / 'store'} status)")
        else:
            shutil.rmtree(folder, ignore_errors=True)


def _repository(folder: Path) -> Path:
    """Make a git repository of a package that is installed here."""
    shutil.copytree(
        Path(click.__file__).parent, folder / "click", ignore=shutil.ignore_patterns("__pycache__")
    )
    (folder / "test_short_help.py").write_text(_TEST, encoding="utf-8")
    git = ["git", "-c", "user.name=Demo", "-c", "user.email=demo@localhost"]
    for step in (["init", "-q"], ["add", "."], ["commit", "-qm", "As installed"]):
        subprocess.run([*git, *step], cwd=folder, check=True)
    return folder


def _work(story: _Story, repository: Path) -> None:
    click.echo("\nThe agent works, and every turn is committed word for word:")
    story.says("user", "Shorten the help texts in click/utils.py. Never force-push to main.")
    utils = repository / "click" / "utils.py"
    source = utils.read_text(encoding="utf-8")
    utils.write_text(source.replace('"..."', '".."'), encoding="utf-8")
    story.runs("git diff", ["git", "diff"])
    test = [sys.executable, "-m", "unittest", "-v", "test_short_help"]
    story.runs("unittest", test)
    utils.write_text(source, encoding="utf-8")
    story.runs("unittest", test)
    story.runs("package_info", [sys.executable, "-c", _ABOUT])
    story.runs("list_files", [sys.executable, "-c", _LISTING])
    story.says("tool", _headers(repository), tool_name="http_get")


def _headers(repository: Path) -> str:
    """Ask a server on this machine for a file; return the head of its answer."""

    class Quiet(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 - the library's own
            super().__init__(*arguments, directory=str(repository), **named)

        @override
        def log_message(self, format: str, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=10)
        connection.request("GET", "/test_short_help.py")
        answer = connection.getresponse()
        lines = [f"HTTP/1.1 {answer.status} {answer.reason}"]
        lines += [f"{name}: {value}" for name, value in answer.getheaders()]
        answer.read()
        connection.close()
        server.shutdown()
    return "\n".join(lines) + "\n\n"


def _remember(agent: _Agent, story: _Story) -> None:
    click.echo("\nA rule is pinned, a sub-task folded away, a mistake corrected:")
    pinned = agent.call("memory.pin", content="Never force-push to main.", kind="safety_constraint")
    click.echo(f"  pinned    {pinned['anchor_id']} costs {pinned['token_cost']} tokens a prompt")
    opened = agent.call("memory.fold", description="Look for callers", goal="Who cuts help texts?")
    story.runs("grep", ["git", "grep", "-n", "make_default_short_help"])
    story.runs("git log", ["git", "log", "--stat"])
    closed = agent.call(
        "memory.unfold",
        fold_id=opened["fold_id"],
        result_summary="Only click/core.py calls make_default_short_help.",
    )
    click.echo(
        f"  folded    {closed['episodes_folded']} steps away,"
        f" {closed['tokens_reclaimed']} tokens (estimated) left the window"
    )
    trace = agent.call("memory.recall_fold", fold_id=opened["fold_id"])
    for step in trace["episodes"]:
        if hashlib.sha256(step["content"].encode()).hexdigest() != story.kept[step["episode_id"]]:
            raise click.ClickException("a folded step came back with other bytes")
    wrong = story.says("assistant", "The default width of a short help is 80 characters.")
    story.says("user", "Correction: the default width of a short help is 45.", corrects=wrong)


def _measure(agent: _Agent, story: _Story, data_dir: Path) -> None:
    click.echo("\nRecall finds it again:")
    for question in (
        "default width of a short help",
        "which tests failed",
        "installed version of click",
        "content-type header",
        "recipe for pancakes",
    ):
        found = agent.call("memory.recall", query=question)
        click.echo(f"  ? {question}")
        for hit in [one for place, one in enumerate(found["results"]) if place < 2 or one["stale"]]:
            current = f" -> now: {hit['current_value']}" if hit["stale"] else ""
            click.echo(f"    {hit['kind']:13} {_shown(hit['text'])}{current}")
        if not found["results"]:
            click.echo("    nothing is known about that")
    same = 0
    for episode, digest in story.kept.items():
        same += hashlib.sha256(_whole(agent, episode).encode()).hexdigest() == digest
    calls = sorted(agent.calls)
    size = sum(path.stat().st_size for path in data_dir.rglob("*") if path.is_file())
    click.echo("\nMeasured:")
    click.echo(f"  {same} of {len(story.kept)} episodes came back byte for byte (SHA-256)")
    click.echo(
        f"  {len(calls)} calls over stdio, median {calls[len(calls) // 2]:.1f} ms, each answered durable"
    )
    click.echo(f"  {size / 1e6:.1f} MB on disk")
    if same != len(story.kept):
        raise click.ClickException("an episode came back with other bytes")


def _next_week(later: _Agent) -> None:
    click.echo("\nAnother session, in another process:")
    found = later.call("memory.recall", query="what calls make_default_short_help", k=1)
    click.echo(f"  recalls: {_shown(found['results'][0]['text'])}")
    status = later.call("sakur4.status")
    click.echo(
        f"  {status['project_episodes']} episodes, {status['project_facts']} facts, {status['anchors']} rule"
    )


def _whole(agent: _Agent, episode: str) -> str:
    parts: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = agent.call("read_passage", id=episode, offset=offset)
        parts.append(page["text"])
        offset = page["next_offset"]
    return "".join(parts)


def _shown(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= 80 else f"{one_line[:77]}..."
