"""HTTP headers: the status, and each header in lower case with its value.

A block of headers starts the text, as `curl -i`, `curl -v` or a socket prints it; what follows its
blank line is the body, for the other parsers. Lines of `key: value` alone are headers only where
every key is a well-known header and every value is of that header's form.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from lockstitch.domain.fact import FactDraft, FactKind
from lockstitch.intake.facts.found import Found, draft, plural
from lockstitch.intake.facts.known_headers import LOOKS_LIKE, is_known, is_telling
from lockstitch.intake.patterns import Pattern, lazy

HEADERS_MAX: Final = 200
LINES_MAX: Final = 1_000
LINE_CHARS: Final = 16_384
BLOCKS_MAX: Final = 20
"""Responses before the last one: redirects, and `100 Continue`."""

_REACH: Final = 65_536
_TAIL_CHARS: Final = 4_000
_STATUS: Final = lazy(r"HTTP/\d(?:\.\d)? ([1-5]\d\d(?: [^\r\n]{0,200})?)[ \t\r]*")
_NEXT_STATUS: Final = lazy(r"^HTTP/\d(?:\.\d)? [1-5]\d\d(?:[ \t\r]|$)", re.MULTILINE)
_NEXT_VERBOSE: Final = lazy(r"^< HTTP/\d(?:\.\d)? [1-5]\d\d(?:[ \t\r]|$)", re.MULTILINE)
_HEADER: Final = lazy(r"([A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}):[ \t]*(.*)")
# What curl -v and its progress meter print between and around the headers.
_METER: Final = r"[ \t]*\d[\d:. \tkMG-]*"
_REMARK: Final = lazy(
    rf"(?:{_METER})?(?:[*>{{}}](?: .*)?)?|[ \t]*(?:% Total|Dload) .*|Note: .*|[$❯➜] .*"
)
_REMARKS_FIRST: Final = lazy(
    rf"(?:(?:[{{}}] \[\d+ bytes data\]|\* [^\n]*|\r?{_METER}(?:\r{_METER}){{0,99}})\n){{1,40}}"
)
_REMARKS_LAST: Final = lazy(
    rf"(?:\r{_METER}){{0,99}}\n?\* (?:Connection #\d+ to host|Closing connection)[^\n]*\n?\Z"
)
_LEADS_ON: Final = lazy(r"1\d\d|3\d\d|200 Connection established", re.IGNORECASE)


class Header(NamedTuple):
    """A header as it was sent: its name in lower case, and its value."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What a text that starts with headers holds: their facts, and the body for other parsers."""

    found: Found
    body: str


class _Block(NamedTuple):
    status: str
    headers: tuple[Header, ...]
    end: int
    """Where the body starts."""
    closed: bool
    """Whether the headers end in a blank line or with the text."""


def read(text: str, *, hint: str) -> Response | None:
    """Return the response that *text* starts with, or None when it starts with something else."""
    start = len(text) - len(text.lstrip())
    if text.startswith("HTTP/", start):
        return _plain_response(text, start)
    verbose = _NEXT_VERBOSE.search(text, start, start + _REACH)
    if verbose and all(_is_remark(line) for line in text[start : verbose.start()].split("\n")):
        return _verbose_response(text, verbose.start())
    return _bare_headers(text, start, hint=hint)


def _plain_response(text: str, start: int) -> Response | None:
    blocks: list[_Block] = []
    at: int | None = start
    while at is not None and len(blocks) < BLOCKS_MAX:
        block = _block(text, at, prefix="")
        if block is None or not (block.closed or block.headers):
            break
        blocks.append(block)
        at = _next_response(text, block, _NEXT_STATUS)
    return _response(text, blocks) if blocks else None


def _verbose_response(text: str, start: int) -> Response | None:
    """Read the lines that `curl -v` marks with `< `; its own remarks stand between them."""
    blocks: list[_Block] = []
    at: int | None = start
    while at is not None and len(blocks) < BLOCKS_MAX:
        block = _block(text, at, prefix="< ")
        if block is None or not (block.closed or block.headers):
            break
        blocks.append(block)
        at = _next_response(text, block, _NEXT_VERBOSE)
    if not blocks:
        return None
    response = _response(text, blocks)
    first = _REMARKS_FIRST.match(response.body)
    start = first.end() if first else 0
    tail = max(start, len(response.body) - _TAIL_CHARS)
    end = _REMARKS_LAST.sub("", response.body[tail:])
    return Response(found=response.found, body=response.body[start:tail] + end)


