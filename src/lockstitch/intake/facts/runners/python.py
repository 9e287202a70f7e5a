"""pytest and unittest (Django's runner prints the same)."""

import re
from collections.abc import Iterator
from typing import Final

from lockstitch.intake.facts.runners.run import (
    Failure,
    Run,
    Runner,
    added_up,
    counted,
    unique,
)
from lockstitch.intake.patterns import lazy

_PYTEST_WORDS: Final = {
    "passed": "passed",
    "failed": "failed",
    "skipped": "skipped",
    "error": "errors",
    "errors": "errors",
    "xfailed": "xfailed",
    "xpassed": "xpassed",
    "deselected": "deselected",
    "rerun": "rerun",
    "warning": "warnings",
    "warnings": "warnings",
    "subtests passed": "subtests_passed",
    "subtests failed": "subtests_failed",
}
_PYTEST_COUNT: Final = rf"\d{{1,9}} (?:{'|'.join(_PYTEST_WORDS)})"
_PYTEST: Final = lazy(
    rf"^(?:=+ )?((?:{_PYTEST_COUNT})(?:, {_PYTEST_COUNT}){{0,15}}|no tests (?:ran|collected))"
    r"(?: in (\d[\d.]{0,15}s)(?: \(\d[\d:, a-z]{0,40}\))?)( =+)?$",
    re.MULTILINE,
)
_PYTEST_FAILURE: Final = lazy(
    r"^(FAILED|ERROR|SUBFAIL(?:ED)?[^\n]{0,300}?) "
    r"([^\s:]{1,400}\.\w{1,5}(?:(?:::| - )[^\n]{1,800})?)$",
    re.MULTILINE,
)
_PYTEST_VERBOSE: Final = lazy(
    r"^([^\s:]{1,400}\.py::[^\n]{1,400}?) (FAILED|ERROR)(?: +\[ *\d{1,3}%\])?$", re.MULTILINE
)
_UNITTEST: Final = lazy(
    r"^Ran (\d{1,9}) tests? in (\d[\d.]{0,15}s)\n\s{0,4}"
    r"(OK|FAILED|NO TESTS RAN)(?: \(([^()\n]{1,300})\))?$",
    re.MULTILINE,
)
_UNITTEST_FAILURE: Final = lazy(
    r"^={60,80}\n(FAIL|ERROR): (\w{1,200}) \(([\w.<>]{1,400})\)(?: ([\[(][^\n]{1,200}))?$",
    re.MULTILINE,
)
_UNITTEST_PART: Final = lazy(r"([a-z ]{1,40})=(\d{1,9})")
_UNITTEST_WORDS: Final = {
    "failures": "failed",
    "errors": "errors",
    "skipped": "skipped",
    "expected failures": "xfailed",
    "unexpected successes": "xpassed",
}
_RAISED: Final = lazy(
    r"^Traceback \(most recent call last\):\n(?:[ \t][^\n]*\n)+(\S[^\n]*)", re.MULTILINE
)
_BLOCK_REACH: Final = 20_000


def _pytest(text: str) -> Run | None:
    summaries = list(_PYTEST.finditer(text))
    failures = unique(_pytest_failures(text))
    if not summaries and not any("::" in failure.id for failure in failures):
        return None
    counts = added_up(
        {"passed": 0, "failed": 0, **counted(match[1], _PYTEST_WORDS)} for match in summaries
    )
    return Run(
        counts=counts,
        failures=failures,
        failed=bool(failures),
        duration=summaries[0][2] if len(summaries) == 1 else "",
        summaries=len(summaries),
    )


def _pytest_failures(text: str) -> Iterator[Failure]:
    for match in _PYTEST_FAILURE.finditer(text):
        id_, reason = _id_and_reason(match[2])
        yield _pytest_failure(id_, match[1], reason)
    for match in _PYTEST_VERBOSE.finditer(text):
        yield _pytest_failure(match[1], match[2], "")


def _pytest_failure(id_: str, word: str, reason: str) -> Failure:
    return Failure(
        id=id_,
        how="error" if word == "ERROR" else "failed",
        reason=reason,
        file_path=id_.partition("::")[0],
    )


def _id_and_reason(text: str) -> tuple[str, str]:
    """Split a line of the short summary at the dash that is past the id's parameters.

    These may hold dashes of their own.
    """
    opened = text.find("[")
    dash = text.find(" - ")
    if 0 <= opened < dash:
        closed = text.find("] - ", opened)
        dash = closed + 1 if closed >= 0 else dash if "]" in text[opened:dash] else -1
    return (text, "") if dash < 0 else (text[:dash], text[dash + 3 :])


def _unittest(text: str) -> Run | None:
    summaries = list(_UNITTEST.finditer(text))
    if not summaries:
        return None
    return Run(
        counts=added_up(_unittest_counts(match) for match in summaries),
        failures=unique(_unittest_failures(text)),
        failed=any(match[3] == "FAILED" for match in summaries),
        duration=summaries[0][2] if len(summaries) == 1 else "",
        summaries=len(summaries),
    )


def _unittest_counts(match: re.Match[str]) -> dict[str, int]:
    parts = {
        _UNITTEST_WORDS[part[1].strip()]: int(part[2])
        for part in _UNITTEST_PART.finditer(match[4] or "")
        if part[1].strip() in _UNITTEST_WORDS
    }
    # A failed subtest is counted without a test of its own, so there may be more than were run.
    return {"passed": max(0, int(match[1]) - sum(parts.values())), **parts}


def _unittest_failures(text: str) -> Iterator[Failure]:
    for match in _UNITTEST_FAILURE.finditer(text):
        test, owner, subtest = match[2], match[3], match[4]
        id_ = owner if owner.endswith(f".{test}") else f"{owner}.{test}"
        block = text[match.end() : match.end() + _BLOCK_REACH].partition(f"\n{'=' * 60}")[0]
        raised = _RAISED.findall(block)
        yield Failure(
            id=f"{id_} {subtest}" if subtest else id_,
            how="error" if match[1] == "ERROR" else "failed",
            # The last one: the ones before it are what it was raised from.
            reason=raised[-1] if raised else "",
        )


RUNNERS: Final = (
    Runner(
        name="pytest",
        marks=(
            " passed",
            " failed",
            " error",
            "no tests ",
            "FAILED ",
            "ERROR ",
            " skipped",
            " deselected",
            " xfailed",
        ),
        read=_pytest,
    ),
    Runner(name="unittest", marks=("\nRan ", "Ran "), read=_unittest),
)
