"""Doctor, backup, restore, export, import: looking after the store."""

import contextlib
import os
import sqlite3
import stat
from pathlib import Path

import pytest
from inline_snapshot import snapshot

from tests.cli.terminal import Terminal, tidy


def damaged(path: Path) -> None:
    """Overwrite the second half of a file."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2)
        file.write(os.urandom(size - size // 2))


def derived_file(terminal: Terminal) -> Path:
    return next((terminal.data / "derived").glob("*.db"))


def test_a_sound_store_is_told_file_by_file(terminal: Terminal) -> None:
    terminal.run("commit", "x")

    ended = terminal.run("doctor")
    assert ended.code == 0
    assert tidy(ended.out, folder=terminal.home) == snapshot("""\
ok       canonical file ~/data/lockstitch.db, schema 2
ok       every episode has its state
ok       every correction points at an episode or a tombstone
ok       every project knows its newest episode
ok       every atlas entry stands on its episode
ok       every project knows its newest atlas entry
ok       derived file proj_1.g1.db
ok       code is read in bash (names only); go, javascript, python, typescript (full)
all is sound
""")
    assert terminal.ask("doctor")["sound"] is True


def test_a_damaged_index_is_found_mended_by_a_rebuild_and_answers_as_before(
    terminal: Terminal,
) -> None:
    for number in range(40):
        terminal.run("commit", f"thread {number} is blue")
    before = terminal.ask("recall", "thread 7")
    damaged(derived_file(terminal))

    ended = terminal.run("doctor")
    assert ended.code == 1
    assert "PROBLEM  derived file" in ended.out
    assert "         mend it: lockstitch doctor --rebuild\n" in ended.out
    assert ended.out.endswith("\n1 problem\n")

    mended = terminal.run("doctor", "--rebuild")
    assert mended.code == 0
    assert mended.out.startswith("rebuilt work: 40 episodes\nok ")
    assert terminal.ask("recall", "thread 7") == before


def test_progress_keeps_out_of_an_answer_in_json(terminal: Terminal) -> None:
    terminal.run("commit", "x")

    ended = terminal.run("doctor", "--rebuild", "--json")
    assert ended.answer["sound"] is True
    assert ended.err == "rebuilt work: 1 episode\n"


def test_a_file_that_is_no_store_is_told_as_damaged(terminal: Terminal) -> None:
    terminal.data.mkdir()
    (terminal.data / "lockstitch.db").write_bytes(b"not a store" * 1_000)

    assert terminal.run("doctor").code in {8, 9}


def test_a_backup_is_made_listed_and_named_to_restore(terminal: Terminal) -> None:
    terminal.run("commit", "x")
    assert terminal.run("backup", "--list").out == snapshot(
        "there is no backup yet; make one: lockstitch backup\n"
    )

    ended = terminal.run("backup", terminal.home / "my safe.db")
    assert tidy(ended.out, folder=terminal.home) == snapshot("""\
backed up to ~/my safe.db
bring it back: lockstitch restore '~/my safe.db'
""")
    assert tidy(terminal.run("backup", "--list").out, folder=terminal.home) == snapshot("""\
MADE              WHY        FILE
TIME  asked for  ~/my safe.db
bring one back: lockstitch restore FILE
""")
    assert len(terminal.items("backups", "backup", "--list")) == 1
    assert terminal.run("backup", terminal.home / "my safe.db").code == 4


def test_a_restore_is_planned_first_and_what_it_replaces_is_kept(terminal: Terminal) -> None:
    terminal.run("commit", "kept")
    backup = terminal.home / "safe.db"
    terminal.run("backup", backup)
    terminal.run("commit", "lost")
    terminal.run("pin", "Never")

    plan = terminal.run("restore", backup)
    assert tidy(plan.out, folder=terminal.home) == snapshot("""\
~/safe.db holds 1 episode
it lacks 1 episode and 1 rule of what is in the store now
nothing was changed; do it: lockstitch restore ~/safe.db --yes
""")
    assert terminal.ask("status")["episodes"] == 2

    done = terminal.run("restore", backup, "--yes")
    assert done.code == 0
    assert terminal.ask("status")["episodes"] == 1
    kept = done.out.splitlines()[-1].removeprefix(
        "what was there before is kept: lockstitch restore "
    )
    assert terminal.run("restore", kept, "--yes").code == 0
    assert terminal.ask("status")["episodes"] == 2


@pytest.mark.parametrize("yes", [[], ["--yes"]], ids=["plan", "deed"])
def test_what_is_no_backup_is_not_restored(yes: list[str], terminal: Terminal) -> None:
    terminal.run("commit", "x")
    (terminal.home / "letter.txt").write_text("dear friend " * 1_000)

    assert terminal.run("restore", terminal.home / "gone.db", *yes).code == 3
    assert terminal.run("restore", terminal.home / "letter.txt", *yes).code in {8, 9}
    assert terminal.ask("status")["episodes"] == 1


def test_an_export_comes_back_whole_in_another_store(terminal: Terminal) -> None:
    terminal.run("commit", "die Größe ist 5 €", "--role", "assistant")
    terminal.run("pin", "Never")
    file = terminal.home / "store.jsonl"

    ended = terminal.run("export", file)
    assert tidy(ended.out, folder=terminal.home) == snapshot("""\