def _is_remark(line: str) -> bool:
    """Say whether curl says *line*, and not the server; of a redrawn line its last drawing counts."""
    return _REMARK.fullmatch(line.rstrip("\r").rpartition("\r")[2]) is not None


def _next_response(text: str, block: _Block, pattern: Pattern) -> int | None:
    """Return where the next response starts, after one that leads on to another."""
    if not _LEADS_ON.match(block.status):
        return None
    found = pattern.search(text, block.end, block.end + _REACH)
    return None if found is None else found.start()


def _block(text: str, start: int, *, prefix: str) -> _Block | None:
    """Return the status line at *start* and the headers under it."""
    lines = islice(_lines(text, start, prefix=prefix), LINES_MAX)
    line, end = next(lines, ("", start))
    status = _STATUS.fullmatch(line)
    if status is None:
        return None
    headers: list[Header] = []
    for line, after in lines:
        if not line.strip():
            return _Block(status[1].strip(), tuple(headers), after, closed=True)
        if line[0] in " \t" and headers:
            headers[-1] = Header(headers[-1].name, f"{headers[-1].value} {line.strip()}")
        elif (header := _header(line)) and len(headers) < HEADERS_MAX:
            headers.append(header)
        else:
            return _Block(status[1].strip(), tuple(headers), end, closed=False)
        end = after
    return _Block(status[1].strip(), tuple(headers), end, closed=end >= len(text))


def _lines(text: str, start: int, *, prefix: str) -> Iterator[tuple[str, int]]:
    """Yield the lines that begin with *prefix*, without it, each with the place behind it.

    Without a prefix that is every line; with one, curl's own remarks are passed over."""
    while start < len(text):
        newline = text.find("\n", start)
        end = len(text) if newline < 0 else newline
        if end - start > LINE_CHARS:
            return
        line = text[start:end].rstrip("\r")
        after = min(end + 1, len(text))
        mark = prefix.rstrip()
        if line.startswith(prefix) or line == mark:
            yield line[len(prefix) :], after
        elif not _is_remark(line):
            return
        start = after


def _header(line: str) -> Header | None:
    match = _HEADER.fullmatch(line)
    return None if match is None else Header(match[1].lower(), match[2].strip())


def _bare_headers(text: str, start: int, *, hint: str) -> Response | None:
    """Read headers that no status line introduces; only ones that nothing else is written like."""
    headers: list[Header] = []
    end = start
    for line, after in islice(_lines(text, start, prefix=""), LINES_MAX):
        end = after
        if not line.strip():
            break
        header = _header(line)
        if header is None or len(headers) == HEADERS_MAX:
            return None
        headers.append(header)
    loose = "curl" in hint or "http" in hint
    if not _are_http(headers, loose=loose):
        return None
    return _response(text, [_Block("", tuple(headers), end, closed=True)])


def _are_http(headers: Sequence[Header], *, loose: bool) -> bool:
    known = [header for header in headers if is_known(header.name)]
    if len({header.name for header in known}) < 2:
        return False
    if not loose and len(known) < len(headers):
        return False
    if not all(LOOKS_LIKE[header.name].fullmatch(header.value[:LINE_CHARS]) for header in known):
        return False
    return any(is_telling(header.name) for header in known)


def _response(text: str, blocks: Sequence[_Block]) -> Response:
    facts: list[FactDraft] = []
    for at, block in enumerate(blocks, start=1):
        last = at == len(blocks)
        facts.extend(_facts(block, prefix="" if last else f"response[{at}]."))
    final = blocks[-1]
    headers = plural(len(final.headers), "header")
    title = f"{final.status}, {headers}" if final.status else headers
    after = f" after {plural(len(blocks) - 1, 'response')}" if len(blocks) > 1 else ""
    found = Found(facts=tuple(facts), summary=f"HTTP: {title}{after}")
    return Response(found=found, body=text[final.end :])


def _facts(block: _Block, *, prefix: str) -> Iterator[FactDraft]:
    if block.status:
        yield draft(FactKind.HTTP_HEADER, f"{prefix}status", block.status)
    for name, value in _joined(block.headers):
        yield draft(FactKind.HTTP_HEADER, f"{prefix}{name}", value)


def _joined(headers: Iterable[Header]) -> list[Header]:
    """Return one entry a name: values of a repeated one are a list, but cookies stay apart."""
    values: dict[str, list[str]] = {}
    cookies = 0
    for name, value in headers:
        if name == "set-cookie":
            cookies += 1
            values[f"set-cookie[{cookies}]"] = [value]
        else:
            values.setdefault(name, []).append(value)
    return [Header(name, ", ".join(each)) for name, each in values.items()]
