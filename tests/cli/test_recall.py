"""Recall and show: what a person reads, and where it is cut."""

import pytest
from inline_snapshot import snapshot

from tests.cli.terminal import Terminal, tidy


def test_recall_shows_passages_with_ids_best_first(terminal: Terminal) -> None:
    terminal.run("commit", "the gateway listens on port 8080")
    terminal.run("commit", "lunch is at noon", "--session", "s2")

    assert tidy(terminal.run("recall", "gateway port").out) == snapshot("""\
1. ep_1  0.86  TIME  user session cli
   the gateway listens on port 8080

1 result; read one whole: lockstitch show ID

note: words: ready, all of the project
note: static: ready, 100 % of 2 passages
""")


def test_what_was_corrected_is_shown_as_stale_beside_what_holds_now(terminal: Terminal) -> None:
    wrong = terminal.ask("commit", "the gateway listens on port 8080")["episode_id"]
    terminal.run("commit", "the gateway listens on 9090", "--corrects", str(wrong))

    assert tidy(terminal.run("recall", "8080").out) == snapshot("""\
1. ep_1  0.48  TIME  user session cli
   the gateway listens on 9090

2. ep_2  0.30  TIME  user session cli
   the gateway listens on port 8080
   STALE: superseded by a later episode
   now:
   the gateway listens on 9090

2 results; read one whole: lockstitch show ID

note: words: ready, all of the project
note: static: ready, 100 % of 2 passages
""")


def test_nothing_relevant_is_an_answer(terminal: Terminal) -> None:
    ended = terminal.run("recall", "unheard of")

    assert (ended.code, ended.err) == (0, "")
    assert tidy(ended.out) == snapshot("""\
note: words: ready, all of the project
note: static: ready, 100 % of 0 passages
note: nothing relevant is remembered here
""")


def test_a_long_passage_is_cut_around_what_was_asked_for(terminal: Terminal) -> None:
    terminal.run("commit", "filler " * 5_000 + "the needle lies here " + "filler " * 5_000)

    out = terminal.run("recall", "needle").out
    assert "the needle lies here" in out
    assert len(out) < 2_000
    assert "… [more: lockstitch show ep_" in out
    assert "read_passage" not in out


@pytest.mark.parametrize(
    ("words", "found"),
    [
        pytest.param([], {"a", "b", "c"}, id="everything"),
        pytest.param(["--session", "s2"], {"b"}, id="session"),
        pytest.param(["--file", "src/net.py"], {"c"}, id="file"),
        pytest.param(["--include-folded"], {"a", "b", "c", "folded"}, id="folded"),
    ],
)
def test_each_option_narrows_or_widens(
    words: list[str], found: set[str], terminal: Terminal
) -> None:
    terminal.run("commit", "timeout a")
    terminal.run("commit", "timeout b", "--session", "s2")
    fold = terminal.ask("fold", "look", "--goal", "find", "--session", "s3")["fold_id"]
    terminal.run("commit", "timeout folded", "--session", "s3")
    terminal.run("unfold", str(fold), "done")
    terminal.run("commit", "timeout timeout in src/net.py c")

    results = terminal.items("results", "recall", "timeout", *words)
    assert {str(one["text"]).split()[-1] for one in results} == found


def test_no_more_are_shown_than_are_asked_for(terminal: Terminal) -> None:
    for name in ("a", "b", "c"):
        terminal.run("commit", f"timeout {name}", "--session", name)

    results = terminal.items("results", "recall", "timeout", "-k", "2")
    assert len(results) == 2


def test_another_project_is_asked_by_its_name(terminal: Terminal) -> None:
    there = terminal.home / "elsewhere"
    there.mkdir()
    terminal.run("--project", there, "commit", "the loom is red")

    assert terminal.ask("recall", "loom")["results"] == []
    found = terminal.items("results", "recall", "loom", "--project-id", "elsewhere")
    assert [one["text"] for one in found] == ["the loom is red"]


def test_show_prints_what_is_known_and_then_the_text(terminal: Terminal) -> None:
    item = terminal.ask("commit", "word for word\n\ttab")["episode_id"]

    out = tidy(terminal.run("show", str(item)).out)
    assert out == snapshot("""\
ep_1 (episode, 18 characters)
role: user
session id: cli
seq: 1
created at: TIME
tier: live
content sha256: b497eb927b2921ac6c6757020e1bbb458254c76bd4a0126ca99f42c3d76d5e54
token count: 6

word for word
	tab
""")


def test_show_goes_on_at_an_offset(terminal: Terminal) -> None:
    item = str(terminal.ask("commit", "x" * 64_000 + "the end")["episode_id"])

    assert f"more: lockstitch show {item} --offset 64000" in terminal.run("show", item).out
    assert terminal.run("show", item, "--offset", "64000").out.endswith("\n\nthe end\n")


@pytest.mark.parametrize("kind", ["episode", "anchor", "fold", "symbolic_fact"])
def test_show_reads_every_kind_of_thing(kind: str, terminal: Terminal) -> None:
    terminal.run("commit", "--role", "tool", '{"zebra": 7}')
    results = terminal.items("results", "recall", "zebra")
    ids = {str(one["kind"]): str(one["id"]) for one in results}
    ids["anchor"] = str(terminal.ask("pin", "Never")["anchor_id"])
    ids["fold"] = str(terminal.ask("fold", "look", "--goal", "find")["fold_id"])

    assert terminal.ask("show", ids[kind])["kind"] == kind


def test_a_person_may_read_what_belongs_to_another_project(terminal: Terminal) -> None:
    there = terminal.home / "elsewhere"
    there.mkdir()
    item = terminal.ask("--project", there, "commit", "the loom is red")["episode_id"]

    assert terminal.ask("show", str(item))["text"] == "the loom is red"


def test_an_id_of_nothing_is_told_with_a_command_that_finds_one(terminal: Terminal) -> None:
    ended = terminal.run("show", "ep_0")

    assert (ended.code, ended.out) == (3, "")
    assert ended.err == snapshot("""\
error[not-found]: nothing in this project has the id 'ep_0'
hint: take an id from lockstitch recall or lockstitch show FOLD_ID --steps
""")
