"""Test runners: their counts, and every test that did not pass."""

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from inline_snapshot import snapshot

from lockstitch.domain.fact import FactKind
from lockstitch.intake.facts import extract


def results(text: str) -> dict[str, str]:
    found = extract(text, tool_name=None).facts
    return {fact.name: fact.value for fact in found if fact.kind is FactKind.TEST_RESULT}


def output_of(*arguments: str, cwd: Path) -> str:
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={**kept, "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


PYTEST = ("-m", "pytest", "-p", "no:cacheprovider")


@pytest.fixture
def pytest_tree(tmp_path: Path) -> Path:
    (tmp_path / "test_shop.py").write_text(
        dedent(
            """
            import pytest

            def test_fine():
                pass

            def test_wrong():
                assert 1 == 2, "one is not two"

            @pytest.mark.parametrize("word", ["a - b", "x[1]"])
            def test_word(word):
                assert not word

            @pytest.fixture
            def broken():
                raise RuntimeError("no shop")

            def test_needs(broken):
                pass

            @pytest.mark.skip
            def test_later():
                pass
            """
        )
    )
    (tmp_path / "test_import.py").write_text("import no_such_module_here\n")
    return tmp_path


def test_what_pytest_prints_is_read(pytest_tree: Path) -> None:
    text = output_of(*PYTEST, "--continue-on-collection-errors", cwd=pytest_tree)
    found = results(text)
    assert found.pop("tests.duration").endswith("s")
    assert found == snapshot(
        {
            "tests.outcome": "failed",
            "tests.passed": "1",
            "tests.failed": "3",
            "tests.errors": "2",
            "tests.skipped": "1",
            "tests.runner": "pytest",
            "test:test_shop.py::test_wrong": "failed: AssertionError: one is not two",
            "test:test_shop.py::test_word[a - b]": "failed: AssertionError: assert not 'a - b'",
            "test:test_shop.py::test_word[x[1]]": "failed: AssertionError: assert not 'x[1]'",
            "test:test_import.py": "error",
            "test:test_shop.py::test_needs": "error: RuntimeError: no shop",
        }
    )
    assert extract(text, tool_name="run_tests").summary == snapshot(
        "pytest: 1 passed, 3 failed, 2 errors, 1 skipped"
    )


@pytest.mark.parametrize(
    "flags", [["-v"], ["-v", "-rN"], ["-q", "--tb=no"], ["--color=yes"]], ids=str
)
def test_pytest_says_the_same_in_every_mood_and_names_the_file(
    pytest_tree: Path, flags: list[str]
) -> None:
    text = output_of(*PYTEST, *flags, "test_shop.py", cwd=pytest_tree)
    found = results(text)
    counts = [found[f"tests.{outcome}"] for outcome in ("passed", "failed", "errors", "skipped")]
    assert counts == ["1", "3", "1", "1"]
    named = [fact for fact in extract(text, tool_name=None).facts if fact.name.startswith("test:")]
    assert {fact.file_path for fact in named} == {"test_shop.py"}
    assert {fact.name for fact in named} == {
        "test:test_shop.py::test_wrong",
        "test:test_shop.py::test_word[a - b]",
        "test:test_shop.py::test_word[x[1]]",
        "test:test_shop.py::test_needs",
    }


def test_what_unittest_prints_is_read(tmp_path: Path) -> None:
    (tmp_path / "test_shop.py").write_text(
        dedent(
            """
            import unittest

            class Shop(unittest.TestCase):
                def test_fine(self): pass
                def test_wrong(self): self.assertEqual(1, 2)
                def test_raises(self):
                    "A line about it."
                    try:
                        {}["x"]
                    except KeyError:
                        raise ValueError("no such thing")
                def test_parts(self):
                    for part in range(2):
                        with self.subTest(part=part): self.assertEqual(part, 0)
                @unittest.skip("later")
                def test_later(self): pass
                @unittest.expectedFailure
                def test_known(self): self.fail()
            """
        )
    )
    text = output_of("-m", "unittest", cwd=tmp_path)
    found = results(text)
    assert found.pop("tests.duration").endswith("s")
    assert found == snapshot(
        {
            "tests.outcome": "failed",
            "tests.passed": "1",
            "tests.failed": "2",
            "tests.errors": "1",
            "tests.skipped": "1",
            "tests.xfailed": "1",
            "tests.runner": "unittest",
            "test:test_shop.Shop.test_raises": "error: ValueError: no such thing",
            "test:test_shop.Shop.test_parts (part=1)": "failed: AssertionError: 1 != 0",
            "test:test_shop.Shop.test_wrong": "failed: AssertionError: 1 != 2",
        }
    )


JEST = """\
PASS src/ok.test.js
FAIL src/cart.test.js (5.2 s)
  ● Console

    console.log
      hello

  ● cart › adds an item

    expect(received).toBe(expected) // Object.is equality

    Expected: 3
    Received: 2

  ● empties

    out of stock

FAIL src/broken.test.js
  ● Test suite failed to run

    SyntaxError: Unexpected token (1:10)

Test Suites: 2 failed, 1 passed, 3 total
Tests:       2 failed, 1 skipped, 1 todo, 4 passed, 8 total
Snapshots:   0 total
Time:        0.862 s
Ran all test suites.
"""
VITEST = """\
 ❯ src/cart.test.ts (5 tests | 1 failed) 32ms
     × adds an item 24ms
 FAIL  src/broken.test.ts [ src/broken.test.ts ]
Error: Parse failure
 FAIL  src/cart.test.ts > cart > adds an item
AssertionError: expected 2 to be 3 // Object.is equality

 Test Files  2 failed | 1 passed (3)
      Tests  1 failed | 3 passed | 1 skipped (5)
   Start at  10:00:00
   Duration  1.36s (transform 81ms, setup 0ms)
"""
MOCHA = """\
  cart
    ✔ is empty
    1) adds an item

  1 passing (10ms)
  1 pending
  2 failing

  1) cart
       with a coupon
         adds an item:

      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
      + expected - actual

  2) totals:
     Error: out of stock
      at Context.<anonymous> (test/cart.js:3:21)
"""
NODE_TAP = """\
TAP version 13
# Subtest: cart
    # Subtest: adds
    not ok 1 - adds
      ---
      duration_ms: 3.5
      failureType: 'testCodeFailure'
      error: |-
        Expected values to be strictly equal:

        2 !== 3
      code: 'ERR_ASSERTION'
      ...
    ok 2 - is empty
    1..2
not ok 1 - cart
  ---
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  ...
not ok 2 - totals
  ---
  error: 'out of stock'
  ...
1..2
# tests 3
# suites 1
# pass 1
# fail 2
# cancelled 0
# skipped 0
# todo 0
# duration_ms 221.2
"""
NODE_SPEC = """\
▶ cart
  ✖ adds (4.3ms)
✖ cart (7.8ms)
ℹ tests 2
ℹ suites 1
ℹ pass 1
ℹ fail 1
ℹ cancelled 0
ℹ skipped 0
ℹ todo 0
ℹ duration_ms 216.3

✖ failing tests:

test at test/cart.test.js:2:21
✖ adds (4.3ms)
  AssertionError [ERR_ASSERTION]: 2 !== 3
"""
TAP = """\
TAP version 14
1..5
ok 1 - opens
not ok 2 - closes # in time
not ok 3 - sings # TODO not yet
ok 4 # SKIP no door
not ok
"""
PROVE = """\
t/door.t .. ok
t/shop.t .. 1/3
t/shop.t (Wstat: 256 (exited 1) Tests: 3 Failed: 1)
  Failed test:  2
Files=2, Tests=8,  0 wallclock secs ( 0.03 usr +  0.00 sys =  0.03 CPU)
Result: FAIL
"""
GO = """\
# example.test/shop/till [example.test/shop/till.test]
till/till.go:2:23: cannot use "x" as int value
--- FAIL: TestAdd (0.00s)
    --- FAIL: TestAdd/two_items (0.00s)
        cart_test.go:4: want 1, got 2
FAIL
FAIL\texample.test/shop/cart\t0.004s
--- FAIL: TestOpen (0.01s)
panic: out of stock [recovered]
FAIL\texample.test/shop/door\t0.007s
FAIL\texample.test/shop/till [build failed]
?   \texample.test/shop/sign\t[no test files]
ok  \texample.test/shop/roof\t0.003s
ok  \texample.test/shop/wall\t(cached)\tcoverage: 80.0% of statements
FAIL
"""
GO_VERBOSE = """\
=== RUN   TestEmpty
--- PASS: TestEmpty (0.00s)
=== RUN   TestAdd
    cart_test.go:4: want 1, got 2
--- FAIL: TestAdd (0.00s)
=== RUN   TestLater
    cart_test.go:9: not yet
--- SKIP: TestLater (0.00s)
FAIL
exit status 1
FAIL\texample.test/shop/cart\t0.004s
"""
CARGO = """\
running 3 tests
test cart::tests::is_empty ... ok
test cart::tests::adds ... FAILED
test cart::tests::later ... ignored

failures:

---- cart::tests::adds stdout ----

thread 'cart::tests::adds' (41) panicked at src/cart.rs:6:51:
assertion `left == right` failed
  left: 1

failures:
    cart::tests::adds

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.21s

     Running tests/shop.rs
running 2 tests
test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 4 filtered out; finished in 0.01s
"""
CARGO_OLD = """\
test adds ... FAILED
---- adds stdout ----
thread 'adds' panicked at 'out of stock', src/cart.rs:6:51
test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out
"""
NEXTEST = """\
        PASS [   0.004s] shop cart::is_empty
        FAIL [   0.005s] shop cart::adds
------------
     Summary [   0.012s] 3 tests run: 2 passed, 1 failed, 4 skipped
        FAIL [   0.005s] shop cart::adds
error: test run failed
"""
CTEST = """\
1/3 Test #1: empty ............................   Passed    0.00 sec
2/3 Test #2: adds .............................***Failed    0.00 sec

33% tests passed, 2 tests failed out of 3

Total Test time (real) =   0.01 sec

The following tests FAILED:
\t  2 - adds (Failed)
\t  3 - opens the door (SEGFAULT)
Errors while running CTest
"""
GTEST = """\
[ RUN      ] Cart.Empty
[       OK ] Cart.Empty (0 ms)
[ RUN      ] Cart.Adds
cart_test.cc:7: Failure
Expected equality of these values:
  3
[  FAILED  ] Cart.Adds (0 ms)
[==========] 2 tests from 1 test suite ran. (1 ms total)
[  PASSED  ] 1 test.
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Cart.Adds
"""
SUREFIRE = """\
[INFO] Running test.shop.CartTest
[ERROR] Tests run: 3, Failures: 1, Errors: 1, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! - in test.shop.CartTest
[ERROR] test.shop.CartTest.adds  Time elapsed: 0.01 s  <<< FAILURE!
org.opentest4j.AssertionFailedError: expected: <3> but was: <2>
[ERROR] opens(test.shop.CartTest)  Time elapsed: 0.01 s  <<< ERROR!
java.lang.IllegalStateException: out of stock
[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.01 s - in test.shop.DoorTest
[INFO] Results:
[ERROR] Failures:
[ERROR]   CartTest.adds:12 expected: <3> but was: <2>
[ERROR] Tests run: 5, Failures: 1, Errors: 1, Skipped: 1
"""
JUNIT4 = """\
JUnit version 4.13
.E.
Time: 0.01
There was 1 failure:
1) adds(test.shop.CartTest)
java.lang.AssertionError: expected:<3> but was:<2>

FAILURES!!!
Tests run: 2,  Failures: 1
"""
JUNIT5 = """\
[         3 tests found           ]
[         1 tests skipped         ]
[         2 tests successful      ]
[         0 tests failed          ]
"""
GRADLE = """\
> Task :test FAILED
CartTest > adds() FAILED
    org.opentest4j.AssertionFailedError at CartTest.java:12
5 tests completed, 1 failed, 1 skipped
"""
DOTNET = """\
  Failed Shop.CartTests.Adds [12 ms]
  Error Message:
   Assert.Equal() Failure: Values differ
Failed!  - Failed:     1, Passed:     3, Skipped:     0, Total:     4, Duration: 12 ms - Shop.dll (net8.0)
"""
DOTNET_SUMMARY = """\
Test summary: total: 4, failed: 0, succeeded: 3, skipped: 1, duration: 1.2s
Build succeeded in 3.0s
"""
PHPUNIT = """\
Time: 00:00.012, Memory: 8.00 MB

There was 1 failure:

1) Shop\\CartTest::testAdds
Failed asserting that 2 matches expected 3.

/shop/CartTest.php:12

FAILURES!
Tests: 5, Assertions: 7, Errors: 1, Failures: 1, Skipped: 1.
"""
RSPEC = """\
Failures:

  1) Cart adds an item
     Failure/Error: expect(cart.size).to eq(3)

Finished in 0.0123 seconds (files took 0.1 seconds to load)
5 examples, 1 failure, 1 pending

Failed examples:

rspec ./spec/cart_spec.rb:10 # Cart adds an item
"""
MINITEST = """\
  1) Failure:
CartTest#test_adds [test/cart_test.rb:5]:
Expected: 3
  Actual: 2

5 runs, 7 assertions, 1 failures, 0 errors, 1 skips
"""

SAMPLES: dict[str, tuple[str, dict[str, str], str]] = {
    "jest": (
        JEST,
        {
            "tests.outcome": "failed",
            "tests.passed": "4",
            "tests.failed": "2",
            "tests.skipped": "1",
            "tests.suites_failed": "2",
            "tests.suites_passed": "1",
            "tests.todo": "1",
            "tests.runner": "jest",
            "tests.duration": "0.862 s",
            "test:src/cart.test.js › cart › adds an item": "failed: expect(received).toBe(expected) // Object.is equality",
            "test:src/cart.test.js › empties": "failed: out of stock",
            "test:src/broken.test.js › Test suite failed to run": "error: SyntaxError: Unexpected token (1:10)",
        },
        "jest: 4 passed, 2 failed, 1 skipped, 2 suites failed",
    ),
    "vitest": (
        VITEST,
        {
            "tests.outcome": "failed",
            "tests.passed": "3",
            "tests.failed": "1",
            "tests.skipped": "1",
            "tests.suites_failed": "2",
            "tests.suites_passed": "1",
            "tests.runner": "vitest",
            "tests.duration": "1.36s",
            "test:src/broken.test.ts": "error: Error: Parse failure",
            "test:src/cart.test.ts > cart > adds an item": "failed: AssertionError: expected 2 to be 3 // Object.is equality",
        },
        "vitest: 3 passed, 1 failed, 1 skipped, 2 suites failed",
    ),
    "mocha": (
        MOCHA,
        {
            "tests.outcome": "failed",
            "tests.passed": "1",
            "tests.failed": "2",
            "tests.skipped": "1",
            "tests.runner": "mocha",
            "tests.duration": "10ms",
            "test:cart › with a coupon › adds an item": "failed: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:",
            "test:totals": "failed: Error: out of stock",
        },
        "mocha: 1 passed, 2 failed, 1 skipped",
    ),
    "node-tap": (
        NODE_TAP,
        {
            "tests.outcome": "failed",
            "tests.passed": "1",
            "tests.failed": "2",
            "tests.runner": "node",
            "tests.duration": "221.2ms",
            "test:adds": "failed: Expected values to be strictly equal:",
            "test:totals": "failed: out of stock",
        },
        "node: 1 passed, 2 failed",
    ),
    "node-spec": (
        NODE_SPEC,
        {
            "tests.outcome": "failed",
            "tests.passed": "1",
            "tests.failed": "1",
            "tests.runner": "node",
            "tests.duration": "216.3ms",
            "test:test/cart.test.js › adds": "failed: AssertionError [ERR_ASSERTION]: 2 !== 3",
        },
        "node: 1 passed, 1 failed",
    ),
    "tap": (
        TAP,
        {
            "tests.outcome": "failed",
            "tests.passed": "1",
            "tests.failed": "2",
            "tests.skipped": "1",
            "tests.todo": "1",
            "tests.runner": "TAP",
            "test:closes": "failed",
            "test:test ?": "failed",
        },
        "TAP: 1 passed, 2 failed, 1 skipped",
    ),
    "prove": (
        PROVE,
        {
            "tests.outcome": "failed",
            "tests.passed": "7",
            "tests.failed": "1",
            "tests.runner": "prove",
            "test:t/shop.t": "failed: 1 failed",
        },
        "prove: 7 passed, 1 failed",
    ),
    "go": (
        GO,
        {
            "tests.outcome": "failed",
            "tests.failed": "3",
            "tests.suites_failed": "3",
            "tests.suites_passed": "2",
            "tests.runner": "go test",
            "test:example.test/shop/cart.TestAdd": "failed",
            "test:example.test/shop/cart.TestAdd/two_items": "failed: want 1, got 2",
            "test:example.test/shop/door.TestOpen": "failed: panic: out of stock [recovered]",
        },
        "go test: 3 failed, 3 suites failed",
    ),
    "go-verbose": (
        GO_VERBOSE,
        {
            "tests.outcome": "failed",
            "tests.passed": "1",
            "tests.failed": "1",
            "tests.skipped": "1",
            "tests.suites_failed": "1",
            "tests.runner": "go test",
            "test:example.test/shop/cart.TestAdd": "failed: want 1, got 2",
        },
        "go test: 1 passed, 1 failed, 1 skipped, 1 suite failed; exit code 1",
    ),
    "cargo": (
        CARGO,
        {
            "tests.outcome": "failed",
            "tests.passed": "3",
            "tests.failed": "1",
            "tests.skipped": "1",
            "tests.runner": "cargo test",
            "test:cart::tests::adds": "failed: assertion `left == right` failed",
        },
        "cargo test: 3 passed, 1 failed, 1 skipped (2 summaries added up)",
    ),
    "cargo-old": (
        CARGO_OLD,
        {
            "tests.outcome": "failed",
            "tests.passed": "0",
            "tests.failed": "1",
            "tests.runner": "cargo test",
            "test:adds": "failed: out of stock",
        },
        "cargo test: 0 passed, 1 failed",
    ),
    "nextest": (
        NEXTEST,
        {
            "tests.outcome": "failed",
            "tests.passed": "2",
            "tests.failed": "1",
            "tests.skipped": "4",
            "tests.runner": "nextest",
            "tests.duration": "0.012s",
            "test:shop cart::adds": "failed",
        },
        "nextest: 2 passed, 1 failed, 4 skipped",
    ),
    "ctest": (
        CTEST,
        {
            "tests.outcome": "failed",
            "tests.passed": "1",
            "tests.failed": "2",
            "tests.runner": "ctest",
            "tests.duration": "0.01s",
            "test:adds": "failed: Failed",
            "test:opens the door": "failed: SEGFAULT",
        },
        "ctest: 1 passed, 2 failed",
    ),
    "gtest": (
        GTEST,
        {
            "tests.outcome": "failed",
            "tests.passed": "1",
            "tests.failed": "1",
            "tests.runner": "GoogleTest",
            "tests.duration": "1ms",
            "test:Cart.Adds": "failed: Expected equality of these values:",
        },
        "GoogleTest: 1 passed, 1 failed",
    ),
    "surefire": (
        SUREFIRE,
        {
            "tests.outcome": "failed",
            "tests.passed": "2",
            "tests.failed": "1",
            "tests.errors": "1",
            "tests.skipped": "1",
            "tests.runner": "Surefire",
            "test:test.shop.CartTest.adds": "failed: org.opentest4j.AssertionFailedError: expected: <3> but was: <2>",
            "test:test.shop.CartTest.opens": "error: java.lang.IllegalStateException: out of stock",
        },
        "Surefire: 2 passed, 1 failed, 1 error, 1 skipped",
    ),
    "junit4": (
        JUNIT4,
        {
            "tests.outcome": "failed",
            "tests.passed": "1",
            "tests.failed": "1",
            "tests.runner": "JUnit",
            "test:test.shop.CartTest.adds": "failed: java.lang.AssertionError: expected:<3> but was:<2>",
        },
        "JUnit: 1 passed, 1 failed",
    ),
    "junit5": (
        JUNIT5,
        {
            "tests.outcome": "passed",
            "tests.passed": "2",
            "tests.failed": "0",
            "tests.skipped": "1",
            "tests.runner": "JUnit",
        },
        "JUnit: 2 passed, 1 skipped",
    ),
    "gradle": (
        GRADLE,
        {
            "tests.outcome": "failed",
            "tests.passed": "3",
            "tests.failed": "1",
            "tests.skipped": "1",
            "tests.runner": "Gradle",
            "test:CartTest > adds()": "failed: org.opentest4j.AssertionFailedError at CartTest.java:12",
        },
        "Gradle: 3 passed, 1 failed, 1 skipped",
    ),
    "dotnet": (
        DOTNET,
        {
            "tests.outcome": "failed",
            "tests.passed": "3",
            "tests.failed": "1",
            "tests.runner": "dotnet test",
            "tests.duration": "12 ms",
            "test:Shop.CartTests.Adds": "failed: Assert.Equal() Failure: Values differ",
        },
        "dotnet test: 3 passed, 1 failed",
    ),
    "dotnet-summary": (
        DOTNET_SUMMARY,
        {
            "tests.outcome": "passed",
            "tests.passed": "3",
            "tests.failed": "0",
            "tests.skipped": "1",
            "tests.runner": "dotnet test",
            "tests.duration": "1.2s",
        },
        "dotnet test: 3 passed, 1 skipped",
    ),
    "phpunit": (
        PHPUNIT,
        {
            "tests.outcome": "failed",
            "tests.passed": "2",
            "tests.failed": "1",
            "tests.errors": "1",
            "tests.skipped": "1",
            "tests.runner": "PHPUnit",
            "tests.duration": "00:00.012",
            "test:Shop\\CartTest::testAdds": "failed: Failed asserting that 2 matches expected 3.",
        },
        "PHPUnit: 2 passed, 1 failed, 1 error, 1 skipped",
    ),
    "rspec": (
        RSPEC,
        {
            "tests.outcome": "failed",
            "tests.passed": "3",
            "tests.failed": "1",
            "tests.skipped": "1",
            "tests.runner": "RSpec",
            "tests.duration": "0.0123s",
            "test:spec/cart_spec.rb:10": "failed: Cart adds an item",
        },
        "RSpec: 3 passed, 1 failed, 1 skipped",
    ),
    "minitest": (
        MINITEST,
        {
            "tests.outcome": "failed",
            "tests.passed": "3",
            "tests.failed": "1",
            "tests.skipped": "1",
            "tests.runner": "minitest",
            "test:CartTest#test_adds": "failed: Expected: 3",
        },
        "minitest: 3 passed, 1 failed, 1 skipped",
    ),
}


@pytest.mark.parametrize(
    ("text", "expected", "summary"),
    [pytest.param(*sample, id=name) for name, sample in SAMPLES.items()],
)
def test_what_a_runner_prints_is_read(text: str, expected: dict[str, str], summary: str) -> None:
    assert results(text) == expected
    assert extract(text, tool_name=None).summary == summary


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        pytest.param("====== 3 passed in 0.12s ======", "pytest: 3 passed", id="pytest"),
        pytest.param("3 passed, 1 warning in 62.10s (0:01:02)", "pytest: 3 passed", id="pytest-quiet"),
        pytest.param("no tests ran in 0.01s", "pytest: no tests", id="pytest-none"),
        pytest.param("FAILED tests/test_a.py::test_b - assert 0", "pytest: failed", id="pytest-without-its-end"),
        pytest.param("SUBFAILED[m] (i=1) test_a.py::test_b - assert 0\n1 failed in 1.0s", "pytest: 0 passed, 1 failed", id="pytest-subtests"),
        pytest.param("...\nRan 3 tests in 0.001s\n\nOK (skipped=1)", "unittest: 2 passed, 1 skipped", id="unittest"),
        pytest.param("Ran 0 tests in 0.000s\n\nNO TESTS RAN", "unittest: no tests", id="unittest-none"),
        pytest.param("Tests:       5 passed, 5 total", "jest: 5 passed", id="jest"),
        pytest.param(" Test Files  1 passed (1)\n      Tests  2 passed (2)", "vitest: 2 passed", id="vitest"),
        pytest.param("  3 passing (12ms)", "mocha: 3 passed", id="mocha"),
        pytest.param("1..1\nok 1 - opens", "TAP: 1 passed", id="tap"),
        pytest.param("ok  \texample.test/a\t0.1s", "go test: passed", id="go"),
        pytest.param("100% tests passed, 0 tests failed out of 3", "ctest: 3 passed", id="ctest"),
        pytest.param("Tests run: 5, Failures: 0, Errors: 0, Skipped: 0", "Surefire: 5 passed", id="surefire"),
        pytest.param("OK (3 tests)", "JUnit: 3 passed", id="junit4"),
        pytest.param("OK (3 tests, 5 assertions)", "PHPUnit: 3 passed", id="phpunit"),
        pytest.param("OK, but incomplete, skipped, or risky tests!\nTests: 3, Assertions: 4, Skipped: 1.", "PHPUnit: 2 passed, 1 skipped", id="phpunit-skipped"),
        pytest.param("1 example, 0 failures", "RSpec: 1 passed", id="rspec"),
        pytest.param("Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3, Duration: 12 ms - A.dll (net8.0)", "dotnet test: 3 passed", id="dotnet"),
        pytest.param("\x1b[32m\x1b[1m3 passed\x1b[0m\x1b[32m in 0.12s\x1b[0m", "pytest: 3 passed", id="in-colour"),
        pytest.param("  5%\r 50%\r3 passed in 0.12s\n", "pytest: 3 passed", id="redrawn"),
    ],
)  # fmt: skip
def test_a_short_end_is_enough(text: str, summary: str) -> None:
    assert extract(text, tool_name=None).summary == summary
    outcome = results(text)["tests.outcome"]
    wanted = "no tests" if "no tests" in summary else "failed" if "failed" in summary else "passed"
    assert outcome == wanted


