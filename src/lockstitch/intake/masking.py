"""Replace credentials before a text is stored. Pure: a text in, the text with markers out.

What counts as a credential stands in `credentials`; why something that looks like one does not
count, in `likeness`. Everything else comes out as it went in.
"""

import hmac
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_letters, digits
from typing import Final

from lockstitch.domain.episode import Redaction
from lockstitch.intake.credentials import FORMATS, LATE_AT, RUN_CHARS, START_CHARS, CredentialFormat
from lockstitch.intake.patterns import lazy

_DIGEST_CHARS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Masked:
    """A text without credentials, and what was taken out of it, in the order of the text."""

    text: str
    redactions: tuple[Redaction, ...]


def mask(text: str, *, key: bytes) -> Masked:
    """Return *text* with a marker in place of each credential.

    A marker names the kind, the length and the first hex digits of the credential's HMAC under
    *key*, so that a credential has one marker wherever it stands. Masking the result changes
    nothing: what only shows once its neighbour is a marker is masked as well.
    """
    spans: list[_Span] = []
    while True:
        masked = _rendered(text, spans, key=key)
        revealed = _spans(masked.text)
        if not revealed:
            return masked
        spans = sorted([*spans, *_moved_back(revealed, masked.redactions)], key=_place)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Span:
    """A credential in the text."""

    start: int
    end: int
    kind: str


_RANKS: Final = {form.kind: rank for rank, form in enumerate(FORMATS)}


def _place(span: _Span) -> tuple[int, int]:
    return span.start, _RANKS[span.kind]


# Writing: the text with markers, and where they are.


def _rendered(text: str, spans: Sequence[_Span], *, key: bytes) -> Masked:
    """Return *text* with a marker for each of *spans*, which are in order and apart."""
    parts: list[str] = []
    redactions: list[Redaction] = []
    copied = written = 0
    for span in spans:
        marker = _marker(text[span.start : span.end], kind=span.kind, key=key)
        start = written + span.start - copied
        parts += text[copied : span.start], marker
        copied, written = span.end, start + len(marker)
        redactions.append(
            Redaction(kind=span.kind, length=span.end - span.start, start=start, end=written)
        )
    return Masked(text="".join([*parts, text[copied:]]), redactions=tuple(redactions))


def _marker(credential: str, *, kind: str, key: bytes) -> str:
    digest = hmac.digest(key, credential.encode(errors="surrogatepass"), "sha256").hex()
    return f"[masked:{kind}:{len(credential)}:{digest[:_DIGEST_CHARS]}]"


def _moved_back(spans: Sequence[_Span], redactions: Sequence[Redaction]) -> Iterator[_Span]:
    """Yield *spans* of a masked text as they are in the text that it was made of.

    None overlaps a marker, as no format takes in a square bracket.
    """
    markers = iter(redactions)
    marker = next(markers, None)
    moved = 0
    for span in spans:
        while marker is not None and marker.end <= span.start:
            moved += marker.length - (marker.end - marker.start)
            marker = next(markers, None)
        yield _Span(start=span.start + moved, end=span.end + moved, kind=span.kind)


# Finding: the runs that begin as a credential does, and what is searched for in the whole.


def _spans(text: str) -> list[_Span]:
    """Return the credentials in *text*, in order and apart: of two that overlap, the first."""
    apart: list[_Span] = []
    for span in sorted([*_in_runs(text), *_in_whole(text)], key=_place):
        if not apart or apart[-1].end <= span.start:
            apart.append(span)
    return apart


_SEARCHED: Final = tuple(form for form in FORMATS if not form.starts)


def _in_whole(text: str) -> Iterator[_Span]:
    """Yield what the formats find that no run tells."""
    for form in _SEARCHED:
        if not form.words or any(word in text for word in form.words):
            matches = (match for pattern in form.patterns for match in pattern.finditer(text))
            yield from (_span(form, match) for match in matches if form.check(match[form.group]))


def _span(form: CredentialFormat, match: re.Match[str]) -> _Span:
    start, end = match.span(form.group)
    return _Span(start=start, end=end, kind=form.kind)


def _by_start() -> dict[str, tuple[CredentialFormat, ...]]:
    """Return the run formats by what tells them, each in the order of the table."""
    starts = {start for form in FORMATS for start in form.starts}
    return {start: tuple(form for form in FORMATS if start in form.starts) for start in starts}


_STARTS: Final = _by_start()
_RUN_TABLE: Final = bytes(
    ord("x" if chr(code) in ascii_letters + digits + "-_" else " ") for code in range(256)
)
_RUN: Final = b" " + b"x" * RUN_CHARS
_JOINTS: Final = frozenset("\\%[;.")
_DASHES: Final = frozenset("-_")
_LEAD_IN: Final = lazy(
    r"(?:(?<=\\)(?:[abefnrtv0]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})"  # an escaped character
    r"|(?<=%)[0-9A-Fa-f]{2}|(?<=[\[;])\d{0,3}m)?[-_]*"  # in a URL; a terminal's colour
)
_DOTTED_PREFIXES: Final = tuple(
    lazy(rf"(?<![A-Za-z0-9]){parts}\Z")
    for parts in (r"[A-Za-z0-9]{2,13}\.", r"[A-Za-z0-9]{2,13}\.[A-Za-z0-9]{1,8}\.")
)
_DOTTED_CHARS_MAX: Final = 24


def _in_runs(text: str) -> Iterator[_Span]:
    """Yield what the run formats find: where a run begins, and again behind each credential."""
    for run in _suspects(text):
        span = _first(text, _places(text, run))
        while span is not None:
            yield span
            span = _first(text, (_led_in(text, span.end),))


def _suspects(text: str) -> Iterator[int]:
    """Yield the start of each long run that may begin as a credential does."""
    # One byte a character, so that offsets stay; cut at the runs, as that takes no loop of ours.
    marked = b" " + text.encode("ascii", "replace").translate(_RUN_TABLE)
    run = -len(_RUN)
    for piece in marked.split(_RUN)[:-1]:
        run += len(piece) + len(_RUN)
        if (
            text[run : run + START_CHARS] in _STARTS
            or text[run - 1] in _JOINTS  # Before the first run it is the last character: no harm.
            or text[run] in _DASHES
            or text[run + LATE_AT : run + LATE_AT + START_CHARS] in _STARTS
        ):
            yield run


def _places(text: str, run: int) -> Iterator[int]:
    """Yield where in the run at *run*, or with dots before it, a credential may begin."""
    for prefix in _DOTTED_PREFIXES if text[run - 1 : run] == "." else ():
        head = prefix.search(text, max(0, run - _DOTTED_CHARS_MAX), run)
        if head is not None:
            yield head.start()
            yield _led_in(text, head.start())
    yield run
    yield _led_in(text, run)


def _led_in(text: str, at: int) -> int:
    """Return where the text at *at* begins without an escape, a dash or a line below before it."""
    lead_in = _LEAD_IN.match(text, at)
    return lead_in.end() if lead_in else at


def _first(text: str, places: Iterable[int]) -> _Span | None:
    """Return the credential at the first of *places* that has one."""
    for at in places:
        for told_at in (at, at + LATE_AT):
            for form in _STARTS.get(text[told_at : told_at + START_CHARS], ()):
                for pattern in form.patterns:
                    match = pattern.match(text, at)
                    if match is not None and form.check(match[form.group]):
                        return _span(form, match)
    return None
