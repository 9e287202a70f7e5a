"""go test, cargo test and nextest, CTest and GoogleTest."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from lockstitch.intake.facts.runners.run import (
    Failure,
    Run,
    Runner,
    added_up,
    named_counts,
    reason_after,
    unique,
)
from lockstitch.intake.patterns import lazy

_GO_TEST: Final = lazy(
    r"^ {0,40}--- (PASS|FAIL|SKIP): (\S{1,400}) \((\d[\d.]{0,15}s)\)$", re.MULTILINE
)
_GO_PACKAGE: Final = lazy(
    r"^(?:(ok) {2}\t(\S{1,400})\t(?:\d[\d.]{0,15}s|\(cached\))[^\n]{0,200}|"
    r"(FAIL)\t(\S{1,400})(?:\t\d[\d.]{0,15}s| \[(?:build|setup) failed\]))$",
    re.MULTILINE,
)
_GO_LOG: Final = lazy(r"\n +\S{1,300}\.go:\d{1,7}: ([^\n]{1,600})|\n(panic: [^\n]{1,600})")
_GO_SAID: Final = lazy(
    r"^=== (?:RUN|CONT|NAME) {1,3}(\S{1,400})\n +\S{1,300}\.go:\d{1,7}: ([^\n]{1,600})",
    re.MULTILINE,
)
_CARGO: Final = lazy(
    r"^test result: (ok|FAILED)\. (?P<passed>\d{1,9}) passed; (?P<failed>\d{1,9}) failed; "
    r"(?P<skipped>\d{1,9}) ignored; \d{1,9} measured; \d{1,9} filtered out"
    r"(?:; finished in (\d[\d.]{0,15}s))?$",
    re.MULTILINE,
)
_CARGO_FAILURE: Final = lazy(
    r"^test ([^\n]{1,500}?)(?: - should panic)? \.\.\. FAILED$", re.MULTILINE
)
_CARGO_SAID: Final = lazy(r"^---- ([^\n]{1,500}) stdout ----$", re.MULTILINE)
_PANIC: Final = lazy(r"panicked at (?:'([^\n]{1,600}?)', \S+|[^\n']{1,600}:\n([^\n]{1,600}))")
_NEXTEST: Final = lazy(
    r"^ {2,12}Summary \[ *([\d.]{1,12}s)\] \d{1,9}(?:/\d{1,9})? tests? run: (?P<passed>\d{1,9}) passed"
    r"(?: \([^()\n]{1,80}\))?(?:, (?P<failed>\d{1,9}) failed)?(?:, (?P<errors>\d{1,9}) timed out)?"
    r"(?:, (?P<skipped>\d{1,9}) skipped)?$",
    re.MULTILINE,
)
_NEXTEST_FAILURE: Final = lazy(
    r"^ {2,12}(?:FAIL|SIGABRT|SIGSEGV|TIMEOUT) \[ *[\d.]{1,12}s\] (?:\( *\d{1,9}/\d{1,9}\) )?([^\n]{1,500})$",
    re.MULTILINE,
)
_CTEST: Final = lazy(
    r"^\d{1,3}% tests passed(?:, (\d{1,9}) tests? failed)? out of (\d{1,9})$", re.MULTILINE
)
_CTEST_TIME: Final = lazy(r"^Total Test time \(real\) = {1,8}([\d.]{1,12}) sec$", re.MULTILINE)
_CTEST_LIST: Final = lazy(
    r"^The following tests FAILED:\n((?:[ \t]{1,8}\d[^\n]*\n?){1,10000})", re.MULTILINE
)
_CTEST_FAILURE: Final = lazy(
    r"^[ \t]{1,8}\d{1,7} - (\S[^\n]{0,400}?) \(([\w :]{1,60})\)", re.MULTILINE
)
_GTEST: Final = lazy(r"^\[  (PASSED|FAILED|SKIPPED)  ?\] (\d{1,9}) tests?[.,]", re.MULTILINE)
_GTEST_FAILURE: Final = lazy(
    r"^\[  FAILED  \] (\w[\w/.]{0,300}\.\w[\w/.]{0,300})[^\n]{0,400}$", re.MULTILINE
)
_GTEST_RUN: Final = lazy(r"^\[ RUN      \] (\S{1,400})$", re.MULTILINE)
_BLOCK_REACH: Final = 20_000
_GTEST_TIME: Final = lazy(
    r"^\[={10}\] \d{1,9} tests? from \d{1,9} test \S+ ran\. \((\d{1,12} ms) total\)$", re.MULTILINE
)


def _go(text: str) -> Run | None:
    tests = {(match[2], match.start()): match[1] for match in _GO_TEST.finditer(text)}
    packages = list(_GO_PACKAGE.finditer(text))
    if not tests and not packages:
        return None
    states = Counter(tests.values())
    counts = Counter(
        failed=states["FAIL"],
        suites_passed=sum(1 for match in packages if match[1]),
        suites_failed=sum(1 for match in packages if match[3]),
    )
    if states["PASS"] or states["SKIP"]:
        # Only `-v` names what passed; without it, how many did is not known.
        counts.update(passed=states["PASS"], skipped=states["SKIP"])
    return Run(
        counts=counts,
        failures=unique(_go_failures(text, packages)),
        failed=counts["suites_failed"] > 0,
    )


def _go_failures(text: str, packages: Sequence[re.Match[str]]) -> Iterator[Failure]:
    said = {match[1]: match[2] for match in _GO_SAID.finditer(text)}
    ends = [(match.start(), match[2] or match[4]) for match in packages]
    for match in _GO_TEST.finditer(text):
        while ends and ends[0][0] < match.start():
            del ends[0]
        if match[1] != "FAIL":
            continue
        # The line of a package stands under its tests.
        owner = f"{ends[0][1]}." if ends else ""
        log = _GO_LOG.match(text, match.end())
        reason = (log[1] or log[2]) if log else said.get(match[2], "")
        yield Failure(id=f"{owner}{match[2]}", reason=reason.strip())


def _cargo(text: str) -> Run | None:
    summaries = list(_CARGO.finditer(text))
    if not summaries:
        return None
    return Run(
        counts=added_up(named_counts(match) for match in summaries),
        failures=unique(_cargo_failures(text)),
        failed=any(match[1] == "FAILED" for match in summaries),
        duration=(summaries[0][5] or "") if len(summaries) == 1 else "",
        summaries=len(summaries),
    )


def _cargo_failures(text: str) -> Iterator[Failure]:
    reasons: dict[str, str] = {}
    for match in _CARGO_SAID.finditer(text):
        block = text[match.end() : match.end() + _BLOCK_REACH].partition("\n---- ")[0]
        panic = _PANIC.search(block)
        reasons[match[1]] = (panic[1] or panic[2]).strip() if panic else ""
    for match in _CARGO_FAILURE.finditer(text):
        yield Failure(id=match[1], reason=reasons.get(match[1], ""))


def _nextest(text: str) -> Run | None:
    summaries = list(_NEXTEST.finditer(text))
    if not summaries:
        return None
    return Run(
        counts=added_up({"failed": 0, **named_counts(match)} for match in summaries),
        failures=unique(Failure(id=match[1].strip()) for match in _NEXTEST_FAILURE.finditer(text)),
        duration=summaries[0][1] if len(summaries) == 1 else "",
        summaries=len(summaries),
    )


def _ctest(text: str) -> Run | None:
    summaries = list(_CTEST.finditer(text))
    if not summaries:
        return None
    times = _CTEST_TIME.findall(text)
    return Run(
        counts=added_up(
            {"passed": int(match[2]) - int(match[1] or 0), "failed": int(match[1] or 0)}
            for match in summaries
        ),
        failures=unique(
            Failure(id=match[1], reason=match[2])
            for listed in _CTEST_LIST.finditer(text)
            for match in _CTEST_FAILURE.finditer(listed[1])
        ),
        duration=f"{times[0]}s" if len(times) == len(summaries) == 1 else "",
        summaries=len(summaries),
    )


def _gtest(text: str) -> Run | None:
    passed = [match for match in _GTEST.finditer(text) if match[1] == "PASSED"]
    if not passed:
        return None
    words = {"PASSED": "passed", "FAILED": "failed", "SKIPPED": "skipped"}
    counts = added_up({words[match[1]]: int(match[2])} for match in _GTEST.finditer(text))
    times = _GTEST_TIME.findall(text)
    return Run(
        counts={"failed": 0, **counts},
        failures=unique(_gtest_failures(text)),
        duration=times[0].replace(" ", "") if len(times) == len(passed) == 1 else "",
        summaries=len(passed),
    )


def _gtest_failures(text: str) -> Iterator[Failure]:
    starts = {match[1]: match.end() for match in _GTEST_RUN.finditer(text)}
    for match in _GTEST_FAILURE.finditer(text):
        start = starts.get(match[1], len(text))
        block = text[start : start + _BLOCK_REACH].partition("\n[  ")[0]
        at = block.find(": Failure\n")
        yield Failure(id=match[1], reason=reason_after(block, at) if at >= 0 else "")


RUNNERS: Final = (
    Runner(
        name="go test",
        marks=("--- FAIL: ", "--- PASS: ", "--- SKIP: ", "ok  \t", "FAIL\t"),
        read=_go,
    ),
    Runner(name="cargo test", marks=("test result: ",), read=_cargo),
    Runner(name="nextest", marks=("Summary [",), read=_nextest),
    Runner(name="ctest", marks=("% tests passed",), read=_ctest),
    Runner(name="GoogleTest", marks=("[  PASSED  ]",), read=_gtest),
)
