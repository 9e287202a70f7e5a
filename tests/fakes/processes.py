"""Real processes on one store, spoken to over pipes."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[2]


class Worker:
    """A process that does on the store what it is told, line by line; see `tests.stores.worker`."""

    def __init__(self, *, environment: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.stores.worker"],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": "src"} | dict(environment or {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def open(self, data_dir: Path, *, session: str = "s1", key: str | None = None) -> None:
        """Tell it to open a store, in the project of the folder beside it; it says "open"."""
        self.tell(
            "open",
            data_dir=str(data_dir),
            directory=str(data_dir.parent / "work"),
            session=session,
            key=key,
        )

    def tell(self, do: str, **arguments: object) -> None:
        """Send a line and wait for nothing."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": do} | arguments) + "\n")
        self.process.stdin.flush()

    def answer(self) -> object:
        """Return its next line."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, f"it ended: {self._errors()}"
        return json.loads(line)

    def lines(self) -> Iterator[str]:
        """Return what it says until it ends."""
        assert self.process.stdout is not None
        return iter(self.process.stdout)

    def ask(self, do: str, **arguments: object) -> object:
        """Send a line and return the answer to it."""
        self.tell(do, **arguments)
        return self.answer()

    def kill(self) -> None:
        """End it where it stands, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)

    def end(self) -> str:
        """Let it close its store; return what it said on standard error."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        said = self._errors()
        assert self.process.wait(60) == 0, said
        return said

    def _errors(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def __enter__(self) -> Self:
        assert self.answer() == "ready"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(60)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None and not pipe.closed:
                pipe.close()
