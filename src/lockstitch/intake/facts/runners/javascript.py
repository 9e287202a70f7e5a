"""Jest, Vitest, Mocha (Cypress prints the same) and node's own runner; and TAP, which it speaks."""

import re
from collections.abc import Iterator
from typing import Final

from lockstitch.intake.facts.runners.run import (
    Failure,
    Run,
    Runner,
    added_up,
    counted,
    reason_after,
    unique,
)
from lockstitch.intake.patterns import lazy

_WORDS: Final = {
    "passed": "passed",
    "failed": "failed",
    "skipped": "skipped",
    "todo": "todo",
    "pending": "skipped",
    "expected fail": "xfailed",
}
_FILE_WORDS: Final = {
    "passed": "suites_passed",
    "failed": "suites_failed",
    "skipped": "suites_skipped",
}
_JEST: Final = lazy(
    r"^(Tests|Test Suites):[ ]{1,8}((?:\d{1,9} (?:failed|passed|skipped|todo|pending), ){0,6})"
    r"\d{1,9} total$",
    re.MULTILINE,
)
_JEST_TIME: Final = lazy(r"^Time: {1,10}([\d.]{1,12} m?s)\b", re.MULTILINE)
_JEST_LINE: Final = lazy(
    r"^ ?(?:(FAIL|PASS) {1,2}(\S[^\n]{0,400}?)(?: \([\d.]+ m?s\))?|  ?● ([^\n]{1,500}))$",
    re.MULTILINE,
)
_JEST_REMARKS: Final = ("Console", "Deprecation Warning", "Validation Warning", "Cannot log after")
_JEST_BROKEN: Final = "Test suite failed to run"
_VITEST: Final = lazy(
    r"^ {0,8}(Test Files|Tests) {1,4}((?:\d{1,9} (?:failed|passed|skipped|todo|expected fail)(?: \| )?){1,6})"
    r" \(\d{1,9}\)$",
    re.MULTILINE,
)
_VITEST_TIME: Final = lazy(r"^ {0,6}Duration {1,4}([\d.]{1,12}m?s)\b", re.MULTILINE)
_VITEST_FAILURE: Final = lazy(
    r"^ ?FAIL {1,4}(?:\|[^|\n]{1,80}\| )?([^\s>][^\n>]{0,300}?)(?: > ([^\n]{1,500})| \[ [^\n]{1,300} \])$",
    re.MULTILINE,
)
_MOCHA: Final = lazy(
    r"^ {2,10}(\d{1,9}) passing \(([\d.]{1,12}m?s|[\dhm]{1,8})\)$"
    r"(?:\n {2,10}(\d{1,9}) pending$)?(?:\n {2,10}(\d{1,9}) failing$)?",
    re.MULTILINE,
)
_MOCHA_FAILURE: Final = lazy(
    r"^ {2,4}\d{1,5}\) (\S[^\n]{0,300}(?:\n {5,40}\S[^\n]{0,300}){0,12}?:)\n", re.MULTILINE
)
_NODE: Final = lazy(
    r"^[#ℹ] tests (?P<tests>\d{1,9})\n(?:[#ℹ] suites \d{1,9}\n)?[#ℹ] pass (?P<passed>\d{1,9})\n"
    r"[#ℹ] fail (?P<failed>\d{1,9})\n[#ℹ] cancelled (?P<errors>\d{1,9})\n"
    r"[#ℹ] skipped (?P<skipped>\d{1,9})\n[#ℹ] todo (?P<todo>\d{1,9})(?:\n[#ℹ] duration_ms ([\d.]{1,20}))?$",
    re.MULTILINE,
)
_NODE_FAILURE: Final = lazy(
    r"^test at ([^\n]{1,300}):\d{1,7}:\d{1,7}\n✖ ([^\n]{1,300}?)(?: \([\d.]{1,20}ms\))?(?: #[^\n]*)?$",
    re.MULTILINE,
)
_TAP_START: Final = lazy(r"^(?:TAP version 1[2-4]|1\.\.\d{1,9}(?: .*)?)$", re.MULTILINE)
_TAP: Final = lazy(
    r"^(not )?ok(?: (\d{1,9}))?(?: (?:- )?([^\n#]{0,500}))?"
    r"(?:# ?((?i:SKIP|TODO))\b[^\n]{0,300}|#[^\n]{0,300})?$",
    re.MULTILINE,
)
_TAP_NESTED: Final = lazy(r"^ {0,40}not ok \d{1,9} - ([^\n]{1,500})$", re.MULTILINE)
_TAP_ERROR: Final = lazy(
    r"\A\n( {1,44})---\n(?:[^\n]*\n){0,12}?\1error: (?:'([^\n]*)'|\|-\n\s*([^\n]*))"
)
_TAP_BLOCK: Final = lazy(r"\n( {1,44})---\n(?:[^\n]*\n){1,60}?\1\.\.\.(?=\n|\Z)")
_TAP_BLOCK_REACH: Final = 8_000
_TAP_SUITE: Final = "failureType: 'subtestsFailed'"
_PROVE: Final = lazy(r"^Files=\d{1,9}, Tests=(\d{1,9}), {1,4}(\d{1,9}) wallclock", re.MULTILINE)
_PROVE_FAILURE: Final = lazy(
    r"^(\S[^\n]{0,300}?) {1,40}\(Wstat: (\d{1,6})[^\n]{0,40} Tests: \d{1,9} Failed: (\d{1,9})\)$",
    re.MULTILINE,
)


