"""Test results: how many passed and failed, and each test that did not pass, with its reason.

What each runner prints is in `runners`. Several summaries, of one runner or of several, are added up.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from lockstitch.domain.fact import FactDraft, FactKind
from lockstitch.intake.facts.found import Found, draft, plural
from lockstitch.intake.facts.plain import edges, redrawn
from lockstitch.intake.facts.runners import RUNNERS
from lockstitch.intake.facts.runners.run import Failure, Run, added_up, unique

FAILURES_MAX: Final = 100
"""How many failing tests are named; the count tells of all."""

_ALWAYS: Final = ("passed", "failed")
_BAD: Final = ("failed", "errors", "suites_failed", "subtests_failed")
_TOLD: Final = ("passed", "failed", "errors", "skipped", "suites_failed")
"""The outcomes of the summary line, in its order."""


def read(text: str) -> Found | None:
    """Return the results that *text* tells, or None when no runner's summary is in it."""
    window, cut = edges(text)
    window = redrawn(window)
    runs = [
        (runner.name, run)
        for runner in RUNNERS
        if any(mark in window for mark in runner.marks) and (run := runner.read(window))
    ]
    return _found(runs, cut=cut) if runs else None


def _found(runs: Sequence[tuple[str, Run]], *, cut: bool) -> Found:
    counts = added_up(run.counts for _, run in runs)
    failures = unique(failure for _, run in runs for failure in run.failures)
    failed = any(run.failed for _, run in runs) or any(counts[outcome] for outcome in _BAD)
    runners = ", ".join(name for name, _ in runs)
    # Of several runs, the times are not added up: they may have run side by side.
    duration = runs[0][1].duration if len(runs) == 1 else ""
    notes = [*_several(sum(run.summaries for _, run in runs)), *_gap(cut=cut)]
    return Found(
        facts=(
            *_totals(counts, failed=failed),
            _fact("tests.runner", runners),
            *([_fact("tests.duration", duration)] if duration else []),
            *(_failure_fact(failure) for failure in failures[:FAILURES_MAX]),
        ),
        summary=f"{runners}: {_counts_told(counts, failed=failed)}"
        + (f" ({', '.join(notes)})" if notes else ""),
        left_out=max(0, len(failures) - FAILURES_MAX),
    )


def _several(summaries: int) -> list[str]:
    return [f"{summaries} summaries added up"] if summaries > 1 else []


def _gap(*, cut: bool) -> list[str]:
    return ["the middle was not read"] if cut else []


def _totals(counts: Mapping[str, int], *, failed: bool) -> Iterator[FactDraft]:
    yield _fact("tests.outcome", _outcome(counts, failed=failed))
    for outcome, count in sorted(counts.items(), key=_place):
        if count or outcome in _ALWAYS:
            yield _fact(f"tests.{outcome}", str(count))


def _outcome(counts: Mapping[str, int], *, failed: bool) -> str:
    if failed:
        return "failed"
    return "passed" if any(counts.values()) else "no tests"


def _place(item: tuple[str, int]) -> tuple[int, str]:
    outcome = item[0]
    return (_TOLD.index(outcome) if outcome in _TOLD else len(_TOLD), outcome)


def _told(outcome: str, count: int) -> str:
    if outcome == "suites_failed":
        return f"{plural(count, 'suite')} failed"
    return plural(count, "error") if outcome == "errors" else f"{count} {outcome}"


def _failure_fact(failure: Failure) -> FactDraft:
    value = f"{failure.how}: {failure.reason}" if failure.reason else failure.how
    return _fact(f"test:{failure.id}", value, file_path=failure.file_path)


def _fact(name: str, value: str, *, file_path: str | None = None) -> FactDraft:
    return draft(FactKind.TEST_RESULT, name, value, file_path=file_path)


def _counts_told(counts: Mapping[str, int], *, failed: bool) -> str:
    """Return the counts in words, or the outcome where only that is known."""
    known = any(counts.values())
    told = [
        _told(outcome, counts[outcome])
        for outcome in _TOLD
        if counts.get(outcome) or (known and outcome == "passed" and outcome in counts)
    ]
    return ", ".join(told) or _outcome(counts, failed=failed)
