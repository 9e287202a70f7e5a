"""Ordinary texts give no facts: prose, logs, settings, code, traces and mail are not structure."""

from textwrap import dedent

import pytest

from lockstitch.intake.facts import extract

ORDINARY: dict[str, str] = {
    "a-sentence": "The build is green, so we can merge it now.",
    "two-paragraphs": "We moved the shop.\n\nIt opens on Monday, as before, at nine.\n",
    "prose-with-commas": "Apples, pears, plums\nand, of course, cherries\nwent in, one by one\n",
    "prose-lists-of-three": "Red, green and blue.\nCyan, magenta and yellow.\n",
    "prose-about-exit-codes": "The exit code 1 means failure.\nAn exit status of 2 means bad usage.\n",
    "prose-about-tests": "In all 3 tests passed and 1 failed, which took 2 seconds.\n",
    "prose-about-json": "The answer is {\"a\": 1}, as a rule.\n",
    "prose-with-a-colon": "Note: this is old.\nWarning: so is this.\n",
    "a-letter": "Dear Ada,\n\nthank you, it works.\n\nYours,\nAlan\n",
    "mail": "From: ada@example.test\nTo: alan@example.test\nDate: Mon, 02 Feb 2026 10:00:00 +0000\nSubject: tests\n\nAll passed, none failed.\n",
    "mail-with-mime": "From: a@example.test\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 7bit\n\nhello\n",
    "a-quoted-mail": "On Monday, Ada wrote:\n> It is done, I think.\n> Is it?\nYes, it is.\n",
    "a-commit-message": "Fix the till\n\nIt counted twice, once in the cart, once at the door.\n\nReviewed-by: Ada <ada@example.test>\nSigned-off-by: Alan <alan@example.test>\n",
    "a-git-log": "commit 4f2a9c1d8e7b6a5f4e3d2c1b0a9f8e7d6c5b4a39\nAuthor: Ada <ada@example.test>\nDate:   Mon Feb 2 10:00:00 2026 +0000\n\n    Fix the till\n",
    "git-status": "On branch main\nChanges not staged for commit:\n\tmodified:   src/till.py\n\nno changes added to commit\n",
    "git-short-status": " M src/till.py\n?? notes.txt\n",
    "git-diff-stat": " src/till.py | 4 ++--\n src/cart.py | 2 +-\n 2 files changed, 3 insertions(+), 3 deletions(-)\n",
    "git-blame": "4f2a9c1d (Ada 2026-02-02 10:00:00 +0000 1) import os\n",
    "a-log-of-keys": "server: started\nport: 8080\nworkers: 4\nstatus: ok\n",
    "a-log-of-settings": "Host: localhost\nServer: db1\nAge: 3\nLocation: Berlin\n",
    "a-log-with-times": "2026-02-03 10:00:00,123 INFO root: started\n2026-02-03 10:00:01,456 ERROR root: exit code: 1 of worker\n2026-02-03 10:00:02,001 INFO root: bye\n",
    "a-syslog": "Feb  3 10:00:00 host app[41]: job 7 exited with code 1, restarting\nFeb  3 10:00:01 host app[41]: started\n",
    "an-access-log": '127.0.0.1 - - [03/Feb/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 12\n127.0.0.1 - - [03/Feb/2026:10:00:01 +0000] "GET /a HTTP/1.1" 404 9\n',
    "a-log-of-levels": "INFO, started\nINFO, reading\nWARN, slow\n",
    "a-log-with-brackets": "[INFO] started\n[WARN] slow\n[INFO] done]\n",
    "a-log-of-errors": "ERROR config.yaml not found\nERROR giving up\nFAILED to start\n",
    "a-log-of-steps": "Step 1/3 : FROM base\nStep 2/3 : COPY . .\nStep 3/3 : RUN make\nDone\n",
    "yaml": "name: shop\nversion: 1.2\nserver:\n  host: localhost\n  exit_code: 1\n",
    "yaml-list": "- a, b\n- c, d\n- e, f\n",
    "yaml-workflow": "on: push\njobs:\n  test:\n    steps:\n      - run: make test\n",
    "toml": '[tool.shop]\nname = "x"\nports = [1, 2]\n',
    "ini": "[core]\nbare = false\n[user]\nname = Ada\n",
    "env": "HOST=localhost\nPORT=8080\nDEBUG=1\n",
    "properties": "shop.name=x\nshop.size=3\n",
    "a-markdown-table": "| name | size |\n| ---- | ---- |\n| a    | 1    |\n",
    "a-markdown-page": "# Shop\n\nRun it:\n\n```sh\nmake test\n```\n\n- fast, small\n- free, open\n",
    "a-readme-with-results": "# Tests\n\nAll is well:\n\n```\n$ pytest\n====== 3 passed in 0.12s ======\n```\n\nSee above.\n",
    "a-readme-with-a-diff": "# Patch\n\n```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\n\nApply it.\n",
    "a-readme-with-headers": "# Answers\n\n```http\nHTTP/1.1 200 OK\nContent-Type: text/plain\n```\n\nThat is all.\n",
    "a-readme-with-json": "# Settings\n\n```json\n{\"a\": 1}\n```\n\nThat is all.\n",
    "python": "import os, sys\nfrom a import b, c\n\ndef add(x, y):\n    return x + y\n\nsys.exit(1)\n",
    "python-imports": "import os,sys\nimport re,json\n",
    "a-python-dict": "{'a': 1, 'b': [2, 3]}\n",
    "a-python-list": "['a', 'b']\n",
    "a-python-tuple": "('a', 1)\n('b', 2)\n",
    "javascript": "const { a, b } = require('x');\nmodule.exports = { a, b };\n",
    "javascript-object": "{ a: 1, b: 2 }\n",
    "c": "int main(int argc, char **argv) {\n  return exit_code;\n}\n",
    "go": 'package main\n\nfunc main() {\n\tos.Exit(1)\n}\n',
    "rust": '#[test]\nfn adds() {\n    assert_eq!(1 + 1, 2);\n}\n',
    "a-shell-script": "#!/bin/sh\nset -e\nmake test || exit 1\nexit 0\n",
    "sql": "SELECT a, b FROM t WHERE c = 1;\nINSERT INTO t VALUES (1, 2);\n",
    "css": "a { color: red; }\nb { color: blue; }\n",
    "html": "<!doctype html>\n<html><head><title>x</title></head></html>\n",
    "xml": "<a>\n  <b>1</b>\n</a>\n",
    "assembler": "mov eax,1\nmov ebx,2\nint 80h\n",
    "a-makefile": "all: build test\n\ttest -f x && exit 1\n",
    "a-numbered-file": "     1\timport os\n     2\timport sys\n     3\tprint(os, sys)\n",
    "a-numbered-result": "    1\t=== 1 failed in 0.1s ===\n    2\texit code: 1\n",
    "a-python-trace": 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    f()\nValueError: no such thing, exit code 1\n',
    "a-java-trace": "java.lang.IllegalStateException: out of stock\n\tat shop.Cart.add(Cart.java:12)\n\tat shop.Main.main(Main.java:5)\n",
    "a-node-trace": "Error: boom\n    at f (a.js:1:2)\n    at g (a.js:3:4)\n",
    "a-go-panic": "panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/a/main.go:3 +0x27\n",
    "compiler-errors": "src/a.c:3:5: error: expected ';', got '}'\nsrc/b.c:9:1: warning: unused\n",
    "linter-output": "a.py:1:1: F401 `os` imported but unused\nFound 1 error.\n",
    "type-checker-output": "a.py:3: error: Incompatible types  [assignment]\nFound 1 error in 1 file (checked 2 source files)\n",
    "a-listing": "total 8\ndrwxr-xr-x 2 a a 4096 Feb  3 10:00 src\n-rw-r--r-- 1 a a   12 Feb  3 10:00 a.py\n",
    "paths": "src/a.py\nsrc/b.py\ntests/test_a.py\n",
    "search-hits": "src/a.py:3:def add(x, y):\nsrc/b.py:9:    add(1, 2)\n",
    "search-hits-in-results": "out.txt:3:=== 1 failed in 0.1s ===\nout.txt:4:exit code: 1\n",
    "a-count-of-words": "  12  34 567 a.py\n   3   4  56 b.py\n",
    "disk-use": "4.0K\t./a\n8.0K\t./b\n",
    "processes": "USER  PID %CPU COMMAND\na      41  0.0 sh\n",
    "package-install": "added 223 packages in 9s\n\n30 packages are looking for funding\n",
    "pip-install": "Collecting a\n  Downloading a-1.0.whl (12 kB)\nSuccessfully installed a-1.0, b-2.0\n",
    "collected-only": "test_a.py::test_b\ntest_a.py::test_c\n\n2 tests collected in 0.01s\n",
    "a-build": "   Compiling shop v0.1.0\n    Finished dev in 2.52s\n",
    "a-plan-of-tests": "Tests to write:\n1) adds an item:\n2) empties the cart:\n",
    "a-changelog": "## 1.2\n\n- Fixed: 2 failures in the till\n- Added: 3 tests, all pass\n",
    "a-man-page": "EXIT STATUS\n       0      if OK,\n       1      if minor problems\n",
    "options": "  -q, --quiet   say less\n  -v, --verbose say more\n",
    "a-word": "ok\n",
    "a-number": "42\n",
    "numbers": "1\n2\n3\n",
    "numbers-with-commas": "1,234\n5,678\n",
    "names-with-commas": "Lovelace, Ada\nTuring, Alan\n",
    "a-poem": "A comma, here,\na comma, there,\nand, at the end,\none more, to spare.\n",
    "an-empty-text": "",
    "blank-lines": "\n\n \n",
    "rules": "----\n++++\n====\n",
    "a-heading-with-rules": "--- a\n+++ b\nnothing under it\n",
    "a-conflict": "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> side\n",
    "a-table-of-a-database": " id | name\n----+------\n  1 | a\n(1 row)\n",
    "base64": "aGVsbG8sIHdvcmxkCg==\n",
    "a-hash": "4f2a9c1d  a.py\n8e7b6a5f  b.py\n",
    "a-url": "https://example.test/a?b=1,2\nhttps://example.test/c?d=3,4\n",
    "a-question": "Shall I go on? (y/n)\n",
}  # fmt: skip


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in ORDINARY.items()])
def test_an_ordinary_text_gives_no_facts(text: str) -> None:
    found = extract(text, tool_name=None)
    assert (found.facts, found.summary) == ((), "no structure")


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in ORDINARY.items()])
def test_windows_line_ends_make_no_facts_of_it(text: str) -> None:
    assert extract(text.replace("\n", "\r\n"), tool_name="Bash").facts == ()


def test_there_are_enough_ordinary_texts() -> None:
    assert len(ORDINARY) >= 60


def test_a_report_may_quote_what_it_found() -> None:
    text = dedent(
        """\
        I ran the tests. Two of them fail:

        ```
        FAILED tests/test_a.py::test_b - assert 0
        === 2 failed, 1 passed in 0.1s ===
        exit code: 1
        ```

        I will look into it, and then run them again.
        """
    )
    assert extract(text, tool_name="Task").facts == ()
