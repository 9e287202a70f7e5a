"""The result of a test run as one runner tells it, and how results are read off its lines.

The patterns of each runner are in the module of its language.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from lockstitch.intake.patterns import lazy

FAILURES_READ: Final = 10_000
"""How many lines about failing tests are read."""

_COUNT: Final = lazy(r"(\d{1,9}) ([A-Za-z][A-Za-z ]*[A-Za-z])")
_REASON_REACH: Final = 1_000
_REASON_LINES: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A test that did not pass. `how` is failed or error; `reason` is what the runner printed."""

    id: str
    how: str = "failed"
    reason: str = ""
    file_path: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one runner says of its tests, all its summaries added up."""

    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    """Tests by outcome: passed, failed, errors, skipped, ...; only those that the runner told."""
    failures: tuple[Failure, ...] = ()
    failed: bool = False
    """Whether the runner says so itself, beyond what the counts say."""
    duration: str = ""
    summaries: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Runner:
    """A test runner: its name, words without which a text cannot be its output, and its reader."""

    name: str
    marks: tuple[str, ...]
    read: Callable[[str], Run | None]


def counted(text: str, outcomes: Mapping[str, str]) -> Counter[str]:
    """Return the counts of a list such as `1 failed, 2 passed`, by the outcome of each word."""
    counts: Counter[str] = Counter()
    for match in _COUNT.finditer(text):
        outcome = outcomes.get(match[2].lower())
        if outcome:
            counts[outcome] += int(match[1])
    return counts


def added_up(summaries: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Return the sums of *summaries*; an outcome that one of them told as 0 stays told."""
    total: Counter[str] = Counter()
    for counts in summaries:
        for outcome, count in counts.items():
            total[outcome] += count
    return total


def named_counts(match: re.Match[str]) -> dict[str, int]:
    """Return the counts that the named groups of *match* hold."""
    return {name: int(count) for name, count in match.groupdict().items() if count is not None}


def reason_after(text: str, end: int) -> str:
    """Return the first line with words after *end*, within a few lines."""
    lines = text[end : end + _REASON_REACH].split("\n", _REASON_LINES + 1)[1 : _REASON_LINES + 1]
    return next((line.strip() for line in lines if line.strip()), "")


def unique(failures: Iterable[Failure]) -> tuple[Failure, ...]:
    """Return one failure a test, with its reason where any of its lines tells one."""
    by_id: dict[str, Failure] = {}
    for failure in islice(failures, FAILURES_READ):
        known = by_id.get(failure.id)
        if known is None or (failure.reason and not known.reason):
            by_id[failure.id] = failure
    return tuple(by_id.values())
