"""What holds for every text: no error, the same facts again, each once, on a line, within the limits."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstitch.domain.fact import Extraction, FactKind
from lockstitch.domain.limits import LIMITS
from lockstitch.intake.facts import extract
from tests.intake.test_facts_precision import ORDINARY
from tests.intake.test_facts_runners import SAMPLES

DIFF = """\
diff --git a/x.py b/y.py
similarity index 90%
rename from x.py
rename to y.py
--- a/x.py
+++ b/y.py
@@ -1,3 +1,4 @@ class A:
 a
-b
+c
+d
 e
diff --git "a/\\303\\274.bin" "b/\\303\\274.bin"
new file mode 100644
index 0000000..4f2a9c1
Binary files /dev/null and "b/\\303\\274.bin" differ
"""
OTHERS = [
    json.dumps({"a": [1, {"b": None}], "c": "x\ny", "d": 1e9}, indent=1),
    '{"a": 1}\n{"a": [2]}\n',
    'id,name\n1,"a, b"\n2,"c ""d"""\n',
    "id\twhen\n1\t2026-02-03\n",
    'HTTP/1.1 301 Moved\r\nLocation: /a\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\n\r\n{"a": 1}',
    "* Connected\n> GET / HTTP/1.1\n< HTTP/1.1 200 OK\n< A: b\n< \n{ [3 bytes data]\nhi\n",
    DIFF,
    "make: *** [all] Error 2\nKilled\nexit code: -9\n",
    *(text for text, _, _ in SAMPLES.values()),
]
PIECES = sorted({line for text in [*OTHERS, *ORDINARY.values()] for line in text.split("\n")})
CHARS = st.characters(exclude_categories=())


def check(text: str, tool_name: str | None = None) -> Extraction:
    found = extract(text, tool_name=tool_name)
    keys = [(fact.kind, fact.name, fact.file_path) for fact in found.facts]
    assert len(keys) == len(set(keys))
    assert len(keys) <= LIMITS.facts_per_episode
    assert found.left_out >= 0
    assert found.summary
    for fact in found.facts:
        written = f"{fact.name}{fact.value}{fact.file_path}"
        assert written.encode()
        assert not any(char < " " for char in written)
        assert len(fact.name) <= LIMITS.name_chars
        assert len(fact.value) <= 500
    assert extract(text, tool_name=tool_name) == found
    return found


@given(text=st.text(CHARS), tool_name=st.none() | st.text(CHARS))
def test_any_text_is_read_without_an_error(text: str, tool_name: str | None) -> None:
    check(text, tool_name)


@given(
    lines=st.lists(st.sampled_from(PIECES) | st.text(CHARS, max_size=20), max_size=30),
    end=st.sampled_from(["\n", "\r\n", "\r", " \n"]),
    tool_name=st.sampled_from([None, "read_csv", "curl", "git diff"]),
)
def test_any_lines_are_read_without_an_error(
    lines: list[str], end: str, tool_name: str | None
) -> None:
    check(end.join(lines), tool_name)


@given(
    text=st.sampled_from([*OTHERS, *ORDINARY.values()]),
    at=st.integers(0, 2_000),
    length=st.integers(0, 40),
    patch=st.text(st.sampled_from("0123456789-+@ ,;:\t\n\r\"'\\[]{}()<>=|#/\x1b\0x\ud800é") | CHARS, max_size=12),
)  # fmt: skip
def test_a_damaged_sample_is_read_without_an_error(
    text: str, at: int, length: int, patch: str
) -> None:
    check(text[:at] + patch + text[at + length :], "curl csv")


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(CHARS),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(CHARS), inner, max_size=5),
))  # fmt: skip
def test_any_json_document_is_read(value: object) -> None:
    found = check(json.dumps(value))
    if isinstance(value, dict | list):
        assert found.summary.startswith("JSON: ")
        assert {fact.kind for fact in found.facts} <= {FactKind.JSON_FIELD}


@pytest.mark.parametrize("seed", range(3))
def test_lines_of_samples_in_any_order_are_read(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        check("\n".join(chance.choices(PIECES, k=chance.randrange(1, 200))))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\n" * 1_000_000, id="line-ends"),
        pytest.param("a" * 1_000_000, id="one-word"),
        pytest.param("1 " * 500_000, id="numbers"),
        pytest.param("\r1" * 500_000, id="returns"),
        pytest.param("```\n" * 250_000, id="fences"),
        pytest.param("```a\n" * 250_000, id="open-fences"),
        pytest.param("\x1b[1;" * 250_000, id="half-a-colour"),
        pytest.param('{"a":' * 200_000, id="open-objects"),
        pytest.param('a,b\n"' + "x" * 1_000_000, id="an-open-quote"),
        pytest.param("HTTP/1.1 200 OK\na: b\n" + " x\n" * 300_000, id="a-folded-header"),
        pytest.param("* x\n< HTTP/1.1 200 OK\n" + "\r1 1 1" * 150_000, id="a-meter"),
        pytest.param("--- a\n+++ b\n@@ -1 +1 @@\n" + "\n" * 300_000, id="a-hunk-and-nothing"),
        pytest.param("diff --git a/x b/x\nindex 1..2\n" * 5_000, id="files-and-files"),
        pytest.param("exit code: 1\n" * 80_000, id="exit-codes"),
        pytest.param("1 failed in 1s\n" + "FAILED a.py::b - c\n" * 50_000, id="a-failure-again"),
        pytest.param("  1 passing (1s)\n  1) a\n" + "     b\n" * 100_000, id="a-title-without-end"),
        pytest.param("Tests:  1 failed, 1 total\nFAIL x\n" + "  ● a\n" * 100_000, id="bullets"),
        pytest.param("=" * 70 + "\nFAIL: a (b)\n" + "Traceback (most recent call last):\n a\n" * 20_000 + "\nRan 1 test in 1s\n\nOK", id="traces"),
    ],
)  # fmt: skip
def test_a_hostile_text_is_read_all_the_same(text: str) -> None:
    check(text)
