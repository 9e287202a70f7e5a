"""JUnit (Maven, Ant, its own console, Gradle), dotnet test, PHPUnit, RSpec and minitest."""

import re
from collections.abc import Iterator
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

_LEVEL: Final = r"(?:\[(?:INFO|ERROR|WARNING)\] +|\s{0,4}\[junit\] )?"
_SUREFIRE: Final = lazy(
    rf"^{_LEVEL}Tests run: (\d{{1,9}}), {{1,2}}Failures: (?P<failed>\d{{1,9}}), {{1,2}}Errors: (?P<errors>\d{{1,9}})"
    r"(?:, {1,2}Skipped: (?P<skipped>\d{1,9}))?(, {1,2}Time elapsed: [^\n]{1,400})?[ \t]*$",
    re.MULTILINE,
)
_SUREFIRE_FAILURE: Final = lazy(
    rf"^{_LEVEL}(?:([\w$]{{1,200}}(?:\[[^\]\n]{{0,200}}\]|\([^()\n]{{0,100}}\))?)\(([\w.$]{{1,400}})\)|([\w.$]{{1,400}}(?:\[[^\]\n]{{0,200}}\])?(?:\(\w{{0,100}}\))?))"
    r" {1,2}(?:--|Time elapsed:) [^\n]{1,60}<<< (FAILURE|ERROR)!$",
    re.MULTILINE,
)
_SUREFIRE_LISTED: Final = lazy(
    r"^(?:\[ERROR\] +| {2})([A-Z][\w$]{0,200}\.\w[\w$]{0,200}):\d{1,7}(?:->[^\s]{1,200})? ([^\n]{1,600})$",
    re.MULTILINE,
)
_JUNIT4: Final = lazy(
    r"^(?:OK \((\d{1,9}) tests?\)|Tests run: (\d{1,9}), {2}Failures: (\d{1,9}))$", re.MULTILINE
)
_JUNIT4_FAILURE: Final = lazy(r"^\d{1,5}\) (\w{1,200})\(([\w.$]{1,400})\)$", re.MULTILINE)
_CONSOLE: Final = lazy(
    r"^\[ {1,12}(\d{1,9}) tests (successful|failed|skipped|aborted) {1,12}\]$", re.MULTILINE
)
_CONSOLE_WORDS: Final = {
    "successful": "passed",
    "failed": "failed",
    "skipped": "skipped",
    "aborted": "skipped",
}
_GRADLE: Final = lazy(
    r"^(\d{1,9}) tests? completed(?:, (?P<failed>\d{1,9}) failed)?(?:, (?P<skipped>\d{1,9}) skipped)?$",
    re.MULTILINE,
)
_GRADLE_FAILURE: Final = lazy(r"^([\w.$]{1,400} > [^\n]{1,400}) FAILED$", re.MULTILINE)
_DOTNET: Final = lazy(
    r"^(Passed|Failed|Skipped)! {1,3}- Failed: {1,8}(?P<failed>\d{1,9}), Passed: {1,8}(?P<passed>\d{1,9}), "
    r"Skipped: {1,8}(?P<skipped>\d{1,9}), Total: {1,8}\d{1,9}(?:, Duration: ([^\n]{1,40}?))?(?: - [^\n]{1,400})?$",
    re.MULTILINE,
)
_DOTNET_SUMMARY: Final = lazy(
    r"^Test summary: total: \d{1,9}, failed: (?P<failed>\d{1,9}), succeeded: (?P<passed>\d{1,9}), "
    r"skipped: (?P<skipped>\d{1,9}), duration: ([\d.,]{1,12}s)$",
    re.MULTILINE,
)
_DOTNET_FAILURE: Final = lazy(
    r"^ {2}Failed (\S[^\n]{0,500}?) \[[^\]\n]{1,40}\]$(?:\n {2}Error Message:\n {0,8}([^\n]{1,600}))?",
    re.MULTILINE,
)
_PHPUNIT: Final = lazy(
    r"^(?:OK \((?P<ok>\d{1,9}) tests?, \d{1,9} assertions?\)|"
    r"Tests: (?P<all>\d{1,9}), Assertions: \d{1,9}(?P<rest>(?:, [A-Z][A-Za-z ]{0,30}: \d{1,9}){0,8})\.)$",
    re.MULTILINE,
)
_PHPUNIT_PART: Final = lazy(r"([A-Z][A-Za-z ]{0,30}): (\d{1,9})")
_PHPUNIT_WORDS: Final = {
    "Failures": "failed",
    "Errors": "errors",
    "Skipped": "skipped",
    "Incomplete": "incomplete",
}
_PHPUNIT_TIME: Final = lazy(
    r"^Time: ([\d:.]{1,12}|[\d.]{1,12} m?s)(?: ?seconds)?, Memory:", re.MULTILINE
)
_PHPUNIT_FAILURE: Final = lazy(r"^\d{1,5}\) ([\w\\]{1,300}::[^\n]{1,300})$", re.MULTILINE)
_RSPEC: Final = lazy(
    r"^(\d{1,9}) examples?, (?P<failed>\d{1,9}) failures?(?:, (?P<skipped>\d{1,9}) pending)?"
    r"(?:, (?P<errors>\d{1,9}) errors? occurred outside of examples)?$",
    re.MULTILINE,
)
_RSPEC_TIME: Final = lazy(r"^Finished in ([\d.]{1,12}) seconds?\b", re.MULTILINE)
_RSPEC_FAILURE: Final = lazy(
    r"^rspec (?:\./)?([^\s:\[]{1,300}\S{0,100}) # ([^\n]{1,500})$", re.MULTILINE
)
_MINITEST: Final = lazy(
    r"^(\d{1,9}) (?:runs|tests), \d{1,9} assertions, (?P<failed>\d{1,9}) failures, (?P<errors>\d{1,9}) errors"
    r"(?:, \d{1,9} pendings)?(?:, \d{1,9} omissions)?(?:, (?P<skipped>\d{1,9}) skips)?",
    re.MULTILINE,
)
_MINITEST_FAILURE: Final = lazy(
    r"^ *\d{1,5}\) (Failure|Error):\n([\w:]{1,200}#[^\s\[:]{1,300})", re.MULTILINE
)


