"""How the command line ends when something goes wrong: one form, and a code for each kind."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn

import click
import pytest

from lockstitch.cli.failures import (
    ANSWER_IS_NO,
    BUG,
    CLOSED_PIPE,
    COMMANDS_OF_TOOLS,
    INTERRUPTED,
    exit_code_of,
)
from lockstitch.cli.invocation import Invocation
from lockstitch.domain.errors import LockstitchError, NotFoundError, StoreKeyError
from tests.cli.terminal import Terminal

GUIDE: Final = Path(__file__).parents[2] / "docs" / "guides" / "cli.md"


def _tree(root: type[LockstitchError]) -> list[type[LockstitchError]]:
    return [root, *(below for child in root.__subclasses__() for below in _tree(child))]


def raising(error: BaseException) -> Callable[[], NoReturn]:
    def run() -> NoReturn:
        raise error

    return run


@pytest.mark.parametrize("kind", _tree(LockstitchError), ids=lambda kind: kind.slug)
def test_an_error_of_ours_is_printed_with_its_slug_and_exits_with_its_code(
    kind: type[LockstitchError], capsys: pytest.CaptureFixture[str]
) -> None:
    code = exit_code_of(raising(kind("it did not go", hint="go round")), Invocation())

    said = capsys.readouterr()
    assert code == kind.exit_code
    assert said.out == ""
    assert said.err == f"error[{kind.slug}]: it did not go\nhint: go round\n"


def test_an_error_without_a_hint_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    exit_code_of(raising(NotFoundError("there is\nnothing")), Invocation())

    assert capsys.readouterr().err == "error[not-found]: there is nothing\n"


def test_under_json_an_error_is_one_object_on_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    error = StoreKeyError("no key für dich", hint="give it")

    assert exit_code_of(raising(error), Invocation(as_json=True)) == 9
    assert capsys.readouterr().err == (
        '{"error": {"slug": "store-key", "message": "no key für dich", "hint": "give it"}}\n'
    )


@pytest.mark.parametrize(("tool", "command"), COMMANDS_OF_TOOLS.items())
def test_a_hint_names_the_command_where_an_agent_reads_the_tool(
    tool: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exit_code_of(raising(NotFoundError("no", hint=f"so: {tool}")), Invocation())

    assert capsys.readouterr().err == f"error[not-found]: no\nhint: so: {command}\n"


def test_a_bug_is_one_line_with_a_code_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(raising(ZeroDivisionError("by\nzero")), Invocation()) == BUG

    said = capsys.readouterr().err
    assert said.splitlines()[0] == "error[bug]: ZeroDivisionError: by zero"
    assert "Traceback" not in said


def test_a_bug_shows_where_it_happened_when_debugging(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    invocation = Invocation()
    invocation["log"] = "debug"

    assert exit_code_of(raising(ZeroDivisionError("by zero")), invocation) == BUG
    said = capsys.readouterr().err
    assert said.startswith("Traceback (most recent call last):")
    assert "error[bug]: ZeroDivisionError: by zero" in said


@pytest.mark.parametrize(
    ("error", "code"),
    [
        pytest.param(KeyboardInterrupt(), INTERRUPTED, id="ctrl-c"),
        pytest.param(click.Abort(), INTERRUPTED, id="ctrl-c, told by click"),
        pytest.param(BrokenPipeError(32, "Broken pipe"), CLOSED_PIPE, id="closed pipe"),
    ],
)
def test_what_the_person_brought_about_is_not_commented_on(
    error: BaseException, code: int, capfd: pytest.CaptureFixture[str]
) -> None:
    with capfd.disabled():
        assert exit_code_of(raising(error), Invocation()) == code
    assert capfd.readouterr() == ("", "")


def test_trouble_with_a_file_names_it_and_is_no_bug(capsys: pytest.CaptureFixture[str]) -> None:
    error = PermissionError(13, "Permission denied", "/etc/shadow")

    assert exit_code_of(raising(error), Invocation()) == 1
    assert capsys.readouterr().err.splitlines()[0] == (
        "error[error]: [Errno 13] Permission denied: '/etc/shadow'"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["--weave"], "no such option", id="unknown option"),
        pytest.param(
            ["recal", "x"], "there is no command 'recal'; did you mean 'recall'?", id="near"
        ),
        pytest.param(["zzz"], "there is no command 'zzz'", id="unknown command"),
        pytest.param(["recall"], "missing argument 'QUERY'", id="missing argument"),
        pytest.param(["recall", "-k", "many", "x"], "invalid value for '-k'", id="no number"),
        pytest.param(
            ["commit", "--role", "king", "x"], "invalid value for '--role'", id="no choice"
        ),
        pytest.param(["fold"], "give one of DESCRIPTION", id="nothing to fold"),
        pytest.param(["fold", "a"], "a fold needs its --goal", id="no goal"),
        pytest.param(["fold", "a", "--show", "b"], "give one of DESCRIPTION", id="two at once"),
        pytest.param(["backup", "x", "--list"], "give a PATH or --list", id="path and list"),
        pytest.param(["projects", "weave"], "no such command", id="unknown below a command"),
    ],
)
def test_words_that_cannot_be_understood_get_a_usage_error_and_the_way_to_help(
    words: list[str], said: str, terminal: Terminal
) -> None:
    ended = terminal.run(*words)

    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"error[usage]: {said}")
    assert re.search(r"\nhint: see lockstitch( \w+)* --help\n$", ended.err)


@pytest.mark.parametrize("words", [["recall", "--json"], ["--json", "recall"]], ids=str)
def test_a_usage_error_is_json_wherever_json_is_asked_for(
    words: list[str], terminal: Terminal
) -> None:
    ended = terminal.run(*words)

    assert ended.code == 2
    assert ended.error == {
        "slug": "usage",
        "message": "missing argument 'QUERY'",
        "hint": "see lockstitch recall --help",
    }


def test_json_after_the_end_of_options_is_a_text(terminal: Terminal) -> None:
    assert terminal.run("commit", "--", "--json").out.startswith("committed ep_")


def test_the_guide_tells_every_exit_code() -> None:
    rows = re.findall(r"^\| (\d+) \| (?:`([a-z-]+)`)?", GUIDE.read_text(), re.MULTILINE)

    expected = {(str(kind.exit_code), kind.slug) for kind in _tree(LockstitchError)}
    expected |= {("0", ""), (str(ANSWER_IS_NO), ""), (str(BUG), "bug")}
    expected |= {(str(INTERRUPTED), ""), (str(CLOSED_PIPE), "")}
    assert set(rows) == expected
