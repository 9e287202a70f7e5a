"""Exit codes and signals: said in a line of their own, where a text starts or ends."""

import pytest

from lockstitch.domain.fact import FactKind
from lockstitch.intake.facts import extract


def ends(text: str) -> dict[str, str]:
    found = extract(text, tool_name=None).facts
    return {fact.name: fact.value for fact in found if fact.kind is FactKind.EXIT_CODE}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("exit code: 1", "1", id="plain"),
        pytest.param("Exit code 1", "1", id="no-colon"),
        pytest.param("Exit status 2", "2", id="status"),
        pytest.param("exit status: 3", "3", id="status-and-colon"),
        pytest.param("Error: Exit code 1", "1", id="an-error-first"),
        pytest.param("EXIT=1", "1", id="an-echo"),
        pytest.param("exit: 0", "0", id="short"),
        pytest.param("exit_code=127", "127", id="a-variable"),
        pytest.param("[exit 1]", "1", id="brackets"),
        pytest.param("[exit code: 12]", "12", id="more-in-brackets"),
        pytest.param("(exit code 2)", "2", id="parentheses"),
        pytest.param("return code: 4", "4", id="return-code"),
        pytest.param("<returncode>1</returncode>", "1", id="a-tag"),
        pytest.param("<exit_code>0</exit_code>", "0", id="another-tag"),
        pytest.param("Process exited with code 0", "0", id="a-process"),
        pytest.param("Process finished with exit code 0", "0", id="an-editor"),
        pytest.param("Process finished with exit code -1073741819 (0xC0000005)", "-1073741819", id="windows"),
        pytest.param("The command exited with status 5.", "5", id="the-command"),
        pytest.param("[The command completed with exit code 0.]", "0", id="a-sandbox"),
        pytest.param("Command failed with exit code 127", "127", id="not-found"),
        pytest.param("error Command failed with exit code 1.", "1", id="a-package-manager"),
        pytest.param(" ELIFECYCLE  Command failed with exit code 1.", "1", id="another"),
        pytest.param("Error: Command failed with exit code 1: npm run build", "1", id="with-its-command"),
        pytest.param("##[error]Process completed with exit code 1.", "1", id="a-workflow"),
        pytest.param("web-1 exited with code 137", "137", id="a-container"),
        pytest.param("[0] npm run dev exited with code 1", "1", id="side-by-side"),
        pytest.param("npm error code 1", "1", id="npm"),
        pytest.param("make: *** [Makefile:3: all] Error 2", "2", id="make"),
        pytest.param("make[1]: *** [x] Error 1", "1", id="make-inside"),
        pytest.param("subprocess.CalledProcessError: Command '['ls']' returned non-zero exit status 3.", "3", id="python"),
        pytest.param("The command '/bin/sh -c x' returned a non-zero code: 100", "100", id="an-image"),
        pytest.param("error: process didn't exit successfully: `target/x` (exit status: 101)", "101", id="cargo"),
        pytest.param("error: recipe `test` failed on line 3 with exit code 1", "1", id="just"),
        pytest.param("ran it\n\nexit status 1\nFAIL\n", "1", id="among-the-last"),
        pytest.param("Exit code: 2\nWall time: 1 second\nOutput:\nboom", "2", id="among-the-first"),
        pytest.param("\x1b[31mexit code: 1\x1b[0m\r\n", "1", id="in-colour"),
        pytest.param("make[1]: *** [a] Error 1\nmake: *** [b] Error 2\n", "2", id="the-outermost-speaks-last"),
        pytest.param("Exit code 1\nprog: exit\nexit status 2", "2", id="of-two-the-last"),
        pytest.param("Exit code 1\nmake: *** [b] Error 2\n", "1", id="the-command-over-its-part"),
    ],
)  # fmt: skip
def test_a_line_tells_the_exit_code(line: str, code: str) -> None:
    assert ends(line)["exit_code"] == code


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("Killed", {"exit_signal": "SIGKILL"}, id="killed"),
        pytest.param("Segmentation fault (core dumped)", {"exit_signal": "SIGSEGV"}, id="a-fault"),
        pytest.param("Segmentation fault: 11", {"exit_signal": "SIGSEGV"}, id="on-a-mac"),
        pytest.param("./run.sh: line 3:  4711 Aborted                 ./prog", {"exit_signal": "SIGABRT"}, id="in-a-script"),
        pytest.param("zsh: killed     ./prog", {"exit_signal": "SIGKILL"}, id="zsh"),
        pytest.param("[1]  + 4711 terminated  ./prog", {"exit_signal": "SIGTERM"}, id="a-job"),
        pytest.param("killed by signal 9", {"exit_signal": "SIGKILL"}, id="by-number"),
        pytest.param("terminated by signal 62", {"exit_signal": "62"}, id="by-a-number-of-its-own"),
        pytest.param("Program terminated with signal SIGSEGV, Segmentation fault.", {"exit_signal": "SIGSEGV"}, id="a-debugger"),
        pytest.param("signal: killed", {"exit_signal": "SIGKILL"}, id="go"),
        pytest.param("signal 9", {"exit_signal": "SIGKILL"}, id="short"),
        pytest.param("subprocess.CalledProcessError: Command 'x' died with <Signals.SIGTERM: 15>.", {"exit_signal": "SIGTERM"}, id="python"),
        pytest.param("  process didn't exit successfully: `x` (signal: 6, SIGABRT: process abort signal)", {"exit_signal": "SIGABRT"}, id="cargo"),
        pytest.param("Process finished with exit code 137 (interrupted by signal 9: SIGKILL)", {"exit_code": "137", "exit_signal": "SIGKILL"}, id="an-editor"),
        pytest.param("exit code: -9", {"exit_code": "-9", "exit_signal": "SIGKILL"}, id="a-negative-code"),
        pytest.param("exit code: -100", {"exit_code": "-100"}, id="a-negative-code-of-no-signal"),
        pytest.param("working\nKilled\nexit code: 137\n", {"exit_code": "137", "exit_signal": "SIGKILL"}, id="both"),
    ],
)  # fmt: skip
def test_a_line_tells_the_signal(line: str, expected: dict[str, str]) -> None:
    assert ends(line) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("The exit code 1 means failure.", id="prose"),
        pytest.param("exit code 1: bad usage\nexit code 2: not found", id="a-list-of-codes"),
        pytest.param("If it exited with code 1, try again", id="advice"),
        pytest.param("It exited with code 1", id="a-story"),
        pytest.param("#!/bin/sh\nset -e\nexit 1", id="a-script"),
        pytest.param("    exit code: 1", id="indented"),
        pytest.param("A process killed by signal 9 cannot clean up.", id="a-lesson"),
        pytest.param("The job was Killed", id="a-word"),
        pytest.param("```\nexit code: 1\n```", id="quoted"),
        pytest.param('{"exit_code": 1, "x": ', id="broken-json"),
        pytest.param("exit code: one", id="no-number"),
        pytest.param("exit code: 12345678901234567890", id="no-exit-code"),
        pytest.param("make: *** No rule to make target 'x'.  Stop.", id="make-without-a-code"),
        pytest.param("HTTP status code: 500", id="another-status"),
        pytest.param("status: 1", id="a-status"),
        pytest.param("2026-02-03 10:00:00 worker exit code: 1", id="a-log-line"),
        pytest.param("word\n" * 20 + "exit code: 1\n" + "word\n" * 20, id="in-the-middle"),
        pytest.param("exit code: 1" + " " * 3_000 + "x", id="a-long-line"),
    ],
)
def test_what_is_about_exit_codes_is_none(text: str) -> None:
    assert ends(text) == {}


def test_the_end_of_a_long_text_is_found() -> None:
    assert ends("word\n" * 400_000 + "exit code: 1\n") == {"exit_code": "1"}


def test_the_summary_ends_with_the_exit_code() -> None:
    text = "=== 3 passed, 1 failed in 0.5s ===\nexit code: 1"
    assert extract(text, tool_name=None).summary == "pytest: 3 passed, 1 failed; exit code 1"
