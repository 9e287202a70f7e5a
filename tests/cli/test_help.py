"""What help says, page by page; to renew the pages: pytest tests/cli/test_help.py --inline-snapshot=create,fix."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import pytest
from inline_snapshot import external_file

from lockstitch.cli.root import COMMANDS, PROGRAM, root
from tests.cli.terminal import Terminal

SUMMARIES: Final = {name: about for section in COMMANDS.values() for name, about in section.items()}


def _commands() -> Iterator[tuple[str, click.Command]]:
    """Yield every command there is, with the words that call it."""
    with click.Context(root, info_name=PROGRAM) as ctx:
        for name in root.list_commands(ctx):
            command = root.get_command(ctx, name)
            assert command is not None
            yield name, command
            if isinstance(command, click.Group):
                yield from ((f"{name} {inner}", one) for inner, one in command.commands.items())


ALL: Final = dict(_commands())


@pytest.mark.parametrize("words", ["", *ALL])
def test_a_help_page_is_the_one_that_is_kept(words: str, terminal: Terminal) -> None:
    ended = terminal.run(*words.split(), "--help")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == external_file(_kept(words), format=".txt")


@pytest.mark.parametrize("words", ["", *ALL])
def test_every_command_has_an_example_that_begins_as_it_is_called(words: str) -> None:
    command = ALL[words] if words else root

    assert f"lockstitch {words}" in (command.epilog or "")


@pytest.mark.parametrize("name", SUMMARIES)
def test_the_list_of_commands_says_what_the_command_says_first(name: str) -> None:
    if name in ALL:
        assert (ALL[name].help or "").split("\n\n")[0].replace("\n", " ") == SUMMARIES[name]


@pytest.mark.parametrize("words", ALL)
def test_every_command_takes_json(words: str) -> None:
    assert any("--json" in option.opts for option in ALL[words].params)


def test_no_words_at_all_get_the_page_that_help_gives(terminal: Terminal) -> None:
    assert terminal.run() == terminal.run("--help")


def test_a_command_without_its_module_is_not_there(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COMMANDS["Serve"], "weave", "Weave.")

    assert "weave" not in terminal.run("--help").out
    assert terminal.run("weave").err.startswith("error[usage]: there is no command 'weave'")


def _kept(words: str) -> str:
    return str(Path("help") / f"{words.replace(' ', '-') or 'lockstitch'}.txt")
