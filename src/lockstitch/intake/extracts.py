"""Say what a text says in a few of its own sentences. Pure: nothing is reworded, no model is asked.

Prose gives whole sentences; logs, code, lists and headings give whole lines. They stand in their
order in the text. Which ones is decided by how telling they are: words that the text rarely uses,
identifiers, paths and numbers, what was decided and why, what failed, and where it stands.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lockstitch.ports.world import TokenCounter

EXTRACTOR: Final = "extract-1"
"""Which extractor this is. Another way of choosing gets another number."""
EXTRACT_CHARS_MAX: Final = 400
_SHARE_MAX: Final = 0.6
"""How much of a short text an extract may be, so that it is worth having beside the text."""
_HEAD_CHARS: Final = 40_000
_TAIL_CHARS: Final = 10_000
_UNIT_CHARS_MAX: Final = 240
"""A longer sentence or line is cut at a break, and each piece stands for itself."""

_CJK: Final = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff66-\uff9f"
_WORD: Final = re.compile(rf"[{_CJK}]{{2}}|[^\W_{_CJK}][^\W{_CJK}]*", re.UNICODE)
_SAYS: Final = re.compile(r"[^\W_]", re.UNICODE)
_FENCE: Final = re.compile(r"\s{0,3}(?:```|~~~)")
_OWN_LINE: Final = re.compile(
    r"""\s{4,}\S|\t                               # set in: code, or what a list item goes on with
    |\s{0,3}(?:[-*+•]|\d{1,3}[.)])\s              # an item
    |\s{0,3}(?:\#{1,6}\s|>|\|)                    # a heading, a quote, a row of a table
    |[\[(]?\d{2,4}[-:/.]\d{2}[-:/.]\d{2}          # a log's time
    |\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b
    |[\w./\\-]+:\d+(?::\d+)?[:\s]                 # a place in a file
    |[$>%]\s|(?:diff|index|@@|\+|-)(?=[^\s-])     # a command, a diff
    |[=~_*-]{3,}                                  # a rule, or a title between two
    |[EF]\s{2,}                                   # what pytest says of a failure
    |import\s+[\w.]+\s*$|from\s+[\w.]+\s+import\b
    |[\w.-]+\s*[:=]\s*\S+$                        # a name and its value
    """,
    re.VERBOSE,
)
_CODE_ENDS: Final = ("{", "}", ";", "):", "(", "[", "],", "},")
_SENTENCE_END: Final = re.compile(
    r"(?<=[\w)\]\"'`%][.!?…])[\"'”’»)\]]*\s+(?=[^\W_a-z]|[\"'“‘«(\[`*_])|(?<=[。！？])[」』”）]*\s*",
    re.UNICODE,
)
_WIDE_ENDS: Final = "。！？」』”）"
"""No space follows them."""
_RULE: Final = re.compile(r"^[=~*_-]{3,}\s*|\s*[=~*_-]{3,}$")
_WRAPPED_CHARS_MIN: Final = 40
"""Lines shorter than this were not broken for want of room: each says something of its own."""
_BREAK: Final = re.compile(r"[\s,;、，；·]")
_NUMBER: Final = re.compile(r"\d+")
_HEADING: Final = re.compile(r"#{1,6}\s")

_NAME: Final = re.compile(
    r"[A-Za-z]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)+|\b[a-z]\w*_\w+|\b[A-Z]+_[A-Z_0-9]+"
    r"|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|`[^`\n]+`|\b[A-Z]{2,}[-_]?\d+\b|\b\w+\(\)"
)
_PATH: Final = re.compile(r"(?:[\w.~-]*[/\\])+[\w.-]+|\b[\w-]+\.(?:[a-z]{1,4}|toml|yaml|json)\b")
_FIGURE: Final = re.compile(r"(?<![\w.])#?v?\d[\d.,:%]*(?:\s?(?:ms|s|[KMG]i?B|%))?")
_DECIDES: Final = re.compile(
    r"\b(?:decid\w+|decision|agreed|chose|chosen|conclu\w+|must|never|always|only|because|since"
    r"|therefore|instead|so that|turns? out|root cause|caused?|reason|fix(?:e[sd])?|solved|works?"
    r"|renam\w+|replac\w+|remov\w+|requir\w+|should|cannot|can't|don't|important|note|todo|result"
    r"|entschieden|weil|deshalb|muss|müssen|niemals?|immer|behoben|statt|ursache|wichtig"
    r"|décidé|parce que|doit|jamais|toujours|corrigé|decidido|porque|debe|nunca|siempre|corregido"
    r"|решили|потому|нужно|никогда|всегда|исправ\w+)\b"
    r"|決定|必ず|絶対|ないでください|必要|原因|理由|修正|解決|变更|変更|决定|必须|因为|所以|修复|不要|务必|禁止|결정|반드시|때문|수정",
    re.IGNORECASE,
)
_FAILS: Final = re.compile(
    r"\b(?:\w*error|\w*exception|fail(?:s|ed|ure|ures|ing)?|fatal|panic\w*|traceback|denied|refused"
    r"|timed? ?out|timeout|broken?|crash\w*|missing|undefined|not found|unexpected|exit (?:code|status)"
    r"|fehler|fehlgeschlagen|erreur|échou\w*|falló|fallo|ошибк\w+)\b|エラー|失敗|例外|错误|失败|异常|오류|실패",
    re.IGNORECASE,
)

_PER_NAME: Final = 1.2
_PER_PATH: Final = 1.5
_PER_FIGURE: Final = 0.7
_SEEN_MAX: Final = 3
"""More names, paths or figures than this in one unit add nothing: a table is not a conclusion."""
_FOR_DECISION: Final = 3.5
_FOR_FAILURE: Final = 3.5
_FOR_FIRST: Final = 2.0
_FOR_LAST: Final = 1.5
_FOR_HEADING: Final = -1.0
_WORDS_WEIGHT: Final = 0.45
_LENGTH_GIVEN: Final = 60
"""Characters that cost nothing, so that a short line does not win by its shortness alone."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence or a line; `paragraph` is where it stands."""

    text: str
    paragraph: int
    prose: bool


def extract_of(text: str, *, tokens: TokenCounter, chars_max: int = EXTRACT_CHARS_MAX) -> str:
    """Return the most telling sentences and lines of *text*, in their order, in *chars_max*.

    Empty only when there is no word in *text*; never more tokens than *text* has. Of a very long
    text, the beginning and the end are read.
    """
    text = _read(text)
    units = _distinct(_units(text))
    if not units:
        return ""
    room = max(1, min(chars_max, int(len(" ".join(text.split())) * _SHARE_MAX)))
    ranked = _ranked(units)
    chosen = _fitting(units, ranked, room=room) or [ranked[0]]
    limit = tokens.count(text)
    while len(chosen) > 1 and tokens.count(_joined(units, chosen)) > limit:
        chosen = [number for number in ranked if number in chosen][:-1]
    extract = _joined(units, chosen)
    if tokens.count(extract) > limit:
        extract = text.strip()
    return _cut(extract, chars_max=chars_max)


def _read(text: str) -> str:
    if len(text) <= _HEAD_CHARS + _TAIL_CHARS:
        return text
    head, tail = text[:_HEAD_CHARS], text[-_TAIL_CHARS:]
    read = head[: _last_break(head)] + "\n" + tail[_first_break(tail) :]
    if _SAYS.search(read):
        return read
    found = _SAYS.search(text)
    return text[found.start() :][:_HEAD_CHARS] if found else ""


# Units: what may stand for itself.


def _units(text: str) -> Iterator[_Unit]:
    """Yield sentences and lines that hold a word."""
    for paragraph, (lines, prose) in enumerate(_paragraphs(text.splitlines())):
        whole = _RULE.sub("", " ".join(" ".join(lines).split()))
        for sentence in _sentences(whole) if prose else [whole]:
            for piece in _pieces(sentence):
                if _SAYS.search(piece):
                    yield _Unit(piece, paragraph, prose)


def _paragraphs(lines: Iterable[str]) -> Iterator[tuple[list[str], bool]]:
    """Yield lines that belong together, and whether they are prose; other lines stand alone."""
    running: list[str] = []
    fenced = False
    for line in lines:
        fence = _FENCE.match(line) is not None
        alone = fenced or fence or _stands_alone(line)
        if running and (alone or not line.strip()):
            yield from _run(running)
            running = []
        fenced ^= fence
        if not line.strip() or fence:
            continue
        if alone:
            yield [line], len(line) > _UNIT_CHARS_MAX  # it may hold sentences
        else:
            running.append(line)
    yield from _run(running)


def _run(lines: list[str]) -> Iterator[tuple[list[str], bool]]:
    """Yield lines that follow one another: as one when each but the last is full, else each alone."""
    if all(len(line) >= _WRAPPED_CHARS_MIN for line in lines[:-1]):
        yield lines, True
    else:
        yield from (([line], True) for line in lines)


def _stands_alone(line: str) -> bool:
    return _OWN_LINE.match(line) is not None or line.rstrip().endswith(_CODE_ENDS)


def _sentences(text: str) -> list[str]:
    sentences: list[str] = []
    start = 0
    for end in _SENTENCE_END.finditer(text):
        sentences.append(text[start : end.end()].strip())
        start = end.end()
    return [one for one in [*sentences, text[start:].strip()] if one]


def _pieces(text: str) -> Iterator[str]:
    while len(text) > _UNIT_CHARS_MAX:
        at = _last_break(text[:_UNIT_CHARS_MAX])
        yield text[:at].strip()
        text = text[at:].strip()
    if text:
        yield text


def _last_break(text: str) -> int:
    """Return where *text* is best cut: behind its last break, unless that is near its beginning."""
    for at in range(len(text) - 1, len(text) // 3, -1):
        if _BREAK.match(text[at]):
            return at + 1
    return len(text)


def _first_break(text: str) -> int:
    found = text.find("\n", 0, len(text) // 2)
    return found + 1


def _distinct(units: Iterable[_Unit]) -> list[_Unit]:
    """Return *units* without those that differ from an earlier one in nothing but numbers."""
    seen: dict[str, _Unit] = {}
    for unit in units:
        seen.setdefault(_NUMBER.sub("0", unit.text).lower(), unit)
    return list(seen.values())


# Choice: the most telling first, as long as there is room.


def _ranked(units: Sequence[_Unit]) -> list[int]:
    """Return the numbers of *units*, the most telling first, the earlier before its equals."""
    words = [_words(unit.text) for unit in units]
    holders = Counter(word for each in words for word in each)
    scores = [
        _telling(unit.text, words=each, holders=holders, units=len(units))
        for unit, each in zip(units, words, strict=True)
    ]
    scores[0] += _FOR_FIRST
    scores[-1] += _FOR_LAST
    worth = [
        score / math.sqrt(_LENGTH_GIVEN + len(unit.text))
        for score, unit in zip(scores, units, strict=True)
    ]
    return sorted(range(len(units)), key=lambda number: (-round(worth[number], 9), number))


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text) if len(word) > 1}


def _telling(text: str, *, words: set[str], holders: Counter[str], units: int) -> float:
    score = 0.0
    for word in sorted(words):  # in one order, as sums of fractions depend on it
        rare = math.log((1 + units) / holders[word]) / math.log(1 + units)
        score += _WORDS_WEIGHT * rare * (1.0 if len(word) > 3 or not word.isascii() else 0.4)
    score += _PER_NAME * min(_SEEN_MAX, len(_NAME.findall(text)))
    score += _PER_PATH * min(_SEEN_MAX, len(_PATH.findall(text)))
    score += _PER_FIGURE * min(_SEEN_MAX, len(_FIGURE.findall(text)))
    score += _FOR_DECISION * (_DECIDES.search(text) is not None)
    score += _FOR_FAILURE * (_FAILS.search(text) is not None)
    return score + _FOR_HEADING * (_HEADING.match(text) is not None)


def _fitting(units: Sequence[_Unit], ranked: Sequence[int], *, room: int) -> list[int]:
    chosen: list[int] = []
    for number in ranked:
        size = len(units[number].text) + (1 if chosen else 0)
        if size <= room:
            chosen.append(number)
            room -= size
    return chosen


def _joined(units: Sequence[_Unit], chosen: Iterable[int]) -> str:
    """Return the chosen units in their order: sentences of a paragraph in a line, others in lines."""
    parts: list[str] = []
    before: _Unit | None = None
    for number in sorted(chosen):
        unit = units[number]
        if before is not None:
            together = unit.prose and before.prose and unit.paragraph == before.paragraph
            parts.append("\n" if not together else "" if before.text[-1] in _WIDE_ENDS else " ")
        parts.append(unit.text)
        before = unit
    return "".join(parts)


def _cut(text: str, *, chars_max: int) -> str:
    return text if len(text) <= chars_max else text[: _last_break(text[:chars_max])].strip()
