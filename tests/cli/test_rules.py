"""Pin, unpin and anchors, as a person uses them."""

import pytest
from inline_snapshot import snapshot

from tests.cli.terminal import Terminal, tidy


def test_a_pinned_rule_says_where_it_holds_and_how_to_take_it_back(terminal: Terminal) -> None:
    ended = terminal.run("pin", "Never push to main", "--kind", "safety_constraint")

    assert tidy(ended.out) == snapshot("""\
pinned anc_1 (safety_constraint, project)
costs 8 tokens in every prompt until a person takes it back
take it back: lockstitch unpin anc_1
""")


@pytest.mark.parametrize(
    ("words", "scope", "session"),
    [
        pytest.param([], "project", None, id="project"),
        pytest.param(["--everywhere"], "everywhere", None, id="everywhere"),
        pytest.param(["--session-only", "s7"], "session", "s7", id="session"),
    ],
)
def test_a_rule_holds_where_the_option_says(
    words: list[str], scope: str, session: str | None, terminal: Terminal
) -> None:
    answer = terminal.ask("pin", "Be brief", *words)

    assert (answer["scope"], answer["session_id"]) == (scope, session)


def test_a_rule_cannot_hold_in_one_session_and_everywhere(terminal: Terminal) -> None:
    ended = terminal.run("pin", "Be brief", "--everywhere", "--session-only", "s7")

    assert ended.code == 2
    assert ended.err.startswith(
        "error[invalid-argument]: a rule holds in one session or everywhere"
    )


def test_a_person_sees_the_rules_of_every_session(terminal: Terminal) -> None:
    terminal.run("pin", "Never push to main", "--kind", "safety_constraint")
    terminal.run("pin", "Use tabs", "--session-only", "s7")
    terminal.run("pin", "Answer in British English " * 8, "--everywhere")

    assert tidy(terminal.run("anchors").out) == snapshot("""\
ID                                    KIND               HOLDS IN    PINNED            RULE
anc_1  task_contract      everywhere  TIME  Answer in British English Answer in British English Answer in British En…
anc_2  safety_constraint  project     TIME  Never push to main
anc_3  task_contract      session s7  TIME  Use tabs
3 rules, 50 tokens of every prompt; take one back: lockstitch unpin ID
""")


def test_a_session_is_shown_only_what_holds_in_it(terminal: Terminal) -> None:
    terminal.run("pin", "for all")
    terminal.run("pin", "for s7", "--session-only", "s7")

    anchors = terminal.items("anchors", "anchors", "--session", "s8")
    assert [anchor["content"] for anchor in anchors] == ["for all"]


def test_a_rule_is_taken_back_and_stays_readable(terminal: Terminal) -> None:
    item = str(terminal.ask("pin", "Never push to main")["anchor_id"])

    assert tidy(terminal.run("unpin", item).out) == snapshot("""\
unpinned anc_1: Never push to main
still to be read: lockstitch show anc_1
""")
    assert terminal.run("anchors").out == snapshot(
        'no rule is pinned here; pin one: lockstitch pin "..."\n'
    )
    assert terminal.ask("show", item)["text"] == "Never push to main"
    assert terminal.run("unpin", item).code == 4
