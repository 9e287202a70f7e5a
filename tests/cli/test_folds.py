"""Fold, unfold, and what a person may do besides: look in, and give up."""

import re

import pytest
from inline_snapshot import snapshot

from tests.cli.terminal import Terminal, tidy


def a_fold(terminal: Terminal, *steps: str) -> str:
    """Return an open fold with these steps in it."""
    fold = str(terminal.ask("fold", "Find the leak", "--goal", "Name the line")["fold_id"])
    for step in steps:
        terminal.run("commit", step, "--role", "assistant")
    return fold


def test_a_fold_says_how_it_is_closed(terminal: Terminal) -> None:
    terminal.run("fold", "outer", "--goal", "all")

    assert tidy(terminal.run("fold", "inner", "--goal", "part").out) == snapshot("""\
folding into fold_1 inside fold_2
session cli (default)
close it: lockstitch unfold fold_1 "what came out of it"
""")


def test_a_closed_fold_says_what_left_the_window(terminal: Terminal) -> None:
    fold = a_fold(terminal, "one " * 20, "two " * 20)

    assert tidy(terminal.run("unfold", fold, "It is line 7").out) == snapshot("""\
closed fold_1: 2 steps left the window, 41 tokens fewer
its result is ep_1
read the steps: lockstitch show fold_1 --steps
""")


def test_a_result_may_be_piped_in(terminal: Terminal) -> None:
    fold = a_fold(terminal)

    assert terminal.run("unfold", fold, piped="It is line 7\n").code == 0
    assert terminal.ask("show", fold, "--steps")["result_summary"] == "It is line 7"


@pytest.mark.parametrize("way", [["fold", "--show"], ["show", "--steps"]], ids=" ".join)
def test_the_steps_are_printed_word_for_word(way: list[str], terminal: Terminal) -> None:
    fold = a_fold(terminal, "first\n\tstep", "second step")
    terminal.run("unfold", fold, "It is line 7")

    assert tidy(terminal.run(*way, fold).out) == snapshot("""\
fold_1 (closed, 2 steps)
opened TIME, closed TIME
description: Find the leak
goal: Name the line
result: It is line 7

--- ep_1 (turn 1, assistant)
first
	step

--- ep_2 (turn 2, assistant)
second step
""")


def test_long_steps_are_read_page_by_page(terminal: Terminal) -> None:
    fold = a_fold(terminal, "a" * 60_000, "b" * 60_000)

    first = terminal.run("fold", "--show", fold).out
    more = re.search(rf"\nmore: lockstitch show {fold} --steps --offset (\d+)\n$", first)
    assert more is not None
    second = terminal.run("show", fold, "--steps", "--offset", more[1]).out
    assert f"(turn 2, assistant, from character {int(more[1]) - 60_000})" in second
    assert first.count("b") + second.count("b") >= 60_000


def test_a_fold_that_is_given_up_leaves_its_steps(terminal: Terminal) -> None:
    fold = a_fold(terminal, "one")

    assert tidy(terminal.run("fold", "--abandon", fold).out) == snapshot("""\
gave fold_1 up; its steps stay in the window
read them: lockstitch show fold_1 --steps
""")
    assert terminal.ask("show", fold, "--steps")["status"] == "abandoned"
    assert terminal.run("fold", "--abandon", fold).code == 4


def test_status_names_the_folds_that_are_open(terminal: Terminal) -> None:
    fold = a_fold(terminal)

    out = terminal.run("status").out
    assert f"open fold  {fold}\nclose one: lockstitch unfold {fold} SUMMARY\n" in out
