"""What is left of a script of Bash: functions, who is called, and what is sourced."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lockstitch.domain.source import Expr, FileRecord
from lockstitch.parsing.parser import TreeSitterParser

PARSER = TreeSitterParser()


def read(text: str) -> FileRecord:
    record = PARSER.parse("a.sh", text.encode())
    assert not record.damaged
    return record


def used(record: FileRecord) -> list[Expr]:
    return [value for scope in record.scopes for _, value in scope.uses]


def call(name: str, line: int = 1) -> Expr:
    return ("call", ("name", name), (), line)


@pytest.mark.parametrize(
    "text", ["weave() { cut; }", "function weave { cut; }", "function weave() (cut)"]
)
def test_a_function_is_defined_however_it_is_written(text: str) -> None:
    record = read(text)
    (one,) = record.definitions
    assert (one.kind, one.name, one.line) == ("function", "weave", 1)
    assert record.scopes[0].names == {"weave": (("def", 0),)}
    assert record.scopes[one.scope].uses == ((1, call("cut")),)


def test_a_function_in_a_function_is_the_whole_shells() -> None:
    record = read("weave() {\n  cut() { :; }\n}")
    assert set(record.scopes[0].names) == {"weave", "cut"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("if weave; then cut; fi", ["weave", "cut"], id="a-condition"),
        pytest.param("weave | cut && sew", ["weave", "cut", "sew"], id="a-pipe"),
        pytest.param('x="$(weave)"', ["weave"], id="a-substitution"),
        pytest.param("for x in $(weave); do cut; done", ["weave", "cut"], id="a-loop"),
        pytest.param("case x in a) weave;; esac", ["weave"], id="a-case"),
        pytest.param('echo weave "cut"', ["echo"], id="words-are-no-calls"),
        pytest.param('"$weave" x', [], id="a-computed-command"),
        pytest.param("command weave", ["command"], id="a-command-and-no-function"),
        pytest.param("cat <<END\nweave\nEND", ["cat"], id="a-here-document"),
        pytest.param("# weave", [], id="a-comment"),
    ],
)
def test_a_command_is_called_by_its_name(text: str, names: list[str]) -> None:
    assert [value[1][1] for value in used(read(text))] == names


@pytest.mark.parametrize(
    ("text", "uses"),
    [
        ("trap weave EXIT", [("name", "weave")]),
        ("trap 'weave' INT TERM", [("name", "weave")]),
        ("trap 'rm -f \"$x\"' EXIT", []),
    ],
)
def test_a_signal_calls_what_it_names(text: str, uses: list[Expr]) -> None:
    assert used(read(text)) == uses


@pytest.mark.parametrize(
    ("text", "star"),
    [
        ("source lib/log.sh", "lib/log"),
        (". ./log.bash", "log"),
        ('source "$here/lib/log.sh"', "lib/log"),
        ('. "$(dirname "$0")/log.sh"', "log"),
        ('. "$(dirname "${BASH_SOURCE[0]}")/../lib/log.sh"', "lib/log"),
        ("source /etc/profile", "etc/profile"),
    ],
)
def test_a_sourced_script_is_known_by_what_of_its_path_is_written_out(text: str, star: str) -> None:
    assert read(text).stars == (star,)


@pytest.mark.parametrize("text", ['source "$file"', "source", ". $(locate log)"])
def test_a_script_by_a_computed_path_is_none(text: str) -> None:
    assert read(text).stars == ()


def test_a_variable_of_the_script_is_a_definition_and_a_functions_is_none() -> None:
    record = read("PORT=8080\nweave() { local port=$PORT; other=1; }\n")
    assert [(one.kind, one.name) for one in record.definitions] == [
        ("variable", "PORT"),
        ("function", "weave"),
    ]


WORDS = "weave cut ( ) { } ; | & $( \" ' if then fi for do done case esac function source . trap << END = #"


@given(
    st.one_of(
        st.text(max_size=200),
        st.lists(st.sampled_from([*WORDS.split(), "\n"]), max_size=60).map(" ".join),
    )
)
@settings(max_examples=150, deadline=None)
def test_no_text_is_too_much(text: str) -> None:
    record = PARSER.parse("a.sh", text.encode())
    assert record.language == "bash"
    for each in record.definitions:
        assert each.scope < len(record.scopes)
        assert each.name
