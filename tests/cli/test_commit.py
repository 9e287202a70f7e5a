"""Commit: what is said, where the text comes from, and who is the caller."""

import hashlib
import os
from pathlib import Path
from typing import cast

import pytest
from inline_snapshot import snapshot

from lockstitch.domain.limits import LIMITS
from tests.cli.terminal import Terminal, tidy


def stored(terminal: Terminal, item: object) -> str:
    """Return the text of a stored thing."""
    return str(terminal.ask("show", str(item))["text"])


def test_a_commit_says_what_was_written_and_what_it_looks_like(terminal: Terminal) -> None:
    ended = terminal.run("commit", "Never force-push to main")

    assert ended.code == 0
    assert tidy(ended.out) == snapshot("""\
committed ep_1 (turn 1, 5 tokens)
session cli (default)
looks like a rule: lockstitch pin 'Never force-push to main' --kind safety_constraint
""")


def test_a_tools_result_names_its_facts_and_what_was_masked(terminal: Terminal) -> None:
    token = "gh" + "p_" + "a8Xk2Lm9Qr4Tz7Wv1Yb6Nc3Df5Gh0Js8Ku2Q"
    ended = terminal.run(
        "commit", "--role", "tool", "--tool", "curl", f'{{"port": 9090, "token": "{token}"}}'
    )

    assert token not in ended.out
    assert tidy(ended.out) == snapshot("""\
committed ep_1 (turn 1, 20 tokens)
session cli (default)
facts: JSON: 2 fields
masked: 1 credential (github-token)
""")


def test_a_correction_in_a_fold_says_so(terminal: Terminal) -> None:
    wrong = terminal.ask("commit", "the port is 8080")["episode_id"]
    terminal.run("fold", "look", "--goal", "find the port")

    ended = terminal.run("commit", "it is 9090", "--corrects", str(wrong))

    assert tidy(ended.out) == snapshot("""\
committed ep_1 (turn 2, 3 tokens)
session cli (default)
corrects ep_2
in fold fold_1
""")


def test_the_answer_in_json_is_the_whole_one(terminal: Terminal) -> None:
    answer = terminal.ask(
        *("commit", "Never push", "--session", "s7", "--role", "user", "--idempotency-key", "k1"),
    )

    known = {"episode_id": "ep_", "content_sha256": "hash"}
    assert answer | known == snapshot(
        {
            "episode_id": "ep_",
            "seq": 1,
            "token_count": 2,
            "token_counter": "estimate",
            "content_sha256": "hash",
            "symbolic_facts": 0,
            "symbolic_summary": "not a tool result",
            "suggested_anchor": {
                "kind": "safety_constraint",
                "excerpt": "Never push",
                "rule": "never-do",
                "confidence": 0.95,
            },
            "supersedes": None,
            "fold_id": None,
            "redactions": [],
            "session_id": "s7",
            "session_source": "argument",
            "repeated": False,
        }
    )
    assert answer["content_sha256"] == hashlib.sha256(b"Never push").hexdigest()


def test_what_is_sent_twice_with_one_key_is_written_once(terminal: Terminal) -> None:
    first = terminal.ask("commit", "hello", "--idempotency-key", "k1")
    ended = terminal.run("commit", "hello", "--idempotency-key", "k1")

    assert ended.out.startswith(f"was committed before as {first['episode_id']} (turn 1, ")
    assert terminal.ask("status")["episodes"] == 1


def test_every_option_of_a_turn_arrives(terminal: Terminal) -> None:
    item = terminal.ask(
        *("commit", "42", "--role", "tool", "--tool", "calc", "--message-id", "m1"),
        *("--tool-call-id", "t1", "--occurred-at", "2026-07-28T09:30:00+02:00", "--slot", "3"),
    )["episode_id"]

    about = cast("dict[str, object]", terminal.ask("show", str(item))["about"])
    assert {k: about[k] for k in ("role", "tool_name", "message_id", "tool_call_id")} == {
        "role": "tool",
        "tool_name": "calc",
        "message_id": "m1",
        "tool_call_id": "t1",
    }
    assert about["occurred_at"] == "2026-07-28T07:30:00Z"