def _of_total(match: re.Match[str]) -> dict[str, int]:
    """Return the counts of a summary that tells how many tests ran, and how many of them not well."""
    told = named_counts(match)
    return {"passed": max(0, int(match[1]) - sum(told.values())), "failed": 0, **told}


def _surefire(text: str) -> Run | None:
    found = list(_SUREFIRE.finditer(text))
    if not found:
        return None
    # The line at the end of a module adds up those of its classes, which tell their time.
    totals = [match for match in found if not match[5]] or found
    failures = list(_surefire_failures(text))
    if not failures:
        failures = [
            Failure(id=match[1], reason=match[2]) for match in _SUREFIRE_LISTED.finditer(text)
        ]
    return Run(
        counts=added_up(_of_total(match) for match in totals),
        failures=unique(failures),
        summaries=len(totals),
    )


def _surefire_failures(text: str) -> Iterator[Failure]:
    for match in _SUREFIRE_FAILURE.finditer(text):
        yield Failure(
            id=f"{match[2]}.{match[1]}" if match[2] else match[3],
            how="error" if match[4] == "ERROR" else "failed",
            reason=reason_after(text, match.end()),
        )


def _junit(text: str) -> Run | None:
    """Read JUnit's own runners: the text of version 4, the console of version 5."""
    counts = added_up(
        {"passed": int(match[1] or match[2]) - int(match[3] or 0), "failed": int(match[3] or 0)}
        for match in _JUNIT4.finditer(text)
    )
    console = [{_CONSOLE_WORDS[match[2]]: int(match[1])} for match in _CONSOLE.finditer(text)]
    counts.update(added_up(console))
    if not counts:
        return None
    return Run(
        counts=counts,
        failures=unique(
            Failure(id=f"{match[2]}.{match[1]}", reason=reason_after(text, match.end()))
            for match in _JUNIT4_FAILURE.finditer(text)
        ),
    )