def _jest(text: str) -> Run | None:
    tests = [match for match in _JEST.finditer(text) if match[1] == "Tests"]
    if not tests:
        return None
    files = [match for match in _JEST.finditer(text) if match[1] == "Test Suites"]
    times = _JEST_TIME.findall(text)
    counts = added_up([{"passed": 0, "failed": 0}, *(counted(match[2], _WORDS) for match in tests)])
    counts.update(added_up(counted(match[2], _FILE_WORDS) for match in files))
    return Run(
        counts=counts,
        failures=unique(_jest_failures(text)),
        failed=counts["suites_failed"] > 0,
        duration=times[0] if len(times) == len(tests) == 1 else "",
        summaries=len(tests),
    )


def _jest_failures(text: str) -> Iterator[Failure]:
    """Yield what stands under `FAIL file`; the bullets elsewhere are remarks and consoles."""
    file: str | None = None
    for match in _JEST_LINE.finditer(text):
        if match[1]:
            file = match[2] if match[1] == "FAIL" else None
        elif file and not match[3].startswith(_JEST_REMARKS):
            yield Failure(
                id=f"{file} › {match[3].strip()}",
                reason=reason_after(text, match.end()),
                how="error" if match[3].strip() == _JEST_BROKEN else "failed",
                file_path=file,
            )


def _vitest(text: str) -> Run | None:
    found = list(_VITEST.finditer(text))
    tests = [match for match in found if match[1] == "Tests"]
    files = [match for match in found if match[1] == "Test Files"]
    if not found:
        return None
    times = _VITEST_TIME.findall(text)
    counts = added_up([{"passed": 0, "failed": 0}, *(counted(match[2], _WORDS) for match in tests)])
    counts.update(added_up(counted(match[2], _FILE_WORDS) for match in files))
    summaries = max(len(tests), len(files))
    return Run(
        counts=counts,
        failures=unique(_vitest_failures(text)),
        failed=counts["suites_failed"] > 0,
        duration=times[0] if len(times) == summaries == 1 else "",
        summaries=summaries,
    )


def _vitest_failures(text: str) -> Iterator[Failure]:
    for match in _VITEST_FAILURE.finditer(text):
        file = match[1].strip()
        yield Failure(
            id=f"{file} > {match[2].strip()}" if match[2] else file,
            how="failed" if match[2] else "error",
            reason=reason_after(text, match.end()),
            file_path=file,
        )


def _mocha(text: str) -> Run | None:
    summaries = list(_MOCHA.finditer(text))
    if not summaries:
        return None
    return Run(
        counts=added_up(
            {
                "passed": int(match[1]),
                "failed": int(match[4] or 0),
                **({"skipped": int(match[3])} if match[3] else {}),
            }
            for match in summaries
        ),
        failures=unique(_mocha_failures(text[summaries[0].end() :])),
        duration=summaries[0][2] if len(summaries) == 1 else "",
        summaries=len(summaries),
    )