exported 7 lines to ~/store.jsonl
take them in: lockstitch import ~/store.jsonl
""")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert terminal.run("export").out == file.read_text(encoding="utf-8")

    other = Terminal(
        home=terminal.home, variables={"LOCKSTITCH_DATA_DIR": str(terminal.home / "other")}
    )
    plan = other.run("import", file)
    assert plan.code == 0
    assert tidy(plan.out, folder=terminal.home) == snapshot("""\
KIND     WOULD BE ADDED  THERE ALREADY
anchor   1               0
episode  1               0
place    1               0
project  1               0
session  1               0
nothing was changed; do it: lockstitch import ~/store.jsonl --yes
""")
    assert other.ask("projects")["projects"] == []

    done = other.run("import", file, "--yes")
    assert done.code == 0
    assert tidy(done.out, folder=terminal.home) == snapshot("""\
KIND     ADDED  THERE ALREADY
anchor   1      0
episode  1      0
place    1      0
project  1      0
session  1      0
""")
    assert other.run("export").out == file.read_text(encoding="utf-8")
    assert other.ask("import", file)["added"] == snapshot({})


def test_an_export_is_taken_in_from_a_pipe(terminal: Terminal) -> None:
    terminal.run("commit", "x")
    lines = terminal.run("export").out
    other = Terminal(
        home=terminal.home, variables={"LOCKSTITCH_DATA_DIR": str(terminal.home / "other")}
    )

    assert other.run("import", "-", "--yes", piped=lines).code == 0
    assert other.ask("status")["episodes"] == 1


def test_an_export_is_of_the_project_that_a_flag_names_and_else_of_all(
    terminal: Terminal,
) -> None:
    there = terminal.home / "elsewhere"
    there.mkdir()
    terminal.run("commit", "here")
    terminal.run("--project", there, "commit", "there")

    def held(*words: str | Path, at: Terminal = terminal) -> set[str]:
        out = at.run(*words).out
        return {text for text in ("here", "there") if f'"content":"{text}"' in out}

    environment = Terminal(home=terminal.home, variables={"LOCKSTITCH_PROJECT": "elsewhere"})
    assert held("export", at=environment) == {"here", "there"}
    assert held("export", "--project", "elsewhere") == {"there"}
    assert held("--project", there, "export") == {"there"}


def test_a_file_that_is_there_is_not_written_over(terminal: Terminal) -> None:
    file = terminal.home / "store.jsonl"
    file.write_text("mine")

    assert terminal.run("export", file).code == 4
    assert file.read_text() == "mine"
    assert terminal.run("export", terminal.home / "gone" / "store.jsonl").code == 1
    assert sorted(path.name for path in terminal.home.glob("store*")) == ["store.jsonl"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(b"dear friend\n", 2, id="no export"),
        pytest.param(b'{"kind":"header"\xff}\n', 2, id="not utf-8"),
        pytest.param(b"", 2, id="empty"),
    ],
)
def test_what_is_no_export_is_not_taken_in(content: bytes, code: int, terminal: Terminal) -> None:
    file = terminal.home / "letter"
    file.write_bytes(content)

    ended = terminal.run("import", file, "--yes")
    assert (ended.code, ended.out) == (code, "")
    assert ended.err.startswith("error[invalid-argument]: ")


def test_a_database_is_read_as_a_sakur4_store_and_refused_when_it_is_none(
    terminal: Terminal,
) -> None:
    file = terminal.home / "recipes.db"
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipe (name TEXT)")

    ended = terminal.run("import", file)
    assert (ended.code, ended.out) == (2, "")
    assert "Sakur4" in ended.err


def test_a_file_that_is_not_there_cannot_be_taken_in(terminal: Terminal) -> None:
    ended = terminal.run("import", terminal.home / "gone")

    assert ended.code == 2
    assert "cannot be read: No such file or directory" in ended.err


def test_json_beside_lines_on_standard_output_is_refused(terminal: Terminal) -> None:
    assert terminal.run("export", "--json").code == 2
    assert terminal.ask("export", terminal.home / "store.jsonl")["lines"] == 2