def test_several_runs_are_added_up() -> None:
    text = "=== 3 passed in 0.1s ===\n=== 1 failed, 2 passed in 0.2s ===\n"
    found = results(text)
    assert (found["tests.passed"], found["tests.failed"]) == ("5", "1")
    assert "tests.duration" not in found
    assert (
        extract(text, tool_name=None).summary == "pytest: 5 passed, 1 failed (2 summaries added up)"
    )


def test_several_runners_are_added_up() -> None:
    text = "=== 3 passed in 0.1s ===\nTests:       1 failed, 2 passed, 3 total\n"
    found = results(text)
    assert (found["tests.passed"], found["tests.failed"]) == ("5", "1")
    assert found["tests.runner"] == "pytest, jest"


def test_the_failing_tests_past_the_limit_are_counted() -> None:
    text = "".join(f"FAILED a.py::test_{at} - no\n" for at in range(150)) + "150 failed in 1.0s\n"
    found = extract(text, tool_name=None)
    assert sum(fact.name.startswith("test:") for fact in found.facts) == 100
    assert found.left_out == 50
    assert found.summary == "pytest: 0 passed, 150 failed; 50 more not kept"


def test_of_a_long_log_the_ends_are_read() -> None:
    text = "=== 1 passed in 0.1s ===\n" + "word\n" * 400_000 + "=== 2 passed in 0.1s ===\n"
    assert extract(text, tool_name=None).summary == (
        "pytest: 3 passed (2 summaries added up, the middle was not read)"
    )
