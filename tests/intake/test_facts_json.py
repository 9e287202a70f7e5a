"""JSON: every leaf by its path, with the value that stands there."""

import json
import sys

import pytest
from inline_snapshot import snapshot

from lockstitch.domain.fact import FactKind
from lockstitch.domain.limits import LIMITS
from lockstitch.intake.facts import extract


def fields(text: str) -> dict[str, str]:
    found = extract(text, tool_name=None)
    assert all(fact.kind is FactKind.JSON_FIELD for fact in found.facts)
    return {fact.name: fact.value for fact in found.facts}


def summary(text: str) -> str:
    return extract(text, tool_name=None).summary


def test_a_leaf_has_its_path_and_its_value() -> None:
    text = json.dumps(
        {
            "build": {"id": 17, "ok": True, "note": None, "rate": 0.5},
            "files": [{"path": "a.py"}, {"path": "b.py"}],
        }
    )
    assert fields(text) == snapshot(
        {
            "build.id": "17",
            "build.ok": "true",
            "build.note": "null",
            "build.rate": "0.5",
            "files.length": "2",
            "files[0].path": "a.py",
            "files[1].path": "b.py",
        }
    )
    assert summary(text) == snapshot("JSON: 7 fields")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('\ufeff {"a": 1}\n', {"a": "1"}, id="byte-order-mark"),
        pytest.param('\r\n{"a":\r\n1}\r\n', {"a": "1"}, id="windows-line-ends"),
        pytest.param('```json\n{"a": 1}\n```', {"a": "1"}, id="a-fenced-block-is-the-text"),
        pytest.param('~~~jsonl\n{"a":1}\n~~~\n', {"a": "1"}, id="a-tilde-fence"),
        pytest.param('\x1b[1m{\x1b[0m"a": \x1b[32m1\x1b[0m}', {"a": "1"}, id="colours"),
        pytest.param('{"a": 1, "a": 2}', {"a": "2"}, id="last-of-a-key-wins"),
        pytest.param("[]", {"length": "0"}, id="an-empty-array-has-a-length"),
        pytest.param('{"a": {}, "b": []}', {"a": "{}", "b.length": "0"}, id="empty-inside"),
        pytest.param("[[1]]", {"length": "1", "[0].length": "1", "[0][0]": "1"}, id="nested-array"),
        pytest.param('{"n": [1.10, 1e400, -0]}', {"n.length": "3", "n[0]": "1.10", "n[1]": "1e400", "n[2]": "-0"}, id="numbers-as-written"),
        pytest.param('{"a": NaN, "b": -Infinity}', {"a": "NaN", "b": "-Infinity"}, id="not-a-number"),
        pytest.param('{"a.b": {"c": 1}, "": 2, "d[0]": 3}', {'["a.b"].c': "1", '[""]': "2", '["d[0]"]': "3"}, id="keys-that-read-as-paths"),
        pytest.param('{"first name": "x", "größe": 1}', {"first name": "x", "größe": "1"}, id="keys-of-words"),
        pytest.param('{"a": "x\\ny\\u0000\\u2028"}', {"a": "x\\ny\\u0000\\u2028"}, id="control-characters-are-escaped"),
        pytest.param('{"a": "\\ud800", "b": "C:\\\\x"}', {"a": "\ufffd", "b": "C:\\x"}, id="surrogates-and-backslashes"),
        pytest.param('{"a": 1}\n\n[2]\n', {"length": "2", "[0].a": "1", "[1].length": "1", "[1][0]": "2"}, id="json-lines"),
        pytest.param('{\n "a": 1\n}\n{\n "a": 2\n}', {"length": "2", "[0].a": "1", "[1].a": "2"}, id="values-over-lines"),
        pytest.param('Exit code: 0\nWall time: 0.1 seconds\nOutput:\n{"a": 1}', {"a": "1"}, id="behind-what-a-harness-says"),
        pytest.param('$ gh api /user\n{"a": 1}\n', {"a": "1"}, id="behind-its-command"),
    ],
)  # fmt: skip
def test_json_is_read_in_every_dress(text: str, expected: dict[str, str]) -> None:
    found = extract(text, tool_name=None).facts
    assert {fact.name: fact.value for fact in found if fact.kind is FactKind.JSON_FIELD} == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("42", id="a-number"),
        pytest.param('"words"', id="a-string"),
        pytest.param("true", id="a-word"),
        pytest.param('{"a": 1', id="cut-short"),
        pytest.param("{'a': 1}", id="python"),
        pytest.param('{"a": 1,}', id="trailing-comma"),
        pytest.param('{"a": 1} done', id="words-after-it"),
        pytest.param('{"a": 1} {"a": 2}', id="two-on-a-line"),
        pytest.param('{"a": 1}\n2', id="a-number-among-lines"),
        pytest.param('{"a": 1}\nstarting up\n{"a": 2}', id="words-among-lines"),
        pytest.param("[INFO] started\n[INFO] stopped]", id="a-log"),
        pytest.param('See:\n```json\n{"a": 1}\n```\n', id="a-block-in-prose"),
        pytest.param("[" * 100_000, id="open-and-open"),
        pytest.param("[" * 100_000 + "]" * 100_000, id="too-deep"),
        pytest.param('{"a":' * 5_000 + "1" + "}" * 5_000, id="too-deep-in-objects"),
        pytest.param('{"s": "' + "}" * 3_000 + '", "d": ' + "[" * 3_000 + "]" * 3_000 + "}", id="too-deep-behind-a-string"),
    ],
)  # fmt: skip
def test_what_is_not_json_as_a_whole_gives_nothing(text: str) -> None:
    assert extract(text, tool_name=None).facts == ()