@pytest.mark.parametrize(
    ("words", "piped"),
    [
        pytest.param(["commit"], b"two\nlines\n\n", id="without a text"),
        pytest.param(["commit", "-"], b" - \r\n\ttabs\xe2\x82\xac", id="as a dash"),
        pytest.param(["commit", "-"], b"", id="nothing, when a dash asks for it"),
        pytest.param(["commit", "-"], b"\xef\xbb\xbfmark", id="with a byte order mark"),
        pytest.param(["commit"], "ü".encode() * 100_000, id="long"),
    ],
)
def test_what_is_piped_in_is_stored_byte_for_byte(
    words: list[str], piped: bytes, terminal: Terminal
) -> None:
    answer = terminal.ask(*words, piped=piped)

    assert answer["content_sha256"] == hashlib.sha256(piped).hexdigest()


def test_an_argument_wins_over_what_is_piped_in(terminal: Terminal) -> None:
    item = terminal.ask("commit", "said", piped=b"piped")["episode_id"]

    assert stored(terminal, item) == "said"


@pytest.mark.parametrize(
    ("words", "piped", "said"),
    [
        pytest.param(
            ["commit"],
            b"caf\xe9",
            "error[invalid-argument]: standard input is not UTF-8: byte 0xe9 at position 3\n",
            id="not utf-8",
        ),
        pytest.param(
            ["commit"],
            b"ab\0",
            "error[invalid-argument]: content holds a NUL character at position 2\n",
            id="nul",
        ),
        pytest.param(
            ["commit", "-"],
            b"x" * (LIMITS.content_bytes + 1),
            f"error[invalid-argument]: standard input has more than {LIMITS.content_bytes} bytes\n",
            id="too long",
        ),
        pytest.param(
            ["commit"],
            b"",
            "error[usage]: TEXT is missing, and nothing is piped in\n",
            id="nothing",
        ),
        pytest.param(
            ["commit", "x", "--occurred-at", "noon"],
            b"",
            "error[invalid-argument]: occurred_at is no time in ISO 8601: 'noon'\n",
            id="no time",
        ),
        pytest.param(
            ["commit", "x", "--session", " "],
            b"",
            "error[invalid-argument]: --session is blank\n",
            id="blank session",
        ),
    ],
)
def test_what_cannot_be_stored_is_refused_and_nothing_is_written(
    words: list[str], piped: bytes, said: str, terminal: Terminal
) -> None:
    ended = terminal.run(*words, piped=piped)

    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(said)
    assert terminal.ask("status")["episodes"] == 0


def test_at_a_terminal_a_text_is_asked_for_instead_of_waited_for(terminal: Terminal) -> None:
    master, slave = os.openpty()
    with os.fdopen(master, "wb"), os.fdopen(slave, "rb") as keyboard:
        ended = terminal.process("commit", keyboard=keyboard)

    assert ended.returncode == 2
    assert ended.stderr == b"error[usage]: TEXT is missing\nhint: give TEXT, or pipe it in\n"


@pytest.mark.parametrize(
    ("words", "variables", "session"),
    [
        pytest.param([], {}, ("cli", "default"), id="none is named"),
        pytest.param([], {"LOCKSTITCH_SESSION": "e"}, ("e", "environment"), id="environment"),
        pytest.param([], {"CLAUDE_CODE_SESSION_ID": "c"}, ("c", "environment"), id="of a harness"),
        pytest.param(
            ["--session", "a"], {"LOCKSTITCH_SESSION": "e"}, ("a", "argument"), id="argument"
        ),
    ],
)
def test_the_session_is_the_one_named_nearest(
    words: list[str], variables: dict[str, str], session: tuple[str, str], tmp_path: Path
) -> None:
    answer = Terminal(home=tmp_path, variables=variables).ask("commit", "x", *words)

    assert (answer["session_id"], answer["session_source"]) == session


def test_the_caller_is_the_command_line_in_its_folder(terminal: Terminal) -> None:
    terminal.run("commit", "x")

    session = terminal.items("sessions", "sessions")[0]
    assert (session["client"], session["working_directory"]) == (
        "cli",
        str(terminal.home / "work"),
    )
