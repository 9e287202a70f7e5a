"""A pass of consolidation at the terminal: what it did, what it would do, why it did not."""

import re

from inline_snapshot import snapshot

from tests.cli.terminal import Terminal
from tests.cli.test_staleness import TURN


def test_a_pass_says_what_it_did_and_how_it_goes_on_beside_it(terminal: Terminal) -> None:
    terminal.run("commit", TURN)

    ended = terminal.run("dream", "--force")
    assert ended.code == 0
    assert re.sub(r"to \d+ p", "to N p", ended.out) == snapshot("""\
made 0 entries again, 1 new
archived 0 episodes, gave vectors to N passages
""")
    assert ended.err.startswith("regenerated 0 ...\npromoted 1 ...\narchived 0 ...\n")


def test_a_pass_waits_for_quiet_unless_it_is_forced(terminal: Terminal) -> None:
    terminal.run("commit", TURN)

    out = terminal.run("dream").out
    assert re.fullmatch(
        r"did not run: somebody wrote \d+ s ago: it waits for 90 s of quiet, or for force\n", out
    )
    answer = terminal.ask("dream")
    assert (answer["ran"], answer["promoted"]) == (False, 0)


def test_a_dry_run_says_what_a_pass_would_do_and_does_nothing(terminal: Terminal) -> None:
    terminal.run("commit", TURN)

    for _ in range(2):
        assert terminal.run("dream", "--force", "--dry-run").out == snapshot("""\
would make 0 stale entries again,
look at 1 turns for a new entry, archive 0 episodes
nothing was changed
""")
    assert "but not now: somebody wrote" in terminal.run("dream", "--dry-run").out


def test_the_whole_answer_is_one_json_object(terminal: Terminal) -> None:
    terminal.run("commit", TURN)

    answer = terminal.ask("dream", "--force")
    assert {"ran", "skipped_reason", "promoted", "regenerated", "reembedded", "archived"} <= set(
        answer
    )
    assert (answer["ran"], answer["skipped_reason"], answer["promoted"]) == (True, None, 1)
    assert isinstance(answer["elapsed_ms"], int)
    assert answer["notes"] == []
