"""Read a turn as statements: its author's words, less code, quotations, pasted output. Pure."""

import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from lockstitch.intake.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD_CHARS: Final = 6_000
TAIL_CHARS: Final = 2_000
"""A turn longer than head and tail together is read at its two ends alone."""
STATEMENT_CHARS_MAX: Final = 240
"""A longer sentence is read this far, so that an excerpt always holds what was judged."""
STATEMENTS_MAX: Final = 200
"""Of each end that is read."""
CODE: Final = "x_code"
QUOTE: Final = "x_quote"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One sentence or list item of a turn.

    `text` is what rules read: lower case, straight apostrophes, single blanks, `x_code` for inline
    code, `x_quote` for a quotation, and no "ok, and please" in front.
    """

    text: str
    part: str
    start: int
    end: int
    is_question: bool

    @property
    def excerpt(self) -> str:
        """The words of the turn, as they are."""
        return self.part[self.start : self.end]

    def excerpt_with(self, following: "Statement") -> str:
        """Both as they stand in the turn, or the second alone when both are too much."""
        whole = self.part[self.start : following.end] if self.part is following.part else ""
        return whole if 0 < len(whole) <= STATEMENT_CHARS_MAX else following.excerpt


def statements_of(content: str) -> tuple[Statement, ...]:
    """Return what *content* says, in its order, questions marked as such."""
    return tuple(statement for part in _parts(content) for statement in _statements_in(part))


def _statements_in(part: str) -> list[Statement]:
    masked = _without_quotations(_without_pasted_lines(part))
    found: list[Statement] = []
    for start, end in islice(_spans(masked), STATEMENTS_MAX):
        statement = _statement(part, masked, start, end)
        if found and _TAG_QUESTION.search(statement.text):
            found[-1] = replace(found[-1], is_question=True)
        if statement.text:
            found.append(statement)
    return found


def _parts(content: str) -> tuple[str, ...]:
    if len(content) <= HEAD_CHARS + TAIL_CHARS:
        return (content,)
    return content[:HEAD_CHARS], content[-TAIL_CHARS:]


# What is left out. Every step keeps the length, so that offsets stay those of the turn.

_FENCE: Final = lazy(r"\s*(`{3,}|~{3,})(?P<info>[^`]*)$")
_INDENTED: Final = lazy(r"(?: {4}|\t)\s*(?![-*+•\d\s])")
_PASTED: Final = lazy(
    r"""\s*(?:
      >                                                         # a quoted line
    | [{}\]] | "[^"]{1,80}":                                    # data
    | [$%]\s\S                                                  # a shell prompt
    | \[?\d{4}-\d\d-\d\d[T\s]\d\d:\d\d                          # timestamps of logs
    | \[?\d\d:\d\d:\d\d
    | \[\s*\d+\.\d{3,}\]
    | [A-Z][a-z]{2}\s{1,2}\d{1,2}\s\d\d:\d\d:\d\d
    | [VDIWEF]/[\w.-]+\s*\(
    | \[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\b\]?[:\s]  # levels of logs
    | \[(?i:trace|debug|info|warn|warning|error|fatal|critical)\]
    | (?:[\w./-]{1,40}:\s+)?(?i:error|warning|fatal|panic|failure|exception|ERR!)
      (?:\[\w+\])?:\s
    | [EWF](?::\s|\s{2})
    | remote:\s | npm\s(?:ERR|WARN) | thread\s'
    | [\w.$]{0,80}[a-z](?:Error|Exception|Warning)\b(?::|\s|$)  # exceptions and their traces
    | Traceback\s\(most
    | Caused\sby:
    | at\s[\w.$<>/]+\s?\(
    | File\s"[^"]*",\sline
    | goroutine\s\d
    | [\w./-]+\.\w{1,5}:\d+[:\s]
    | (?:diff\s--git|index\s[0-9a-f]{6}|@@\s|\+\+\+\s|---\s\w)  # diffs
    | (?:feat|fix|chore|refactor|perf)(?:\([^)]{1,40}\))?!?:\s  # subjects of commits
    | (?:docs|test|build|ci|style|revert)\([^)]{1,40}\)!?:\s
    )""",
    re.VERBOSE,
)


def _without_pasted_lines(part: str) -> str:
    kept: list[str] = []
    fence, was_blank, was_pasted = "", False, False
    for line in part.splitlines(keepends=True):
        opened = _FENCE.match(line)
        if fence:
            is_pasted = True
            if opened and opened[1].startswith(fence) and not opened["info"].strip():
                fence = ""
        elif opened:
            fence, is_pasted = opened[1], True
        else:
            is_pasted = _is_pasted(line, after_blank=was_blank, after_pasted=was_pasted)
        kept.append("\n" * len(line) if is_pasted else line)
        was_pasted, was_blank = is_pasted and not opened, not line.strip()
    return "".join(kept)


def _is_pasted(line: str, *, after_blank: bool, after_pasted: bool) -> bool:
    if _PASTED.match(line):
        return True
    return _INDENTED.match(line) is not None if after_blank else after_pasted and line[:1].isspace()


# One character for another, so that the length stays.
_CODE_MARK: Final = "\ue000"
_QUOTE_MARK: Final = "\ue001"
_INLINE_CODE: Final = lazy(r"(?<!`)(`{1,3})(?!`)[^`\n]{1,400}\1(?!`)")
_QUOTATION: Final = lazy(
    r"\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”|„[^“”\"\n]{1,400}[“”\"]|«[^»\n]{1,400}»"
    r"|(?<!\w)'[^'\n]{1,240}'(?!\w)|(?<!\w)‘[^‘’\n]{1,240}’(?!\w)"
)
_QUOTES: Final = lazy('["“”„«»]')


def _without_quotations(masked: str) -> str:
    masked = _INLINE_CODE.sub(lambda found: _CODE_MARK * len(found[0]), masked)
    whole = masked.strip()
    if _QUOTES.match(whole[:1]) and _QUOTES.match(whole[-1:]) and not _QUOTES.search(whole[1:-1]):
        return masked
    return _QUOTATION.sub(_quote_marks, masked)


def _quote_marks(found: "re.Match[str]") -> str:
    # A full stop inside the quotation may end the sentence around it.
    stop = found[0][-2] if found[0][-2] in ".!?" else _QUOTE_MARK
    return _QUOTE_MARK * (len(found[0]) - 1) + stop


# Where sentences begin and end.

_LIST_MARK: Final = lazy(r"\s*(?:(?:[-*•+–]|\d{1,2}[.)]|[a-z]\)|#{1,6})\s+(?:\[[ x]\]\s+)?)?")
_SENTENCE_END: Final = lazy(r"[.!?…]+[)\]\"'”’]*(?=\s)")
_ABBREVIATION: Final = lazy(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|bzw|z\.\s?b|d\.\s?h|usw|p\.\s?ej|bv)|\s[a-z])$",
    re.IGNORECASE,
)
_EMPHASIS: Final = lazy(
    r"\s*(?:ever|never|period|full stop|no exceptions?|at all|always|please|seriously|thanks"
    r"|thx)[.!]*\s*$",
    re.IGNORECASE,
)
_WRAPPED_CHARS: Final = 50


def _spans(masked: str) -> "Iterator[tuple[int, int]]":
    """Yield where each sentence stands; an afterthought ("Ever.") belongs to the one before it."""
    held: tuple[int, int] | None = None
    for block_start, block_end in _blocks(masked):
        for start, end in _sentences(masked, block_start, block_end):
            if held and _EMPHASIS.match(masked, start, end):
                held = (held[0], end)
                continue
            if held:
                yield held
            held = (start, end)
    if held:
        yield held


def _blocks(masked: str) -> "Iterator[tuple[int, int]]":
    """Yield the lines, those that a hard wrap has parted put together again."""
    start = end = offset = 0
    is_open = False
    for line in masked.splitlines(keepends=True):
        mark = _LIST_MARK.match(line)
        text_start = offset + (mark.end() if mark else 0)
        text = line.rstrip()
        if is_open and line[:1].islower():
            end = offset + len(text)
        else:
            if end > start:
                yield start, end
            start, end = text_start, offset + len(text)
        is_open = len(text) >= _WRAPPED_CHARS and text[-1] not in ".!?:;"
        offset += len(line)
    if end > start:
        yield start, end


def _sentences(masked: str, start: int, end: int) -> "Iterator[tuple[int, int]]":
    for found in _SENTENCE_END.finditer(masked, start, end):
        if found[0] == "." and _ABBREVIATION.search(
            masked[max(start, found.start() - 8) : found.start()]
        ):
            continue
        yield start, found.end()
        start = found.end()
        while start < end and masked[start].isspace():
            start += 1
    if start < end:
        yield start, end


# What a rule reads of a sentence.

_BLANKS: Final = lazy(r"\s+")
_APOSTROPHES: Final = str.maketrans("’‘ʼ´", "''''", "*")
_LEAD: Final = lazy(
    r"(?:[^\w¿]+|(?:ok(?:ay)?|hey|hi|hello|oh|ah|um|uh|hm+|well|so|and|but|also|plus|then|now|btw"
    r"|by the way|fyi|psa|nb|please|pls|plz|just|kindly|however|anyway|important|attention"
    r"|remember|reminder|note|careful|watch out|heads[- ]up|one (?:more |other |last )?(?:thing"
    r"|rule|point)(?: though)?|quick (?:one|note)|rule|bitte|por favor|per favore"
    r"|s'il te pla[iî]t|alsjeblieft|graag)\b(?![-'(/]))"
)
_POLITE: Final = lazy(
    r"(?:[^,]{1,40}, )?(?:can|could|would|will) you (?:please |kindly )?(?=(?:always|never"
    r"|stop \w+ing|from now on)\b)|i(?:'d| would)? (?:want|like|need|expect|prefer) you to "
)
_REPROACH: Final = lazy(r"why (?:do|are|must) you (?:keep|still|always|constantly) \w+ing\b")
_LEADS_MAX: Final = 8
_ASKED: Final = lazy(r"\?[\s)\]\"'!.:;-]{0,6}$")
_AGREED: Final = lazy(r"[,.] (?:ok|okay|please|alright|deal|got it|understood|clear|thanks)\?\W*$")
_TAG_QUESTION: Final = lazy(
    r"^(?:(?:is|am|did|do|have) (?:that|this|it|i)\b.{0,30}|right|correct|true|yes|or)\?"
)
_INVERTED: Final = lazy(
    r"¿|(?:(?:do|does|did|is|are|was|were|can|could|should|must|may|have|has|will|would"
    r"|am)(?:n't)? (?:i|we|you|he|she|they|there|the|these|those|any|all|every|each|one|anybody"
    r"|anyone|nobody)\b(?! i can)|(?:what(?! you (?:call|wrote|said|have|need|did)| i (?:said"
    r"|meant|want))|why|who|whom|whose|which|where|wonder(?:ing)?|any idea)\b|(?:when|how) (?:do"
    r"|does|did|is|are|can|could|should|must|may|will|would|to|come|often|many|much)\b)"
)


def _statement(part: str, masked: str, start: int, end: int) -> Statement:
    is_asked = _ASKED.search(masked, max(start, end - 12), end) is not None
    end = _cut(masked, start, end)
    text = masked[start:end].lower().translate(_APOSTROPHES)
    text = re.sub(f"{_CODE_MARK}+", CODE, text)
    text = re.sub(f"{_QUOTE_MARK}+", QUOTE, text)
    text = _without_lead(_BLANKS.sub(" ", text).strip())
    polite = _POLITE.match(text)
    if polite:
        text, is_asked = text[polite.end() :], False
    elif _REPROACH.match(text) or _AGREED.search(text):
        is_asked = False
    elif _INVERTED.match(text):
        is_asked = True
    return Statement(text=text, part=part, start=start, end=end, is_question=is_asked)


def _cut(masked: str, start: int, end: int) -> int:
    """Return where the sentence is cut: at a blank when it is too long."""
    if end - start <= STATEMENT_CHARS_MAX:
        return end
    blank = masked.rfind(" ", start, start + STATEMENT_CHARS_MAX)
    return blank if blank > start else start + STATEMENT_CHARS_MAX


def _without_lead(text: str) -> str:
    for _ in range(_LEADS_MAX):
        lead = _LEAD.match(text)
        if not lead:
            break
        text = text[lead.end() :]
    return text
