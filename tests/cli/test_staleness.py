"""What is stale, as a person sees it."""

import re

from lockstitch.cli.root import PROGRAM
from tests.cli.terminal import Terminal

TURN = (
    "We decided that the port is 9090, because the limiter resets every minute. "
    + "The weather was fine and there was coffee for everybody in the room. " * 8
)


def a_stale_entry(terminal: Terminal) -> str:
    """Return the episode of an entry that was corrected."""
    turn = str(terminal.ask("commit", TURN)["episode_id"])
    terminal.ask("dream", "--force")
    terminal.run("commit", "No, the port is 9191.", "--corrects", turn)
    return turn


def test_an_entry_that_is_stale_is_told_with_what_it_says_what_was_and_what_is(
    terminal: Terminal,
) -> None:
    turn = a_stale_entry(terminal)

    out = terminal.run("staleness").out
    assert re.search(rf"^atlas_\w+  corrected: {turn}\n   says  We decided that the port", out)
    assert "\n   now   No, the port is 9191.\n1 of 1 entry stale (100%)\n" in out
    assert out.endswith(f"make them again: {PROGRAM} dream\n")


def test_a_memory_without_entries_says_so(terminal: Terminal) -> None:
    assert terminal.run("staleness").out == "0 of 0 entries stale (0%)\n"


def test_a_limit_and_a_project_are_taken_and_all_is_answered_in_json(terminal: Terminal) -> None:
    a_stale_entry(terminal)

    answer = terminal.ask("staleness", "--limit", "9999", "--project-id", "work")
    assert (answer["total"], answer["stale"], answer["stale_rate"]) == (1, 1, 1.0)
    assert (answer["limit"], answer["deleted_anchors"]) == (500, 0)
    [entry] = terminal.items("entries", "staleness")
    assert set(entry) == {
        *("atlas_id", "anchor_type", "anchor_id", "reason", "was", "now", "content")
    }
    assert terminal.run("staleness", "--project-id", "nowhere").code == 3


def test_an_entry_is_shown_by_its_id(terminal: Terminal) -> None:
    a_stale_entry(terminal)
    [entry] = terminal.items("entries", "staleness")

    out = terminal.run("show", str(entry["atlas_id"])).out
    assert "(semantic_entry, " in out
    assert "reason: corrected" in out
    assert str(entry["content"]) in out
