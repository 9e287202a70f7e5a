"""What only a process of its own shows: what it imports, its streams, and how it is ended."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.cli.terminal import Terminal

HEAVY: Final = {"mcp", "starlette", "uvicorn", "jsonschema", "numpy", "rich", "pydantic", "anyio"}
"""What no command may import that does not serve."""
TELL_MODULES: Final = """
import sys
from lockstitch.cli import main
try:
    main()
except SystemExit as end:
    print(*sys.modules, file=sys.stderr)
    raise
"""

OBEY_CTRL_C: Final = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
from lockstitch.cli import main
main()
"""


def imported(terminal: Terminal, *words: str) -> set[str]:
    """Return the modules that a process has imported when it has run *words*."""
    ended = terminal.process(*words, program=("-c", TELL_MODULES))
    assert ended.returncode == 0, ended.stderr
    return set(ended.stderr.decode().split())


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["--help"], id="help"),
        pytest.param(["--version"], id="version"),
        pytest.param(["status"], id="status"),
        pytest.param(["commit", "Never push to main"], id="commit"),
        pytest.param(["recall", "push"], id="recall"),
        pytest.param(["status", "--json"], id="status in json"),
    ],
)
def test_a_command_imports_nothing_heavy(words: list[str], terminal: Terminal) -> None:
    tops = {name.partition(".")[0] for name in imported(terminal, *words)}

    needed = {"numpy"} if words[0] == "recall" else set[str]()  # its vectors
    assert tops & HEAVY == needed


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["commit", "--help"]], ids=str)
def test_help_opens_no_store_and_imports_none(words: list[str], terminal: Terminal) -> None:
    modules = imported(terminal, *words)

    assert modules & {"apsw", "asyncio", "logging", "json", "tomllib", "lockstitch.wiring"} == set()
    assert not any(name.startswith(("lockstitch.app", "lockstitch.intake")) for name in modules)
    assert not terminal.data.exists()


def test_the_program_and_the_module_are_one(terminal: Terminal) -> None:
    ended = terminal.process("--version")

    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.startswith(b"lockstitch ")


def test_what_is_printed_is_utf8_whatever_the_locale(terminal: Terminal) -> None:
    plain = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    at_home = Terminal(home=terminal.home, variables=plain)

    assert at_home.process("commit", piped="die Größe ist 5 €".encode()).returncode == 0
    ended = at_home.process("recall", "5")
    assert "die Größe ist 5 €" in ended.stdout.decode("utf-8")
    assert "Größe" in at_home.process("recall", "5", "--json").stdout.decode("utf-8")


def test_a_reader_that_has_seen_enough_is_no_error(terminal: Terminal) -> None:
    for number in range(3):
        terminal.run("commit", f"{number} " * 200_000)
    running = subprocess.Popen(
        [sys.executable, "-m", "lockstitch", "export"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=terminal.whole_environment,
    )
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.read(10)
    running.stdout.close()

    with running.stderr:
        assert running.stderr.read() == b""
    assert running.wait() == 141


def test_help_that_nobody_reads_is_no_error(terminal: Terminal) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        ended = subprocess.run(
            [sys.executable, "-m", "lockstitch", "--help"],
            stdout=closed,
            stderr=subprocess.PIPE,
            env=terminal.whole_environment,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (141, b"")


def test_an_output_that_takes_nothing_is_told_as_an_error(terminal: Terminal) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "lockstitch", "status"],
            stdout=full,
            stderr=subprocess.PIPE,
            env=terminal.whole_environment,
            check=False,
        )
    assert ended.returncode == 1
    assert b"error[error]: [Errno 28] No space left on device" in ended.stderr


def test_no_standard_output_at_all_is_no_bug(terminal: Terminal) -> None:
    command = 'exec "$0" -m lockstitch commit hello >&-'
    ended = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable],
        stderr=subprocess.PIPE,
        env=terminal.whole_environment,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert terminal.ask("status")["episodes"] == 1


def test_ctrl_c_ends_it_with_130_and_without_a_word(terminal: Terminal) -> None:
    running = subprocess.Popen(
        [sys.executable, "-c", OBEY_CTRL_C, "commit", "-"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=terminal.whole_environment,
    )
    assert running.stdin is not None
    assert running.stderr is not None
    with running.stderr:
        running.stdin.write(b"x" * 1_000_000)  # more than a pipe holds: it is being read
        running.stdin.flush()
        _press_ctrl_c(running)
        assert running.stderr.read().strip() == b""
    assert running.returncode == 130
    running.stdin.close()
    assert not terminal.data.exists()


def test_an_enciphered_store_opens_with_its_key_alone(terminal: Terminal) -> None:
    key = terminal.home / "key"
    key.write_text("a1" * 32, encoding="ascii")
    written = terminal.process("--key-file", key, "commit", "a secret plan")
    assert written.returncode == 0

    with pytest.raises(sqlite3.DatabaseError):
        sqlite3.connect(terminal.data / "lockstitch.db").execute("SELECT * FROM sqlite_master")
    ended = terminal.process("status")
    assert ended.returncode == 9
    assert ended.stderr.startswith(b"error[store-key]: ")


def _press_ctrl_c(running: "subprocess.Popen[bytes]") -> None:
    """Interrupt until it is heard: a signal between two system calls waits for the second to end."""
    for _ in range(12):
        running.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            running.wait(timeout=5)
            return
    running.kill()