def test_an_integer_may_have_any_number_of_digits() -> None:
    digits = "9" * (sys.get_int_max_str_digits() + 1)
    assert fields(f'{{"n": {digits}}}')["n"] == digits[:499] + "…"


def test_a_long_string_is_cut_at_its_limit() -> None:
    value = fields(json.dumps({"log": "x" * 5_000}))["log"]
    assert (len(value), value[-2:]) == (500, "x…")


def test_a_long_key_is_cut_at_its_limit() -> None:
    [name] = fields(json.dumps({"k" * 5_000: 1}))
    assert len(name) == LIMITS.name_chars


def test_an_array_shows_its_first_elements_and_its_length() -> None:
    found = fields(json.dumps({"rows": list(range(1_000))}))
    assert found["rows.length"] == "1000"
    assert [name for name in found if name.startswith("rows[")] == [
        f"rows[{at}]" for at in range(20)
    ]


def test_what_lies_below_the_depth_limit_is_told_by_its_size() -> None:
    depth = LIMITS.json_depth
    text = '{"a":' * depth + '{"x": 1, "y": 2}' + "}" * depth
    assert fields(text) == {".".join("a" * depth): "{2 keys}"}


def test_strings_full_of_brackets_are_no_depth() -> None:
    assert fields(json.dumps({"code": "[{" * 5_000, "ok": 1}))["ok"] == "1"


def test_shallow_fields_are_kept_first_and_the_rest_is_counted() -> None:
    rows = {f"k{at}": {"deep": at} for at in range(LIMITS.facts_per_episode)}
    found = extract(json.dumps({"rows": rows, "total": 400, "next": None}), tool_name=None)
    names = [fact.name for fact in found.facts]
    assert len(names) == LIMITS.facts_per_episode
    assert names[-2:] == ["total", "next"]
    assert found.left_out == 2
    assert found.summary == "JSON: 402 fields; 2 more not kept"


def test_a_wide_object_is_counted_without_looking_at_it_all() -> None:
    found = extract(json.dumps({f"k{at}": at for at in range(50_000)}), tool_name=None)
    assert (len(found.facts), found.left_out) == (400, 49_600)


def test_json_lines_past_the_limit_say_that_there_are_more() -> None:
    found = extract("{}\n" * 100_001, tool_name=None)
    assert found.facts[0].value == "100000+"
    assert found.summary == "JSON Lines: the first 100000 values, 21 fields"


def test_text_inside_json_is_no_result_of_its_own() -> None:
    text = json.dumps({"stdout": "=== 1 failed in 0.1s ===\nexit code: 1"})
    assert list(fields(text)) == ["stdout"]
