"""Forget: first a plan, and with --yes the deed and its proof."""

from pathlib import Path
from typing import cast

import pytest
from inline_snapshot import snapshot

from tests.cli.terminal import Terminal, tidy

SECRET = "the vault code is seven-four-one-nine-two"


def test_the_plan_says_what_goes_what_stays_and_what_is_rewritten(terminal: Terminal) -> None:
    item = str(terminal.ask("commit", SECRET)["episode_id"])
    terminal.run("commit", SECRET, "--session", "s2")
    backup = terminal.home / "safe.db"
    terminal.run("backup", backup)

    out = terminal.run("forget", item, "--purge").out
    assert tidy(out, folder=terminal.home) == snapshot("""\
would erase
  ep_1  episode 1 (user), 41 characters
the same words stand, and would stay, in
  ep_2
backups that would be rewritten
  ~/safe.db
nothing was changed; do it: lockstitch forget ep_1 --purge --yes
""")
    assert SECRET not in terminal.run("forget", item, "--purge", "--json").out
    assert terminal.ask("show", item)["text"] == SECRET


def test_with_yes_it_is_gone_from_every_file_and_the_search_is_shown(terminal: Terminal) -> None:
    item = str(terminal.ask("commit", SECRET)["episode_id"])
    terminal.run("commit", "something else")
    terminal.run("backup", terminal.home / "safe.db")

    ended = terminal.run("forget", item, "--purge", "--yes")

    assert ended.code == 0
    assert f"erased {item}\n" in ended.out
    assert str(terminal.home / "safe.db") in ended.out
    assert ended.out.endswith("\nfound nowhere\n")
    assert _holding(terminal.home, SECRET) == []
    assert terminal.run("show", item).code == 3


def test_the_proof_in_json_is_whole(terminal: Terminal) -> None:
    item = str(terminal.ask("commit", SECRET)["episode_id"])

    answer = terminal.ask("forget", item, "--purge", "--yes")
    assert (answer["ids"], answer["proven"]) == ([item], True)
    proof = cast("dict[str, object]", answer["proof"])
    assert proof["found_in"] == []
    assert proof["bytes_searched"] != 0


def test_what_is_out_of_reach_is_not_called_gone(terminal: Terminal) -> None:
    item = str(terminal.ask("commit", SECRET)["episode_id"])
    backup = terminal.home / "safe.db"
    terminal.run("backup", backup)
    backup.rename(terminal.home / "hidden.db")

    ended = terminal.run("forget", item, "--purge", "--yes")

    assert ended.code == 1
    assert ended.out.endswith(f"OUT OF REACH: the backup {backup}\nnot proven to be gone\n")
    assert terminal.ask("status")["episodes"] == 0


@pytest.mark.parametrize("what", ["episode", "anchor"])
def test_without_purge_nothing_is_done_and_the_ways_are_told(what: str, terminal: Terminal) -> None:
    ids = {
        "episode": str(terminal.ask("commit", SECRET)["episode_id"]),
        "anchor": str(terminal.ask("pin", SECRET)["anchor_id"]),
    }

    ended = terminal.run("forget", ids[what])

    assert (ended.code, ended.out) == (2, "")
    assert (
        tidy(ended.err)
        == {
            "episode": snapshot("""\
error[usage]: what was committed is never changed afterwards: it can be corrected, or erased for good
hint: --purge shows what would be erased, with --yes it erases it from the store, its indexes and our backups; or correct it: lockstitch commit ... --corrects ID
"""),
            "anchor": snapshot("""\
error[usage]: a rule is taken back, not forgotten
hint: lockstitch unpin anc_1; to erase its words too, add --purge
"""),
        }[what]
    )
    assert terminal.ask("show", ids[what])["text"] == SECRET


def test_a_fact_is_purged_with_its_episode_in_the_project_that_is_named(
    terminal: Terminal,
) -> None:
    there = terminal.home / "elsewhere"
    there.mkdir()
    terminal.run("--project", there, "commit", "--role", "tool", f'{{"vault": "{SECRET}"}}')
    results = terminal.items("results", "--project", there, "recall", "vault")
    fact = next(str(one["id"]) for one in results if one["kind"] == "symbolic_fact")

    assert terminal.run("forget", fact, "--purge").code == 3
    assert terminal.run("--project", there, "forget", fact, "--purge", "--yes").code == 0
    assert _holding(terminal.data, SECRET) == []


def test_a_proof_that_could_look_for_nothing_says_so(terminal: Terminal) -> None:
    rule = str(terminal.ask("pin", SECRET)["anchor_id"])
    terminal.run("commit", SECRET)

    out = terminal.run("forget", rule, "--purge", "--yes").out
    assert "for 0 pieces of the text" in out
    assert out.splitlines()[-1] == snapshot(
        "there was nothing to search for: it has no words that nothing else in the store has"
    )


def _holding(folder: Path, text: str) -> list[Path]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if text.encode() in path.read_bytes()]
