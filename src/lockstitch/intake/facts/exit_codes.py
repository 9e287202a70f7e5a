"""Exit codes and signals: what a shell, a harness or a build tool says about how a command ended.

Only a whole line counts, and only among the first or the last lines of a text: "exit code 1 means
failure" in the middle of a document is about exit codes, it is not one.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from lockstitch.domain.fact import FactDraft, FactKind
from lockstitch.intake.facts.found import Found, draft
from lockstitch.intake.facts.plain import WINDOW_CHARS
from lockstitch.intake.facts.signals import signal_in, signal_of_code
from lockstitch.intake.patterns import Pattern, lazy

HEAD_LINES: Final = 5
TAIL_LINES: Final = 15
LINE_CHARS: Final = 2_500

_N: Final = r"(?P<code>-?\d{1,10}|0x[0-9A-Fa-f]{1,8})"
_CODE: Final = r"(?:exit|return|error|status)?[ _-]?(?:code|status)"
_LEAD: Final = r"(?:##\[error\]|\s*ELIFECYCLE\s+|(?:npm )?(?:error|err!):?\s+|(?:fatal|failed):\s+|[✗✘❌×]\s*)?"
_SUBJECT: Final = (
    r"(?:the )?(?:process|command|program|script|shell|bash|job|task|tool|container|terminal process|"
    r"child process|subprocess)(?: (?:\d+|'[^']*'|\"[^\"]*\"|`[^`]*`|\([^()]*\)))?"
)
_VERB: Final = r"(?:has |was )?(?:exited|finished|completed|terminated|failed|quit|ended|stopped)"
_PROSE: Final = (
    r"(?!(?:it|this|that|which|when|if|because|then|and|but|so|he|she|they|we|you|i|a|an)\b)"
)


class _Form(NamedTuple):
    """A way to say it. A line of a higher rank is about the whole command, not a part of it."""

    rank: int
    pattern: Pattern


def _form(rank: int, pattern: str) -> _Form:
    return _Form(rank, lazy(pattern, re.IGNORECASE))


_FORMS: Final = (
    _form(3, rf"[\[(]?exit(?:ed)?(?:[ _-]?(?:code|status))?\s?[:=]\s?{_N}[\])]?\.?"),
    _form(3, rf"[\[(]?return(?:ed)?[ _-]?code\s?[:=]\s?{_N}[\])]?\.?"),
    _form(3, rf"[\[(]?(?:error:? )?(?:exit|return) (?:code|status) {_N}[\])]?\.?"),
    _form(3, rf"\[exit(?:ed)? {_N}\]"),
    _form(3, rf"<(?P<tag>exit_?code|exit_?status|return_?code)>\s?{_N}\s?</(?P=tag)>"),
    _form(
        3,
        rf"{_LEAD}[\[(]?{_SUBJECT} {_VERB}(?: \w+ly)?,? with (?:an? )?(?:non-?zero )?"
        rf"{_CODE}:? {_N}(?: \([^()]*\))?(?:: .*|\.?[\])]?)",
    ),
    _form(
        2,
        rf"{_LEAD}{_PROSE}\S{{1,80}}(?: \S{{1,80}}){{0,3}} exited with (?:exit )?(?:code|status) {_N}\.?",
    ),
    _form(
        2,
        rf"(?:[\w.]+(?:error|exception): |error: |the |command ).*returned (?:a )?non-?zero (?:exit )?(?:status|code):? {_N}\.?",
    ),
    _form(
        2,
        rf"(?:error|fatal|failed|failure): .*(?: with|:|,) (?:exit|return) (?:code|status):? {_N}\)?\.?",
    ),
    _form(
        2,
        rf"\s*(?:error: |caused by: )?process didn't exit successfully: .*\(exit (?:code|status): {_N}\).*",
    ),
    _form(1, rf"\S*make(?:\.exe)?(?:\[\d+\])?: \*\*\* .*\berror {_N}"),
    _form(1, rf"npm (?:err!|error) (?:errno|code) {_N}"),
)
_MAY_HOLD: Final = lazy(
    r"exit|return|code|status|\*\*\*|signal|kill|fault|abort|error|termin|trap|illegal|exception",
    re.IGNORECASE,
)


class _Said(NamedTuple):
    rank: int
    value: str


def read(text: str) -> Found | None:
    """Return how the command of *text* ended, or None when no line says so."""
    lines = [
        line for line in edge_lines(text) if len(line) <= LINE_CHARS and _MAY_HOLD.search(line)
    ]
    code = _best(said for line in lines if (said := _code(line)))
    signal = _best(said for line in lines if (said := _signal(line)))
    if code is not None and signal is None:
        signal = signal_of_code(code)
    facts: list[FactDraft] = []
    words: list[str] = []
    if code is not None:
        facts.append(draft(FactKind.EXIT_CODE, "exit_code", code))
        words.append(f"exit code {code}")
    if signal is not None:
        facts.append(draft(FactKind.EXIT_CODE, "exit_signal", signal))
        words.append(f"signal {signal}")
    return Found(facts=tuple(facts), summary=", ".join(words)) if facts else None


def says_exit(line: str) -> bool:
    """Say whether *line* does nothing but tell an exit code."""
    said = _code(line)
    return said is not None and said.rank == 3


def edge_lines(text: str) -> Sequence[str]:
    """Return the first and the last lines of *text* that hold something, in order, each once."""
    if len(text) <= 2 * WINDOW_CHARS:
        lines = _filled(text)
        return lines if len(lines) <= HEAD_LINES + TAIL_LINES else _cut(lines, lines)
    return _cut(_filled(text[:WINDOW_CHARS]), _filled(text[-WINDOW_CHARS:]))


def _cut(head: Sequence[str], tail: Sequence[str]) -> Sequence[str]:
    return [*head[:HEAD_LINES], *tail[-TAIL_LINES:]]


def _filled(text: str) -> list[str]:
    return [line.rstrip() for line in text.split("\n") if line and not line.isspace()]


def _best(said: Iterator[_Said]) -> str | None:
    """Return the value of the highest rank; of several, the last: the outermost speaks last."""
    best: _Said | None = None
    for each in said:
        if best is None or each.rank >= best.rank:
            best = each
    return None if best is None else best.value


def _code(line: str) -> _Said | None:
    for form in _FORMS:
        match = form.pattern.fullmatch(line)
        if match:
            return _Said(form.rank, match["code"])
    return None


def _signal(line: str) -> _Said | None:
    name = signal_in(line)
    return None if name is None else _Said(0, name)