def _gradle(text: str) -> Run | None:
    summaries = list(_GRADLE.finditer(text))
    if not summaries:
        return None
    return Run(
        counts=added_up(_of_total(match) for match in summaries),
        failures=unique(
            Failure(id=match[1], reason=reason_after(text, match.end()))
            for match in _GRADLE_FAILURE.finditer(text)
        ),
        summaries=len(summaries),
    )


def _dotnet(text: str) -> Run | None:
    summaries = list(_DOTNET.finditer(text)) or list(_DOTNET_SUMMARY.finditer(text))
    if not summaries:
        return None
    first = summaries[0]
    return Run(
        counts=added_up(named_counts(match) for match in summaries),
        failures=unique(
            Failure(id=match[1], reason=(match[2] or "").strip())
            for match in _DOTNET_FAILURE.finditer(text)
        ),
        failed=any(match[0].startswith("Failed!") for match in summaries),
        duration=(first[first.re.groups] or "") if len(summaries) == 1 else "",
        summaries=len(summaries),
    )


def _phpunit(text: str) -> Run | None:
    summaries = list(_PHPUNIT.finditer(text))
    if not summaries:
        return None
    times = _PHPUNIT_TIME.findall(text)
    return Run(
        counts=added_up(_phpunit_counts(match) for match in summaries),
        failures=unique(
            Failure(id=match[1], reason=reason_after(text, match.end()))
            for match in _PHPUNIT_FAILURE.finditer(text)
        ),
        duration=times[0] if len(times) == len(summaries) == 1 else "",
        summaries=len(summaries),
    )


def _phpunit_counts(match: re.Match[str]) -> dict[str, int]:
    if match["ok"]:
        return {"passed": int(match["ok"]), "failed": 0}
    told = {
        _PHPUNIT_WORDS[part[1]]: int(part[2])
        for part in _PHPUNIT_PART.finditer(match["rest"])
        if part[1] in _PHPUNIT_WORDS
    }
    return {"passed": max(0, int(match["all"]) - sum(told.values())), "failed": 0, **told}


def _rspec(text: str) -> Run | None:
    summaries = list(_RSPEC.finditer(text))
    if not summaries:
        return None
    times = _RSPEC_TIME.findall(text)
    return Run(
        counts=added_up(_rspec_counts(match) for match in summaries),
        failures=unique(
            Failure(
                id=match[1], reason=match[2], file_path=match[1].partition(":")[0].partition("[")[0]
            )
            for match in _RSPEC_FAILURE.finditer(text)
        ),
        duration=f"{times[0]}s" if len(times) == len(summaries) == 1 else "",
        summaries=len(summaries),
    )


def _rspec_counts(match: re.Match[str]) -> dict[str, int]:
    told = named_counts(match)
    passed = int(match[1]) - told["failed"] - told.get("skipped", 0)
    return {"passed": max(0, passed), **told}


def _minitest(text: str) -> Run | None:
    summaries = list(_MINITEST.finditer(text))
    if not summaries:
        return None
    return Run(
        counts=added_up(_of_total(match) for match in summaries),
        failures=unique(
            Failure(
                id=match[2],
                how=match[1].lower().replace("failure", "failed"),
                reason=reason_after(text, match.end()),
            )
            for match in _MINITEST_FAILURE.finditer(text)
        ),
        summaries=len(summaries),
    )


RUNNERS: Final = (
    Runner(name="Surefire", marks=("Tests run: ",), read=_surefire),
    Runner(name="JUnit", marks=("OK (", "Tests run: ", " tests successful"), read=_junit),
    Runner(name="Gradle", marks=(" completed",), read=_gradle),
    Runner(
        name="dotnet test",
        marks=("ed!  - Failed: ", "ed! - Failed: ", "Test summary: "),
        read=_dotnet,
    ),
    Runner(name="PHPUnit", marks=("Assertions: ", " assertion"), read=_phpunit),
    Runner(name="RSpec", marks=(" example",), read=_rspec),
    Runner(name="minitest", marks=(" assertions, ",), read=_minitest),
)