def _mocha_failures(text: str) -> Iterator[Failure]:
    for match in _MOCHA_FAILURE.finditer(text):
        titles = [line.strip() for line in match[1].removesuffix(":").split("\n")]
        yield Failure(id=" › ".join(titles), reason=reason_after(text, match.end() - 1))


def _node(text: str) -> Run | None:
    summaries = list(_NODE.finditer(text))
    if not summaries:
        return None
    counts = added_up(
        {
            outcome: int(match[outcome])
            for outcome in ("passed", "failed", "errors", "skipped", "todo")
        }
        for match in summaries
    )
    last = summaries[0]
    return Run(
        counts=counts,
        failures=unique([*_node_failures(text), *_nested_failures(text)]),
        duration=f"{last[7]}ms" if len(summaries) == 1 and last[7] else "",
        summaries=len(summaries),
    )


def _node_failures(text: str) -> Iterator[Failure]:
    for match in _NODE_FAILURE.finditer(text):
        yield Failure(
            id=f"{match[1]} › {match[2]}",
            reason=reason_after(text, match.end()),
            file_path=match[1],
        )


def _nested_failures(text: str) -> Iterator[Failure]:
    """Yield the tests that failed themselves: a suite fails with them and is not counted as one."""
    for match in _TAP_NESTED.finditer(text):
        block = _TAP_BLOCK.match(text, match.end(), match.end() + _TAP_BLOCK_REACH)
        if block is None or _TAP_SUITE not in block[0]:
            yield Failure(id=match[1].strip(), reason=_tap_reason(text, match.end()))


def _tap(text: str) -> Run | None:
    """Read the lines at the left edge: what is indented is part of one of these."""
    if _TAP_START.search(text) is None or _NODE.search(text):
        return None
    points = list(_TAP.finditer(text))
    if not points:
        return None
    counts = added_up({_tap_outcome(match): 1} for match in points)
    failures = (
        Failure(
            id=(match[3] or "").strip() or f"test {match[2] or '?'}",
            reason=_tap_reason(text, match.end()),
        )
        for match in points
        if _tap_outcome(match) == "failed"
    )
    return Run(
        counts={"passed": counts["passed"], "failed": counts["failed"], **counts},
        failures=unique(failures),
        failed="\nBail out!" in text,
    )


def _prove(text: str) -> Run | None:
    """Read the summary of a harness that does not show the lines themselves."""
    summaries = list(_PROVE.finditer(text))
    if not summaries or _tap(text):
        return None
    files = list(_PROVE_FAILURE.finditer(text))
    failed = sum(int(match[3]) for match in files)
    return Run(
        counts={
            "passed": max(0, sum(int(match[1]) for match in summaries) - failed),
            "failed": failed,
        },
        failures=unique(
            Failure(id=match[1], reason=f"{match[3]} failed", file_path=match[1]) for match in files
        ),
        failed="\nResult: FAIL" in text,
        summaries=len(summaries),
    )


def _tap_outcome(match: re.Match[str]) -> str:
    directive = (match[4] or "").lower()
    if directive:
        return "skipped" if directive == "skip" else "todo"
    return "failed" if match[1] else "passed"


def _tap_reason(text: str, end: int) -> str:
    match = _TAP_ERROR.match(text[end : end + 2_000])
    return (match[2] or match[3] or "").strip() if match else ""


RUNNERS: Final = (
    Runner(name="jest", marks=("Tests:",), read=_jest),
    Runner(name="vitest", marks=("Tests ", "Test Files "), read=_vitest),
    Runner(name="mocha", marks=(" passing (",), read=_mocha),
    Runner(name="node", marks=("# pass ", "ℹ pass "), read=_node),
    Runner(name="TAP", marks=("TAP version 1", "1.."), read=_tap),
    Runner(name="prove", marks=("\nFiles=",), read=_prove),
)
