"""Tables: a column by its name, with its first rows and their number."""

import csv
import io

import pytest
from inline_snapshot import snapshot

from lockstitch.domain.fact import FactKind
from lockstitch.intake.facts import extract


def columns(text: str, tool_name: str | None = None) -> dict[str, str]:
    found = extract(text, tool_name=tool_name).facts
    return {fact.name: fact.value for fact in found if fact.kind is FactKind.CSV_COLUMN}


def written(rows: list[list[str]], *, delimiter: str = ",") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue()


def test_a_column_shows_its_rows() -> None:
    text = written([["name", "size"], ["a.py", "10"], ["b, c.py", "2"], ['d "q".py', ""]])
    assert columns(text) == snapshot(
        {"name": '3 rows: a.py | b, c.py | d "q".py', "size": "3 rows: 10 | 2 | "}
    )
    assert extract(text, tool_name=None).summary == snapshot("CSV: 2 columns, 3 rows")


def test_a_long_column_shows_its_first_rows_and_counts_all() -> None:
    text = "id\tstate\n" + "".join(f"{at}\topen\n" for at in range(1_000))
    assert columns(text) == snapshot(
        {
            "id": "1000 rows: 0 | 1 | 2 | 3 | 4 | …",
            "state": "1000 rows: open | open | open | open | open | …",
        }
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("id,when\n1,2026-02-03\n", ["id", "when"], id="one-row"),
        pytest.param("First Name,Age\nAda,36\nAlan,41\n", ["First Name", "Age"], id="words"),
        pytest.param("key;value\nhost;localhost\n", ["key", "value"], id="semicolons"),
        pytest.param("red,green,blue\nx,y,z\nu,v,w\n", ["red", "green", "blue"], id="three-words"),
        pytest.param(",a,b\n0,1.5,2\n1,3.5,4\n", ["column 1", "a", "b"], id="rows-with-labels"),
        pytest.param("id,id\n1,2\n", ["id", "id[2]"], id="a-name-twice"),
        pytest.param("index, name, mem [MiB]\n0, A, 81\n1, B, 40\n", ["index", "name", "mem [MiB]"], id="spaces-after-commas"),
        pytest.param("名称,数量\n苹果,3\n", ["名称", "数量"], id="other-scripts"),
        pytest.param('"a ""q""",b\n1,2\n', [], id="quotes-in-a-header"),
        pytest.param('x,text\n1,"two\nlines"\n2,z\n', ["x", "text"], id="a-cell-of-two-lines"),
        pytest.param("```csv\nx,y\n1,2\n```", ["x", "y"], id="fenced"),
        pytest.param("x,y\r\n1,2\r\n", ["x", "y"], id="windows-line-ends"),
        pytest.param("$ cat t.csv\nx,y\n1,2\n[exit 0]", ["x", "y"], id="inside-a-shell"),
    ],
)  # fmt: skip
def test_a_table_gives_its_columns(text: str, names: list[str]) -> None:
    assert list(columns(text)) == names


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("id,name\n", id="no-row"),
        pytest.param("id\n1\n2\n", id="one-column"),
        pytest.param("a,b\n1,2\n3\n", id="a-short-row"),
        pytest.param("a,b\n1,2\n3,4,5\n", id="a-long-row"),
        pytest.param('a,b\n1,"2\n', id="an-open-quote"),
        pytest.param("Smith,John\nDoe,Jane\n", id="nothing-tells-the-header"),
        pytest.param("1,2\n3,4\n", id="numbers-are-no-header"),
        pytest.param("Hello, world\nGoodbye, moon\n", id="a-comma-and-a-space"),
        pytest.param("We came, and we saw\nThey left, and we stayed\n", id="prose"),
        pytest.param("M\tsrc/a.py\nA\tsrc/b.py\n", id="git-name-status"),
        pytest.param("R100\ta.py\tb.py\nR090\tc.py\td.py\nR100\te.py\tf.py\n", id="git-renames"),
        pytest.param("10\t2\tsrc/a.py\n3\t1\tsrc/b.py\n", id="git-numstat"),
        pytest.param("4.0K\t./a\n8.0K\t./b\n", id="disk-use"),
        pytest.param("import os,sys\nimport re,json\n", id="imports"),
        pytest.param("foo(a,b)\nbar(c,1)\n", id="calls"),
        pytest.param("mov eax,1\nmov ebx,2\n", id="assembler"),
        pytest.param("int a;\nint b;\n", id="statements"),
        pytest.param("INFO,start\nINFO,stop\n", id="the-header-again-in-its-column"),
    ],
)
def test_what_only_looks_like_a_table_gives_nothing(text: str) -> None:
    assert columns(text) == {}


def test_a_tool_of_tables_is_believed() -> None:
    text = "Smith,John\nDoe,Jane\n"
    assert list(columns(text, "read_csv")) == ["Smith", "John"]


def test_a_long_cell_is_cut() -> None:
    value = columns(f"id,text\n1,{'x' * 1_000}\n2,y\n")["text"]
    assert value == f"2 rows: {'x' * 79}… | y"


def test_a_cell_past_what_the_parser_takes_is_no_table() -> None:
    assert columns(f"id,text\n1,{'x' * 200_000}\n") == {}
