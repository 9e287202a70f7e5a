"""Signals that end a process, in the words of shells, Python, Go, Rust and build tools."""

import re
from typing import Final

from lockstitch.intake.patterns import lazy

_NUMBERS: Final = {
    1: "SIGHUP",
    2: "SIGINT",
    3: "SIGQUIT",
    4: "SIGILL",
    5: "SIGTRAP",
    6: "SIGABRT",
    8: "SIGFPE",
    9: "SIGKILL",
    11: "SIGSEGV",
    13: "SIGPIPE",
    14: "SIGALRM",
    15: "SIGTERM",
}
"""The numbers that mean the same everywhere."""

_WORDS: Final = {
    "killed": "SIGKILL",
    "terminated": "SIGTERM",
    "segmentation fault": "SIGSEGV",
    "aborted": "SIGABRT",
    "abort trap": "SIGABRT",
    "abort": "SIGABRT",
    "bus error": "SIGBUS",
    "illegal instruction": "SIGILL",
    "illegal hardware instruction": "SIGILL",
    "floating point exception": "SIGFPE",
    "trace/breakpoint trap": "SIGTRAP",
    "interrupt": "SIGINT",
}
_WORD: Final = "(?P<word>" + "|".join(sorted(_WORDS, key=len, reverse=True)) + ")"
_SHOUTED: Final = (
    "(?P<word>Killed|Terminated|Segmentation fault|Aborted|Abort trap|Bus error|Illegal instruction|"
    "Floating point exception|Trace/breakpoint trap)"
)
_NAME: Final = r"(?P<name>SIG[A-Z]{2,6}\d?)"
_NUMBER: Final = r"(?P<number>\d{1,2})"
_CORE: Final = r"(?: \(core dumped\))?"

_FORMS: Final = (
    # Bare words as bash prints them, alone on a line: "Killed", "Segmentation fault: 11".
    lazy(rf"{_SHOUTED}(?:: \d{{1,2}})?{_CORE}"),
    # bash in a script: "./run.sh: line 3: 4711 Killed    ./prog".
    lazy(rf"\S.{{0,200}}: line \d+: +\d+ {_SHOUTED}{_CORE}(?:\s.*)?"),
    # zsh, and a job that ended: "zsh: killed  ./prog", "[1]  + 4711 killed  ./prog".
    lazy(rf"(?:zsh: |\[\d+\]\s+(?:[-+]\s+)?\d+ ){_WORD}{_CORE}(?:\s\s.*)?", re.IGNORECASE),
    lazy(rf".*\bdied with <Signals\.{_NAME}: \d{{1,2}}>\.?"),
    lazy(rf".*\(signal: {_NUMBER}, {_NAME}: .*\).*"),
    lazy(rf"signal: {_WORD}{_CORE}"),
    # "Program terminated with signal SIGSEGV, Segmentation fault.", "web-1: killed by signal 9".
    lazy(
        r"(?:(?:the )?(?:process|command|program|child|job|container|script)(?: \S{1,80})? |"
        r"\S{1,80}: )?(?:was |has )?(?:killed|terminated|exited|crashed|stopped) (?:by|with|on) "
        rf"signal:? (?:{_NUMBER}|{_NAME})(?:[,:] [\w ]{{1,60}}| \([\w ]{{1,60}}\))?\.?",
        re.IGNORECASE,
    ),
    lazy(rf".*\(interrupted by signal {_NUMBER}:\s?{_NAME}\)"),
    lazy(rf"(?:exit )?signal:? (?:{_NUMBER}|{_NAME})", re.IGNORECASE),
)


def signal_in(line: str) -> str | None:
    """Return the signal that *line* says a process ended by: `SIGKILL`, or its number."""
    for form in _FORMS:
        match = form.fullmatch(line)
        if match:
            return _named(match.groupdict())
    return None


def signal_of_code(code: str) -> str | None:
    """Return the signal behind a negative exit code, as Python and others count them."""
    return _NUMBERS.get(-int(code)) if code.startswith("-") else None


def _named(groups: dict[str, str | None]) -> str:
    name, word, number = groups.get("name"), groups.get("word"), groups.get("number")
    if name:
        return name.upper()
    if word:
        return _WORDS[word.lower()]
    return _NUMBERS.get(int(number or 0), number or "")
